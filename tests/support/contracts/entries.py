"""Contract of entries: the end of a run closes the entries that are open."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from tests.support.contracts.scene import Scene, in_session

from runwhy.core.agents.actions import CommandRun
from runwhy.core.agents.coding_agents import EntryBatch
from runwhy.core.agents.entries import (
    AssistantMessage,
    EntryChange,
    EntryDelta,
    Stamp,
    Thinking,
    ToolUse,
    change_json,
)
from runwhy.core.runs.events import TERMINAL
from runwhy.core.runs.run import Failure, Outcome, Status
from runwhy.ports import Claim, Progress

STAMP = Stamp(agent="claude")
RUN_TESTS = CommandRun(command="make test")
FAILED = Outcome(status=Status.FAILED, failure=Failure(message="no"))


async def finish(scene: Scene, claim: Claim) -> None:
    await scene.finish(claim)


async def fail(scene: Scene, claim: Claim) -> None:
    await scene.finish(claim, FAILED)


async def cancel(scene: Scene, claim: Claim) -> None:
    await scene.cancel(claim.run)


async def end_session(scene: Scene, claim: Claim) -> None:
    assert claim.run.session_id is not None
    await scene.store.end_session(claim.run.workspace, claim.run.session_id, at=scene.clock())


async def interrupt(scene: Scene, claim: Claim) -> None:
    """Fail in a second attempt, as after the death of a server."""
    await scene.crash()
    await scene.finish(await scene.take(claim.run), FAILED)


async def crash_repeatedly(scene: Scene, claim: Claim) -> None:
    for _ in range(2):
        await scene.crash()
        await scene.end_quarantine()
        await scene.take(claim.run)
    await scene.crash()


class EntriesContract:
    """Entries of runs that end."""

    @pytest.mark.parametrize(
        "end", [finish, fail, cancel, end_session, interrupt, crash_repeatedly]
    )
    async def test_the_end_of_a_run_closes_its_open_entries(
        self, scene: Scene, end: Callable[[Scene, Claim], Awaitable[None]]
    ) -> None:
        session = await scene.open_session()
        claim = await scene.started(**in_session(session))
        await _write(
            scene,
            claim,
            ToolUse(id="t1", index=0, stamp=STAMP, tool="Bash", action=RUN_TESTS),
            EntryDelta(id="t1", text="some output"),
            AssistantMessage(id="m1", index=1, stamp=STAMP, text="Hel", partial=True),
            EntryDelta(id="m1", text="lo"),
            Thinking(id="h1", index=2, stamp=STAMP, text="Hm", partial=True),
        )
        await end(scene, claim)

        stored: Any = await scene.store.list_entries(claim.run.id, limit=9)
        tool, text, thinking = stored
        assert tool["status"] == "interrupted"
        assert tool["result"]["text"] == "some output"
        assert (text["text"], text["partial"]) == ("Hello", False)
        assert (thinking["text"], thinking["partial"]) == ("Hm", False)
        *before, last = await scene.events(claim.run)
        assert last.type in TERMINAL
        assert [_brief(event.data) for event in before if event.type == "entry"] == [
            ("t1", "interrupted"),
            ("m1", "delta"),
            ("h1", "delta"),
        ]
        numbers = [number for number, _ in await scene.store.list_session_events(session.id)]
        assert numbers == list(range(1, len(numbers) + 1))

    async def test_the_end_of_a_run_leaves_closed_entries_unchanged(self, scene: Scene) -> None:
        claim = await scene.started()
        tool = ToolUse(id="t1", index=0, stamp=STAMP, tool="Bash", action=RUN_TESTS)
        text = AssistantMessage(id="m1", index=1, stamp=STAMP, text="Hi", partial=True)
        await _write(scene, claim, tool, text, EntryDelta(id="m1", text="!", last=True))
        await _write(
            scene,
            claim,
            ToolUse(id="t1", index=0, stamp=STAMP, tool="Bash", action=RUN_TESTS, status="success"),
        )
        before = await scene.store.list_entries(claim.run.id, limit=9)
        await scene.finish(claim)

        assert await scene.store.list_entries(claim.run.id, limit=9) == before
        assert await scene.types(claim.run) == ["queued", "started", "result"]


def _brief(change: Any) -> tuple[str, str]:
    return change["id"], change.get("status") or change["type"]


async def _write(scene: Scene, claim: Claim, *changes: EntryChange) -> None:
    batch = EntryBatch(changes=[change_json(change) for change in changes])
    await scene.store.record(claim, Progress(batch=batch), at=scene.clock())
