"""Timers fire once, within the policy, and a person's message always comes first."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack
from datetime import timedelta
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from tests.services.triggers_scene import SOMEBODY, WORKSPACE, Scene, opened
from tests.support.clock import NOON, FrozenClock

from runwhy.core.agent_spec import AgentSpec, AutonomySettings
from runwhy.core.requests.plan import InputMessage, RunRequest
from runwhy.core.runs.origin import Origin
from runwhy.core.runs.run import Run, Status
from runwhy.core.sessions.autonomy import prompt_for
from runwhy.core.sessions.session import Session, SessionPatch
from runwhy.core.sessions.timers import Timer, TimerStatus
from runwhy.errors import Conflict, InvalidInput, SessionEnded

pytestmark = pytest.mark.anyio

POLICY = AutonomySettings(enabled=True, max_consecutive=3, cooldown_seconds=15)


class TimerScene:
    """One session of a server with a fixed clock."""

    def __init__(self, scene: Scene, session: Session) -> None:
        self.scene = scene
        self.session = session
        self.autonomy = scene.server.services.autonomy

    async def ask(self, type: str = "check_in", **given: Any) -> Timer:
        timer = await self.autonomy.add(self.session, type=type, **{"delay": 60.0, **given})
        assert timer is not None
        return timer

    async def tick(self, **advance: float) -> None:
        self.scene.clock.advance(**advance)
        await self.autonomy.fire_due()

    async def say(self, text: str = "Hello", trigger: str = "api") -> Run:
        origin = Origin(
            trigger=trigger, actor=SOMEBODY, attended=True, requested_at=self.scene.clock()
        )
        request = RunRequest(
            workspace=WORKSPACE,
            origin=origin,
            messages=[InputMessage(role="user", text=text)],
            session_id=self.session.id,
        )
        return await self.scene.server.services.runs.start(request)

    async def timers(self) -> list[Timer]:
        found, _ = await self.autonomy.list(self.session, {}, status=None, limit=200, before=None)
        return [*found][::-1]

    async def runs(self) -> Sequence[Run]:
        return [run for run in await self.scene.runs() if run.session_id == self.session.id]

    async def now(self) -> Session:
        return await self.scene.server.services.sessions.get(WORKSPACE, self.session.id)


async def talk_in(scene: Scene, policy: Any = POLICY) -> TimerScene:
    spec = AgentSpec(system_prompt="Be kind.")
    sessions = scene.server.services.sessions
    return TimerScene(
        scene, await sessions.create(WORKSPACE, spec, {"customer": "acme"}, autonomy=policy)
    )


@pytest.fixture
async def talk(database: str, tmp_path: Path) -> AsyncIterator[TimerScene]:
    async with opened(tmp_path, database_url=database) as scene:
        yield await talk_in(scene)


async def test_a_timer_starts_a_run_with_its_reason_and_a_synthetic_prompt(
    talk: TimerScene,
) -> None:
    timer = await talk.ask(reason='they said "later"')
    await talk.tick(seconds=59)
    assert await talk.runs() == []

    await talk.tick(seconds=3)

    (run,) = await talk.runs()
    origin = run.origin
    assert (origin.trigger, origin.trigger_id, origin.attended) == ("timer", timer.id, False)
    assert origin.scheduled_for == NOON + timedelta(seconds=60)
    assert origin.trigger_name == "check_in"
    assert origin.facts == {
        "timer_id": timer.id,
        "trigger_name": "check_in",
        "trigger_type": "check_in",
        "trigger_reason": 'they said "later"',
        "scheduled_for_utc": "2026-11-03T12:01:00Z",
    }
    assert run.tagging.tags == {"customer": "acme"}
    (part,) = await talk.scene.store.list_parts(run.id)
    assert (part.text, part.synthetic, part.provenance) == (prompt_for("check_in"), True, "timer")
    assert (part.trigger_type, part.trigger_reason) == ("check_in", 'they said "later"')
    assert not part.by_a_person
    (fired,) = await talk.timers()
    assert (fired.status, fired.run_id, fired.settled_at) == (
        TimerStatus.FIRED,
        run.id,
        talk.scene.clock(),
    )


async def test_an_unknown_type_is_accepted_as_other(talk: TimerScene) -> None:
    timer = await talk.ask("birthday 🎂")
    await talk.tick(minutes=1)

    assert (timer.type, timer.asked_type) == ("other", "birthday 🎂")
    (run,) = await talk.runs()
    assert run.origin.facts["trigger_type"] == "other"


async def test_the_same_key_replaces_a_timer_which_stays_readable(talk: TimerScene) -> None:
    first = await talk.ask(key="nudge")
    second = await talk.ask(key="nudge", delay=120.0)
    other = await talk.ask(key="else", delay=600.0)

    await talk.tick(seconds=90)

    assert await talk.runs() == []
    assert [(t.id, t.status, t.code) for t in await talk.timers()] == [
        (first.id, TimerStatus.CANCELLED, "replaced"),
        (second.id, TimerStatus.PENDING, None),
        (other.id, TimerStatus.PENDING, None),
    ]
    assert second.id in str((await talk.timers())[0].note)


async def test_four_timers_make_three_follow_ups_with_a_cooldown_between(talk: TimerScene) -> None:
    for number in range(4):
        await talk.ask(delay=60.0 + 20 * number)

    for _ in range(4):
        await talk.tick(seconds=60 if not await talk.runs() else 20)
        await talk.scene.end()

    assert [t.code for t in await talk.timers()] == [None, None, None, "max_consecutive"]
    assert len(await talk.runs()) == 3


async def test_of_four_timers_due_together_one_fires_and_the_others_have_a_reason(
    talk: TimerScene,
) -> None:
    for _ in range(2):
        await talk.ask()
    await talk.tick(seconds=60)
    await talk.scene.end()
    for _ in range(2):
        await talk.ask(delay=10.0)
    await talk.tick(seconds=14.9)

    assert [t.code for t in await talk.timers()] == [None, "cooldown", "cooldown", "cooldown"]
    assert len(await talk.runs()) == 1
    await talk.ask(delay=0.1)
    await talk.tick(seconds=0.1)
    assert (await talk.timers())[-1].status is TimerStatus.FIRED


async def test_only_a_person_resets_the_counter(talk: TimerScene) -> None:
    for _ in range(3):
        await talk.ask()
        await talk.tick(minutes=1)
        await talk.scene.end()
    for trigger, code in (("cron", "max_consecutive"), ("telegram", None)):
        await talk.say(trigger=trigger)
        await talk.scene.end()
        await talk.ask()
        await talk.tick(minutes=1)
        await talk.scene.end()
        assert (await talk.timers())[-1].code == code


async def test_a_message_before_at_or_after_the_due_time_cancels_and_is_named(
    talk: TimerScene,
) -> None:
    await talk.ask(key="before")
    talk.scene.clock.advance(seconds=30)
    before = await talk.say("yes")
    await talk.scene.end()

    await talk.ask(key="at")
    talk.scene.clock.advance(seconds=60)  # due, but not processed yet
    at = await talk.say("yes")
    await talk.scene.end()
    await talk.autonomy.fire_due()

    await talk.ask(key="after")
    await talk.tick(seconds=60)  # a queued run
    after = await talk.say("yes")

    cancelled = {t.key: t for t in await talk.timers()}
    assert {t.status for t in cancelled.values()} == {TimerStatus.CANCELLED}
    assert {t.code for t in cancelled.values()} == {"answered"}
    assert [cancelled[key].cancelled_by for key in ("before", "at", "after")] == [
        before.id,
        at.id,
        after.id,
    ]
    runs = await talk.runs()
    assert [(run.origin.trigger, run.status) for run in runs] == [
        ("api", Status.SUCCEEDED),
        ("api", Status.SUCCEEDED),
        ("timer", Status.CANCELLED),
        ("api", Status.QUEUED),
    ]
    assert after.id in str(runs[2].failure_reason)
    assert len({run.id for run in runs if run.origin.trigger == "api"}) == 3


async def test_a_running_follow_up_continues_and_the_persons_run_is_next(talk: TimerScene) -> None:
    await talk.ask()
    await talk.tick(minutes=1)
    await talk.scene.store.register_worker("wrk_slow", "slow", at=talk.scene.clock())
    await talk.scene.store.claim("wrk_slow", limit=1, clock=talk.scene.clock)

    await talk.say()

    assert [run.status for run in await talk.runs()] == [Status.RUNNING, Status.QUEUED]
    assert (await talk.timers())[0].status is TimerStatus.FIRED


@pytest.mark.parametrize("trigger", ["cron", "webhook", "subtask"])
async def test_only_a_person_cancels_a_timer(talk: TimerScene, trigger: str) -> None:
    await talk.ask()
    await talk.say(trigger=trigger)

    assert (await talk.timers())[0].status is TimerStatus.PENDING


async def test_a_follow_up_does_not_count_as_use_or_title_a_session(talk: TimerScene) -> None:
    await talk.ask()
    await talk.tick(minutes=1)
    await talk.scene.end()
    assert ((await talk.now()).last_used_at, (await talk.now()).summary) == (NOON, "")

    await talk.say("Where is my order?")
    await talk.scene.end()
    used = talk.scene.clock()
    await talk.ask()
    await talk.tick(minutes=1)

    after = await talk.now()
    assert (after.last_used_at, after.summary) == (used, "Where is my order?")


async def test_an_unprompted_reply_is_unread_until_a_person_reads_it(
    talk: TimerScene,
) -> None:
    sessions = talk.scene.server.services.sessions

    async def unread(within: Mapping[str, str] = MappingProxyType({})) -> int | None:
        return (await sessions.unread(WORKSPACE, [talk.session], within))(talk.session)

    await talk.say()
    assert await unread() == 0
    await talk.scene.end()
    assert await sessions.read(WORKSPACE, talk.session.id, None) == 0

    await talk.ask()
    await talk.tick(minutes=1)
    assert await unread() == 0
    await talk.scene.end()
    assert await unread() == 1

    await talk.ask()
    await talk.tick(minutes=1)
    assert await unread() == 1
    await talk.scene.end()
    assert await unread() == 2
    assert await unread({"customer": "acme"}) is None

    await talk.say("I am back")
    assert await unread() == 0


async def test_a_disabled_policy_blocks_until_it_is_enabled(talk: TimerScene) -> None:
    patch = talk.scene.server.services.sessions.patch
    await patch(WORKSPACE, talk.session.id, SessionPatch(autonomy=AutonomySettings(enabled=False)))
    await talk.ask()
    await talk.tick(minutes=1)
    await patch(WORKSPACE, talk.session.id, SessionPatch(autonomy=AutonomySettings(enabled=True)))
    await talk.ask()
    await talk.tick(minutes=1)

    assert [(t.status, t.code) for t in await talk.timers()] == [
        (TimerStatus.BLOCKED, "disabled"),
        (TimerStatus.FIRED, None),
    ]


async def test_an_agents_policy_applies_to_its_sessions(talk: TimerScene) -> None:
    services = talk.scene.server.services
    spec = AgentSpec(
        system_prompt="Hi.", autonomy=AutonomySettings(enabled=True, min_delay_seconds=30)
    )
    agent = await services.agents.create(WORKSPACE, "kind", spec)
    session = await services.sessions.create(WORKSPACE, AgentSpec(agent_id=agent.id), {})
    own = TimerScene(talk.scene, session)

    with pytest.raises(InvalidInput, match="at least 30 seconds"):
        await own.ask(delay=29.0)
    await own.ask()
    await own.tick(minutes=1)

    assert [run.origin.trigger for run in await own.runs()] == ["timer"]


async def test_ending_a_session_cancels_its_timers(talk: TimerScene) -> None:
    await talk.ask()
    await talk.scene.server.services.sessions.end(WORKSPACE, talk.session.id)

    await talk.tick(minutes=1)

    assert [t.code for t in await talk.timers()] == ["session_ended"]
    assert await talk.runs() == []
    with pytest.raises(SessionEnded):
        await talk.ask()


async def test_a_session_has_at_most_a_hundred_pending_timers(talk: TimerScene) -> None:
    for _ in range(100):
        await talk.ask()

    with pytest.raises(Conflict, match="100"):
        await talk.ask()


async def test_a_secret_in_a_reason_is_redacted(talk: TimerScene) -> None:
    await talk.ask(reason="use sk-proj-Zq8vT3mNpX5wL1kR7cBd2FhJ4sG6yA9e then")

    assert "Zq8v" not in (await talk.timers())[0].reason


async def test_a_timer_missed_during_downtime_fires_once_immediately(
    database: str, tmp_path: Path
) -> None:
    clock = FrozenClock()
    async with opened(tmp_path, clock, database_url=database) as scene:
        talk = await talk_in(scene)
        await talk.ask()
    clock.advance(days=3)
    for expected in (1, 1):
        async with opened(tmp_path, clock, database_url=database) as scene:
            again = TimerScene(scene, talk.session)
            await again.tick()
            assert len(await again.runs()) == expected


async def test_several_servers_fire_each_timer_once(postgres_url: str, tmp_path: Path) -> None:
    clock = FrozenClock()
    async with AsyncExitStack() as stack:
        scenes = [
            await stack.enter_async_context(
                opened(tmp_path / str(n), clock, database_url=postgres_url)
            )
            for n in range(3)
        ]
        talks = [await talk_in(scenes[0]) for _ in range(10)]
        for talk in talks:
            await talk.ask()
        clock.advance(minutes=1)

        await asyncio.gather(*(s.server.services.autonomy.fire_due() for s in scenes * 2))

        fired = Counter([len(await talk.runs()) for talk in talks])
        assert fired == {1: 10}
