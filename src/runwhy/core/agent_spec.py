"""The spec of an agent as it was sent and is stored, and the rules for merging specs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from runwhy.core.json import JsonObject
from runwhy.core.layers import Layer, overlay
from runwhy.errors import InvalidInput, Problem

BUILTIN = "builtin"
ACP = "acp"  # runs any agent that speaks the Agent Client Protocol, named by the option `agent`
MAX_TOOLS = 128


@dataclass(frozen=True, slots=True, kw_only=True)
class AutonomySettings(Layer):
    """Whether and how a session follows up on its own, as set by an agent or a session."""

    enabled: bool | None = None
    max_consecutive: int | None = None
    cooldown_seconds: float | None = None
    busy: str | None = None
    evaluator: str | None = None
    min_delay_seconds: float | None = None
    max_delay_seconds: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentSpec(Layer):
    """An agent's instructions, model, tools and limits as they were sent and are stored.

    Agents, sessions, triggers and requests each have one; a run has the merged one. `Spec` is what
    executors read from it. Values with an inner structure stay JSON.
    """

    name: str | None = None
    system_prompt: str | None = None
    agent_id: str | None = None
    agent_version: int | None = None  # set by the server, in the spec of a run
    model_id: str | None = None
    reasoning_level: str | int | None = None
    model_settings: JsonObject | None = None
    budgets: JsonObject | None = None
    tool_budgets: JsonObject | None = None
    loop_detection: JsonObject | bool | None = None
    visible_tags: Sequence[str] | None = None
    timeout: float | None = None
    tools: Sequence[JsonObject] | None = None
    output_schema: JsonObject | None = None
    executor: str | None = None
    executor_options: JsonObject | None = None
    context: JsonObject | None = None
    memory: JsonObject | None = None
    autonomy: AutonomySettings | None = None
    returns_calls: bool | None = None  # end with the calls of client tools, instead of waiting
    streams_calls: bool | None = None  # show the calls that it returns while they are written
    keeps_content: bool | None = None  # False: erase the content when the run has ended
    pool: str | None = None
    priority: str | None = None

    @property
    def executor_name(self) -> str:
        """The executor that runs it; `acp:NAME` for an agent of the Agent Client Protocol."""
        agent = (self.executor_options or {}).get("agent") if self.executor == ACP else None
        return f"{ACP}:{agent}" if isinstance(agent, str) else self.executor or BUILTIN

    @property
    def server_model(self) -> str | None:
        """The model that this server calls; other executors have their own models."""
        return self.model_id if self.executor_name == BUILTIN else None


NO_SPEC = AgentSpec()


def overlay_agent(agent: AgentSpec, *layers: AgentSpec) -> AgentSpec:
    """Merge specs over a stored agent's: its tools stay, except those of the same name.

    An empty list removes its tools. Raises: InvalidInput if there are too many.
    """
    used = [layer for layer in (agent, *layers) if layer is not NO_SPEC]
    spec = overlay(*used) if len(used) > 1 else next(iter(used), NO_SPEC)
    given = next((layer.tools for layer in reversed(layers) if layer.tools is not None), None)
    own = agent.tools
    if not given or own is None:
        return spec
    names = {tool["name"] for tool in given}
    tools = [*(tool for tool in own if tool["name"] not in names), *given]
    if len(tools) > MAX_TOOLS:
        what = "tools together with those of the agent"
        raise InvalidInput([Problem.over("/tools", what, len(tools), MAX_TOOLS)])
    return replace(spec, tools=tools)
