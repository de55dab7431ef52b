"""Contract of the log and of events: numbered without gaps, in commit order."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from dataclasses import replace
from typing import Any, cast

import pytest
from tests.support.builders import a_note, a_part, a_reply, a_result, a_synthetic_prompt
from tests.support.contracts.creation import TRICKY
from tests.support.contracts.scene import ALL, OTHER, WORKER, Scene, in_session

from runwhy.core.agents.coding_agents import AgentSession, Approval, EntryBatch
from runwhy.core.requests.plan import Multitask
from runwhy.core.runs.events import NewEvent
from runwhy.core.runs.log import Part, PartKind, ToolCall
from runwhy.core.runs.run import Run
from runwhy.core.views import model_view, whole_exchanges
from runwhy.errors import Conflict, NotFound
from runwhy.ports import Progress


class LogContract:
    """Parts, events and entries are read as they were written."""

    async def test_events_can_be_read_from_any_position(self, scene: Scene) -> None:
        claim = await scene.started()
        await scene.say(claim, *"abcdef")
        store, run = scene.store, claim.run

        assert [e.seq for e in await store.list_events(run.id, after=3)] == [4, 5, 6, 7, 8]
        assert [e.seq for e in await store.list_events(run.id, after=3, limit=2)] == [4, 5]
        assert await store.list_events(run.id, after=8) == []
        assert await store.list_events("run_none") == []
        assert await store.last_event("run_none") is None

    async def test_an_event_is_read_as_it_was_written(self, scene: Scene) -> None:
        claim = await scene.started()
        data = {"text": TRICKY, "n": -1.5, "list": [None, True, {"": []}], "big": 2**60}
        at = scene.clock.advance(milliseconds=1)
        await scene.store.record(claim, Progress(events=[NewEvent(type="entry", data=data)]), at=at)

        event = await scene.store.last_event(claim.run.id)
        assert event is not None
        assert (event.type, event.data, event.at) == ("entry", data, at)

    async def test_a_transcript_is_read_as_it_was_written(self, scene: Scene) -> None:
        claim = await scene.started()
        message = {"type": "assistant_message", "id": "m", "index": 0, "text": "a", "partial": True}
        tool = {"type": "tool_use", "id": "t", "index": 1, "status": "running", "result": None}
        gone = {**message, "id": "g", "index": 2}
        changes: list[Any] = [message, tool, gone, {"type": "retraction", "id": "g"}]
        changes += [{"type": "delta", "id": "m", "text": TRICKY, "last": False}]
        changes += [{"type": "delta", "id": "t", "text": "out", "last": False}]
        changes += [{**tool, "status": "interrupted"}, {"type": "delta", "id": "m", "text": "!"}]
        session = AgentSession(agent="claude", agent_session="s")
        for change in changes:
            batch = EntryBatch(changes=[change], session=session)
            await scene.store.record(claim, Progress(batch=batch), at=scene.clock())

        first, second = await scene.store.list_entries(claim.run.id)
        assert first["text"] == f"a{TRICKY}!"
        assert second["status"] == "interrupted"
        assert cast(Any, second["result"])["text"] == "out"
        assert await scene.store.list_entries(claim.run.id, after=0, limit=1) == [second]
        assert await scene.store.get_agent_session(claim.run.id) == session

    async def test_an_approval_is_decided_once(self, scene: Scene) -> None:
        claim = await scene.started()
        request = Approval(id="a", asked={"tool": TRICKY}, asked_at=scene.clock())
        await scene.store.record(
            claim, Progress(batch=EntryBatch(approvals=[request, request])), at=scene.clock()
        )
        event = NewEvent(type="approval_decision", data={})
        yes = replace(request, decision="approve", decided_by="ann", decided_at=scene.clock())

        await scene.store.decide_approval(claim.run, yes, event)

        assert await scene.store.list_approvals(claim.run.id) == [yes]
        last = await scene.store.last_event(claim.run.id)
        assert last is not None
        assert last.type == "approval_decision"
        with pytest.raises(Conflict):
            await scene.store.decide_approval(claim.run, yes, event)
        with pytest.raises(NotFound):
            await scene.store.decide_approval(claim.run, replace(yes, id="b"), event)

    async def test_a_part_is_read_as_it_was_written(self, scene: Scene) -> None:
        claim = await scene.started()
        call = ToolCall(id="c1", name="look", args={"deep": [{"a": TRICKY}]})
        parts = [
            a_reply(TRICKY, call, thinking=TRICKY, data={"tokens": {"input": 1}}),
            a_result("c1", "", ok=False, data={"k": None}),
            a_synthetic_prompt(trigger_reason=TRICKY),
            a_note(""),
            a_part("", at=scene.clock.advance(milliseconds=7)),
        ]
        own = [_of(claim.run.id, part) for part in parts]
        written = await scene.store.record(claim, Progress(parts=own), at=scene.clock())

        assert [_of(claim.run.id, part, index=0) for part in written] == own
        assert list(await scene.store.list_parts(claim.run.id))[1:] == list(written)

    async def test_a_sessions_log_is_read_run_by_run(self, scene: Scene) -> None:
        session, other = await scene.open_session(), await scene.open_session()
        first = await scene.started("One", **in_session(session))
        await scene.finish(first, parts=[a_reply("Two", run_id=first.run.id)])
        second = await scene.started("Three", **in_session(session))
        await scene.start("Elsewhere", **in_session(other))
        third = await scene.start("Four", **in_session(session, multitask=Multitask.ROLLBACK))

        turns = await scene.store.list_turns(session.id)
        summaries = [(t.run_id, [p.text for p in t.parts], t.rolled_back, t.open) for t in turns]
        assert summaries == [
            (first.run.id, ["One", "Two"], False, False),
            (second.run.id, ["Three"], True, False),
            (third.id, ["Four"], False, True),
        ]
        earlier = await scene.store.list_turns(session.id, before=third.seq)
        assert earlier == list(turns)[:2]

    async def test_later_runs_see_all_but_the_parts_about_a_run_itself(self, scene: Scene) -> None:
        session = await scene.open_session()
        first = await scene.started("One", **in_session(session))
        about_the_run = [
            a_part("Be brief.", role="system"),
            a_part("{}", kind=PartKind.ENVELOPE),
            a_note("Again?"),
        ]
        visible_parts = [a_part("ls", kind=PartKind.CONTEXT), a_result(text="2"), a_reply("Two")]
        run = first.run.id
        await scene.finish(
            first, parts=[replace(p, run_id=run) for p in (*about_the_run, *visible_parts)]
        )

        (visible,) = await scene.store.list_turns(session.id, whole=False)
        (whole,) = await scene.store.list_turns(session.id)

        assert [part.text for part in visible.parts] == ["One", "ls", "2", "Two"]
        assert (len(whole.parts), whole_exchanges(whole)) == (7, whole_exchanges(visible))

    async def test_turns_before_the_newest_summary_are_left_out_on_request(
        self, scene: Scene
    ) -> None:
        session = await scene.open_session()

        async def turn(text: str, *more: Part) -> Run:
            started = await scene.started(text, **in_session(session))
            parts = [*more, a_reply(f"re: {text}")]
            id = started.run.id
            await scene.finish(started, parts=[replace(p, run_id=id) for p in parts])
            return started.run

        def summary(scope: str, through: Run, text: str = "S") -> Part:
            data = {"scope": scope, "through": [through.id, 1]}
            return a_part(text, kind=PartKind.SUMMARY, synthetic=True, data=data)

        async def after(run: Run) -> list[str]:
            """Return the texts of the turns that are read for a later run."""
            later = replace(run, seq=run.seq + 1)
            every, fewer = [
                await scene.store.list_earlier_turns(later, summarized=all) for all in (True, False)
            ]
            own = [a_part("now", run_id="run_own")]
            assert model_view(every, own) == model_view(fewer, own)
            assert fewer == list(every)[len(every) - len(fewer) :]
            assert [t.run_id for t in fewer][-1] == run.id
            return [t.parts[0].text for t in fewer]

        one = await turn("one")
        two = await turn("two")
        three = await turn("three", summary("rounds", two))  # of a run's own steps
        assert await after(three) == ["one", "two", "three"]
        four = await turn("four", summary("history", one, "S1"))
        assert await after(four) == ["one", "two", "three", "four"]
        five = await turn("five", summary("history", three, "S2"))
        assert await after(five) == ["three", "four", "five"]
        six = await scene.started("six", **in_session(session))
        last = [replace(summary("history", five, "S3"), run_id=six.run.id)]
        await scene.store.record(six, Progress(parts=last), at=scene.clock())
        seven = await scene.start("seven", **in_session(session, multitask=Multitask.ROLLBACK))
        assert await after(seven) == ["three", "four", "five", "six", "seven"]

    async def test_events_of_a_session_are_numbered_across_its_runs(self, scene: Scene) -> None:
        session = await scene.open_session()
        first = await scene.started(**in_session(session))
        second = await scene.start(**in_session(session))
        await scene.say(first, "a", "b")
        await scene.cancel(second)
        await scene.finish(first)
        await scene.start()  # in no session

        events = await scene.store.list_session_events(session.id)
        assert [number for number, _ in events] == list(range(1, 8))
        assert [(event.run_id, event.type) for _, event in events] == [
            (first.run.id, "queued"),
            (first.run.id, "started"),
            (second.id, "queued"),
            (first.run.id, "assistant_delta"),
            (first.run.id, "assistant_delta"),
            (second.id, "cancelled"),
            (first.run.id, "result"),
        ]
        assert await scene.store.list_session_events(session.id, after=5) == list(events)[5:]
        assert await scene.store.list_session_events(session.id, limit=2) == list(events)[:2]

    async def test_events_of_several_cancelled_runs_are_in_order(self, scene: Scene) -> None:
        session = await scene.open_session()
        runs = [await scene.start(**in_session(session)) for _ in range(3)]
        await scene.store.end_session(session.workspace, session.id, at=scene.clock())

        events = await scene.store.list_session_events(session.id, after=3)
        assert [(number, event.run_id) for number, event in events] == [
            (4 + n, run.id) for n, run in enumerate(runs)
        ]

    async def test_concurrent_writers_leave_no_gap_and_readers_miss_nothing(
        self, crowd: list[Scene]
    ) -> None:
        here = crowd[0]
        session = await here.open_session()
        claim = await here.started(**in_session(session))
        lone = await here.started()
        queued = [await here.start(**in_session(session)) for _ in range(10)]
        read: list[int] = []
        done = asyncio.Event()

        async def follow(scene: Scene) -> None:
            last = False
            while not last:
                last = done.is_set()
                events = await scene.store.list_session_events(
                    session.id, after=read[-1] if read else 0, limit=ALL
                )
                read.extend(number for number, _ in events)

        async def write() -> None:
            work: list[Awaitable[object]] = []
            for scene in crowd:
                work += [scene.say(claim, "a", "b") for _ in range(15)]
                work += [scene.say(lone, "a") for _ in range(10)]
                work += [scene.start(**in_session(session)) for _ in range(10)]
            work += [crowd[-1].cancel(run) for run in queued[:5]]
            try:
                await asyncio.gather(*work)
            finally:
                done.set()

        await asyncio.gather(follow(crowd[-1]), write())

        count = 2 + 10 + len(crowd) * (15 * 2 + 10) + 5
        assert read == list(range(1, count + 1))
        for run_id in await here.ids():
            seqs = [event.seq for event in await here.store.list_events(run_id, limit=ALL)]
            assert seqs == list(range(1, len(seqs) + 1))
        assert len(await here.events(lone.run)) == 2 + 10 * len(crowd)

    async def test_concurrent_sessions_keep_their_own_numbers(self, crowd: list[Scene]) -> None:
        here = crowd[0]
        sessions = [await here.open_session() for _ in range(6)]
        for session in (*sessions, *reversed(sessions)):
            await here.start(**in_session(session))

        async def work(scene: Scene, worker: str) -> None:
            while claims := await scene.claim(worker, limit=4):
                await asyncio.gather(*(scene.finish(claim) for claim in claims))

        await asyncio.gather(*(work(scene, w) for scene in crowd for w in (WORKER, OTHER)))
        await work(here, WORKER)

        for session in sessions:
            events = await here.store.list_session_events(session.id)
            assert [number for number, _ in events] == list(range(1, 7))


def _of(run_id: str, part: Part, **more: Any) -> Part:
    return replace(part, run_id=run_id, **more)
