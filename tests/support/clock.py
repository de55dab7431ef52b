"""A clock for tests that only moves when a test advances it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

NOON = datetime(2026, 11, 3, 12, 0, tzinfo=UTC)  # a Tuesday


class FrozenClock:
    """A `Clock` that returns the same time until it is advanced."""

    def __init__(self, now: datetime = NOON) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now

    def advance(self, **by: float) -> datetime:
        """Advance by the arguments of a timedelta, such as `seconds` or `minutes`."""
        self.now += timedelta(**by)
        return self.now
