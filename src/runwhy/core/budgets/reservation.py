"""Reservations: the highest cost of a model call, and whether budgets allow it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from functools import lru_cache

from runwhy.core.budgets.budget import Action, Budget, Measure, Threshold, Usage
from runwhy.core.budgets.periods import Period
from runwhy.core.runs import usage as calls
from runwhy.core.runs.cost import UNPRICED, usd_text
from runwhy.core.runs.log import Part, PartKind
from runwhy.core.runs.prices import Price
from runwhy.core.runs.run import ErrorClass, Failure, Tokens
from runwhy.errors import BudgetExceeded

DEFAULT_OUTPUT = 8192  # tokens, for a model whose output limit is unknown
_SHOWN_DECIMALS = 6
_CALLS = frozenset({PartKind.REPLY, PartKind.SUMMARY, PartKind.FAILED_CALL})


@dataclass(frozen=True, slots=True, kw_only=True)
class CallNeed:
    """The highest usage of a model call: its input, the longest output, and the model's price."""

    model: str = ""
    input: int = 0
    output: int = 0
    price: Price | None = None  # None if it is unknown
    is_check: bool = False  # nothing is reserved: only whether more is allowed
    may_ask: bool = True  # whether a person may be asked to approve it

    @property
    def tokens(self) -> int:
        """All tokens of the call."""
        return self.input + self.output


def most_expensive(price: Price, need: CallNeed) -> int:
    """Return the highest cost of a call, which writes all of its input to the cache."""
    rate = max(price.input, price.cache_write or Decimal(0))
    top = Price(input=rate, output=price.output)
    return top.cost(Tokens(input=need.input, output=need.output))


def amount_of(budget: Budget, need: CallNeed) -> int | None:
    """Return how much of a budget a call uses at most; None if its price is unknown."""
    if need.is_check:
        return 1
    match budget.measure:
        case Measure.COST:
            price = budget.price or need.price
            return None if price is None else most_expensive(price, need)
        case Measure.TOKENS:
            return need.tokens
        case _:
            return 0


def settled_amount(budget: Budget, used: calls.Usage, reserved: int) -> int:
    """Return how much of a budget calls have used; if unknown, the reserved amount."""
    tokens, cost = used.tokens, used.cost
    total = tokens.input + tokens.output
    match budget.measure:
        case Measure.TOKENS:
            return total if total or not cost.unpriced_calls else reserved
        case Measure.COST if budget.price is not None and total:
            return budget.price.cost(tokens)
        case Measure.COST if cost.unpriced_calls:
            return max(cost.picos or 0, reserved)
        case Measure.COST:
            return cost.picos or 0
        case _:
            return 0


def recorded_usage(parts: Iterable[Part]) -> calls.Usage | None:
    """Return the usage of the calls in new parts of a log; None if there are none.

    A call that did not end before its run has an unknown cost.
    """
    usages: list[calls.Usage] = []
    for part in parts:
        if part.kind in _CALLS:
            usages += calls.usages_of((part,))
            if "tokens" not in part.data:
                usages.append(calls.Usage(cost=UNPRICED))
    return calls.total_usage(usages) if usages else None


def blocking_action(
    budget: Budget, usage: Usage, amount: int, *, approved: bool
) -> Threshold | None:
    """Return the action that a call needs first: `stop`, or `ask` unless it was approved."""
    for action in (Action.STOP, Action.ASK):
        for threshold in budget.thresholds(action):
            level = threshold.level(budget.limit)
            if is_over(budget.measure, usage, amount, level) and not (
                approved and action is Action.ASK
            ):
                return threshold
    return None


def is_over(measure: Measure, usage: Usage, amount: int, level: int) -> bool:
    """Whether a call of this amount would exceed a level. The run itself is already counted."""
    match measure:
        case Measure.RUNS:
            return usage.used > level
        case Measure.TIME:
            return usage.used >= level
        case _:
            return usage.total + amount > level


def check_new_run(budget: Budget, usage: Usage, *, now: datetime) -> None:
    """Check that a budget allows another run. Raises: BudgetExceeded."""
    level = budget.level(Action.REFUSE)
    if level is None or not budget.enabled:
        return
    more = int(budget.measure is Measure.RUNS)
    if usage.total + more > level or (not more and usage.total >= level):
        raise exceeded(budget, usage, now=now)


def exceeded(budget: Budget, usage: Usage, *, now: datetime) -> BudgetExceeded:
    """Return the error of a run that a budget refuses."""
    left = (
        None if usage.resets_at is None else max(1, round((usage.resets_at - now).total_seconds()))
    )
    scale = budget.measure.scale
    return BudgetExceeded(
        f"the budget {budget.name} refuses new runs: {used_text(budget, usage)}",
        budget_id=budget.id,
        scope=usage.scope,
        budget=budget.name,
        measure=budget.measure.value,
        used=usage.total / scale,
        limit=budget.limit / scale,
        resets_at=usage.resets_at,
        retry_after=left,
    )


