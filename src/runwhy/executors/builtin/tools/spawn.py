"""`spawn_run`: an agent delegates part of its work to a child run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from runwhy.core.agent_spec import AgentSpec
from runwhy.core.agents.specs import REMEMBER, SERVER_KINDS, SPAWN_RUN
from runwhy.core.json import JsonObject
from runwhy.core.layers import overlay, part_of
from runwhy.core.requests.plan import SUBTASK, InputMessage, RunRequest, depth_of
from runwhy.core.runs.log import ToolCall
from runwhy.core.runs.origin import Actor, Origin
from runwhy.core.runs.run import Run, Status
from runwhy.core.runs.tags import parse_override
from runwhy.errors import InvalidInput, Problem, RunwhyError
from runwhy.executors.builtin.tools.results import ToolOutput, bounded, refused
from runwhy.ports import SpawnRun
from runwhy.wire.specs import spec_of

SUB_PROMPT = (
    "You are doing one part of a larger task for another agent. "
    "Your final answer is returned to that agent."
)

# Spec fields that a child inherits unless the call overrides them. Client tools and the output
# schema are not inherited.
_INHERITED = (
    *("system_prompt", "agent_id", "agent_version", "model_id", "reasoning_level", "budgets"),
    *("tool_budgets", "loop_detection", "visible_tags", "timeout", "tools", "pool", "priority"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SpawnLimits:
    """How many child runs a run may start, and how deep they may nest."""

    count: int = 10
    depth: int = 3
    output_limit: int = 64 * 1024


async def spawn(
    parent: Run,
    call: ToolCall,
    *,
    number: int,
    key: str,
    at: datetime,
    spawner: SpawnRun,
    limits: SpawnLimits,
) -> ToolOutput:
    """Start the child run, wait for it, and return its result."""
    if depth_of(parent) >= limits.depth:
        return refused(
            SPAWN_RUN, f"child runs may nest {limits.depth} levels deep; this run is at the limit"
        )
    if number > limits.count:
        return refused(
            SPAWN_RUN, f"a run may start {limits.count} child runs; this run is at the limit"
        )
    try:
        child_id = await spawner.start(request_of(parent, call.args, at=at), key=key, at=at)
    except RunwhyError as error:
        return refused(SPAWN_RUN, error.message)
    child = await spawner.wait(child_id)
    return _result(child, limits.output_limit)


def request_of(parent: Run, args: JsonObject, *, at: datetime) -> RunRequest:
    """Return the request of the child run. Raises: InvalidInput."""
    task = args.get("task")
    if not isinstance(task, str) or not task.strip():
        raise InvalidInput([Problem("/task", "must be a non-empty string that describes the task")])
    tags = args.get("metadata")
    requested = _requested(args)
    return RunRequest(
        workspace=parent.workspace,
        origin=Origin(
            trigger=SUBTASK,
            actor=Actor(kind="agent", id=parent.id, name=parent.spec.name),
            attended=False,
            requested_at=at,
        ),
        messages=[InputMessage(role="user", text=task)],
        spec=_spec(parent.spec, requested),
        tags=parse_override(dict(tags), at="/metadata") if isinstance(tags, Mapping) else {},
        agent_id=requested.agent_id,
        parent_run_id=parent.id,
    )


def _requested(args: JsonObject) -> AgentSpec:
    """Return the spec in a call, whose arguments a model wrote."""
    given = spec_of(args)
    return AgentSpec(
        system_prompt=_text(given.system_prompt),
        agent_id=_text(given.agent_id),
        model_id=_text(given.model_id),
        context=given.context if given.context and isinstance(given.context, Mapping) else None,
    )


def _spec(parent: AgentSpec, requested: AgentSpec) -> AgentSpec:
    if requested.agent_id:
        return requested  # a named agent inherits nothing
    own = part_of(parent, _INHERITED)
    if own.tools is not None:
        own = replace(own, tools=[tool for tool in own.tools if _is_inherited(tool)])
    spec = overlay(own, requested)
    has_prompt = spec.system_prompt is not None or spec.agent_id is not None
    return spec if has_prompt else replace(spec, system_prompt=SUB_PROMPT)


def _is_inherited(tool: JsonObject) -> bool:
    """Return whether a child inherits the tool: server tools except `remember`."""
    return tool.get("kind") in SERVER_KINDS and tool.get("name") != REMEMBER


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value.strip() else None


def _result(run: Run, limit: int) -> ToolOutput:
    if run.status is Status.SUCCEEDED:
        return ToolOutput(text=bounded(run.final_text or "", limit))
    why = run.failure_reason or run.status
    return refused(SPAWN_RUN, f"child run {run.id} {run.status}: {why}")
