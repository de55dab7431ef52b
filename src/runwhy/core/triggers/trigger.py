"""Triggers and their occurrences, and pure decisions about firing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from itertools import islice

from runwhy.core.agent_spec import NO_SPEC, AgentSpec
from runwhy.core.layers import Layer
from runwhy.core.runs.origin import Actor, Fact, Origin
from runwhy.core.runs.run import Status
from runwhy.core.runs.tags import Tags
from runwhy.core.triggers.schedules import Schedule

CLOCK_TOLERANCE = timedelta(minutes=10)  # a clock set back further brings its schedules back
ON_TIME = timedelta(seconds=60)  # occurrences up to this late count as on time
CATCH_UP_WINDOW = timedelta(hours=24)
PAUSE_AFTER = 5
AUTOMATIC = "paused automatically: "  # starts the note of a trigger that the server paused
CANNOT_START = "start failed: "  # starts the reason of a planned time that could not start a run
MAX_CAUGHT_UP = 1000
MAX_COUNTED = 100_000
DEFAULT_PROMPT = (
    "You carry out the task of a trigger. Unless the run context says that the run is attended, "
    "do not ask questions: decide within the task."
)
CHAT_PROMPT = (
    "You answer in a chat. Write plain text without markup, as briefly as the question allows."
)

Facts = Mapping[str, Fact]


class TriggerKind(StrEnum):
    """The kind of a trigger."""

    CRON = "cron"
    WEBHOOK = "webhook"
    TELEGRAM = "telegram"


class Overlap(StrEnum):
    """What to do while an earlier run of the trigger is unfinished (queued, running or waiting)."""

    SKIP = "skip"
    QUEUE = "queue"
    CANCEL_PREVIOUS = "cancel_previous"
    ALLOW = "allow"


class CatchUp(StrEnum):
    """What to do about missed occurrences."""

    NONE = "none"
    LAST = "last"
    ALL = "all"


@dataclass(frozen=True, slots=True, kw_only=True)
class TriggerConfig(Layer):
    """Settings of a trigger as they were sent. Each kind of trigger has its own."""

    # a schedule
    schedule: str | None = None
    timezone: str | None = None
    overlap: str | None = None
    catch_up: str | None = None
    catch_up_window: float | None = None
    pause_after_failures: int | None = None
    # a webhook
    verify: str | None = None
    secret_env: str | None = None
    token_header: str | None = None
    tags_from: Mapping[str, str] | None = None
    prompt_template: str | None = None
    # a Telegram bot
    token_env: str | None = None
    allowed_chat_ids: Sequence[int] | None = None
    api_base: str | None = None
    inbox_chat_id: int | None = None  # the chat that is notified of inbox items
    inbox_user_ids: Sequence[int] | None = None  # users who can decide there


@dataclass(frozen=True, slots=True, kw_only=True)
class Trigger:
    """Something set up to start runs. `config` holds the settings of its kind.

    `next_at` is when a schedule is next due; `cursor` is how far a channel has been read.
    """

    id: str
    workspace: int
    kind: TriggerKind
    name: str
    created_at: datetime
    updated_at: datetime
    created_by: str = ""
    enabled: bool = True
    note: str | None = None  # why it is paused
    tags: Tags = field(default_factory=dict)
    spec: AgentSpec = NO_SPEC
    agent_id: str | None = None
    session_id: str | None = None
    prompt: str = ""
    config: TriggerConfig = field(default_factory=TriggerConfig)
    secret: str | None = None
    next_at: datetime | None = None
    resumed_at: datetime | None = None  # earlier failures do not count
    cursor: int = 0
    version: int = 1

    @property
    def schedule(self) -> Schedule:
        """The schedule of a cron trigger."""
        return Schedule(expression=self.config.schedule or "", zone=self.config.timezone or "UTC")

    @property
    def overlap(self) -> Overlap:
        """What to do while an earlier run is unfinished."""
        return Overlap(self.config.overlap or Overlap.SKIP)

    @property
    def catch_up(self) -> CatchUp:
        """What to do about missed occurrences."""
        return CatchUp(self.config.catch_up or CatchUp.NONE)

    @property
    def catch_up_window(self) -> timedelta:
        """How old a missed occurrence may be to still run."""
        seconds = self.config.catch_up_window
        return CATCH_UP_WINDOW if seconds is None else timedelta(seconds=seconds)

    @property
    def pause_after(self) -> int:
        """The number of failures in a row after which it pauses; 0 for never."""
        count = self.config.pause_after_failures
        return PAUSE_AFTER if count is None else count


class OccurrenceStatus(StrEnum):
    """The result of an occurrence."""

    FIRED = "fired"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True, kw_only=True)
class TriggeredRun:
    """A run of a trigger. `reason` is why it failed or was cancelled.

    `missed_before` is the number of planned occurrences that were skipped before it, since the
    trigger's run before.
    """

    id: str
    status: Status
    created_at: datetime
    started_at: datetime | None = None
    finished_at: datetime | None = None
    reason: str | None = None
    missed_before: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Occurrence:
    """One firing of a trigger, or one skip with its reason. Its key is unique in its trigger.

    One row may cover `count` missed occurrences in a row, up to `until`. `moves_to` is the
    schedule's next time, written together with it.
    """

    trigger_id: str
    key: str
    at: datetime
    status: OccurrenceStatus = OccurrenceStatus.FIRED
    planned_at: datetime | None = None
    reason: str | None = None
    run_id: str | None = None
    count: int = 1
    until: datetime | None = None
    moves_to: datetime | None = None
    lane: str | None = None  # runs of one lane execute one at a time
    run: TriggeredRun | None = None  # in lists
    seq: int = 0

    def without_reasons(self) -> Occurrence:
        """Return the occurrence for a caller that cannot read runs."""
        return self if self.run is None else replace(self, run=replace(self.run, reason=None))


@dataclass(frozen=True, slots=True, kw_only=True)
class PastRun:
    """An earlier run of a trigger, as needed for the next occurrence."""

    id: str
    status: Status
    scheduled_for: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TriggerPast:
    """Earlier runs of a trigger.

    The last run, unfinished ones, the statuses of ended ones (newest first), and the number of
    occurrences skipped since the last one that fired.
    """

    last: PastRun | None = None
    busy: Sequence[PastRun] = ()
    ended: Sequence[Status] = ()
    missed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class HookDelivery:
    """A received webhook delivery and its result, without credentials."""

    id: str
    trigger_id: str
    at: datetime
    headers: Mapping[str, str]
    body: str
    verified: bool
    outcome: str  # accepted duplicate ignored invalid budget_exceeded not_started refused
    key: str | None = None
    problem: str | None = None
    run_id: str | None = None
    replay_of: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """One due step of a schedule: fire at `planned_at`, or skip it for `reason`."""

    planned_at: datetime
    moves_to: datetime | None
    count: int = 1  # occurrences that this step covers
    reason: str | None = None  # if set, skip
    until: datetime | None = None


def plan_due(trigger: Trigger, *, now: datetime) -> Sequence[Due]:
    """Return the due steps, oldest first: which occurrences fire, and which were missed.

    An occurrence up to a minute late is on time. Of older ones, `none` fires nothing, `last` the
    newest unless another one is on time, `all` every one within the window. Consecutive missed ones
    become one step with a count.
    """
    times = _times(trigger, now)
    fired = _fired(trigger, times, now)
    steps: list[Due] = []
    missed: list[datetime] = []
    for planned, following in times:
        if planned in fired:
            steps.append(Due(planned_at=planned, moves_to=following))
            continue
        missed.append(planned)
        if following is None or following > now or following in fired:
            steps.append(_missed(missed, following))
            missed = []
    return steps


def time_before_next(trigger: Trigger, *, now: datetime) -> datetime | None:
    """Return a time of the schedule that is skipped by the next firing, if there is one.

    A schedule waits for its first time after now, unless the clock was ahead when it moved on.
    """
    first = trigger.schedule.after(now)
    ahead = first is not None and trigger.next_at is not None and first < trigger.next_at
    return first if ahead else None


def trimmed_skip(skipped: Occurrence, schedule: Schedule, *, now: datetime) -> Occurrence | None:
    """Return the skip without the times that are still to come; None if all of them are."""
    assert skipped.planned_at is not None
    if skipped.planned_at > now:
        return None
    last, count = skipped.planned_at, 1
    for time in islice(schedule.following(last), MAX_COUNTED):
        if time > now:
            break
        last, count = time, count + 1
    return replace(skipped, until=last if count > 1 else None, count=count)


def _times(trigger: Trigger, now: datetime) -> list[tuple[datetime, datetime | None]]:
    """Return the due times, each with the next one; a long backlog is cut short."""
    if trigger.next_at is None or trigger.next_at > now:
        return []
    times, schedule = [trigger.next_at], trigger.schedule
    while (following := schedule.after(times[-1])) is not None and following <= now:
        times.append(following)
        if len(times) > MAX_COUNTED:
            following = schedule.after(now)
            break
    return list(zip(times, [*times[1:], following], strict=True))


def _fired(
    trigger: Trigger, times: Sequence[tuple[datetime, datetime | None]], now: datetime
) -> set[datetime]:
    due = [planned for planned, _ in times]
    on_time = [planned for planned in due if now - planned <= ON_TIME]
    recent = [planned for planned in due if now - planned <= trigger.catch_up_window]
    match trigger.catch_up:
        case CatchUp.NONE:
            return set(on_time)
        case CatchUp.LAST:
            return set(on_time or recent[-1:])
        case CatchUp.ALL:
            return {*on_time, *recent[-MAX_CAUGHT_UP:]}


def _missed(missed: Sequence[datetime], following: datetime | None) -> Due:
    return Due(
        planned_at=missed[0],
        moves_to=following,
        count=len(missed),
        reason="missed: no server was running",
        until=missed[-1],
    )


def skip_reason(trigger: Trigger, busy: Sequence[PastRun]) -> str | None:
    """Return why a due trigger must not fire now (an earlier run is unfinished), or None."""
    if trigger.overlap is not Overlap.SKIP or not busy:
        return None
    return f"{busy[-1].id} is still {busy[-1].status.value}"


def too_many_failures(trigger: Trigger, ended: Sequence[Status]) -> str | None:
    """Return the note for pausing the trigger if its last runs (newest first) all failed."""
    limit = trigger.pause_after
    if limit < 1 or len(ended) < limit:
        return None
    if any(status is not Status.FAILED for status in ended[:limit]):
        return None
    runs = "run" if limit == 1 else f"{limit} runs"
    return f"{AUTOMATIC}the last {runs} failed"


def planned_key(planned_at: datetime) -> str:
    """Return the key of a planned occurrence, the same on every server, so that it fires once."""
    return planned_at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def cron_facts(
    trigger: Trigger, *, key: str, planned_at: datetime, previous: PastRun | None, missed: int
) -> Facts:
    """Return a schedule's facts about a run that it starts."""
    return {
        "cron_job_id": trigger.id,
        "cron_run_id": f"{trigger.id}:{key}",
        "scheduled_for_utc": planned_key(planned_at),
        "previous_run_id": previous.id if previous else None,
        "previous_status": previous.status.value if previous else None,
        "missed": missed,
    }


