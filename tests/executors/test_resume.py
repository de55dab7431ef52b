"""Resuming an agent's session while a run uses it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.executors.stand_in import agent_server
from tests.server.api_client import Api, ok, refused

SESSION = "7c0e2a34-51c5-4f0f-8f5b-0f3f6c2f9d12"


@pytest.fixture
def api(tmp_path: Path) -> Iterator[Api]:
    """A server whose agent reports its session and ends when the test writes to a pipe."""
    os.mkfifo(tmp_path / "release")
    program = f"""\
        import json
        start = {{"type": "system", "subtype": "init", "session_id": {SESSION!r}}}
        print(json.dumps(start), flush=True)
        said = open({str(tmp_path / "release")!r}).read()
        end = {{"type": "result", "is_error": False, "result": said, "session_id": {SESSION!r}}}
        print(json.dumps(end), flush=True)
        """
    with agent_server(tmp_path, "cursor", program) as api:
        yield api


def start(api: Api, directory: Path, **options: Any) -> Any:
    given = {"cwd": str(directory), **options}
    body = {"executor": "cursor", "executorOptions": given, "prompt": "Go."}
    return api.post("/agent-runs", body)


def at_work(api: Api, directory: Path) -> str:
    """Start a run and wait until its session is known."""
    run: str = ok(start(api, directory), 202)["runId"]
    api.stream(f"/agent-runs/{run}/stream", until=("entry",))
    return run


def release(directory: Path, said: str) -> None:
    (directory / "release").write_text(said)


def test_resuming_a_session_in_which_a_run_is_at_work_is_refused(api: Api, tmp_path: Path) -> None:
    first = at_work(api, tmp_path)

    error = refused(start(api, tmp_path, resume=SESSION), 409, "conflict")

    assert first in str(error) and "`after`" in str(error)
    release(tmp_path, "done")
    assert api.ended(first)["status"] == "succeeded"
    assert len(api.get("/agent-runs")["runs"]) == 1


def test_a_run_with_after_starts_when_the_run_at_work_has_ended(api: Api, tmp_path: Path) -> None:
    first = at_work(api, tmp_path)

    second = ok(start(api, tmp_path, resume=SESSION, after=True), 202)["runId"]

    assert api.get(f"/agent-runs/{second}")["status"] == "queued"
    refused(start(api, tmp_path, resume=SESSION), 409, "conflict")
    release(tmp_path, "first")
    assert api.ended(first)["finalText"] == "first"
    api.stream(f"/agent-runs/{second}/stream", until=("entry",))
    release(tmp_path, "second")
    assert api.ended(second)["finalText"] == "second"


def test_two_resumes_of_an_ended_run_do_not_work_at_once(api: Api, tmp_path: Path) -> None:
    first = at_work(api, tmp_path)
    release(tmp_path, "first")
    api.ended(first)

    second = ok(start(api, tmp_path, resume=SESSION), 202)["runId"]

    assert second in str(refused(start(api, tmp_path, resume=SESSION), 409, "conflict"))
    api.stream(f"/agent-runs/{second}/stream", until=("entry",))
    release(tmp_path, "second")
    assert api.ended(second)["status"] == "succeeded"


def test_after_must_be_true_or_false(api: Api, tmp_path: Path) -> None:
    error = refused(start(api, tmp_path, resume=SESSION, after="yes"), 400, "invalid_request")

    assert "/executorOptions/after" in str(error)
