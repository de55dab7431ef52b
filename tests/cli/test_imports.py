"""`runwhy import` imports session files of coding agents as runs."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.cli.processes import environment, json_lines, runwhy
from tests.executors.stand_in import STREAMS, calls, stand_in

Command = Callable[..., Any]
HISTORIES = Path(__file__).parents[1] / "imports" / "histories"
CLAUDE = "0b6f1c1e-7a52-4c0e-9f57-2f6a3a1f9d10"
CODEX = "01a1e249-b93d-7cc2-bd9e-a1627c5f748e"
COPILOT = "0b7514ef-1617-4805-9f33-726a8eab1d32"


def imported(command: Command, *args: str) -> list[Any]:
    return json_lines(command("import", *args, "--json").stdout)


def shown(command: Command, run: str) -> Any:
    return json.loads(command("runs", "show", run, "--json").stdout)


def test_claude_sessions_are_imported_once_and_updated_when_they_grow(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("CLAUDE_CONFIG_DIR", raising=False)
    projects = tmp_path / ".claude" / "projects"
    shutil.copytree(HISTORIES / "claude", projects)
    (projects / "-home-ada-shop" / "empty.jsonl").write_text('{"type":"summary"}\n')

    dry = command("import", "claude", "--dry-run")
    assert (
        dry.stdout == "2 sessions of claude: 1 imported, 1 empty (dry run: nothing was written)\n"
    )

    first = imported(command, "claude", "--tag", "from=laptop")
    assert sorted(result["outcome"] for result in first) == ["empty", "imported"]
    result = next(result for result in first if result["outcome"] == "imported")
    assert (result["sessionId"], result["unrecognized"]) == (CLAUDE, 2)
    run = shown(command, result["runId"])
    assert run["metadata"] == {
        "directory": "/home/ada/shop",
        "branch": "fix-cart",
        "started_as": "interactive",
        "from": "laptop",
    }

    again = imported(command, "claude")
    assert sorted(result["outcome"] for result in again) == ["empty", "unchanged"]

    path = projects / "-home-ada-shop" / f"{CLAUDE}.jsonl"
    last = json.loads(path.read_text().splitlines()[-2])
    last["message"] |= {"id": "msg_07", "content": [{"type": "text", "text": "And merged."}]}
    last |= {"uuid": "another", "timestamp": "2026-03-03T10:00:00.000Z"}
    with path.open("a") as file:
        file.write(json.dumps(last) + "\n" + '{"type":"assis')  # the last line is being written

    grown = imported(command, "claude", str(path))
    assert [(result["outcome"], result["runId"]) for result in grown] == [("grown", run["id"])]
    assert grown[0]["entries"] == result["entries"] + 1
    run = shown(command, run["id"])
    assert run["finalText"] == "And merged."
    assert run["finishedAt"] == "2026-03-03T10:00:00.000Z"


def test_an_imported_session_can_be_resumed_and_own_runs_are_skipped(tmp_path: Path) -> None:
    work, place = tmp_path / "work", tmp_path / "sessions" / COPILOT
    work.mkdir()
    (path,) = (HISTORIES / "copilot").rglob("events.jsonl")
    place.mkdir(parents=True)
    (place / "events.jsonl").write_text(path.read_text().replace("/home/ada/shop", str(work)))
    program = stand_in(tmp_path, "copilot", "text")
    env = environment(tmp_path / "data", RUNWHY_COPILOT_COMMAND=str(program))
    run = partial(runwhy, env=env)
    (first,) = imported(run, "copilot", str(place))

    done = run("resume", first["runId"], "--json", "And now?")

    assert done.returncode == 0, done.stderr
    call = calls(tmp_path)[-1]
    assert call["cwd"] == str(work)
    assert COPILOT in str(call["args"])
    ran = json.loads((STREAMS / "copilot" / "text.jsonl").read_text().splitlines()[-1])
    (place.parent / ran["sessionId"]).mkdir()
    shutil.copy(place / "events.jsonl", place.parent / ran["sessionId"])
    result = imported(run, "copilot", str(place.parent))
    assert {one["sessionId"]: one["outcome"] for one in result} == {
        COPILOT: "unchanged",
        ran["sessionId"]: "ours",
    }


@pytest.mark.parametrize(
    ("agent", "session", "home", "below"),
    [
        ("codex", CODEX, "CODEX_HOME", "sessions"),
        ("copilot", COPILOT, "COPILOT_HOME", "session-state"),
    ],
)
def test_other_agents_are_imported_from_their_default_directory(
    command: Command,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    agent: str,
    session: str,
    home: str,
    below: str,
) -> None:
    monkeypatch.setenv(home, str(tmp_path))
    shutil.copytree(HISTORIES / agent, tmp_path / below)

    (first,) = imported(command, agent)

    assert (first["outcome"], first["sessionId"]) == ("imported", session)
    assert first["unrecognized"] == 0
    assert shown(command, first["runId"])["metadata"]["directory"] == "/home/ada/shop"
    (again,) = imported(command, agent)
    assert (again["outcome"], again["runId"]) == ("unchanged", first["runId"])


def test_a_missing_directory_or_unknown_agent_is_an_error(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path))

    assert "no sessions of claude found" in command("import", "claude", code=1).output
    command("import", "nobody", code=2)
