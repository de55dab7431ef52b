"""Briefs: what a model is told about its run, handed to code that calls the model by itself."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

# Marks on messages of other frameworks. They hold only where they are exactly `True`.
ENVELOPE_MARK = "runwhy_envelope"
QUOTED_MARK = "runwhy_quoted"
SYNTHETIC_MARK = "synthetic"


@dataclass(frozen=True, slots=True, kw_only=True)
class Brief:
    """What the model of one run is told: the same bytes in every call of the run.

    `rule` belongs at the end of the system prompt; `envelope` and then `quoted` (gathered data
    that nobody said) stand right before the task.
    """

    run_id: str
    rule: str
    envelope: str
    quoted: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()  # what did not fit into the envelope


class NoBrief(LookupError):
    """A model would be asked without knowing why it runs."""

    def __init__(self) -> None:
        super().__init__(
            "no brief: call the agent inside `with briefed(brief_run(trigger=...)):`, "
            "or hand a brief in"
        )


_current: ContextVar[Brief | None] = ContextVar("runwhy_brief", default=None)


@contextmanager
def briefed(brief: Brief) -> Iterator[Brief]:
    """While this holds, agents that are called here are told this; threads and tasks included."""
    token = _current.set(brief)
    try:
        yield brief
    finally:
        _current.reset(token)


def current_brief() -> Brief:
    """The brief of the run that is at work here. Raises: NoBrief."""
    brief = _current.get()
    if brief is None:
        raise NoBrief
    return brief
