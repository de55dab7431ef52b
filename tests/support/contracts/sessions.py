"""Contract of sessions: lists, patches with versions, and their end."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest
from tests.support.builders import WORKSPACE, a_reply
from tests.support.contracts.scene import Scene, in_session

from runwhy.core.agent_spec import AgentSpec, AutonomySettings
from runwhy.core.runs.cost import Cost
from runwhy.core.runs.run import Outcome, Status, Tokens
from runwhy.core.runs.usage import CALL, CallFacts, Usage, call_json, total_usage, used
from runwhy.core.sessions.session import SessionStatus
from runwhy.errors import Conflict, InvalidInput, NotFound
from runwhy.ports import Progress, RunFilter, SessionFilter


class SessionsContract:
    """Sessions can be listed, patched and ended."""

    async def test_a_session_is_read_as_it_was_added(self, scene: Scene) -> None:
        session = await scene.open_session(
            name="Größe",
            tags={"k": "v"},
            autonomy=AutonomySettings(enabled=True),
            spec=AgentSpec(system_prompt="…"),
        )

        assert await scene.session(session) == session

    async def test_the_usage_of_a_session_is_the_sum_over_its_ended_runs(
        self, scene: Scene
    ) -> None:
        session, other = await scene.open_session(), await scene.open_session()
        costs = [Cost(unpriced_calls=1), Cost(picos=10**17), Cost(picos=3, unpriced_calls=2)]
        usages = [
            Usage(
                tokens=Tokens(input=n, cached=2, cache_write=3, reasoning=4, output=5),
                cost=cost,
                first_token_ms=n * 100 or None,
            )
            for n, cost in enumerate(costs)
        ]
        for usage in usages:
            await scene.start(**in_session(session))
            (claim,) = await scene.claim()
            await scene.finish(claim, used(Outcome(status=Status.SUCCEEDED), usage))
        await scene.start(**in_session(session))

        found = await scene.store.session_usage(WORKSPACE, [session.id, other.id])

        summed = replace(total_usage(usages), first_token_ms=100)  # the first that is known
        assert found == {session.id: summed, other.id: Usage()}
        assert await scene.store.session_usage(WORKSPACE + 1, [session.id]) == {}

    async def test_a_run_that_is_stopped_keeps_the_usage_of_its_log(self, scene: Scene) -> None:
        session = await scene.open_session()
        await scene.start(**in_session(session))
        (claim,) = await scene.claim()
        call = CallFacts(started_at=scene.clock(), duration_ms=5, cost=Cost(picos=7))
        data = {"tokens": {"input": 2, "output": 1}, CALL: call_json(call)}
        part = a_reply("Hi", run_id=claim.run.id, data=data)
        await scene.store.record(claim, Progress(parts=[part]), at=scene.clock())

        ended = await scene.store.cancel_run(
            WORKSPACE, claim.run.id, reason="enough", at=scene.clock()
        )

        assert (ended.tokens, ended.cost) == (Tokens(input=2, output=1), Cost(picos=7))
        found = await scene.store.session_usage(WORKSPACE, [session.id])
        assert found[session.id].cost == Cost(picos=7)

    async def test_the_most_recently_used_session_comes_first(self, scene: Scene) -> None:
        sessions = []
        for _ in range(4):
            scene.clock.advance(seconds=1)
            sessions.append(await scene.open_session())
        scene.clock.advance(seconds=1)
        await scene.start(**in_session(sessions[1]))

        assert await scene.session_ids() == [sessions[n].id for n in (1, 3, 2, 0)]

    async def test_sessions_used_at_the_same_time_are_listed_newest_first(
        self, scene: Scene
    ) -> None:
        sessions = [await scene.open_session() for _ in range(4)]

        assert await scene.session_ids() == [session.id for session in reversed(sessions)]

    async def test_a_clock_that_goes_back_does_not_change_the_last_use(self, scene: Scene) -> None:
        session = await scene.open_session()
        scene.clock.advance(hours=-1)
        await scene.start(**in_session(session))

        assert (await scene.session(session)).last_used_at == session.last_used_at

    async def test_session_pages_have_no_gaps_and_no_duplicates(self, scene: Scene) -> None:
        sessions = []
        for number in range(11):
            scene.clock.advance(seconds=number % 2)  # pairs have the same time
            sessions.append(await scene.open_session())
        seen: list[str] = []
        before = None
        while True:
            page = await scene.store.list_sessions(
                WORKSPACE, SessionFilter(), limit=3, before=before
            )
            if not page.sessions:
                break
            seen += [session.id for session in page.sessions]
            last = page.sessions[-1]
            before = (round(last.last_used_at.timestamp() * 1000), last.seq)
            scene.clock.advance(seconds=1)
            await scene.open_session()

        assert seen == [session.id for session in reversed(sessions)]

    async def test_total_counts_all_sessions_that_match_the_filter(self, scene: Scene) -> None:
        for number in range(5):
            await scene.open_session(tags={"odd": str(number % 2)})
        filter = SessionFilter(tags={"odd": "0"})

        page = await scene.store.list_sessions(WORKSPACE, filter, limit=1, offset=1)

        assert (len(page.sessions), page.total) == (1, 3)

    async def test_sessions_can_be_filtered_by_status(self, scene: Scene) -> None:
        active, ended = await scene.open_session(), await scene.open_session()
        await scene.store.end_session(WORKSPACE, ended.id, at=scene.clock())

        assert await scene.session_ids(status=SessionStatus.ACTIVE) == [active.id]
        assert await scene.session_ids(status=SessionStatus.ENDED) == [ended.id]

    async def test_a_patch_merges_tags_and_increments_the_version(self, scene: Scene) -> None:
        session = await scene.open_session(tags={"a": "1", "b": "1"}, name="old")

        new = await scene.patch(session, tags={"b": None, "c": "1"}, name="new")

        assert (new.tags, new.name, new.version) == ({"a": "1", "c": "1"}, "new", 2)
        assert await scene.session(session) == new

    async def test_a_patch_of_a_stale_version_changes_nothing(self, scene: Scene) -> None:
        session = await scene.open_session(tags={"a": "1"})
        new = await scene.patch(session, tags={"a": "2"}, if_version=1)

        with pytest.raises(Conflict):
            await scene.patch(session, tags={"a": "3"}, if_version=1)
        assert await scene.session(session) == new

    async def test_a_patch_that_breaks_a_rule_changes_nothing(self, scene: Scene) -> None:
        session = await scene.open_session(tags={f"k{n}": "v" for n in range(16)})

        with pytest.raises(InvalidInput):
            await scene.patch(session, tags={"one": "more"})
        assert await scene.session(session) == session

    async def test_sessions_of_another_workspace_cannot_be_patched(self, scene: Scene) -> None:
        session = await scene.open_session()
        with pytest.raises(NotFound):
            await scene.patch(session, workspace=2, name="mine")
        with pytest.raises(NotFound):
            await scene.store.end_session(2, session.id, at=scene.clock())

    async def test_concurrent_patches_are_not_lost(self, crowd: list[Scene]) -> None:
        session = await crowd[0].open_session()
        changes = [
            scene.patch(session, tags={f"{at}.{n}": "x"})
            for at, scene in enumerate(crowd)
            for n in range(16 // len(crowd))
        ]
        await asyncio.gather(*changes)

        found = await crowd[0].session(session)
        assert len(found.tags) == 16
        assert found.version == 17

    async def test_only_one_of_many_patches_of_the_same_version_succeeds(
        self, crowd: list[Scene]
    ) -> None:
        session = await crowd[0].open_session()
        changes = [
            scene.patch(session, tags={"by": f"{at}.{n}"}, if_version=1)
            for at, scene in enumerate(crowd)
            for n in range(10)
        ]
        done = await asyncio.gather(*changes, return_exceptions=True)

        assert sum(not isinstance(result, BaseException) for result in done) == 1
        assert all(isinstance(result, Conflict) for result in done if isinstance(result, Exception))
        assert (await crowd[0].session(session)).version == 2

    async def test_ending_a_session_cancels_its_runs(self, scene: Scene) -> None:
        session = await scene.open_session()
        running = await scene.started(**in_session(session))
        queued = await scene.start(**in_session(session))
        elsewhere = await scene.start()
        at = scene.clock.advance(minutes=1)

        ended = await scene.store.end_session(WORKSPACE, session.id, at=at)

        assert (ended.status, ended.ended_at) == (SessionStatus.ENDED, at)
        assert [(await scene.get(run)).status for run in (running.run, queued, elsewhere)] == [
            Status.CANCELLED,
            Status.CANCELLED,
            Status.QUEUED,
        ]
        assert await scene.types(queued) == ["queued", "cancelled"]
        assert await scene.types(running.run) == ["queued", "started", "cancelled"]

    async def test_ending_a_session_twice_changes_nothing(self, scene: Scene) -> None:
        session = await scene.open_session()
        first = await scene.store.end_session(WORKSPACE, session.id, at=scene.clock())
        later = scene.clock() + timedelta(hours=1)

        assert await scene.store.end_session(WORKSPACE, session.id, at=later) == first
        assert await scene.session(session) == first

    async def test_runs_get_all_old_or_all_new_tags_while_their_session_changes(
        self, crowd: list[Scene]
    ) -> None:
        old = {f"k{n}": "0" for n in range(8)}
        session = await crowd[0].open_session(tags=old)
        sends = [
            scene.start(**in_session(session)) for scene in crowd for _ in range(50 // len(crowd))
        ]
        patches = [
            scene.patch(session, tags=dict.fromkeys(old, f"{at}.{n}"))
            for at, scene in enumerate(crowd)
            for n in range(20 // len(crowd))
        ]
        work = [job for pair in zip(sends[: len(patches)], patches, strict=True) for job in pair]
        done = await asyncio.gather(*work, *sends[len(patches) :])

        versions = [set(run.tagging.tags.values()) for run in done if hasattr(run, "tagging")]
        assert len(versions) == 50
        assert all(len(values) == 1 for values in versions)
        listed = await crowd[0].store.list_runs(
            WORKSPACE, RunFilter(session_id=session.id), limit=100
        )
        assert all(len(set(run.tagging.tags.values())) == 1 for run in listed)
        assert len(listed) == 50
