"""What a provider answers, in our words: deltas, the reply, what it cost, how it ended."""

from __future__ import annotations

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
)
from pydantic_ai.usage import RequestUsage

from runwhy.core.agents.steps import BROKEN_ARGS
from runwhy.core.json import compact_json, storable, unstorable_text
from runwhy.core.runs.log import ToolCall
from runwhy.core.runs.run import ErrorClass, Failure, ModelUsed, Tokens
from runwhy.executors.builtin.request import OUTPUT_TOOL, Asking
from runwhy.executors.builtin.schemas import answer_text
from runwhy.ports import ModelFailed, ModelReply, TextDelta

_NOBODY = ModelUsed(id="", provider="", vendor_model_id="")


def delta_of(event: ModelResponseStreamEvent) -> TextDelta | None:
    """Some more of what the model says or thinks, if the event is that."""
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
    """Raises: ModelFailed for an answer that was cut or refused, ModelConnectionError for one
    whose end is missing: half an answer is never taken for a whole one."""
    details = response.provider_details or {}
    match response.finish_reason:
        case "content_filter":
            words = details.get("refusal") or "the provider's filter stopped the answer"
            raise _ended(f"the model refused: {words}", ErrorClass.INVALID_REQUEST, "refusal")
        case "length":
            message = "the answer was cut: the model reached its limit of output tokens"
            raise _ended(message, ErrorClass.TRUNCATION, "max_tokens")
        case "error":
            raise _ended("the model ended with an error", ErrorClass.SERVER, "error")
    if response.state != "complete" or not details.get("finish_reason"):
        message = "the stream broke off before the answer was complete"
        raise ModelConnectionError(response.model_name or "", message, phase="read")


def _ended(message: str, error_class: ErrorClass, reason: str) -> ModelFailed:
    code = None if reason == "error" else reason
    return ModelFailed(
        Failure(message=message, error_class=error_class, code=code, finish_reason=reason)
    )


def reply_of(response: ModelResponse, asking: Asking) -> ModelReply:
    """The reply; who gave it is for the caller to say."""
    text = "".join(part.content for part in response.parts if isinstance(part, TextPart))
    asked = [part for part in response.parts if isinstance(part, ToolCallPart)]
    final = next((part for part in asked if part.tool_name == OUTPUT_TOOL), None)
    if asking.parameters.output_mode == "tool" and final is not None:
        text, asked = compact_json(_args(final)), []
    if asking.target is not None and not asked:
        text = answer_text(text, asking.target)
    thoughts = [part.content for part in response.parts if isinstance(part, ThinkingPart)]
    return ModelReply(
        text=storable(text),
        used=_NOBODY,
        thinking=storable("\n\n".join(thought for thought in thoughts if thought)),
        tool_calls=tuple(
            ToolCall(id=part.tool_call_id, name=part.tool_name, args=_args(part)) for part in asked
        ),
        finish_reason="tool_calls" if asked else "stop",
        tokens=tokens_of(response.usage),
        enforcement=asking.enforcement,
    )


def _args(part: ToolCallPart) -> dict[str, Any]:
    """The arguments, or what came in their place: no JSON object, or one that cannot be kept."""
    args = part.args_as_dict()
    try:
        whole = unstorable_text(args) is None and bool(compact_json(args))
    except ValueError:
        whole = False
    return args if whole else {BROKEN_ARGS: storable(str(part.args))}


def tokens_of(usage: RequestUsage) -> Tokens:
    """What a call cost; cached and reasoning tokens are parts of the other two."""
    return Tokens(
        input=usage.input_tokens,
        cached=usage.cache_read_tokens,
        reasoning=usage.details.get("reasoning_tokens", 0),
        output=usage.output_tokens,
    )
