"""Saved views and the log of a run, over HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from tests.support import callers
from tests.support.servers import RunningServer, running_server, server_settings

VIEW = {"name": "Failed at night", "page": "runs", "params": "q=status%3Afailed&range=24h"}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RunningServer]:
    with running_server(server_settings(tmp_path)) as running:
        yield running


@pytest.fixture
def client(server: RunningServer) -> Iterator[httpx2.Client]:
    with callers.client(base_url=server.base) as client:
        yield client


@pytest.mark.parametrize("page", ["overview", "runs", "sessions", "tags"])
def test_a_view_is_stored_unchanged(client: httpx2.Client, page: str) -> None:
    view = {**VIEW, "page": page}
    made = client.post("/views", json=view)

    assert made.status_code == 201
    assert client.get("/views").json()["views"] == [made.json()]
    assert {key: made.json()[key] for key in view} == view


def test_a_repeated_request_saves_one_view(client: httpx2.Client) -> None:
    once = {"Idempotency-Key": "a"}
    first = client.post("/views", json=VIEW, headers=once).json()

    assert client.post("/views", json=VIEW, headers=once).json() == first
    assert len(client.get("/views").json()["views"]) == 1


def test_a_changed_view_keeps_its_id(client: httpx2.Client) -> None:
    made = client.post("/views", json=VIEW).json()
    path = f"/views/{made['id']}"

    changed = client.patch(path, json={"params": "q=env%3Aprod"}).json()
    assert changed == {**made, "params": "q=env%3Aprod"}
    assert client.patch(path, json={"name": "Production"}).json()["name"] == "Production"
    assert client.get("/views").json()["views"] == [{**changed, "name": "Production"}]
    assert client.patch(path, json={"name": ""}).json()["problems"][0]["field"] == "/name"
    assert client.patch("/views/viw_none", json={"name": "x"}).status_code == 404


def test_a_removed_view_is_gone(client: httpx2.Client) -> None:
    id = client.post("/views", json=VIEW).json()["id"]

    assert client.delete(f"/views/{id}").json() == {"ok": True}
    assert client.get("/views").json()["views"] == []
    assert client.delete(f"/views/{id}").status_code == 404


def test_a_view_without_a_name_or_with_a_long_one_is_rejected(client: httpx2.Client) -> None:
    said = client.post("/views", json={"name": "", "page": "moon", "params": "x" * 5000})

    assert said.status_code == 400
    fields = {problem["field"] for problem in said.json()["problems"]}
    assert fields == {"/name", "/page", "/params"}


def test_the_log_of_a_run_marks_user_visible_parts(client: httpx2.Client) -> None:
    body = {"systemPrompt": "Be brief.", "prompt": "Hello", "modelId": "echo"}
    run = client.post("/agent-runs", json=body).json()["runId"]
    client.get(f"/agent-runs/{run}/stream")  # wait until it has ended

    parts = client.get(f"/agent-runs/{run}/log").json()["parts"]

    shown = [(part["role"], part["kind"]) for part in parts if part["visible"]]
    hidden = [part["kind"] for part in parts if not part["visible"]]
    assert shown == [("user", "message"), ("assistant", "reply")]
    assert hidden == ["message", "envelope"]  # the instructions and the envelope
