"""Transcript entries in a store: changes are applied to the stored entries."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.normalizers.recordings import STREAMS
from tests.support.contracts.scene import Scene
from tests.support.servers import server_settings

from runwhy.core.accounts.audit import AuditContext, AuditFilter
from runwhy.core.agents.coding_agents import AgentSession, Approval, EntryBatch
from runwhy.core.agents.entries import change_json, entry_json
from runwhy.core.agents.transcripts import transcript
from runwhy.core.runs.events import NewEvent
from runwhy.core.runs.origin import Actor
from runwhy.normalizers.lines import split_lines
from runwhy.normalizers.registry import normalize
from runwhy.ports import AUDIT_CONTEXT, Progress
from runwhy.wiring import make_store

pytestmark = pytest.mark.anyio


@pytest.fixture
async def scene(tmp_path: Path) -> AsyncIterator[Scene]:
    store = make_store(server_settings(tmp_path), lambda topics: None)
    await store.open()
    try:
        yield await Scene(store).open()
    finally:
        await store.close()


async def test_every_recorded_stream_is_stored_as_its_transcript(scene: Scene) -> None:
    for stream in STREAMS:
        claim = await scene.started(stream.name)
        changes = list(normalize(stream.agent, split_lines([stream.data])))
        half = len(changes) // 2
        for some in (changes[:half], changes[half:]):
            batch = EntryBatch(changes=[change_json(change) for change in some])
            await scene.store.record(claim, Progress(batch=batch), at=scene.clock())

        found = await scene.store.list_entries(claim.run.id, limit=1000)

        assert list(found) == [entry_json(entry) for entry in transcript(changes)], stream.name
        await scene.store.cancel_run(claim.run.workspace, claim.run.id, reason="", at=scene.clock())
        await scene.store.release(claim.hold)


async def test_a_transcript_can_be_read_while_it_grows(scene: Scene) -> None:
    claim = await scene.started()
    stream = next(s for s in STREAMS if s.name == "claude-partial")
    changes = list(normalize("claude", split_lines([stream.data])))

    for number, change in enumerate(changes, start=1):
        await scene.store.record(
            claim, Progress(batch=EntryBatch(changes=[change_json(change)])), at=scene.clock()
        )
        found = await scene.store.list_entries(claim.run.id, limit=1000)
        assert list(found) == [entry_json(entry) for entry in transcript(changes[:number])]


async def test_the_agents_own_session_is_stored_with_the_run(scene: Scene) -> None:
    claim = await scene.started()
    first = AgentSession(agent="claude", cwd="/work")
    known = AgentSession(agent="claude", agent_session="s1", cwd="/work", model="opus")
    for session in (first, known):
        await scene.store.record(
            claim, Progress(batch=EntryBatch(session=session)), at=scene.clock()
        )

    assert await scene.store.get_agent_session(claim.run.id) == known
    assert await scene.store.get_agent_session("run_none") is None


async def test_a_requested_approval_is_open(scene: Scene) -> None:
    claim = await scene.started()
    request = Approval(id="a1", asked={"tool": "Bash"}, asked_at=scene.clock())
    await scene.store.record(
        claim, Progress(batch=EntryBatch(approvals=[request])), at=scene.clock()
    )

    assert await scene.store.list_approvals(claim.run.id) == [request]
    assert await scene.store.get_approval(claim.run.id, "a2") is None


async def test_a_decided_approval_is_in_the_audit_log(scene: Scene) -> None:
    claim = await scene.started()
    request = Approval(id="a1", asked={"tool": "Bash"}, asked_at=scene.clock())
    await scene.store.record(
        claim, Progress(batch=EntryBatch(approvals=[request])), at=scene.clock()
    )
    decided = replace(request, decision="approve", decided_by="Ann", decided_at=scene.clock())
    AUDIT_CONTEXT.set(
        AuditContext(actor=Actor(kind="key", id="key_1", name="Ann"), at=scene.clock())
    )

    event = NewEvent(type="approval_decided", data={})
    await scene.store.decide_approval(claim.run, decided, event)

    workspace = claim.run.workspace
    [entry] = await scene.store.list_audit(workspace, AuditFilter(action="approval"), limit=9)
    assert (entry.action, entry.actor.name) == ("approval.decided", "Ann")
    assert entry.subject == claim.run.id
    assert entry.before is not None and entry.before["decision"] is None
    assert entry.after is not None and entry.after["decision"] == "approve"
