"""Which events of a stream are new: each is handed on once, in order, and none is skipped."""

from __future__ import annotations

from enum import Enum, auto

from runwhy.client.results import RunEvent


class Verdict(Enum):
    """What to do with an event."""

    NEW = auto()
    OLD = auto()
    GAP = auto()


class Journal:
    """How far a stream was read, across all of its connections."""

    def __init__(self, after: int = 0) -> None:
        self.seq = after
        self.ended = False
        self._asked_again: int | None = None

    def enter(self, event: RunEvent) -> Verdict:
        """Judge an event, and remember it when it is new.

        One that comes too early means that others were lost: they are asked for once more, and
        if the server again goes on with this one, then there are none.
        """
        if event.seq > self.seq + 1 and self._asked_again != self.seq:
            self._asked_again = self.seq
            return Verdict.GAP
        self.ended = self.ended or event.is_terminal
        if event.seq <= self.seq:
            return Verdict.OLD
        self.seq = event.seq
        return Verdict.NEW
