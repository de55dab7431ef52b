"""Specs: an agent's instructions, model and tools, parsed from stored JSON."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, cast

from runwhy.core.agents.spec_secrets import SEALED_URL
from runwhy.core.json import JsonObject, compact_json
from runwhy.core.memory.memories import MAX_TEXT, MemoryRules, read_rules
from runwhy.errors import InvalidInput, Problem

MAX_TOOL_TURNS = 32
MAX_TOOLS = 128
CLIENT_KINDS = frozenset({"local", "mcp_local", "a2a_local"})
SERVER_KINDS = frozenset({"mcp", "builtin"})
TOOL_KINDS = CLIENT_KINDS | SERVER_KINDS

ToolKind = Literal["local", "mcp_local", "a2a_local", "mcp", "builtin"]

SPAWN_RUN = "spawn_run"
SCHEDULE_FOLLOW_UP = "schedule_follow_up"
REMEMBER = "remember"
BUILTIN_TOOLS = frozenset({SPAWN_RUN, SCHEDULE_FOLLOW_UP, REMEMBER})
MAX_TOOL_NAME = 64

_A2A_PARAMETERS: JsonObject = {
    "type": "object",
    "properties": {"message": {"type": "string", "description": "Message to the agent."}},
    "required": ["message"],
}
_SPAWN_DESCRIPTION = (
    "Delegate part of the work to a new agent. Starts a child run and returns its result. The "
    "agent does not see this conversation, so the task must contain everything it needs."
)
_SPAWN_PARAMETERS: JsonObject = {
    "type": "object",
    "properties": {
        "task": {"type": "string", "description": "Complete instructions for the agent."},
        "systemPrompt": {
            "type": "string",
            "description": "System prompt of the new agent. Defaults to yours.",
        },
        "agentId": {"type": "string", "description": "Id of a named agent to use instead."},
        "modelId": {"type": "string", "description": "Model to use. Defaults to yours."},
        "context": {"type": "object", "description": "Facts for the agent, as a JSON object."},
        "metadata": {
            "type": "object",
            "description": "Tags for the child run, in addition to the tags of this run.",
            "additionalProperties": {"type": "string"},
        },
    },
    "required": ["task"],
}
_FOLLOW_UP_DESCRIPTION = (
    "Schedule a follow-up message in this conversation. It is cancelled if the user writes first. "
    "Use it sparingly, only when a follow-up helps the user."
)
_FOLLOW_UP_PARAMETERS: JsonObject = {
    "type": "object",
    "properties": {
        "type": {
            "type": "string",
            "description": "check_in, question_unanswered, task_incomplete or waiting_for_decision",
        },
        "delaySeconds": {"type": "number", "description": "Delay in seconds from now."},
        "reason": {"type": "string", "description": "Short reason, as a note to yourself."},
        "key": {"type": "string", "description": "Replaces a pending follow-up with the same key."},
    },
    "required": ["type", "delaySeconds"],
}
_REMEMBER_DESCRIPTION = (
    "Store a memory for later conversations with this user: a fact, a preference or a decision. "
    "Store one self-contained item per call, in the user's own words where possible."
)
_REMEMBER_PARAMETERS: JsonObject = {
    "type": "object",
    "properties": {
        "text": {"type": "string", "description": "Text of the memory.", "maxLength": MAX_TEXT},
        "replaces": {
            "type": "string",
            "description": "Id of an outdated memory that this one replaces.",
        },
    },
    "required": ["text"],
}
_RETURNS = "Returns JSON that matches this schema: {schema}"
_LONG_RUNNING = (
    "This tool may take a long time. While its result says that it is still running, do not call "
    "it again with the same arguments. Continue with something else, or report that it is running."
)
# Descriptions of Runwhy's own tools, for the model.
_BUILTIN = {
    SPAWN_RUN: (_SPAWN_DESCRIPTION, _SPAWN_PARAMETERS),
    SCHEDULE_FOLLOW_UP: (_FOLLOW_UP_DESCRIPTION, _FOLLOW_UP_PARAMETERS),
    REMEMBER: (_REMEMBER_DESCRIPTION, _REMEMBER_PARAMETERS),
}
_UNNAMEABLE = re.compile(r"[^a-zA-Z0-9_-]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """A tool as the model sees it; `details` holds further data for its caller."""

    name: str
    kind: ToolKind
    description: str = ""
    parameters: JsonObject = field(default_factory=dict)
    details: JsonObject = field(default_factory=dict)


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
class Spec:
    """An agent's instructions, model and tools."""

    name: str | None = None
    system_prompt: str | None = None
    model_id: str | None = None
    reasoning_level: str | int | None = None
    tools: tuple[Tool, ...] = ()
    mcp_servers: tuple[McpServer, ...] = ()
    max_tool_turns: int = MAX_TOOL_TURNS
    output_schema: JsonObject | None = None
    loop_detection: LoopDetection | None = field(default_factory=LoopDetection)
    tool_budgets: Mapping[str, int] = field(default_factory=dict)
    executor: str = "builtin"
    executor_options: JsonObject = field(default_factory=dict)
    context: JsonObject = field(default_factory=dict)
    visible_tags: frozenset[str] = frozenset()
    memory: MemoryRules = field(default_factory=MemoryRules)
    timeout: float | None = None  # seconds of execution; time in the queue does not count


