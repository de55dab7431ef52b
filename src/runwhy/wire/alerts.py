"""Answers about alerts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Literal, Self

from msgspec import Meta

from runwhy.wire.answer import Answer, Copied, Cursor, Time, answer_time, maybe_time

if TYPE_CHECKING:
    from runwhy.core.alerts import alert as core
    from runwhy.core.alerts import preview, templates

MeasureName = Literal["count", "failed", "failure_rate", "p95", "cost", "absence", "approval_age"]
ComparisonName = Literal["none", "previous"]
DirectionName = Literal["above", "below"]
StateName = Literal["ok", "firing", "broken"]
RecipientName = Literal["inbox", "webhook", "telegram"]
AlertId = Annotated[str, Meta(examples=["alr_01k9abcdefghjkmnpqrstvwxyz"])]


class AlertRecipient(Answer):
    """A recipient of an alert's notices."""

    kind: RecipientName
    id: Annotated[
        str | None,
        Meta(description="The outgoing webhook, or the Telegram trigger; null for the inbox."),
    ]


class Alert(Answer):
    """An alert, with its state as last evaluated."""

    id: AlertId
    name: str
    query: str
    measure: MeasureName
    comparison: Annotated[
        ComparisonName,
        Meta(description="`previous`: the value is a ratio to the window before."),
    ]
    window_seconds: int
    direction: DirectionName
    threshold: Annotated[
        float | None,
        Meta(
            description="In runs, seconds or dollars, a share or a ratio. Null for an absence and "
            "for the age of approvals, which fire at the window."
        ),
    ]
    resolve_threshold: Annotated[
        float | None, Meta(description="Where a firing alert resolves; null at the threshold.")
    ]
    minimum: Annotated[int, Meta(description="Runs that the window must contain.")]
    schedule: Annotated[
        str | None, Meta(description="Schedule whose planned times begin an absence.")
    ]
    recipients: Sequence[AlertRecipient]
    enabled: bool
    silenced_until: Time | None
    template: str | None
    state: Annotated[StateName, Meta(description="`broken`: the alert cannot be evaluated.")]
    since: Annotated[Time, Meta(description="Since when the alert is in this state.")]
    value: Annotated[float | None, Meta(description="Last measured value; null if unknown.")]
    measured_at: Time | None
    problem: Annotated[str | None, Meta(description="Why the alert cannot be evaluated.")]
    created_by: str
    created_at: Time
    updated_at: Time

    @classmethod
    def of(cls, alert: core.Alert, state: core.AlertState, /) -> Self:
        return cls(
            id=alert.id,
            name=alert.name,
            query=alert.query,
            measure=alert.measure.value,
            comparison=alert.comparison.value,
            window_seconds=alert.window,
            direction=alert.direction.value,
            threshold=alert.threshold,
            resolve_threshold=alert.resolve_threshold,
            minimum=alert.minimum,
            schedule=alert.schedule,
            recipients=[
                AlertRecipient(kind=each.kind.value, id=each.id) for each in alert.recipients
            ],
            enabled=alert.enabled,
            silenced_until=maybe_time(alert.silenced_until),
            template=alert.template,
            state=state.status.value,
            since=answer_time(state.since),
            value=state.value,
            measured_at=maybe_time(state.measured_at),
            problem=state.problem,
            created_by=alert.created_by,
            created_at=answer_time(alert.created_at),
            updated_at=answer_time(alert.updated_at),
        )


class AlertList(Answer):
    """The alerts of a workspace, sorted by name."""

    alerts: Sequence[Alert]


class AlertEvent(Answer):
    """A change of an alert's state."""

    id: Annotated[str, Meta(examples=["ale_01k9abcdefghjkmnpqrstvwxyz"])]
    state: StateName
    at: Annotated[Time, Meta(description="When the value crossed the threshold.")]
    recorded_at: Annotated[Time, Meta(description="When the server noticed it.")]
    value: float | None
    threshold: float | None
    notified: Annotated[bool, Meta(description="Whether the recipients were notified.")]
    reason: Annotated[str | None, Meta(description="Cause, if it is not the value.")]

    @classmethod
    def of(cls, event: core.AlertEvent, /) -> Self:
        return cls(
            id=event.id,
            state=event.status.value,
            at=answer_time(event.at),
            recorded_at=answer_time(event.recorded_at),
            value=event.value,
            threshold=event.threshold,
            notified=event.is_announced,
            reason=event.reason,
        )


