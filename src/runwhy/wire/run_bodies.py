"""Request bodies for runs and tasks, and the spec of an agent, with their limits."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from runwhy.core.agent_spec import BUILTIN, MAX_TOOLS, AgentSpec
from runwhy.core.json import JsonObject, compact_json
from runwhy.core.memory.memories import MAX_TOP_K, MAX_USER
from runwhy.core.requests.plan import IDENTITY_RULE, InputMessage, Multitask, lacks_identity
from runwhy.core.requests.rerun import RerunChanges
from runwhy.core.runs.origin import MAX_CORRELATION
from runwhy.core.runs.tags import parse_override
from runwhy.errors import InvalidInput, Problem
from runwhy.wire.fields import (
    AgentName,
    Body,
    Budgets,
    BudgetsField,
    ContextField,
    Id,
    JsonObjectField,
    Level,
    LoopField,
    Name,
    OverrideField,
    Prompt,
    SchemaField,
    Seconds,
    TagsField,
    Title,
    ToolName,
    ToolsField,
    checked,
    with_example,
)
from runwhy.wire.specs import spec_of

Pool = Annotated[str, Field(pattern="^[a-z0-9][a-z0-9_-]{0,49}$")]
Priority = Literal["message", "schedule", "batch"]
Executor = Literal["acp", "builtin", "claude", "codex", "copilot", "cursor", "langgraph"]

RESERVED_MARKS = frozenset({"synthetic", "trigger_type", "trigger_reason"})
CLAIMS = ("trigger", "origin", "attended", "triggerName", "rerunOf", "original")
MAX_CLAIMED_BYTES = 4096


class MemoryBody(Body):
    """Memory settings of an agent: whether to recall, whose memories, and how many."""

    enabled: bool | None = None
    user: Annotated[str, Field(max_length=MAX_USER)] | None = None
    top_k: Annotated[int, Field(ge=1, le=MAX_TOP_K)] | None = None
    threshold: Annotated[float, Field(ge=0, le=1)] | None = None
    max_tokens: Annotated[int, Field(ge=0, le=8000)] | None = None


def _check_plan(plan: object) -> None:
    """Reject plan-only requests, because the run would act. Raises: InvalidInput."""
    if isinstance(plan, Mapping) and plan.get("planOnly") is True:
        rule = "planning is not supported, so the run would act; remove planOnly to allow that"
        raise InvalidInput([Problem("/plan/planOnly", rule)])


StopText = Annotated[str, Field(min_length=1, max_length=1000)]


class ModelSettingsBody(Body):
    """Settings of model calls. A model that does not support one fails the run."""

    max_tokens: Annotated[int, Field(ge=1, le=10_000_000)] | None = None
    temperature: Annotated[float, Field(ge=0, le=2)] | None = None
    top_p: Annotated[float, Field(ge=0, le=1)] | None = None
    top_k: Annotated[int, Field(ge=0, le=1_000_000)] | None = None
    stop: Annotated[list[Annotated[str, Field(max_length=1000)]], Field(max_length=16)] | None = (
        None
    )
    seed: Annotated[int, Field(ge=-(2**63), le=2**63 - 1)] | None = None
    presence_penalty: Annotated[float, Field(ge=-2, le=2)] | None = None
    frequency_penalty: Annotated[float, Field(ge=-2, le=2)] | None = None
    logit_bias: (
        Annotated[dict[str, Annotated[int, Field(ge=-100, le=100)]], Field(max_length=1024)] | None
    ) = None
    parallel_tool_calls: bool | None = None
    tool_choice: (
        Literal["auto", "none", "required"]
        | Annotated[list[ToolName], Field(min_length=1, max_length=MAX_TOOLS)]
        | None
    ) = None


class SpecBody(Body):
    """The spec of an agent: instructions, model, tools and limits."""

    name: Name | None = None
    agent_id: AgentName | None = None
    system_prompt: str | None = None
    model_id: Title | None = None
    reasoning_level: Level | None = None
    model_settings: ModelSettingsBody | None = None
    tools: ToolsField | None = None
    budgets: Budgets | None = None
    output_schema: SchemaField | None = None
    loop_detection: LoopField | None = None
    tool_budgets: BudgetsField | None = None
    executor: Executor | None = None
    executor_options: JsonObjectField | None = None
    context: ContextField | None = None
    memory: MemoryBody | None = None
    timeout: Seconds | None = None
    model_visible_metadata: Annotated[list[str], Field(max_length=16)] | None = None
    returns_calls: bool | None = None
    streams_calls: bool | None = None
    keeps_content: bool | None = None
    pool: Pool | None = None
    priority: Priority | None = None

    def spec(self) -> AgentSpec:
        """Return the spec to store, including unknown fields. Raises: InvalidInput."""
        _check_plan(self.given.get("plan"))
        other_fields = self.non_spec_fields() | {"agentVersion"}  # only the server sets it
        return spec_of({k: value for k, value in self.given.items() if k not in other_fields})

    def non_spec_fields(self) -> frozenset[str]:
        """Return the fields of the body that are not part of the spec."""
        return frozenset({"metadata"})


def _check_marks(message: Any) -> Any:
    """Reject the marks of synthetic messages, which only the server sets. Raises: InvalidInput."""
    if not isinstance(message, Mapping):
        return message
    holders = {"": message, **{f"/{name}": message.get(name) for name in _MARKED_FIELDS}}
    problems = [
        Problem(f"{where}/{mark}", "is reserved for the server")
        for where, held in holders.items()
        for mark in sorted(RESERVED_MARKS.intersection(held if isinstance(held, Mapping) else ()))
    ]
    if problems:
        raise InvalidInput(problems)
    return message


_MARKED_FIELDS = ("metadata", "additional_kwargs")


class MessageItem(Body):
    """One message of a conversation."""

    role: Literal["user", "assistant", "system"]
    content: str
    attachments: Annotated[list[JsonObjectField], Field(max_length=20)] | None = None
    metadata: JsonObjectField | None = None


def _ends_with_user(messages: list[MessageItem]) -> list[MessageItem]:
    spoken = [message for message in messages if message.role != "system"]
    if not spoken or spoken[-1].role != "user":
        rule = "the last message, not counting system messages, must be from the user"
        raise PydanticCustomError("last_message", rule)
    if not spoken[-1].content.strip() and not spoken[-1].attachments:
        raise PydanticCustomError("blank", "the last message must contain more than white space")
    return messages


UnmarkedMessage = Annotated[MessageItem, checked(_check_marks)]
MessagesField = Annotated[
    list[UnmarkedMessage],
    Field(min_length=1, max_length=1000),
    AfterValidator(_ends_with_user),
]


class RunInput(Body):
    """The input of a run: a prompt, or messages that end with one."""

    prompt: Prompt | None = None
    messages: MessagesField | None = None
    correlation_id: Annotated[str, Field(max_length=MAX_CORRELATION)] | None = None
    parent_run_id: Id | None = None
    multitask: Literal["enqueue", "reject", "interrupt", "rollback"] | None = None

    @classmethod
    def broken_rules(cls, value: JsonObject) -> Iterable[Problem]:
        """Require exactly one of `prompt` and `messages`."""
        prompt, messages = (value.get(name) is not None for name in ("prompt", "messages"))
        if prompt and messages:
            yield Problem("/prompt", "set prompt or messages, not both")
        elif not prompt and not messages:
            yield Problem("/prompt", "one of prompt or messages is required")

    def input(self) -> Sequence[InputMessage]:
        """Return the messages, oldest first."""
        if self.prompt is not None:
            return [InputMessage(role="user", text=self.prompt)]
        return [_input(message) for message in self.messages or ()]

    def strategy(self) -> Multitask:
        """Return what to do if the session is busy."""
        return Multitask(self.multitask or "enqueue")

    def claimed(self) -> JsonObject:
        """Return the caller's unverified claims about its trigger. Raises: InvalidInput."""
        given = self.model_extra or {}
        claims = {key: given[key] for key in CLAIMS if given.get(key) is not None}
        size = len(compact_json(claims).encode()) if claims else 0
        if size > MAX_CLAIMED_BYTES:
            rule = f"claims must have at most {MAX_CLAIMED_BYTES} bytes as compact JSON, not {size}"
            raise InvalidInput([Problem(f"/{next(iter(claims))}", rule, MAX_CLAIMED_BYTES, size)])
        return claims


