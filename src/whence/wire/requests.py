"""What clients send: shapes and limits, one class a body."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from whence.core.jsons import JsonObject
from whence.core.origin import MAX_CORRELATION
from whence.core.planning import InputMessage, Multitask
from whence.core.workspaces import Scope
from whence.errors import InvalidInput, Problem
from whence.wire.fields import (
    Body,
    Budgets,
    ContextField,
    Id,
    JsonObjectField,
    Level,
    LoopBody,
    Name,
    OverrideField,
    TagsField,
    Text,
    ToolBudget,
    ToolsField,
    checked,
)

RESERVED_MARKS = frozenset({"synthetic", "trigger_type", "trigger_reason"})


class SpecBody(Body):
    """What an agent is told to be and may use."""

    name: Name | None = None
    agent_id: Id | None = None
    system_prompt: str | None = None
    model_id: Name | None = None
    reasoning_level: Level | None = None
    tools: ToolsField | None = None
    budgets: Budgets | None = None
    output_schema: JsonObjectField | None = None
    loop_detection: bool | LoopBody | None = None
    tool_budgets: dict[str, ToolBudget] | None = None
    executor: Literal["builtin", "claude", "codex", "copilot", "cursor"] | None = None
    executor_options: JsonObjectField | None = None
    context: ContextField | None = None
    model_visible_metadata: Annotated[list[str], Field(max_length=16)] | None = None

    def spec(self) -> JsonObject:
        """The spec as it is stored: what was given, unknown fields included."""
        given = self.model_dump(by_alias=True, exclude_none=True, mode="json")
        return {key: value for key, value in given.items() if key not in self.not_spec()}

    def not_spec(self) -> frozenset[str]:
        """Fields of the body that are not part of the spec."""
        return frozenset({"metadata"})


class MessageItem(Body):
    """One message of a conversation that is handed in."""

    role: Literal["user", "assistant", "system"]
    content: str
    attachments: list[JsonObjectField] | None = None
    metadata: JsonObjectField | None = None


def _unmarked(value: Any) -> Any:
    """Marks of synthetic messages are the server's alone."""
    problems = []
    for index, message in enumerate(value if isinstance(value, list) else ()):
        for holder in ("metadata", "additional_kwargs"):
            own = message.get(holder) if isinstance(message, Mapping) else None
            marks = RESERVED_MARKS & set(own) if isinstance(own, Mapping) else ()
            problems += [
                Problem(f"/{index}/{holder}/{mark}", "is reserved for the server")
                for mark in sorted(marks)
            ]
    if problems:
        raise InvalidInput(problems)
    return value


def _ends_with_user(messages: list[MessageItem]) -> list[MessageItem]:
    if messages[-1].role != "user":
        raise PydanticCustomError("last_message", "the last message must be from the user")
    return messages


MessagesField = Annotated[
    list[MessageItem],
    Field(min_length=1, max_length=1000),
    AfterValidator(_ends_with_user),
    checked(_unmarked),
]


class Asked(Body):
    """What a run is asked to do: a prompt, or a conversation that ends with one."""

    prompt: Text | None = None
    messages: MessagesField | None = None
    correlation_id: Annotated[str, Field(max_length=MAX_CORRELATION)] | None = None
    parent_run_id: Id | None = None
    multitask: Literal["enqueue", "reject", "interrupt", "rollback"] | None = None

    def input(self) -> Sequence[InputMessage]:
        """The messages. Raises: InvalidInput unless exactly one of the two was given."""
        if (self.prompt is None) == (self.messages is None):
            rule = "give prompt or messages, not both" if self.prompt else "prompt is required"
            raise InvalidInput([Problem("/prompt", rule)])
        if self.prompt is not None:
            return [InputMessage(role="user", text=self.prompt)]
        return [_input(message) for message in self.messages or ()]

    def strategy(self) -> Multitask:
        """What to do when the session is busy."""
        return Multitask(self.multitask or "enqueue")

    def claimed(self) -> JsonObject:
        """What the caller says of its own trigger: kept, never believed."""
        extra = self.model_extra or {}
        return {key: extra[key] for key in ("trigger", "origin", "attended") if key in extra}


