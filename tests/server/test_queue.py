"""The queue: waiting runs with their reasons, and workers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.server.api_client import Api, ok, refused
from tests.support.servers import running_server, server_settings

Connect = Callable[..., Api]
# Waits for its client, without a slot.
ASKS = {"tools": [{"kind": "local", "name": "ask", "parameters": {"type": "object"}}]}


@pytest.fixture(params=["sqlite", "postgres"])
def stopped(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Api]:
    """A new workspace of a server that executes nothing."""
    changes = {}
    if request.param == "postgres":
        changes["database_url"] = request.getfixturevalue("postgres_url")
    with running_server(server_settings(tmp_path, **changes), work=False) as server:
        slug = f"q-{tmp_path.name.replace('_', '-')}"[:60].strip("-")
        everywhere = Api(server.url)
        ok(everywhere.http.post(f"{server.url}/api/v1/workspaces", json={"slug": slug}), 201)
        everywhere.http.close()
        api = Api(server.url, slug)
        yield api
        api.http.close()


def test_the_queue_says_what_each_run_waits_for(stopped: Api) -> None:
    api = stopped
    session = api.session()
    first, second = api.send(session, "One"), api.send(session, "Two")
    lone = api.run("Three", metadata={"customer": "acme"})

    queue = api.get("/queue")

    assert queue["total"] == 3
    found = {one["run"]["id"]: one["waitsFor"] for one in queue["waiting"]}
    assert list(found) == [first, second, lone]
    assert found[first]["kind"] == found[lone]["kind"] == "worker"
    assert "runwhy serve" in found[first]["text"]
    assert (found[second]["kind"], found[second]["runId"]) == ("session", first)
    assert found[second]["ahead"] == 1
    assert queue["waiting"][0]["since"] == queue["waiting"][0]["run"]["createdAt"]
    assert len(api.get("/queue", limit=1)["waiting"]) == 1
    assert [one["run"]["id"] for one in api.get("/queue", limit=1, run=lone)["waiting"]] == [lone]
    assert api.get("/queue", run="run_unknown")["waiting"] == []
    assert api.get("/workers") == {"workers": []}


def test_a_bound_key_sees_its_part_of_the_queue_but_no_workers(
    stopped: Api, connect: Connect
) -> None:
    api = stopped
    session = api.session()
    api.send(session, "Hidden")
    mine = api.send(session, "Mine", metadata={"customer": "acme"})
    key = {"name": "acme", "scopes": ["runs:read"], "tags": {"customer": "acme"}}
    secret = ok(api.post("/keys", key), 201)["secret"]
    bound = connect(api.url, api.base.rsplit("/", 1)[1], key=secret)

    queue = bound.get("/queue")

    assert queue["total"] == 1
    (only,) = queue["waiting"]
    assert only["run"]["id"] == mine
    assert (only["waitsFor"]["kind"], only["waitsFor"]["runId"]) == ("session", None)
    refused(bound.http.get("/workers"), 403, "forbidden")


def test_workers_show_their_runs_in_this_workspace(both: Api) -> None:
    run = both.run('[[tool ask {"q": "?"}]]', **ASKS)
    both.waiting(run)

    (worker,) = both.get("/workers")["workers"]

    assert worker["alive"] and worker["slots"] == 64
    assert [one["id"] for one in worker["runs"]] == [run]
    other = Api(both.url)
    assert other.get("/workers")["workers"][0]["runs"] == []
    other.http.close()
    assert both.get("/queue") == {"waiting": [], "total": 0}


def test_the_queue_names_the_limit_and_the_pool_that_a_run_waits_for(tmp_path: Path) -> None:
    with running_server(server_settings(tmp_path, limits={"customer": 1})) as server:
        api = Api(server.url)
        busy = api.run("[[sleep 600]]", metadata={"customer": "acme"})
        api.stream(f"/agent-runs/{busy}/stream", until=("started",))
        limited = api.run("Hello", metadata={"customer": "acme"})
        pooled = api.run("Hello", pool="claude")

        found = {one["run"]["id"]: one["waitsFor"] for one in api.get("/queue")["waiting"]}
        metrics = api.http.get(f"{server.url}/metrics").text

        assert found[limited]["text"] == "customer=acme, 1 of 1 running"
        assert found[limited]["limit"] == {"key": "customer=acme", "used": 1, "most": 1}
        assert (found[pooled]["kind"], found[pooled]["pool"]) == ("pool", "claude")
        assert 'runwhy_queue_waiting{reason="limit"} 1.0' in metrics
        assert 'runwhy_queue_waiting{reason="pool"} 1.0' in metrics
        assert api.get("/workers")["workers"][0]["pools"] == ["default"]
        api.http.close()
