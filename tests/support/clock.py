"""A clock that stands still until it is told otherwise."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

NOON = datetime(2026, 11, 3, 12, 0, tzinfo=UTC)  # a Tuesday


class FrozenClock:
    """A `Clock` that says the same time again and again, and goes on by hand."""

    def __init__(self, now: datetime = NOON) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now

    def advance(self, **by: float) -> datetime:
        """Go on by some `seconds`, `minutes` or what else a timedelta takes."""
        self.now += timedelta(**by)
        return self.now
