"""Schedules after the clock was wrong: nothing fires twice, and nothing is skipped."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest
from tests.services.triggers_scene import Scene, opened
from tests.support.clock import NOON, FrozenClock

pytestmark = pytest.mark.anyio
MONTH = 30


@pytest.fixture(params=["sqlite", "postgres"])
async def scene(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Scene]:
    more = {}
    if request.param == "postgres":
        more = {"database_url": request.getfixturevalue("postgres_url")}
    async with opened(tmp_path, **more) as made:
        yield made
        for trigger in await made.triggers.list(1):
            await made.triggers.remove(1, trigger.id)


async def test_a_schedule_comes_back_with_the_clock(scene: Scene) -> None:
    trigger = await scene.add("0 * * * *", name="hourly", overlap="allow")
    await scene.tick(hours=1)
    await scene.tick(days=MONTH)
    due = await scene.tick(days=-MONTH)

    assert due == NOON + timedelta(hours=2)
    for _ in range(3):
        await scene.tick(hours=1)
    times = [occurrence.planned_at for occurrence in await scene.occurrences(trigger)]
    hours = [NOON + timedelta(hours=hour) for hour in (1, 2, 3, 4)]
    assert [time for time in times if time in hours] == hours
    assert len(times) == len(set(times))


async def test_an_occurrence_that_fired_early_does_not_fire_again(scene: Scene) -> None:
    trigger = await scene.add("0 * * * *", name="early", overlap="allow")
    await scene.tick(hours=3)  # the clock is wrong: 15:00 fires, 13:00 and 14:00 were missed
    due = await scene.tick(hours=-3)
    assert due == NOON + timedelta(hours=1)

    for _ in range(5):
        await scene.tick(hours=1)
    fired = [o.planned_at for o in await scene.occurrences(trigger) if o.run_id is not None]
    assert sorted(filter(None, fired)) == [NOON + timedelta(hours=hour) for hour in range(1, 6)]


async def test_a_schedule_made_while_the_clock_was_ahead_comes_back(scene: Scene) -> None:
    await scene.tick(days=MONTH)
    await scene.add("0 * * * *", name="made_ahead")
    due = await scene.tick(days=-MONTH)

    assert due == NOON + timedelta(hours=1)


async def test_a_server_that_starts_after_the_clock_was_corrected_notices(tmp_path: Path) -> None:
    clock = FrozenClock()
    async with opened(tmp_path, clock) as scene:
        await scene.add("0 * * * *")
        await scene.tick(days=MONTH)
    clock.advance(days=-MONTH)
    async with opened(tmp_path, clock) as scene:
        assert await scene.triggers.fire_due() == NOON + timedelta(hours=1)


async def test_a_range_of_skips_keeps_the_times_that_have_passed(scene: Scene) -> None:
    trigger = await scene.add("0 * * * *", name="range", overlap="allow")
    await scene.tick(hours=3, minutes=-1)
    await scene.tick(days=MONTH)
    due = await scene.tick(days=-MONTH, hours=2)  # 16:59; 15:00 and 16:00 have passed

    assert due == NOON + timedelta(hours=5)
    skips = [o for o in await scene.occurrences(trigger) if o.run_id is None]
    assert [(o.planned_at, o.count) for o in skips] == [
        (NOON + timedelta(hours=1), 2),
        (NOON + timedelta(hours=3), 2),
    ]
