"""Triggers: request bodies and JSON."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Annotated, ClassVar

from pydantic import Field

from runwhy.core.agent_spec import AgentSpec
from runwhy.core.agents.spec_secrets import shown_spec
from runwhy.core.json import JsonObject
from runwhy.core.layers import overlay, patched
from runwhy.core.runs.origin import Actor
from runwhy.core.triggers.trigger import (
    HookDelivery,
    Occurrence,
    Trigger,
    TriggerConfig,
    TriggerKind,
)
from runwhy.errors import InvalidInput, Problem
from runwhy.wire.fields import Body, Title
from runwhy.wire.layers import layer_json, read_layer
from runwhy.wire.responses import time_text
from runwhy.wire.specs import spec_of
from runwhy.wire.trigger_fields import (
    CONFIG,
    CronFields,
    NewTriggerBody,
    Note,
    SharedFields,
    TelegramFields,
    WebhookFields,
)

SHOWN_TIMES = 5


class TriggerFields(SharedFields, CronFields, WebhookFields, TelegramFields):
    """All fields of a trigger. Fields of another kind are rejected."""

    def over(self, old: Trigger) -> Trigger:
        """Return the trigger with these changes; null removes a value. Raises: InvalidInput."""
        given = self._given
        self._check_kind(old.kind)
        config = {key: value for key, value in given.items() if key in CONFIG[old.kind]}
        changes: dict[str, object] = {
            "config": patched(old.config, read_layer(TriggerConfig, config)),
            "spec": self._spec(old),
        }
        if self.enabled is not None:
            changes["enabled"] = self.enabled
        changes |= {"note": None} if self.enabled else {}
        named = {"note": "note", "agentId": "agent_id", "sessionId": "session_id"}
        changes |= {field: given[key] for key, field in named.items() if key in given}
        changes |= {"prompt": self.prompt or ""} if "prompt" in given else {}
        changes |= {"tags": self.metadata or {}} if "metadata" in given else {}
        if secret := self.secret or self.token:
            changes["secret"] = secret
        return replace(old, **changes)  # type: ignore[arg-type]

    def _spec(self, old: Trigger) -> AgentSpec:
        raw = self._given.get("spec")
        spec = overlay(spec_of(raw)) if isinstance(raw, dict) else old.spec
        return spec if self.context is None else replace(spec, context=self.context)

    def _check_kind(self, kind: TriggerKind) -> None:
        own = CONFIG[kind]
        others = {key for keys in CONFIG.values() for key in keys} - own
        problems = [
            Problem(f"/{key}", f"is not a field of a trigger of kind {kind}")
            for key in sorted(others & self._given.keys())
        ]
        if problems:
            raise InvalidInput(problems)


class TriggerBody(TriggerFields):
    """Body of `POST /triggers`."""

    described: ClassVar = NewTriggerBody

    kind: Annotated[TriggerKind, Field(strict=False)]
    name: Title

    def draft(self, workspace: int, actor: Actor, now: datetime) -> Trigger:
        """Return the requested trigger, without an id. Raises: InvalidInput."""
        by = actor.name or actor.id or actor.kind
        empty = Trigger(
            id="",
            workspace=workspace,
            kind=self.kind,
            name=self.name,
            created_by=by,
            created_at=now,
            updated_at=now,
        )
        return self.over(empty)


class TriggerPatchBody(TriggerFields):
    """Body of `PATCH /triggers/{id}`. Omitted fields keep their values."""

    name: Title | None = None

    def over(self, old: Trigger) -> Trigger:
        return replace(super().over(old), name=self.name or old.name)


class PauseBody(Body):
    """Body of `POST /triggers/{id}/pause`."""

    note: Note = ""


class PreviewBody(Body):
    """Body of `POST /triggers/preview`: a schedule to describe."""

    schedule: str
    timezone: Annotated[str, Field(max_length=64)] = "UTC"


def trigger_json(trigger: Trigger, *, now: datetime) -> JsonObject:
    """Return a trigger as JSON, without its secret."""
    is_cron = trigger.kind is TriggerKind.CRON
    times = trigger.schedule.first(SHOWN_TIMES, after=now) if is_cron and trigger.enabled else []
    is_hook = trigger.kind is TriggerKind.WEBHOOK
    return {
        "id": trigger.id,
        "kind": trigger.kind,
        "name": trigger.name,
        "enabled": trigger.enabled,
        "note": trigger.note,
        "metadata": trigger.tags,
        "agentId": trigger.agent_id,
        "sessionId": trigger.session_id,
        "prompt": trigger.prompt,
        "spec": layer_json(shown_spec(trigger.spec)),
        **layer_json(trigger.config),
        "hasSecret": trigger.secret is not None,
        "nextAt": time_text(trigger.next_at) if trigger.next_at else None,
        "nextTimes": [time_text(at) for at in times],
        "inWords": trigger.schedule.in_words() if is_cron else None,
        "hookPath": f"/hooks/{trigger.id}" if is_hook else None,
        "version": trigger.version,
        "createdBy": trigger.created_by,
        "createdAt": time_text(trigger.created_at),
        "updatedAt": time_text(trigger.updated_at),
    }


def listed_trigger_json(trigger: Trigger, last: Occurrence | None, *, now: datetime) -> JsonObject:
    """Return a trigger with its last occurrence as JSON."""
    shown = trigger_json(trigger, now=now)
    return {**shown, "lastOccurrence": occurrence_json(last) if last else None}


def occurrence_json(occurrence: Occurrence) -> JsonObject:
    """Return an occurrence as JSON."""
    planned, until = occurrence.planned_at, occurrence.until
    return {
        "key": occurrence.key,
        "status": occurrence.status,
        "plannedAt": time_text(planned) if planned else None,
        "until": time_text(until) if until else None,
        "count": occurrence.count,
        "reason": occurrence.reason,
        "runId": occurrence.run_id,
        "at": time_text(occurrence.at),
    }


def delivery_json(delivery: HookDelivery) -> JsonObject:
    """Return a webhook delivery as JSON."""
    return {
        "id": delivery.id,
        "at": time_text(delivery.at),
        "headers": delivery.headers,
        "body": delivery.body,
        "verified": delivery.verified,
        "outcome": delivery.outcome,
        "problem": delivery.problem,
        "runId": delivery.run_id,
        "webhookId": delivery.key,
        "replayOf": delivery.replay_of,
    }
