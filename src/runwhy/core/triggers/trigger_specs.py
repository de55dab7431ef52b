"""Origins and specs of the runs and chats that a trigger starts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from runwhy.core.agent_spec import AgentSpec
from runwhy.core.runs.origin import Actor, Origin
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


def origin_of_run(
    trigger: Trigger,
    facts: Mapping[str, str | int | bool | None],
    *,
    at: datetime,
    by: Actor | None = None,
    planned_at: datetime | None = None,
) -> Origin:
    """Return the origin of a trigger's run, which is attended if a person (`by`) started it."""
    return Origin(
        trigger=trigger.kind.value,
        trigger_id=trigger.id,
        actor=by or Actor(kind="system", id=trigger.id, name=trigger.name),
        attended=by is not None,
        requested_at=at,
        scheduled_for=planned_at,
        facts=facts,
    )
