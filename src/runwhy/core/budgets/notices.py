"""Messages of budgets to models and people: remaining amounts, thresholds, and questions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from runwhy.core.agents.coding_agents import Approval
from runwhy.core.budgets.budget import Action, Budget, Threshold, Usage
from runwhy.core.budgets.reservation import (
    amount_text,
    approval_id,
    crossed,
    limit_text,
    reset_text,
    used_text,
)
from runwhy.core.json import JsonObject
from runwhy.core.runs.log import Part, PartKind
from runwhy.core.runs.provenance import Provenance

MAX_SHOWN = 5  # budgets in an envelope
STARTED_AT = "budgets"  # in the data of an envelope part: the use of each budget
BUDGET_TOOL = "budget"  # in an approval, in place of a tool
CROSSED = "budget"  # in the data of a note: the budget and the percentage

Usages = Sequence[tuple[Budget, Usage]]


def left_of(usages: Usages) -> list[dict[str, str]]:
    """Return the remaining amounts of a run's budgets for its envelope, the tightest first."""

    def share(item: tuple[Budget, Usage]) -> float:
        budget, usage = item
        return (budget.limit - usage.total) / budget.limit

    tightest = sorted(usages, key=share)[:MAX_SHOWN] if len(usages) > 1 else usages
    return [_left(*item) for item in tightest]


def _left(budget: Budget, usage: Usage) -> dict[str, str]:
    measure = budget.measure
    left = amount_text(measure, max(0, budget.limit - usage.total))
    found = {
        "name": budget.name,
        "left": left,
        "limit": limit_text(measure, budget.limit, budget.period),
    }
    if usage.resets_at is not None:
        found["resets_at_utc"] = reset_text(usage.resets_at)
    return found


def used_at_start(usages: Usages) -> dict[str, int]:
    """Return the usage at the start of a run, to be stored with its envelope."""
    return {budget.id: usage.used for budget, usage in usages}


def new_notes(parts: Sequence[Part], usages: Usages, run_id: str, at: datetime) -> list[Part]:
    """Return a note for each threshold that was crossed since the run started, once in a run."""
    envelope = next((part for part in parts if part.kind is PartKind.ENVELOPE), None)
    before = envelope.data.get(STARTED_AT) if envelope is not None else None
    noted = {key for part in parts if (key := _key(part.data.get(CROSSED))) is not None}
    found = []
    for budget, usage in usages:
        start = before.get(budget.id, 0) if isinstance(before, Mapping) else 0
        found += [
            _note(budget, usage, threshold, run_id, at)
            for threshold in _told(budget, start, usage.used)
            if (budget.id, threshold.percent) not in noted
        ]
    return found


def _told(budget: Budget, start: int, used: int) -> Iterator[Threshold]:
    """Yield the crossed thresholds, except `stop`, which ends a run."""
    for threshold in crossed(budget, min(start, used), used):
        if threshold.action is not Action.STOP:
            yield threshold


def _key(data: object) -> tuple[object, object] | None:
    return (data.get("id"), data.get("percent")) if isinstance(data, Mapping) else None


def _note(budget: Budget, usage: Usage, threshold: Threshold, run_id: str, at: datetime) -> Part:
    text = f"{threshold.percent} % of the budget {budget.name} is used: {used_text(budget, usage)}."
    stop = budget.level(Action.STOP)
    if stop is not None:
        text += f" The run is stopped at {amount_text(budget.measure, stop)}."
    text += " Finish the task with few further steps, and state in your result what you left open."
    return Part(
        run_id=run_id,
        index=0,  # assigned by the store
        kind=PartKind.NOTE,
        role="user",
        provenance=Provenance.SYSTEM,
        at=at,
        text=text,
        data={CROSSED: {"id": budget.id, "name": budget.name, "percent": threshold.percent}},
    )


def approval_of(budget: Budget, usage: Usage, amount: int, *, at: datetime) -> Approval:
    """Return the question whether a run may continue over a threshold of a budget."""
    needs = f"; a call may use {amount_text(budget.measure, amount)}" if amount else ""
    asked: JsonObject = {
        "tool": BUDGET_TOOL,
        "input": {
            "budget": budget.name,
            "used": amount_text(budget.measure, usage.used),
            "limit": limit_text(budget.measure, budget.limit, budget.period),
            "reason": f"{budget.name}, {used_text(budget, usage)}{needs}",
        },
    }
    return Approval(id=approval_id(budget.id, usage.scope), asked=asked, asked_at=at)
