"""The body of `POST /v1/messages`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from runwhy.core.json import JsonObject
from runwhy.core.requests.completion import Completion, call_id, claimed, native_of
from runwhy.core.requests.plan import InputMessage
from runwhy.core.runs.log import REPEATS, Part, ToolCall
from runwhy.wire.anthropic.content import (
    check_block,
    check_cache_control,
    content_of,
)
from runwhy.wire.anthropic.tools import client_tools, tool_choice
from runwhy.wire.fields import with_example
from runwhy.wire.openai.bodies import MaxTokens, ModelName, TopP, WireBody, spec_with
from runwhy.wire.openai.content import Content, message
from runwhy.wire.openai.problems import Problems
from runwhy.wire.openai.tools import output_schema

_SIGNATURE = re.compile(r"runwhy_([0-9a-hjkmnp-tv-z]{26})_(\d{1,4})")
_LOW, _MEDIUM = 4096, 16384  # tokens of thinking
FORMAT_KEYS = frozenset({"type", "schema"})
EFFORTS = {"low": "low", "medium": "medium", "high": "high", "xhigh": "high", "max": "high"}

Replies = Mapping[str, Sequence[Part]]


def signature(run_id: str, number: int) -> str:
    """Return the signature of thinking: it names the reply, whose own form the server keeps."""
    return f"runwhy_{run_id.removeprefix('run_')}_{number}"


class AnthropicMetadata(WireBody):
    """The user that the client claims to work for."""

    user_id: Annotated[str, Field(max_length=512)] | None = None


class Thinking(WireBody):
    """Whether and how much the model thinks."""

    type: Literal["enabled", "disabled", "adaptive"]
    budget_tokens: Annotated[int, Field(ge=1024)] | None = None
    display: Literal["summarized"] | None = None


class OutputConfig(WireBody):
    """The effort and the format of the answer."""

    effort: Literal["low", "medium", "high", "xhigh", "max"] | None = None
    format: dict[str, Any] | None = None


class AnthropicMessage(WireBody):
    """A message. Messages of the assistant are claims of the client."""

    role: Literal["user", "assistant", "system"]
    content: Any


class MessagesBody(WireBody):
    """Body of `POST /v1/messages`."""

    model_config = with_example(
        model="echo", max_tokens=1024, messages=[{"role": "user", "content": "Hello"}]
    )

    refused: ClassVar[Mapping[str, str]] = {
        "container": "is not supported",
        "mcp_servers": "is not supported; use an agent with MCP tools as the model: agent:NAME",
        "context_management": "is not supported; long conversations are summarized anyway",
        "inference_geo": "is not supported",
    }

    model: ModelName
    max_tokens: MaxTokens
    messages: Annotated[list[AnthropicMessage], Field(min_length=1, max_length=1000)]
    system: Any = None
    metadata: AnthropicMetadata | None = None
    stop_sequences: Annotated[list[str], Field(max_length=16)] | None = None
    stream: bool | None = None
    temperature: Annotated[float, Field(ge=0, le=1)] | None = None
    top_p: TopP | None = None
    top_k: Annotated[int, Field(ge=0, le=1_000_000)] | None = None
    thinking: Thinking | None = None
    output_config: OutputConfig | None = None
    cache_control: dict[str, Any] | None = None
    service_tier: Literal["auto", "standard_only"] | None = None
    tools: Any = None
    tool_choice: Any = None

    @property
    def shows_thinking(self) -> bool:
        """Whether the answer contains the model's thinking."""
        return self.thinking is not None and self.thinking.type != "disabled"

    def referenced_runs(self) -> list[str]:
        """Return the runs whose thinking the client sends back."""
        blocks = [
            block
            for one in self.messages
            if one.role == "assistant" and isinstance(one.content, list)
            for block in one.content
        ]
        found = [_signed(block) for block in blocks]
        return [one[0] for one in found if one is not None]

    def completion(self, replies: Replies) -> Completion:
        """Return the request. Raises: InvalidInput, with every problem."""
        problems = Problems()
        check_cache_control(self.cache_control, "/cache_control", problems)
        reader = _MessageReader(replies, problems)
        if self.system is not None:
            system = content_of(self.system, "/system", problems, files=False)
            if system.text:
                reader.add(message("system", system), "/system")
        for number, one in enumerate(self.messages):
            reader.read(one, f"/messages/{number}")
        tools = client_tools(self.tools, "/tools", problems)
        names = [str(tool["name"]) for tool in tools]
        choice, parallel = tool_choice(self.tool_choice, "/tool_choice", names, problems)
        settings = {
            "maxTokens": self.max_tokens,
            "temperature": self.temperature,
            "topP": self.top_p,
            "topK": self.top_k,
            "stop": self.stop_sequences or None,
            "parallelToolCalls": parallel,
            "toolChoice": choice,
        }
        config = self.output_config
        format = config and config.format
        schema = output_schema(format, "/output_config/format", problems, keys=FORMAT_KEYS)
        spec = spec_with(
            tools=tools,
            schema=schema,
            effort=self._effort(),
            settings=settings,
            streams=self.stream is True,
        )
        problems.check()
        return Completion(
            model=self.model,
            messages=claimed(reader.messages),
            at=reader.at,
            spec=spec,
            claims=self._claims(),
        )

    def _claims(self) -> JsonObject:
        user = self.metadata.user_id if self.metadata else None
        return {"user_id": user} if user is not None else {}

    def _effort(self) -> str | None:
        config, thinking = self.output_config, self.thinking
        if thinking is not None and thinking.type == "disabled":
            return "off"
        if config is not None and config.effort is not None:
            return EFFORTS[config.effort]
        if thinking is None:
            return None
        budget = thinking.budget_tokens
        if thinking.type == "adaptive" or budget is None:
            return "medium"
        return "low" if budget <= _LOW else "medium" if budget <= _MEDIUM else "high"


