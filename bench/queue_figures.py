"""The figures that are measured for each queue."""

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
class QueueFigures:
    """Durations in seconds; `idle` is the share of a core that an idle queue uses."""

    latencies: list[float]
    enqueued: float
    drained: float
    idle: float

    def figures(self) -> dict[str, float]:
        """Return the figures by label."""
        return {
            "enqueue → done, p50 ms": statistics.median(self.latencies) * 1000,
            "enqueued a second": RUNS / self.enqueued,
            "done a second": RUNS / self.drained,
            "CPU when idle, %": self.idle * 100,
        }


class Countdown:
    """The number of runs that are not done; calls `reached` at zero."""

    def __init__(self, reached: Callable[[], None]) -> None:
        self.left = 0
        self._reached = reached

    def one_is_done(self) -> None:
        """Count one run; call `reached` after the last one."""
        self.left -= 1
        if self.left == 0:
            self._reached()


class Stopwatch:
    """Measures the time since its creation."""

    def __init__(self) -> None:
        self._began = time.perf_counter()

    def read(self) -> float:
        """Return the elapsed seconds."""
        return time.perf_counter() - self._began


def cpu_seconds() -> float:
    """Return the CPU time of this process so far."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime
