"""Model replies: their stored data, their events, and the outcome of a run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, cast

import msgspec

from runwhy.core.json import JsonObject
from runwhy.core.model_requests import SENT
from runwhy.core.runs.events import call_json_of
from runwhy.core.runs.log import Part, PartKind, ToolCall, unanswered_calls
from runwhy.core.runs.provenance import Provenance
from runwhy.core.runs.run import Failure, ModelUsed, Outcome, Status
from runwhy.core.runs.usage import (
    CALL,
    UNLOGGED,
    call_json,
    call_usage,
    total_usage,
    usages_of,
    used,
)
from runwhy.ports import EndedCall, ModelFailed, ModelReply, Progress, Work


def reply_data(reply: ModelReply) -> dict[str, object]:
    """Return the data stored with a reply: `call_data`, model and finish reason."""
    kept: dict[str, object] = {
        **call_data(reply),
        "model": msgspec.to_builtins(reply.used),
        "finishReason": reply.finish_reason,
    }
    if reply.native is not None:
        kept["native"] = reply.native
    if reply.enforcement is not None:
        kept["enforcement"] = reply.enforcement
    return kept


def call_data(made: EndedCall, unlogged: Sequence[EndedCall] = ()) -> dict[str, object]:
    """Return the stored data about a call: tokens, times and cost.

    `unlogged` are calls before it that have no part, such as the pieces of a summary.
    """
    data: dict[str, object] = {"tokens": msgspec.to_builtins(made.tokens)}
    if made.call is not None:
        data[CALL] = call_json(made.call)
    if unlogged:
        data[UNLOGGED] = [call_data(call) for call in unlogged]
    return data


def with_options(sent: JsonObject, options: JsonObject) -> dict[str, object]:
    """Return the stored values of a request, with the provider's options."""
    request = sent.get(SENT)
    if not options or not isinstance(request, Mapping):
        return dict(sent)
    return {**sent, SENT: {**request, "options": dict(options)}}


def failed_call(
    run_id: str,
    failed: ModelFailed | None,
    sent: JsonObject,
    at: datetime,
    before: Sequence[EndedCall] = (),
) -> Part:
    """Return the part of a call without a reply; None if it did not end before the run.

    `before` are calls that it continued, and that have no part.
    """
    data: dict[str, object] = {}
    if failed is not None:
        error = {"message": failed.failure.message, "errorClass": failed.failure.error_class}
        model = failed.used and msgspec.to_builtins(failed.used)
        data = {**call_data(failed, before), "model": model, "error": error}
    return Part(
        run_id=run_id,
        index=0,  # assigned by the store
        kind=PartKind.FAILED_CALL,
        role="assistant",
        provenance=Provenance.AGENT,
        at=at,
        text=(failed and failed.failure.partial_text) or "",
        synthetic=True,
        data=data | with_options(sent, failed.options if failed else {}),
    )


async def wait_for_results(work: Work, timeout: float) -> datetime | None:
    """Wait for the client's results of the last reply's calls.

    Returns the time of the request, or None if the client does not answer in time.
    """
    asked_at = next(p.at for p in reversed(work.journal.parts) if p.kind is PartKind.REPLY)
    await work.journal.append(Progress(status=Status.WAITING))
    answered = await work.journal.wait_for_parts(
        lambda parts: not unanswered_calls(parts), until=asked_at + timedelta(seconds=timeout)
    )
    return asked_at if answered else None


def outcome_of(
    work: Work,
    status: Status,
    *,
    text: str | None = None,
    failure: Failure | None = None,
    calls: tuple[ToolCall, ...] = (),
    unlogged: Sequence[EndedCall] = (),
) -> Outcome:
    """Return the run's outcome with the usage of all model calls; `unlogged` have no part."""
    replies = [part for part in work.journal.parts if part.kind is PartKind.REPLY]
    failed = [part for part in work.journal.parts if part.kind is PartKind.FAILED_CALL]
    outcome = Outcome(
        status=status,
        text=text,
        failure=failure,
        calls=[call_json_of(call) for call in calls],
        turns=len(replies),
        model=_model_used(replies) or _model_used(failed),
        structured_output=_structured(work, replies),
    )
    more = [call_usage(call.tokens, call.call) for call in unlogged]
    return used(outcome, total_usage([*usages_of(work.journal.parts), *more]))


def _model_used(calls: Sequence[Part]) -> ModelUsed | None:
    model = calls[-1].data.get("model") if calls else None
    return ModelUsed(**cast(Any, model)) if model else None


def _structured(work: Work, replies: Sequence[Part]) -> JsonObject | None:
    """Report how the output schema was enforced, in the fields of the protocol."""
    if work.spec.output_schema is None:
        return None
    mechanism = replies[-1].data.get("enforcement") if replies else None
    enforced = mechanism in ("native_schema", "synthetic_tool")
    return {
        "schemaRequested": True,
        "schemaEnforced": enforced,
        "enforcementMechanism": mechanism if enforced else "none",
        "unconstrainedFallbackOccurred": bool(replies) and not enforced,
    }


def with_partial(failure: Failure, text: str) -> Failure:
    """Return the failure with the text that preceded it."""
    return replace(failure, partial_text=failure.partial_text or text or None)
