"""The triggers of a soak: incoming and outgoing webhooks, and schedules."""

from __future__ import annotations

import asyncio
import json
import random
from datetime import UTC, datetime
from itertools import count
from typing import Any

from bench.soak_api import Api
from bench.soak_fakes import Receiver
from bench.soak_load import MODEL
from standardwebhooks import Webhook

SCHEDULES = {
    "each-5-s": ("*/5 * * * * *", 5, {"overlap": "allow", "catchUp": "all"}),
    "each-15-s": ("*/15 * * * * *", 15, {"overlap": "skip", "catchUp": "none"}),
    "each-minute": ("0 * * * * *", 60, {"overlap": "queue", "catchUp": "last"}),
}


async def set_up(api: Api, receiver: Receiver) -> tuple[str, str]:
    """Create schedules, a webhook and a subscription; return the webhook's path and secret."""
    for name, (schedule, every, options) in SCHEDULES.items():
        body: dict[str, Any] = {
            "kind": "cron",
            "name": name,
            "schedule": schedule,
            "prompt": "Check the status.",
            **options,
        }
        body |= {"spec": {"modelId": "echo"}, "metadata": {"client": "cron"}}
        made = await api.post("/triggers", body, "trigger", name)
        api.ledger.schedules[made["id"]] = every
    hook = {
        "kind": "webhook",
        "name": "hook",
        "verify": "standard",
        "promptTemplate": "Look at this. soak:{{id}};",
        "tagsFrom": {"hook": "id"},
        "metadata": {"client": "hook"},
        "spec": {"modelId": MODEL},
    }
    made = await api.post("/triggers", hook, "trigger", "hook")
    body = {"url": receiver.url, "query": "tell:yes OR has:hook"}
    subscription = await api.post("/subscriptions", body, "subscription", "subscription")
    receiver.secret = subscription["secret"]
    return made["hookPath"], made["secret"]


async def send_webhooks(api: Api, path: str, secret: str, seed: int, rate: float) -> None:
    """Send webhooks until they are accepted, and some of them twice."""
    chance, signer = random.Random(seed), Webhook(secret)
    for number in count():
        if api.stopping:
            return
        id = f"hook.{number}"
        body = json.dumps({"id": id, "what": "push", "size": chance.randrange(1000)})
        for _ in range(2 if number % 5 == 0 else 1):
            run_id = await _send(api, path, signer, id, body)
            before = api.ledger.hooks.setdefault(id, run_id)
            if before != run_id:
                api.ledger.problems.append(f"webhook {id} returned {before} and {run_id}")
            api.ledger.accept(id, run_id)
            api.ledger.watched.add(run_id)
        await asyncio.sleep(chance.expovariate(rate))


async def _send(api: Api, path: str, signer: Webhook, id: str, body: str) -> str:
    while True:
        now = datetime.now(UTC)
        headers = {
            "content-type": "application/json",
            "webhook-id": id,
            "webhook-timestamp": str(int(now.timestamp())),
            "webhook-signature": signer.sign(id, now, body),
        }
        answer = await api.once("POST", path, "webhook", content=body, headers=headers)
        if answer is not None and answer.is_success:
            return str(answer.json()["runId"])
        await asyncio.sleep(0.5)
