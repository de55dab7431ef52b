"""Answers about triggers, occurrences and outgoing webhooks."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, RootModel

from runwhy.wire.answers.shared import Answer, Cursor, Json, RunId, Tags


class AnyTrigger(Answer):
    """The fields of every trigger."""

    id: Annotated[str, Field(examples=["trg_01k9abcdefghjkmnpqrstvwxyz"])]
    name: str
    enabled: bool
    note: Annotated[str | None, Field(description="Why it is paused.")]
    metadata: Tags
    agent_id: str | None
    session_id: str | None
    prompt: str
    spec: Json
    has_secret: bool
    next_at: datetime | None
    next_times: Annotated[list[datetime], Field(description="Next five times of a schedule.")]
    in_words: Annotated[str | None, Field(description="Description of a schedule.")]
    hook_path: Annotated[
        str | None, Field(description="Path that receives a webhook's deliveries.")
    ]
    version: int
    created_by: str
    created_at: datetime
    updated_at: datetime


class CronTrigger(AnyTrigger):
    """A schedule. Unset fields are omitted and have their defaults."""

    kind: Literal["cron"]
    schedule: Annotated[str, Field(examples=["0 2 * * *"])]
    timezone: Annotated[str, Field(description="IANA time zone.")] = "UTC"
    overlap: Literal["skip", "queue", "cancel_previous", "allow"] = "skip"
    catch_up: Literal["none", "last", "all"] = "none"
    catch_up_window: Annotated[float, Field(description="Seconds.")] = 86_400
    pause_after_failures: Annotated[
        int, Field(description="Consecutive failures; 0 never pauses.")
    ] = 5


class WebhookTrigger(AnyTrigger):
    """A webhook. Unset fields are omitted."""

    kind: Literal["webhook"]
    verify: Literal["standard", "github", "slack", "stripe", "token"]
    secret_env: str | None = None
    token_header: str | None = None
    tags_from: dict[str, str] | None = None
    prompt_template: str | None = None


class TelegramTrigger(AnyTrigger):
    """A Telegram bot. Unset fields are omitted."""

    kind: Literal["telegram"]
    token_env: str | None = None
    allowed_chat_ids: list[int]
    api_base: str | None = None


_ByKind = Field(discriminator="kind")


class Trigger(RootModel[CronTrigger | WebhookTrigger | TelegramTrigger]):
    """A trigger. `kind` determines its fields."""

    root: Annotated[CronTrigger | WebhookTrigger | TelegramTrigger, _ByKind]


class WithSecret(Answer):
    """A generated secret, returned once."""

    secret: str | None


class NewCronTrigger(CronTrigger, WithSecret):
    """A new schedule."""


class NewWebhookTrigger(WebhookTrigger, WithSecret):
    """A new webhook, with its secret if it was generated."""


class NewTelegramTrigger(TelegramTrigger, WithSecret):
    """A new Telegram bot."""


class NewTrigger(RootModel[NewCronTrigger | NewWebhookTrigger | NewTelegramTrigger]):
    """A new trigger. A generated secret is returned once."""

    root: Annotated[NewCronTrigger | NewWebhookTrigger | NewTelegramTrigger, _ByKind]


class SchedulePreview(Answer):
    """The description and next times of a schedule."""

    in_words: str
    next_times: list[datetime]


class Occurrence(Answer):
    """One firing or skip of a trigger. One row may stand for several missed times in a row."""

    key: str
    status: Literal["fired", "skipped"]
    planned_at: datetime | None
    until: datetime | None
    count: int
    reason: str | None
    run_id: str | None
    at: datetime


class WithLast(Answer):
    """The last occurrence of a trigger."""

    last_occurrence: Occurrence | None


class ListedCronTrigger(CronTrigger, WithLast):
    """A schedule with its last occurrence."""


class ListedWebhookTrigger(WebhookTrigger, WithLast):
    """A webhook with its last occurrence."""


class ListedTelegramTrigger(TelegramTrigger, WithLast):
    """A Telegram bot with its last occurrence."""


ListedTrigger = Annotated[ListedCronTrigger | ListedWebhookTrigger | ListedTelegramTrigger, _ByKind]


class TriggerList(Answer):
    """The triggers of a workspace, by name."""

    triggers: list[ListedTrigger]


class OccurrenceList(Answer):
    """Occurrences, newest first."""

    occurrences: list[Occurrence]
    next_cursor: Cursor


class HookReceived(Answer):
    """The delivery was accepted. A duplicate returns the run of the first delivery."""

    run_id: RunId | None = None
    duplicate: bool | None = None


class HookDelivery(Answer):
    """A delivery to a webhook, without credentials, and its outcome."""

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
    """The latest deliveries, newest first."""

    deliveries: list[HookDelivery]


class Subscription(Answer):
    """An outgoing webhook, sent when a run that matches the query ends."""

    id: Annotated[str, Field(examples=["sub_01k9abcdefghjkmnpqrstvwxyz"])]
    name: str
    url: str
    query: str
    enabled: bool
    note: Annotated[str | None, Field(description="Why it is disabled.")]
    created_by: str
    created_at: datetime
    updated_at: datetime


class NewSubscription(Subscription):
    """An outgoing webhook with a new secret, which is returned once."""

    secret: str | None


class SubscriptionList(Answer):
    """The outgoing webhooks of a workspace."""

    subscriptions: list[Subscription]


class Outgoing(Answer):
    """One delivery of an outgoing webhook. Its id is the `webhook-id` of every attempt."""

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
