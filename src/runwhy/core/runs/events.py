"""Events: the numbered stream of a run for clients that follow it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from runwhy.core.json import JsonObject
from runwhy.core.runs.cost import maybe_usd
from runwhy.core.runs.run import Failure, ModelUsed, Outcome, Run, Status, Tokens

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


def queued_event(run: Run) -> NewEvent:
    """Return the first event of every run, written with the run itself."""
    data = {"runId": run.id, "trigger": run.origin.trigger, "metadata": dict(run.tagging.tags)}
    return NewEvent(type="queued", data=data)


def started_event(run: Run) -> NewEvent:
    """Return the event for a claimed run; a later attempt invalidates the deltas before it."""
    return NewEvent(type="started", data={"runId": run.id, "attempt": run.attempt})


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
