"""Crashes: whether a run continues after its server died while it executed the run."""

from __future__ import annotations

from dataclasses import dataclass

from runwhy.core.runs.run import ErrorClass, Failure, Outcome, Status

CRASH_LIMIT = 3
TOTAL_FACTOR = 10  # bounds runs that write a part and crash again, each time
FIRST_DELAY = 5.0  # seconds; doubled for each further crash
MAX_DELAY = 300.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Crashes:
    """How often servers died while they executed a run."""

    total: int
    since_part: int  # since the run last recorded a part, which is its progress


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Whether a run is tried again, and when."""

    gives_up: bool = False
    delay: float | None = None  # seconds in quarantine; None: the run is queued as before


def judge_crash(crashes: Crashes, *, limit: int = CRASH_LIMIT) -> Verdict:
    """Decide about a run after a crash.

    A server that dies takes all of its runs with it, so one crash is not evidence. A run that
    crashes again at the same part is put into quarantine: such runs execute one at a time, after
    a delay, so that the run that ends its server is distinguished from other runs on the same
    server.
    """
    if crashes.since_part >= limit or crashes.total >= limit * TOTAL_FACTOR:
        return Verdict(gives_up=True)
    suspect_from = min(2, limit - 1)
    if crashes.since_part < suspect_from and crashes.total < limit:
        return Verdict()
    further = max(0, crashes.since_part - suspect_from)
    return Verdict(delay=min(FIRST_DELAY * 2**further, MAX_DELAY))


def crashed_outcome(crashes: Crashes) -> Outcome:
    """Return the outcome of a run that is not tried again."""
    message = f"the server died {crashes.total} times while it executed this run"
    failure = Failure(message=message, error_class=ErrorClass.CRASHED_REPEATEDLY)
    return Outcome(status=Status.FAILED, failure=failure)
