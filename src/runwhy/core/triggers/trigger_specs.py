"""Specs of the runs and chats that a trigger starts."""

from __future__ import annotations

from dataclasses import replace

from runwhy.core.agent_spec import AgentSpec
from runwhy.core.triggers.trigger import Trigger

DEFAULT_PROMPT = (
    "You carry out the task of a trigger. Unless the run context says that the run is attended, "
    "do not ask questions: decide within the task."
)
CHAT_PROMPT = (
    "You answer in a chat. Write plain text without markup, as briefly as the question allows."
)


def spec_of_run(trigger: Trigger) -> AgentSpec:
    """Return the spec of a trigger's runs: its own, with a default system prompt."""
    if trigger.spec.system_prompt or trigger.agent_id or trigger.session_id:
        return trigger.spec
    return replace(trigger.spec, system_prompt=DEFAULT_PROMPT)


def spec_of_chat(trigger: Trigger, name: str) -> AgentSpec:
    """Return the spec of a bot's session with one chat."""
    spec = replace(trigger.spec, name=name)
    if trigger.agent_id:
        return replace(spec, agent_id=trigger.agent_id)
    prompt = spec.system_prompt or trigger.prompt or CHAT_PROMPT
    return replace(spec, system_prompt=prompt)
