"""Outgoing webhooks: subscriptions to ended runs, and the retries of deliveries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from urllib.parse import urlsplit

from runwhy.core.queries import QuerySubject, matches, parse
from runwhy.core.queries.field_values import run_subject
from runwhy.core.runs.run import Run
from runwhy.core.runs.tags import Tags
from runwhy.core.triggers.replies import WAITS
from runwhy.errors import InvalidInput, Problem

MAX_URL = 2048
TRIED_FOR = timedelta(hours=24)
OLD_SECRET_FOR = timedelta(hours=24)
GONE = 410


class SubscribedEvents(StrEnum):
    """The events that an outgoing webhook sends."""

    RUNS = "runs"  # ended runs
    INBOX = "inbox"  # items that were opened or closed
    ALERTS = "alerts"  # only the alerts that name it as a recipient


class OutgoingStatus(StrEnum):
    """The state of a delivery."""

    PENDING = "pending"
    DELIVERED = "delivered"
    FAILED = "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Subscriber:
    """An outgoing webhook: notified when a run that matches its query has ended.

    With the events `inbox`, it is notified of inbox items instead: all, or those of matching runs.
    Every webhook is notified of alerts that name it; with the events `alerts`, of nothing else.

    Its owner created or last changed it: `key_id` is the owner's key, None for the user of this
    machine. A key that is limited to tags cannot own one.
    """

    id: str
    workspace: int
    name: str
    url: str
    secret: str
    created_at: datetime
    updated_at: datetime
    query: str = ""
    enabled: bool = True
    note: str | None = None
    previous_secret: str | None = None
    previous_until: datetime | None = None
    created_by: str = ""
    key_id: str | None = None
    events: SubscribedEvents = SubscribedEvents.RUNS

    def secrets(self, now: datetime) -> Sequence[str]:
        """Return the signing secrets; for a day after a rotation, also the previous one."""
        old = self.previous_secret
        if old is None or self.previous_until is None or now >= self.previous_until:
            return (self.secret,)
        return (self.secret, old)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outgoing:
    """One delivery of an outgoing webhook, retried with the same id until it succeeds."""

    id: str
    subscription_id: str
    run_id: str
    type: str
    payload: str
    created_at: datetime
    status: OutgoingStatus = OutgoingStatus.PENDING
    attempts: int = 0
    next_at: datetime | None = None
    last_status: int | None = None
    last_error: str | None = None
    delivered_at: datetime | None = None
    failed_at: datetime | None = None  # when it was given up
    seq: int = 0


def subscription_problems(subscription: Subscriber, *, now: datetime) -> list[Problem]:
    """Return every broken rule."""
    problems = []
    if not _is_address(subscription.url):
        rule = f"must be an http:// or https:// address of at most {MAX_URL} characters"
        problems.append(Problem("/url", f"{rule}, without credentials"))
    try:
        parse(subscription.query, now=now)
    except InvalidInput as error:
        problems += [Problem("/query", problem.problem) for problem in error.problems]
    return problems


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        known = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False
    return known and len(url) <= MAX_URL and parts.username is None and parts.password is None


def wants(
    subscription: Subscriber, run: Run, prompt: str, agent_name: str | None, *, now: datetime
) -> bool:
    """Whether the run matches this subscription; `agent_name` is the present name of its agent."""
    return matches(parse(subscription.query, now=now), run_subject(run, prompt, agent_name))


def wants_item(subscription: Subscriber, tags: Tags, since: datetime, *, now: datetime) -> bool:
    """Whether an item of the inbox without a run matches, of which only tags are known."""
    subject = QuerySubject(tags=tags, status="", created=since)
    return matches(parse(subscription.query, now=now), subject)


def after_attempt(
    outgoing: Outgoing, *, now: datetime, status: int | None, error: str | None
) -> Outgoing:
    """Return a delivery after an attempt: delivered, to be retried, or failed after a day."""
    tried = replace(
        outgoing, attempts=outgoing.attempts + 1, last_status=status, last_error=error, next_at=None
    )
    if status is not None and 200 <= status < 300:
        return replace(tried, status=OutgoingStatus.DELIVERED, delivered_at=now)
    again = now + timedelta(seconds=WAITS[min(tried.attempts, len(WAITS)) - 1])
    if status == GONE or again > outgoing.created_at + TRIED_FOR:
        return replace(tried, status=OutgoingStatus.FAILED, failed_at=now)
    return replace(tried, next_at=again)
