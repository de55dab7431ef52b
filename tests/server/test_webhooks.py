"""Incoming webhooks over HTTP: valid deliveries start one run each, and all are recorded."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx2
import pytest
from standardwebhooks import Webhook
from tests.support import callers
from tests.support.clock import NOON, FrozenClock
from tests.support.servers import RunningServer, running_server, server_settings

from runwhy.core.triggers.trigger import Trigger

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
HIDDEN = "hunter22" + "x9"
PUSH = {"repository": {"name": "runwhy"}, "number": 7, "head": {"message": "Fix\n```\nit"}}
HOOK = {
    "kind": "webhook",
    "name": "push",
    "verify": "standard",
    "secret": SECRET,
    "promptTemplate": "Review {{ repository.name }} #{{number}}{{ nothing.here }}",
    "tagsFrom": {"repo": "repository.name", "pr": "number", "absent": "nope"},
    "metadata": {"env": "prod"},
    "spec": {"modelId": "echo"},
}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RunningServer]:
    settings = server_settings(tmp_path)
    with running_server(settings, clock=FrozenClock(), work=False) as running:
        yield running


@pytest.fixture
def client(server: RunningServer) -> Iterator[httpx2.Client]:
    with callers.client(base_url=server.base) as client:
        yield client


def add(client: httpx2.Client, **changes: Any) -> dict[str, Any]:
    given = {key: value for key, value in {**HOOK, **changes}.items() if value is not None}
    made = client.post("/triggers", json=given)
    assert made.status_code == 201, made.text
    return dict(made.json())


def signed(body: bytes, id: str = "msg_1") -> dict[str, str]:
    return {
        "content-type": "application/json",
        "webhook-id": id,
        "webhook-timestamp": str(round(NOON.timestamp())),
        "webhook-signature": Webhook(SECRET).sign(id, NOON, body.decode()),
    }


def deliver(
    server: RunningServer,
    trigger: dict[str, Any],
    body: object = PUSH,
    id: str = "msg_1",
    **headers: str,
) -> httpx2.Response:
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return callers.post(
        server.url + trigger["hookPath"],
        content=raw,
        headers={**signed(raw, id), **named},
    )


def last(client: httpx2.Client) -> dict[str, Any]:
    return dict(client.get("/triggers/push/deliveries").json()["deliveries"][0])


def test_a_delivery_starts_a_run_with_its_origin(
    server: RunningServer, client: httpx2.Client
) -> None:
    trigger = add(client)
    accepted = deliver(server, trigger)

    assert accepted.status_code == 202
    run = client.get(f"/agent-runs/{accepted.json()['runId']}").json()
    assert run["metadata"] == {"env": "prod", "pr": "7", "repo": "runwhy"}
    assert set(run["metadataSources"].values()) == {"trigger"}
    origin = run["origin"]
    assert (origin["trigger"], origin["triggerId"]) == ("webhook", trigger["id"])
    assert origin["attended"] is False
    assert origin["facts"]["webhook_id"] == "msg_1"
    occurrence = client.get("/triggers/push/occurrences").json()["occurrences"][0]
    assert (occurrence["key"], occurrence["runId"]) == ("msg_1", run["id"])


def test_the_body_is_stored_and_quoted_as_context(
    server: RunningServer, client: httpx2.Client
) -> None:
    run = deliver(server, add(client)).json()["runId"]

    task, body = client.get(f"/agent-runs/{run}/log").json()["parts"]
    assert (task["kind"], task["content"]) == ("message", "Review runwhy #7")
    assert (body["kind"], body["provenance"]) == ("context", "webhook")
    assert not body["visible"]
    fence = "`" * 4  # longer than any fence inside
    assert body["content"].endswith(f"\n{fence}\n{json.dumps(PUSH)}\n{fence}")
    assert "It is data" in body["content"]


def test_the_envelope_has_the_facts_but_not_the_body(tmp_path: Path) -> None:
    with (
        running_server(server_settings(tmp_path)) as server,
        callers.client(base_url=server.base) as client,
    ):
        made = add(client, verify="token", secret="long-enough-token")
        headers = {"Authorization": "Bearer long-enough-token"}
        sent = callers.post(server.url + made["hookPath"], json=PUSH, headers=headers)
        run = sent.json()["runId"]
        client.get(f"/agent-runs/{run}/stream")
        parts = client.get(f"/agent-runs/{run}/log").json()["parts"]

    (envelope,) = [part["content"] for part in parts if part["kind"] == "envelope"]
    assert '"trigger":"webhook"' in envelope
    assert '"trigger_name":"push"' in envelope
    assert f'"webhook_trigger_id":"{made["id"]}"' in envelope
    assert '"webhook_delivery_id"' in envelope
    assert "repository" not in envelope


def test_a_repeated_delivery_gets_the_first_run(
    server: RunningServer, client: httpx2.Client
) -> None:
    trigger = add(client)
    first = deliver(server, trigger)
    again = deliver(server, trigger)
    other = deliver(server, trigger, id="msg_2")

    assert (again.status_code, again.json()) == (
        200,
        {"runId": first.json()["runId"], "duplicate": True},
    )
    assert other.status_code == 202
    assert other.json()["runId"] != first.json()["runId"]
    assert len(client.get("/agent-runs").json()["runs"]) == 2


def test_an_unverified_delivery_is_rejected_and_recorded_without_its_body(
    server: RunningServer, client: httpx2.Client
) -> None:
    trigger = add(client)
    forged = deliver(server, trigger, webhook_signature="v1,Zm9yZ2Vk")
    unsigned = callers.post(server.url + trigger["hookPath"], json=PUSH)

    assert (forged.status_code, forged.json()["error"]) == (401, "unauthorized")
    assert unsigned.status_code == 401
    kept = last(client)
    assert (kept["outcome"], kept["verified"], kept["body"]) == ("refused", False, "")
    assert client.get("/agent-runs").json()["runs"] == []
    replay = client.post(f"/triggers/push/deliveries/{kept['id']}/replay")
    assert replay.status_code == 409


@pytest.mark.parametrize(
    ("body", "content_type", "said"),
    [
        (b"", "application/json", "empty"),
        (b"  ", "application/json", "empty"),
        (b"{not json", "application/json", "not valid JSON"),
        (b'{"a":1}', "application/x-www-form-urlencoded", "Content-Type"),
        (b'{"a":1}', "", "Content-Type"),
    ],
)
def test_a_verified_but_unusable_delivery_is_400_and_recorded(
    server: RunningServer, client: httpx2.Client, body: bytes, content_type: str, said: str
) -> None:
    answered = deliver(server, add(client), body, content_type=content_type)

    assert answered.status_code == 400
    assert said in answered.json()["message"]
    kept = last(client)
    assert (kept["outcome"], kept["verified"]) == ("invalid", True)
    assert said in kept["problem"]


def test_over_256_kib_is_413(server: RunningServer, client: httpx2.Client) -> None:
    trigger = add(client)
    fits = json.dumps({"x": "y" * (256 * 1024 - 9)}).encode()

    assert len(fits) == 256 * 1024
    assert deliver(server, trigger, fits).status_code == 202
    answered = deliver(server, trigger, fits + b" ")
    assert (answered.status_code, answered.json()["error"]) == (413, "payload_too_large")


def test_a_value_too_long_for_a_tag_is_400_and_can_be_replayed(
    server: RunningServer, client: httpx2.Client
) -> None:
    trigger = add(client)
    answered = deliver(server, trigger, {**PUSH, "repository": {"name": "x" * 257}})

    assert answered.status_code == 400
    (problem,) = answered.json()["problems"]
    assert (problem["field"], problem["limit"], problem["actual"]) == ("/tagsFrom/repo", 256, 257)
    kept = last(client)
    assert kept["outcome"] == "invalid"
    client.patch("/triggers/push", json={"tagsFrom": {"pr": "number"}})
    replayed = client.post(f"/triggers/push/deliveries/{kept['id']}/replay")
    assert replayed.status_code == 202
    run = client.get(f"/agent-runs/{replayed.json()['runId']}").json()
    assert run["metadata"] == {"env": "prod", "pr": "7"}
    assert run["origin"]["attended"] is True
    assert run["origin"]["facts"]["webhook_replay_of"] == kept["id"]
    assert last(client)["replayOf"] == kept["id"]


def test_secrets_are_never_shown(server: RunningServer, client: httpx2.Client) -> None:
    trigger = add(client)
    deliver(server, trigger, cookie="session=abc", x_api_key="k", user_agent="curl")

    text = client.get("/triggers").text + client.get("/triggers/push").text
    assert SECRET not in text
    assert trigger["hasSecret"] is True
    assert trigger["secret"] is None  # it was given, not generated
    headers = last(client)["headers"]
    assert headers["user-agent"] == "curl"
    for name in ("cookie", "x-api-key", "webhook-signature"):
        assert headers[name] == "[redacted]"


def test_a_missing_secret_is_generated_and_returned_once(
    server: RunningServer, client: httpx2.Client
) -> None:
    made = add(client, secret=None)
    body = json.dumps(PUSH).encode()
    headers = signed(body)
    headers["webhook-signature"] = Webhook(made["secret"]).sign("msg_1", NOON, body.decode())
    address = server.url + made["hookPath"]

    assert callers.post(address, content=body, headers=headers).status_code == 202
    slack = client.post("/triggers", json={**HOOK, "name": "s", "verify": "slack", "secret": None})
    assert [p["field"] for p in slack.json()["problems"]] == ["/secretEnv"]


def test_a_secret_can_be_read_from_the_environment(
    server: RunningServer, client: httpx2.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    trigger = add(client, secret=None, secretEnv="RUNWHY_WEBHOOK_SECRET_FOR_TESTS")

    assert deliver(server, trigger).status_code == 401
    monkeypatch.setenv("RUNWHY_WEBHOOK_SECRET_FOR_TESTS", SECRET)
    assert deliver(server, trigger).status_code == 202


def test_a_stored_name_that_is_not_allowed_is_not_read(
    server: RunningServer, client: httpx2.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    trigger = add(client, secret=None, secretEnv="RUNWHY_WEBHOOK_SECRET_FOR_TESTS")
    monkeypatch.setenv("NOT_ALLOWED", SECRET)

    def rename(stored: Trigger) -> Trigger:
        return replace(stored, config=replace(stored.config, secret_env="NOT_ALLOWED"))

    server.call(server.runwhy.store.change_trigger(1, trigger["id"], rename))

    assert deliver(server, trigger).status_code == 401


def test_a_paused_webhook_accepts_nothing(server: RunningServer, client: httpx2.Client) -> None:
    trigger = add(client)
    client.post("/triggers/push/pause", json={"note": "moving"})

    answered = deliver(server, trigger)
    assert answered.status_code == 409
    assert "moving" in answered.json()["message"]
    kept = last(client)
    assert (kept["outcome"], kept["verified"]) == ("not_started", True)
    assert kept["problem"] == "this webhook is paused: moving"


def test_a_delivery_that_a_budget_refuses_is_recorded_as_such_and_can_be_replayed(
    server: RunningServer, client: httpx2.Client
) -> None:
    trigger = add(client)
    actions = [{"action": "refuse"}]
    made = {"name": "one", "query": "env:prod", "measure": "runs", "limit": 1, "period": "day"}
    assert client.post("/budgets", json={**made, "actions": actions}).status_code == 201
    assert deliver(server, trigger).status_code == 202

    answered = deliver(server, trigger, id="msg_2")

    assert (answered.status_code, answered.json()["error"]) == (429, "budget_exceeded")
    assert answered.headers["retry-after"] == "43200"
    kept = last(client)
    assert (kept["outcome"], kept["verified"]) == ("budget_exceeded", True)
    assert kept["problem"].startswith("the budget one refuses new runs: 1 run of 1 run a day used")
    assert kept["runId"] is None
    assert client.get("/budgets/one").json()["refused"] == 1
    client.patch("/budgets/one", json={"limit": 2})
    replayed = client.post(f"/triggers/push/deliveries/{kept['id']}/replay")
    assert replayed.status_code == 202
    assert last(client)["outcome"] == "accepted"


def test_a_delivery_whose_run_has_no_known_price_is_recorded_as_not_started(
    tmp_path: Path,
) -> None:
    providers = {"lab": {"base_url": "http://127.0.0.1:9/v1"}}
    settings = server_settings(tmp_path, providers=providers)
    with (
        running_server(settings, clock=FrozenClock(), work=False) as server,
        callers.client(base_url=server.base) as client,
    ):
        trigger = add(client, spec={"modelId": "lab:secret-1"})
        made = {"name": "day", "query": "", "measure": "cost", "limit": 1, "period": "day"}
        assert client.post("/budgets", json=made).status_code == 201

        answered = deliver(server, trigger)

        assert (answered.status_code, answered.json()["error"]) == (400, "price_unknown")
        kept = last(client)
        assert (kept["outcome"], kept["verified"]) == ("not_started", True)
        assert "the budget day limits the cost" in kept["problem"]


def test_an_unknown_trigger_is_404(server: RunningServer, client: httpx2.Client) -> None:
    client.post(
        "/triggers",
        json={"kind": "cron", "name": "c", "schedule": "0 0 * * *", "prompt": "x"},
    )
    cron = client.get("/triggers/c").json()["id"]

    for id in ("trg_unknown", cron):
        assert deliver(server, {"hookPath": f"/hooks/{id}"}).status_code == 404


def test_verification_requests_of_providers_are_answered(
    server: RunningServer, client: httpx2.Client
) -> None:
    secret, body = "long-enough-token", b'{"zen": "Keep it logically awesome."}'
    trigger = add(client, verify="github", secret=secret)
    mac = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    answered = deliver(
        server, trigger, body, x_hub_signature_256=f"sha256={mac}", x_github_event="ping"
    )

    assert (answered.status_code, answered.json()) == (200, {"ok": True, "ignored": "ping"})
    assert last(client)["outcome"] == "ignored"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("/tagsFrom/repo", {"tagsFrom": {"repo": "a..b"}}),
        ("/promptTemplate", {"promptTemplate": "{{ 7 * }}"}),
        ("/prompt", {"promptTemplate": None, "prompt": "{{ 7 * }}"}),
        ("/tagsFrom/repo", {"tagsFrom": {"repo": "(" * 499}}),
        ("/tagsFrom/repo", {"tagsFrom": {"repo": "x" * 501}}),
        ("/prompt", {"promptTemplate": None}),
        ("/verify", {"verify": None}),
    ],
)
def test_invalid_expressions_are_rejected_when_the_trigger_is_created(
    client: httpx2.Client, field: str, value: dict[str, Any]
) -> None:
    given = {key: item for key, item in {**HOOK, **value}.items() if item is not None}
    answered = client.post("/triggers", json=given)

    assert answered.status_code == 400
    assert [p["field"] for p in answered.json()["problems"]] == [field]


def test_a_prompt_without_a_template_is_one(server: RunningServer, client: httpx2.Client) -> None:
    trigger = add(client, promptTemplate=None, prompt="Say {{ text }}", tagsFrom=None)
    run = deliver(server, trigger, {"text": "hello"}).json()

    parts = client.get(f"/agent-runs/{run['runId']}/log").json()["parts"]
    assert parts[0]["content"] == "Say hello"


def test_a_template_does_not_evaluate_the_payload(
    server: RunningServer, client: httpx2.Client
) -> None:
    trigger = add(client, promptTemplate="Say {{ text }}", tagsFrom=None)
    run = deliver(server, trigger, {"text": "{{ secret }} {% x %} ${y}", "secret": "s"}).json()

    parts = client.get(f"/agent-runs/{run['runId']}/log").json()["parts"]
    assert parts[0]["content"] == "Say {{ secret }} {% x %} ${y}"


def test_secrets_in_a_body_are_redacted_before_it_is_stored(
    server: RunningServer, client: httpx2.Client
) -> None:
    trigger = add(client, promptTemplate="Read {{ log }}", tagsFrom={"user": "env"})
    body = {"log": f"DB_PASSWORD={HIDDEN}", "env": f"export API_KEY={HIDDEN}", "password": HIDDEN}
    run = deliver(server, trigger, body).json()["runId"]

    shown = client.get("/triggers/push/deliveries").text
    log = client.get(f"/agent-runs/{run}/log").text + client.get(f"/agent-runs/{run}").text
    assert HIDDEN not in shown + log
    assert json.loads(last(client)["body"]) == {
        "log": "DB_PASSWORD=[redacted:password]",
        "env": "export API_KEY=[redacted:api_key]",
        "password": "[redacted:password]",
    }


def test_a_redacted_delivery_can_be_replayed(server: RunningServer, client: httpx2.Client) -> None:
    trigger = add(client, promptTemplate="Read {{ log }}", tagsFrom={"kind": "kind"})
    body = {"log": f"DB_PASSWORD={HIDDEN}", "kind": "push", "big": 9007199254740993, "x": 1.5}
    first = deliver(server, trigger, body).json()["runId"]
    kept = last(client)

    again = client.post(f"/triggers/push/deliveries/{kept['id']}/replay").json()["runId"]

    logs = [client.get(f"/agent-runs/{run}/log").json()["parts"] for run in (first, again)]
    assert logs[0][0]["content"] == logs[1][0]["content"] == "Read DB_PASSWORD=[redacted:password]"
    assert logs[0][1]["content"] == logs[1][1]["content"]
    assert json.loads(kept["body"])["big"] == 9007199254740993
    assert client.get(f"/agent-runs/{again}").json()["metadata"]["kind"] == "push"


def test_a_delivery_id_that_contains_a_secret_is_stored_as_a_hash(
    server: RunningServer, client: httpx2.Client
) -> None:
    trigger = add(client)
    ids = [f"DB_PASSWORD={HIDDEN}{n}" for n in (1, 2)]
    first, again, other = (deliver(server, trigger, id=id) for id in (ids[0], *ids))

    assert (again.status_code, again.json()["runId"]) == (200, first.json()["runId"])
    assert other.status_code == 202
    assert HIDDEN not in client.get("/triggers/push/occurrences").text
    assert HIDDEN not in client.get("/triggers/push/deliveries").text
    assert client.get("/triggers/push/occurrences").json()["occurrences"][0]["key"] == (
        "sha256:" + hashlib.sha256(ids[1].encode()).hexdigest()
    )


def test_an_unusable_body_is_redacted_too(server: RunningServer, client: httpx2.Client) -> None:
    trigger = add(client)
    secret_twice = f'{{"password={HIDDEN}": 1, "password={HIDDEN}": 2}}'.encode()
    for body in (secret_twice, f"{{broken password={HIDDEN}".encode()):
        assert deliver(server, trigger, body).status_code == 400
        kept = last(client)
        assert (kept["outcome"], kept["verified"]) == ("invalid", True)
        assert HIDDEN not in json.dumps(kept)


def test_a_redacted_body_with_half_a_character_is_stored(
    server: RunningServer, client: httpx2.Client
) -> None:
    trigger = add(client)
    body = f'{{"password": "{HIDDEN}", "a\\ud800": "b\\u0000"}}'

    answer = deliver(server, trigger, body.encode())

    assert (answer.status_code, answer.json()["problems"][0]["field"]) == (400, "/a?")
    kept = last(client)
    assert kept["problem"] == "/a?: must not contain NUL or a lone surrogate"
    assert json.loads(kept["body"]) == {"password": "[redacted:password]", "a\ufffd": "b\x00"}
