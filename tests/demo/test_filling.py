"""Made-up data: believable, labelled, the same each time, and gone when asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from tests.support import callers
from tests.support.clock import NOON
from tests.support.servers import RunningServer, running_server, server_settings

from runwhy.demo.almanac import tell
from runwhy.demo.talks import rng_of

RUNS = 300
OWN_TRIGGER = {"kind": "cron", "name": "inbox-check", "schedule": "0 3 * * *", "prompt": "Mine"}


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
        client.post("/subscriptions", json={"url": "https://mine.example/", "name": "mine"})
        made = client.post("/demo", json={"runs": RUNS, "days": 3})
        assert made.status_code == 201, made.text
        yield client


def everything(client: httpx2.Client) -> list[dict[str, object]]:
    found: list[dict[str, object]] = []
    cursor = None
    while True:
        params = {"limit": 200} | ({"cursor": cursor} if cursor else {})
        page = client.get("/agent-runs", params=params).json()
        found += page["runs"]
        cursor = page["nextCursor"]
        if cursor is None:
            return found


def test_every_made_up_run_has_the_tag_demo(client: httpx2.Client) -> None:
    marked = [run for run in everything(client) if run["metadata"].get("demo") == "true"]

    assert len(marked) >= RUNS
    assert len(everything(client)) == len(marked) + 1


def test_there_are_schedules_hooks_chats_people_and_failures(client: httpx2.Client) -> None:
    runs = everything(client)

    triggers = Counter(run["origin"]["trigger"] for run in runs)
    assert {"api", "cli", "cron", "webhook", "telegram", "timer", "daemon"} <= set(triggers)
    assert {"succeeded", "failed"} <= {run["status"] for run in runs}
    assert {"claude", "codex"} & {run["executor"] for run in runs}


def test_a_made_up_run_reads_like_a_real_one(client: httpx2.Client) -> None:
    run = next(r for r in everything(client) if r["turns"] > 1 and r["status"] == "succeeded")

    kinds = [p["kind"] for p in client.get(f"/agent-runs/{run['id']}/log").json()["parts"]]
    assert kinds[:2] == ["message", "envelope"] and "tool_result" in kinds
    stream = client.get(f"/agent-runs/{run['id']}/stream").text
    assert "event: started" in stream and stream.count("event: result") == 1


def test_what_an_agent_says_by_itself_is_marked_with_its_reason(client: httpx2.Client) -> None:
    run = next(r for r in everything(client) if r["origin"]["trigger"] == "timer")

    first = client.get(f"/agent-runs/{run['id']}/log").json()["parts"][0]
    assert first["synthetic"] and first["triggerType"] and first["triggerReason"]
    assert not first["visible"]


def test_no_made_up_run_waits_for_a_worker(client: httpx2.Client, server: RunningServer) -> None:
    waiting, _ = server.call(server.runwhy.store.queue_depth())

    assert waiting == 0


def test_the_triggers_behind_it_are_there_with_what_they_did(client: httpx2.Client) -> None:
    triggers = {one["name"]: one for one in client.get("/triggers").json()["triggers"]}

    assert {"nightly-acme", "nightly-globex", "nightly-initech", "code-review"} < set(triggers)
    assert triggers["inbox-check"]["prompt"] == "Mine", "a name that is taken stays whose it is"
    assert {one["spec"].get("modelId") for one in triggers.values()} == {"echo", None}
    nightly = client.get("/triggers/nightly-acme/occurrences").json()["occurrences"]
    assert len(nightly) == 3 and all(one["status"] == "fired" for one in nightly)
    hook = client.get("/triggers/code-review/deliveries").json()["deliveries"]
    assert {one["outcome"] for one in hook} == {"accepted", "duplicate", "refused"}
    assert all(client.get(f"/agent-runs/{one['runId']}").is_success for one in hook if one["runId"])


def test_subscribers_were_told_and_nobody_else_is(client: httpx2.Client) -> None:
    known = {one["name"]: one for one in client.get("/subscriptions").json()["subscriptions"]}

    def sent(name: str) -> list[dict[str, object]]:
        path = f"/subscriptions/{known[name]['id']}/deliveries"
        return list(client.get(path).json()["deliveries"])

    assert {one["status"] for one in sent("on-call")} <= {"delivered", "failed"} and sent("on-call")
    assert not known["invoices to the ledger"]["enabled"]
    told = {one["runId"] for one in sent("mine")}
    assert not told & {run["id"] for run in everything(client) if run["metadata"]}


def test_the_same_chance_tells_the_same_stories() -> None:
    assert tell(rng_of(7), runs=100, days=2, now=NOON) == tell(
        rng_of(7), runs=100, days=2, now=NOON
    )


def test_nothing_is_made_up_about_the_future() -> None:
    talks, alone = tell(rng_of(7), runs=500, days=2, now=NOON)

    told = [*alone, *(story for talk in talks for story in talk.stories)]
    assert max(story.at for story in told) <= NOON


def test_removing_takes_all_of_it_and_nothing_else(client: httpx2.Client) -> None:
    before = len(everything(client)) - 1

    gone = client.delete("/demo").json()

    assert gone["runs"] == before and gone["sessions"] > 0
    assert [run["metadata"] for run in everything(client)] == [{}]
    assert client.get("/agent-sessions").json()["total"] == 0
    assert [one["name"] for one in client.get("/triggers").json()["triggers"]] == ["inbox-check"]
    subscriptions = client.get("/subscriptions").json()["subscriptions"]
    assert [one["name"] for one in subscriptions] == ["mine"]
    assert client.get("/agent-runs", params={"metadata": "demo:true"}).json()["runs"] == []
