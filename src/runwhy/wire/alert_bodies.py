"""Request bodies of alerts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Annotated, Any

from pydantic import Field

from runwhy.core.alerts import templates
from runwhy.core.alerts.alert import (
    INBOX,
    MAX_AGE,
    MAX_MINIMUM,
    MAX_NAME,
    MAX_RECIPIENTS,
    MIN_WINDOW,
    Alert,
    AlertMeasure,
    Comparison,
    Direction,
    Recipient,
    RecipientKind,
)
from runwhy.core.queries import MAX_CHARACTERS
from runwhy.errors import InvalidInput, Problem
from runwhy.wire.alerts import ComparisonName, DirectionName, MeasureName, RecipientName
from runwhy.wire.fields import Body, Id, TimeField, with_example

NameField = Annotated[str, Field(min_length=1, max_length=MAX_NAME)]
QueryField = Annotated[str, Field(max_length=MAX_CHARACTERS)]
WindowField = Annotated[int, Field(ge=MIN_WINDOW, le=MAX_AGE)]
ThresholdField = Annotated[
    float,
    Field(
        ge=0, le=1e12, allow_inf_nan=False, description="Runs, seconds, dollars, a share or ratio."
    ),
]
MinimumField = Annotated[int, Field(ge=0, le=MAX_MINIMUM)]
_UNSET = object()


class RecipientBody(Body):
    """A recipient of notices: the inbox, an outgoing webhook, or a Telegram bot."""

    kind: RecipientName
    id: Annotated[
        Id | None, Field(description="The outgoing webhook, or the Telegram trigger.")
    ] = None

    def recipient(self) -> Recipient:
        """Return the recipient as a value."""
        return Recipient(kind=RecipientKind(self.kind), id=self.id)


Recipients = Annotated[list[RecipientBody], Field(max_length=MAX_RECIPIENTS)]


class AlertFields(Body):
    """The fields of an alert. Omitted fields keep their values, or those of the template."""

    query: QueryField | None = None
    measure: MeasureName | None = None
    comparison: ComparisonName | None = None
    window_seconds: WindowField | None = None
    direction: DirectionName | None = None
    threshold: ThresholdField | None = None
    resolve_threshold: ThresholdField | None = None
    minimum: MinimumField | None = None
    schedule: Annotated[
        Annotated[str, Field(min_length=1, max_length=200)] | None,
        Field(description="Id or name of a schedule whose planned times begin an absence."),
    ] = None
    recipients: Recipients | None = None
    enabled: bool | None = None
    silenced_until: TimeField | None = None

    def values(self) -> dict[str, Any]:
        """Return the given fields of an alert; null resets a field that can be empty."""
        found: dict[str, Any] = {
            "query": None if self.query is None else self.query.strip(),
            "measure": self.measure and AlertMeasure(self.measure),
            "comparison": self.comparison and Comparison(self.comparison),
            "window": self.window_seconds,
            "direction": self.direction and Direction(self.direction),
            "threshold": self.threshold,
            "resolve_threshold": self.resolve_threshold,
            "minimum": self.minimum,
            "schedule": self.schedule,
            "recipients": None if self.recipients is None else _recipients(self.recipients),
            "enabled": self.enabled,
            "silenced_until": self.silenced_until and self.silenced_until.astimezone(UTC),
        }
        emptied = {
            name: None for key, name in _EMPTIED.items() if self._given.get(key, _UNSET) is None
        }
        return {key: value for key, value in found.items() if value is not None} | emptied


_EMPTIED = {
    "threshold": "threshold",
    "resolveThreshold": "resolve_threshold",
    "schedule": "schedule",
    "silencedUntil": "silenced_until",
}


class AlertPatchBody(AlertFields):
    """Body of `PATCH /alerts/{id}`. Omitted fields keep their values."""

    model_config = with_example(threshold=0.5, silencedUntil="2026-11-18T18:00:00Z")

    name: NameField | None = None

    def over(self, old: Alert) -> Alert:
        """Return the alert with these changes."""
        changes = self.values()
        if self.name is not None:
            changes["name"] = self.name
        return replace(old, **changes)


class AlertPreviewBody(AlertFields):
    """Body of `POST /alerts/preview`: the fields of an alert, and since when to simulate it."""

    model_config = with_example(
        query="customer:acme", measure="failure_rate", windowSeconds=3600, threshold=0.2, minimum=10
    )

    name: NameField | None = None
    template: Annotated[str, Field(min_length=1, max_length=64)] | None = None
    parameters: Annotated[
        dict[Annotated[str, Field(max_length=64)], Annotated[str, Field(max_length=256)]],
        Field(max_length=10),
    ] = Field(default_factory=dict)
    since: Annotated[
        TimeField | None, Field(description="At most 31 days ago; by default 7 days.")
    ] = None

    def draft(self, workspace: int, by: str, now: datetime) -> Alert:
        """Return the requested alert, without an id. Raises: InvalidInput."""
        base: dict[str, Any] = {"query": "", "recipients": (INBOX,)}
        if self.template is not None:
            base |= templates.template_fields(self.template, self.parameters)
        elif self.parameters:
            raise InvalidInput([Problem("/parameters", "can be set only with a template")])
        base |= self.values()
        missing = [
            Problem(field, "is required without a template")
            for name, field in (("measure", "/measure"), ("window", "/windowSeconds"))
            if name not in base
        ]
        if missing:
            raise InvalidInput(missing)
        return Alert(
            id="",
            workspace=workspace,
            name=self.name or "preview-of-an-alert",
            template=self.template,
            created_by=by,
            created_at=now,
            updated_at=now,
            watched_from=now,
            **base,
        )


class AlertBody(AlertPreviewBody):
    """Body of `POST /alerts`: the fields of an alert, or a template with its parameters."""

    model_config = with_example(
        name="acme-failures",
        query="customer:acme",
        measure="failure_rate",
        windowSeconds=3600,
        threshold=0.2,
        resolveThreshold=0.1,
        minimum=10,
        recipients=[{"kind": "inbox"}],
    )

    name: NameField


def _recipients(bodies: Sequence[RecipientBody]) -> tuple[Recipient, ...]:
    return tuple(each.recipient() for each in bodies)
