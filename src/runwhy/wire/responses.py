"""Core values as JSON answers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime

from runwhy.core.accounts.audit import AuditRecord
from runwhy.core.accounts.workspaces import Agent, Key, Workspace
from runwhy.core.agents.spec_secrets import shown_spec
from runwhy.core.context.envelope_sources import ShownEnvelope
from runwhy.core.json import JsonObject
from runwhy.core.runs.delivery import Delivery
from runwhy.core.runs.events import Event, model_json, tokens_json
from runwhy.core.runs.log import Part, PartKind, Turn
from runwhy.core.runs.memory_facts import MemoryFacts
from runwhy.core.runs.origin import Origin
from runwhy.core.runs.run import EnvelopeFacts, Run
from runwhy.core.sessions.session import Session
from runwhy.core.views import HistoryMessage, SessionEvent, unprompted_part, user_view
from runwhy.wire.layers import layer_json


def time_text(at: datetime) -> str:
    """Format a time in RFC 3339, UTC, with milliseconds."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _maybe_time(at: datetime | None) -> str | None:
    return None if at is None else time_text(at)


def run_accepted_json(run: Run, base: str) -> JsonObject:
    """Return the answer to a new run. Repeated requests return the same answer."""
    # Tags are sorted, because stores return them in different orders.
    return {
        "runId": run.id,
        "streamUrl": f"{base}/agent-runs/{run.id}/stream",
        "status": "queued",
        "metadata": dict(sorted(run.tagging.tags.items())),
    }


def run_json(run: Run) -> JsonObject:
    """Return a run as JSON."""
    failure = run.failure
    return {
        "id": run.id,
        "sessionId": run.session_id,
        "status": run.status,
        "metadata": run.tagging.tags,
        "metadataSources": run.tagging.sources,
        "origin": origin_json(run.origin),
        "executor": run.executor,
        "model": model_json(run.model),
        "tokens": tokens_json(run.tokens),
        "turns": run.turns,
        "finalText": run.final_text,
        "error": None
        if failure is None
        else {
            "message": failure.message,
            "code": failure.code or failure.error_class,
            "errorClass": failure.error_class,
            "finishReason": failure.finish_reason,
            "partialText": failure.partial_text,
            "retryable": failure.retryable,
            "apiStatus": failure.api_status,
            "apiCode": failure.api_code,
        },
        "failureReason": run.failure_reason,
        "envelope": envelope_json(run.envelope),
        "memory": None if run.memory is None else memory_facts_json(run.memory),
        "delivery": None if run.delivery is None else delivery_json(run.delivery),
        "parentRunId": run.parent_run_id,
        "rootRunId": run.root_run_id,
        "attempt": run.attempt,
        "traceId": run.trace.trace_id if run.trace else None,
        "createdAt": time_text(run.created_at),
        "startedAt": _maybe_time(run.started_at),
        "finishedAt": _maybe_time(run.finished_at),
        "erasedAt": _maybe_time(run.erased_at),
        "spec": layer_json(shown_spec(run.spec)),
    }


def origin_json(origin: Origin) -> JsonObject:
    """Return an origin as JSON."""
    actor = origin.actor
    return {
        "trigger": origin.trigger,
        "triggerId": origin.trigger_id,
        "actor": {"kind": actor.kind, "id": actor.id, "name": actor.name},
        "attended": origin.attended,
        "correlationId": origin.correlation_id,
        "requestedAt": time_text(origin.requested_at),
        "scheduledFor": _maybe_time(origin.scheduled_for),
        "facts": origin.facts,
        "claimed": origin.claimed,
    }


def envelope_json(envelope: EnvelopeFacts | None) -> JsonObject | None:
    """Return the facts about a run's envelope as JSON."""
    if envelope is None:
        return None
    return {
        "bytes": envelope.bytes,
        "truncated": envelope.truncated,
        "dropped": list(envelope.dropped),
    }


def shown_envelope_json(shown: ShownEnvelope) -> JsonObject:
    """Return an envelope with its text and sources as JSON."""
    return {
        "runId": shown.run_id,
        "written": shown.written,
        "text": shown.text,
        "fields": shown.fields,
        "sources": shown.sources,
        "bytes": shown.facts.bytes,
        "limit": shown.limit,
        "truncated": shown.facts.truncated,
        "dropped": list(shown.facts.dropped),
    }


