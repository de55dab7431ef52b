"""Imports: histories that an agent keeps on disk, imported in batches as finished runs."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from runwhy.core.agents.coding_agents import AgentSession, agent_model
from runwhy.core.agents.entries import (
    AssistantMessage,
    EntryChange,
    EntryDelta,
    Error,
    Retraction,
    Unrecognized,
    UserMessage,
)
from runwhy.core.ids import RANDOM_BITS, make_id
from runwhy.core.json import JsonObject
from runwhy.core.requests.plan import RunRequest
from runwhy.core.runs.cost import Cost
from runwhy.core.runs.run import Failure, Outcome, Status, Tokens

IMPORT = "import"  # the trigger of imported runs
# Executors whose agents keep their sessions in the same store; the first one resumes imports.
EXECUTORS: Mapping[str, Sequence[str]] = {
    "claude": ("claude", "acp:claude-agent-acp"),
    "codex": ("codex", "acp:codex-acp"),
    "copilot": ("copilot", "acp:copilot"),
    "opencode": ("acp:opencode",),
}
REMEMBERED = 32  # messages whose usage may be reported again; each counts once


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryBatch:
    """Lines of one history, from byte `start` to `end` of its file; `last` marks the last batch."""

    agent: str
    agent_session: str
    file: str
    start: int
    end: int
    lines: Sequence[str]
    last: bool
    tags: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportProgress:
    """Progress of an import, and facts about the history so far.

    `state` is the fold's unfinished state, so that an import can continue when the history
    grows. `counted` holds the tokens of the newest messages, which a history may report several
    times.
    """

    offset: int = 0
    state: str | None = None
    whole: bool = False
    began: datetime | None = None
    ended: datetime | None = None
    prompt: str | None = None
    said: str = ""  # the last message; the stored name
    failure: str | None = None
    turns: int = 0
    entries: int = 0
    unrecognized: int = 0
    tokens: Tokens = field(default_factory=Tokens)
    counted: Mapping[str, Tokens] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    """When a run of this server worked in an agent's session; `end` is None while it does."""

    start: datetime
    end: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownHistory:
    """The run of an agent's session; `taken` is None if Runwhy executed it completely.

    `own` are the periods in which runs of this server resumed an imported session. They recorded
    the part of the history from these periods.
    """

    run_id: str
    taken: ImportProgress | None
    mark: str | None = None  # `taken` as stored
    own: Sequence[Period] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryWrite:
    """The changes of one batch, written in one transaction."""

    workspace: int
    run_id: str
    request: RunRequest | None  # for a run that does not exist yet
    session: AgentSession
    changes: Sequence[JsonObject]
    before: str | None  # the mark that was read; it must be unchanged
    after: ImportProgress
    began: datetime
    ended: datetime
    outcome: Outcome | None


def is_own(periods: Sequence[Period], time: datetime) -> bool:
    """Return whether a run of this server recorded the events at a time."""
    return any(one.start <= time and (one.end is None or time <= one.end) for one in periods)


def note(taken: ImportProgress, changes: Sequence[EntryChange]) -> ImportProgress:
    """Update the progress with transcript changes."""
    times = [time for time in (getattr(change, "time", None) for change in changes) if time]
    known = [time for time in (taken.began, taken.ended) if time]
    failure, text, turns = taken.failure, taken.said, taken.turns
    for change in changes:
        if isinstance(change, AssistantMessage) and change.parent is None:
            text, turns, failure = change.text, turns + 1, None
        elif isinstance(change, Error) and change.parent is None:
            failure = change.message
    return replace(
        taken,
        began=min(times + known, default=None),
        ended=max(times + known, default=None),
        prompt=taken.prompt if taken.prompt is not None else _first_prompt(changes),
        said=text,
        turns=turns,
        failure=failure,
        unrecognized=taken.unrecognized + sum(isinstance(c, Unrecognized) for c in changes),
    )


def _first_prompt(changes: Sequence[EntryChange]) -> str | None:
    prompts = (c.text for c in changes if isinstance(c, UserMessage) and c.parent is None)
    return next(prompts, None)


def newest(changes: Sequence[EntryChange]) -> Sequence[EntryChange]:
    """Drop whole entries that a later change of the same batch replaces."""
    pieces = {change.id for change in changes if isinstance(change, (EntryDelta, Retraction))}
    last = {change.id: change for change in changes}
    return [change for change in changes if change.id in pieces or last[change.id] is change]


def count(taken: ImportProgress, used: Sequence[tuple[str, Tokens]]) -> ImportProgress:
    """Add the tokens of messages; the latest report of a message replaces earlier ones."""
    total, counted = taken.tokens, dict(taken.counted)
    for message, tokens in used:
        before = counted.pop(message, None)
        if tokens != before:
            total = total + tokens - (before or Tokens())
        counted[message] = tokens
    newest = dict(list(counted.items())[-REMEMBERED:])
    return replace(taken, tokens=total, counted=newest)


def outcome_of(taken: ImportProgress, *, agent: str, model: str | None) -> Outcome:
    """Return the outcome of an imported run.

    Its cost is unknown: histories do not contain it, and prices may have changed since.
    """
    used = agent_model(agent, model)
    if taken.failure is None:
        ended = Outcome(status=Status.SUCCEEDED, text=taken.said or None)
    else:
        failure = Failure(message=taken.failure, partial_text=taken.said or None)
        ended = Outcome(status=Status.FAILED, failure=failure)
    cost = Cost(unpriced_calls=taken.turns)
    return replace(ended, turns=taken.turns, model=used, tokens=taken.tokens, cost=cost)


def import_id(workspace: int, agent: str, agent_session: str, began: datetime) -> str:
    """Return the id of an imported run; derived from the history, so it is imported only once."""
    named = f"{workspace}\n{agent}\n{agent_session}".encode()
    random = int.from_bytes(hashlib.sha256(named).digest()[: RANDOM_BITS // 8])
    return make_id("run", ms=round(began.timestamp() * 1000), random=random)
