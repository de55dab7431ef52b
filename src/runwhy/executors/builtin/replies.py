"""Model replies: their stored data, their events, and the outcome of a run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any, cast

from runwhy.core.json import JsonObject
from runwhy.core.runs.log import Part, PartKind
from runwhy.core.runs.run import Failure, ModelUsed, Outcome, Status, Tokens
from runwhy.ports import ModelFailed, ModelReply, Work


def reply_data(reply: ModelReply) -> dict[str, object]:
    """Return the data stored with a reply: tokens, model, finish reason."""
    kept: dict[str, object] = {
        "tokens": asdict(reply.tokens),
        "model": asdict(reply.used),
        "finishReason": reply.finish_reason,
    }
    if reply.native is not None:
        kept["native"] = reply.native
    if reply.enforcement is not None:
        kept["enforcement"] = reply.enforcement
    return kept


def message_data(reply: ModelReply, turn: int) -> JsonObject:
    """Return the data of the event for a completed turn."""
    data: dict[str, object] = {
        "text": reply.text,
        "turn": turn,
        "finishReason": reply.finish_reason,
    }
    if reply.tool_calls:
        data["toolCalls"] = [
            {"id": call.id, "name": call.name, "args": call.args} for call in reply.tool_calls
        ]
    return data


def outcome_of(
    work: Work,
    status: Status,
    *,
    text: str | None = None,
    failure: Failure | None = None,
    failed: ModelFailed | None = None,
) -> Outcome:
    """Return the run's outcome with the usage of all turns.

    Earlier attempts and the failed call count too.
    """
    replies = [part for part in work.journal.parts if part.kind is PartKind.REPLY]
    paid = [part for part in work.journal.parts if part.kind in (PartKind.REPLY, PartKind.SUMMARY)]
    lost = failed.tokens if failed is not None else Tokens()
    return Outcome(
        status=status,
        text=text,
        failure=failure,
        turns=len(replies),
        tokens=sum((_tokens(part) for part in paid), lost),
        model=_model_used(replies) or (failed.used if failed is not None else None),
        structured_output=_structured(work, replies),
    )


def _tokens(reply: Part) -> Tokens:
    return Tokens(**cast(Any, reply.data.get("tokens", {})))


def _model_used(replies: Sequence[Part]) -> ModelUsed | None:
    model = replies[-1].data.get("model") if replies else None
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
