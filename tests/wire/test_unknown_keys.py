"""Bodies of OpenAI's and Anthropic's routes: an unknown key is refused by name at every level."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from runwhy.errors import InvalidInput, Problem
from runwhy.wire.anthropic.bodies import MessagesBody
from runwhy.wire.openai.bodies import WireBody
from runwhy.wire.openai.chat_bodies import ChatBody
from runwhy.wire.openai.response_bodies import ResponseBody

Json = dict[str, Any]
SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}}}
PIXEL = "iVBORw0KGgo="
IMAGE = f"data:image/png;base64,{PIXEL}"
FILE = f"data:application/pdf;base64,{PIXEL}"
FUNCTION = {"name": "weather", "description": "d", "parameters": SCHEMA, "strict": False}
FORMAT = {"name": "city", "schema": SCHEMA, "strict": True, "description": "d"}

CHAT: Json = {
    "model": "echo",
    "messages": [
        {"role": "system", "content": [{"type": "text", "text": "Be brief."}]},
        {
            "role": "user",
            "name": "ann",
            "content": [
                {"type": "text", "text": "Look", "prompt_cache_breakpoint": {"mode": "x"}},
                {"type": "image_url", "image_url": {"url": IMAGE, "detail": "low"}},
                {"type": "file", "file": {"file_data": FILE, "filename": "a.pdf"}},
            ],
        },
        {
            "role": "assistant",
            "content": [{"type": "text", "text": "Yes"}, {"type": "refusal", "refusal": "No"}],
            "tool_calls": [
                {
                    "id": "c1",
                    "type": "function",
                    "index": 0,
                    "function": {"name": "weather", "arguments": "{}"},
                }
            ],
        },
        {"role": "tool", "tool_call_id": "c1", "content": [{"type": "text", "text": "sunny"}]},
    ],
    "tools": [{"type": "function", "function": FUNCTION}],
    "tool_choice": {"type": "function", "function": {"name": "weather"}},
    "response_format": {"type": "json_schema", "json_schema": FORMAT},
    "stream": True,
    "stream_options": {"include_usage": True, "include_obfuscation": False},
}
CHAT_ALLOWED: Json = {
    **CHAT,
    "tool_choice": {
        "type": "allowed_tools",
        "allowed_tools": {
            "mode": "required",
            "tools": [{"type": "function", "function": {"name": "weather"}}],
        },
    },
    "response_format": {"type": "json_object"},
}
RESPONSE: Json = {
    "model": "echo",
    "input": [
        {
            "type": "message",
            "role": "user",
            "content": [
                {"type": "input_text", "text": "Look"},
                {"type": "input_image", "image_url": IMAGE, "detail": "auto"},
                {"type": "input_file", "file_data": FILE, "filename": "a.pdf"},
            ],
        },
        {"type": "reasoning", "id": "rs_1", "summary": []},
        {
            "type": "message",
            "id": "msg_1",
            "status": "completed",
            "phase": "commentary",
            "role": "assistant",
            "content": [{"type": "output_text", "text": "So", "annotations": [], "logprobs": []}],
        },
        {
            "type": "function_call",
            "id": "fc_1",
            "call_id": "c1",
            "name": "weather",
            "arguments": "{}",
            "status": "completed",
        },
        {"type": "function_call_output", "call_id": "c1", "output": "sunny"},
    ],
    "conversation": {"id": "ses_1"},
    "reasoning": {"effort": "low", "summary": "auto"},
    "text": {"format": {"type": "json_schema", **FORMAT}, "verbosity": "medium"},
    "stream": True,
    "stream_options": {"include_obfuscation": False},
    "tools": [{"type": "function", **FUNCTION}],
    "tool_choice": {
        "type": "allowed_tools",
        "mode": "required",
        "tools": [{"type": "function", "name": "weather"}],
    },
}
RESPONSE_FUNCTION: Json = {
    **RESPONSE,
    "tool_choice": {"type": "function", "name": "weather"},
    "text": {"format": {"type": "text"}},
}
CACHE = {"cache_control": {"type": "ephemeral", "ttl": "5m"}}
MESSAGES: Json = {
    "model": "echo",
    "max_tokens": 5000,
    "system": [{"type": "text", "text": "Be brief.", **CACHE}],
    **CACHE,
    "messages": [
        {
            "role": "user",
            "content": [
                {"type": "text", "text": "Look", **CACHE},
                {
                    "type": "image",
                    "source": {"type": "base64", "media_type": "image/png", "data": PIXEL},
                },
                {
                    "type": "document",
                    "title": "t",
                    "citations": {"enabled": False},
                    "source": {"type": "text", "media_type": "text/plain", "data": "words"},
                },
                {"type": "document", "source": {"type": "url", "url": "https://example.com/a.pdf"}},
            ],
        },
        {
            "role": "assistant",
            "content": [
                {"type": "thinking", "thinking": "Hm.", "signature": "other"},
                {"type": "redacted_thinking", "data": "x"},
                {"type": "text", "text": "So", "citations": None},
                {
                    "type": "tool_use",
                    "id": "t1",
                    "name": "weather",
                    "input": {"city": "Bonn"},
                    "caller": {"type": "direct"},
                    **CACHE,
                },
            ],
        },
        {
            "role": "user",
            "content": [
                {
                    "type": "tool_result",
                    "tool_use_id": "t1",
                    "is_error": False,
                    "content": [{"type": "text", "text": "sunny"}],
                    **CACHE,
                },
                {"type": "text", "text": "And?"},
            ],
        },
    ],
    "metadata": {"user_id": "u-1"},
    "thinking": {"type": "enabled", "budget_tokens": 2000},
    "output_config": {"effort": "low", "format": {"type": "json_schema", "schema": SCHEMA}},
    "tools": [
        {
            "type": "custom",
            "name": "weather",
            "description": "d",
            "input_schema": SCHEMA,
            "strict": True,
            "eager_input_streaming": True,
            "defer_loading": False,
            "allowed_callers": ["direct"],
            **CACHE,
        }
    ],
    "tool_choice": {"type": "tool", "name": "weather", "disable_parallel_tool_use": True},
}
BODIES: list[tuple[type[WireBody], Json]] = [
    (ChatBody, CHAT),
    (ChatBody, CHAT_ALLOWED),
    (ResponseBody, RESPONSE),
    (ResponseBody, RESPONSE_FUNCTION),
    (MessagesBody, MESSAGES),
]
# Objects whose keys belong to the client.
FREE = {"parameters", "schema", "input_schema", "input", "prompt_cache_breakpoint"}
WHOLE = {"caller", "citations"}  # compared as a whole


def problems_of(kind: type[WireBody], body: Json) -> list[Problem]:
    found = [*kind.broken_rules(body)]
    read = kind.read(body)
    try:
        read.completion() if isinstance(read, ChatBody) else read.completion({})  # type: ignore[attr-defined]
    except InvalidInput as error:
        found += error.problems
    return found


def objects(value: object, at: str = "") -> Iterator[tuple[str, Json]]:
    """Yield every object of a body with its JSON pointer, except free ones."""
    if isinstance(value, dict):
        yield at, value
        for name, inner in value.items():
            if name not in FREE or isinstance(inner, list):
                yield from objects(inner, f"{at}/{name}")
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from objects(inner, f"{at}/{number}")


CASES = [
    pytest.param(kind, body, at, id=f"{kind.__name__}{at}")
    for kind, body in BODIES
    for at, _ in objects(body)
    if at.rpartition("/")[2] not in WHOLE
]


@pytest.mark.parametrize(("kind", "body"), BODIES)
def test_the_bodies_are_valid(kind: type[WireBody], body: Json) -> None:
    assert problems_of(kind, body) == []


@pytest.mark.parametrize(("kind", "body", "at"), CASES)
def test_an_unknown_key_is_refused_by_name(kind: type[WireBody], body: Json, at: str) -> None:
    changed = json.loads(json.dumps(body))
    next(found for place, found in objects(changed) if place == at)["surprise"] = "!"

    found = problems_of(kind, changed)

    assert [(p.field, p.code) for p in found] == [(f"{at}/surprise", "unknown_parameter")]


@pytest.mark.parametrize(("kind", "body", "at"), CASES)
def test_a_null_is_as_good_as_absent(kind: type[WireBody], body: Json, at: str) -> None:
    changed = json.loads(json.dumps(body))
    next(found for place, found in objects(changed) if place == at)["surprise"] = None

    assert problems_of(kind, changed) == []


@pytest.mark.parametrize(
    ("at", "key", "value"),
    [
        ("/tools/0", "defer_loading", True),
        ("/tools/0", "input_examples", [{"city": "Bonn"}]),
        ("/messages/0/content/2", "context", "about it"),
        ("/messages/0/content/2", "citations", {"enabled": True}),
        ("/messages/0/content/1", "transformations", {"oversized_image": "resize"}),
        ("/messages/1/content/3", "caller", {"type": "code_execution", "tool_id": "x"}),
        ("/messages/2/content/0", "toolset_name", "browser"),
    ],
)
def test_what_would_change_the_answer_is_refused(at: str, key: str, value: object) -> None:
    changed = json.loads(json.dumps(MESSAGES))
    next(found for place, found in objects(changed) if place == at)[key] = value

    assert [problem.field for problem in problems_of(MessagesBody, changed)] == [f"{at}/{key}"]


def test_a_list_of_unknown_keys_names_them_all() -> None:
    changed: Mapping[str, Any] = {**CHAT, "tools": [{**CHAT["tools"][0], "one": 1, "two": 2}]}

    fields = [problem.field for problem in problems_of(ChatBody, dict(changed))]

    assert fields == ["/tools/0/one", "/tools/0/two"]
