"""Schedules fire each occurrence once, and each run names its trigger."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from datetime import timedelta
from pathlib import Path

import pytest
from tests.services.triggers_scene import SOMEBODY, WORKSPACE, Scene, opened
from tests.support.clock import NOON, FrozenClock

from runwhy.core.agent_spec import AgentSpec
from runwhy.core.runs.run import Status
from runwhy.core.runs.tags import TagSource
from runwhy.errors import (
    Conflict,
    InvalidInput,
    InvalidModel,
    Problem,
    RunwhyError,
    Unavailable,
)
from runwhy.services.triggers import readable_reason

pytestmark = pytest.mark.anyio


@pytest.fixture
async def scene(tmp_path: Path) -> AsyncIterator[Scene]:
    async with opened(tmp_path) as made:
        yield made


async def test_a_run_names_the_trigger_that_fired(scene: Scene) -> None:
    trigger = await scene.add("0 * * * *", tags={"env": "prod"})

    following = await scene.tick(hours=1)

    (run,) = await scene.runs()
    origin = run.origin
    assert (origin.trigger, origin.trigger_id, origin.attended) == ("cron", trigger.id, False)
    assert origin.scheduled_for == NOON + timedelta(hours=1)
    assert origin.trigger_name == "nightly"
    assert origin.facts == {
        "trigger_name": "nightly",
        "cron_job_id": trigger.id,
        "cron_run_id": f"{trigger.id}:2026-11-03T13:00:00Z",
        "scheduled_for_utc": "2026-11-03T13:00:00Z",
        "previous_run_id": None,
        "previous_status": None,
        "missed": 0,
    }
    assert run.tagging.tags == {"env": "prod"}
    assert run.tagging.sources == {"env": TagSource.TRIGGER}
    assert following == NOON + timedelta(hours=2)


async def test_the_next_run_has_facts_about_the_previous_one(scene: Scene) -> None:
    await scene.add("0 * * * *")
    await scene.tick(hours=1)
    await scene.end(well=False)
    await scene.tick(hours=1)

    first, second = await scene.runs()
    assert second.origin.facts["previous_run_id"] == first.id
    assert second.origin.facts["previous_status"] == "failed"


async def test_the_facts_hold_the_planned_time(scene: Scene) -> None:
    await scene.add("0 * * * *")
    await scene.tick(hours=1, seconds=40)

    (run,) = await scene.runs()
    assert run.origin.facts["scheduled_for_utc"] == "2026-11-03T13:00:00Z"
    assert run.origin.requested_at == NOON + timedelta(hours=1, seconds=40)


async def test_an_occurrence_is_skipped_with_a_reason_while_the_last_run_is_queued(
    scene: Scene,
) -> None:
    trigger = await scene.add()
    await scene.tick(minutes=1)
    await scene.tick(minutes=1)
    await scene.end()
    await scene.tick(minutes=1)

    (first, second) = await scene.runs()
    told = [(o.status.value, o.reason, o.run_id) for o in await scene.occurrences(trigger)]
    assert told == [
        ("fired", None, first.id),
        ("skipped", f"{first.id} is still queued", None),
        ("fired", None, second.id),
    ]
    assert second.origin.facts["missed"] == 1


async def test_overlapping_runs_can_be_allowed(scene: Scene) -> None:
    await scene.add(overlap="allow")
    for _ in range(3):
        await scene.tick(minutes=1)

    assert await scene.end() == 3


async def test_overlapping_runs_can_queue(scene: Scene) -> None:
    await scene.add(overlap="queue")
    for _ in range(3):
        await scene.tick(minutes=1)

    assert len(await scene.runs()) == 3
    assert [await scene.end() for _ in range(4)] == [1, 1, 1, 0]


async def test_an_overlapping_run_can_cancel_the_previous_one(scene: Scene) -> None:
    await scene.add(overlap="cancel_previous")
    for _ in range(3):
        await scene.tick(minutes=1)

    statuses = [run.status for run in await scene.runs()]
    assert statuses == [Status.CANCELLED, Status.CANCELLED, Status.QUEUED]


async def test_a_restart_in_the_due_second_fires_once(tmp_path: Path) -> None:
    clock = FrozenClock()
    async with opened(tmp_path, clock) as first:
        trigger = await first.add()
        await first.tick(seconds=59)
    async with opened(tmp_path, clock) as second:
        await second.tick(seconds=1)
    async with opened(tmp_path, clock) as third:
        await third.tick()
        await third.tick(milliseconds=900)

        assert len(await third.runs()) == 1
        assert len(await third.occurrences(trigger)) == 1


@pytest.mark.parametrize(
    ("catch_up", "runs", "rows"), [("none", 0, 1), ("last", 1, 2), ("all", 5, 5)]
)
async def test_missed_occurrences_are_recorded_after_downtime(
    tmp_path: Path, catch_up: str, runs: int, rows: int
) -> None:
    clock = FrozenClock()
    async with opened(tmp_path, clock) as before:
        trigger = await before.add("0 * * * *", catch_up=catch_up, overlap="allow")
    clock.advance(hours=5, minutes=30)
    async with opened(tmp_path, clock) as after:
        await after.tick()

        occurrences = await after.occurrences(trigger)
        assert len(await after.runs()) == runs
        assert len(occurrences) == rows
        assert sum(o.count for o in occurrences) == 5


async def test_missed_occurrences_are_counted_in_the_next_runs_facts(scene: Scene) -> None:
    await scene.add("0 * * * *")
    await scene.tick(hours=3, minutes=30)
    await scene.tick(minutes=30)

    (run,) = await scene.runs()
    assert run.origin.facts["missed"] == 3


async def test_consecutive_failures_pause_a_schedule_with_a_note(scene: Scene) -> None:
    trigger = await scene.add(pause_after_failures=2)
    for _ in range(4):
        await scene.tick(minutes=1)
        await scene.end(well=False)

    paused = await scene.triggers.get(WORKSPACE, trigger.id)
    assert (paused.enabled, paused.note) == (False, "paused automatically: the last 2 runs failed")
    assert len(await scene.runs()) == 2
    assert (await scene.occurrences(trigger))[-1].reason == paused.note

    await scene.triggers.resume(WORKSPACE, trigger.id)
    await scene.tick(minutes=1)
    assert len(await scene.runs()) == 3


async def test_a_paused_schedule_does_not_fire_or_catch_up(scene: Scene) -> None:
    trigger = await scene.add()
    paused = await scene.triggers.pause(WORKSPACE, trigger.id, "on holiday")
    await scene.tick(minutes=10)
    await scene.triggers.resume(WORKSPACE, trigger.id)
    await scene.tick()

    assert (paused.note, paused.next_at) == ("on holiday", None)
    assert await scene.runs() == []
    await scene.tick(minutes=1)
    assert len(await scene.runs()) == 1


async def test_a_manual_run_is_attended_and_names_its_actor(scene: Scene) -> None:
    trigger = await scene.add("0 0 1 1 *")

    run = await scene.triggers.fire_now(WORKSPACE, trigger.id, SOMEBODY)

    assert (run.origin.trigger, run.origin.attended, run.origin.actor) == ("cron", True, SOMEBODY)
    assert run.origin.trigger_id == trigger.id
    (occurrence,) = await scene.occurrences(trigger)
    assert (occurrence.run_id, occurrence.reason) == (run.id, "started manually")
    assert (await scene.triggers.get(WORKSPACE, trigger.id)).next_at == trigger.next_at


async def test_an_occurrence_that_cannot_start_is_skipped_with_the_reason(scene: Scene) -> None:
    session = await scene.server.services.sessions.create(
        WORKSPACE, AgentSpec(system_prompt="Help."), {}
    )
    trigger = await scene.add(session_id=session.id)
    await scene.server.services.sessions.end(WORKSPACE, session.id)
    await scene.tick(minutes=1)

    (skipped,) = await scene.occurrences(trigger)
    assert skipped.reason is not None and "has ended" in skipped.reason
    health = (await scene.triggers.health(WORKSPACE, [trigger]))[trigger.id]
    assert (health.state, health.missed) == ("failing", 1)
    assert health.start_error is not None and "has ended" in health.start_error


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (InvalidModel("gone"), "modelId: no model 'gone'"),
        (InvalidInput([Problem("/spec/tools", "has too many")]), "spec.tools: has too many"),
        (Conflict("the session has ended"), "the session has ended"),
    ],
)
def test_the_reason_of_a_skip_has_no_json_pointer(error: RunwhyError, reason: str) -> None:
    assert readable_reason(error) == reason


async def test_duplicate_names_and_broken_rules_are_rejected(scene: Scene) -> None:
    await scene.add(name="nightly")
    with pytest.raises(Conflict):
        await scene.add(name="nightly")
    with pytest.raises(InvalidInput) as refused:
        await scene.add("99 * * * *", name="other", timezone="Nowhere/Here")
    assert [p.field for p in refused.value.problems] == ["/schedule", "/timezone"]
    with pytest.raises(InvalidInput):
        await scene.add(name="third", spec=AgentSpec(model_id="nobody:knows"))


async def test_deleting_a_trigger_keeps_its_runs(scene: Scene) -> None:
    trigger = await scene.add()
    await scene.tick(minutes=1)
    await scene.triggers.remove(WORKSPACE, trigger.id)
    await scene.tick(minutes=1)

    assert len(await scene.runs()) == 1


async def _fire_all_due(scene: Scene) -> None:
    """Fire as a server does: a trigger that the database refuses for a moment stays due."""
    while True:
        try:
            await scene.triggers.fire_due()
        except Unavailable:
            await asyncio.sleep(0.1)
        else:
            return


async def _crowd(
    stack: AsyncExitStack, tmp_path: Path, url: str, clock: FrozenClock, count: int
) -> list[Scene]:
    servers = []
    for number in range(count):
        directory = tmp_path / str(number)
        directory.mkdir()
        servers.append(await stack.enter_async_context(opened(directory, clock, database_url=url)))
    return servers


@pytest.mark.parametrize(
    ("schedules", "minutes"),
    [(10, 5), pytest.param(200, 50, marks=pytest.mark.full)],
)
async def test_three_servers_fire_every_occurrence_once(
    tmp_path: Path, postgres_url: str, schedules: int, minutes: int
) -> None:
    clock = FrozenClock()
    async with AsyncExitStack() as stack:
        crowd = await _crowd(stack, tmp_path, postgres_url, clock, 3)
        names = [f"s{schedules}-{n}" for n in range(schedules)]
        triggers = [await crowd[0].add(name=name, overlap="allow") for name in names]
        for _ in range(minutes):
            clock.advance(minutes=1)
            await asyncio.gather(*map(_fire_all_due, crowd))

        seen: Counter[str] = Counter()
        for trigger in triggers:
            occurrences = await crowd[1].occurrences(trigger)
            assert [o.status.value for o in occurrences] == ["fired"] * minutes
            seen.update(o.run_id or "" for o in occurrences)
            await crowd[2].triggers.remove(WORKSPACE, trigger.id)
        assert len(seen) == schedules * minutes
        assert set(seen.values()) == {1}


async def test_a_newer_occurrence_is_not_cancelled_by_another_server(
    tmp_path: Path, postgres_url: str
) -> None:
    clock = FrozenClock()
    async with AsyncExitStack() as stack:
        crowd = await _crowd(stack, tmp_path, postgres_url, clock, 3)
        trigger = await crowd[0].add(name="cancelling", overlap="cancel_previous")
        for _ in range(10):
            clock.advance(minutes=1)
            await asyncio.gather(*map(_fire_all_due, crowd))

        runs = [r for r in await crowd[0].runs() if r.origin.trigger_id == trigger.id]
        assert [run.status for run in runs] == [Status.CANCELLED] * 9 + [Status.QUEUED]