def overlay(*layers: JsonObject) -> JsonObject:
    """Merge specs (agent, session, message); later values win."""
    return {key: value for layer in layers for key, value in layer.items() if value is not None}


def overlay_agent(agent: JsonObject, *layers: JsonObject) -> JsonObject:
    """Merge specs over a stored agent's: its tools stay, except those of the same name.

    An empty list removes its tools. Raises: InvalidInput if there are too many.
    """
    spec = overlay(agent, *layers)
    given, own = overlay(*layers).get("tools"), agent.get("tools")
    if not isinstance(given, list) or not given or not isinstance(own, list):
        return spec
    names = {tool["name"] for tool in given}
    tools = [*(tool for tool in own if tool["name"] not in names), *given]
    if len(tools) > MAX_TOOLS:
        rule = f"has {len(tools)} tools together with those of the agent; the limit is {MAX_TOOLS}"
        raise InvalidInput([Problem("/tools", rule, MAX_TOOLS, len(tools))])
    return {**spec, "tools": tools}


def read_spec(stored: JsonObject) -> Spec:
    """Return the typed form of a stored spec, which was validated when it was received."""
    max_turns = _object(stored.get("budgets")).get("maxToolTurns")
    spec = Spec(
        name=_text(stored.get("name")),
        system_prompt=_text(stored.get("systemPrompt")),
        model_id=_text(stored.get("modelId")),
        reasoning_level=cast(str | int | None, stored.get("reasoningLevel")),
        tools=tuple(_tools(stored.get("tools"))),
        mcp_servers=tuple(_mcp_servers(stored.get("tools"))),
        max_tool_turns=MAX_TOOL_TURNS if max_turns is None else cast(int, max_turns),
        output_schema=cast(JsonObject | None, stored.get("outputSchema")),
        loop_detection=_loop_detection(stored.get("loopDetection")),
        tool_budgets=_tool_budgets(stored.get("toolBudgets")),
        executor=_text(stored.get("executor")) or "builtin",
        executor_options=_object(stored.get("executorOptions")),
        context=_object(stored.get("context")),
        memory=_memory(stored),
        timeout=cast(float | None, stored.get("timeout")),
        visible_tags=frozenset(cast(Sequence[str], stored.get("modelVisibleMetadata") or ())),
    )
    return _with_remember(spec)


def _tools(stored: object) -> Iterator[Tool]:
    for tool in cast(Sequence[JsonObject], stored or ()):
        match tool.get("kind"):
            case "local":
                yield Tool(
                    name=str(tool["name"]),
                    kind="local",
                    description=_described(tool),
                    parameters=_object(tool.get("parameters")),
                )
            case "a2a_local":
                card = _object(tool.get("agentCard"))
                yield Tool(
                    name=str(tool["name"]),
                    kind="a2a_local",
                    description=str(card.get("description") or ""),
                    parameters=_A2A_PARAMETERS,
                    details={"agentCard": card},
                )
            case "mcp_local":
                yield from _mcp_local(tool)
            case "builtin" if tool.get("name") in _BUILTIN:
                yield _builtin(str(tool["name"]))


