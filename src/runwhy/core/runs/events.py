"""Events: the numbered stream of a run for clients that follow it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from runwhy.core.json import JsonObject
from runwhy.core.runs.cost import maybe_usd
from runwhy.core.runs.log import Part, ToolCall
from runwhy.core.runs.run import (
    Failure,
    ModelUsed,
    Outcome,
    Run,
    Status,
    Tokens,
    hidden_reason,
)
from runwhy.core.runs.tags import Tags

TERMINAL = frozenset({"result", "error", "cancelled"})


@dataclass(frozen=True, slots=True, kw_only=True)
class NewEvent:
    """An event without a number."""

    type: str
    data: JsonObject


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One thing that happened in a run; `seq` has no gaps and never changes."""

    run_id: str
    seq: int
    type: str
    data: JsonObject
    at: datetime


def event_within(event: Event, tags: Tags) -> Event:
    """Return an event for a reader limited to tags: without budgets, which may count other runs."""
    if not tags:
        return event
    data = event.data
    match event.type:
        case "budget_warning":
            budget = data.get("budget")
            percent = budget.get("percent") if isinstance(budget, Mapping) else None
            return replace(event, data={"budget": {"percent": percent}})
        case "approval_request" if data.get("tool") == "budget":
            return replace(event, data={**data, "approvalId": "", "input": {}})
        case "error":
            hidden = hidden_reason(str(data.get("code")))
            return event if hidden is None else replace(event, data={**data, "error": hidden})
        case _:
            return event


def queued_event(run: Run) -> NewEvent:
    """Return the first event of every run, written with the run itself."""
    data = {"runId": run.id, "trigger": run.origin.trigger, "metadata": dict(run.tagging.tags)}
    return NewEvent(type="queued", data=data)


def started_event(run: Run) -> NewEvent:
    """Return the event for a claimed run; a later attempt invalidates the deltas before it."""
    return NewEvent(type="started", data={"runId": run.id, "attempt": run.attempt})


def message_event(
    text: str, turn: int, finish_reason: object, calls: Sequence[ToolCall]
) -> NewEvent:
    """Return the event of a completed turn."""
    data: dict[str, object] = {"text": text, "turn": turn, "finishReason": finish_reason}
    if calls:
        data["toolCalls"] = [call_json_of(call) for call in calls]
    return NewEvent(type="assistant_message", data=data)


def call_json_of(call: ToolCall) -> JsonObject:
    """Return a tool call as clients get it."""
    return {"id": call.id, "name": call.name, "args": call.args}


def call_event(call: ToolCall) -> NewEvent:
    """Return the event of a tool call that the server executes."""
    data = {"toolUseId": call.id, "name": call.name, "input": call.args}
    return NewEvent(type="tool_call", data=data)


def client_call_event(call: ToolCall, kind: str, details: JsonObject) -> NewEvent:
    """Return the event of a tool call that the client executes."""
    data = {"toolUseId": call.id, "name": call.name, "args": call.args, "kind": kind}
    return NewEvent(type="local_tool_call", data={**data, **details})


def result_event(result: Part, *, summary: str) -> NewEvent:
    """Return the event of the result of a tool that the server executed."""
    data = {"toolUseId": result.tool_use_id, "name": result.tool_name, "ok": result.ok}
    return NewEvent(type="tool_result", data={**data, "summary": summary})


def terminal_event(run: Run, outcome: Outcome) -> NewEvent:
    """Return the one event that ends a run."""
    used = _used(outcome)
    match outcome.status:
        case Status.SUCCEEDED:
            text = outcome.text or ""
            result: JsonObject = {"subtype": "success", "ok": True, "text": text}
            if outcome.calls:
                result = {**result, "toolCalls": list(outcome.calls)}
            return NewEvent(
                type="result", data={**result, **used, "metadata": dict(run.tagging.tags)}
            )
        case Status.FAILED:
            failure = outcome.failure or Failure(message="the run failed")
            return NewEvent(type="error", data={**_failed(failure), **used})
        case _:
            return NewEvent(type="cancelled", data={"reason": outcome.reason or outcome.status})


def _used(outcome: Outcome) -> JsonObject:
    used: JsonObject = {
        "tokens": tokens_json(outcome.tokens),
        "cost": maybe_usd(outcome.cost.picos),
        "unpricedCalls": outcome.cost.unpriced_calls,
        "turns": outcome.turns,
        "model": model_json(outcome.model),
    }
    structured = outcome.structured_output
    return used if structured is None else {**used, "structuredOutput": structured}


def _failed(failure: Failure) -> JsonObject:
    data: dict[str, object] = {
        "error": failure.message,
        "code": failure.code or failure.error_class.value,
        "errorClass": failure.error_class.value,
        "retryable": failure.retryable,
    }
    if failure.finish_reason:
        data["finishReason"] = failure.finish_reason
    if failure.partial_text:
        data["partialText"] = failure.partial_text
    if failure.api_status is not None:
        data["apiStatus"] = failure.api_status
    if failure.api_code:
        data["apiCode"] = failure.api_code
    return data


def tokens_json(tokens: Tokens) -> JsonObject:
    """Return token totals with wire names."""
    return {
        "inputTokens": tokens.input,
        "cachedTokens": tokens.cached,
        "cacheWriteTokens": tokens.cache_write,
        "reasoningTokens": tokens.reasoning,
        "outputTokens": tokens.output,
    }


def model_json(model: ModelUsed | None) -> JsonObject | None:
    """Return the model with wire names."""
    if model is None:
        return None
    data = {"id": model.id, "provider": model.provider, "vendorModelId": model.vendor_model_id}
    return data | ({"reasoningEffort": model.reasoning_effort} if model.reasoning_effort else {})
