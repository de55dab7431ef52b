"""A complete server connected to a scripted provider, and readers for the provider's requests."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tests.server.api_client import Api, Frame
from tests.support.anthropic_server import AnthropicMessages
from tests.support.openai_server import OpenAi
from tests.support.scripted_models import Dialect, Request, ScriptedServer
from tests.support.servers import RunningServer, running_server, server_settings

from runwhy.core.context.seal import NO_SEAL

_SEAL = re.compile(r'"seal":"[0-9a-z]{20}"')
KEY = "sk-proj-Zq8vT3mNpX5wL1kR7cBd2FhJ4sG6yA9e"
SPEC = {"systemPrompt": "Be brief."}


@dataclass(frozen=True)
class Wire:
    """One provider API: the model's id and how to read its requests."""

    name: str
    model: str
    dialect: type[Dialect]

    def environment(self, server: ScriptedServer) -> dict[str, str]:
        """Environment variables that point to the scripted provider."""
        if self.name == "anthropic":
            return {"ANTHROPIC_API_KEY": KEY, "ANTHROPIC_BASE_URL": server.origin}
        return {"OPENAI_API_KEY": KEY, "OPENAI_BASE_URL": server.url}


CHAT = Wire("chat", "openai-chat:gpt-4o", OpenAi)
RESPONSES = Wire("responses", "openai:gpt-5.5", OpenAi)
ANTHROPIC = Wire("anthropic", "anthropic:claude-sonnet-5", AnthropicMessages)
WIRES = [CHAT, RESPONSES, ANTHROPIC]


@dataclass
class Scene:
    """A Runwhy server, a scripted provider, and the API between them."""

    wire: Wire
    model: ScriptedServer
    api: Api
    server: RunningServer

    def start(self, prompt: str = "Do it.", **more: Any) -> str:
        """Start a run with the scripted model and return its id."""
        return self.api.run(prompt, **{**SPEC, "modelId": self.wire.model, **more})

    def frames(self, run: str) -> list[Frame]:
        """Return all events of a run."""
        return self.api.stream(f"/agent-runs/{run}/stream")

    def end(self, run: str) -> Frame:
        """Return a run's terminal event."""
        return self.frames(run)[-1]

    def do(self, prompt: str = "Do it.", **more: Any) -> Frame:
        """Run a task and return its terminal event."""
        return self.end(self.start(prompt, **more))

    def sent(self, number: int = -1) -> list[tuple[str, str]]:
        """Return the messages of a request: role and text, with tool calls and results."""
        return messages_of(self.model.requests[number])


@contextmanager
def scene(
    wire: Wire, directory: Path, monkeypatch: pytest.MonkeyPatch, *replies: Any, **options: Any
) -> Iterator[Scene]:
    """Start everything. `settings` are the server's; other options go to `make_server`."""
    model = ScriptedServer(wire.dialect(), replies)
    settings = {"model_retry_wait": 0.05, **options.pop("settings", {})}
    with model.serving():
        for name, value in wire.environment(model).items():
            monkeypatch.setenv(name, value)
        with running_server(server_settings(directory, **settings), **options) as server:
            api = Api(server.url)
            try:
                yield Scene(wire, model, api, server)
            finally:
                api.http.close()


def messages_of(request: Request) -> list[tuple[str, str]]:
    """Return the messages of a request in one form for every API."""
    body = request.body
    if request.path.startswith("/v1/messages"):
        system = body.get("system") or ""
        text = system if isinstance(system, str) else "".join(b["text"] for b in system)
        return [("system", text), *(pair for m in body["messages"] for pair in _blocks(m))]
    if request.path.startswith("/v1/chat"):
        return [pair for message in body["messages"] for pair in _chat(message)]
    return [pair for item in body["input"] for pair in _item(item)]


def _blocks(message: Any) -> Iterator[tuple[str, str]]:
    for block in message["content"]:
        match block["type"]:
            case "text":
                yield message["role"], block["text"]
            case "thinking":
                yield "thinking", block["thinking"] + "|" + block["signature"]
            case "tool_use":
                yield "call", f"{block['name']} {json.dumps(block['input'])}"
            case "tool_result":
                text = block["content"]
                yield "tool", text if isinstance(text, str) else "".join(b["text"] for b in text)


def _chat(message: Any) -> Iterator[tuple[str, str]]:
    text = message.get("content")
    if text is not None:
        role = {"developer": "system"}.get(message["role"], message["role"])
        yield role, text if isinstance(text, str) else "".join(b["text"] for b in text)
    for call in message.get("tool_calls") or ():
        args = json.loads(call["function"]["arguments"])
        yield "call", f"{call['function']['name']} {json.dumps(args)}"


def _item(item: Any) -> Iterator[tuple[str, str]]:
    match item.get("type", "message"):
        case "message":
            text = item["content"]
            role = {"developer": "system"}.get(item["role"], item["role"])
            yield role, text if isinstance(text, str) else "".join(b["text"] for b in text)
        case "function_call":
            yield "call", f"{item['name']} {json.dumps(json.loads(item['arguments']))}"
        case "function_call_output":
            yield "tool", item["output"]
        case "reasoning":
            yield "thinking", f"{item['summary']}|{item.get('encrypted_content')}"


def unsealed(messages: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the messages as people are shown them: with zeros in place of the seal."""
    return [(role, _SEAL.sub(f'"seal":"{NO_SEAL}"', text)) for role, text in messages]


def envelopes(messages: list[tuple[str, str]]) -> list[int]:
    """Return the positions of envelopes among messages."""
    return [n for n, (_, text) in enumerate(messages) if text.startswith('{"runwhy_meta":')]


def fields(messages: list[tuple[str, str]]) -> dict[str, Any]:
    """Return the fields of an envelope."""
    (at,) = envelopes(messages)
    found: dict[str, Any] = json.loads(messages[at][1])["runwhy_meta"]
    return found
