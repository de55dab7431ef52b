"""Specs as executors read them: instructions, model, tools and limits, with defaults."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from runwhy.core.agent_spec import BUILTIN
from runwhy.core.json import JsonObject, compact_json
from runwhy.core.memory.memories import MemoryRules

MAX_TOOL_TURNS = 32
CLIENT_KINDS = frozenset({"local", "mcp_local", "a2a_local"})
SERVER_KINDS = frozenset({"mcp", "builtin"})
TOOL_KINDS = CLIENT_KINDS | SERVER_KINDS

ToolKind = Literal["local", "mcp_local", "a2a_local", "mcp", "builtin"]

SPAWN_RUN = "spawn_run"
SCHEDULE_FOLLOW_UP = "schedule_follow_up"
REMEMBER = "remember"
BUILTIN_TOOLS = frozenset({SPAWN_RUN, SCHEDULE_FOLLOW_UP, REMEMBER})
MAX_TOOL_NAME = 64

_RETURNS = "Returns JSON that matches this schema: {schema}"
_LONG_RUNNING = (
    "This tool may take a long time. While its result says that it is still running, do not call "
    "it again with the same arguments. Continue with something else, or report that it is running."
)
_UNNAMEABLE = re.compile(r"[^a-zA-Z0-9_-]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """A tool as the model sees it; `details` is further data for the client that runs it.

    `server` and `remote_name` identify a tool that this server calls on an MCP server.
    """

    name: str
    kind: ToolKind
    description: str = ""
    parameters: JsonObject = field(default_factory=dict)
    details: JsonObject = field(default_factory=dict)
    server: str | None = None
    remote_name: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class McpServer:
    """An MCP server that Runwhy calls; `headers` hold secrets, so they are not in `repr`.

    In a spec that was just read, headers and possibly the address are sealed.
    """

    name: str
    url: str
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    tool_filter: frozenset[str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopDetection:
    """Limits for repeated batches of identical tool calls."""

    consecutive_threshold: int = 3
    hard_cutoff_threshold: int = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelSettings:
    """Settings of model calls. None leaves a setting to the provider.

    `tool_choice` applies to the first call of a run. A list names tools; one must be called.
    """

    max_tokens: int | None = None
    temperature: float | None = None
    top_p: float | None = None
    top_k: int | None = None
    stop: tuple[str, ...] = ()
    seed: int | None = None
    presence_penalty: float | None = None
    frequency_penalty: float | None = None
    logit_bias: Mapping[str, int] = field(default_factory=dict)
    parallel_tool_calls: bool | None = None
    tool_choice: Literal["auto", "none", "required"] | tuple[str, ...] | None = None


NO_SETTINGS = ModelSettings()


@dataclass(frozen=True, slots=True, kw_only=True)
class Spec:
    """An agent's instructions, model and tools."""

    name: str | None = None
    system_prompt: str | None = None
    model_id: str | None = None
    reasoning_level: str | int | None = None
    settings: ModelSettings = NO_SETTINGS
    tools: tuple[Tool, ...] = ()
    mcp_servers: tuple[McpServer, ...] = ()
    max_tool_turns: int = MAX_TOOL_TURNS
    output_schema: JsonObject | None = None
    loop_detection: LoopDetection | None = field(default_factory=LoopDetection)
    tool_budgets: Mapping[str, int] = field(default_factory=dict)
    executor: str = BUILTIN
    executor_options: JsonObject = field(default_factory=dict)
    context: JsonObject = field(default_factory=dict)
    visible_tags: frozenset[str] = frozenset()
    memory: MemoryRules = field(default_factory=MemoryRules)
    returns_calls: bool = False
    streams_calls: bool = False
    timeout: float | None = None  # seconds of execution; time in the queue does not count


def described(text: str, *, returns: JsonObject, long_running: bool) -> str:
    """Describe a client's tool to the model, including details that providers have no field for."""
    schema = _RETURNS.format(schema=compact_json(returns)) if returns else ""
    return "\n\n".join(filter(None, (text, schema, _LONG_RUNNING if long_running else "")))


def fit_name(name: str) -> str:
    """Return a valid name of at most 64 letters, digits, `_` and `-`.

    A changed name gets a hash of the original, so that two names never collide.
    """
    plain = _UNNAMEABLE.sub("_", name)
    if plain == name and len(name) <= MAX_TOOL_NAME:
        return name
    mark = hashlib.sha256(name.encode()).hexdigest()[:8]
    return f"{plain[: MAX_TOOL_NAME - len(mark) - 1]}_{mark}"


def loop_limits(soft: int | None, hard: int | None) -> LoopDetection:
    """Return the limits for repeated tool calls; one that is not set follows the other."""
    usual = LoopDetection()
    if soft is None:
        soft = min(usual.consecutive_threshold, (hard or usual.hard_cutoff_threshold) - 1)
    if hard is None:  # the hard limit scales with the warning threshold
        hard = max(usual.hard_cutoff_threshold, 2 * soft)
    return LoopDetection(consecutive_threshold=soft, hard_cutoff_threshold=hard)
