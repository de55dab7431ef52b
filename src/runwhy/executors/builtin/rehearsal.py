"""Rehearsal: a model call without a network, because libraries build much on their first use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import httpx2
from pydantic_ai.messages import ModelMessage, ModelRequest, UserPromptPart
from pydantic_ai.models import ModelRequestParameters

from runwhy.core.json import JsonObject, compact_json
from runwhy.executors.builtin.providers import Provider, Wire
from runwhy.executors.builtin.remote_model import make_model

URL = "http://rehearsal.invalid/v1"  # never resolved

_TEXT = {"type": "output_text", "text": "Hi.", "annotations": []}
_MESSAGE: dict[str, object] = {
    "type": "message",
    "id": "msg",
    "role": "assistant",
    "status": "completed",
    "content": [_TEXT],
}
_AT = {"item_id": "msg", "output_index": 0, "content_index": 0}


def _response(status: str, output: Sequence[object]) -> JsonObject:
    return {
        "id": "resp",
        "object": "response",
        "created_at": 0,
        "model": "rehearsal",
        "status": status,
        "output": output,
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
        "usage": {
            "input_tokens": 1,
            "output_tokens": 1,
            "total_tokens": 2,
            "input_tokens_details": {"cached_tokens": 0},
            "output_tokens_details": {"reasoning_tokens": 0},
        },
    }


_RESPONSES: Sequence[JsonObject] = (
    {"type": "response.created", "response": _response("in_progress", [])},
    {
        "type": "response.output_item.added",
        "output_index": 0,
        "item": {**_MESSAGE, "status": "in_progress", "content": []},
    },
    {"type": "response.output_text.delta", "delta": "Hi.", "logprobs": [], **_AT},
    {"type": "response.output_item.done", "output_index": 0, "item": _MESSAGE},
    {"type": "response.completed", "response": _response("completed", [_MESSAGE])},
)
_CHUNK = {"id": "chat", "object": "chat.completion.chunk", "created": 0, "model": "rehearsal"}
_CHAT: Sequence[JsonObject] = (
    {**_CHUNK, "choices": [{"index": 0, "delta": {"role": "assistant", "content": "Hi."}}]},
    {**_CHUNK, "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]},
)
_ANTHROPIC: Sequence[JsonObject] = (
    {
        "type": "message_start",
        "message": {
            "id": "msg",
            "type": "message",
            "role": "assistant",
            "model": "rehearsal",
            "content": [],
            "stop_reason": None,
            "stop_sequence": None,
            "usage": {"input_tokens": 1, "output_tokens": 1},
        },
    },
    {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
    {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "Hi."}},
    {"type": "content_block_stop", "index": 0},
    {
        "type": "message_delta",
        "delta": {"stop_reason": "end_turn", "stop_sequence": None},
        "usage": {"output_tokens": 1},
    },
    {"type": "message_stop"},
)
_EVENTS: Mapping[Wire, Sequence[JsonObject]] = {
    "responses": _RESPONSES,
    "chat": _CHAT,
    "anthropic": _ANTHROPIC,
}


async def rehearse(wire: Wire) -> str:
    """Stream a canned reply through the library of this API, and return its text."""
    provider = Provider(name="rehearsal", wire=wire, base_url=URL, key="none")
    messages: list[ModelMessage] = [ModelRequest([UserPromptPart("Hi")])]
    async with _canned_http(wire) as http:
        model = make_model(provider, "rehearsal", http)
        async with model.request_stream(messages, None, ModelRequestParameters()) as streamed:
            async for _ in streamed:
                pass
        return streamed.get().text or ""


def _canned_http(wire: Wire) -> httpx2.AsyncClient:
    numbered = ({**event, "sequence_number": n} for n, event in enumerate(_EVENTS[wire]))
    body = "".join(_frame(event, wire) for event in numbered)
    headers = {"content-type": "text/event-stream"}
    return httpx2.AsyncClient(
        transport=httpx2.MockTransport(
            lambda _: httpx2.Response(200, headers=headers, content=body.encode())
        )
    )


def _frame(event: JsonObject, wire: Wire) -> str:
    name = "" if wire == "chat" else f"event: {event['type']}\n"
    return f"{name}data: {compact_json(event)}\n\n"
