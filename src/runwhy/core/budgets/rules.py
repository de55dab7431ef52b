"""Matching: which budgets apply to a run, decided when it is created."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from operator import itemgetter

from runwhy.core.budgets.budget import Budget, Measure, parse_scope_query, required_tags
from runwhy.core.budgets.periods import Period
from runwhy.core.budgets.slots import FOREVER, Slot, slot_of
from runwhy.core.queries import All, Query, QuerySubject, TagIs, matches
from runwhy.core.queries.field_values import run_subject
from runwhy.core.runs.run import AppliedBudget, Run

_Rule = tuple[int, Budget, Query | None]  # its position among all; None: every run found for it


@dataclass(frozen=True, slots=True, kw_only=True)
class BudgetRules:
    """The budgets of a workspace with their parsed queries, as of a version."""

    version: int = 0
    budgets: Mapping[str, Budget] = field(default_factory=dict)
    by_tag: Mapping[tuple[str, str], Sequence[_Rule]] = field(default_factory=dict)
    for_any: Sequence[_Rule] = ()  # rules that need no tag
    measures_time: bool = False  # whether any budget does
    measures_cost: bool = False
    concerns_new_runs: bool = False
    current: dict[str, Slot] = field(default_factory=dict)  # the last window of each budget


NO_RULES = BudgetRules()


def compile_rules(budgets: Sequence[Budget], version: int) -> BudgetRules:
    """Parse the queries of budgets once, for all runs until a budget changes.

    A budget is found by one tag that its runs have, so that a run is compared with few budgets.
    """
    by_tag: dict[tuple[str, str], list[_Rule]] = {}
    for_any: list[_Rule] = []
    for position, each in enumerate(budgets):
        if each.enabled:
            needed = list(required_tags(each).items())
            rules = by_tag.setdefault(needed[0], []) if needed else for_any
            query = parse_scope_query(each.query, now=each.created_at)
            rules.append((position, each, None if isinstance(query, All | TagIs) else query))
    known = {each.id: each for each in budgets}
    return BudgetRules(
        version=version,
        budgets=known,
        by_tag=by_tag,
        for_any=for_any,
        measures_time=any(each.measure is Measure.TIME for each in budgets),
        measures_cost=any(each.measure is Measure.COST for each in budgets),
        concerns_new_runs=any(each.concerns_new_runs for each in budgets),
    )


def applied_budgets(
    rules: BudgetRules, run: Run, parent: Run | None, agent_name: str | None = None
) -> tuple[AppliedBudget, ...]:
    """Return the budgets that apply to a new run: its own, and those of its parent.

    A child's usage counts for its parent, in the run and session that the parent's counts in.
    """
    inherited = _inherited(rules, parent) if parent is not None else {}
    found = [*rules.for_any]
    for tag in run.tagging.tags.items() if rules.by_tag else ():
        found += rules.by_tag.get(tag, ())
    subject: QuerySubject | None = None
    for _, budget, query in sorted(found, key=itemgetter(0)):
        if budget.id in inherited:
            continue
        if query is not None:
            subject = subject or run_subject(run, agent_name=agent_name)
            if not matches(query, subject):
                continue
        inherited[budget.id] = AppliedBudget(id=budget.id, name=budget.name)
    return tuple(inherited.values())


def _inherited(rules: BudgetRules, parent: Run) -> dict[str, AppliedBudget]:
    found = {}
    for each in parent.budgets:
        budget = rules.budgets.get(each.id)
        is_of_session = budget is not None and budget.period is Period.SESSION
        scope = each.scope or (parent.session_id if is_of_session else None)
        found[each.id] = AppliedBudget(id=each.id, name=each.name, scope=scope)
    return found


def scope_of(budget: Budget, applied: AppliedBudget, run: Run) -> str | None:
    """Return the run or session that usage counts for; None for a budget of a window of time."""
    match budget.period:
        case Period.RUN:
            return run.root_run_id or run.id
        case Period.SESSION:
            return applied.scope or run.session_id or run.root_run_id or run.id
        case Period.FOREVER:
            return FOREVER
        case _:
            return None


def slots_of(rules: BudgetRules, run: Run, at: datetime) -> list[Slot]:
    """Return where the usage of a run counts now, sorted as rows are locked.

    Budgets that were removed or disabled do not count.
    """
    found = []
    for applied in run.budgets:
        budget = rules.budgets.get(applied.id)
        if budget is None or not budget.enabled:
            continue
        slot = rules.current.get(budget.id)
        if slot is None or not slot.contains(at):
            slot = slot_of(budget, scope_of(budget, applied, run), at)
            if slot.ends_at is not None:
                rules.current[budget.id] = slot
        found.append(slot)
    if len(found) > 1:
        found.sort(key=_LOCKED)
    return found


_LOCKED = itemgetter(0, 1)
