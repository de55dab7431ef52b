"""Briefs: the run context that code of other frameworks passes to its own model calls."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

# Marks on messages of other frameworks. A mark counts only if its value is exactly `True`.
ENVELOPE_MARK = "runwhy_envelope"
QUOTED_MARK = "runwhy_quoted"
SYNTHETIC_MARK = "synthetic"


@dataclass(frozen=True, slots=True, kw_only=True)
class Brief:
    """The run context for the model of one run: the same bytes in every call.

    Append `rule` to the system prompt. Insert `envelope` and then `quoted` (collected data, not
    anyone's message) right before the task.
    """

    run_id: str
    rule: str
    envelope: str
    quoted: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()  # names of values that did not fit into the envelope
    seal: str = field(default="", repr=False)  # masked in all other text of the model's input


class NoBrief(LookupError):
    """A model was called without run context."""

    def __init__(self) -> None:
        super().__init__(
            "no brief: call the agent inside `with briefed(brief_run(trigger=...)):`, "
            "or pass a brief"
        )


_current: ContextVar[Brief | None] = ContextVar("runwhy_brief", default=None)


@contextmanager
def briefed(brief: Brief) -> Iterator[Brief]:
    """Give this brief to the agents called inside the block, in its threads and tasks too."""
    token = _current.set(brief)
    try:
        yield brief
    finally:
        _current.reset(token)


def current_brief() -> Brief:
    """Return the brief of the current run. Raises: NoBrief."""
    brief = _current.get()
    if brief is None:
        raise NoBrief
    return brief
