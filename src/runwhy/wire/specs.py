"""Specs: from the JSON that is stored to the values that executors read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from runwhy.core.agent_spec import NO_SPEC, AgentSpec
from runwhy.core.agents.builtin_tools import builtin_tool, with_remember
from runwhy.core.agents.output_schemas import bare_schema
from runwhy.core.agents.spec_secrets import SEALED_URL
from runwhy.core.agents.specs import (
    BUILTIN_TOOLS,
    MAX_TOOL_TURNS,
    NO_SETTINGS,
    REMEMBER,
    LoopDetection,
    McpServer,
    ModelSettings,
    Spec,
    Tool,
    described,
    fit_name,
    loop_limits,
)
from runwhy.core.json import JsonObject
from runwhy.core.memory.memories import MemoryRules
from runwhy.core.runs.log import Part
from runwhy.wire.layers import read_layer

MCP_TOOLS = "mcpTools"  # key in the log for the tools listed when the run started
_A2A_PARAMETERS: JsonObject = {
    "type": "object",
    "properties": {"message": {"type": "string", "description": "Message to the agent."}},
    "required": ["message"],
}


def spec_of(value: JsonObject) -> AgentSpec:
    """Return the spec in a JSON object that was checked when it was received."""
    return read_layer(AgentSpec, value) if value else NO_SPEC


def resolve_spec(spec: AgentSpec) -> Spec:
    """Return a run's spec as its executor reads it, with defaults."""
    max_turns = _object(spec.budgets).get("maxToolTurns")
    resolved = Spec(
        name=spec.name or None,
        system_prompt=spec.system_prompt or None,
        model_id=spec.model_id or None,
        reasoning_level=spec.reasoning_level,
        settings=_model_settings(spec.model_settings),
        tools=tuple(_tools(spec.tools or ())),
        mcp_servers=tuple(_mcp_servers(spec.tools or ())),
        max_tool_turns=MAX_TOOL_TURNS if max_turns is None else cast(int, max_turns),
        output_schema=None if spec.output_schema is None else bare_schema(spec.output_schema),
        loop_detection=_loop_detection(spec.loop_detection),
        tool_budgets=_tool_budgets(spec.tool_budgets),
        executor=spec.executor_name,
        executor_options=_object(spec.executor_options),
        context=_object(spec.context),
        memory=_memory(spec),
        timeout=spec.timeout,
        returns_calls=spec.returns_calls is True,
        streams_calls=spec.streams_calls is True,
        visible_tags=frozenset(spec.visible_tags or ()),
    )
    return with_remember(resolved)


def _tools(stored: Sequence[JsonObject]) -> Iterator[Tool]:
    for tool in stored:
        match tool.get("kind"):
            case "local":
                yield Tool(
                    name=str(tool["name"]),
                    kind="local",
                    description=described(
                        str(tool.get("description") or ""),
                        returns=_object(tool.get("outputSchema")),
                        long_running=tool.get("longRunning") is True,
                    ),
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
            case "builtin" if tool.get("name") in BUILTIN_TOOLS:
                yield builtin_tool(str(tool["name"]))


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


def _mcp_servers(stored: Sequence[JsonObject]) -> Iterator[McpServer]:
    for tool in stored:
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
            name=fit_name(f"{server}_{bare}"),
            kind="mcp",
            description=str(tool.get("description") or ""),
            parameters=_object(tool.get("inputSchema")),
            server=server,
            remote_name=bare,
        )


def add_mcp_tools(spec: Spec, parts: Sequence[Part]) -> Spec:
    """Return the spec with the MCP tools that were listed when the run started."""
    listed = next((p.data[MCP_TOOLS] for p in parts if MCP_TOOLS in p.data), {})
    assert isinstance(listed, Mapping)
    found = [t for name, tools in listed.items() for t in mcp_tools(name, tools)]
    return replace(spec, tools=(*spec.tools, *found)) if found else spec


def _loop_detection(stored: JsonObject | bool | None) -> LoopDetection | None:
    if stored is False:
        return None
    given = cast(Mapping[str, int | None], _object(stored))
    return loop_limits(given.get("consecutiveThreshold"), given.get("hardCutoffThreshold"))


def _model_settings(stored: JsonObject | None) -> ModelSettings:
    if not stored:
        return NO_SETTINGS
    given = cast(Mapping[str, Any], stored)
    choice = given.get("toolChoice")
    return ModelSettings(
        max_tokens=given.get("maxTokens"),
        temperature=given.get("temperature"),
        top_p=given.get("topP"),
        top_k=given.get("topK"),
        stop=tuple(given.get("stop") or ()),
        seed=given.get("seed"),
        presence_penalty=given.get("presencePenalty"),
        frequency_penalty=given.get("frequencyPenalty"),
        logit_bias=given.get("logitBias") or {},
        parallel_tool_calls=given.get("parallelToolCalls"),
        tool_choice=tuple(choice) if isinstance(choice, list) else choice,
    )


def _tool_budgets(stored: JsonObject | None) -> Mapping[str, int]:
    return {
        name: cast(int, _object(budget)["maxCalls"])
        for name, budget in _object(stored).items()
        if "maxCalls" in _object(budget)
    }


def _memory(spec: AgentSpec) -> MemoryRules:
    """Return the memory rules; a spec with the tool `remember` recalls unless that is disabled."""
    builtin = [t.get("name") for t in spec.tools or () if t.get("kind") == "builtin"]
    given = _object(spec.memory)
    enabled, threshold = given.get("enabled"), given.get("threshold")
    return MemoryRules(
        enabled=REMEMBER in builtin if enabled is None else enabled is True,
        user=cast("str | None", given.get("user")),
        top_k=cast("int | None", given.get("topK")),
        threshold=float(threshold) if isinstance(threshold, int | float) else None,
        max_tokens=cast("int | None", given.get("maxTokens")),
    )


def _object(value: object) -> JsonObject:
    return value if isinstance(value, Mapping) else {}
