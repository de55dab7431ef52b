"""Answers about triggers, their occurrences, and who is told of runs."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, RootModel

from runwhy.wire.answers.shared import Answer, Cursor, Json, RunId, Tags


class AnyTrigger(Answer):
    """What is known of every trigger."""

    id: Annotated[str, Field(examples=["trg_01k9abcdefghjkmnpqrstvwxyz"])]
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


class CronTrigger(AnyTrigger):
    """A schedule. What was not said is not there, and has its default."""

    kind: Literal["cron"]
    schedule: Annotated[str, Field(examples=["0 2 * * *"])]
    timezone: Annotated[str, Field(description="an IANA name, else UTC")] = "UTC"
    overlap: Literal["skip", "queue", "cancel_previous", "allow"] = "skip"
    catch_up: Literal["none", "last", "all"] = "none"
    catch_up_window: Annotated[float, Field(description="seconds")] = 86_400
    pause_after_failures: Annotated[int, Field(description="0: never")] = 5


class WebhookTrigger(AnyTrigger):
    """A webhook. What was not said is not there."""

    kind: Literal["webhook"]
    verify: Literal["standard", "github", "slack", "stripe", "token"]
    secret_env: str | None = None
    token_header: str | None = None
    tags_from: dict[str, str] | None = None
    prompt_template: str | None = None


class TelegramTrigger(AnyTrigger):
    """A Telegram bot. What was not said is not there."""

    kind: Literal["telegram"]
    token_env: str | None = None
    allowed_chat_ids: list[int]
    api_base: str | None = None


_ByKind = Field(discriminator="kind")


class Trigger(RootModel[CronTrigger | WebhookTrigger | TelegramTrigger]):
    """Something set up to start runs; `kind` says which fields it has."""

    root: Annotated[CronTrigger | WebhookTrigger | TelegramTrigger, _ByKind]


class WithSecret(Answer):
    """A secret that was made for it is shown once."""

    secret: str | None


class NewCronTrigger(CronTrigger, WithSecret):
    """A new schedule."""


class NewWebhookTrigger(WebhookTrigger, WithSecret):
    """A new webhook, with its secret if that was made for it."""


class NewTelegramTrigger(TelegramTrigger, WithSecret):
    """A new bot."""


class NewTrigger(RootModel[NewCronTrigger | NewWebhookTrigger | NewTelegramTrigger]):
    """A new trigger. A secret that was made for it is shown once."""

    root: Annotated[NewCronTrigger | NewWebhookTrigger | NewTelegramTrigger, _ByKind]


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


class WithLast(Answer):
    """What it did last."""

    last_occurrence: Occurrence | None


class ListedCronTrigger(CronTrigger, WithLast):
    """A schedule, and what it did last."""


class ListedWebhookTrigger(WebhookTrigger, WithLast):
    """A webhook, and what it did last."""


class ListedTelegramTrigger(TelegramTrigger, WithLast):
    """A bot, and what it did last."""


ListedTrigger = Annotated[ListedCronTrigger | ListedWebhookTrigger | ListedTelegramTrigger, _ByKind]


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
