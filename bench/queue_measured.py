"""What is measured of a queue, whoever's it is."""

from __future__ import annotations

import resource
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

RUNS = 400
LATENCIES = 40
IDLE_SECONDS = 3.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """Seconds; `idle` is the share of a core that a queue with nothing to do takes."""

    latencies: list[float]
    enqueued: float
    drained: float
    idle: float

    def figures(self) -> dict[str, float]:
        """As they are shown."""
        return {
            "enqueue → done, p50 ms": statistics.median(self.latencies) * 1000,
            "enqueued a second": RUNS / self.enqueued,
            "done a second": RUNS / self.drained,
            "CPU when idle, %": self.idle * 100,
        }


class Countdown:
    """How many runs are still to be done; `reached` is called when none is left."""

    def __init__(self, reached: Callable[[], None]) -> None:
        self.left = 0
        self._reached = reached

    def one_is_done(self) -> None:
        """The last one is told of."""
        self.left -= 1
        if self.left == 0:
            self._reached()


class Stopwatch:
    """Seconds since it was made."""

    def __init__(self) -> None:
        self._began = time.perf_counter()

    def read(self) -> float:
        """How long it has been."""
        return time.perf_counter() - self._began


def cpu_seconds() -> float:
    """What this process has taken so far."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime
