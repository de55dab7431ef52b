"""Previews: the effect that a budget would have had on past runs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from runwhy.core.budgets.budget import Action, Budget, Measure, Usage
from runwhy.core.budgets.periods import Period, window_at
from runwhy.core.budgets.reservation import crossed
from runwhy.core.runs.prices import Price
from runwhy.core.runs.run import Tokens

PREVIEWED = timedelta(days=30)
MAX_RUNS = 100_000
MAX_EXAMPLES = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class PastRun:
    """The fields of an ended run that a preview needs."""

    id: str
    created_at: datetime
    scope: str  # its session, or the run that it belongs to
    root: str
    cost: int
    tokens: Tokens
    lasted_ms: int
    is_priced: bool = True

    def amount(self, measure: Measure, price: Price | None) -> int:
        """Return how much of a budget the run has used."""
        match measure:
            case Measure.COST:
                return self.cost if price is None else price.cost(self.tokens)
            case Measure.TOKENS:
                return self.tokens.input + self.tokens.output
            case Measure.TIME:
                return self.lasted_ms
            case Measure.RUNS:
                return 1


@dataclass(slots=True, kw_only=True)
class PreviewPeriod:
    """One period of a preview: the usage, and the number of affected runs."""

    start: datetime | None
    used: int = 0
    affected: int = 0


@dataclass(slots=True, kw_only=True)
class Preview:
    """The effect that a budget would have had in the past."""

    since: datetime
    until: datetime
    runs: int = 0
    unpriced: int = 0  # runs whose cost is unknown
    used: int = 0
    counts: dict[Action, int] = field(default_factory=dict)
    periods: dict[str, PreviewPeriod] = field(default_factory=dict)
    examples: list[str] = field(default_factory=list)  # newest runs stopped or refused
    is_complete: bool = True


def preview_budget(
    budget: Budget, runs: Iterable[PastRun], *, since: datetime, until: datetime
) -> Preview:
    """Simulate a budget on past runs, in the order in which they were created.

    A run counts as a whole when it is created. A run that would have been stopped uses the rest of
    the budget. A run that would have been refused uses nothing.
    """
    result = Preview(since=since, until=until)
    for run in runs:
        result.runs += 1
        result.unpriced += not run.is_priced
        period = _period(result, budget, run)
        amount = run.amount(budget.measure, budget.price)
        allowed, action = _effect(budget, period.used, amount)
        _count_warnings(result, budget, period.used, period.used + allowed)
        period.used += allowed
        result.used += allowed
        if action is not None:
            _count(result, action)
            period.affected += 1
            if action is not Action.ASK:
                result.examples = [run.id, *result.examples][:MAX_EXAMPLES]
    return result


def _effect(budget: Budget, used: int, amount: int) -> tuple[int, Action | None]:
    """Return how much a run would have used, and the action of the budget."""
    refuse, stop, ask = (budget.level(each) for each in (Action.REFUSE, Action.STOP, Action.ASK))
    if refuse is not None and used >= refuse:
        return 0, Action.REFUSE
    if stop is not None and used + amount > stop:
        return max(0, stop - used), Action.STOP
    if ask is not None and used + amount > ask:
        return amount, Action.ASK
    return amount, None


def _count_warnings(result: Preview, budget: Budget, before: int, after: int) -> None:
    for threshold in crossed(budget, before, after):
        if threshold.action is Action.WARN:
            _count(result, Action.WARN)


def _count(result: Preview, action: Action) -> None:
    result.counts[action] = result.counts.get(action, 0) + 1


def _period(result: Preview, budget: Budget, run: PastRun) -> PreviewPeriod:
    start: datetime | None = None
    match budget.period:
        case Period.RUN:
            scope = run.root
        case Period.SESSION:
            scope = run.scope
        case Period.FOREVER:
            scope = "forever"
        case _:
            start = window_at(budget.period, budget.timezone, run.created_at).start
            scope = start.isoformat()
    return result.periods.setdefault(scope, PreviewPeriod(start=start))


def shown_periods(preview: Preview, *, limit: int) -> Sequence[PreviewPeriod]:
    """Return the newest periods of time, newest first; nothing for runs and sessions."""
    timed = [each for each in preview.periods.values() if each.start is not None]
    return sorted(timed, key=lambda each: str(each.start), reverse=True)[:limit]


def highest(preview: Preview) -> Usage:
    """Return the usage of the period with the highest one."""
    return Usage(used=max((each.used for each in preview.periods.values()), default=0))