def memory_facts_json(facts: MemoryFacts) -> JsonObject:
    """Return the memories recalled for a run as JSON."""
    return {
        "query": facts.query,
        "source": facts.source,
        "hits": [
            {"id": hit.id, "text": hit.text, "source": hit.source, "score": round(hit.score, 3)}
            for hit in facts.hits
        ],
        "problem": facts.problem,
    }


def delivery_json(delivery: Delivery) -> JsonObject:
    """Return the delivery of a run's reply as JSON."""
    return {
        "status": delivery.status,
        "messageId": delivery.message_id,
        "attempts": delivery.attempts,
        "error": delivery.error,
        "at": _maybe_time(delivery.at),
    }


def event_json(event: Event) -> JsonObject:
    """Return an event as the JSON of its SSE frame."""
    return {"seq": event.seq, "type": event.type, "data": event.data}


def session_event_json(followed: SessionEvent) -> JsonObject:
    """Return an event as JSON for the session's stream, with its number there.

    The event that opens a run also contains the run's user-visible messages.
    """
    number, event = followed.number, followed.event
    of_run = {} if _NO_RUN & event.data.keys() else {"runId": event.run_id}
    data = {**event.data, **of_run}
    if followed.turn is not None:
        data |= _opening(followed.turn)
    return {"seq": number, "type": event.type, "data": data, "at": time_text(event.at)}


def _opening(turn: Turn) -> dict[str, object]:
    visible = [shown for shown in user_view([turn]) if shown.part.kind is PartKind.MESSAGE]
    part = unprompted_part(turn)
    opening: dict[str, object] = {
        "messages": [{**message_json(one), "at": time_text(one.part.at)} for one in visible]
    }
    return opening if part is None else {**opening, "reply": trigger_json(turn, part)}


_NO_RUN = {"blockId", "timerId"}  # events of a session outside its runs


def session_json(
    session: Session, history: Sequence[HistoryMessage], unread: int | None = None
) -> JsonObject:
    """Return a session with its user-visible messages as JSON."""
    return {
        "id": session.id,
        "name": session.name,
        "status": session.status,
        "createdAt": time_text(session.created_at),
        "lastUsedAt": time_text(session.last_used_at),
        "endedAt": _maybe_time(session.ended_at),
        "agentSpec": {**layer_json(shown_spec(session.spec)), "metadata": session.tags},
        "messages": [message_json(shown) for shown in history],
        "metadata": session.tags,
        "autonomy": layer_json(session.autonomy) if session.autonomy else None,
        "version": session.version,
        "unread": unread,
    }


def session_summary_json(session: Session, unread: int | None = None) -> JsonObject:
    """Return a session in a list as JSON."""
    return {
        "sessionId": session.id,
        "creationDate": time_text(session.created_at),
        "lastInteractionDate": time_text(session.last_used_at),
        "summary": session.name or session.summary,
        "metadata": session.tags,
        "status": session.status,
        "unread": unread,
    }


def message_json(shown: HistoryMessage) -> dict[str, object]:
    """Return a message in the user's history as JSON."""
    part = shown.part
    message: dict[str, object] = {"role": part.role, "content": part.text}
    if part.damaged:
        message["damaged"] = True
    if attachments := attachments_json(part):
        message["attachments"] = attachments
    if commands := commands_json(shown):
        message["commands"] = commands
    if shown.unprompted is not None:
        message["trigger"] = trigger_json(shown.turn, shown.unprompted)
    return message


def trigger_json(turn: Turn, part: Part) -> JsonObject:
    """Return what caused a message that no person requested."""
    return {"kind": turn.trigger, "type": part.trigger_type, "runId": turn.run_id}


def attachments_json(part: Part) -> list[JsonObject]:
    """Return a part's attachments as JSON, without their bytes."""
    given = part.data.get("attachments")
    return [_attachment(item) for item in given] if isinstance(given, list) else []