class AlertEventList(Answer):
    """Changes of an alert's state, newest first. The newest 1,000 are kept."""

    events: Sequence[AlertEvent]
    next_cursor: Cursor


class AlertFiring(Answer):
    """A time in which an alert would have fired."""

    since: Time
    until: Annotated[Time | None, Meta(description="Null if it would still fire.")]
    value: Annotated[float | None, Meta(description="The value when it fired.")]


class AlertPoint(Answer):
    """The most extreme value from a time until the next point."""

    at: Time
    value: float | None


class AlertPreview(Answer):
    """When an alert would have fired, had it been created at `since`."""

    since: Time
    until: Time
    runs: Annotated[int, Meta(description="Runs, or requests for approval, that match.")]
    firings: Annotated[Sequence[AlertFiring], Meta(description="Oldest first, at most 1,000.")]
    points: Annotated[Sequence[AlertPoint], Meta(description="300 values for a chart.")]
    threshold: Annotated[float, Meta(description="Where the alert fires, also for an age.")]
    resolve_threshold: float
    complete: Annotated[
        bool, Meta(description="False if more than 100,000 runs match; the newest count.")
    ]

    @classmethod
    def of(cls, found: preview.Preview, /, *, threshold: float, resolve_threshold: float) -> Self:
        return cls(
            since=answer_time(found.since),
            until=answer_time(found.until),
            runs=found.runs,
            firings=[
                AlertFiring(
                    since=answer_time(each.since), until=maybe_time(each.until), value=each.value
                )
                for each in found.firings
            ],
            points=[AlertPoint(at=answer_time(at), value=value) for at, value in found.points],
            threshold=threshold,
            resolve_threshold=resolve_threshold,
            complete=found.is_complete,
        )


class AlertParameter(Copied):
    """A parameter of a template."""

    name: str
    description: str
    default: Annotated[str | None, Meta(description="Null if the parameter is required.")]


class AlertTemplate(Answer):
    """A common alert that needs only a few parameters, with the values it sets."""

    name: Annotated[str, Meta(examples=["schedule_missed"])]
    title: str
    description: str
    parameters: Sequence[AlertParameter]
    measure: MeasureName
    comparison: ComparisonName
    window_seconds: int
    threshold: float | None
    resolve_threshold: float | None
    minimum: int

    @classmethod
    def of(cls, template: templates.Template, /) -> Self:
        fields = template.fields
        return cls(
            name=template.name,
            title=template.title,
            description=template.description,
            parameters=[AlertParameter.of(each) for each in template.parameters],
            measure=fields["measure"].value,
            comparison=fields["comparison"].value if "comparison" in fields else "none",
            window_seconds=fields["window"],
            threshold=fields.get("threshold"),
            resolve_threshold=fields.get("resolve_threshold"),
            minimum=fields.get("minimum", 0),
        )


class AlertTemplateList(Answer):
    """The templates of alerts."""

    templates: Sequence[AlertTemplate]


class AlertNotice(Answer):
    """The `data` of a notice that an outgoing webhook gets."""

    alert: Alert
    state: Literal["firing", "resolved"]
    at: Time
    value: float | None
    threshold: float
    title: str

    @classmethod
    def of(
        cls,
        alert: core.Alert,
        state: core.AlertState,
        /,
        *,
        at: datetime,
        threshold: float,
        title: str,
    ) -> Self:
        is_firing = state.status.value == "firing"
        return cls(
            alert=Alert.of(alert, state),
            state="firing" if is_firing else "resolved",
            at=answer_time(at),
            value=state.value,
            threshold=threshold,
            title=title,
        )
