"""Alerts as values: measures, thresholds, recipients and states, and their rules."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from runwhy.core.budgets.budget import KNOWN_AT_CREATION, NAME, NAME_RULE
from runwhy.core.queries import (
    TIMES,
    HasField,
    Query,
    TagIs,
    TagTerm,
    Text,
    parse_field,
    parts_of,
    terms,
)
from runwhy.core.runs.tags import Tags, carries
from runwhy.errors import InvalidInput, Problem

MAX_NAME = 64
MAX_ALERTS = 2000  # of a workspace
MAX_RECIPIENTS = 10
MAX_THRESHOLD = 1e12
MAX_MINIMUM = 1_000_000
MIN_WINDOW = 10  # seconds
MAX_WINDOW = 7 * 86_400
MAX_AGE = 31 * 86_400  # of absences and approvals, which need no counts


class AlertMeasure(StrEnum):
    """A measure of runs or approvals."""

    COUNT = "count"
    FAILED = "failed"
    FAILURE_RATE = "failure_rate"
    P95 = "p95"
    COST = "cost"
    ABSENCE = "absence"
    APPROVAL_AGE = "approval_age"

    @property
    def is_age(self) -> bool:
        """Whether it is a time in seconds that is compared with the window itself."""
        return self in (AlertMeasure.ABSENCE, AlertMeasure.APPROVAL_AGE)


class Comparison(StrEnum):
    """The basis of the value: the measure itself, or its ratio to the window before."""

    NONE = "none"
    PREVIOUS = "previous"


class Direction(StrEnum):
    """The side of the threshold on which an alert fires; the threshold itself is on it."""

    ABOVE = "above"
    BELOW = "below"


class AlertStatus(StrEnum):
    """The state of an alert."""

    OK = "ok"
    FIRING = "firing"
    BROKEN = "broken"  # it cannot be evaluated


class RecipientKind(StrEnum):
    """Where the notices of an alert go."""

    INBOX = "inbox"
    WEBHOOK = "webhook"
    TELEGRAM = "telegram"


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipient:
    """A recipient of an alert's notices; `id` is an outgoing webhook, or a bot's trigger."""

    kind: RecipientKind
    id: str | None = None


INBOX = Recipient(kind=RecipientKind.INBOX)


@dataclass(frozen=True, slots=True, kw_only=True)
class Alert:
    """A measure of the runs that match a query, and the threshold at which people are notified.

    `threshold` is in runs, seconds or dollars, a share from 0 to 1, or a ratio if compared with the
    window before. It is not used for absences and the age of approvals, which fire when the age
    reaches the window. With `schedule`, the id of a trigger, an absence starts at the first planned
    time without a run. A firing alert resolves beyond `resolve_threshold`. `watched_from` is since
    when nothing may be absent.
    """

    id: str
    workspace: int
    name: str
    query: str
    measure: AlertMeasure
    window: int  # seconds
    created_at: datetime
    updated_at: datetime
    watched_from: datetime
    comparison: Comparison = Comparison.NONE
    direction: Direction = Direction.ABOVE
    threshold: float | None = None
    resolve_threshold: float | None = None
    minimum: int = 0  # runs that the measure needs
    schedule: str | None = None
    recipients: tuple[Recipient, ...] = (INBOX,)
    enabled: bool = True
    silenced_until: datetime | None = None
    template: str | None = None
    created_by: str = ""

    @property
    def length(self) -> timedelta:
        """The window."""
        return timedelta(seconds=self.window)

    @property
    def in_inbox(self) -> bool:
        """Whether the alert is an item of the inbox while it fires."""
        return INBOX in self.recipients

    def is_silenced(self, at: datetime) -> bool:
        """Whether notices are held back."""
        return self.silenced_until is not None and at < self.silenced_until


@dataclass(frozen=True, slots=True, kw_only=True)
class AlertState:
    """The state of an alert as last evaluated.

    `is_announced` is whether recipients were notified that it fires, and not yet that it is
    resolved. `version` counts changes, so that only one of several servers makes each.
    """

    alert_id: str
    workspace: int
    status: AlertStatus = AlertStatus.OK
    since: datetime
    value: float | None = None
    measured_at: datetime | None = None
    problem: str | None = None  # why it cannot be evaluated
    is_announced: bool = False
    version: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class AlertEvent:
    """A change of an alert's state, with the value that caused it."""

    id: str
    workspace: int
    alert_id: str
    status: AlertStatus
    at: datetime
    recorded_at: datetime
    value: float | None = None
    threshold: float | None = None
    is_announced: bool = False  # whether recipients were notified
    reason: str | None = None
    seq: int = 0


def parse_alert_query(text: str, *, now: datetime, at: str = "/query") -> Query:
    """Parse the query of an alert. Raises: InvalidInput.

    Times are not allowed, because the window decides which runs count.
    """
    query = parse_field(text, now=now, at=at)
    for term in terms(query):
        if not isinstance(term, TagTerm | Text) and term.field in TIMES:
            rule = f"cannot use {term.field}, because the window decides which runs count"
            raise InvalidInput([Problem(at, rule)])
    return query


