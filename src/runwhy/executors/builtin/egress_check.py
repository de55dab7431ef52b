"""Egress check: blocks model requests whose body does not contain the envelope."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

import httpx2


@dataclass(slots=True)
class EgressCheck:
    """The envelope that must be in the body, if any.

    `lost` is true if a request without it was blocked, `sent` if a request was made.
    """

    envelope: str | None
    lost: bool = False
    sent: bool = False


_current: ContextVar[EgressCheck | None] = ContextVar("runwhy_envelope_watch", default=None)


@contextmanager
def require_envelope(envelope: str | None) -> Iterator[EgressCheck]:
    """Check every request of this task while the block runs."""
    check = EgressCheck(envelope)
    token = _current.set(check)
    try:
        yield check
    finally:
        _current.reset(token)


async def check_egress(request: httpx2.Request) -> None:
    """Check a request in an event hook of the HTTP client.

    Raises: RuntimeError, so that the request is not sent.
    """
    check = _current.get()
    if check is None:
        return
    check.sent = True
    if check.envelope is not None and not _contains(request.content, check.envelope):
        check.lost = True
        raise RuntimeError("the request does not contain the envelope")


def _contains(body: bytes, text: str) -> bool:
    """Return whether the text is a JSON string of the body; other strings may quote it."""
    plain = json.dumps(text, ensure_ascii=False).encode()
    return plain in body or json.dumps(text).encode() in body
