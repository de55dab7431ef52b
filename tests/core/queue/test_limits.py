"""Limits as they are written in the settings, and the entries of runs in the queue."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.builders import a_run, an_origin

from runwhy.core.agent_spec import AgentSpec
from runwhy.core.queue.limits import MAX_SHORT, Limit, Limits, check_name, parse_limit, short
from runwhy.core.queue.rules import Priority, QueueRules, priority_of


@pytest.mark.parametrize(
    ("written", "limit"),
    [
        (4, Limit(running=4)),
        ("30/min", Limit(starts=30, seconds=60)),
        (" 2 / s ", Limit(starts=2, seconds=1)),
        ([20, "30/h"], Limit(running=20, starts=30, seconds=3600)),
    ],
)
def test_a_limit_is_a_number_a_rate_or_both(written: object, limit: Limit) -> None:
    assert parse_limit(written) == limit


@pytest.mark.parametrize(
    "written", [0, -1, True, 1.5, "4", "0/min", "4/week", [], [1, 2], ["1/s", "2/s"], None, {}]
)
def test_other_limits_are_rejected(written: object) -> None:
    with pytest.raises(ValueError, match="30/min"):
        parse_limit(written)


@pytest.mark.parametrize("name", ["", "a b", "model:", "a=", "=a", f"a={'v' * 97}"])
def test_names_that_no_run_can_have_are_rejected(name: str) -> None:
    with pytest.raises(ValueError, match="executor:NAME"):
        check_name(name)


def test_the_keys_of_a_run_name_its_workspace_for_tags_only() -> None:
    names = ("customer", "env=prod", "executor:builtin", "model:echo", "workspace", "other")
    rules = QueueRules(limits=Limits(by_name=dict.fromkeys(names, Limit(running=1))))
    run = a_run(tags={"customer": "acme", "env": "prod", "plan": "x"}, workspace=7)

    assert rules.entry_of(run).keys == (
        *("7/customer=acme", "7/env=prod", "7/workspace"),
        *("executor:builtin", "model:echo"),
    )
    assert all(rules.limits.limit_of(key) for key in rules.entry_of(run).keys)


def test_a_limit_for_one_value_precedes_that_for_the_tag() -> None:
    limits = Limits(by_name={"customer": Limit(running=4), "customer=acme": Limit(running=9)})

    assert limits.limit_of("1/customer=acme") == Limit(running=9)
    assert limits.limit_of("1/customer=globex") == Limit(running=4)


@given(st.text(max_size=300), st.text(max_size=300))
def test_long_values_are_short_and_stay_different(one: str, other: str) -> None:
    assert len(short(one).encode("utf-8", "replace")) <= MAX_SHORT
    assert (short(one) == short(other)) == (one == other)


def test_a_spec_lowers_the_priority_but_does_not_raise_it() -> None:
    message, batch = a_run(), a_run(origin=an_origin(trigger="daemon"))
    lowered = a_run(spec=AgentSpec(priority="batch"))
    raised = a_run(origin=an_origin(trigger="cron"), spec=AgentSpec(priority="message"))

    found = [priority_of(run) for run in (message, batch, lowered, raised)]

    assert found == [Priority.MESSAGE, Priority.BATCH, Priority.BATCH, Priority.SCHEDULE]


def test_a_child_has_the_priority_of_the_run_that_everything_started_from() -> None:
    origin = an_origin(trigger="subtask", facts={"root_trigger": "daemon"})

    assert priority_of(a_run(origin=origin, parent_run_id="run_1")) is Priority.BATCH
