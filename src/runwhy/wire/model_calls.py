"""Answers about the model calls of a run: the requests, and their tokens, cost and time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self, cast

from msgspec import UNSET, Meta, UnsetType

from runwhy.core.agent_spec import BUILTIN
from runwhy.core.model_requests import (
    NO_PARAMETERS,
    Purpose,
    RunLog,
    SentCall,
    parameters_of,
    sent_calls,
    tools_of,
)
from runwhy.core.runs import run as core
from runwhy.core.runs.cost import maybe_usd
from runwhy.core.runs.run import ErrorClass
from runwhy.wire.answer import Answer, Json, RunId, Time, answer_time
from runwhy.wire.runs import ModelUsed, Tokens, ToolCall, attachments_json

if TYPE_CHECKING:
    from runwhy.core.agents.specs import Tool
    from runwhy.core.json import JsonObject
    from runwhy.core.runs.log import Part


class SentMessage(Answer):
    """A message as sent to the model."""

    role: Literal["system", "user", "assistant", "tool"]
    content: str
    kind: str
    tool_calls: Sequence[ToolCall] | None = None
    tool_use_id: str | None = None
    tool_name: str | UnsetType | None = UNSET
    attachments: Sequence[Json] | None = None

    @classmethod
    def of(cls, part: Part, /) -> Self:
        return cls(
            role=part.role,
            content=part.text,
            kind=part.kind,
            tool_calls=[ToolCall.of(call) for call in part.tool_calls] or None,
            tool_use_id=part.tool_use_id or None,
            tool_name=part.tool_name if part.tool_use_id else UNSET,
            attachments=attachments_json(part) or None,
        )


class SentTool(Answer):
    """A tool as offered to the model."""

    name: str
    description: str
    parameters: Annotated[Json, Meta(description="JSON schema of the arguments.")]

    @classmethod
    def of(cls, tool: Tool, /) -> Self:
        parameters = dict(tool.parameters or NO_PARAMETERS)
        return cls(name=tool.name, description=tool.description, parameters=parameters)


class CallError(Answer):
    """Why a call has no reply."""

    message: str
    error_class: ErrorClass


class CallUsage(Answer):
    """The tokens, cost and time of a model call. Values that the log does not have are null."""

    model: ModelUsed | None
    started_at: Time | None
    duration_ms: int | None
    first_token_ms: Annotated[
        int | None, Meta(description="Time from the request to the first token.")
    ]
    tokens: Tokens | None
    cost: Annotated[str | None, Meta(description="USD, as a decimal; null if unknown.")]
    price: Annotated[
        Mapping[str, str | None] | None,
        Meta(description="Prices that were used, in USD per million tokens."),
    ]
    finish_reason: str | None
    error: CallError | None

    @classmethod
    def of(cls, part: Part, /, **more: Any) -> Self:
        """Return the values of the log about the call that led to this part."""
        call, error = _mapping(part.data, "call"), _mapping(part.data, "error")
        used, tokens = _mapping(part.data, "model"), _mapping(part.data, "tokens")
        return cls(
            model=ModelUsed.of(core.ModelUsed(**used)) if used else None,
            started_at=_time(call.get("startedAt")),
            duration_ms=call.get("durationMs"),
            first_token_ms=call.get("firstTokenMs"),
            tokens=Tokens.of(core.Tokens(**tokens)) if tokens else None,
            cost=maybe_usd(call.get("cost")),
            price=call.get("price"),
            finish_reason=cast("str | None", part.data.get("finishReason")),
            error=CallError(message=error["message"], error_class=error["errorClass"])
            if error
            else None,
            **more,
        )


class ModelCall(CallUsage):
    """One model call: the exact request, and its tokens, cost and time."""

    turn: int
    purpose: Purpose
    seq: Annotated[int, Meta(description="Part of the run's log that the call led to.")]
    exact: Annotated[
        bool | None,
        Meta(
            description="Whether the request is known to be the original; false if a part of it "
            "was erased or is hidden from you, null if it cannot be checked."
        ),
    ]
    system_prompt: str | None
    tools: Annotated[
        Sequence[SentTool] | None, Meta(description="Null if the agent brings its own.")
    ]
    parameters: Annotated[
        Json | None, Meta(description="Parameters that the request had; null if unknown.")
    ]
    messages: Sequence[SentMessage]

    @classmethod
    def sent(cls, call: SentCall, log: RunLog) -> Self:
        """Return a call; only the builtin engine's tools and parameters are known."""
        known = log.spec.executor == BUILTIN
        system = [part.text for part in call.request.messages if part.role == "system"]
        usage = call.part if call.ends else replace(call.part, data={})
        return cls.of(
            usage,
            turn=call.turn,
            purpose=call.purpose,
            seq=call.position + 1,
            exact=call.exact,
            system_prompt="\n\n".join(system) or None,
            tools=[SentTool.of(tool) for tool in tools_of(call)] if known else None,
            parameters=parameters_of(call, log.spec) if known else None,
            messages=[SentMessage.of(part) for part in call.request.messages],
        )


class ModelCalls(Answer):
    """The model calls of a run, in order."""

    run_id: RunId
    calls: Sequence[ModelCall]

    @classmethod
    def of(cls, log: RunLog, /) -> Self:
        return cls(run_id=log.run_id, calls=[ModelCall.sent(call, log) for call in sent_calls(log)])


def _mapping(data: JsonObject, name: str) -> dict[str, Any]:
    value = data.get(name)
    return dict(value) if isinstance(value, Mapping) else {}


def _time(ms: int | None) -> Time | None:
    return None if ms is None else answer_time(datetime.fromtimestamp(ms / 1000, UTC))
