"""The fields of a trigger by kind, with their limits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, RootModel

from runwhy.core.triggers.trigger import TriggerKind
from runwhy.wire.fields import Body, ContextField, Id, TagsField, Title, not_sealed
from runwhy.wire.requests import SpecBody

MAX_NOTE = 500
MAX_PROMPT = 64 * 1024
MAX_CHATS = 1000
EnvName = Annotated[str, Field(pattern=r"^[A-Z][A-Z0-9_]{0,127}$")]
Note = Annotated[str, Field(max_length=MAX_NOTE)]
Prompt = Annotated[str, Field(max_length=MAX_PROMPT)]
Secret = Annotated[str, Field(min_length=8, max_length=1000), AfterValidator(not_sealed)]
Verify = Literal["standard", "github", "slack", "stripe", "token"]


class SharedFields(Body):
    """The fields of every trigger."""

    enabled: bool | None = None
    note: Note | None = None
    metadata: TagsField | None = None
    agent_id: Id | None = None
    session_id: Id | None = None
    prompt: Prompt | None = None
    spec: SpecBody | None = None
    context: ContextField | None = None


class CronFields(Body):
    """The fields of a schedule."""

    schedule: str | None = None
    timezone: Annotated[str, Field(max_length=64)] | None = None
    overlap: Literal["skip", "queue", "cancel_previous", "allow"] | None = None
    catch_up: Literal["none", "last", "all"] | None = None
    catch_up_window: Annotated[float, Field(ge=60, le=31 * 86_400)] | None = None
    pause_after_failures: Annotated[int, Field(ge=0, le=1000)] | None = None


class WebhookFields(Body):
    """The fields of a webhook."""

    verify: Verify | None = None
    secret_env: EnvName | None = None
    secret: Secret | None = None
    token_header: Annotated[str, Field(pattern=r"^[A-Za-z0-9-]{1,64}$")] | None = None
    tags_from: Annotated[dict[str, str], Field(max_length=16)] | None = None
    prompt_template: Prompt | None = None


class TelegramFields(Body):
    """The fields of a Telegram bot."""

    token_env: EnvName | None = None
    token: Secret | None = None
    allowed_chat_ids: Annotated[list[int], Field(max_length=MAX_CHATS)] | None = None
    api_base: Annotated[str, Field(pattern=r"^https?://", max_length=500)] | None = None


def _config(fields: type[Body], *secrets: str) -> frozenset[str]:
    return frozenset(field.alias or "" for field in fields.model_fields.values()) - {*secrets}


CONFIG: Mapping[TriggerKind, frozenset[str]] = {
    TriggerKind.CRON: _config(CronFields),
    TriggerKind.WEBHOOK: _config(WebhookFields, "secret"),
    TriggerKind.TELEGRAM: _config(TelegramFields, "token"),
}


class CronBody(SharedFields, CronFields):
    """A schedule."""

    kind: Literal["cron"]
    name: Title
    schedule: str
    prompt: Prompt


class WebhookBody(SharedFields, WebhookFields):
    """A webhook."""

    kind: Literal["webhook"]
    name: Title
    verify: Verify


class TelegramBody(SharedFields, TelegramFields):
    """A Telegram bot."""

    kind: Literal["telegram"]
    name: Title
    allowed_chat_ids: Annotated[list[int], Field(min_length=1, max_length=MAX_CHATS)]


class NewTriggerBody(RootModel[CronBody | WebhookBody | TelegramBody]):
    """A new trigger. `kind` determines its fields."""

    root: Annotated[CronBody | WebhookBody | TelegramBody, Field(discriminator="kind")]
