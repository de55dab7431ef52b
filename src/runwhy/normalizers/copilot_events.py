"""Lines of Copilot's stream, and the state of its fold."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from msgspec import Struct, json
from msgspec.structs import replace

from runwhy.core.agents.entries import Stamp
from runwhy.normalizers.fold_state import Fold
from runwhy.normalizers.json_values import as_text, time_of


class Event(Struct, gc=False, rename="camel"):
    """A line; the last line of a run has an exit code instead of `data`."""

    type: str
    data: dict[str, object] = {}
    id: str | None = None
    timestamp: object = None
    agent_id: str | None = None
    session_id: str | None = None
    exit_code: int | None = None
    usage: object = None
    ephemeral: object = None  # true on progress that Copilot does not store either


class State(Fold, frozen=True, kw_only=True, gc=False):
    """State of the fold.

    `agents` maps a subagent to its tool use. `thoughts` holds each agent's last reasoning, which
    Copilot reports twice. `answer` is the last text.
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
        return as_text(event.data.get("parentToolCallId")) or None
    return state.agents.get(event.agent_id, event.agent_id)


def stamp_of(state: State, event: Event) -> Stamp:
    """Return the stamp; only the main agent's lines set the run's model."""
    model = as_text(event.data.get("model"))
    if not model or model == state.stamp.model:
        return state.stamp
    return replace(state.stamp, model=model)
