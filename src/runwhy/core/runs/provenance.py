"""Provenance: where a part of the log came from, and so what it is allowed to do."""

from __future__ import annotations

from enum import StrEnum


class Provenance(StrEnum):
    """Where a part of the log came from; not a role."""

    HUMAN = "human"
    CHANNEL = "channel"
    SCHEDULE = "schedule"
    TIMER = "timer"
    WEBHOOK = "webhook"
    AGENT = "agent"
    TOOL = "tool"
    SYSTEM = "system"


BY_TRIGGER = {
    "api": Provenance.HUMAN,
    "cli": Provenance.HUMAN,
    "terminal": Provenance.HUMAN,
    "daemon": Provenance.HUMAN,
    "telegram": Provenance.CHANNEL,
    "cron": Provenance.SCHEDULE,
    "timer": Provenance.TIMER,
    "webhook": Provenance.WEBHOOK,
    "subtask": Provenance.AGENT,
    "mcp": Provenance.AGENT,  # the text comes from the agent that uses the tools
    "import": Provenance.HUMAN,
    "openai": Provenance.HUMAN,
    "anthropic": Provenance.HUMAN,
}

_PEOPLE = frozenset({Provenance.HUMAN, Provenance.CHANNEL})


def provenance_of(trigger: str) -> Provenance:
    """Return the provenance of a run's task; an unknown trigger never speaks for a person."""
    return BY_TRIGGER.get(trigger, Provenance.SYSTEM)


def speaks_for_a_person(provenance: Provenance, *, synthetic: bool) -> bool:
    """Whether these are a person's own words.

    Only those may title a session, approve, answer, or become memories.
    """
    return provenance in _PEOPLE and synthetic is not True  # only the server sets `True`


PERSONAL_TRIGGERS = tuple(
    trigger
    for trigger, provenance in BY_TRIGGER.items()
    if speaks_for_a_person(provenance, synthetic=False)
)
