"""Provenance: who a part of the log came from, and so what it may do."""

from __future__ import annotations

from enum import StrEnum


class Provenance(StrEnum):
    """Who a part of the log came from; not a role."""

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
    "import": Provenance.HUMAN,
}

_PEOPLE = frozenset({Provenance.HUMAN, Provenance.CHANNEL})


def provenance_of(trigger: str) -> Provenance:
    """Whose words the task of a run is; a trigger we do not know speaks for no person."""
    return BY_TRIGGER.get(trigger, Provenance.SYSTEM)


def speaks_for_a_person(provenance: Provenance, *, synthetic: bool) -> bool:
    """The one rule of authority: only a person's own words title, approve, answer or are memory."""
    return provenance in _PEOPLE and synthetic is not True  # a mark is the server's own `True`


PERSONAL_TRIGGERS = tuple(
    trigger
    for trigger, provenance in BY_TRIGGER.items()
    if speaks_for_a_person(provenance, synthetic=False)
)
