"""Runs and sessions as the client returns them; `raw` is the full JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import cast

from runwhy.client import json_reader
from runwhy.client.results import RunEvent
from runwhy.core.json import JsonObject
from runwhy.core.runs.origin import Actor, ActorKind, Origin
from runwhy.core.runs.run import ModelUsed, Tokens


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """A run."""

    id: str
    status: str
    session_id: str | None
    metadata: Mapping[str, str]
    metadata_sources: Mapping[str, str]
    origin: Origin | None
    executor: str
    model: ModelUsed | None
    tokens: Tokens
    turns: int
    final_text: str | None
    error: JsonObject | None
    failure_reason: str | None
    envelope: JsonObject
    delivery: JsonObject | None
    parent_run_id: str | None
    root_run_id: str | None
    attempt: int
    created_at: datetime | None
    started_at: datetime | None
    finished_at: datetime | None
    spec: JsonObject
    raw: JsonObject = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunPage:
    """A page of runs, newest first, and the cursor of the next page."""

    runs: Sequence[Run]
    next_cursor: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionInfo:
    """A session; pass its `version` as `if_version` to detect conflicting updates."""

    id: str
    name: str
    status: str
    metadata: Mapping[str, str]
    version: int
    messages: Sequence[JsonObject]
    spec: JsonObject
    autonomy: JsonObject
    created_at: datetime | None
    last_used_at: datetime | None
    ended_at: datetime | None
    raw: JsonObject = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionSummary:
    """A session in a list; `summary` is a person's first message in it."""

    id: str
    summary: str
    status: str
    metadata: Mapping[str, str]
    created_at: datetime | None
    last_used_at: datetime | None
    raw: JsonObject = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionPage:
    """A page of sessions, most recently used first, and the total number."""

    sessions: Sequence[SessionSummary]
    total: int
    limit: int
    offset: int
    next_cursor: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionEvents:
    """Messages of a session as events; `next_before_seq` leads to earlier ones."""

    events: Sequence[RunEvent]
    total: int
    truncated: bool
    next_before_seq: int | None


def read_run(raw: JsonObject) -> Run:
    """Parse a run."""
    return Run(
        id=json_reader.text(raw, "id"),
        status=json_reader.text(raw, "status"),
        session_id=json_reader.text_or_none(raw, "sessionId"),
        metadata=json_reader.strings(raw, "metadata"),
        metadata_sources=json_reader.strings(raw, "metadataSources"),
        origin=_origin(json_reader.table(raw, "origin")),
        executor=json_reader.text(raw, "executor"),
        model=json_reader.model(raw),
        tokens=json_reader.tokens(raw),
        turns=json_reader.integer(raw, "turns"),
        final_text=cast(str | None, raw.get("finalText")),
        error=json_reader.table(raw, "error") or None,
        failure_reason=json_reader.text_or_none(raw, "failureReason"),
        envelope=json_reader.table(raw, "envelope"),
        delivery=json_reader.table(raw, "delivery") or None,
        parent_run_id=json_reader.text_or_none(raw, "parentRunId"),
        root_run_id=json_reader.text_or_none(raw, "rootRunId"),
        attempt=json_reader.integer(raw, "attempt"),
        created_at=json_reader.time_or_none(raw, "createdAt"),
        started_at=json_reader.time_or_none(raw, "startedAt"),
        finished_at=json_reader.time_or_none(raw, "finishedAt"),
        spec=json_reader.table(raw, "spec"),
        raw=raw,
    )


def _origin(raw: JsonObject) -> Origin | None:
    requested_at = json_reader.time_or_none(raw, "requestedAt")
    if requested_at is None:
        return None
    actor = json_reader.table(raw, "actor")
    return Origin(
        trigger=json_reader.text(raw, "trigger"),
        actor=Actor(
            kind=cast(ActorKind, json_reader.text(actor, "kind")),
            id=json_reader.text_or_none(actor, "id"),
            name=json_reader.text_or_none(actor, "name"),
        ),
        attended=raw.get("attended") is True,
        requested_at=requested_at,
        trigger_id=json_reader.text_or_none(raw, "triggerId"),
        correlation_id=json_reader.text_or_none(raw, "correlationId"),
        scheduled_for=json_reader.time_or_none(raw, "scheduledFor"),
        facts=cast(Mapping[str, str | int | bool | None], json_reader.table(raw, "facts")),
        claimed=json_reader.table(raw, "claimed"),
    )


def read_run_page(raw: JsonObject) -> RunPage:
    """Parse a page of runs."""
    runs = tuple(read_run(run) for run in json_reader.tables(raw, "runs"))
    return RunPage(runs=runs, next_cursor=json_reader.text_or_none(raw, "nextCursor"))


def read_session(raw: JsonObject) -> SessionInfo:
    """Parse a session."""
    return SessionInfo(
        id=json_reader.text(raw, "id"),
        name=json_reader.text(raw, "name"),
        status=json_reader.text(raw, "status"),
        metadata=json_reader.strings(raw, "metadata"),
        version=json_reader.integer(raw, "version"),
        messages=json_reader.tables(raw, "messages"),
        spec=json_reader.table(raw, "agentSpec"),
        autonomy=json_reader.table(raw, "autonomy"),
        created_at=json_reader.time_or_none(raw, "createdAt"),
        last_used_at=json_reader.time_or_none(raw, "lastUsedAt"),
        ended_at=json_reader.time_or_none(raw, "endedAt"),
        raw=raw,
    )


def read_session_page(raw: JsonObject) -> SessionPage:
    """Parse a page of sessions."""
    return SessionPage(
        sessions=tuple(_summary(session) for session in json_reader.tables(raw, "sessions")),
        total=json_reader.integer(raw, "total"),
        limit=json_reader.integer(raw, "limit"),
        offset=json_reader.integer(raw, "offset"),
        next_cursor=json_reader.text_or_none(raw, "nextCursor"),
    )


def _summary(raw: JsonObject) -> SessionSummary:
    return SessionSummary(
        id=json_reader.text(raw, "sessionId"),
        summary=json_reader.text(raw, "summary"),
        status=json_reader.text(raw, "status"),
        metadata=json_reader.strings(raw, "metadata"),
        created_at=json_reader.time_or_none(raw, "creationDate"),
        last_used_at=json_reader.time_or_none(raw, "lastInteractionDate"),
        raw=raw,
    )


def read_session_events(raw: JsonObject) -> SessionEvents:
    """Parse the events of a session."""
    return SessionEvents(
        events=tuple(_event(frame) for frame in json_reader.tables(raw, "events")),
        total=json_reader.integer(raw, "total"),
        truncated=raw.get("truncated") is True,
        next_before_seq=json_reader.integer_or_none(raw, "nextBeforeSeq"),
    )


def _event(frame: JsonObject) -> RunEvent:
    """Parse an event, whose data is next to `seq` and `type` or in `data`."""
    inline = {key: value for key, value in frame.items() if key not in ("seq", "type", "data")}
    data = {**inline, **json_reader.table(frame, "data")}
    return RunEvent(json_reader.integer(frame, "seq"), json_reader.text(frame, "type"), data)
