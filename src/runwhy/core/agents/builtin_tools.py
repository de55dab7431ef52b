"""Runwhy's own tools, as the model sees them."""

from __future__ import annotations

from dataclasses import replace

from runwhy.core.agents.specs import REMEMBER, SCHEDULE_FOLLOW_UP, SPAWN_RUN, Spec, Tool
from runwhy.core.json import JsonObject
from runwhy.core.memory.memories import MAX_TEXT


def _text(description: str, **rules: object) -> JsonObject:
    return {"type": "string", "description": description, **rules}


def _tool(name: str, description: str, *required: str, **properties: JsonObject) -> Tool:
    parameters = {"type": "object", "properties": properties, "required": list(required)}
    return Tool(name=name, kind="builtin", description=description, parameters=parameters)


_TOOLS = (
    _tool(
        SPAWN_RUN,
        "Delegate part of the work to a new agent. Starts a child run and returns its result. The "
        "agent does not see this conversation, so the task must contain everything it needs.",
        "task",
        task=_text("Complete instructions for the agent."),
        systemPrompt=_text("System prompt of the new agent. Defaults to yours."),
        agentId=_text("Id of a named agent to use instead."),
        modelId=_text("Model to use. Defaults to yours."),
        context={"type": "object", "description": "Facts for the agent, as a JSON object."},
        metadata={
            "type": "object",
            "description": "Tags for the child run, in addition to the tags of this run.",
            "additionalProperties": {"type": "string"},
        },
    ),
    _tool(
        SCHEDULE_FOLLOW_UP,
        "Schedule a follow-up message in this conversation. It is cancelled if the user writes "
        "first. Use it sparingly, only when a follow-up helps the user.",
        "type",
        "delaySeconds",
        type=_text("check_in, question_unanswered, task_incomplete or waiting_for_decision"),
        delaySeconds={"type": "number", "description": "Delay in seconds from now."},
        reason=_text("Short reason, as a note to yourself."),
        key=_text("Replaces a pending follow-up with the same key."),
    ),
    _tool(
        REMEMBER,
        "Store a memory for later conversations with this user: a fact, a preference or a "
        "decision. Store one self-contained item per call, in the user's own words where possible.",
        "text",
        text=_text("Text of the memory.", maxLength=MAX_TEXT),
        replaces=_text("Id of an outdated memory that this one replaces."),
    ),
)
_BY_NAME = {tool.name: tool for tool in _TOOLS}


def builtin_tool(name: str) -> Tool:
    """Return one of Runwhy's own tools."""
    return _BY_NAME[name]


def with_remember(spec: Spec) -> Spec:
    """Add the `remember` tool if memory is enabled, unless another tool has that name."""
    if not spec.memory.enabled or any(tool.name == REMEMBER for tool in spec.tools):
        return spec
    return replace(spec, tools=(*spec.tools, builtin_tool(REMEMBER)))
