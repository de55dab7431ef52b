"""The figures of a soak: counts, what failed while what was broken, and whether memory is flat."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from bench.soak_ledger import Ask, Found, Ledger, Sample

JUDGED = 600.0  # a process that lived less says nothing about growth
PIECES = 8  # of that time, in each of which the fewest open files count


@dataclass(frozen=True, slots=True)
class Fit:
    """A straight line through what was measured in a part of a process' life."""

    seconds: float
    mean: float
    growth: float  # over all these seconds, by the line
    last: float

    @property
    def says_something(self) -> bool:
        """Whether it was watched long enough to be judged."""
        return self.seconds >= JUDGED


@dataclass(frozen=True, slots=True)
class UnderFault:
    """What clients got while something was broken."""

    kind: str
    times: int
    worst_seconds: float
    asked: int
    refused: int
    away: int

    @property
    def failed(self) -> float:
        """The share of requests that had to be sent again."""
        return (self.refused + self.away) / self.asked if self.asked else 0.0


@dataclass(frozen=True, slots=True)
class Figures:
    """What is told of a soak."""

    seconds: float
    counts: dict[str, int]
    faults: list[UnderFault]
    accept_p50: float
    accept_p95: float
    accept_p99: float
    looking_p50: float
    looking_p95: float
    memory: Fit
    own_memory: Fit
    handles: Fit


def longest_life(samples: Sequence[Sample]) -> list[Sample]:
    """The second half of the process that lived longest: in the first its caches fill."""
    if not samples:
        return []
    lives: dict[int, list[Sample]] = {}
    for sample in samples:
        lives.setdefault(sample.pid, []).append(sample)
    longest = max(lives.values(), key=lambda life: life[-1].at - life[0].at)
    middle = (longest[0].at + longest[-1].at) / 2
    return [one for one in longest if one.at >= middle]


def fit(times: Sequence[float], values: Sequence[float]) -> Fit:
    """Least squares."""
    if len(times) < 2:
        return Fit(0.0, statistics.fmean(values or [0.0]), 0.0, (values or [0.0])[-1])
    seconds = times[-1] - times[0]
    slope = statistics.linear_regression(times, values).slope
    return Fit(seconds, statistics.fmean(values), slope * seconds, values[-1])


def fits(samples: Sequence[Sample]) -> tuple[Fit, Fit, Fit]:
    """Of memory, of memory that is its own, and of handles."""
    life = longest_life(samples)
    times = [one.at for one in life]
    least = floor(life)
    return (
        fit(times, [one.memory for one in life]),
        fit(times, [one.own_memory for one in life]),
        fit([one.at for one in least], [float(one.handles) for one in least]),
    )


def floor(life: Sequence[Sample]) -> list[Sample]:
    """The fewest handles in each piece: connections come and go, what is never closed stays."""
    size = max(1, len(life) // PIECES)
    pieces = [life[at : at + size] for at in range(0, size * min(PIECES, len(life)), size)]
    return [min(piece, key=lambda one: one.handles) for piece in pieces]


def figures(ledger: Ledger, found: Found, loaded: float) -> Figures:
    """All of them; `loaded` is when the load ended."""
    asks = [ask for ask in ledger.asks if ask.what != "the check"]
    accepted = _took(asks, "run", "webhook")
    looked = _took(asks, "dashboard")
    memory, own, handles = fits([one for one in ledger.samples if one.at <= loaded])
    return Figures(
        seconds=loaded,
        counts=_counts(ledger, found, asks),
        faults=_under_faults(ledger, asks, loaded),
        accept_p50=_quantile(accepted, 50),
        accept_p95=_quantile(accepted, 95),
        accept_p99=_quantile(accepted, 99),
        looking_p50=_quantile(looked, 50),
        looking_p95=_quantile(looked, 95),
        memory=memory,
        own_memory=own,
        handles=handles,
    )


def _took(asks: Sequence[Ask], *what: str) -> list[float]:
    return [ask.took * 1000 for ask in asks if ask.what in what and ask.outcome == "ok"]


def _quantile(values: Sequence[float], percent: int) -> float:
    return statistics.quantiles(values, n=100)[percent - 1] if len(values) > 1 else 0.0


def _counts(ledger: Ledger, found: Found, asks: Sequence[Ask]) -> dict[str, int]:
    fired = [row for rows in found.occurrences.values() for row in rows if row["runId"]]
    skipped = [row for rows in found.occurrences.values() for row in rows if not row["runId"]]
    repeated = len(ledger.calls) - len({(call.key, call.step) for call in ledger.calls})
    return {
        "runs there in the end": len(found.runs),
        "runs accepted over HTTP": len(ledger.runs),
        "of them by webhooks": len(ledger.hooks),
        "asked for twice with one key": ledger.asked_twice,
        "fired by schedules": len(fired),
        "missed or skipped, and said so": sum(int(str(row["count"])) for row in skipped),
        "histories imported": len(ledger.imports),
        "commands typed and seen": len(ledger.commands),
        "sessions": len(ledger.sessions),
        "events read": sum(map(len, found.events.values())),
        "streams followed live": len(ledger.streams),
        "reconnects of them": ledger.reconnects,
        "model calls": len(ledger.calls),
        "of them repeated because of a fault": repeated,
        "deliveries sent": len(ledger.deliveries),
        "of them sent again": len(ledger.deliveries) - len({d.id for d in ledger.deliveries}),
        "requests": len(asks),
        "lines of the log with an error": found.log_errors,
    }


def _under_faults(ledger: Ledger, asks: Sequence[Ask], loaded: float) -> list[UnderFault]:
    told = []
    for kind in dict.fromkeys(fault.kind for fault in ledger.faults):
        these = [fault for fault in ledger.faults if fault.kind == kind]
        hit = [a for a in asks if any(f.touches(a.at, a.at + a.took) for f in these)]
        longest = max((f.ended or loaded) - f.began for f in these)
        told.append(_under(kind, len(these), longest, hit))
    well = [a for a in asks if not any(f.touches(a.at, a.at + a.took) for f in ledger.faults)]
    return [*told, _under("nothing", 0, 0.0, well)]


def _under(kind: str, times: int, worst: float, asks: Sequence[Ask]) -> UnderFault:
    outcomes = Counter(ask.outcome for ask in asks)
    refused = sum(n for outcome, n in outcomes.items() if outcome not in ("ok", "away"))
    return UnderFault(kind, times, worst, len(asks), refused, outcomes["away"])
