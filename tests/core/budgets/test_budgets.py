"""Budgets: their rules, which runs they apply to, and who may see them."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from tests.support.builders import SESSION_ID, WORKSPACE, a_run, an_origin
from tests.support.clock import NOON

from runwhy.core.budgets.budget import (
    Action,
    Budget,
    Measure,
    Threshold,
    Usage,
    check_budget,
    is_within,
)
from runwhy.core.budgets.periods import Period
from runwhy.core.budgets.reservation import (
    amount_text,
    crossed,
    limit_text,
    reached_text,
    stop_failure,
)
from runwhy.core.budgets.rules import applied_budgets, compile_rules, scope_of, slots_of
from runwhy.core.inbox.derive import budget_item
from runwhy.core.inbox.findings import BudgetEvents
from runwhy.core.runs.origin import Actor
from runwhy.core.runs.run import AppliedBudget
from runwhy.errors import InvalidInput

STOP = Threshold(action=Action.STOP)
BOTH = "runs end before their next model call, and new runs are refused"


def a_budget(name: str = "acme", query: str = "customer:acme", **changes: Any) -> Budget:
    budget = Budget(
        id=f"bud_{name}",
        workspace=WORKSPACE,
        name=name,
        query=query,
        measure=Measure.COST,
        period=Period.DAY,
        limit=20 * 10**12,
        created_at=NOON,
        updated_at=NOON,
    )
    return replace(budget, **changes)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"name": "no spaces"}, "/name"),
        ({"name": "bud_x"}, "/name"),
        ({"limit": 0}, "/limit"),
        ({"timezone": "Berlin"}, "/timezone"),
        ({"query": "status:failed"}, "/query"),
        ({"query": "cost>1"}, "/query"),
        ({"query": "created>-24h"}, "/query"),
        ({"query": "some words"}, "/query"),
        ({"query": "budget:other"}, "/query"),
        ({"actions": ()}, "/actions"),
        ({"actions": (STOP, STOP)}, "/actions"),
        ({"actions": (Threshold(action=Action.STOP, percent=101),)}, "/actions"),
        ({"actions": (Threshold(action=Action.REFUSE),), "period": Period.RUN}, "/actions"),
    ],
)
def test_a_broken_rule_is_named(changes: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        check_budget(a_budget(**changes), now=NOON)

    assert {problem.field for problem in refused.value.problems} == {field}


@pytest.mark.parametrize(
    "query", ["", "customer:acme env:*", "trigger:nightly", "actor:key_x", "-model:echo", "has:env"]
)
def test_what_is_known_at_creation_can_be_used(query: str) -> None:
    check_budget(a_budget(query=query), now=NOON)


def test_budgets_apply_by_tags_and_origin() -> None:
    nightly = a_budget("nightly", "trigger:nightly")
    key = a_budget("key", "actor:key_x")
    other = a_budget("other", "customer:globex")
    disabled = a_budget("off", "customer:acme", enabled=False)
    rules = compile_rules([a_budget(), nightly, key, other, disabled, a_budget("all", "")], 1)
    origin = an_origin(trigger="cron", trigger_name="nightly", actor=Actor(kind="key", id="key_x"))
    run = a_run(tags={"customer": "acme"}, origin=origin)

    applied = applied_budgets(rules, run, None)

    assert [each.name for each in applied] == ["acme", "nightly", "key", "all"]


def test_a_child_counts_for_its_parent_also_without_the_parents_tags() -> None:
    per_session = a_budget("chat", "customer:acme", period=Period.SESSION)
    rules = compile_rules([a_budget(), per_session], 1)
    parent = a_run(
        session_id=SESSION_ID,
        budgets=applied_budgets(rules, a_run(tags={"customer": "acme"}), None),
    )
    child = a_run(id="run_child", root_run_id=parent.id, parent_run_id=parent.id)

    applied = applied_budgets(rules, child, parent)

    assert applied == (
        AppliedBudget(id="bud_acme", name="acme"),
        AppliedBudget(id="bud_chat", name="chat", scope=SESSION_ID),
    )
    assert scope_of(per_session, applied[1], child) == SESSION_ID
    assert scope_of(replace(per_session, period=Period.RUN), applied[1], child) == parent.id


def test_readers_limited_to_tags_see_budgets_of_their_runs_only() -> None:
    mine = {"customer": "acme"}

    assert is_within(a_budget(query="customer:acme env:prod"), mine)
    assert is_within(a_budget(query=""), {})
    assert not is_within(a_budget(query=""), mine)
    assert not is_within(a_budget(query="customer:acme OR customer:globex"), mine)
    assert not is_within(a_budget(query="customer:globex"), mine)
    assert not is_within(a_budget(query="-customer:acme"), mine)


@pytest.mark.parametrize(
    ("actions", "used", "expected"),
    [
        ({Action.STOP: 100}, 20, "runs end before their next model call"),
        ({Action.STOP: 50}, 11, "runs end before their next model call"),
        ({Action.ASK: 50, Action.STOP: 100}, 11, "model calls need an approval"),
        ({Action.REFUSE: 100, Action.STOP: 100}, 25, BOTH),
        ({Action.WARN: 50}, 25, "it warns, and stops nothing"),
        ({Action.STOP: 100}, 19, None),
        ({Action.WARN: 50}, 19, None),
    ],
)
def test_a_budget_states_what_it_does_when_enough_is_used(
    actions: dict[Action, int], used: int, expected: str | None
) -> None:
    thresholds = tuple(Threshold(action=action, percent=at) for action, at in actions.items())
    budget, usage = a_budget(actions=thresholds), Usage(used=used * 10**12)

    text = reached_text(budget, usage)

    assert (expected is None) is (text is None)
    assert expected is None or str(text).endswith(f"From now on, {expected}.")
    assert reached_text(replace(budget, enabled=False), usage) is None
    assert reached_text(replace(budget, period=Period.RUN), usage) is None


def test_the_notice_of_a_full_budget_has_the_amounts_and_the_end_of_its_period() -> None:
    usage = Usage(used=30 * 10**12, resets_at=NOON)

    assert reached_text(a_budget(), usage) == (
        "The budget acme has reached its limit: $30 of $20 a day used; it resets at"
        f" {NOON:%Y-%m-%dT%H:%M:%SZ}. Until then, runs end before their next model call."
    )


@pytest.mark.parametrize(
    ("percent", "limit", "reached"),
    [(50, 1, 1), (80, 3, 3), (50, 4, 2), (1, 1000, 10), (100, 2, 2)],
)
def test_a_threshold_is_crossed_when_its_share_is_reached_and_not_before(
    percent: int, limit: int, reached: int
) -> None:
    warn = Threshold(action=Action.WARN, percent=percent)
    budget = a_budget(limit=limit, actions=(warn,))

    crossings = [used for used in range(1, limit + 3) if crossed(budget, used - 1, used)]

    assert crossings == [reached]


def test_a_limit_can_be_a_million_dollars() -> None:
    check_budget(a_budget(limit=10**18), now=NOON)

    with pytest.raises(InvalidInput, match="must be positive and at most 1000000"):
        check_budget(a_budget(limit=10**18 + 1), now=NOON)
    assert amount_text(Measure.COST, 25_000 * 10**12) == "$25,000"


@pytest.mark.parametrize(
    ("period", "days", "action", "expected"),
    [
        (Period.DAY, 0, Action.STOP, "stopped until the budget resets or its limit is raised."),
        (Period.DAY, 1, Action.STOP, "The budget has been reset since then."),
        (Period.DAY, 1, Action.WARN, "The budget has been reset since then."),
        (Period.MONTH, 1, Action.WARN, "At $20, runs are stopped."),
        (Period.FOREVER, 9, Action.STOP, "Further runs are stopped until the limit is raised."),
        (
            Period.SESSION,
            9,
            Action.STOP,
            "Each session is stopped at the limit until it is raised.",
        ),
    ],
)
def test_an_inbox_item_states_what_a_budget_does_next(
    period: Period, days: int, action: Action, expected: str
) -> None:
    found = BudgetEvents(
        budget=a_budget(period=period),
        scope="",
        action=action,
        percent=100,
        count=2,
        used=1,
        first_at=NOON,
        last_at=NOON,
    )

    item = budget_item(found, now=NOON + timedelta(days=days))

    assert item.otherwise.endswith(expected)


@pytest.mark.parametrize(
    ("percent", "denied", "end"),
    [
        (100, "", "; the next model call may use $3"),
        (50, "", "; the next model call may use $3; runs are stopped at $10"),
        (50, "too much", "; the next model call may use $3; too much"),
    ],
)
def test_a_stopped_run_names_the_share_at_which_the_budget_stops_it(
    percent: int, denied: str, end: str
) -> None:
    budget = a_budget(actions=(replace(STOP, percent=percent),))

    failure = stop_failure(budget, Usage(used=8 * 10**12), 3 * 10**12, denied=denied)

    assert failure.message == f"the budget acme is exceeded: $8 of $20 a day used{end}"


def test_amounts_of_time_have_as_many_digits_as_people_need() -> None:
    texts = [amount_text(Measure.TIME, ms) for ms in (1_250, 120_000, 2_948_960, 7_200_000)]

    assert texts == ["1.25 s", "120 s", "2,949 s", "7,200 s"]


def test_a_limit_has_its_period_unless_it_is_for_good() -> None:
    assert limit_text(Measure.TOKENS, 600, Period.DAY) == "600 tokens per day"
    assert limit_text(Measure.TOKENS, 600, Period.FOREVER) == "600 tokens"


def test_usage_counts_in_the_window_of_its_time_whatever_was_asked_before() -> None:
    rules = compile_rules([a_budget(timezone="Europe/Berlin")], version=1)
    run = replace(a_run(), budgets=(AppliedBudget(id="bud_acme", name="acme"),))
    times = [NOON, NOON + timedelta(days=1), NOON, NOON - timedelta(days=1)]

    found = [slots_of(rules, run, at)[0] for at in times]

    assert all(
        slot.ends_at is not None and slot.started_at <= at < slot.ends_at
        for slot, at in zip(found, times, strict=True)
    )
    assert len({slot.scope for slot in found}) == 3
