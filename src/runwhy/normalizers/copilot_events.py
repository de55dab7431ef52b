"""The lines of Copilot's stream, and what is remembered of them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from msgspec import Struct, json
from msgspec.structs import replace

from runwhy.core.agents.entries import Stamp
from runwhy.normalizers.fold_state import Fold
from runwhy.normalizers.json_values import time_of, words


class Event(Struct, gc=False, rename="camel"):
    """A line; the last one of a run has an exit code in place of `data`."""

    type: str
    data: dict[str, object] = {}
    id: str | None = None
    timestamp: object = None
    agent_id: str | None = None
    session_id: str | None = None
    exit_code: int | None = None
    usage: object = None


class State(Fold, frozen=True, kw_only=True, gc=False):
    """What was learned so far.

    `agents` has the tool use that each subagent belongs to; `thoughts` what each agent was last
    said to have thought, because that is told twice; `answer` is the last text.
    """

    stamp: Stamp = Stamp(agent="copilot")
    agents: Mapping[str, str] = {}
    thoughts: Mapping[str, str] = {}
    answer: str | None = None


read_event = json.Decoder(Event).decode


def time_at(event: Event) -> datetime | None:
    return time_of(event.timestamp)


def parent_of(state: State, event: Event) -> str | None:
    if event.agent_id is None:
        return words(event.data.get("parentToolCallId")) or None
    return state.agents.get(event.agent_id, event.agent_id)


def stamp_of(state: State, event: Event) -> Stamp:
    """The run's model is the main agent's; a subagent's lines carry their own."""
    model = words(event.data.get("model"))
    if not model or model == state.stamp.model:
        return state.stamp
    return replace(state.stamp, model=model)
