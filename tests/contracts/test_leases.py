"""Commands are leased to a run: they are never lost, and never sent twice."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.contracts.conftest import emptied, opened, postgres_store, silencer, sqlite_store
from tests.support.builders import WORKSPACE, an_origin
from tests.support.contracts.scene import OTHER, WORKER, Scene, Silence, in_session

from runwhy.core.requests.plan import Multitask
from runwhy.core.runs.log import Part, PartKind
from runwhy.core.runs.provenance import Provenance
from runwhy.core.runs.run import Failure, Outcome, Status
from runwhy.core.sessions.session import Session
from runwhy.core.terminal.blocks import PENDING_FOR, Block, BlockStatus, Place
from runwhy.ports import Claim, Progress

pytestmark = pytest.mark.anyio
FAILED = Outcome(status=Status.FAILED, failure=Failure(message="no"))


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'runwhy.db'}"
    found: str = request.getfixturevalue("postgres_url")
    return found


@pytest.fixture
async def scene(url: str, tmp_path: Path) -> AsyncIterator[Scene]:
    local = url.startswith("sqlite")
    store = sqlite_store(tmp_path / "runwhy.db") if local else postgres_store(url)
    async with opened(store) as ready:
        if not local:
            emptied(url)
        yield await Scene(ready).open()


@pytest.fixture
def silence(url: str) -> Silence:
    return silencer(url)


async def ran(scene: Scene, session: Session, cmd: str, **changes: Any) -> Block:
    block = Block(
        id=scene.new_id("blk"),
        workspace=WORKSPACE,
        session_id=session.id,
        cmd=cmd,
        cwd="/",
        exit_code=0,
        status=BlockStatus.COMPLETED,
        started_at=scene.clock(),
        ended_at=scene.clock(),
        place=Place.PENDING,
    )
    store: Any = scene.store
    saved: Block = await store.save_block(Block(**{**_fields(block), **changes}))
    return saved


def _fields(block: Block) -> dict[str, Any]:
    return {name: getattr(block, name) for name in Block.__slots__}


async def places(scene: Scene, session: Session) -> list[str]:
    store: Any = scene.store
    return [block.place.value for block in await store.list_blocks(session.id)]


def contexts(claim: Claim) -> list[str]:
    return [part.text for part in claim.parts if part.kind is PartKind.CONTEXT]


def reply(scene: Scene, claim: Claim) -> Part:
    return Part(
        run_id=claim.run.id,
        index=0,
        kind=PartKind.REPLY,
        role="assistant",
        provenance=Provenance.AGENT,
        at=scene.clock(),
        text="Because.",
    )


async def test_commands_are_leased_with_the_run_and_consumed_by_the_reply(scene: Scene) -> None:
    session = await scene.open_session()
    await ran(scene, session, "make")
    claim = await scene.started(**in_session(session))
    assert await places(scene, session) == ["leased"]

    await scene.store.record(claim, Progress(parts=[reply(scene, claim)]), at=scene.clock())

    assert await places(scene, session) == ["consumed"]
    await scene.finish(claim, FAILED)
    assert await places(scene, session) == ["consumed"]


async def test_commands_are_ordered_by_their_end_and_not_by_their_arrival(scene: Scene) -> None:
    session = await scene.open_session()
    store: Any = scene.store
    late = scene.clock()
    await ran(scene, session, "second", ended_at=late)
    await ran(scene, session, "first", ended_at=late - timedelta(seconds=1))
    await ran(scene, session, "third", ended_at=late)

    pending = await store.pending_blocks(session.id, at=late, limit=2)
    assert [block.cmd for block in pending.blocks] == ["second", "third"]

    claim = await scene.started(**in_session(session))
    commands = json.loads(contexts(claim)[0])["commands"]
    assert [each["cmd"] for each in commands] == ["first", "second", "third"]


async def test_a_reply_at_the_end_of_a_run_consumes_commands(scene: Scene) -> None:
    session = await scene.open_session()
    await ran(scene, session, "make")
    claim = await scene.started(**in_session(session))

    await scene.finish(claim, parts=[reply(scene, claim)])

    assert await places(scene, session) == ["consumed"]


async def test_no_command_is_lost_when_a_server_is_killed(scene: Scene, silence: Silence) -> None:
    session = await scene.open_session()
    await ran(scene, session, "make")
    first = await scene.started(**in_session(session))
    await silence(WORKER, None)
    await scene.store.reap(older_than=15, at=scene.clock())

    (second,) = await scene.claim(OTHER)

    assert contexts(second) == contexts(first) != []
    assert await places(scene, session) == ["leased"]
    await scene.finish(second, parts=[reply(scene, second)])
    assert await places(scene, session) == ["consumed"]
    later = await scene.start(**in_session(session))
    (third,) = await scene.claim(OTHER)
    assert (third.run.id, contexts(third)) == (later.id, [])


async def test_a_failed_run_returns_its_commands(scene: Scene) -> None:
    session = await scene.open_session()
    await ran(scene, session, "make")
    first = await scene.started(**in_session(session))
    await scene.finish(first, FAILED)
    assert await places(scene, session) == ["pending"]

    second = await scene.started(**in_session(session))

    assert contexts(second) == contexts(first)


async def test_a_rolled_back_run_returns_its_commands(scene: Scene) -> None:
    session = await scene.open_session()
    await ran(scene, session, "make")
    first = await scene.started(**in_session(session))
    await scene.store.record(first, Progress(parts=[reply(scene, first)]), at=scene.clock())

    second = await scene.start(**in_session(session, multitask=Multitask.ROLLBACK))

    assert contexts_of(await scene.store.list_parts(second.id)) == contexts(first)
    assert await places(scene, session) == ["leased"]


def contexts_of(parts: Any) -> list[str]:
    return [part.text for part in parts if part.kind is PartKind.CONTEXT]


@pytest.mark.parametrize("trigger", ["cron", "timer", "webhook", "subtask", "unheard-of"])
async def test_runs_that_no_person_requested_take_no_commands(scene: Scene, trigger: str) -> None:
    session = await scene.open_session()
    await ran(scene, session, "make")

    run = await scene.start(**in_session(session, origin=an_origin(trigger=trigger)))

    assert contexts_of(await scene.store.list_parts(run.id)) == []
    assert await places(scene, session) == ["pending"]


async def test_a_synthetic_message_takes_no_commands(scene: Scene) -> None:
    session = await scene.open_session()
    await ran(scene, session, "make")

    await scene.start(**in_session(session, synthetic=True))

    assert await places(scene, session) == ["pending"]


@pytest.mark.parametrize("trigger", ["api", "cli", "telegram", "terminal"])
async def test_a_persons_message_takes_commands_from_any_trigger(
    scene: Scene, trigger: str
) -> None:
    session = await scene.open_session()
    await ran(scene, session, "make")

    await scene.start(**in_session(session, origin=an_origin(trigger=trigger)))

    assert await places(scene, session) == ["leased"]


async def test_old_commands_are_not_attached(scene: Scene) -> None:
    session = await scene.open_session()
    old = scene.clock() - PENDING_FOR - timedelta(seconds=1)
    await ran(scene, session, "old", started_at=old, ended_at=old)

    run = await scene.start(**in_session(session))

    assert contexts_of(await scene.store.list_parts(run.id)) == []


async def test_running_commands_and_those_of_agents_are_not_attached(scene: Scene) -> None:
    session = await scene.open_session()
    running = {"status": BlockStatus.RUNNING, "ended_at": None, "place": Place.KEPT}
    await ran(scene, session, "sleep 9", **running)
    await ran(scene, session, "ls", actor="agent", place=Place.KEPT)

    run = await scene.start(**in_session(session))

    assert contexts_of(await scene.store.list_parts(run.id)) == []
    store: Any = scene.store
    assert await store.end_running_blocks(at=scene.clock()) == 1
