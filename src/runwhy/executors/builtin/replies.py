"""Replies of a model: what is kept of them, what is said of them, what they add up to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any, cast

from runwhy.core.json import JsonObject
from runwhy.core.runs.log import Part, PartKind
from runwhy.core.runs.run import Failure, ModelUsed, Outcome, Status, Tokens
from runwhy.ports import ModelFailed, ModelReply, Work


def usage(reply: ModelReply) -> dict[str, object]:
    """What the log keeps besides the words."""
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


def said(reply: ModelReply, turn: int) -> JsonObject:
    """The event of a completed turn."""
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


def outcome(
    work: Work,
    status: Status,
    *,
    text: str | None = None,
    failure: Failure | None = None,
    failed: ModelFailed | None = None,
) -> Outcome:
    """How a run ended, with what all its turns used: those of earlier attempts too, and of the
    call that failed."""
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
    return Tokens(**cast(Any, reply.data["tokens"]))


def _model_used(replies: Sequence[Part]) -> ModelUsed | None:
    return ModelUsed(**cast(Any, replies[-1].data["model"])) if replies else None


def _structured(work: Work, replies: Sequence[Part]) -> JsonObject | None:
    """How an output schema was held to, as clients of the protocol read it."""
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
    """The failure, with what the model had said before it."""
    return replace(failure, partial_text=failure.partial_text or text or None)
