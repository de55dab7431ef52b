"""Demo data obeys the rules of real runs, shows every feature, and can be removed."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx2
import pytest
from tests.support import callers
from tests.support.servers import RunningServer, running_server, server_settings

from runwhy.core.runs.events import TERMINAL

RUNS = 80
OWN_TRIGGER = {"kind": "cron", "name": "inbox-check", "schedule": "0 3 * * *", "prompt": "Mine"}
Run = dict[str, Any]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    folder: Path = tmp_path_factory.mktemp("demo")
    with running_server(server_settings(folder)) as running:
        yield running


@pytest.fixture(scope="module")
def client(server: RunningServer) -> Iterator[httpx2.Client]:
    with callers.client(base_url=server.base) as client:
        client.post("/agent-runs", json={"systemPrompt": "Be brief.", "prompt": "My own"})
        client.post("/triggers", json=OWN_TRIGGER)
        client.post("/agents", json={"name": "support", "systemPrompt": "Mine."})
        client.post("/subscriptions", json={"url": "https://mine.example/", "name": "mine"})
        made = client.post("/demo", json={"runs": RUNS, "days": 2})
        assert made.status_code == 201, made.text
        assert made.json()["failed"] is None
        yield client


@pytest.fixture(scope="module")
def runs(client: httpx2.Client) -> list[Run]:
    return [run for run in everything(client) if run["metadata"].get("demo") == "true"]


def everything(client: httpx2.Client) -> list[Run]:
    found: list[Run] = []
    cursor = None
    while True:
        params = {"limit": 200} | ({"cursor": cursor} if cursor else {})
        page = client.get("/agent-runs", params=params).json()
        found += page["runs"]
        cursor = page["nextCursor"]
        if cursor is None:
            return found


def entries(client: httpx2.Client, run: Run) -> list[dict[str, Any]]:
    return list(client.get(f"/agent-runs/{run['id']}/entries").json()["entries"])


def log(client: httpx2.Client, run: Run) -> list[dict[str, Any]]:
    return list(client.get(f"/agent-runs/{run['id']}/log").json()["parts"])


def test_the_requested_number_of_runs_is_created(client: httpx2.Client, runs: list[Run]) -> None:
    assert len(runs) >= RUNS
    assert len(everything(client)) == len(runs) + 1


def test_every_kind_of_trigger_has_a_run(runs: list[Run]) -> None:
    kinds = {"api", "cli", "cron", "daemon", "subtask", "telegram", "timer", "webhook"}
    assert {run["origin"]["trigger"] for run in runs} == kinds
    assert {"succeeded", "failed", "waiting"} <= {run["status"] for run in runs}


def test_every_run_knows_its_origin_and_none_is_in_the_future(runs: list[Run]) -> None:
    now = datetime.now(UTC).isoformat()

    for run in runs:
        origin = run["origin"]
        assert origin["actor"]["kind"] and origin["requestedAt"] <= run["createdAt"] <= now
        assert run["createdAt"] <= run["startedAt"] <= (run["finishedAt"] or now) <= now


def test_every_run_has_one_end_an_envelope_and_a_log(
    client: httpx2.Client, server: RunningServer, runs: list[Run]
) -> None:
    store = server.runwhy.store
    for run in runs:
        events = server.call(store.list_events(run["id"], after=0, limit=500))
        ends = [event.type for event in events if event.type in TERMINAL]
        assert len(ends) == (run["status"] != "waiting"), run
        assert [event.seq for event in events] == list(range(1, len(events) + 1))
        kinds = [part["kind"] for part in log(client, run)]
        assert kinds[0] == "message" and kinds.count("envelope") == 1
        assert run["envelope"]["bytes"] > 0, run
        if run["status"] == "succeeded":
            assert kinds[-1] == "reply" and run["tokens"]["outputTokens"] > 0


def test_nothing_waits_in_the_queue(client: httpx2.Client, server: RunningServer) -> None:
    waiting, _ = server.call(server.runwhy.store.queue_depth())

    assert waiting == 0


def test_failures_are_among_the_runs_of_the_last_day(runs: list[Run]) -> None:
    since = (datetime.now(UTC) - timedelta(hours=24)).isoformat()
    recent = [run for run in runs if run["createdAt"] > since and run["status"] == "failed"]

    assert {"api", "cli", "cron"} <= {run["origin"]["trigger"] for run in recent}
    assert all(run["error"]["message"] for run in recent)


def test_a_coding_agent_changed_a_file_after_its_tests_were_allowed(
    client: httpx2.Client, runs: list[Run]
) -> None:
    run = next(
        run
        for run in runs
        if run["executor"] == "claude" and run["status"] == "succeeded" and run["turns"] > 3
    )

    assert any(
        "+    for attempt in retries(limit=5):" in str(entry) for entry in entries(client, run)
    )
    (approval,) = client.get(f"/agent-runs/{run['id']}/approvals").json()["approvals"]
    assert (approval["decision"], approval["decidedBy"]) == ("approve", "mara")


def test_a_run_has_child_runs(runs: list[Run]) -> None:
    children = [run for run in runs if run["origin"]["trigger"] == "subtask"]
    (parent,) = (run for run in runs if run["id"] == children[0]["parentRunId"])

    assert len(children) == 2 and parent["status"] == "succeeded"


def test_a_follow_up_has_its_reason_and_a_question_the_commands_before_it(
    client: httpx2.Client, runs: list[Run]
) -> None:
    first = log(client, next(r for r in runs if r["origin"]["trigger"] == "timer"))[0]
    assert first["synthetic"] and first["triggerType"] and first["triggerReason"]
    assert not first["visible"]

    asked = next(r for r in runs if r["sessionId"] and r["origin"]["trigger"] == "cli")
    context = [str(part) for part in log(client, asked) if part["kind"] == "context"]
    assert "kubectl rollout status" in context[0]


def test_triggers_did_what_their_occurrences_say(client: httpx2.Client) -> None:
    triggers = {one["name"]: one for one in client.get("/triggers").json()["triggers"]}

    assert triggers["inbox-check"]["prompt"] == "Mine", "a taken name stays with its owner"
    assert "inbox-check-demo" in triggers
    assert {one["spec"].get("modelId") for one in triggers.values()} == {"echo", None}
    failing = triggers["stock-check"]
    assert (failing["enabled"], failing["note"]) == (
        False,
        "paused automatically: the last 3 runs failed",
    )
    hook = client.get("/triggers/code-review/deliveries").json()["deliveries"]
    assert {one["outcome"] for one in hook} == {"accepted", "duplicate", "refused"}
    nightly = client.get("/triggers/nightly-acme/occurrences").json()["occurrences"]
    assert len(nightly) == 2 and all(one["runId"] for one in nightly)


def test_runs_and_triggers_use_agents_by_name(client: httpx2.Client, runs: list[Run]) -> None:
    agents = {one["name"]: one for one in client.get("/agents").json()["agents"]}
    assert agents.keys() == {"support", "support-demo", "shop-chat", "back-office", "reviewer"}
    triggers = {one["name"]: one for one in client.get("/triggers").json()["triggers"]}
    assert triggers["nightly-acme"]["agentId"] == agents["back-office"]["id"]

    found = client.get("/agent-runs", params={"q": "agent:support-demo", "limit": 200})
    used = {run["spec"]["agentVersion"] for run in found.json()["runs"]}
    assert used == {1, 2}
    versions = client.get(f"/agents/{agents['support-demo']['id']}/versions").json()["versions"]
    assert [one["version"] for one in versions] == [2, 1]
    assert {run["spec"]["agentId"] for run in runs if run["origin"]["trigger"] == "webhook"} == {
        agents["reviewer"]["id"]
    }


def test_chats_begin_differently_and_recall_what_is_known(
    client: httpx2.Client, runs: list[Run]
) -> None:
    sessions = client.get("/agent-sessions").json()["sessions"]
    begins = [one["firstMessage"] for one in sessions]
    assert len(begins) > 3 and len(set(begins)) == len(begins)

    memories = client.get("/memories").json()["memories"]
    assert {one["source"] for one in memories} == {"human", "agent"}
    recalled = {
        hit["id"] for run in runs for hit in (run["memory"] or {}).get("hits", ()) if hit["score"]
    }
    assert recalled and recalled <= {one["id"] for one in memories}
    one = next(iter(recalled))
    assert client.get(f"/memories/{one}/recalls").json()["runs"]


def test_only_subscriptions_of_the_demo_got_deliveries(
    client: httpx2.Client, runs: list[Run]
) -> None:
    known = {one["name"]: one for one in client.get("/subscriptions").json()["subscriptions"]}

    def sent(name: str) -> list[dict[str, Any]]:
        path = f"/subscriptions/{known[name]['id']}/deliveries"
        return list(client.get(path).json()["deliveries"])

    assert Counter(one["status"] for one in sent("on-call")).keys() == {"delivered"}
    assert not known["ledger"]["enabled"] and "410" in known["ledger"]["note"]
    assert not {one["runId"] for one in sent("mine")} & {run["id"] for run in runs}


def test_a_budget_counts_the_cost_of_a_customer(client: httpx2.Client, runs: list[Run]) -> None:
    [budget] = client.get("/budgets").json()["budgets"]

    assert budget["name"] == "acme-weekly"
    start = datetime.fromisoformat(budget["resetsAt"]) - timedelta(days=7)
    costs = [
        float(run["cost"] or 0)
        for run in runs
        if run["metadata"].get("customer") == "acme"
        and datetime.fromisoformat(run["createdAt"]) >= start
    ]
    assert budget["used"] == pytest.approx(sum(costs))


def test_an_alert_fires_because_of_the_failures_of_the_last_day(client: httpx2.Client) -> None:
    assert [each["name"] for each in client.get("/alerts").json()["alerts"]] == ["prod-failures"]
    deadline = time.monotonic() + 60
    with client.stream("GET", "/inbox/stream", timeout=30) as changes:
        lines = changes.iter_lines()
        while "alert" not in [each["kind"] for each in client.get("/inbox").json()["items"]]:
            assert time.monotonic() < deadline, client.get("/alerts").json()
            next(lines)  # a ping every 15 seconds, at the latest


def test_adding_demo_data_twice_is_rejected(client: httpx2.Client) -> None:
    again = client.post("/demo", json={"runs": RUNS, "days": 2})

    assert again.status_code == 409 and "runwhy demo --remove" in again.json()["message"]


def test_the_waiting_agent_continues_after_approval(client: httpx2.Client, runs: list[Run]) -> None:
    (run,) = (run for run in runs if run["status"] == "waiting")
    (approval,) = client.get(f"/agent-runs/{run['id']}/approvals").json()["approvals"]
    assert approval["decision"] is None

    path = f"/agent-runs/{run['id']}/approvals/{approval['id']}"
    client.post(path, json={"decision": "approve"}).raise_for_status()

    stream = client.get(f"/agent-runs/{run['id']}/stream").text
    assert stream.count("event: result") == 1
    assert "4 passed" in str(entries(client, run))


def test_removing_deletes_all_demo_data_and_nothing_else(
    client: httpx2.Client, runs: list[Run]
) -> None:
    gone = client.delete("/demo").json()

    assert gone["runs"] == len(runs) and gone["sessions"] > 0
    assert [run["metadata"] for run in everything(client)] == [{}]
    assert client.get("/agent-sessions").json()["total"] == 0
    assert [one["name"] for one in client.get("/triggers").json()["triggers"]] == ["inbox-check"]
    subscriptions = client.get("/subscriptions").json()["subscriptions"]
    assert [one["name"] for one in subscriptions] == ["mine"]
    assert [one["name"] for one in client.get("/agents").json()["agents"]] == ["support"]
    assert client.get("/memories").json()["memories"] == []
    assert client.get("/budgets").json()["budgets"] == []
    assert client.get("/alerts").json()["alerts"] == []


def test_a_waiting_run_can_be_removed_and_created_again(client: httpx2.Client) -> None:
    made = client.post("/demo", json={"runs": 1, "days": 1}).json()

    assert made["failed"] is None
    assert client.delete("/demo").json()["runs"] == made["runs"]
    assert client.delete("/demo").json()["runs"] == 0


def test_demo_data_is_made_and_removed_on_postgres(postgres_url: str, tmp_path: Path) -> None:
    settings = server_settings(tmp_path, database_url=postgres_url)
    with running_server(settings) as server, callers.client(base_url=server.base) as client:
        made = client.post("/demo", json={"runs": 1, "days": 1}).json()
        own = client.post("/agent-runs", json={"systemPrompt": "Be brief.", "prompt": "My own"})

        assert made["failed"] is None and own.status_code == 202
        assert len(everything(client)) == made["runs"] + 1
        assert client.delete("/demo").json()["runs"] == made["runs"]
        assert [run["id"] for run in everything(client)] == [own.json()["runId"]]
