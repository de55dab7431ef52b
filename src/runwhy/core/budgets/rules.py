"""Matching: which budgets apply to a run, decided when it is created."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from runwhy.core.budgets.budget import Budget, parse_scope_query, required_tags
from runwhy.core.budgets.periods import Period
from runwhy.core.queries import Query, matches
from runwhy.core.queries.field_values import run_subject
from runwhy.core.runs.run import AppliedBudget, Run


@dataclass(frozen=True, slots=True, kw_only=True)
class BudgetRules:
    """The budgets of a workspace with their parsed queries, as of a version."""

    version: int = 0
    budgets: Mapping[str, Budget] = field(default_factory=dict)
    queries: Sequence[tuple[Budget, Query, Sequence[tuple[str, str]]]] = ()  # with its tags


NO_RULES = BudgetRules()


def compile_rules(budgets: Sequence[Budget], version: int) -> BudgetRules:
    """Parse the queries of budgets once, for all runs until a budget changes."""
    return BudgetRules(
        version=version,
        budgets={each.id: each for each in budgets},
        queries=[
            (
                each,
                parse_scope_query(each.query, now=each.created_at),
                tuple(required_tags(each).items()),
            )
            for each in budgets
            if each.enabled
        ],
    )


def applied_budgets(
    rules: BudgetRules, run: Run, parent: Run | None, agent_name: str | None = None
) -> tuple[AppliedBudget, ...]:
    """Return the budgets that apply to a new run: its own, and those of its parent.

    A child's usage counts for its parent, in the run and session that the parent's counts in.
    """
    inherited = _inherited(rules, parent) if parent is not None else {}
    if rules.queries:
        subject, tags = run_subject(run, agent_name=agent_name), run.tagging.tags
        for budget, query, needed in rules.queries:
            if any(tags.get(key) != value for key, value in needed):  # most budgets, quickly
                continue
            if budget.id not in inherited and matches(query, subject):
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
            return "forever"
        case _:
            return None
