"""Contract of clients' tool results: accepted once, and only while the run is open."""

from __future__ import annotations

import asyncio

import pytest
from tests.support.builders import WORKSPACE, a_call, a_reply, a_result
from tests.support.contracts.scene import Scene

from runwhy.core.runs.events import NewEvent
from runwhy.core.runs.log import Part, PartKind, ToolCall
from runwhy.core.runs.run import Run, Status
from runwhy.errors import NotFound, RunTerminal, UnknownToolUse
from runwhy.ports import Claim, Progress


async def waiting_for_tools(scene: Scene, *calls: ToolCall) -> Claim:
    """Add a run that waits for the results of tool calls."""
    claim = await scene.started()
    await call_tools(scene, claim, *calls)
    return claim


async def call_tools(scene: Scene, claim: Claim, *calls: ToolCall) -> None:
    """Add more tool calls to a run."""
    reply = a_reply("", *(calls or (a_call(),)), run_id=claim.run.id)
    await scene.store.record(
        claim, Progress(parts=[reply], status=Status.WAITING), at=scene.clock()
    )


async def answer(
    scene: Scene, run: Run, id: str = "call-1", text: str = "found", *, workspace: int = WORKSPACE
) -> None:
    """Send a client's result."""
    part = a_result(id, text, run_id=run.id, tool_name=None)
    event = NewEvent(type="local_tool_result_in", data={"toolUseId": id, "output": text})
    await scene.store.answer_tool(workspace, run.id, part, event)


class ToolsContract:
    """Results of tool calls are accepted once, and only while the run is open."""

    async def test_a_tool_result_is_stored_in_the_log_with_its_event(self, scene: Scene) -> None:
        claim = await waiting_for_tools(scene)
        await answer(scene, claim.run)

        (part,) = await _results(scene, claim.run)
        assert (part.text, part.tool_use_id, part.tool_name) == ("found", "call-1", "look")
        assert (await scene.types(claim.run))[-1] == "local_tool_result_in"
        await scene.say(claim, "thanks")  # the claim is still valid

    async def test_a_tool_call_gets_one_result(self, scene: Scene) -> None:
        claim = await waiting_for_tools(scene)
        await answer(scene, claim.run)

        with pytest.raises(UnknownToolUse):
            await answer(scene, claim.run, text="another")
        assert [part.text for part in await _results(scene, claim.run)] == ["found"]
        assert (await scene.types(claim.run)).count("local_tool_result_in") == 1

    async def test_only_one_of_many_results_is_accepted(self, crowd: list[Scene]) -> None:
        claim = await waiting_for_tools(crowd[0], a_call("call-1"), a_call("call-2"))
        answers = [
            answer(scene, claim.run, id) for scene in crowd for id in ("call-1", "call-2") * 5
        ]
        done = await asyncio.gather(*answers, return_exceptions=True)

        assert sum(result is None for result in done) == 2
        assert all(isinstance(result, UnknownToolUse) for result in done if result is not None)
        taken = [part.tool_use_id for part in await _results(crowd[0], claim.run)]
        assert sorted(map(str, taken)) == ["call-1", "call-2"]

    async def test_a_result_for_an_unknown_call_is_rejected(self, scene: Scene) -> None:
        claim = await waiting_for_tools(scene)

        with pytest.raises(UnknownToolUse):
            await answer(scene, claim.run, "call-2")
        with pytest.raises(UnknownToolUse):
            await answer(scene, await scene.start())
        assert await _results(scene, claim.run) == []

    async def test_a_reused_tool_use_id_is_a_new_call(self, scene: Scene) -> None:
        claim = await waiting_for_tools(scene)
        await answer(scene, claim.run, text="first")
        await call_tools(scene, claim, a_call())
        await answer(scene, claim.run, text="second")

        assert [part.text for part in await _results(scene, claim.run)] == ["first", "second"]
        with pytest.raises(UnknownToolUse):
            await answer(scene, claim.run, text="third")

    async def test_a_result_is_accepted_while_no_worker_has_the_run(self, scene: Scene) -> None:
        claim = await waiting_for_tools(scene)
        await scene.store.release(claim.hold)
        await answer(scene, claim.run)

        again = await scene.take(claim.run)
        assert [part.kind for part in again.parts][-1] is PartKind.TOOL_RESULT

    async def test_a_result_after_a_cancellation_is_ignored(self, scene: Scene) -> None:
        claim = await waiting_for_tools(scene)
        await scene.cancel(claim.run)
        before = await scene.events(claim.run)
        await answer(scene, claim.run)
        await scene.store.release(claim.hold)
        await answer(scene, claim.run)

        assert await scene.events(claim.run) == before
        assert await _results(scene, claim.run) == []

    async def test_a_result_after_any_other_end_is_rejected(self, scene: Scene) -> None:
        claim = await waiting_for_tools(scene)
        await scene.store.record(claim, Progress(status=Status.RUNNING), at=scene.clock())
        await scene.finish(claim)

        with pytest.raises(RunTerminal):
            await answer(scene, claim.run)
        assert await _results(scene, claim.run) == []

    async def test_runs_of_another_workspace_accept_no_result(self, scene: Scene) -> None:
        claim = await waiting_for_tools(scene)

        with pytest.raises(NotFound):
            await answer(scene, claim.run, workspace=2)
        assert await _results(scene, claim.run) == []


async def _results(scene: Scene, run: Run) -> list[Part]:
    parts = await scene.store.list_parts(run.id)
    return [part for part in parts if part.kind is PartKind.TOOL_RESULT]