def stop_failure(budget: Budget, usage: Usage, amount: int, *, denied: str = "") -> Failure:
    """Return the failure of a run that a budget stops before a model call."""
    needs = f"; the next model call may use {amount_text(budget.measure, amount)}" if amount else ""
    because = f"; {denied}" if denied else ""
    stop = budget.level(Action.STOP)
    if stop is not None and stop < budget.limit and not denied:
        because = f"; runs are stopped at {amount_text(budget.measure, stop)}"
    return Failure(
        message=f"the budget {budget.name} is exceeded: {used_text(budget, usage)}{needs}{because}",
        error_class=ErrorClass.BUDGET_EXCEEDED,
        code=ErrorClass.BUDGET_EXCEEDED.value,
    )


def price_failure(budget: Budget, model: str) -> Failure:
    """Return the failure of a run whose model has no known price."""
    return Failure(
        message=price_rule(budget.name, model),
        error_class=ErrorClass.PRICE_UNKNOWN,
        code=ErrorClass.PRICE_UNKNOWN.value,
    )


def price_rule(budget: str, model: str) -> str:
    """Return the failure for a model without a price."""
    return (
        f"the budget {budget} limits the cost, and the price of {model or 'the model'} is unknown;"
        " set it in [prices] of runwhy.toml, or set a price in the budget"
    )


def used_text(budget: Budget, usage: Usage) -> str:
    """Describe the use of a budget, and when it resets."""
    measure, per = budget.measure, _PER.get(budget.period, f" a {budget.period}")
    words = f"{amount_text(measure, usage.used)} of {amount_text(measure, budget.limit)}{per} used"
    if usage.reserved:
        words += f" and {amount_text(measure, usage.reserved)} reserved"
    if usage.resets_at is not None:
        words += f"; it resets at {reset_text(usage.resets_at)}"
    return words


def reached_text(budget: Budget, usage: Usage) -> str | None:
    """Return the present effect of a budget; None if it allows everything.

    A budget for each run or session has no state.
    """
    effects = [text for action, text in _EFFECTS.items() if _is_reached(budget, usage, action)]
    is_full = usage.used >= budget.limit and (effects or usage.used > budget.limit)
    if not budget.enabled or budget.period in _SINGLE or not (effects or is_full):
        return None
    reached = "its limit" if is_full else "a threshold"
    when = "Until then" if usage.resets_at is not None else "From now on"
    what = ", and ".join(effects) or "it warns, and stops nothing"
    used = used_text(budget, usage)
    return f"The budget {budget.name} has reached {reached}: {used}. {when}, {what}."


def _is_reached(budget: Budget, usage: Usage, action: Action) -> bool:
    """Whether any model call needs this action, or any new run."""
    level = budget.level(action)
    if level is None:
        return False
    if action is Action.REFUSE:
        return usage.used >= level
    return is_over(budget.measure, Usage(used=usage.used), 1, level)


_SINGLE = (Period.RUN, Period.SESSION)
_EFFECTS = {
    Action.ASK: "model calls need an approval",
    Action.STOP: "runs end before their next model call",
    Action.REFUSE: "new runs are refused",
}


@lru_cache(maxsize=256)
def reset_text(at: datetime) -> str:
    """Return when a period ends. The same few times are in all envelopes of a period."""
    return f"{at:%Y-%m-%dT%H:%M:%SZ}"


@lru_cache(maxsize=256)
def limit_text(measure: Measure, limit: int, period: Period) -> str:
    """Return a limit with its unit and period."""
    amount = amount_text(measure, limit)
    return amount if period is Period.FOREVER else f"{amount} per {period}"


_PER = {Period.FOREVER: "", Period.HOUR: " an hour"}


def amount_text(measure: Measure, amount: int) -> str:
    """Return an amount with its unit."""
    match measure:
        case Measure.COST:
            whole, _, fraction = usd_text(amount).partition(".")
            shown = fraction[:_SHOWN_DECIMALS].rstrip("0")
            cents = f".{shown.ljust(2, '0')}" if shown else ""
            return f"${int(whole):,}{cents}"
        case Measure.TIME:
            seconds = amount / 1000
            text = f"{seconds:g}" if seconds < 10 else f"{seconds:,.1f}".removesuffix(".0")
            return f"{text} s"
        case _:
            one = measure.value.removesuffix("s") if amount == 1 else measure.value
            return f"{amount:,} {one}"


def crossed(budget: Budget, before: int, after: int) -> Sequence[Threshold]:
    """Return the thresholds between two used amounts, lowest first."""
    return [each for each in sorted(budget.actions) if each.is_crossed(budget.limit, before, after)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """Whether budgets allow a model call. Without `failure` and `ask`, it is reserved.

    `ask` has the budget that needs an approval first, its usage, and the call's maximum use.
    """

    failure: Failure | None = None
    ask: tuple[Budget, Usage, int] | None = None


def approval_id(budget_id: str, scope: str) -> str:
    """Return the id of the approval that lets a run continue over a budget, in one period."""
    return f"{budget_id}.{scope}"
