"""The last look: a request leaves for its provider only with the envelope in it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

import httpx2


@dataclass(slots=True)
class Watch:
    """What must be in the body, if anything; `lost` when it was not, and the request did not
    leave."""

    envelope: str | None
    lost: bool = False


_current: ContextVar[Watch | None] = ContextVar("runwhy_envelope_watch", default=None)


@contextmanager
def watching(envelope: str | None) -> Iterator[Watch]:
    """While this holds, requests of this task are looked at before they leave."""
    watch = Watch(envelope)
    token = _current.set(watch)
    try:
        yield watch
    finally:
        _current.reset(token)


async def look(request: httpx2.Request) -> None:
    """The hook of an HTTP client. Raises: RuntimeError, so that nothing is sent."""
    watch = _current.get()
    if watch is None or watch.envelope is None:
        return
    if not _holds(request.content, watch.envelope):
        watch.lost = True
        raise RuntimeError("the request does not hold the envelope")


def _holds(body: bytes, text: str) -> bool:
    """Whether this very text is a string of the body; there may be more that quote it."""
    plain = json.dumps(text, ensure_ascii=False).encode()
    return plain in body or json.dumps(text).encode() in body