def spec_of_run(trigger: Trigger) -> AgentSpec:
    """Return the spec of a trigger's runs: its own, with a default system prompt."""
    if trigger.spec.system_prompt or trigger.agent_id or trigger.session_id:
        return trigger.spec
    return replace(trigger.spec, system_prompt=DEFAULT_PROMPT)


def origin_of_run(
    trigger: Trigger,
    facts: Facts,
    *,
    at: datetime,
    by: Actor | None = None,
    planned_at: datetime | None = None,
) -> Origin:
    """Return the origin of a trigger's run, which is attended if a person (`by`) started it."""
    named: Facts = {"trigger_name": trigger.name}
    if trigger.kind is TriggerKind.WEBHOOK:
        named = {**named, "webhook_trigger_id": trigger.id}
    return Origin(
        trigger=trigger.kind.value,
        trigger_id=trigger.id,
        trigger_name=trigger.name,
        actor=by or Actor(kind="system", id=trigger.id, name=trigger.name),
        attended=by is not None,
        requested_at=at,
        scheduled_for=planned_at,
        facts={**named, **facts},
    )


def spec_of_chat(trigger: Trigger, name: str) -> AgentSpec:
    """Return the spec of a bot's session with one chat."""
    spec = replace(trigger.spec, name=name)
    if trigger.agent_id:
        return replace(spec, agent_id=trigger.agent_id)
    prompt = spec.system_prompt or trigger.prompt or CHAT_PROMPT
    return replace(spec, system_prompt=prompt)