def commands_json(shown: HistoryMessage) -> list[JsonObject]:
    """Return the user's commands attached to a message, without their output."""
    if not shown.part.by_a_person:
        return []
    contexts = (p for p in shown.turn.parts if p.kind is PartKind.CONTEXT and "blocks" in p.data)
    commands = [each for part in contexts for each in json.loads(part.text)["commands"]]
    return [
        {"blockId": each["block_id"], "cmd": each["cmd"], "exitCode": each["exit_code"]}
        for each in commands
    ]


def _attachment(item: object) -> JsonObject:
    given = dict(item) if isinstance(item, dict) else {}
    data = given.pop("data", None)
    if not isinstance(data, str):
        return given
    return {**given, "size": len(data) * 3 // 4 - data[-2:].count("=")}  # the decoded size


def history_json(shown: HistoryMessage, *, seq: int) -> JsonObject:
    """Return a message of a session's history as JSON, with its time."""
    return {
        "seq": seq,
        "runId": shown.turn.run_id,
        **message_json(shown),
        "at": time_text(shown.part.at),
    }


def operator_json(shown: HistoryMessage, *, seq: int) -> JsonObject:
    """Return a part of the log with all its fields, for operators."""
    part = shown.part
    return {
        **history_json(shown, seq=seq),
        "kind": part.kind,
        "provenance": part.provenance,
        "thinking": part.thinking,
        "toolCalls": calls_json(part),
        "toolUseId": part.tool_use_id,
        "toolName": part.tool_name,
        "ok": part.ok,
        "synthetic": part.synthetic,
        "triggerType": part.trigger_type,
        "triggerReason": part.trigger_reason,
        "rolledBack": shown.turn.rolled_back,
    }


def calls_json(part: Part) -> list[JsonObject]:
    """Return the tool calls of a reply as JSON."""
    return [{"id": call.id, "name": call.name, "args": call.args} for call in part.tool_calls]


def sent_json(part: Part) -> JsonObject:
    """Return a message as sent to the model."""
    message: dict[str, object] = {"role": part.role, "content": part.text, "kind": part.kind}
    if part.tool_calls:
        message["toolCalls"] = calls_json(part)
    if part.tool_use_id:
        message |= {"toolUseId": part.tool_use_id, "toolName": part.tool_name}
    if attachments := attachments_json(part):
        message["attachments"] = attachments
    return message


def replay_json(shown: HistoryMessage, *, seq: int) -> JsonObject:
    """Return a message as a flat frame, so that clients restore a chat with their stream code."""
    message = message_json(shown)
    kind = "user_message" if message.pop("role") == "user" else "assistant_message"
    text = message.pop("content")
    source = {"runId": shown.turn.run_id, "at": time_text(shown.part.at)}
    return {"seq": seq, "type": kind, "text": text, **message, **source}


def agent_json(agent: Agent) -> JsonObject:
    """Return an agent as JSON."""
    return {
        **layer_json(shown_spec(agent.spec)),
        "id": agent.id,
        "name": agent.name,
        "version": agent.version,
        "createdAt": time_text(agent.created_at),
        "updatedAt": time_text(agent.updated_at),
    }


def key_json(key: Key) -> dict[str, object]:
    """Return a key as JSON, without its secret."""
    return {
        "id": key.id,
        "name": key.name,
        "hint": key.hint,
        "client": key.client,
        "scopes": sorted(key.scopes),
        "tags": dict(key.tags),
        "createdAt": time_text(key.created_at),
        "oldSecretUntil": None if key.old_until is None else time_text(key.old_until),
    }


def workspace_json(workspace: Workspace) -> JsonObject:
    """Return a workspace as JSON."""
    return {
        "slug": workspace.slug,
        "name": workspace.name,
        "createdAt": time_text(workspace.created_at),
    }


def audited_json(change: AuditRecord) -> JsonObject:
    """Return an audit entry as JSON."""
    actor = change.actor
    return {
        "seq": change.seq,
        "at": time_text(change.at),
        "actor": {"kind": actor.kind, "id": actor.id, "name": actor.name},
        "action": change.action,
        "subject": change.subject,
        "before": change.before,
        "after": change.after,
    }
