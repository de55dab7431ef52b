"""The envelope's place: checked before every model call, so that no run goes on without it."""

from __future__ import annotations

from collections.abc import Sequence

from runwhy.core.runs.log import Part, PartKind
from runwhy.core.runs.run import ErrorClass, Failure
from runwhy.ports import ModelFailed, ModelRequest


def check_request(request: ModelRequest, log: Sequence[Part]) -> None:
    """Exactly one envelope, that of this run, with the bytes of the log, right before the task.

    Only gathered context may stand between them. Raises: ModelFailed.
    """
    logged = [part.text for part in log if part.kind is PartKind.ENVELOPE]
    found = [at for at, part in enumerate(request.messages) if part.kind is PartKind.ENVELOPE]
    if len(logged) != 1 or len(found) != 1:
        raise lost(f"there are {len(found)} envelopes in the request, not one")
    envelope = request.messages[found[0]]
    if envelope.run_id != request.run.id or envelope.text != logged[0]:
        raise lost("the envelope in the request is not the one in the log")
    behind = request.messages[found[0] + 1 :]
    following = next((part for part in behind if part.kind is not PartKind.CONTEXT), None)
    if following is None or not _is_own_task(following, request):
        raise lost("the envelope does not stand before the task")


def _is_own_task(part: Part, request: ModelRequest) -> bool:
    is_user = part.kind is PartKind.MESSAGE and part.role == "user"
    return is_user and part.run_id == request.run.id


def envelope_of(request: ModelRequest) -> str:
    """The bytes that must be sent."""
    return next(part.text for part in request.messages if part.kind is PartKind.ENVELOPE)


def lost(how: str) -> ModelFailed:
    """The failure of a run whose model would not know why it runs."""
    message = f"the model was not asked: {how}"
    return ModelFailed(
        Failure(message=message, error_class=ErrorClass.UNKNOWN, code="envelope_lost")
    )