def _input(message: MessageItem) -> InputMessage:
    data = {"attachments": message.attachments} if message.attachments else {}
    return InputMessage(role=message.role, text=message.content, data=data)


_NOT_SPEC = frozenset(
    {"metadata", "prompt", "messages", "correlationId", "parentRunId", "multitask", *CLAIMS}
)


def _has_system_message(messages: object) -> bool:
    found = messages if isinstance(messages, list) else []
    return any(isinstance(one, dict) and one.get("role") == "system" for one in found)


class RunBody(SpecBody, RunInput):
    """Body of `POST /agent-runs`."""

    model_config = with_example(
        systemPrompt="Be brief.", prompt="Hello", metadata={"customer": "acme", "env": "prod"}
    )

    metadata: TagsField | None = None

    @classmethod
    def broken_rules(cls, value: JsonObject) -> Iterable[Problem]:
        """Add the rule that a run needs a system prompt in one of its forms."""
        yield from super().broken_rules(value)
        agent = value.get("agentId") or value.get("parentRunId")  # a parent has one
        system = _has_system_message(value.get("messages"))
        if lacks_identity(spec_of(value), agent=agent, system_message=system):
            yield Problem("/systemPrompt", IDENTITY_RULE)

    def non_spec_fields(self) -> frozenset[str]:
        return _NOT_SPEC


