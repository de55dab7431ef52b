"""Contract of idempotency keys: a repeated request returns the first result."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest
from tests.support.builders import WORKSPACE, a_request, a_session, an_agent
from tests.support.contracts.scene import Scene, in_session, once

from runwhy.core.accounts.workspaces import ALL_SCOPES, Key
from runwhy.core.requests.plan import Multitask
from runwhy.errors import IdempotencyMismatch, SessionEnded


def a_key(id: str, **changes: str) -> Key:
    """Return an API key with every scope."""
    hash = changes.get("hash", f"hash of {id}")
    return Key(
        id=id,
        workspace=WORKSPACE,
        name=changes.get("name", "ci"),
        hash=hash,
        hint="rwk_a…",
        scopes=ALL_SCOPES,
        created_at=a_session().created_at,
    )


class IdempotencyContract:
    """The same key and body return the same result; another body is rejected."""

    async def test_the_same_key_and_body_give_the_same_run(self, scene: Scene) -> None:
        first = await scene.start(once=once())
        again = await scene.start(once=once())

        assert again == first
        assert await scene.ids() == [first.id]
        assert await scene.waiting() == 1

    async def test_another_body_with_the_same_key_is_rejected(self, scene: Scene) -> None:
        first = await scene.start(once=once())

        with pytest.raises(IdempotencyMismatch):
            await scene.start(once=once(body="another"))
        assert await scene.ids() == [first.id]

    async def test_an_idempotency_key_applies_to_one_route_and_workspace(
        self, scene: Scene
    ) -> None:
        other = (await scene.store.add_workspace("other", "Other", at=scene.clock())).id
        runs = [
            await scene.start(once=once()),
            await scene.start(once=once(route="POST /tasks", body="another")),
            await scene.start(once=once("key-2", body="another")),
            await scene.start(once=once(body="another"), workspace=other),
        ]

        assert len({run.id for run in runs}) == 4

    async def test_a_repeated_request_returns_the_run_as_it_is_now(self, scene: Scene) -> None:
        claim = await scene.started(once=once())
        await scene.finish(claim)

        assert await scene.start(once=once()) == await scene.get(claim.run)

    async def test_a_busy_session_does_not_reject_a_repeated_request(self, scene: Scene) -> None:
        session = await scene.open_session()
        changes = in_session(session, multitask=Multitask.REJECT)
        first = await scene.start(once=once(), **changes)

        assert (await scene.start(once=once(), **changes)).id == first.id

    async def test_a_repeated_interruption_interrupts_nothing(self, scene: Scene) -> None:
        session = await scene.open_session()
        changes = in_session(session, multitask=Multitask.INTERRUPT)
        first = await scene.start(once=once(), **changes)

        assert (await scene.start(once=once(), **changes)).id == first.id
        assert await scene.types(first) == ["queued"]

    async def test_a_request_can_be_repeated_after_its_session_has_ended(
        self, scene: Scene
    ) -> None:
        session = await scene.open_session()
        first = await scene.start(once=once(), **in_session(session))
        await scene.store.end_session(WORKSPACE, session.id, at=scene.clock())

        assert (await scene.start(once=once(), **in_session(session))).id == first.id
        with pytest.raises(SessionEnded):
            await scene.start(once=once("key-2"), **in_session(session))

    async def test_a_request_can_be_repeated_after_its_agent_was_removed(
        self, scene: Scene
    ) -> None:
        agent = await scene.store.add_agent(an_agent())
        first = await scene.start(once=once(), agent_id=agent.id)
        await scene.store.remove_agent(WORKSPACE, agent.id)

        assert (await scene.start(once=once(), agent_id=agent.id)).id == first.id

    async def test_an_idempotency_key_expires(self, scene: Scene) -> None:
        first = await scene.start(once=once())
        day = scene.clock.advance(hours=24)
        kept = await scene.start(once=once("key-2"))

        assert await scene.store.forget_answers(before=day) == 1
        assert (await scene.start(once=once(body="another"))).id != first.id
        assert (await scene.start(once=once("key-2"))).id == kept.id
        assert await scene.store.forget_answers(before=day + timedelta(seconds=1)) == 2

    async def test_idempotency_keys_apply_to_sessions_agents_and_keys(self, scene: Scene) -> None:
        store = scene.store
        sessions = [await store.add_session(a_session(id=f"ses_{n}"), once=once("s")) for n in "12"]
        agents = [await store.add_agent(an_agent(id=f"agt_{n}"), once=once("a")) for n in "12"]
        keys = [await store.add_key(a_key(f"key_{n}"), once=once("k")) for n in "12"]

        assert {session.id for session in sessions} == {"ses_1"}
        assert {agent.id for agent in agents} == {"agt_1"}
        assert {key.id for key in keys} == {"key_1"}
        with pytest.raises(IdempotencyMismatch):
            await store.add_session(a_session(id="ses_3"), once=once("s", body="another"))
        assert await store.get_session(WORKSPACE, "ses_2") is None
        assert [agent.id for agent in await store.list_agents(WORKSPACE)] == ["agt_1"]
        assert [key.id for key in await store.list_keys(WORKSPACE)] == ["key_1"]

    async def test_a_repeated_request_returns_the_id_of_an_agent_that_was_removed(
        self, scene: Scene
    ) -> None:
        await scene.store.add_agent(an_agent(id="agt_1"), once=once())
        await scene.store.remove_agent(WORKSPACE, "agt_1")

        again = await scene.store.add_agent(an_agent(id="agt_2"), once=once())

        assert again.id == "agt_1"
        assert await scene.store.list_agents(WORKSPACE) == []

    async def test_a_hundred_simultaneous_requests_create_one_run(self, crowd: list[Scene]) -> None:
        requests = [scene.start(once=once()) for scene in crowd for _ in range(100 // len(crowd))]
        runs = await asyncio.gather(*requests)

        assert len(runs) == 100
        assert {run.id for run in runs} == set(await crowd[0].ids())
        assert len({run.id for run in runs}) == 1
        assert await crowd[0].waiting() == 1

    async def test_a_busy_session_rejects_none_of_a_hundred_repeated_requests(
        self, crowd: list[Scene]
    ) -> None:
        session = await crowd[0].open_session()
        request = a_request(**in_session(session, multitask=Multitask.REJECT))

        requests = [
            scene.add(request, once=once()) for scene in crowd for _ in range(100 // len(crowd))
        ]
        runs = await asyncio.gather(*requests)

        assert len({run.id for run in runs}) == 1
