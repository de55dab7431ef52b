"""Converts parts of the log to provider messages, one for one and in order."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pydantic_ai.messages import (
    BinaryContent,
    DocumentUrl,
    ImageUrl,
    ModelMessage,
    ModelMessagesTypeAdapter,
    ModelRequest,
    ModelResponse,
    SystemPromptPart,
    TextPart,
    ThinkingPart,
    ToolCallPart,
    ToolReturnPart,
    UserContent,
    UserPromptPart,
)

from runwhy.core.json import JsonObject
from runwhy.core.runs.log import Part
from runwhy.core.runs.run import ErrorClass, Failure
from runwhy.ports import ModelFailed

_OMITTED = ("usage", "timestamp", "provider_url", "run_id", "conversation_id", "metadata")


def to_messages(parts: Sequence[Part], *, provider: str) -> list[ModelMessage]:
    """Convert the conversation. Equal parts always give equal messages."""
    names = {call.id: call.name for part in parts for call in part.tool_calls}
    messages: list[ModelMessage] = []
    for part in parts:
        if part.role == "assistant":
            messages.append(_response(part, provider))
        elif part.role == "tool":
            _join(messages, ToolReturnPart, _tool_return(part, names))
        elif part.role == "system":
            _join(messages, SystemPromptPart, SystemPromptPart(part.text))
        else:
            messages.append(ModelRequest([UserPromptPart(_content(part))]))
    return messages


def user_texts(messages: Iterable[ModelMessage]) -> list[object]:
    """Return the user prompts in order; the envelope is one of them."""
    return [
        part.content
        for message in messages
        if isinstance(message, ModelRequest)
        for part in message.parts
        if isinstance(part, UserPromptPart)
    ]


def user_contents(messages: Iterable[ModelMessage]) -> Iterator[object]:
    """Yield each text and file of the user's prompts and of tool results."""
    for message in messages:
        for part in message.parts if isinstance(message, ModelRequest) else ():
            content = part.content if isinstance(part, UserPromptPart | ToolReturnPart) else ()
            yield from content if isinstance(content, list | tuple) else (content,)


def native_form(response: ModelResponse, *, provider: str) -> JsonObject | None:
    """Return the reply in the provider's form if the log's form would lose data.

    Signed thinking, ids and the order of text and calls are needed when the reply is sent again.
    """
    if not any(_is_special(part) for part in response.parts) and _is_plain(response):
        return None
    (dumped,) = ModelMessagesTypeAdapter.dump_python([response], mode="json")
    kept = {k: v for k, v in dumped.items() if v is not None and k not in _OMITTED}
    return {"provider": provider, "response": kept}


def _is_special(part: object) -> bool:
    if isinstance(part, ThinkingPart):
        return bool(part.signature or part.id or part.provider_details)
    return isinstance(part, ToolCallPart) and bool(part.provider_details)


def _is_plain(response: ModelResponse) -> bool:
    """Return whether the order is thinking, text, calls, as the log stores it."""
    order = {ThinkingPart: 0, TextPart: 1, ToolCallPart: 2}
    places = [order.get(type(part), -1) for part in response.parts]
    return -1 not in places and places == sorted(places) and places.count(1) <= 1


def _response(part: Part, provider: str) -> ModelResponse:
    native = part.data.get("native")
    if isinstance(native, Mapping) and native.get("provider") == provider:
        (message,) = ModelMessagesTypeAdapter.validate_python([native["response"]])
        assert isinstance(message, ModelResponse)
        return message
    text = [TextPart(part.text)] if part.text else []
    calls = [ToolCallPart(c.name, dict(c.args), tool_call_id=c.id) for c in part.tool_calls]
    return ModelResponse([*text, *calls])


def _tool_return(part: Part, names: Mapping[str, str]) -> ToolReturnPart:
    id = part.tool_use_id or ""
    return ToolReturnPart(
        tool_name=part.tool_name or names.get(id, "tool"),
        content=_content(part),
        tool_call_id=id,
        outcome="success" if part.ok else "failed",
    )


def _join(messages: list[ModelMessage], kind: type, part: Any) -> None:
    """Merge tool results of one batch, and system prompts, into one message."""
    last = messages[-1] if messages else None
    if isinstance(last, ModelRequest) and all(isinstance(p, kind) for p in last.parts):
        messages[-1] = ModelRequest([*last.parts, part])
    else:
        messages.append(ModelRequest([part]))


def _content(part: Part) -> str | list[UserContent]:
    attached = part.data.get("attachments")
    if not isinstance(attached, Sequence) or not attached:
        return part.text
    files = [_file(item) for item in attached if isinstance(item, Mapping)]
    return [part.text, *files] if part.text else files


def _file(item: Mapping[str, Any]) -> UserContent:
    media_type = item.get("mimeType") or None
    if item.get("type") == "input_file_url" or "data" not in item:
        url = str(item.get("url") or "")
        if str(media_type or "").startswith("image/"):
            return ImageUrl(url, media_type=media_type)
        return DocumentUrl(url, media_type=media_type)
    try:
        data = base64.b64decode(str(item["data"]), validate=True)
    except binascii.Error:
        message = f"attachment {item.get('filename') or ''!r} is not valid base64"
        failure = Failure(message=message, error_class=ErrorClass.INVALID_REQUEST)
        raise ModelFailed(failure) from None
    return BinaryContent(data, media_type=media_type or "application/octet-stream")