def _message_tags(value: Any) -> Any:
    marks = RESERVED_MARKS.intersection(value) if isinstance(value, Mapping) else ()
    problems = [Problem(f"/{mark}", "is reserved for the server") for mark in sorted(marks)]
    try:
        tags = parse_override(value, at="")
    except InvalidInput as error:
        raise InvalidInput([*problems, *error.problems]) from None
    if problems:
        raise InvalidInput(problems)
    return tags


class MessageBody(SpecBody, RunInput):
    """Body of `POST /agent-sessions/{id}/messages`. Overrides the session's spec for this run."""

    model_config = with_example(prompt="And now?", metadata={"env": "staging"})

    metadata: Annotated[OverrideField, checked(_message_tags)] | None = None

    def non_spec_fields(self) -> frozenset[str]:
        return _NOT_SPEC


class RerunBody(MessageBody):
    """Body of `POST /agent-runs/{id}/rerun`: changes to the original run."""

    model_config = with_example(prompt="Once more, in French.", metadata={"attempt": "2"})

    @classmethod
    def broken_rules(cls, value: JsonObject) -> Iterable[Problem]:
        """Allow neither both of `prompt` and `messages`, nor a parent."""
        if value.get("prompt") is not None and value.get("messages") is not None:
            yield Problem("/prompt", "set prompt or messages, not both")
        if value.get("parentRunId") is not None:
            yield Problem("/parentRunId", "a rerun has no parent run")

    def changes(self) -> RerunChanges:
        """Return the changes to the original run. Raises: InvalidInput."""
        return RerunChanges(
            prompt=self.prompt,
            messages=self.input() if self.messages else (),
            spec=self.spec(),
            tags=self.metadata or {},
            multitask=self.strategy(),
        )


def _is_base64(text: str) -> str:
    try:
        base64.b64decode(text, validate=True)
    except ValueError:
        raise PydanticCustomError("base64", "must be base64, without a `data:` prefix") from None
    return text


class ToolFile(Body):
    """A file that a tool returned for the model."""

    filename: Title
    mime_type: Annotated[str, Field(max_length=127, pattern=r"^[\w.+-]+/[\w.+-]+$")]
    data: Annotated[str, Field(min_length=1), AfterValidator(_is_base64)]


class ToolResultBody(Body):
    """Body of `POST /agent-runs/{id}/tool-results`: a result with optional files, or an error."""

    model_config = with_example(toolUseId="call_1", result="sunny")

    tool_use_id: Annotated[str, Field(min_length=1, max_length=256)]
    result: str | None = None
    error: str | None = None
    files: Annotated[list[ToolFile], Field(max_length=20)] | None = None

    def answer(self) -> tuple[str, bool]:
        """Return the text, and whether the tool succeeded. Raises: InvalidInput."""
        if self.result is not None and self.error is not None:
            raise InvalidInput([Problem("/result", "set result or error, not both")])
        if self.result is not None:
            return self.result, True
        if self.error is not None:
            return self.error, False
        raise InvalidInput([Problem("/result", "one of result or error is required")])

    def attachments(self) -> list[JsonObject]:
        """Return the files as message attachments; none for an error."""
        files = () if self.result is None else self.files or ()
        return [
            {"type": "input_file", "mimeType": f.mime_type, "filename": f.filename, "data": f.data}
            for f in files
        ]


class TaskBody(Body):
    """Body of `POST /tasks`."""

    model_config = with_example(task="Summarize the night's alerts.", timeout=600)

    task: Prompt
    timeout: Seconds | None = None
    metadata: TagsField | None = None
    context: ContextField | None = None
    agent_id: AgentName | None = None
    model_id: Title | None = None
    system_prompt: str | None = None
    executor: Executor | None = None
    executor_options: JsonObjectField | None = None
    pool: Pool | None = None
    correlation_id: Annotated[str, Field(max_length=MAX_CORRELATION)] | None = None

    def spec(self, *, default_prompt: str) -> AgentSpec:
        """Return the spec of the task's run."""
        kept = ("timeout", "context", "agentId", "modelId", "executor", "executorOptions", "pool")
        spec = spec_of({key: value for key, value in self.given.items() if key in kept})
        needs_prompt = self.agent_id is None and spec.executor_name == BUILTIN
        prompt = self.system_prompt or (default_prompt if needs_prompt else None)
        return replace(spec, system_prompt=prompt)