def _input(message: MessageItem) -> InputMessage:
    data = {"attachments": message.attachments} if message.attachments else {}
    return InputMessage(role=message.role, text=message.content, data=data)


_NOT_SPEC = frozenset(
    {"metadata", "prompt", "messages", "correlationId", "parentRunId", "multitask"}
    | {"trigger", "origin", "attended"}
)


class RunBody(SpecBody, Asked):
    """`POST /agent-runs`."""

    metadata: TagsField | None = None

    def not_spec(self) -> frozenset[str]:
        return _NOT_SPEC


def _free_of_marks(tags: dict[str, str | None]) -> dict[str, str | None]:
    if marks := RESERVED_MARKS & set(tags):
        rule = f"{', '.join(sorted(marks))}: reserved for the server"
        raise PydanticCustomError("reserved", "{rule}", {"rule": rule})
    return tags


class MessageBody(SpecBody, Asked):
    """`POST /agent-sessions/{id}/messages`: what is given replaces the session's for this run."""

    metadata: Annotated[OverrideField, AfterValidator(_free_of_marks)] | None = None

    def not_spec(self) -> frozenset[str]:
        return _NOT_SPEC


class AutonomyBody(Body):
    """Whether and how a session follows up by itself."""

    enabled: bool | None = None
    max_consecutive: Annotated[int, Field(ge=0, le=100)] | None = None
    cooldown_seconds: Annotated[float, Field(ge=0, le=86_400)] | None = None
    evaluator: Name | None = None
    min_delay_seconds: Annotated[float, Field(ge=0)] | None = None
    max_delay_seconds: Annotated[float, Field(ge=0)] | None = None


class SessionBody(SpecBody):
    """`POST /agent-sessions`."""

    metadata: TagsField | None = None
    autonomy: AutonomyBody | None = None
    messages: MessagesField | None = None

    def not_spec(self) -> frozenset[str]:
        return frozenset({"metadata", "autonomy", "messages"})


class SessionPatchBody(Body):
    """`PATCH /agent-sessions/{id}`: tags are merged, null deletes."""

    metadata: OverrideField | None = None
    name: Name | None = None
    autonomy: AutonomyBody | None = None


class ToolResultBody(Body):
    """`POST /agent-runs/{id}/tool-results`: a result or an error."""

    tool_use_id: Annotated[str, Field(min_length=1, max_length=256)]
    result: str | None = None
    error: str | None = None

    def answer(self) -> tuple[str, bool]:
        """The text, and whether the tool did its work. Raises: InvalidInput for both or neither."""
        if (self.result is None) == (self.error is None):
            raise InvalidInput([Problem("/result", "give result or error, one of the two")])
        return (self.result, True) if self.result is not None else (self.error or "", False)


class AgentBody(SpecBody):
    """`POST /agents`: a named spec."""

    name: Annotated[str, Field(min_length=1, max_length=200)]
    system_prompt: Text

    def not_spec(self) -> frozenset[str]:
        return frozenset({"metadata", "agentId"})


class AgentPatchBody(SpecBody):
    """`PATCH /agents/{id}`: what is given replaces what was."""

    name: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    system_prompt: Text | None = None

    def not_spec(self) -> frozenset[str]:
        return frozenset({"metadata", "agentId"})


class KeyBody(Body):
    """`POST /keys`."""

    name: Annotated[str, Field(min_length=1, max_length=200)]
    scopes: Annotated[list[Scope], Field(min_length=1), Field(strict=False)]
    client: Literal["api", "cli"] = "api"


class WorkspaceBody(Body):
    """`POST /api/v1/workspaces`."""

    slug: str
    name: Name | None = None


class TaskBody(Body):
    """`POST /tasks`: a task for the durable queue."""

    task: Text
    timeout: Annotated[float, Field(gt=0, le=86_400)] | None = None
    metadata: TagsField | None = None
    context: ContextField | None = None
    agent_id: Id | None = None
    model_id: Name | None = None
    system_prompt: str | None = None
