"""The body of `POST /v1/chat/completions`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, Field

from runwhy.core.json import JsonObject
from runwhy.core.requests.completion import Completion, claimed
from runwhy.core.requests.plan import InputMessage
from runwhy.core.runs.log import ToolCall
from runwhy.errors import Problem
from runwhy.wire.fields import with_example
from runwhy.wire.openai.bodies import EFFORTS, MaxTokens, OpenAiBody, WireBody, spec_with
from runwhy.wire.openai.content import arguments_of, content_of, message
from runwhy.wire.openai.problems import Problems
from runwhy.wire.openai.tools import function_tools, output_schema, tool_choice

_DEPRECATED = "is deprecated and not supported; use tools"
_CALL = frozenset({"id", "type", "function", "index"})
_FUNCTION = frozenset({"name", "arguments", "parsed_arguments"})
# One type for a string and a list of them, so that a problem names only the parameter.
Stop = Annotated[
    list[Annotated[str, Field(min_length=1)]],
    Field(max_length=4),
    BeforeValidator(
        lambda given: [given] if isinstance(given, str) else given,
        json_schema_input_type=str | list[str],
    ),
]
Penalty = Annotated[float, Field(ge=-2, le=2)]


class ChatMessage(WireBody):
    """A message of a chat. Messages of the assistant and of tools are claims of the client."""

    role: Literal["developer", "system", "user", "assistant", "tool"]
    content: Any = None
    name: Annotated[str, Field(max_length=256)] | None = None
    tool_calls: Annotated[list[dict[str, Any]], Field(max_length=128)] | None = None
    tool_call_id: Annotated[str, Field(max_length=256)] | None = None
    refusal: str | None = None
    annotations: list[Any] | None = None
    parsed: Any = None


class StreamOptions(WireBody):
    """Options of a stream."""

    include_usage: bool | None = None
    include_obfuscation: bool | None = None


class ChatBody(OpenAiBody):
    """Body of `POST /v1/chat/completions`."""

    model_config = with_example(model="echo", messages=[{"role": "user", "content": "Hello"}])

    refused: ClassVar[Mapping[str, str]] = {
        "functions": _DEPRECATED,
        "function_call": _DEPRECATED,
        "audio": "is not supported: answers are text",
        "web_search_options": "is not supported; use an agent with a tool that searches",
        "prediction": "is not supported",
    }

    messages: Annotated[list[ChatMessage], Field(min_length=1, max_length=1000)]
    max_completion_tokens: MaxTokens | None = None
    max_tokens: MaxTokens | None = None
    stop: Stop | None = None
    seed: Annotated[int, Field(ge=-(2**63), le=2**63 - 1)] | None = None
    presence_penalty: Penalty | None = None
    frequency_penalty: Penalty | None = None
    logit_bias: dict[str, Annotated[int, Field(ge=-100, le=100)]] | None = None
    reasoning_effort: Literal["none", "minimal", "low", "medium", "high"] | None = None
    response_format: dict[str, Any] | None = None
    stream_options: StreamOptions | None = None
    tools: Any = None
    tool_choice: Any = None

    @classmethod
    def broken_rules(cls, value: JsonObject) -> Iterable[Problem]:
        """Refuse contradictory fields."""
        yield from super().broken_rules(value)
        if value.get("max_tokens") is not None and value.get("max_completion_tokens") is not None:
            yield Problem("/max_tokens", "set max_completion_tokens or max_tokens, not both")

    @property
    def includes_usage(self) -> bool:
        """Whether a stream ends with the usage."""
        return self.stream_options is not None and self.stream_options.include_usage is True

    def completion(self) -> Completion:
        """Return the request. Raises: InvalidInput, with every problem."""
        problems = Problems()
        messages = self._messages(problems)
        tools = function_tools(self.tools, "/tools", problems)
        names = [str(tool["name"]) for tool in tools]
        settings = {
            "maxTokens": self.max_completion_tokens or self.max_tokens,
            "temperature": self.temperature,
            "topP": self.top_p,
            "stop": self.stop or None,
            "seed": self.seed,
            "presencePenalty": self.presence_penalty,
            "frequencyPenalty": self.frequency_penalty,
            "logitBias": self.logit_bias,
            "parallelToolCalls": self.parallel_tool_calls,
            "toolChoice": tool_choice(self.tool_choice, "/tool_choice", names, problems),
        }
        spec = spec_with(
            tools=tools,
            schema=output_schema(self.response_format, "/response_format", problems),
            effort=EFFORTS.get(self.reasoning_effort or ""),
            settings=settings,
            streams=self.stream is True,
            keeps_content=self.store is not False,
        )
        problems.check()
        return Completion(
            model=self.model,
            messages=claimed(messages),
            at=[f"/messages/{number}" for number in range(len(messages))],
            spec=spec,
            tags=self.metadata or {},
            claims=self.claims(),
        )

    def _messages(self, problems: Problems) -> Sequence[InputMessage]:
        names: dict[str, str] = {}  # of the tools, by call
        return [
            _message(one, f"/messages/{number}", names, problems)
            for number, one in enumerate(self.messages)
        ]


def _message(
    given: ChatMessage, at: str, names: dict[str, str], problems: Problems
) -> InputMessage:
    is_user = given.role == "user"
    content = content_of(given.content, f"{at}/content", problems, files=is_user)
    match given.role:
        case "developer" | "system":
            return message("system", content)
        case "user":
            if not content.text.strip() and not content.files:
                problems.add(f"{at}/content", "must contain more than white space")
            return message("user", content)
        case "tool":
            if given.tool_call_id is None:
                problems.add(f"{at}/tool_call_id", "is required for the role tool")
            id = given.tool_call_id or ""
            return message("tool", content, tool_use_id=id, tool_name=names.get(id))
        case "assistant":
            calls = _calls(given.tool_calls or (), f"{at}/tool_calls", problems)
            names.update({call.id: call.name for call in calls})
            if not content.text and given.refusal:
                content = content_of(given.refusal, at, problems)
            return message("assistant", content, tool_calls=calls)


def _calls(given: Sequence[Mapping[str, Any]], at: str, problems: Problems) -> tuple[ToolCall, ...]:
    calls: list[ToolCall] = []
    for number, one in enumerate(given):
        function = one.get("function")
        id = one.get("id")
        problems.check_keys(one, f"{at}/{number}", _CALL)
        if isinstance(function, Mapping):
            problems.check_keys(function, f"{at}/{number}/function", _FUNCTION)
        name = function.get("name") if isinstance(function, Mapping) else None
        if not isinstance(id, str) or not 1 <= len(id) <= 256:
            problems.add(f"{at}/{number}/id", "must be a string of 1 to 256 characters")
        elif not isinstance(function, Mapping) or not isinstance(name, str) or not name:
            problems.add(f"{at}/{number}/function/name", "must be the name of a function")
        else:
            args = arguments_of(function.get("arguments"))
            calls.append(ToolCall(id=id, name=name[:64], args=args))
    return tuple(calls)
