"""Triggers over HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from tests.support import callers
from tests.support.clock import FrozenClock
from tests.support.servers import RunningServer, running_server, server_settings

from runwhy.core.runs.run import Failure, Outcome, Status
from runwhy.ports import JOBS_TOPIC, RunFilter

NIGHTLY = {
    "kind": "cron",
    "name": "nightly",
    "schedule": "0 2 * * *",
    "timezone": "Europe/Berlin",
    "prompt": "Summarize the day.",
    "metadata": {"env": "prod"},
    "spec": {"modelId": "echo"},
}


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock()


@pytest.fixture
def server(tmp_path: Path, clock: FrozenClock) -> Iterator[RunningServer]:
    with running_server(server_settings(tmp_path), clock=clock, work=False) as running:
        yield running


@pytest.fixture
def client(server: RunningServer) -> Iterator[httpx2.Client]:
    with callers.client(base_url=server.base) as client:
        yield client


def test_a_schedule_has_next_times_and_a_description(client: httpx2.Client) -> None:
    made = client.post("/triggers", json=NIGHTLY)

    assert made.status_code == 201
    found = made.json()
    assert {key: found[key] for key in NIGHTLY} == NIGHTLY
    assert found["nextAt"] == "2026-11-04T01:00:00.000Z"
    assert found["nextTimes"][0] == found["nextAt"]
    assert len(found["nextTimes"]) == 5
    assert found["inWords"] == "At 02:00 every day, Europe/Berlin time"
    assert found["createdBy"] == "this machine"
    assert found["secret"] is None
    shown = {key: value for key, value in found.items() if key != "secret"}
    assert client.get(f"/triggers/{found['id']}").json() == shown
    assert client.get("/triggers/nightly").json() == shown
    assert client.get("/triggers").json() == {"triggers": [{**shown, "lastOccurrence": None}]}
    run = client.post("/triggers/nightly/fire").json()["runId"]
    assert client.get("/triggers").json()["triggers"][0]["lastOccurrence"]["runId"] == run


def test_a_schedule_can_be_previewed(client: httpx2.Client) -> None:
    body = {"schedule": "*/5 * * * *", "timezone": "UTC"}
    found = client.post("/triggers/preview", json=body).json()

    assert found["inWords"] == "Every fifth minute of every hour"
    assert found["nextTimes"][:2] == ["2026-11-03T12:05:00.000Z", "2026-11-03T12:10:00.000Z"]
    wrong = client.post("/triggers/preview", json={"schedule": "x", "timezone": "Moon"})
    assert [p["field"] for p in wrong.json()["problems"]] == ["/schedule", "/timezone"]


def test_all_invalid_fields_are_named(client: httpx2.Client) -> None:
    said = client.post("/triggers", json={"kind": "cron", "name": "x", "schedule": "* *"})
    other = client.post("/triggers", json={**NIGHTLY, "verify": "github"})
    typed = client.post("/triggers", json={**NIGHTLY, "overlap": "maybe", "metadata": {"a": 1}})

    assert said.status_code == other.status_code == typed.status_code == 400
    assert [p["field"] for p in said.json()["problems"]] == ["/schedule", "/prompt"]
    assert [p["field"] for p in other.json()["problems"]] == ["/verify"]
    assert {p["field"] for p in typed.json()["problems"]} == {"/overlap", "/metadata/a"}


def test_firing_now_is_attended_with_the_caller_as_actor(client: httpx2.Client) -> None:
    trigger = client.post("/triggers", json=NIGHTLY).json()
    fired = client.post("/triggers/nightly/fire")

    assert fired.status_code == 202
    origin = client.get(f"/agent-runs/{fired.json()['runId']}").json()["origin"]
    assert (origin["trigger"], origin["attended"]) == ("cron", True)
    assert origin["triggerId"] == trigger["id"]
    assert origin["actor"]["kind"] == "local"
    assert fired.json()["metadata"] == {"env": "prod"}


def test_occurrences_are_listed_with_their_reasons(
    client: httpx2.Client, server: RunningServer, clock: FrozenClock
) -> None:
    client.post("/triggers", json={**NIGHTLY, "schedule": "0 * * * *"})
    for _ in range(3):
        clock.advance(hours=1)
        server.call(server.runwhy.services.triggers.fire_due())

    page = client.get("/triggers/nightly/occurrences", params={"limit": 2}).json()
    rest = client.get(
        "/triggers/nightly/occurrences", params={"limit": 2, "cursor": page["nextCursor"]}
    ).json()

    assert [o["status"] for o in page["occurrences"]] == ["skipped", "skipped"]
    assert "is still queued" in page["occurrences"][0]["reason"]
    (first,) = rest["occurrences"]
    assert first["status"] == "fired"
    assert first["plannedAt"] == "2026-11-03T13:00:00.000Z"
    assert (
        client.get(f"/agent-runs/{first['runId']}").json()["origin"]["scheduledFor"]
        == (first["plannedAt"])
    )
    assert first["run"] == {"status": "queued", "startedAt": None, "finishedAt": None}
    assert page["occurrences"][0]["run"] is None
    assert rest["nextCursor"] is None


def end_runs(server: RunningServer, clock: FrozenClock, *, failure: str | None = None) -> None:
    """End every run that may start now."""
    store = server.runwhy.store
    outcome = Outcome(status=Status.SUCCEEDED, text="Done.")
    if failure:
        outcome = Outcome(status=Status.FAILED, failure=Failure(message=failure))
    server.call(store.register_worker("wrk_1", "test", at=clock()))
    for claim in server.call(store.claim("wrk_1", limit=100, clock=clock)):
        server.call(store.finish(claim, outcome, at=clock()))


def test_health_says_whether_runs_succeed_and_start_on_time(
    client: httpx2.Client, server: RunningServer, clock: FrozenClock
) -> None:
    def health() -> dict[str, Any]:
        found: dict[str, Any] = client.get("/triggers/nightly").json()["health"]
        (listed,) = client.get("/triggers").json()["triggers"]
        assert listed["health"] == found
        return found

    made = client.post("/triggers", json={**NIGHTLY, "schedule": "0 * * * *"}).json()
    nothing = {"recent": [], "failureStreak": 0, "missed": 0, "latenessMs": None, "state": "idle"}
    nothing["startError"] = None
    assert made["health"] == health() == nothing

    clock.advance(hours=1, seconds=2)
    server.call(server.runwhy.services.triggers.fire_due())
    end_runs(server, clock)
    good = health()
    assert (good["state"], good["latenessMs"]) == ("ok", 2000)
    (run,) = good["recent"]
    assert (run["status"], run["at"]) == ("succeeded", "2026-11-03T13:00:02.000Z")

    clock.advance(hours=1)
    server.call(server.runwhy.services.triggers.fire_due())
    end_runs(server, clock, failure="the model is overloaded")
    failing = health()
    assert (failing["state"], failing["failureStreak"]) == ("failing", 1)
    assert failing["recent"][0]["reason"] == "the model is overloaded"
    assert failing["recent"][1] == run

    clock.advance(hours=5, minutes=30)
    server.call(server.runwhy.services.triggers.fire_due())
    assert health()["missed"] == 5
    paused = client.post("/triggers/nightly/pause", json={}).json()
    assert paused["health"] == health()
    assert (paused["health"]["state"], paused["health"]["failureStreak"]) == ("paused", 1)


def test_triggers_can_be_sorted_by_trouble(
    client: httpx2.Client, server: RunningServer, clock: FrozenClock
) -> None:
    for name in ("a idle", "b failing", "c paused"):
        client.post("/triggers", json={**NIGHTLY, "name": name})
    client.post("/triggers/b failing/fire")
    end_runs(server, clock, failure="no")
    client.post("/triggers/c paused/pause", json={})

    def names(**params: str) -> list[str]:
        found = client.get("/triggers", params=params)
        return [trigger["name"] for trigger in found.json()["triggers"]]

    assert names() == names(sort="name") == ["a idle", "b failing", "c paused"]
    assert names(sort="trouble") == ["b failing", "c paused", "a idle"]
    assert client.get("/triggers", params={"sort": "age"}).status_code == 400


def test_reasons_of_runs_need_the_scope_to_read_runs(
    client: httpx2.Client, server: RunningServer, clock: FrozenClock
) -> None:
    client.post("/triggers", json=NIGHTLY)
    client.post("/triggers/nightly/fire")
    end_runs(server, clock, failure="no such customer: acme")
    body = {"name": "k", "scopes": ["triggers:read"]}
    key = {"X-API-Key": client.post("/keys", json=body).json()["secret"]}

    for path in ("/triggers", "/triggers/nightly", "/triggers/nightly/occurrences"):
        assert "acme" in client.get(path).text
        limited = client.get(path, headers=key)
        assert "acme" not in limited.text
        assert '"failed"' in limited.text


def test_pause_with_a_note_and_resume(client: httpx2.Client, clock: FrozenClock) -> None:
    client.post("/triggers", json=NIGHTLY)
    paused = client.post("/triggers/nightly/pause", json={"note": "on holiday"}).json()

    assert (paused["enabled"], paused["note"]) == (False, "on holiday")
    assert (paused["nextAt"], paused["nextTimes"]) == (None, [])
    clock.advance(days=3)
    resumed = client.post("/triggers/nightly/resume").json()
    assert (resumed["enabled"], resumed["note"]) == (True, None)
    assert resumed["nextAt"] == "2026-11-07T01:00:00.000Z"


def test_a_changed_schedule_fires_at_its_new_time(client: httpx2.Client) -> None:
    client.post("/triggers", json=NIGHTLY)
    changed = client.patch("/triggers/nightly", json={"schedule": "0 3 * * *"}).json()
    cleared = client.patch("/triggers/nightly", json={"timezone": None, "name": "late"}).json()

    assert changed["nextAt"] == "2026-11-04T02:00:00.000Z"
    assert cleared["nextAt"] == "2026-11-04T03:00:00.000Z"
    assert (cleared["name"], cleared["version"]) == ("late", 3)
    assert client.patch("/triggers/late", json={"schedule": "no"}).status_code == 400
    assert client.delete("/triggers/late").json() == {"ok": True}
    assert client.get("/triggers/late").status_code == 404


def test_a_claimed_cron_trigger_is_not_believed(client: httpx2.Client) -> None:
    body = {"systemPrompt": "Help.", "prompt": "Hi", "trigger": "cron", "attended": False}
    run = client.post("/agent-runs", json=body).json()["runId"]

    origin = client.get(f"/agent-runs/{run}").json()["origin"]
    assert (origin["trigger"], origin["attended"]) == ("api", True)
    assert origin["claimed"] == {"trigger": "cron", "attended": False}


def test_a_key_needs_its_scopes(client: httpx2.Client) -> None:
    def key(*scopes: str) -> dict[str, str]:
        body = {"name": "k", "scopes": list(scopes)}
        secret = client.post("/keys", json=body).json()["secret"]
        return {"Authorization": f"Bearer {secret}"}

    reads, writes, none = key("triggers:read"), key("triggers:write"), key("runs:read")
    assert client.get("/triggers", headers=reads).status_code == 200
    assert client.get("/triggers", headers=none).status_code == 403
    assert client.post("/triggers", json=NIGHTLY, headers=reads).status_code == 403
    assert client.post("/triggers", json=NIGHTLY, headers=writes).status_code == 201
    assert client.post("/triggers/nightly/fire", headers=reads).status_code == 403


def test_a_running_server_fires_due_triggers(tmp_path: Path) -> None:
    with (
        running_server(server_settings(tmp_path)) as server,
        callers.client(base_url=server.base) as client,
    ):
        body = {**NIGHTLY, "schedule": "* * * * * *", "overlap": "allow"}
        client.post("/triggers", json=body)
        found = server.call(_first_run(server))
        run = client.get(f"/agent-runs/{found}").json()

    assert run["origin"]["trigger"] == "cron"
    assert run["origin"]["attended"] is False


async def _first_run(server: RunningServer) -> str:
    runwhy = server.runwhy
    async with runwhy.feed.subscribe(JOBS_TOPIC) as news:
        for _ in range(60):
            if runs := await runwhy.store.list_runs(1, RunFilter(), limit=1):
                return runs[0].id
            await news.wait(1.0)
    raise AssertionError("nothing was fired")
