"""Outgoing webhooks: matching runs, and retries."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from tests.support.builders import a_run
from tests.support.clock import NOON

from runwhy.core.runs.run import Status
from runwhy.core.triggers.subscriptions import (
    Outgoing,
    OutgoingStatus,
    Subscriber,
    after_attempt,
    subscription_problems,
    wants,
)


def a_subscriber(**changes: Any) -> Subscriber:
    given = {"url": "https://example.com/hook", "secret": "whsec_bmV3", "name": "ops", **changes}
    return Subscriber(id="sub_1", workspace=1, created_at=NOON, updated_at=NOON, **given)


OUTGOING = Outgoing(
    id="msg_1",
    subscription_id="sub_1",
    run_id="run_1",
    type="run.failed",
    payload="{}",
    created_at=NOON,
    next_at=NOON,
)


def test_a_query_selects_the_runs_to_deliver() -> None:
    failed = a_run(tags={"env": "prod"}, status=Status.FAILED)
    well = a_run(tags={"env": "prod"}, status=Status.SUCCEEDED)

    picky = a_subscriber(query="status:failed env:prod")
    assert wants(picky, failed, "", None, now=NOON)
    assert not wants(picky, well, "", None, now=NOON)
    assert wants(a_subscriber(), well, "", None, now=NOON)
    assert wants(a_subscriber(query="invoice"), well, "Pay the invoice", None, now=NOON)
    by_name = a_subscriber(query="agent:cook")
    assert wants(by_name, well, "", "cook", now=NOON)
    assert not wants(by_name, well, "", "baker", now=NOON)


@pytest.mark.parametrize("status", [200, 201, 204, 299])
def test_an_accepted_delivery_is_done(status: int) -> None:
    tried = after_attempt(OUTGOING, now=NOON, status=status, error=None)

    assert (tried.status, tried.next_at, tried.delivered_at) == (
        OutgoingStatus.DELIVERED,
        None,
        NOON,
    )


@pytest.mark.parametrize("status", [None, 301, 302, 307, 400, 401, 404, 429, 500, 503])
def test_a_failed_delivery_is_retried(status: int | None) -> None:
    tried = after_attempt(OUTGOING, now=NOON, status=status, error="no")

    assert (tried.status, tried.attempts) == (OutgoingStatus.PENDING, 1)
    assert tried.next_at == NOON + timedelta(seconds=5)
    assert tried.id == OUTGOING.id


def test_retries_back_off_for_a_day_and_then_stop() -> None:
    outgoing, now, waits = OUTGOING, NOON, []
    while outgoing.status is OutgoingStatus.PENDING:
        outgoing = after_attempt(outgoing, now=now, status=500, error="no")
        if outgoing.next_at is not None:
            waits.append(outgoing.next_at - now)
            now = outgoing.next_at

    assert outgoing.status is OutgoingStatus.FAILED
    assert waits == sorted(waits)
    assert timedelta(hours=18) < now - NOON <= timedelta(hours=24)


def test_status_410_ends_the_retries() -> None:
    tried = after_attempt(OUTGOING, now=NOON, status=410, error=None)

    assert (tried.status, tried.next_at) == (OutgoingStatus.FAILED, None)


def test_the_previous_secret_stays_valid_for_a_day() -> None:
    until = NOON + timedelta(hours=1)
    rotated = a_subscriber(previous_secret="whsec_b2xk", previous_until=until)

    assert rotated.secrets(NOON) == ("whsec_bmV3", "whsec_b2xk")
    assert rotated.secrets(until) == ("whsec_bmV3",)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "example.com",
        "ftp://example.com",
        "file:///etc/passwd",
        "gopher://127.0.0.1:70/",
        "javascript:alert(1)",
        "https://",
        "http://user:secret@example.com/",
        "http://user@example.com/",
        "http://example.com:0/",
        "http://example.com:99999/",
        "http://[::1",
        "https://example.com/" + "x" * 2048,
    ],
)
def test_an_invalid_url_is_rejected(url: str) -> None:
    assert [p.field for p in subscription_problems(a_subscriber(url=url), now=NOON)] == ["/url"]


def test_an_invalid_query_is_reported() -> None:
    (problem,) = subscription_problems(a_subscriber(query="created>yesterdayish"), now=NOON)

    assert problem.field == "/query"
