"""Previews: the effect of a budget on past runs."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.core.budgets.test_budgets import a_budget
from tests.support.clock import NOON

from runwhy.core.budgets.budget import Action, Measure, Threshold
from runwhy.core.budgets.periods import Period
from runwhy.core.budgets.preview import PastRun, Preview, preview_budget, shown_periods
from runwhy.core.runs.run import Tokens

SINCE = NOON - timedelta(days=30)


def runs(*tokens: int, days: float = 0.0, **more: Any) -> list[PastRun]:
    return [
        PastRun(
            id=f"run_{number}",
            created_at=SINCE + timedelta(days=days * number),
            scope="ses_1",
            root=f"run_{number}",
            cost=0,
            tokens=Tokens(input=amount),
            lasted_ms=1000,
            **more,
        )
        for number, amount in enumerate(tokens)
    ]


def previewed(past: list[PastRun], *actions: Threshold, **changes: Any) -> Preview:
    given = {"measure": Measure.TOKENS, "limit": 100, "actions": actions, **changes}
    return preview_budget(a_budget(**given), past, since=SINCE, until=NOON)


STOP, REFUSE = Threshold(action=Action.STOP), Threshold(action=Action.REFUSE)


def test_a_run_over_the_limit_is_stopped_and_has_used_what_was_left() -> None:
    found = previewed(runs(60, 50, 10), STOP)

    assert found.counts == {Action.STOP: 2}
    assert (found.runs, found.used, found.examples) == (3, 100, ["run_2", "run_1"])


def test_each_period_begins_again() -> None:
    found = previewed(runs(60, 50, 70, days=1), STOP)

    assert found.counts == {}
    assert [each.used for each in shown_periods(found, limit=2)] == [70, 50]


def test_refused_runs_use_nothing() -> None:
    found = previewed(runs(100, 500), STOP, REFUSE)

    assert found.counts == {Action.REFUSE: 1}
    assert found.used == 100


def test_warnings_and_questions_are_counted() -> None:
    warn = Threshold(action=Action.WARN, percent=50)
    ask = Threshold(action=Action.ASK, percent=80)
    found = previewed(runs(60, 30, 30), warn, ask)

    assert found.counts == {Action.WARN: 1, Action.ASK: 2}


def test_every_measure_and_period_is_simulated() -> None:
    past = runs(1, 1, 1, is_priced=False)

    assert previewed(past, STOP, measure=Measure.RUNS, limit=2).counts == {Action.STOP: 1}
    assert previewed(past, STOP, measure=Measure.TIME, limit=2000).counts == {Action.STOP: 1}
    assert previewed(past, STOP, period=Period.RUN, limit=1).counts == {}
    assert previewed(past, STOP, period=Period.SESSION, limit=2).counts == {Action.STOP: 1}
    assert previewed(past, STOP, period=Period.FOREVER, limit=2).counts == {Action.STOP: 1}
    assert previewed(past, STOP).unpriced == 3
