"""`runwhy demo`, and one query in every place where one can ask."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.conftest import Command
from tests.cli.processes import Served, environment, json_lines
from tests.cli.processes import runwhy as runwhy_command
from tests.support import callers

import runwhy

QUERY = "demo:true (trigger:cron OR trigger:webhook) -status:failed"


@pytest.fixture(scope="module")
def workspace(server: Served) -> str:
    with runwhy.Client(server.url) as client:
        client.request("POST", "/api/v1/workspaces", {"slug": "shown"})
    return "shown"


def test_a_workspace_is_filled_asked_about_everywhere_alike_and_emptied(
    command: Command, server: Served, workspace: str
) -> None:
    def ask(*words: str, code: int = 0) -> str:
        return command("--workspace", workspace, *words, code=code).output

    (made,) = json_lines(ask("demo", "--runs", "120", "--days", "2", "--json"))
    assert made["runs"] >= 120 and made["sessions"] > 0
    assert "runwhy demo --remove" in ask("demo", code=1)

    by_command = [run["id"] for run in json_lines(ask("runs", "list", "-q", QUERY, "--json"))]
    with runwhy.Client(server.url, workspace=workspace) as client:
        by_client = [run.id for run in client.list_runs(query=QUERY, limit=50).runs]
        sessions = [one.id for one in client.list_sessions(query="channel:telegram").sessions]
    base = f"{server.url}/api/v1/workspaces/{workspace}"
    over_http = callers.get(f"{base}/agent-runs", params={"q": QUERY}).json()
    assert by_command == by_client == [run["id"] for run in over_http["runs"]] != []
    listed = json_lines(ask("sessions", "list", "--query", "channel:telegram", "--json"))
    assert [one["sessionId"] for one in listed] == sessions != []

    (gone,) = json_lines(ask("demo", "--remove", "--json"))
    assert gone == made
    assert ask("runs", "list", "--json") == ""
    assert ask("demo", "--remove") == "0 runs and 0 sessions removed\n"


def test_the_command_prints_no_log_lines_of_the_server(tmp_path: Path) -> None:
    file = str(tmp_path / "demo.db")
    done = runwhy_command("demo", "--runs", "30", "--db", file, env=environment(tmp_path))

    assert done.returncode == 0
    assert "the tag demo=true" in done.stdout
    assert "subscription.disabled" not in done.stderr


def test_a_query_that_cannot_be_read_names_the_column(command: Command) -> None:
    said = command("runs", "list", "--query", "env:prod created>24h", code=2).output

    assert "column 18" in said and 'did you mean "-24h"?' in said
