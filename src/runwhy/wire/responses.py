"""Answers by their old functions, until all routes use the types."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from runwhy.core.json import JsonObject
from runwhy.wire import accounts, audit, history, runs, sessions
from runwhy.wire.answer import time_text as time_text


def run_accepted_json(run: Any, base: str) -> JsonObject:
    return runs.RunAccepted.at(base, run).as_json()


def run_json(run: Any) -> JsonObject:
    return runs.Run.of(run).as_json()


def shown_envelope_json(shown: Any) -> JsonObject:
    return runs.ShownEnvelope.shown(shown).as_json()


def event_json(event: Any) -> JsonObject:
    return {"seq": event.seq, "type": event.type, "data": event.data}


def session_event_json(followed: Any) -> JsonObject:
    return history.session_event(followed).as_json()


def session_json(session: Any, shown: Sequence[Any], unread: int | None = None) -> JsonObject:
    return sessions.Session.shown(session, shown, unread).as_json()


def session_summary_json(session: Any, unread: int | None = None) -> JsonObject:
    return sessions.SessionSummary.of(session, unread=unread).as_json()


def history_json(shown: Any, *, seq: int) -> JsonObject:
    return history.HistoryItem.of(shown, seq=seq).as_json()


def operator_json(shown: Any, *, seq: int) -> JsonObject:
    return history.OperatorItem.of(shown, seq=seq).as_json()


def sent_json(part: Any) -> JsonObject:
    return runs.SentMessage.of(part).as_json()


def replay_json(shown: Any, *, seq: int) -> JsonObject:
    return history.SessionEvent.of(shown, seq=seq).as_json()


def agent_json(agent: Any) -> JsonObject:
    return cast(JsonObject, accounts.Agent.of(agent))


def key_json(key: Any) -> dict[str, object]:
    return accounts.Key.of(key).as_json()


def workspace_json(workspace: Any) -> JsonObject:
    return accounts.Workspace.of(workspace).as_json()


def audited_json(change: Any) -> JsonObject:
    return audit.AuditEntry.of(change).as_json()
