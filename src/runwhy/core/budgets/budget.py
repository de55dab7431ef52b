"""Budgets as values: measures, limits, and the rules for defining them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from runwhy.core.budgets.periods import Period, zone_problems
from runwhy.core.queries import (
    Compare,
    Field,
    HasField,
    Query,
    TagIs,
    TagTerm,
    Text,
    parse_field,
    parts_of,
    terms,
)
from runwhy.core.runs.cost import DECIMALS
from runwhy.core.runs.prices import Price
from runwhy.core.runs.tags import Tags, carries
from runwhy.errors import InvalidInput, Problem

MAX_NAME = 64
MAX_ACTIONS = 10
MAX_BUDGETS = 1000  # of a workspace
MAX_LIMIT = 10**18  # a million dollars; what is used may be several times as much, in 64 bits
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
NAME_RULE = f"must have 1 to {MAX_NAME} letters, digits, '.', '_' or '-'"
# The fields of a run that are known when it is created, and never change.
KNOWN_AT_CREATION = frozenset(
    {
        *(Field.TRIGGER, Field.TRIGGER_ID, Field.TRIGGER_NAME, Field.ACTOR, Field.AGENT),
        *(Field.MODEL, Field.EXECUTOR, Field.SESSION, Field.PARENT, Field.RERUN_OF),
    }
)


class Measure(StrEnum):
    """A quantity that a budget limits."""

    COST = "cost"
    TOKENS = "tokens"
    RUNS = "runs"
    TIME = "time"

    @property
    def scale(self) -> int:
        """How many stored units are one unit of the API: dollars, tokens, runs or seconds."""
        return _SCALES[self]


_SCALES: dict[Measure, int] = {
    Measure.COST: 10**DECIMALS,
    Measure.TOKENS: 1,
    Measure.RUNS: 1,
    Measure.TIME: 1000,
}


class Action(StrEnum):
    """The reaction when a share of the limit is used."""

    WARN = "warn"
    ASK = "ask"
    STOP = "stop"
    REFUSE = "refuse"


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Threshold:
    """An action, and the share of the limit at which it happens."""

    percent: int = 100
    action: Action

    def level(self, limit: int) -> int:
        """Return the highest amount within the share."""
        return limit * self.percent // 100

    def is_crossed(self, limit: int, before: int, after: int) -> bool:
        """Whether the share of the limit was reached between two used amounts."""
        return before * 100 < limit * self.percent <= after * 100


DEFAULT_ACTIONS = (Threshold(action=Action.STOP),)


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """A limit on what the runs that match a query may use in a period.

    `limit` is in picodollars, tokens, runs or milliseconds. `price` replaces the prices of all
    models. A removed budget is kept. If it is created again with the same query, measure and
    period, it continues with its earlier use.
    """

    id: str
    workspace: int
    name: str
    query: str
    measure: Measure
    period: Period
    limit: int
    created_at: datetime
    updated_at: datetime
    timezone: str = "UTC"
    actions: tuple[Threshold, ...] = DEFAULT_ACTIONS
    price: Price | None = None
    enabled: bool = True
    created_by: str = ""
    removed_at: datetime | None = None

    def thresholds(self, action: Action) -> Sequence[Threshold]:
        """Return the thresholds of an action, lowest first."""
        return sorted(each for each in self.actions if each.action is action)

    def level(self, action: Action) -> int | None:
        """Return the amount at which an action first happens, None if the budget lacks it."""
        found = self.thresholds(action)
        return found[0].level(self.limit) if found else None

    def has(self, action: Action) -> bool:
        """Whether the budget has an action."""
        return action in [each.action for each in self.actions]

    @property
    def concerns_new_runs(self) -> bool:
        """Whether the budget counts or refuses runs when they are created."""
        return self.measure is Measure.RUNS or self.has(Action.REFUSE)

    @property
    def blocking_level(self) -> int | None:
        """The lowest amount above which a model call is not simply allowed."""
        blocking = [each for each in self.actions if each.action in (Action.ASK, Action.STOP)]
        return min((each.level(self.limit) for each in blocking), default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """The usage of a budget in a period, and the amount that calls in progress have reserved.

    `resets_at` is None if the period has no end.
    """

    scope: str = ""
    used: int = 0
    reserved: int = 0
    refused: int = 0
    resets_at: datetime | None = None

    @property
    def total(self) -> int:
        """The highest possible usage when all calls in progress have ended."""
        return self.used + self.reserved


@dataclass(frozen=True, slots=True, kw_only=True)
class BudgetPeriod:
    """The usage of a budget in one period, and the limit that it had."""

    start: datetime
    limit: int
    usage: Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class BudgetNotice:
    """Something that a budget did: a warning, a question, or a stopped run."""

    id: str
    workspace: int
    budget_id: str
    scope: str
    action: Action
    percent: int
    used: int
    needed: int  # by calls in progress, and the one that was stopped or needs an approval
    limit: int
    at: datetime
    run_id: str | None = None  # None if the run was erased
    seq: int = 0


def parse_scope_query(text: str, *, now: datetime, at: str = "/query") -> Query:
    """Parse the query of a budget. It may use only values that are known when a run is created.

    Raises: InvalidInput.
    """
    query = parse_field(text, now=now, at=at)
    for term in terms(query):
        if isinstance(term, TagTerm):
            continue
        known = not isinstance(term, Text | Compare) and term.field in KNOWN_AT_CREATION
        if not known:
            name = "text" if isinstance(term, Text) else str(term.field)
            fields = ", ".join(sorted(KNOWN_AT_CREATION))
            rule = f"cannot use {name}, which is not known when a run is created"
            raise InvalidInput([Problem(at, f"{rule}; use tags or {fields}")])
        if isinstance(term, HasField) and term.field is Field.MODEL:
            rule = "cannot use has:model, because a run without a model uses the default"
            raise InvalidInput([Problem(at, rule)])
    return query


def check_budget(budget: Budget, *, now: datetime) -> None:
    """Check a budget. Raises: InvalidInput, which names every broken rule."""
    problems = list(zone_problems(budget.timezone))
    if not NAME.fullmatch(budget.name) or len(budget.name) > MAX_NAME:
        problems.append(Problem("/name", NAME_RULE, MAX_NAME, len(budget.name)))
    if budget.name.startswith("bud_"):
        problems.append(Problem("/name", "must not begin with bud_, as ids do"))
    if not 0 < budget.limit <= MAX_LIMIT:
        most = MAX_LIMIT // budget.measure.scale
        problems.append(Problem("/limit", f"must be positive and at most {most}"))
    problems += _action_problems(budget)
    if budget.price is not None and budget.measure is not Measure.COST:
        problems.append(Problem("/price", "can be set for the measure cost only"))
    try:
        parse_scope_query(budget.query, now=now)
    except InvalidInput as error:
        problems += error.problems
    if problems:
        raise InvalidInput(problems)


def _action_problems(budget: Budget) -> list[Problem]:
    problems, actions = [], budget.actions
    if not 1 <= len(actions) <= MAX_ACTIONS:
        rule = f"must have 1 to {MAX_ACTIONS} actions"
        problems.append(Problem("/actions", rule, MAX_ACTIONS, len(actions)))
    if any(not 1 <= each.percent <= 100 for each in actions):
        problems.append(Problem("/actions", "happen at 1 to 100 percent of the limit", 100))
    problems += [
        Problem("/actions", f"{action} can occur once")
        for action in (Action.ASK, Action.STOP, Action.REFUSE)
        if len(budget.thresholds(action)) > 1
    ]
    if len(set(actions)) < len(actions):
        problems.append(Problem("/actions", "contain the same action twice"))
    if budget.period is Period.RUN and budget.level(Action.REFUSE) is not None:
        problems.append(Problem("/actions", "refuse has no effect in a budget for each run"))
    return problems


def required_tags(budget: Budget) -> dict[str, str]:
    """Return the tags that every run has which a budget counts."""
    parts = parts_of(parse_scope_query(budget.query, now=budget.created_at))
    return {part.key: part.value for part in parts if isinstance(part, TagIs)}


def is_within(budget: Budget, tags: Tags) -> bool:
    """Whether every run that a budget counts has these tags, so that their readers may see it."""
    return carries(required_tags(budget), tags)
