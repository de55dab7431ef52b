"""Replies of a model: what is kept of them, what is said of them, what they add up to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any, cast

from whence.core.jsons import JsonObject
from whence.core.log import Part
from whence.core.runs import Failure, ModelUsed, Tokens
from whence.ports import ModelReply


def usage(reply: ModelReply) -> dict[str, object]:
    """What the log keeps besides the words."""
    return {
        "tokens": asdict(reply.tokens),
        "model": asdict(reply.used),
        "finishReason": reply.finish_reason,
    }


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


def total_tokens(replies: Sequence[Part]) -> Tokens:
    """What all turns used, those of earlier attempts included."""
    return sum((Tokens(**cast(Any, reply.data["tokens"])) for reply in replies), Tokens())


def model_used(replies: Sequence[Part]) -> ModelUsed | None:
    """The model of the last turn."""
    return ModelUsed(**cast(Any, replies[-1].data["model"])) if replies else None


def with_partial(failure: Failure, text: str) -> Failure:
    """The failure, with what the model had said before it."""
    return replace(failure, partial_text=failure.partial_text or text or None)
