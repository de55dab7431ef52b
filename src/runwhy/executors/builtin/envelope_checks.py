"""Envelope checks: every model call has the run's envelope, in the right place and in its body."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING

from runwhy.core.runs.log import Part, PartKind
from runwhy.core.runs.run import ErrorClass, Failure
from runwhy.ports import ModelFailed, ModelRequest

if TYPE_CHECKING:
    import httpx2


def check_envelope(request: ModelRequest, log: Sequence[Part]) -> None:
    """Check that the request has exactly one envelope, unchanged and right before the task.

    Only context parts may come between them. Raises: ModelFailed.
    """
    logged = [part.text for part in log if part.kind is PartKind.ENVELOPE]
    found = [at for at, part in enumerate(request.messages) if part.kind is PartKind.ENVELOPE]
    if len(logged) != 1 or len(found) != 1:
        raise envelope_lost(f"the request has {len(found)} envelopes instead of one")
    envelope = request.messages[found[0]]
    if envelope.run_id != request.run.id or envelope.text != logged[0]:
        raise envelope_lost("the envelope in the request differs from the one in the log")
    after = request.messages[found[0] + 1 :]
    following = next((part for part in after if part.kind is not PartKind.CONTEXT), None)
    if following is None or not _is_own_task(following, request):
        raise envelope_lost("the envelope is not directly before the task")


def _is_own_task(part: Part, request: ModelRequest) -> bool:
    is_user = part.kind is PartKind.MESSAGE and part.role == "user"
    return is_user and part.run_id == request.run.id


def envelope_of(request: ModelRequest) -> str:
    """Return the envelope of a request."""
    return next(part.text for part in request.messages if part.kind is PartKind.ENVELOPE)


def envelope_lost(reason: str) -> ModelFailed:
    """Return the failure of a call whose envelope is missing or misplaced."""
    message = f"the model was not called: {reason}"
    return ModelFailed(
        Failure(message=message, error_class=ErrorClass.UNKNOWN, code="envelope_lost")
    )


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
