"""Outgoing webhooks over HTTP: receivers are notified when a run ends."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx2
import pytest
from sqlalchemy import update
from standardwebhooks import Webhook
from tests.support import callers
from tests.support.servers import RunningServer, running_server, server_settings
from tests.triggers.webhook_receiver import receiver

from runwhy.core.accounts.workspaces import Scope
from runwhy.ports import OUTGOING_TOPIC
from runwhy.stores import tables
from runwhy.stores.sql.dialect import Tx


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RunningServer]:
    settings = server_settings(tmp_path, webhook_hosts=("127.0.0.0/8",))
    with running_server(settings) as running:
        yield running


@pytest.fixture
def client(server: RunningServer) -> Iterator[httpx2.Client]:
    with callers.client(base_url=server.base) as client:
        yield client


def run(client: httpx2.Client, **metadata: str) -> str:
    body = {"systemPrompt": "x", "prompt": "Hi", "modelId": "echo", "metadata": metadata}
    id = str(client.post("/agent-runs", json=body).json()["runId"])
    client.get(f"/agent-runs/{id}/stream")  # wait until it has ended
    return id


def settled(server: RunningServer, id: str, status: str) -> dict[str, Any]:
    """Return the newest delivery once it has this status."""

    async def wait() -> Any:
        runwhy = server.runwhy
        async with runwhy.feed.subscribe(OUTGOING_TOPIC) as news:
            for _ in range(900):
                found = await runwhy.store.list_outgoing(id, limit=1)
                if found and found[0].attempts and found[0].status.value == status:
                    return found[0]
                await news.wait(0.1)
        raise AssertionError("nothing was sent")

    server.call(wait())
    url = f"{server.base}/subscriptions/{id}/deliveries"
    return dict(callers.get(url).json()["deliveries"][0])


def test_a_matching_run_is_sent_once_and_signed(
    server: RunningServer, client: httpx2.Client
) -> None:
    with receiver() as there:
        body = {"url": there.url, "query": "env:prod cost>=0", "name": "ops"}
        made = client.post("/subscriptions", json=body).json()
        run(client, env="staging")
        id = run(client, env="prod")
        sent = settled(server, made["id"], "delivered")
        (delivered,) = there.came

    told = json.loads(delivered.body)
    assert (told["type"], told["data"]["id"]) == ("run.succeeded", id)
    assert told["data"]["metadata"] == {"env": "prod"}
    assert (told["data"]["cost"], told["data"]["unpricedCalls"]) == ("0", 0)  # echo is free
    assert (sent["runId"], sent["attempts"], sent["lastStatus"]) == (id, 1, 200)
    assert delivered.headers["webhook-id"] == sent["id"]
    Webhook(made["secret"]).verify(delivered.body, dict(delivered.headers))
    assert "secret" not in client.get("/subscriptions").text


def test_a_replayed_delivery_has_the_same_id(server: RunningServer, client: httpx2.Client) -> None:
    with receiver(503) as there:
        made = client.post("/subscriptions", json={"url": there.url}).json()
        run(client)
        first = settled(server, made["id"], "pending")
        assert (first["lastStatus"], first["lastError"]) == (503, "returned HTTP 503")
        there.answer = 200
        path = f"/subscriptions/{made['id']}/deliveries/{first['id']}/replay"
        assert client.post(path).status_code == 202
        settled(server, made["id"], "delivered")
        ids = {asked.headers["webhook-id"] for asked in there.came}

    assert ids == {first["id"]}
    told = client.get("/audit", params={"action": "delivery"}).json()["changes"]
    assert [(one["action"], one["subject"]) for one in told] == [("delivery.replayed", first["id"])]


def test_410_gone_disables_the_subscription(server: RunningServer, client: httpx2.Client) -> None:
    with receiver(410) as there:
        made = client.post("/subscriptions", json={"url": there.url}).json()
        run(client)
        settled(server, made["id"], "failed")
        path = f"/subscriptions/{made['id']}"
        found = client.get(path).json()

    assert (found["enabled"], found["note"]) == (False, "disabled: the receiver answered 410 Gone")
    assert client.patch(path, json={"enabled": True}).json()["note"] is None


def test_private_addresses_are_not_contacted(tmp_path: Path) -> None:
    with (
        running_server(server_settings(tmp_path)) as server,
        receiver() as there,
        callers.client(base_url=server.base) as client,
    ):
        made = client.post("/subscriptions", json={"url": there.url}).json()
        run(client)
        sent = settled(server, made["id"], "pending")
        assert there.came == []

    assert "private address" in sent["lastError"]


def with_key(server: RunningServer, *scopes: Scope) -> tuple[str, httpx2.Client]:
    key, secret = server.call(server.runwhy.access.add_key(1, "k", frozenset(scopes)))
    headers = {"Authorization": f"Bearer {secret}"}
    return key.id, callers.client(base_url=server.base, headers=headers)


def test_a_subscription_matches_the_name_of_an_agent(
    server: RunningServer, client: httpx2.Client
) -> None:
    client.post("/agents", json={"name": "cook", "systemPrompt": "Cook.", "modelId": "echo"})
    with receiver() as receives:
        body = {"url": receives.url, "query": "agent:cook"}
        made = client.post("/subscriptions", json=body).json()
        run(client)
        sent = client.post("/agent-runs", json={"agentId": "cook", "prompt": "Hi"}).json()["runId"]
        settled(server, made["id"], "delivered")

        found = client.get(f"/subscriptions/{made['id']}/deliveries").json()["deliveries"]
        assert [each["runId"] for each in found] == [sent]


def test_an_expired_key_sends_nothing_more(server: RunningServer, client: httpx2.Client) -> None:
    access = server.runwhy.access
    scopes = frozenset({Scope.TRIGGERS_WRITE, Scope.RUNS_READ})
    expiry = access.clock() + timedelta(days=1)
    key, secret = server.call(access.add_key(1, "k", scopes, expires_at=expiry))
    with receiver() as receives:
        headers = {"Authorization": f"Bearer {secret}"}
        with callers.client(base_url=server.base, headers=headers) as other:
            made = [
                other.post("/subscriptions", json={"url": receives.url, "events": events}).json()
                for events in ("runs", "inbox")
            ]
        run(client)
        settled(server, made[0]["id"], "delivered")

        def expire(tx: Tx) -> None:
            tx.conn.execute(
                update(tables.keys).where(tables.keys.c.id == key.id).values(expires_at=1)
            )

        server.call(server.runwhy.store.in_transaction(expire))
        mine = client.post("/subscriptions", json={"url": receives.url}).json()
        last = run(client)
        settled(server, mine["id"], "delivered")

        for id in (each["id"] for each in made):
            now = client.get(f"/subscriptions/{id}").json()
            assert (now["enabled"], now["note"]) == (
                False,
                f"disabled: the key {key.id} has expired",
            )
            sent = client.get(f"/subscriptions/{id}/deliveries").json()["deliveries"]
            assert last not in [each["runId"] for each in sent]
            (change,) = client.get(
                "/audit", params={"subject": id, "action": "subscription.changed"}
            ).json()["changes"]
            assert (change["actor"]["kind"], change["actor"]["name"]) == ("system", "key expiry")


def test_subscriptions_and_deliveries_need_the_right_to_read_runs(
    server: RunningServer, client: httpx2.Client
) -> None:
    _, other = with_key(server, Scope.TRIGGERS_WRITE)
    with receiver() as there, other:
        made = client.post("/subscriptions", json={"url": there.url}).json()
        run(client)
        sent = settled(server, made["id"], "delivered")
        path = f"/subscriptions/{made['id']}"
        assert other.get(path).status_code == other.get("/subscriptions").status_code == 200
        for refused in (
            other.post("/subscriptions", json={"url": there.url}),
            other.patch(path, json={"url": "https://attacker.example/"}),
            other.get(f"{path}/deliveries"),
            other.post(f"{path}/deliveries/{sent['id']}/replay"),
        ):
            assert refused.status_code == 403, refused.url
            assert refused.json()["required"] == "runs:read"
            assert sent["runId"] not in refused.text

    assert client.get(path).json()["url"] == there.url


def test_revoking_a_key_disables_its_subscriptions(
    server: RunningServer, client: httpx2.Client
) -> None:
    scopes = (Scope.TRIGGERS_WRITE, Scope.RUNS_READ)
    id, mine = with_key(server, *scopes)
    _, other = with_key(server, *scopes)
    with receiver(503) as there, mine, other:
        made = mine.post("/subscriptions", json={"url": there.url}).json()
        kept = mine.post("/subscriptions", json={"url": there.url}).json()
        ok = other.patch(f"/subscriptions/{kept['id']}", json={"name": "taken over"})
        assert ok.status_code == 200
        run(client)
        first = settled(server, made["id"], "pending")
        came = len(there.came)
        assert client.delete(f"/keys/{id}").status_code == 200

        path = f"/subscriptions/{made['id']}"
        found = client.get(path).json()
        assert (found["enabled"], found["note"]) == (False, f"disabled: the key {id} was revoked")
        assert client.get(f"/subscriptions/{kept['id']}").json()["enabled"] is True
        replay = f"{path}/deliveries/{first['id']}/replay"
        assert client.post(replay).status_code == 409
        run(client)
        settled(server, kept["id"], "pending")
        assert client.get(f"{path}/deliveries").json()["deliveries"][0]["id"] == first["id"]
        assert came >= 1

        changed = client.get("/audit", params={"subject": made["id"]}).json()["changes"][0]
        assert (changed["action"], changed["after"]["enabled"]) == ("subscription.changed", False)
        assert client.patch(path, json={"enabled": True}).json()["enabled"] is True


def test_a_secret_can_be_rotated(client: httpx2.Client) -> None:
    made = client.post("/subscriptions", json={"url": "https://example.com/"}).json()
    rotated = client.post(f"/subscriptions/{made['id']}/rotate").json()

    assert rotated["secret"].startswith("whsec_")
    assert rotated["secret"] != made["secret"]


def test_invalid_fields_are_named_and_a_removed_subscription_is_not_found(
    client: httpx2.Client,
) -> None:
    wrong = client.post("/subscriptions", json={"url": "ftp://x", "query": "("})

    assert wrong.status_code == 400
    assert [p["field"] for p in wrong.json()["problems"]] == ["/url", "/query"]
    made = client.post("/subscriptions", json={"url": "https://example.com/"}).json()
    assert client.delete(f"/subscriptions/{made['id']}").json() == {"ok": True}
    assert client.get(f"/subscriptions/{made['id']}").status_code == 404
