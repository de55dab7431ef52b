"""Rounds of tool calls: which calls run on the server, go to the client, or are refused."""

from __future__ import annotations

from collections.abc import Sequence

from runwhy.core.agents.specs import CLIENT_KINDS, SERVER_KINDS, Tool
from runwhy.core.agents.steps import BROKEN_ARGS, over_budget
from runwhy.core.runs.events import NewEvent, call_event, client_call_event
from runwhy.core.runs.log import Part, ToolCall, unanswered_calls
from runwhy.core.runs.provenance import Provenance
from runwhy.core.runs.run import ErrorClass, Failure, Status
from runwhy.executors.builtin.replies import wait_for_results
from runwhy.executors.builtin.toolbox import Toolbox, result_part
from runwhy.executors.builtin.tools.results import ToolOutput
from runwhy.ports import Clock, Progress, Work
from runwhy.telemetry.recorder import Telemetry


def call_events(work: Work, reply: Part) -> list[NewEvent]:
    """Return the events of a reply's tool calls, stored in one write with the reply."""
    parts = [*work.journal.parts, reply]
    return [e for call in reply.tool_calls for e in _call_events(work, parts, call)]


def _call_events(work: Work, parts: Sequence[Part], call: ToolCall) -> Sequence[NewEvent]:
    tool = find_tool(work, call)
    if tool is None or _refusal(work, parts, call) is not None:
        return ()
    if tool.kind not in CLIENT_KINDS:
        return [call_event(call)]
    if work.spec.returns_calls:
        return ()
    return [client_call_event(call, tool.kind, tool.details)]


async def run_tools(
    work: Work, calls: Sequence[ToolCall], tools: Toolbox, *, clock: Clock, timeout: float
) -> Failure | None:
    """Answer tool calls: refuse, run on the server, or wait for the client.

    Returns a failure if the client does not answer in time. Calls that the run returns stay open.
    """
    for call in calls:
        await _refuse_if_needed(work, call, clock)
    open_calls = unanswered_calls(work.journal.parts)
    await tools.run(work, [c for c in open_calls if _kind(work, c) in SERVER_KINDS])
    if work.spec.returns_calls or not unanswered_calls(work.journal.parts):
        return None
    return await _wait_for_client(work, timeout, tools.telemetry)


async def _wait_for_client(work: Work, timeout: float, telemetry: Telemetry) -> Failure | None:
    pending = unanswered_calls(work.journal.parts)
    if (asked_at := await wait_for_results(work, timeout)) is None:
        names = ", ".join(call.name for call in unanswered_calls(work.journal.parts))
        message = f"no result for {names} within {timeout:g} seconds"
        return Failure(message=message, error_class=ErrorClass.LOCAL_TIMEOUT)
    for call in pending:
        result = next(p for p in reversed(work.journal.parts) if p.tool_use_id == call.id)
        telemetry.client_answered(work.run, call, asked_at, result.at, ok=result.ok)
    await work.journal.append(Progress(status=Status.RUNNING))
    return None


async def _refuse_if_needed(work: Work, call: ToolCall, clock: Clock) -> None:
    refusal = _refusal(work, work.journal.parts, call)
    if refusal is None:
        return
    text, events = refusal
    output = ToolOutput(text=text, ok=False)
    part = result_part(work, call, output, at=clock(), provenance=Provenance.SYSTEM)
    await work.journal.append(Progress(parts=[part], events=events))


def _refusal(
    work: Work, parts: Sequence[Part], call: ToolCall
) -> tuple[str, Sequence[NewEvent]] | None:
    number = over_budget(work.spec, parts, call)
    if number is not None:
        allowed = work.spec.tool_budgets[call.name]
        text = f"not called: this run allows {allowed} calls of {call.name}"
        data = {"tool": call.name, "maxCalls": allowed, "callIndex": number}
        return text, [NewEvent(type="tool_budget_exceeded", data=data)]
    if find_tool(work, call) is None:
        return f"tool {call.name!r} does not exist", ()
    if set(call.args) == {BROKEN_ARGS}:
        return "not called: the arguments are not a JSON object", ()
    return None


def _kind(work: Work, call: ToolCall) -> str | None:
    tool = find_tool(work, call)
    return tool.kind if tool is not None else None


def find_tool(work: Work, call: ToolCall) -> Tool | None:
    """Return the tool that a call names."""
    return next((tool for tool in work.spec.tools if tool.name == call.name), None)
