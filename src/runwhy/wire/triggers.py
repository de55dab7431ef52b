"""Answers about triggers, their occurrences and their deliveries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, Literal, Self

from msgspec import UNSET, Meta, UnsetType, field
from msgspec.structs import fields

from runwhy.core.agents.spec_secrets import shown_spec
from runwhy.core.runs.run import Status
from runwhy.core.triggers import health as core_health
from runwhy.core.triggers import trigger as core
from runwhy.core.triggers.schedules import Schedule
from runwhy.core.triggers.trigger import TriggerKind
from runwhy.wire.answer import (
    Answer,
    Copied,
    Cursor,
    Json,
    RunId,
    Tags,
    Time,
    answer_time,
)
from runwhy.wire.layers import camel, layer_json

SHOWN_TIMES = 5

RunReason = Annotated[
    str | None,
    Meta(description="Why it failed or was cancelled. Omitted without the scope `runs:read`."),
]


class RecentRun(Copied):
    """A recent run of a trigger."""

    run_id: RunId
    status: Status
    at: Time
    reason: RunReason = None
    missed_before: Annotated[
        int, Meta(description="Planned times that were skipped between the run before and this.")
    ] = 0

    @classmethod
    def of(cls, run: core.TriggeredRun, /, **given: Any) -> Self:
        # Each field is named, because lists of triggers have thousands of runs.
        return cls(
            run_id=run.id,
            status=run.status,
            at=answer_time(run.created_at),
            reason=run.reason,
            missed_before=run.missed_before,
            **given,
        )


class TriggerHealth(Copied):
    """Whether a trigger works: its last runs, and whether they start on time."""

    state: Annotated[
        core_health.HealthState,
        Meta(
            description="`failing`: the last run failed or could not start. `late`: a planned time "
            "was skipped around the last run, or it started over a minute late. `idle`: it has not "
            "run yet."
        ),
    ]
    recent: Annotated[Sequence[RecentRun], Meta(description="Last 20 runs, newest first.")]
    failure_streak: Annotated[
        int, Meta(description="Failures in a row among the last 20 runs, up to the newest.")
    ]
    missed: Annotated[int, Meta(description="Planned times that were skipped since the last run.")]
    lateness_ms: Annotated[
        int | None, Meta(description="From the planned to the actual start of the last run.")
    ]
    start_error: Annotated[
        str | None, Meta(description="Why the last planned time could not start a run.")
    ]


class AnyTrigger(Copied):
    """The fields of every trigger."""

    id: Annotated[str, Meta(examples=["trg_01k9abcdefghjkmnpqrstvwxyz"])]
    name: str
    enabled: bool
    note: Annotated[str | None, Meta(description="Why it is paused.")]
    metadata: Tags
    agent_id: str | None
    session_id: str | None
    prompt: str
    spec: Json
    has_secret: bool
    next_at: Time | None
    next_times: Annotated[Sequence[Time], Meta(description="Next five times of a schedule.")]
    in_words: Annotated[str | None, Meta(description="Description of a schedule.")]
    hook_path: Annotated[str | None, Meta(description="Path that receives a webhook's deliveries.")]
    health: TriggerHealth
    version: int
    created_by: str
    created_at: Time
    updated_at: Time

    @classmethod
    def at(cls, now: datetime, trigger: core.Trigger, health: core_health.Health) -> Self:
        """Return a trigger, with the next times of its schedule."""
        is_cron, is_hook = (trigger.kind is k for k in (TriggerKind.CRON, TriggerKind.WEBHOOK))
        is_due = is_cron and trigger.enabled
        times = trigger.schedule.first(SHOWN_TIMES, after=now) if is_due else []
        return cls.of(
            trigger,
            metadata=trigger.tags,
            spec=layer_json(shown_spec(trigger.spec)),
            has_secret=trigger.secret is not None,
            next_times=[answer_time(at) for at in times],
            in_words=trigger.schedule.in_words() if is_cron else None,
            hook_path=f"/hooks/{trigger.id}" if is_hook else None,
            health=TriggerHealth.of(health),
        )


_NAMES = {each.name: each.encode_name for each in fields(AnyTrigger)}


def shown_trigger(
    trigger: core.Trigger, health: core_health.Health, *, now: datetime, **more: object
) -> Any:
    """Return a `Trigger`, or with `more` one of the types below it, as a JSON object.

    The settings of its kind are at the same level, and unset ones are omitted.
    """
    settings = {"kind": trigger.kind, **layer_json(trigger.config)}
    extra = {camel(name): value for name, value in more.items()}
    found = AnyTrigger.at(now, trigger, health)
    return {**settings, **{name: getattr(found, key) for key, name in _NAMES.items()}, **extra}


class CronTrigger(AnyTrigger, tag_field="kind", tag="cron"):
    """A schedule. Unset fields are omitted and have their defaults."""

    schedule: Annotated[str, Meta(examples=["0 2 * * *"])]
    timezone: Annotated[str, Meta(description="IANA time zone.")] = "UTC"
    overlap: Literal["skip", "queue", "cancel_previous", "allow"] = "skip"
    catch_up: Literal["none", "last", "all"] = "none"
    catch_up_window: Annotated[float, Meta(description="Seconds.")] = 86_400
    pause_after_failures: Annotated[
        int, Meta(description="Consecutive failures; 0 never pauses.")
    ] = 5


class WebhookTrigger(AnyTrigger, tag_field="kind", tag="webhook"):
    """A webhook. Unset fields are omitted."""

    verify: Literal["standard", "github", "slack", "stripe", "token"]
    secret_env: str | None = None
    token_header: str | None = None
    tags_from: Mapping[str, str] | None = None
    prompt_template: str | None = None


class TelegramTrigger(AnyTrigger, tag_field="kind", tag="telegram"):
    """A Telegram bot. Unset fields are omitted."""

    token_env: str | None = None
    allowed_chat_ids: Sequence[int]
    api_base: str | None = None
    inbox_chat_id: Annotated[
        int | None, Meta(description="Chat that is notified of the items of the inbox.")
    ] = None
    inbox_user_ids: Annotated[
        Sequence[int] | None, Meta(description="Telegram users who can decide there.")
    ] = None


class NewCronTrigger(CronTrigger, tag="cron"):
    """A new schedule."""

    secret: str | None


class NewWebhookTrigger(WebhookTrigger, tag="webhook"):
    """A new webhook, with its secret if it was generated."""

    secret: str | None


class NewTelegramTrigger(TelegramTrigger, tag="telegram"):
    """A new Telegram bot."""

    secret: str | None


class OccurrenceRun(Copied):
    """The run of an occurrence."""

    status: Status
    started_at: Time | None
    finished_at: Time | None
    reason: RunReason = None


class Occurrence(Copied):
    """One firing or skip of a trigger. One row may stand for several missed times in a row."""

    key: str
    status: Literal["fired", "skipped"]
    planned_at: Time | None
    until: Time | None
    count: int
    reason: str | None
    run_id: str | None
    run: OccurrenceRun | None
    at: Time


class ListedCronTrigger(CronTrigger, tag="cron"):
    """A schedule with its last occurrence."""

    last_occurrence: Occurrence | None


class ListedWebhookTrigger(WebhookTrigger, tag="webhook"):
    """A webhook with its last occurrence."""

    last_occurrence: Occurrence | None


class ListedTelegramTrigger(TelegramTrigger, tag="telegram"):
    """A Telegram bot with its last occurrence."""

    last_occurrence: Occurrence | None


Trigger = Annotated[
    CronTrigger | WebhookTrigger | TelegramTrigger,
    Meta(title="Trigger", description="A trigger. `kind` determines its fields."),
]
NewTrigger = Annotated[
    NewCronTrigger | NewWebhookTrigger | NewTelegramTrigger,
    Meta(title="NewTrigger", description="A new trigger. A generated secret is returned once."),
]


class TriggerList(Answer):
    """The triggers of a workspace, by name."""

    triggers: Sequence[ListedCronTrigger | ListedWebhookTrigger | ListedTelegramTrigger]


class SchedulePreview(Answer):
    """The description and next times of a schedule."""

    in_words: str
    next_times: Sequence[Time]

    @classmethod
    def of(cls, schedule: Schedule, now: datetime) -> Self:
        times = schedule.first(SHOWN_TIMES, after=now)
        return cls(in_words=schedule.in_words(), next_times=[answer_time(at) for at in times])


class OccurrenceList(Answer):
    """Occurrences, newest first."""

    occurrences: Sequence[Occurrence]
    next_cursor: Cursor


class HookReceived(Answer):
    """The delivery was accepted. A duplicate returns the run of the first delivery."""

    run_id: RunId | UnsetType | None = UNSET
    duplicate: bool | None = None


class HookDelivery(Copied):
    """A delivery to a webhook, without credentials, and its outcome."""

    id: str
    at: Time
    headers: Mapping[str, str]
    body: str
    verified: bool
    outcome: Annotated[
        Literal[
            "accepted",
            "duplicate",
            "ignored",
            "invalid",
            "budget_exceeded",
            "not_started",
            "refused",
        ],
        Meta(
            description="`budget_exceeded`, `not_started`: valid, but no run was started; "
            "`problem` has the reason. `refused`: the signature or token is wrong."
        ),
    ]
    problem: str | None
    run_id: str | None
    key: str | None = field(name="webhookId")
    replay_of: str | None


class HookDeliveryList(Answer):
    """The latest deliveries, newest first."""

    deliveries: Sequence[HookDelivery]