def _described(tool: JsonObject) -> str:
    """Describe a client's tool to the model, including details that providers have no field for."""
    sections = [str(tool.get("description") or "")]
    if shape := _object(tool.get("outputSchema")):
        sections.append(_RETURNS.format(schema=compact_json(shape)))
    if tool.get("longRunning") is True:
        sections.append(_LONG_RUNNING)
    return "\n\n".join(filter(None, sections))


def _builtin(name: str) -> Tool:
    description, parameters = _BUILTIN[name]
    return Tool(name=name, kind="builtin", description=description, parameters=parameters)


def _memory(stored: JsonObject) -> MemoryRules:
    tools = cast(Sequence[JsonObject], stored.get("tools") or ())
    has_tool = any(t.get("kind") == "builtin" and t.get("name") == REMEMBER for t in tools)
    return read_rules(stored.get("memory"), has_tool=has_tool)


def _with_remember(spec: Spec) -> Spec:
    """Add the `remember` tool if memory is enabled, unless another tool has that name."""
    if not spec.memory.enabled or any(tool.name == REMEMBER for tool in spec.tools):
        return spec
    return replace(spec, tools=(*spec.tools, _builtin(REMEMBER)))


def _mcp_servers(stored: object) -> Iterator[McpServer]:
    for tool in cast(Sequence[JsonObject], stored or ()):
        if tool.get("kind") == "mcp":
            chosen = tool.get("toolFilter")
            yield McpServer(
                name=str(tool["name"]),
                url=str(tool.get(SEALED_URL) or tool.get("url") or ""),
                headers=cast(Mapping[str, str], _object(tool.get("headers"))),
                tool_filter=None if chosen is None else frozenset(cast(Sequence[str], chosen)),
            )


def mcp_tools(server: str, listed: Sequence[JsonObject]) -> Iterator[Tool]:
    """Yield the tools of an MCP server as `<server>_<tool>`, in names valid for every provider."""
    for tool in listed:
        bare = str(tool["name"])
        yield Tool(
            name=_fit_name(f"{server}_{bare}"),
            kind="mcp",
            description=str(tool.get("description") or ""),
            parameters=_object(tool.get("inputSchema")),
            details={"mcpServer": server, "mcpToolName": bare},
        )


def _fit_name(name: str) -> str:
    """Return a valid name of at most 64 letters, digits, `_` and `-`.

    A changed name gets a hash of the original, so that two names never collide.
    """
    plain = _UNNAMEABLE.sub("_", name)
    if plain == name and len(name) <= MAX_TOOL_NAME:
        return name
    mark = hashlib.sha256(name.encode()).hexdigest()[:8]
    return f"{plain[: MAX_TOOL_NAME - len(mark) - 1]}_{mark}"


def _mcp_local(server: JsonObject) -> Iterator[Tool]:
    name = str(server["name"])
    for tool in cast(Sequence[JsonObject], server.get("tools") or ()):
        bare = str(tool["name"])
        details = {
            "mcpServer": name,
            "mcpToolName": bare,
            "mcpServerInfo": server.get("serverInfo"),
        }
        yield Tool(
            name=bare if bare.startswith(f"{name}_") else f"{name}_{bare}",
            kind="mcp_local",
            description=str(tool.get("description") or ""),
            parameters=_object(tool.get("inputSchema")),
            details=details,
        )


def _loop_detection(stored: object) -> LoopDetection | None:
    if stored is False:
        return None
    usual, given = LoopDetection(), _object(stored)
    soft = cast(int | None, given.get("consecutiveThreshold"))
    hard = cast(int | None, given.get("hardCutoffThreshold"))
    if soft is None:
        soft = min(usual.consecutive_threshold, (hard or usual.hard_cutoff_threshold) - 1)
    if hard is None:  # the hard limit scales with the warning threshold
        hard = max(usual.hard_cutoff_threshold, 2 * soft)
    return LoopDetection(consecutive_threshold=soft, hard_cutoff_threshold=hard)


def _tool_budgets(stored: object) -> Mapping[str, int]:
    return {
        name: cast(int, _object(budget)["maxCalls"])
        for name, budget in _object(stored).items()
        if "maxCalls" in _object(budget)
    }


def _object(value: object) -> JsonObject:
    return cast(JsonObject, value) if isinstance(value, Mapping) else {}


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None
