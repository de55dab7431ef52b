"""Erasure: decisions that need no store."""

from __future__ import annotations

from datetime import timedelta

import pytest
from tests.support.clock import NOON

from runwhy.core.erasure import creates_more, next_batch
from runwhy.core.queries import parse
from runwhy.core.triggers.trigger import Trigger, TriggerKind


def test_batches_shrink_when_slow_and_grow_again() -> None:
    def after(size: int, ms: int) -> int:
        return next_batch(size, took=timedelta(milliseconds=ms), most=100)

    assert [after(100, 300), after(50, 300), after(25, 300)] == [50, 25, 25]
    assert [after(50, 100), after(50, 10), after(100, 0)] == [50, 100, 100]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("customer:acme", True),
        ("customer:ac*", True),
        ("has:customer", True),
        ("customer:globex", False),
        ("customer:acme env:prod", False),
        ("customer:acme OR customer:globex", True),
        ("customer:acme -env:test", True),
        ("-customer:acme", False),
        ("trigger:nightly", True),
        ("trigger:cron", True),
        ("trigger:webhook", False),
        # Terms about the run are not known yet, except for its creation, which is later than now.
        ("customer:acme status:failed", True),
        ("customer:acme cost>1 invoice", True),
        ("customer:acme created<2026-11-01", False),
        ("customer:acme created>2026-11-01", True),
        # The query is not about triggers or tags.
        ("status:failed", False),
        ("created>2026-11-01", False),
        ("agent:cook", False),
    ],
)
def test_a_trigger_creates_more_if_its_new_runs_may_match(query: str, expected: bool) -> None:
    trigger = Trigger(
        id="trg_1",
        workspace=1,
        kind=TriggerKind.CRON,
        name="nightly",
        tags={"customer": "acme"},
        created_at=NOON,
        updated_at=NOON,
    )

    assert creates_more(parse(query, now=NOON), trigger, trigger.tags, now=NOON) is expected
