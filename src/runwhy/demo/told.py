"""What came to a made-up webhook, and who was told of made-up runs that failed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random

import msgspec

from runwhy.core.runs.run import Run
from runwhy.core.triggers.subscriptions import Outgoing, OutgoingStatus, Subscriber
from runwhy.core.triggers.trigger import HookDelivery
from runwhy.core.triggers.webhooks import shown_headers
from runwhy.demo.almanac import DemoIds
from runwhy.demo.story import later
from runwhy.wire.responses import run_json, time_text

AUTHOR = "runwhy demo"  # subscriptions have no tags; what is taken away again is known by it
DELIVERIES = 12


def subscribers(
    workspace: int, *, since: datetime, ids: DemoIds, rng: Random
) -> tuple[Subscriber, Subscriber]:
    """Who is told of failures, and one that is told nothing any more. No such hosts exist."""
    on_call = Subscriber(
        id=ids("sub", since),
        workspace=workspace,
        name="on-call",
        url="https://alerts.example/hooks/runwhy",
        query="demo:true status:failed env:prod",
        secret=f"whsec_{rng.getrandbits(192):048x}",
        created_by=AUTHOR,
        created_at=since,
        updated_at=since,
    )
    gone = replace(
        on_call,
        id=ids("sub", later(since, 60)),
        name="invoices to the ledger",
        url="https://ledger.example/runs",
        query="demo:true feature:invoices",
        enabled=False,
        note="disabled: the receiver answered 410 Gone",
    )
    return on_call, gone


def sent(owner: Subscriber, runs: Sequence[Run], *, ids: DemoIds) -> list[Outgoing]:
    """What somebody was sent of these runs: mostly taken, some at the second try, one never."""
    return [_sent(owner, run, n, ids) for n, run in enumerate(runs)]


def _sent(owner: Subscriber, run: Run, n: int, ids: DemoIds) -> Outgoing:
    at = run.finished_at or run.created_at
    shown = {key: value for key, value in run_json(run).items() if key != "spec"}
    type = f"run.{run.status.value}"
    payload = {"type": type, "timestamp": time_text(at), "data": shown}
    outgoing = Outgoing(
        id=ids("msg", at),
        subscription_id=owner.id,
        run_id=run.id,
        type=type,
        payload=msgspec.json.encode(payload).decode(),
        created_at=at,
        status=OutgoingStatus.DELIVERED,
        attempts=1,
        last_status=200,
        delivered_at=later(at, 0.4),
    )
    if n % 7 == 3:
        return replace(outgoing, attempts=2, delivered_at=at + timedelta(seconds=6))
    if n % 7 == 5:
        error = "answered 503: no worker is there"
        return replace(
            outgoing,
            status=OutgoingStatus.FAILED,
            attempts=13,
            last_status=503,
            last_error=error,
            delivered_at=None,
        )
    return outgoing


def came(trigger_id: str, runs: Sequence[Run], *, ids: DemoIds) -> list[HookDelivery]:
    """What came to a webhook, oldest first; the last one twice, and one by a stranger."""
    found = [_came(trigger_id, run, ids) for run in runs]
    if not found:
        return []
    last = found[-1]
    again = replace(last, id=ids("dlv", last.at), at=later(last.at, 4), outcome="duplicate")
    stranger = replace(
        found[0],
        id=ids("dlv", last.at),
        at=later(last.at, 61),
        headers=shown_headers({"user-agent": "curl/8.5.0", "content-type": "application/json"}),
        body="",
        verified=False,
        outcome="refused",
        problem="the signature or token is missing",
        key=None,
        run_id=None,
    )
    return [*found, again, stranger]


def _came(trigger_id: str, run: Run, ids: DemoIds) -> HookDelivery:
    tags, at = run.tagging.tags, run.origin.requested_at
    key = str(run.origin.facts.get("webhook_delivery_id"))
    branch = tags.get("branch", "main")
    body = {
        "ref": f"refs/heads/{branch}",
        "repository": {"name": tags.get("repo"), "default_branch": "main"},
        "pusher": {"name": branch.partition("/")[0]},
        "commits": [{"id": run.id[-8:], "message": "wip"}],
    }
    headers = {
        "user-agent": "GitHub-Hookshot/4f3a2b1",
        "content-type": "application/json",
        "x-github-event": "push",
        "x-github-delivery": key,
        "x-hub-signature-256": "sha256=made-up",
    }
    return HookDelivery(
        id=ids("dlv", at),
        trigger_id=trigger_id,
        at=at,
        headers=shown_headers(headers),
        body=json.dumps(body),
        verified=True,
        outcome="accepted",
        key=key,
        run_id=run.id,
    )
