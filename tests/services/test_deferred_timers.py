"""A timer that is due while its session is busy waits for the session, or is skipped."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.services.test_timers import TimerScene, talk_in
from tests.services.triggers_scene import WORKSPACE, opened

from runwhy.core.agent_spec import AutonomySettings
from runwhy.core.sessions.session import SessionPatch
from runwhy.core.sessions.timers import TimerStatus
from runwhy.ports import TIMERS_TOPIC
from runwhy.services.autonomy import DEFERRED_FOR

pytestmark = pytest.mark.anyio


@pytest.fixture
async def talk(database: str, tmp_path: Path) -> AsyncIterator[TimerScene]:
    async with opened(tmp_path, database_url=database) as scene:
        yield await talk_in(scene)


async def test_a_timer_that_is_due_in_a_busy_session_fires_when_the_session_is_free(
    talk: TimerScene,
) -> None:
    busy = await talk.say(trigger="cron")
    timer = await talk.ask(delay=1.0)
    await talk.tick(seconds=1)

    (waiting,) = await talk.timers()
    assert (waiting.status, waiting.code) == (TimerStatus.PENDING, "busy")
    assert (waiting.fire_at, busy.id in str(waiting.note)) == (timer.fire_at, True)
    store = talk.scene.store
    assert await store.list_due_timers(at=talk.scene.clock(), limit=9) == []  # not polled
    async with talk.scene.server.feed.subscribe(TIMERS_TOPIC) as news:
        await talk.scene.end()
        assert await news.wait(60)  # the ticker wakes up
    await talk.tick()

    (fired,) = await talk.timers()
    assert (fired.status, fired.code, fired.note) == (TimerStatus.FIRED, None, None)
    assert [run.origin.trigger for run in await talk.runs()] == ["cron", "timer"]
    assert (await talk.runs())[-1].origin.scheduled_for == timer.fire_at


async def test_a_deferred_timer_is_checked_again_without_news(talk: TimerScene) -> None:
    await talk.say(trigger="cron")
    await talk.ask(delay=1.0)
    await talk.tick(seconds=1)
    (first,) = await talk.timers()

    assert await talk.autonomy.fire_due() == first.deferred_to
    await talk.tick(minutes=1)

    (second,) = await talk.timers()
    assert first.deferred_to is not None and second.deferred_to is not None
    assert (second.status, second.deferred_to > first.deferred_to) == (TimerStatus.PENDING, True)


async def test_a_message_cancels_a_deferred_timer(talk: TimerScene) -> None:
    await talk.say(trigger="cron")
    await talk.ask(delay=1.0)
    await talk.tick(seconds=1)
    message = await talk.say()
    await talk.scene.end()
    await talk.tick(minutes=1)

    (timer,) = await talk.timers()
    assert (timer.status, timer.code) == (TimerStatus.CANCELLED, "answered")
    assert timer.cancelled_by == message.id
    assert [run.origin.trigger for run in await talk.runs()] == ["cron", "api"]


async def test_a_policy_can_skip_timers_in_a_busy_session(talk: TimerScene) -> None:
    patch = SessionPatch(autonomy=AutonomySettings(busy="skip"))
    await talk.scene.server.services.sessions.patch(WORKSPACE, talk.session.id, patch)
    await talk.say(trigger="cron")
    await talk.ask(delay=1.0)
    await talk.tick(seconds=1)
    await talk.scene.end()
    await talk.tick(minutes=1)

    (timer,) = await talk.timers()
    assert (timer.status, timer.code) == (TimerStatus.BLOCKED, "busy")


async def test_a_timer_stays_due_if_its_session_became_free_in_the_meantime(
    talk: TimerScene,
) -> None:
    await talk.say(trigger="cron")
    timer = await talk.ask(delay=1.0)
    now = talk.scene.clock.advance(seconds=1)
    await talk.scene.end()  # after the check, before the deferral

    store = talk.scene.store
    await store.defer_timer(timer, now + DEFERRED_FOR, code="busy", note="was busy")

    assert [due.id for due in await store.list_due_timers(at=now, limit=9)] == [timer.id]
