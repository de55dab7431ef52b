"""JSON-RPC messages as agents write them, one object per line, with or without `jsonrpc`."""

from __future__ import annotations

from typing import Generic, TypeVar

from msgspec import Struct

P = TypeVar("P")


class Message(Struct, Generic[P], gc=False, rename="camel"):
    """A notification, or a request if it has an `id`; without a `method`, a response."""

    method: str = ""
    id: object = None
    params: P | None = None
    result: object = None
    error: object = None

    @property
    def is_response(self) -> bool:
        """Whether it answers a request, with a result or an error."""
        return not self.method and (self.result is not None or self.error is not None)
