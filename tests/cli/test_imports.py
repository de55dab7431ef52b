"""Histories that lie on disk, brought in as runs on the command line."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.cli.running import environment, json_lines, whence

HISTORIES = Path(__file__).parents[1] / "imports" / "histories"
CLAUDE = "0b6f1c1e-7a52-4c0e-9f57-2f6a3a1f9d10"


def imported(*args: str, env: Mapping[str, str]) -> list[Any]:
    done = whence("import", *args, "--json", env=env)
    assert done.returncode == 0, done.stderr
    return json_lines(done.stdout)


def shown(run: str, env: Mapping[str, str]) -> Any:
    return json.loads(whence("runs", "show", run, "--json", env=env).stdout)


def test_claudes_histories_are_imported_once_and_again_when_they_have_grown(tmp_path: Path) -> None:
    home = tmp_path / "home"
    projects = home / ".claude" / "projects"
    shutil.copytree(HISTORIES / "claude", projects)
    (projects / "-home-ada-shop" / "empty.jsonl").write_text('{"type":"summary"}\n')
    env = environment(tmp_path / "data", HOME=str(home))
    env.pop("CLAUDE_CONFIG_DIR", None)

    dry = whence("import", "claude", "--dry-run", env=env)
    assert dry.stdout == "2 histories of claude: 1 imported, 1 empty (nothing was written)\n"

    first = imported("claude", "--tag", "from=laptop", env=env)
    assert sorted(told["outcome"] for told in first) == ["empty", "imported"]
    told = next(told for told in first if told["outcome"] == "imported")
    assert (told["sessionId"], told["unrecognized"]) == (CLAUDE, 2)
    run = shown(told["runId"], env)
    assert run["metadata"] == {
        "directory": "/home/ada/shop",
        "branch": "fix-cart",
        "from": "laptop",
    }

    again = imported("claude", env=env)
    assert sorted(told["outcome"] for told in again) == ["empty", "unchanged"]

    path = projects / "-home-ada-shop" / f"{CLAUDE}.jsonl"
    last = json.loads(path.read_text().splitlines()[-2])
    last["message"] |= {"id": "msg_07", "content": [{"type": "text", "text": "And merged."}]}
    last |= {"uuid": "another", "timestamp": "2026-03-03T10:00:00.000Z"}
    with path.open("a") as file:
        file.write(json.dumps(last) + "\n" + '{"type":"assis')  # the last line is being written

    grown = imported("claude", str(path), env=env)
    assert [(told["outcome"], told["runId"]) for told in grown] == [("grown", run["id"])]
    assert grown[0]["entries"] == told["entries"] + 1
    run = shown(run["id"], env)
    assert run["finalText"] == "And merged."
    assert run["finishedAt"] == "2026-03-03T10:00:00.000Z"


CODEX = "01a1e249-b93d-7cc2-bd9e-a1627c5f748e"
COPILOT = "0b7514ef-1617-4805-9f33-726a8eab1d32"


def test_codex_and_copilot_are_imported_from_where_they_keep_their_histories(
    tmp_path: Path,
) -> None:
    places = {"CODEX_HOME": tmp_path / "codex", "COPILOT_HOME": tmp_path / "copilot"}
    shutil.copytree(HISTORIES / "codex", places["CODEX_HOME"] / "sessions")
    shutil.copytree(HISTORIES / "copilot", places["COPILOT_HOME"] / "session-state")
    env = environment(tmp_path / "data", **{name: str(path) for name, path in places.items()})

    for agent, session in (("codex", CODEX), ("copilot", COPILOT)):
        (first,) = imported(agent, env=env)
        assert (first["outcome"], first["sessionId"]) == ("imported", session)
        assert first["unrecognized"] == 0
        assert shown(first["runId"], env)["metadata"]["directory"] == "/home/ada/shop"
        (again,) = imported(agent, env=env)
        assert (again["outcome"], again["runId"]) == ("unchanged", first["runId"])


def test_what_cannot_be_imported_is_said(tmp_path: Path) -> None:
    env = environment(tmp_path / "data", HOME=str(tmp_path), CLAUDE_CONFIG_DIR="")

    done = whence("import", "claude", env=env)
    assert done.returncode != 0
    assert "there are no histories of claude" in done.stderr
    assert whence("import", "nobody", env=env).returncode == 2