def _signed(block: object) -> tuple[str, int] | None:
    """Return the run and the reply that a block of thinking names."""
    if not isinstance(block, Mapping) or block.get("type") != "thinking":
        return None
    found = _SIGNATURE.fullmatch(str(block.get("signature")))
    return (f"run_{found[1]}", int(found[2])) if found else None


class _MessageReader:
    """Reads messages in order; results of tools come before the text of their message."""

    def __init__(self, replies: Replies, problems: Problems) -> None:
        self.messages: list[InputMessage] = []
        self.at: list[str] = []
        self._replies = replies
        self._problems = problems
        self._calls: dict[str, ToolCall] = {}  # by the id that the client knows

    def add(self, message: InputMessage, at: str) -> None:
        self.messages.append(message)
        self.at.append(at)

    def read(self, given: AnthropicMessage, at: str) -> None:
        if given.role == "assistant":
            self._assistant(given.content, at)
            return
        if given.role == "system":
            system = content_of(given.content, f"{at}/content", self._problems, files=False)
            self.add(message("system", system), at)
            return
        blocks = given.content if isinstance(given.content, list) else []
        rest: list[int] = []
        for number, block in enumerate(blocks):
            if isinstance(block, Mapping) and block.get("type") == "tool_result":
                self._result(block, f"{at}/content/{number}")
            else:
                rest.append(number)
        content = content_of(given.content, f"{at}/content", self._problems, places=rest)
        if content.text.strip() or content.files:
            self.add(message("user", content), at)
        elif len(rest) == len(blocks):
            self._problems.add(f"{at}/content", "must contain more than white space")

    def _result(self, block: Mapping[str, Any], at: str) -> None:
        check_block(block, at, self._problems)
        id = block.get("tool_use_id")
        if not isinstance(id, str):
            self._problems.add(f"{at}/tool_use_id", "is required")
            return
        content = content_of(block.get("content"), f"{at}/content", self._problems)
        call = self._calls.get(id)
        self.add(
            message(
                "tool",
                content,
                tool_use_id=call.id if call else id,
                tool_name=call.name if call else None,
                ok=block.get("is_error") is not True,
            ),
            at,
        )

    def _assistant(self, content: object, at: str) -> None:
        blocks = content if isinstance(content, list) else [{"type": "text", "text": content}]
        texts: list[str] = []
        calls: list[ToolCall] = []
        signed: tuple[str, int] | None = None
        for number, block in enumerate(blocks):
            where = f"{at}/content/{number}"
            kind = block.get("type") if isinstance(block, Mapping) else None
            if kind in ("thinking", "redacted_thinking"):
                check_block(block, where, self._problems)
                signed = signed or _signed(block)
            elif kind == "tool_use":
                check_block(block, where, self._problems)
                calls += self._call(block, where)
            else:
                found = content_of(
                    blocks, f"{at}/content", self._problems, files=False, places=[number]
                )
                texts.append(found.text)
        said = message("assistant", Content(text="\n".join(texts)), tool_calls=tuple(calls))
        self._calls = {call.id: call for call in calls}
        self.add(self._as_stored(said, signed), at)

    def _as_stored(self, said: InputMessage, signed: tuple[str, int] | None) -> InputMessage:
        """Return a reply as the server stored it, with signed thinking, if it made these calls."""
        run_id, number = signed or ("", 0)
        replies = self._replies.get(run_id, ())
        if number >= len(replies):
            return said
        reply = replies[number]
        ids = [call_id("toolu", run_id, place) for place in range(len(reply.tool_calls))]
        native = native_of(reply)
        if not native or [call.id for call in said.tool_calls] != ids:
            return said
        self._calls = dict(zip(ids, reply.tool_calls, strict=True))
        data = {REPEATS: run_id, **native}
        return replace(said, text=reply.text, tool_calls=reply.tool_calls, data=data)

    def _call(self, block: Mapping[str, Any], at: str) -> list[ToolCall]:
        id, name, args = block.get("id"), block.get("name"), block.get("input")
        problems = len(self._problems.found)
        if not isinstance(id, str) or not 1 <= len(id) <= 256:
            self._problems.add(f"{at}/id", "must be a string of 1 to 256 characters")
        if not isinstance(name, str) or not 1 <= len(name) <= 64:
            self._problems.add(f"{at}/name", "must be the name of a tool")
        if not isinstance(args, dict):
            self._problems.add(f"{at}/input", "must be an object")
        if len(self._problems.found) > problems:
            return []
        return [ToolCall(id=str(id), name=str(name), args=args or {})]
