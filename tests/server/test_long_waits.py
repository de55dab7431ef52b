"""Approvals that wait for days: the clock is moved, and the server restarts in between."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from tests.contracts.conftest import emptied
from tests.executors.test_approvals import CLAUDE
from tests.server.api_client import Api, ok
from tests.support.servers import running_server, server_settings

from runwhy.wiring import wall_clock

DAYS = 3
BUDGET = {
    "name": "acme-daily",
    "measure": "runs",
    "limit": 1,
    "period": "forever",
    "actions": [{"action": "ask", "percent": 100}],
}


class MovedClock:
    """The real time, moved by some days."""

    def __init__(self) -> None:
        self.moved = timedelta()

    def __call__(self) -> datetime:
        return wall_clock() + self.moved


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> MovedClock:
    monkeypatch.setattr("runwhy.services.journal.LOOK_EVERY", 0.1)
    return MovedClock()


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'runwhy.db'}"
    url: str = request.getfixturevalue("postgres_url")
    emptied(url)
    return url


@contextmanager
def serving(directory: Path, clock: MovedClock, **settings: Any) -> Iterator[Api]:
    given = server_settings(directory, approval_timeout=DAYS * 86_400.0, **settings)
    with running_server(given, clock=clock) as server:
        api = Api(server.url)
        try:
            yield api
        finally:
            api.http.close()


def waiting(api: Api) -> dict[str, Any]:
    """Return the request that waits, once it does."""
    while True:
        found = [item for item in api.get("/inbox", kind="approval")["items"] if item["actions"]]
        if found:
            return dict(found[0])


def at(text: str) -> datetime:
    return datetime.fromisoformat(text)


@pytest.mark.parametrize("answer", ["approve", None])
def test_a_question_of_a_budget_waits_for_days_and_survives_restarts(
    tmp_path: Path, clock: MovedClock, database: str, answer: str | None
) -> None:
    with serving(tmp_path, clock, database_url=database) as api:
        ok(api.post("/budgets", BUDGET), 201)
        api.ended(api.run("First"))
        run = api.run("Second")
        asked = waiting(api)
    assert at(asked["deadline"]) - at(asked["since"]) == timedelta(days=DAYS)
    clock.moved = timedelta(days=DAYS - 1)
    with serving(tmp_path, clock, database_url=database) as api:
        again = waiting(api)
        assert (again["id"], again["since"]) == (asked["id"], asked["since"])
        assert again["deadline"] == asked["deadline"]  # the restart does not prolong it
        path = f"/agent-runs/{run}/approvals/{asked['approvalId']}"
        if answer:
            ok(api.post(path, {"decision": answer}))
        else:
            clock.moved = timedelta(days=DAYS, seconds=1)
        ended = api.ended(run)

    if answer:
        assert ended["status"] == "succeeded"
    else:
        assert (ended["status"], ended["error"]["errorClass"]) == ("failed", "budget_exceeded")


@pytest.mark.parametrize(
    ("moved", "answer"),
    [(DAYS - 1, '"behavior": "allow"'), (DAYS, "no decision within 72h")],
)
def test_a_request_of_a_coding_agent_waits_for_days(
    tmp_path: Path, clock: MovedClock, moved: int, answer: str
) -> None:
    program = tmp_path / "claude"
    program.write_text(f"#!{sys.executable}\n{dedent(CLAUDE)}")
    program.chmod(0o755)
    body = {"executor": "claude", "executorOptions": {"cwd": str(tmp_path)}, "prompt": "Go."}
    with serving(tmp_path, clock, claude_command=str(program)) as api:
        run = ok(api.post("/agent-runs", body), 202)["runId"]
        asked = waiting(api)
        clock.moved = timedelta(days=moved)
        if moved < DAYS:
            assert waiting(api)["id"] == asked["id"]
            ok(
                api.post(
                    f"/agent-runs/{run}/approvals/{asked['approvalId']}", {"decision": "approve"}
                )
            )
        ended = api.ended(run)

    assert ended["status"] == "succeeded"
    assert answer in ended["finalText"]
