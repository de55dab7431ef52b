"""Runwhy's own tools, as the model sees them."""

from __future__ import annotations

from dataclasses import replace

from runwhy.core.agents.specs import REMEMBER, SCHEDULE_FOLLOW_UP, SPAWN_RUN, Spec, Tool
from runwhy.core.json import JsonObject
from runwhy.core.memory.memories import MAX_TEXT

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
_BUILTIN = {
    SPAWN_RUN: (_SPAWN_DESCRIPTION, _SPAWN_PARAMETERS),
    SCHEDULE_FOLLOW_UP: (_FOLLOW_UP_DESCRIPTION, _FOLLOW_UP_PARAMETERS),
    REMEMBER: (_REMEMBER_DESCRIPTION, _REMEMBER_PARAMETERS),
}


def builtin_tool(name: str) -> Tool:
    """Return one of Runwhy's own tools."""
    description, parameters = _BUILTIN[name]
    return Tool(name=name, kind="builtin", description=description, parameters=parameters)


def with_remember(spec: Spec) -> Spec:
    """Add the `remember` tool if memory is enabled, unless another tool has that name."""
    if not spec.memory.enabled or any(tool.name == REMEMBER for tool in spec.tools):
        return spec
    return replace(spec, tools=(*spec.tools, builtin_tool(REMEMBER)))
