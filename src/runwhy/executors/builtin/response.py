"""Model responses: deltas, the reply, token usage and finish reason."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from pydantic_ai.exceptions import ModelConnectionError
from pydantic_ai.messages import (
    ModelResponse,
    ModelResponseStreamEvent,
    PartDeltaEvent,
    PartStartEvent,
    TextPart,
    TextPartDelta,
    ThinkingPart,
    ThinkingPartDelta,
    ToolCallPart,
    ToolCallPartDelta,
)
from pydantic_ai.usage import RequestUsage

from runwhy.core.agents.output_schemas import OUTPUT_TOOL
from runwhy.core.agents.steps import BROKEN_ARGS
from runwhy.core.json import compact_json, storable, unstorable_text
from runwhy.core.runs.log import ToolCall
from runwhy.core.runs.run import ErrorClass, Failure, ModelUsed, Tokens
from runwhy.executors.builtin.request import PreparedCall
from runwhy.executors.builtin.schemas import answer_text
from runwhy.ports import CallDelta, Delta, ModelFailed, ModelReply, TextDelta

_UNKNOWN_MODEL = ModelUsed(id="", provider="", vendor_model_id="")


@dataclass(slots=True)
class DeltaReader:
    """Reads the events of a stream. `tools` are the tools whose calls are streamed."""

    tools: frozenset[str] = frozenset()
    _calls: dict[int, tuple[int, str]] = field(default_factory=dict)  # place and name, by part

    def read(self, event: ModelResponseStreamEvent) -> Delta | None:
        """Return the text, thinking or arguments of a stream event, if it has any."""
        match event:
            case PartStartEvent(index=part, part=ToolCallPart() as call):
                if part in self._calls:  # the whole call again
                    return None
                self._calls[part] = (len(self._calls), call.tool_name)
                args = call.args
                return self._call(part, compact_json(args) if isinstance(args, dict) else args)
            case PartDeltaEvent(index=part, delta=ToolCallPartDelta(args_delta=str(text))) if text:
                return self._call(part, text)
            case _:
                return _text_of(event)

    def _call(self, part: int, text: str | None) -> CallDelta | None:
        number, name = self._calls.get(part, (0, ""))
        if name not in self.tools:
            return None
        return CallDelta(number=number, name=name, text=storable(text or ""))


def _text_of(event: ModelResponseStreamEvent) -> TextDelta | None:
    match event:
        case PartStartEvent(part=TextPart(content=text)) if text:
            return TextDelta(text=storable(text))
        case PartStartEvent(part=ThinkingPart(content=text)) if text:
            return TextDelta(text=storable(text), thinking=True)
        case PartDeltaEvent(delta=TextPartDelta(content_delta=text)) if text:
            return TextDelta(text=storable(text))
        case PartDeltaEvent(delta=ThinkingPartDelta(content_delta=str(text))) if text:
            return TextDelta(text=storable(text), thinking=True)
        case _:
            return None


def check_finished(response: ModelResponse) -> None:
    """Reject a response that is incomplete.

    Raises: ModelFailed if the response was truncated or refused, ModelConnectionError if its end is
    missing.
    """
    details = response.provider_details or {}
    match response.finish_reason:
        case "content_filter":
            words = details.get("refusal") or "the provider's content filter stopped the answer"
            raise _ended(f"the model refused: {words}", ErrorClass.INVALID_REQUEST, "refusal")
        case "length":
            message = "the answer was truncated at the model's output token limit"
            raise _ended(message, ErrorClass.TRUNCATION, "max_tokens")
        case "error":
            raise _ended("the model ended with an error", ErrorClass.SERVER, "error")
    if response.state != "complete" or not details.get("finish_reason"):
        message = "the stream ended before the answer was complete"
        raise ModelConnectionError(response.model_name or "", message, phase="read")


def _ended(message: str, error_class: ErrorClass, reason: str) -> ModelFailed:
    code = None if reason == "error" else reason
    return ModelFailed(
        Failure(message=message, error_class=error_class, code=code, finish_reason=reason)
    )


def reply_of(response: ModelResponse, call: PreparedCall) -> ModelReply:
    """Return the reply; the caller fills in the model."""
    text = "".join(part.content for part in response.parts if isinstance(part, TextPart))
    calls = [part for part in response.parts if isinstance(part, ToolCallPart)]
    final = next((part for part in calls if part.tool_name == OUTPUT_TOOL), None)
    if call.parameters.output_mode == "tool" and final is not None:
        text, calls = compact_json(_args(final)), []
    if call.target is not None and not calls:
        text = answer_text(text, call.target)
    thoughts = [part.content for part in response.parts if isinstance(part, ThinkingPart)]
    return ModelReply(
        text=storable(text),
        used=_UNKNOWN_MODEL,
        thinking=storable("\n\n".join(thought for thought in thoughts if thought)),
        tool_calls=tuple(
            ToolCall(id=part.tool_call_id, name=part.tool_name, args=_args(part)) for part in calls
        ),
        finish_reason="tool_calls" if calls else "stop",
        tokens=tokens_of(response.usage),
        enforcement=call.enforcement,
        options=call.options,
    )


def _args(part: ToolCallPart) -> dict[str, Any]:
    """Return the arguments, or the raw text if they are not a storable JSON object."""
    args = part.args_as_dict()
    try:
        whole = unstorable_text(args) is None and bool(compact_json(args))
    except ValueError:
        whole = False
    return args if whole else {BROKEN_ARGS: storable(str(part.args))}


def tokens_of(usage: RequestUsage) -> Tokens:
    """Convert the usage; cached and reasoning tokens are included in input and output."""
    return Tokens(
        input=usage.input_tokens,
        cached=usage.cache_read_tokens,
        cache_write=usage.cache_write_tokens,
        reasoning=usage.details.get("reasoning_tokens", 0),
        output=usage.output_tokens,
    )
