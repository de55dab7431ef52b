"""Interrupts: a graph's questions become tool calls that the client answers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from runwhy.core.runs.events import client_call_event
from runwhy.core.runs.log import Part, PartKind, ToolCall
from runwhy.core.runs.provenance import Provenance
from runwhy.core.runs.run import ErrorClass, Failure, ModelUsed, Status, Tokens
from runwhy.executors.builtin.replies import wait_for_results
from runwhy.executors.langgraph.graphs import GraphFailed
from runwhy.ports import Clock, Progress, Work

NAME = "interrupt"
_GRAPH = ModelUsed(id="langgraph", provider="langgraph", vendor_model_id="langgraph")


async def wait_for_answers(
    work: Work, interrupts: Sequence[Any], *, clock: Clock, timeout: float
) -> None:
    """Send the interrupts to the client and wait for answers.

    Raises: GraphFailed if they do not arrive in time.
    """
    known = {call.id for part in work.journal.parts for call in part.tool_calls}
    calls = tuple(_call(interrupt) for interrupt in interrupts if interrupt.id not in known)
    if calls:
        part = Part(
            run_id=work.run.id,
            index=0,
            kind=PartKind.REPLY,
            role="assistant",
            provenance=Provenance.AGENT,
            at=clock(),
            tool_calls=calls,
            data={"tokens": asdict(Tokens()), "model": asdict(_GRAPH), "finishReason": NAME},
        )
        events = [client_call_event(call, "local", {}) for call in calls]
        await work.journal.append(Progress(parts=[part], events=events))
    if await wait_for_results(work, timeout) is None:
        message = f"the interrupt was not answered within {timeout:g} seconds"
        raise GraphFailed(Failure(message=message, error_class=ErrorClass.LOCAL_TIMEOUT))
    await work.journal.append(Progress(status=Status.RUNNING))


def collect_answers(parts: Sequence[Part], interrupts: Sequence[Any]) -> dict[str, Any]:
    """Return the answers by interrupt id, parsed as JSON where possible."""
    # An error also resumes the graph, as `{"error": …}`, so that the graph can handle it.
    ids = {interrupt.id for interrupt in interrupts}
    results = [p for p in parts if p.kind is PartKind.TOOL_RESULT and p.tool_use_id in ids]
    return {str(part.tool_use_id): _value(part) for part in results}


def _call(interrupt: Any) -> ToolCall:
    value = json.loads(json.dumps(interrupt.value, default=str))
    return ToolCall(id=interrupt.id, name=NAME, args={"value": value})


def _value(part: Part) -> Any:
    if not part.ok:
        return {"error": part.text}
    try:
        return json.loads(part.text)
    except (ValueError, RecursionError):
        return part.text
