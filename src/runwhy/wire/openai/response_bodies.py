"""The body of `POST /v1/responses`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, Field

from runwhy.core.json import JsonObject
from runwhy.core.requests.completion import Completion, call_id, claimed
from runwhy.core.requests.plan import InputMessage
from runwhy.core.runs.log import Part, Role, ToolCall
from runwhy.errors import Problem
from runwhy.wire.fields import with_example
from runwhy.wire.openai.bodies import EFFORTS, MaxTokens, OpenAiBody, WireBody, spec_with
from runwhy.wire.openai.content import arguments_of, content_of, message
from runwhy.wire.openai.problems import Problems
from runwhy.wire.openai.responses import run_id_of
from runwhy.wire.openai.tools import function_tools, output_schema, tool_choice

MAX_ITEMS = 1000
_ITEM_ID = re.compile(r"(msg|fc|rs)_([0-9a-hjkmnp-tv-z]{26})_(\d{1,4})")
_ROLES: Mapping[str, Role] = {
    "user": "user",
    "system": "system",
    "developer": "system",
    "assistant": "assistant",
}

_ITEM_KEYS: Mapping[str, frozenset[str]] = {
    "message": frozenset({"type", "role", "content", "id", "status", "phase"}),
    "function_call": frozenset(
        {"type", "call_id", "name", "arguments", "id", "status", "parsed_arguments"}
    ),
    "function_call_output": frozenset({"type", "call_id", "output", "id", "status", "name"}),
    "reasoning": frozenset({"type", "id", "summary", "content", "encrypted_content", "status"}),
    "item_reference": frozenset({"type", "id"}),
}

Replies = Mapping[str, Sequence[Part]]  # of earlier responses, by run


class Reasoning(WireBody):
    """How much the model thinks."""

    effort: Literal["none", "minimal", "low", "medium", "high"] | None = None
    summary: Literal["auto", "concise", "detailed"] | None = None
    generate_summary: Literal["auto", "concise", "detailed"] | None = None


class TextConfig(WireBody):
    """The format of the answer."""

    format: dict[str, Any] | None = None


class ResponseStreamOptions(WireBody):
    """Options of a stream."""

    include_obfuscation: bool | None = None


class ConversationRef(WireBody):
    """A conversation: the session with this id."""

    id: Annotated[str, Field(min_length=1, max_length=64)]


# One type for an id and an object, so that a problem names only the parameter.
Conversation = Annotated[
    ConversationRef,
    BeforeValidator(
        lambda given: {"id": given} if isinstance(given, str) else given,
        json_schema_input_type=str | ConversationRef,
    ),
]


class ResponseBody(OpenAiBody):
    """Body of `POST /v1/responses`."""

    model_config = with_example(model="echo", input="Hello")

    refused: ClassVar[Mapping[str, str]] = {
        "prompt": "is not supported; use an agent as the model: agent:NAME",
        "max_tool_calls": "is not supported; set budgets on an agent",
        "context_management": "is not supported; long conversations are summarized anyway",
    }

    input: Any
    instructions: str | None = None
    previous_response_id: Annotated[str, Field(max_length=64)] | None = None
    conversation: Conversation | None = None
    background: bool | None = None
    max_output_tokens: MaxTokens | None = None
    reasoning: Reasoning | None = None
    text: TextConfig | None = None
    include: list[Literal["reasoning.encrypted_content"]] | None = None
    truncation: Literal["auto", "disabled"] | None = None
    stream_options: ResponseStreamOptions | None = None
    tools: Any = None
    tool_choice: Any = None

    @classmethod
    def broken_rules(cls, value: JsonObject) -> Iterable[Problem]:
        """Refuse contradictory fields."""
        yield from super().broken_rules(value)
        if value.get("previous_response_id") and value.get("conversation"):
            rule = "set previous_response_id or conversation, not both"
            yield Problem("/previous_response_id", rule)
        if value.get("background") is True and value.get("store") is False:
            yield Problem("/background", "requires store: the answer is read later")

    def referenced_runs(self) -> list[str]:
        """Return the runs whose output items the input refers to by id."""
        items = self.input if isinstance(self.input, list) else ()
        ids = [i.get("id") for i in items if isinstance(i, Mapping) and _is_reference(i)]
        found = [_ITEM_ID.fullmatch(id) for id in ids if isinstance(id, str)]
        return [f"run_{one[2]}" for one in found if one is not None]

    def completion(self, replies: Replies) -> Completion:
        """Return the request. Raises: InvalidInput, with every problem."""
        problems = Problems()
        messages, at = self._messages(replies, problems)
        tools = function_tools(self.tools, "/tools", problems)
        names = [str(tool["name"]) for tool in tools]
        settings = {
            "maxTokens": self.max_output_tokens,
            "temperature": self.temperature,
            "topP": self.top_p,
            "parallelToolCalls": self.parallel_tool_calls,
            "toolChoice": tool_choice(self.tool_choice, "/tool_choice", names, problems),
        }
        spec = spec_with(
            tools=tools,
            schema=output_schema(self.text and self.text.format, "/text/format", problems),
            effort=EFFORTS.get((self.reasoning and self.reasoning.effort) or ""),
            settings=settings,
            streams=self.stream is True or self.background is True,
            keeps_content=self.store is not False,
        )
        previous = self.previous_response_id
        problems.check()
        return Completion(
            model=self.model,
            messages=claimed(messages),
            at=at,
            spec=spec,
            tags=self.metadata or {},
            claims=self.claims(),
            previous=(run_id_of(previous) or "unknown") if previous else None,
            session_id=self.conversation.id if self.conversation else None,
            background=self.background is True,
        )

    def _messages(
        self, replies: Replies, problems: Problems
    ) -> tuple[list[InputMessage], list[str]]:
        reader = _InputReader(replies, problems)
        if self.instructions:
            reader.add(InputMessage(role="system", text=self.instructions), "/instructions")
        if isinstance(self.input, str):
            if not self.input.strip():
                problems.add("/input", "must contain more than white space")
            reader.add(InputMessage(role="user", text=self.input), "/input")
        elif isinstance(self.input, list) and 1 <= len(self.input) <= MAX_ITEMS:
            for number, item in enumerate(self.input):
                reader.read(item if isinstance(item, Mapping) else {}, f"/input/{number}")
        else:
            problems.add("/input", f"must be a string or a list of 1 to {MAX_ITEMS} items")
        return reader.messages, reader.at


def _is_reference(item: Mapping[str, Any]) -> bool:
    return item.get("type") == "item_reference"


class _InputReader:
    """Reads items in order; the calls of one reply become one message."""

    def __init__(self, replies: Replies, problems: Problems) -> None:
        self.messages: list[InputMessage] = []
        self.at: list[str] = []
        self._replies = replies
        self._problems = problems
        self._names: dict[str, str] = {}

    def add(self, message: InputMessage, at: str) -> None:
        self.messages.append(message)
        self.at.append(at)

    def read(self, item: Mapping[str, Any], at: str) -> None:
        kind = item.get("type") or ("message" if "role" in item else None)
        if known := _ITEM_KEYS.get(str(kind)):
            self._problems.check_keys(item, at, known)
        match kind:
            case "message":
                self._message(item, at)
            case "function_call":
                self._call(item.get("call_id"), item.get("name"), item.get("arguments"), at)
            case "function_call_output":
                self._output(item, at)
            case "reasoning":
                return  # the server keeps the part that the model needs
            case "item_reference":
                self._reference(item.get("id"), at)
            case _:
                self._problems.add(f"{at}/type", f"an item of type {kind!r} is not supported")

    def _message(self, item: Mapping[str, Any], at: str) -> None:
        role = _ROLES.get(str(item.get("role")))
        if role is None:
            self._problems.add(f"{at}/role", "must be user, assistant, system or developer")
            return
        content = content_of(
            item.get("content"), f"{at}/content", self._problems, files=role == "user"
        )
        if role == "user" and not content.text.strip() and not content.files:
            self._problems.add(f"{at}/content", "must contain more than white space")
        self.add(message(role, content), at)

    def _call(self, id: object, name: object, arguments: object, at: str) -> None:
        if not isinstance(id, str) or not 1 <= len(id) <= 256:
            self._problems.add(f"{at}/call_id", "must be a string of 1 to 256 characters")
        elif not isinstance(name, str) or not 1 <= len(name) <= 64:
            self._problems.add(f"{at}/name", "must be the name of a function")
        else:
            self._add_call(ToolCall(id=id, name=name, args=arguments_of(arguments)), at)

    def _add_call(self, call: ToolCall, at: str) -> None:
        self._names[call.id] = call.name
        last = self.messages[-1] if self.messages else None
        if last is not None and last.role == "assistant":
            self.messages[-1] = replace(last, tool_calls=(*last.tool_calls, call))
        else:
            self.add(InputMessage(role="assistant", text="", tool_calls=(call,)), at)

    def _output(self, item: Mapping[str, Any], at: str) -> None:
        id = item.get("call_id")
        if not isinstance(id, str):
            self._problems.add(f"{at}/call_id", "is required")
            return
        content = content_of(item.get("output"), f"{at}/output", self._problems)
        name = self._names.get(id)
        self.add(message("tool", content, tool_use_id=id, tool_name=name), at)

    def _reference(self, id: object, at: str) -> None:
        """Read an item of an earlier response, which the server has."""
        found = _ITEM_ID.fullmatch(id) if isinstance(id, str) else None
        run_id = f"run_{found[2]}" if found else ""
        replies, number = self._replies.get(run_id, ()), int(found[3]) if found else 0
        if found and found[1] == "rs" and replies:
            return
        if found and found[1] == "msg" and number < len(replies):
            self.add(InputMessage(role="assistant", text=replies[number].text), at)
        elif found and found[1] == "fc" and replies and number < len(replies[-1].tool_calls):
            call = replies[-1].tool_calls[number]
            self._add_call(replace(call, id=call_id("call", run_id, number)), at)
        else:
            self._problems.add(f"{at}/id", "no such item, or its response was not stored")
