"""The figures of a soak: counts, failed requests by fault, and the growth of memory."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from bench.soak_ledger import ClientRequest, Ledger, Sample, ServerState

MIN_SECONDS = 600.0  # a shorter life is not conclusive about growth
PIECES = 8  # of a process's life; the lowest number of open files in each counts


@dataclass(frozen=True, slots=True)
class Fit:
    """A linear fit of samples of one process."""

    seconds: float
    mean: float
    growth: float  # of the fitted line over these seconds
    last: float

    @property
    def is_conclusive(self) -> bool:
        """Return whether the process lived long enough."""
        return self.seconds >= MIN_SECONDS


@dataclass(frozen=True, slots=True)
class FaultFigures:
    """The requests of clients during one kind of fault."""

    kind: str
    times: int
    worst_seconds: float
    requests: int
    refused: int
    away: int

    @property
    def failed(self) -> float:
        """Return the share of requests that had to be retried."""
        return (self.refused + self.away) / self.requests if self.requests else 0.0


@dataclass(frozen=True, slots=True)
class Figures:
    """All figures of a soak, as stored in its JSON file."""

    seconds: float
    counts: dict[str, int]
    faults: list[FaultFigures]
    accept_p50: float
    accept_p95: float
    accept_p99: float
    dashboard_p50: float
    dashboard_p95: float
    memory: Fit
    own_memory: Fit
    handles: Fit


def longest_life(samples: Sequence[Sample]) -> list[Sample]:
    """Return the second half of the longest-lived process; its caches fill in the first half."""
    if not samples:
        return []
    by_process: dict[int, list[Sample]] = {}
    for sample in samples:
        by_process.setdefault(sample.pid, []).append(sample)
    longest = max(by_process.values(), key=lambda life: life[-1].at - life[0].at)
    middle = (longest[0].at + longest[-1].at) / 2
    return [one for one in longest if one.at >= middle]


def fit(times: Sequence[float], values: Sequence[float]) -> Fit:
    """Fit a line by least squares."""
    if len(times) < 2:
        return Fit(0.0, statistics.fmean(values or [0.0]), 0.0, (values or [0.0])[-1])
    seconds = times[-1] - times[0]
    slope = statistics.linear_regression(times, values).slope
    return Fit(seconds, statistics.fmean(values), slope * seconds, values[-1])


def fits(samples: Sequence[Sample]) -> tuple[Fit, Fit, Fit]:
    """Return the fits of memory, private memory, and open files."""
    life = longest_life(samples)
    times = [one.at for one in life]
    least = lowest_handles(life)
    return (
        fit(times, [one.memory for one in life]),
        fit(times, [one.own_memory for one in life]),
        fit([one.at for one in least], [float(one.handles) for one in least]),
    )


def lowest_handles(life: Sequence[Sample]) -> list[Sample]:
    """Return the sample with the fewest open files in each piece, to ignore short connections."""
    size = max(1, len(life) // PIECES)
    pieces = [life[at : at + size] for at in range(0, size * min(PIECES, len(life)), size)]
    return [min(piece, key=lambda one: one.handles) for piece in pieces]


def figures(ledger: Ledger, state: ServerState, loaded: float) -> Figures:
    """Compute all figures; `loaded` is the time at which the load ended."""
    requests = [one for one in ledger.requests if one.what != "the check"]
    accepted = _took(requests, "run", "webhook")
    dashboard = _took(requests, "dashboard")
    memory, own, handles = fits([one for one in ledger.samples if one.at <= loaded])
    return Figures(
        seconds=loaded,
        counts=_counts(ledger, state, requests),
        faults=_by_fault(ledger, requests, loaded),
        accept_p50=_quantile(accepted, 50),
        accept_p95=_quantile(accepted, 95),
        accept_p99=_quantile(accepted, 99),
        dashboard_p50=_quantile(dashboard, 50),
        dashboard_p95=_quantile(dashboard, 95),
        memory=memory,
        own_memory=own,
        handles=handles,
    )


def _took(requests: Sequence[ClientRequest], *what: str) -> list[float]:
    return [one.took * 1000 for one in requests if one.what in what and one.outcome == "ok"]


def _quantile(values: Sequence[float], percent: int) -> float:
    return statistics.quantiles(values, n=100)[percent - 1] if len(values) > 1 else 0.0


def _counts(
    ledger: Ledger, state: ServerState, requests: Sequence[ClientRequest]
) -> dict[str, int]:
    fired = [row for rows in state.occurrences.values() for row in rows if row["runId"]]
    skipped = [row for rows in state.occurrences.values() for row in rows if not row["runId"]]
    repeated = len(ledger.calls) - len({(call.key, call.step) for call in ledger.calls})
    return {
        "runs stored": len(state.runs),
        "runs accepted over HTTP": len(ledger.runs),
        "runs created by webhooks": len(ledger.hooks),
        "runs requested twice with one key": ledger.sent_twice,
        "runs fired by schedules": len(fired),
        "occurrences recorded as missed or skipped": sum(int(str(row["count"])) for row in skipped),
        "histories imported": len(ledger.imports),
        "terminal commands stored": len(ledger.commands),
        "coding agents run": len(ledger.agents),
        "coding agents killed": ledger.agents_killed,
        "coding agents interrupted": sum(end != "succeeded" for end in state.agent_ends.values()),
        "poison runs": len(ledger.poisons),
        "servers ended by poison runs": ledger.poison_deaths,
        "sessions": len(ledger.sessions),
        "events read": sum(map(len, state.events.values())),
        "streams read live": len(ledger.streams),
        "reconnects to live streams": ledger.reconnects,
        "model calls": len(ledger.calls),
        "model calls repeated after a fault": repeated,
        "deliveries sent": len(ledger.deliveries),
        "deliveries sent again": len(ledger.deliveries) - len({d.id for d in ledger.deliveries}),
        "requests": len(requests),
        "errors in the log": state.log_errors,
    }


def _by_fault(
    ledger: Ledger, requests: Sequence[ClientRequest], loaded: float
) -> list[FaultFigures]:
    by_fault = []
    for kind in dict.fromkeys(fault.kind for fault in ledger.faults):
        these = [fault for fault in ledger.faults if fault.kind == kind]
        hit = [a for a in requests if any(f.touches(a.at, a.at + a.took) for f in these)]
        longest = max((f.ended or loaded) - f.began for f in these)
        by_fault.append(_fault_figures(kind, len(these), longest, hit))
    normal = [a for a in requests if not any(f.touches(a.at, a.at + a.took) for f in ledger.faults)]
    return [*by_fault, _fault_figures("nothing", 0, 0.0, normal)]


def _fault_figures(
    kind: str, times: int, worst: float, requests: Sequence[ClientRequest]
) -> FaultFigures:
    outcomes = Counter(one.outcome for one in requests)
    refused = sum(n for outcome, n in outcomes.items() if outcome not in ("ok", "away"))
    return FaultFigures(kind, times, worst, len(requests), refused, outcomes["away"])
