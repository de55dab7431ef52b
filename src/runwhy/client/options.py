"""Keyword arguments of runs, sessions, messages and agents; None means not given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypedDict

from runwhy.client.tools import ToolLike
from runwhy.core.json import JsonObject

ReasoningLevel = Literal["off", "low", "medium", "high"] | int


class _TurnOptions(TypedDict, total=False):
    tools: Sequence[ToolLike] | None
    reasoning_level: ReasoningLevel | None
    output_schema: JsonObject | type | None
    loop_detection: Literal[False] | Mapping[str, int] | None
    tool_budgets: Mapping[str, Mapping[str, int]] | None
    context: JsonObject | None
    memory: JsonObject | None
    idempotency_key: str | None


class _ChangeableOptions(_TurnOptions, total=False):
    system_prompt: str | None
    model_id: str | None
    budgets: Mapping[str, int] | None
    executor: str | None
    executor_options: JsonObject | None
    model_visible_metadata: Sequence[str] | None
    pool: str | None
    priority: Literal["message", "schedule", "batch"] | None


class _SpecOptions(_ChangeableOptions, total=False):
    metadata: Mapping[str, str] | None


class RunOptions(_SpecOptions, total=False):
    """Options of a run."""

    name: str | None
    agent_id: str | None
    messages: Sequence[JsonObject] | None
    correlation_id: str | None
    parent_run_id: str | None


class SessionOptions(_SpecOptions, total=False):
    """Options of a session."""

    name: str | None
    agent_id: str | None
    autonomy: JsonObject | None


class MessageOptions(_TurnOptions, total=False):
    """Options of a message in a session; in `metadata`, None removes a tag."""

    messages: Sequence[JsonObject] | None
    executor: str | None
    executor_options: JsonObject | None
    metadata: Mapping[str, str | None] | None
    correlation_id: str | None
    multitask: Literal["enqueue", "reject", "interrupt", "rollback"] | None


class RerunOptions(_ChangeableOptions, total=False):
    """Changes to the original run. In `metadata`, None removes a tag."""

    name: str | None
    agent_id: str | None
    messages: Sequence[JsonObject] | None
    metadata: Mapping[str, str | None] | None
    correlation_id: str | None
    multitask: Literal["enqueue", "reject", "interrupt", "rollback"] | None


class AgentOptions(_SpecOptions, total=False):
    """Options of an agent."""

    autonomy: JsonObject | None
