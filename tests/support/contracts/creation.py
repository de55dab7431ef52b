"""Contract of adding runs: in one transaction, with the current tags of their session."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sqlalchemy.exc import IntegrityError
from tests.support.builders import WORKSPACE, a_request, an_agent, an_origin
from tests.support.contracts.scene import Scene, in_session, once

from runwhy.core.agent_spec import AgentSpec
from runwhy.core.requests.plan import InputMessage, Multitask, Plan, PlanInputs
from runwhy.core.runs.log import PartKind
from runwhy.core.runs.origin import CONTINUES, Actor
from runwhy.core.runs.run import Status
from runwhy.core.runs.tags import TagSource
from runwhy.errors import Conflict, InvalidInput, NotFound, SessionEnded

TRICKY = "naïve \u202e ‮ 𝔘nicode\n\t\\ \"quoted\" {json} 'sql' %s :name ~7e \x1e\x1f"


class CreationContract:
    """A run is added with its tags, first parts, first event and job, or not at all."""

    async def test_a_run_is_stored_with_its_tags_parts_event_and_job(self, scene: Scene) -> None:
        run = await scene.start("Find it", tags={"customer": "acme"})

        assert await scene.ids(tags={"customer": "acme"}) == [run.id]
        (part,) = await scene.store.list_parts(run.id)
        assert (part.kind, part.text, part.index) == (PartKind.MESSAGE, "Find it", 0)
        (event,) = await scene.events(run)
        assert (event.type, event.data["metadata"]) == ("queued", {"customer": "acme"})
        assert await scene.waiting() == 1

    async def test_a_run_is_read_as_it_was_added(self, scene: Scene) -> None:
        origin = an_origin(
            actor=Actor(kind="key", id="key_1", name=TRICKY),
            correlation_id=TRICKY,
            scheduled_for=scene.clock.advance(seconds=1.5),
            facts={"telegram_chat_id": -(10**15), "missed": 0, "previous": None, "note": TRICKY},
            claimed={"trigger": {"deep": [1, None, TRICKY]}},
        )
        look = {"kind": "local", "name": "look"}
        spec = AgentSpec(system_prompt=TRICKY, tools=[look], other={"n": 0.1})

        run = await scene.start(TRICKY, origin=origin, spec=spec, tags={"k": TRICKY})

        assert await scene.get(run) == run
        assert (run.origin, run.spec, run.tagging.tags) == (origin, spec, {"k": TRICKY})
        assert [p.text for p in await scene.store.list_parts(run.id)] == [TRICKY]

    async def test_the_runs_that_continue_a_run_are_found_however_many_are_between(
        self, scene: Scene
    ) -> None:
        first = await scene.start()
        await scene.repeat(first, times=10_001)
        facts = {CONTINUES: first.id}
        later = [await scene.start(origin=an_origin(facts=facts)) for _ in range(2)]
        await scene.start(origin=an_origin(facts={CONTINUES: later[0].id}))

        found = await scene.store.list_continuations(first)

        assert [run.id for run in found] == [run.id for run in later]
        assert found[0] == later[0]

    async def test_messages_keep_their_order_roles_and_data(self, scene: Scene) -> None:
        messages = [
            InputMessage(role="system", text="Be brief."),
            InputMessage(role="user", text="", data={"name": TRICKY}),
            InputMessage(role="assistant", text="Yes?"),
        ]
        run = await scene.start(messages=messages)

        parts = await scene.store.list_parts(run.id)
        assert [(p.index, p.role, p.text, p.data) for p in parts] == [
            (0, "system", "Be brief.", {}),
            (1, "user", "", {"name": TRICKY}),
            (2, "assistant", "Yes?", {}),
        ]

    async def test_runs_are_numbered_in_the_order_accepted(self, scene: Scene) -> None:
        runs = [await scene.start() for _ in range(5)]

        assert [run.seq for run in runs] == sorted({run.seq for run in runs})
        assert await scene.ids() == [run.id for run in reversed(runs)]

    async def test_a_failed_decision_stores_nothing(self, scene: Scene) -> None:
        session = await scene.open_session()

        def fail(around: PlanInputs) -> Plan:
            assert around.session == session
            raise InvalidInput("no")

        request = a_request(**in_session(session))
        with pytest.raises(InvalidInput):
            await scene.store.add_run(request, fail, once=once())

        assert await scene.ids() == []
        assert await scene.session(session) == session
        assert await scene.waiting() == 0
        assert (await scene.start(once=once(body="another"))).id  # the key is still unused

    async def test_a_failed_write_stores_nothing(self, scene: Scene) -> None:
        session = await scene.open_session(tags={"env": "prod"})
        busy = await scene.started(**in_session(session))
        before = (await scene.session(session), await scene.events(busy.run))
        request = a_request(**in_session(session, multitask=Multitask.INTERRUPT))

        def same_id(around: PlanInputs) -> Plan:
            plan = scene.decide(request, around)
            return replace(plan, run=replace(plan.run, id=busy.run.id))

        scene.clock.advance(minutes=1)
        with pytest.raises(IntegrityError):
            await scene.store.add_run(request, same_id, once=once())

        assert (await scene.session(session), await scene.events(busy.run)) == before
        assert await scene.ids(tags={"env": "prod"}) == [busy.run.id]
        assert await scene.store.list_session_events(session.id, after=2) == []
        await scene.finish(busy)  # works, because the run was not interrupted either

    async def test_a_run_after_a_failed_write_is_found_by_its_own_tags(self, scene: Scene) -> None:
        taken = await scene.start(tags={"n": "1"})

        def same_id(around: PlanInputs) -> Plan:
            plan = scene.decide(a_request(tags={"n": "2"}), around)
            return replace(plan, run=replace(plan.run, id=taken.id))

        with pytest.raises(IntegrityError):
            await scene.store.add_run(a_request(), same_id)
        after = await scene.start(tags={"n": "3"})

        found = [await scene.ids(tags={"n": n}) for n in "123"]
        assert found == [[taken.id], [], [after.id]]

    async def test_tags_of_the_message_override_those_of_the_session(self, scene: Scene) -> None:
        session = await scene.open_session(tags={"env": "prod", "team": "a", "drop": "x"})
        changed = {"team": "b", "drop": None, "own": ""}

        run = await scene.start(**in_session(session, tags=changed))

        assert run.tagging.tags == {"env": "prod", "team": "b", "own": ""}
        assert (await scene.get(run)).tagging.sources == {
            "env": TagSource.SESSION,
            "team": TagSource.RUN,
            "own": TagSource.RUN,
        }

    async def test_a_message_moves_its_session_to_the_front_and_the_first_one_labels_it(
        self, scene: Scene
    ) -> None:
        session = await scene.open_session()
        at = scene.clock.advance(minutes=1)
        await scene.start("First question", **in_session(session))
        await scene.start("Second question", **in_session(session))

        found = await scene.session(session)
        assert (found.last_used_at, found.summary) == (at, "First question")
        assert found.version == session.version  # a message does not change the version

    async def test_the_decision_gets_the_agent_and_the_parent(self, scene: Scene) -> None:
        agent = await scene.store.add_agent(
            an_agent(spec=AgentSpec(system_prompt="I am the agent."))
        )
        parent = await scene.start(tags={"customer": "acme"})

        child = await scene.start(spec=AgentSpec(), agent_id=agent.id, parent_run_id=parent.id)

        assert child.spec.system_prompt == "I am the agent."
        assert (child.parent_run_id, child.root_run_id) == (parent.id, parent.id)
        assert child.tagging.sources == {"customer": TagSource.PARENT}

    async def test_a_request_must_name_existing_things(self, scene: Scene) -> None:
        with pytest.raises(NotFound):
            await scene.start(session_id="ses_none")
        with pytest.raises(InvalidInput, match="/agentId"):
            await scene.start(agent_id="agt_none")
        with pytest.raises(InvalidInput, match="/parentRunId"):
            await scene.start(parent_run_id="run_none")
        assert await scene.ids() == []

    async def test_things_of_another_workspace_are_not_found(self, scene: Scene) -> None:
        other = (await scene.store.add_workspace("other", "Other", at=scene.clock())).id
        session, run = await scene.open_session(), await scene.start()
        agent = await scene.store.add_agent(an_agent())

        with pytest.raises(NotFound):
            await scene.start(workspace=other, session_id=session.id)
        with pytest.raises(InvalidInput):
            await scene.start(workspace=other, agent_id=agent.id)
        with pytest.raises(InvalidInput):
            await scene.start(workspace=other, parent_run_id=run.id)
        assert await scene.store.get_run(other, run.id) is None
        assert await scene.store.get_session(other, session.id) is None
        assert await scene.ids(other) == []

    async def test_an_ended_session_rejects_runs(self, scene: Scene) -> None:
        session = await scene.open_session()
        await scene.store.end_session(WORKSPACE, session.id, at=scene.clock())

        with pytest.raises(SessionEnded):
            await scene.start(**in_session(session))

    async def test_a_busy_session_can_reject_a_run(self, scene: Scene) -> None:
        session = await scene.open_session()
        busy = await scene.start(**in_session(session))

        with pytest.raises(Conflict, match=busy.id):
            await scene.start(**in_session(session, multitask=Multitask.REJECT))

    @pytest.mark.parametrize("strategy", [Multitask.INTERRUPT, Multitask.ROLLBACK])
    async def test_a_new_run_can_cancel_earlier_ones(
        self, scene: Scene, strategy: Multitask
    ) -> None:
        session = await scene.open_session()
        running = await scene.started(**in_session(session))
        queued = await scene.start(**in_session(session))

        new = await scene.start(**in_session(session, multitask=strategy))

        ended = [await scene.get(run) for run in (running.run, queued)]
        assert [run.status for run in ended] == [Status.CANCELLED] * 2
        assert [run.rolled_back for run in ended] == [strategy is Multitask.ROLLBACK] * 2
        assert await scene.types(queued) == ["queued", "cancelled"]
        assert await scene.claim() == []  # the worker still has the interrupted run
        await scene.store.release(running.hold)
        assert await _ids_of(scene) == [new.id]


async def _ids_of(scene: Scene) -> list[str]:
    return [claim.run.id for claim in await scene.claim()]
