"""The wall clock and time-ordered ids. No other module reads the clock."""

from __future__ import annotations

import secrets
import threading
import time
from datetime import UTC, datetime

from runwhy.core.ids import RANDOM_BITS, Kind, make_id
from runwhy.ports import Clock


def wall_clock() -> datetime:
    """Return the current time in UTC, to the millisecond, as both stores keep it."""
    return datetime.fromtimestamp(time.time_ns() // 1_000_000 / 1000, UTC)


class TimeOrderedIds:
    """Generates ids in increasing order; thread-safe."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._last = (0, 0)

    def __call__(self, kind: Kind) -> str:
        ms = round(self._clock().timestamp() * 1000)
        with self._lock:
            last_ms, last_random = self._last
            if ms > last_ms:
                self._last = (ms, secrets.randbits(RANDOM_BITS - 1))
            else:  # the same millisecond, or the clock went back
                self._last = (last_ms, last_random + 1 + secrets.randbits(32))
            ms, random = self._last
        return make_id(kind, ms=ms, random=random)