def counts_at_creation(query: Query) -> bool:
    """Whether a query decides when a run is created, or only when it has ended."""
    return all(
        isinstance(term, TagTerm)
        or (not isinstance(term, Text) and term.field in KNOWN_AT_CREATION and _is_fixed(term))
        for term in terms(query)
    )


def _is_fixed(term: object) -> bool:
    """Whether a term on a field keeps its answer: a model may be chosen later."""
    return not (isinstance(term, HasField) and term.field == "model")


def check_alert(alert: Alert, *, now: datetime) -> None:
    """Check an alert. Raises: InvalidInput, which names every broken rule."""
    problems = [
        *_name_problems(alert.name),
        *_window_problems(alert),
        *(_age_problems(alert) if alert.measure.is_age else _threshold_problems(alert)),
        *_recipient_problems(alert),
    ]
    try:
        parse_alert_query(alert.query, now=now)
    except InvalidInput as error:
        problems += error.problems
    if problems:
        raise InvalidInput(problems)


def _name_problems(name: str) -> Iterator[Problem]:
    if not NAME.fullmatch(name) or len(name) > MAX_NAME:
        yield Problem("/name", NAME_RULE, MAX_NAME, len(name))
    if name.startswith("alr_") or name in ("templates", "preview"):
        yield Problem("/name", "must not begin with alr_, and must not be templates or preview")


def _window_problems(alert: Alert) -> Iterator[Problem]:
    most = MAX_AGE if alert.measure.is_age else MAX_WINDOW
    if not MIN_WINDOW <= alert.window <= most:
        rule = f"must be {MIN_WINDOW} seconds to {most // 86_400} days for {alert.measure}"
        yield Problem("/windowSeconds", rule, most, alert.window)


def _age_problems(alert: Alert) -> Iterator[Problem]:
    fixed = {
        "/threshold": alert.threshold is not None,
        "/resolveThreshold": alert.resolve_threshold is not None,
        "/minimum": alert.minimum != 0,
        "/comparison": alert.comparison is not Comparison.NONE,
        "/direction": alert.direction is not Direction.ABOVE,
    }
    for field, is_given in fixed.items():
        if is_given:
            yield Problem(field, f"cannot be set for {alert.measure}, which has only a window")
    if alert.schedule is not None and alert.measure is not AlertMeasure.ABSENCE:
        yield Problem("/schedule", "can be set for the measure absence only")


def _threshold_problems(alert: Alert) -> Iterator[Problem]:
    if alert.schedule is not None:
        yield Problem("/schedule", "can be set for the measure absence only")
    if alert.threshold is None:
        yield Problem("/threshold", f"is required for the measure {alert.measure}")
        return
    is_share = alert.measure is AlertMeasure.FAILURE_RATE and alert.comparison is Comparison.NONE
    most = 1 if is_share else MAX_THRESHOLD
    for field, value in (
        ("/threshold", alert.threshold),
        ("/resolveThreshold", alert.resolve_threshold),
    ):
        if value is not None and not (math.isfinite(value) and 0 <= value <= most):
            share = "; 0.2 is 20 %" if is_share else ""
            yield Problem(field, f"must be 0 to {most:.0f}{share}", int(most))
    yield from _hysteresis_problems(alert)
    if not 0 <= alert.minimum <= MAX_MINIMUM:
        rule = f"must be 0 to {MAX_MINIMUM}"
        yield Problem("/minimum", rule, MAX_MINIMUM, alert.minimum)


def _hysteresis_problems(alert: Alert) -> Iterator[Problem]:
    threshold, resolve = alert.threshold, alert.resolve_threshold
    is_above = alert.direction is Direction.ABOVE
    if threshold == 0 and is_above:
        yield Problem("/threshold", "must be more than 0, or the alert always fires")
    if threshold is None or resolve is None:
        return
    if is_above and resolve > threshold:
        yield Problem("/resolveThreshold", "must not be more than the threshold")
    if not is_above and resolve < threshold:
        yield Problem("/resolveThreshold", "must not be less than the threshold")


def _recipient_problems(alert: Alert) -> Iterator[Problem]:
    found = alert.recipients
    if len(found) > MAX_RECIPIENTS:
        yield Problem.over("/recipients", "recipients", len(found), MAX_RECIPIENTS)
    if len(set(found)) < len(found):
        yield Problem("/recipients", "contain the same recipient twice")
    for index, each in enumerate(found):
        if each.kind is RecipientKind.INBOX and each.id is not None:
            yield Problem(f"/recipients/{index}/id", "cannot be set for the inbox")
        if each.kind is not RecipientKind.INBOX and not each.id:
            yield Problem(f"/recipients/{index}/id", f"is required for a {each.kind}")


def required_tags(alert: Alert) -> dict[str, str]:
    """Return the tags of every run that an alert is about; none if its query cannot be read."""
    try:
        parts = parts_of(parse_alert_query(alert.query, now=alert.created_at))
    except InvalidInput:
        return {}
    return {part.key: part.value for part in parts if isinstance(part, TagIs)}


def is_within(alert: Alert, tags: Tags) -> bool:
    """Whether all runs of an alert have these tags, so that their readers may see it."""
    return carries(required_tags(alert), tags)
