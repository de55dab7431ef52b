"""Request bodies for triggers: the fields by kind, with their limits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator, Field, RootModel

from runwhy.core.agent_spec import AgentSpec
from runwhy.core.layers import overlay, patched
from runwhy.core.runs.origin import Actor
from runwhy.core.triggers.trigger import Trigger, TriggerConfig, TriggerKind
from runwhy.errors import InvalidInput, Problem
from runwhy.wire.fields import AgentName, Body, ContextField, Id, TagsField, Title, not_sealed
from runwhy.wire.layers import read_layer
from runwhy.wire.run_bodies import SpecBody
from runwhy.wire.specs import spec_of

MAX_NOTE = 500
MAX_PROMPT = 64 * 1024
MAX_CHATS = 1000
MAX_DECIDERS = 100
ChatId = Annotated[int, Field(ge=-(2**53), le=2**53)]
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
    agent_id: AgentName | None = None
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
    inbox_chat_id: ChatId | None = None
    inbox_user_ids: Annotated[list[ChatId], Field(max_length=MAX_DECIDERS)] | None = None


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
        by = actor.label
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
