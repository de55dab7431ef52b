"""Answers about triggers, their occurrences, and who is told of runs."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from whence.wire.answers.shared import Answer, Cursor, Json, RunId, Tags


class Trigger(Answer):
    """Something set up to start runs; what only its kind knows stands beside these."""

    id: Annotated[str, Field(examples=["trg_01k9abcdefghjkmnpqrstvwxyz"])]
    kind: Literal["cron", "webhook", "telegram"]
    name: str
    enabled: bool
    note: Annotated[str | None, Field(description="why it is paused")]
    metadata: Tags
    agent_id: str | None
    session_id: str | None
    prompt: str
    spec: Json
    has_secret: bool
    next_at: datetime | None
    next_times: Annotated[list[datetime], Field(description="of a schedule: the next five")]
    in_words: Annotated[str | None, Field(description="of a schedule: what it means")]
    hook_path: Annotated[str | None, Field(description="of a webhook: where deliveries go")]
    version: int
    created_by: str
    created_at: datetime
    updated_at: datetime


class NewTrigger(Trigger):
    """A new trigger. A secret that was made for it is shown once."""

    secret: str | None


class SchedulePreview(Answer):
    """What a schedule means."""

    in_words: str
    next_times: list[datetime]


class Occurrence(Answer):
    """One firing of a trigger or one skip; a row may stand for several missed in a row."""

    key: str
    status: Literal["fired", "skipped"]
    planned_at: datetime | None
    until: datetime | None
    count: int
    reason: str | None
    run_id: str | None
    at: datetime


class ListedTrigger(Trigger):
    """A trigger, and what it did last."""

    last_occurrence: Occurrence | None


class TriggerList(Answer):
    """All triggers of a workspace, by name."""

    triggers: list[ListedTrigger]


class OccurrenceList(Answer):
    """Firings and skips, newest first."""

    occurrences: list[Occurrence]
    next_cursor: Cursor


class HookReceived(Answer):
    """A delivery was taken. `duplicate`: it came before, and this is the run it made then."""

    run_id: RunId | None = None
    duplicate: bool | None = None


class HookDelivery(Answer):
    """What came to a webhook, without credentials, and what became of it."""

    id: str
    at: datetime
    headers: dict[str, str]
    body: str
    verified: bool
    outcome: Literal["accepted", "duplicate", "ignored", "invalid", "refused"]
    problem: str | None
    run_id: str | None
    webhook_id: str | None
    replay_of: str | None


class HookDeliveryList(Answer):
    """The last deliveries, newest first."""

    deliveries: list[HookDelivery]


class Subscription(Answer):
    """Somebody who is told when a run that the query finds has ended."""

    id: Annotated[str, Field(examples=["sub_01k9abcdefghjkmnpqrstvwxyz"])]
    name: str
    url: str
    query: str
    enabled: bool
    note: Annotated[str | None, Field(description="why it is disabled")]
    created_by: str
    created_at: datetime
    updated_at: datetime


class NewSubscription(Subscription):
    """A subscription with a secret that is new. It is shown once."""

    secret: str | None


class SubscriptionList(Answer):
    """All subscriptions of a workspace."""

    subscriptions: list[Subscription]


class Outgoing(Answer):
    """One delivery to a subscription; its id is the `webhook-id` of every attempt."""

    id: str
    run_id: RunId
    type: Annotated[str, Field(examples=["run.succeeded", "run.failed", "run.cancelled"])]
    status: Literal["pending", "delivered", "failed"]
    attempts: int
    next_at: datetime | None
    last_status: int | None
    last_error: str | None
    created_at: datetime
    delivered_at: datetime | None
    payload: str


class OutgoingList(Answer):
    """Deliveries, newest first."""

    deliveries: list[Outgoing]
    next_cursor: Cursor
