"""Position in an event stream, so that each event is delivered once and in order."""

from __future__ import annotations

from enum import Enum, auto

from runwhy.client.results import RunEvent


class Verdict(Enum):
    """Whether an event is new, was already seen, or reveals a gap."""

    NEW = auto()
    OLD = auto()
    GAP = auto()


class EventCursor:
    """The position reached in a stream, across all its connections."""

    def __init__(self, after: int = 0) -> None:
        self.seq = after
        self.ended = False
        self._retried_at: int | None = None

    def advance(self, event: RunEvent) -> Verdict:
        """Classify an event and advance if it is new.

        An event that skips a number reveals a gap; the missing events are requested once. If the
        server then continues with the same event, there are none.
        """
        if event.seq > self.seq + 1 and self._retried_at != self.seq:
            self._retried_at = self.seq
            return Verdict.GAP
        self.ended = self.ended or event.is_terminal
        if event.seq <= self.seq:
            return Verdict.OLD
        self.seq = event.seq
        return Verdict.NEW
