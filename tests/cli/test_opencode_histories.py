"""`runwhy import opencode` reads the database of opencode."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.cli.processes import json_lines
from tests.support.opencode_store import (
    DELEGATES,
    FAILS,
    PLANS,
    SUBAGENT,
    TOOLS,
    change_store,
    make_store,
)

from runwhy.cli.agent_histories import find_histories, read_batches

Command = Callable[..., Any]
PLACE = {"directory": "/home/ada/shop", "agent_version": "1.18.33"}


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    (tmp_path / "opencode").mkdir()
    return make_store(tmp_path / "opencode")


def imported(command: Command, *args: str) -> dict[str, Any]:
    found = json_lines(command("import", "opencode", *args, "--json").stdout)
    return {result["sessionId"]: result for result in found}


def shown(command: Command, run: str) -> Any:
    return json.loads(command("runs", "show", run, "--json").stdout)


def test_sessions_become_runs_that_know_how_they_started(command: Command, store: Path) -> None:
    found = imported(command)

    assert {one["outcome"] for one in found.values()} == {"imported"}
    assert [*found] == [TOOLS, DELEGATES, SUBAGENT, FAILS, PLANS]
    assert sum(one["unrecognized"] for one in found.values()) == 0
    run = shown(command, found[TOOLS]["runId"])
    assert (run["executor"], run["status"]) == ("acp:opencode", "succeeded")
    assert run["finalText"] == "All done."
    assert run["createdAt"] == "2026-11-17T06:02:52.951Z"
    assert run["model"]["id"] == "claude-opus-5-5"
    tokens = run["tokens"]
    assert (tokens["inputTokens"], tokens["cachedTokens"]) == (6000, 5000)
    facts = run["origin"]["facts"]
    assert {"started_as": "scripted", **PLACE}.items() <= facts.items()
    assert run["metadata"] == {"directory": "/home/ada/shop", "started_as": "scripted"}
    failed = shown(command, found[FAILS]["runId"])
    assert (failed["status"], failed["error"]["message"]) == ("failed", "The request is refused")
    listed = json_lines(command("runs", "list", "started_as=subagent", "--json").stdout)
    assert [one["id"] for one in listed] == [found[SUBAGENT]["runId"]]
    facts = listed[0]["origin"]["facts"]
    assert facts["parent_session"] == DELEGATES
    text = command("runs", "show", found[SUBAGENT]["runId"]).stdout
    assert DELEGATES in text and "subagent" in text


def test_a_second_import_adds_only_what_is_new(command: Command, store: Path) -> None:
    first = imported(command)
    assert {one["outcome"] for one in imported(command).values()} == {"unchanged"}
    reply = '{"role":"assistant","time":{"created":1794895390000},"modelID":"claude-opus-5-5"}'
    part = '{"type":"text","text":"One more."}'
    change_store(
        store,
        f"INSERT INTO message VALUES ('msg_2', '{TOOLS}', 1794895390000, 1, '{reply}')",
        f"INSERT INTO part VALUES ('prt_2', 'msg_2', '{TOOLS}', 1, 1, '{part}')",
    )

    writing = imported(command)

    assert writing[TOOLS]["outcome"] == "unchanged"  # the reply is being written
    ended = reply.replace('"created"', '"completed":1794895391000,"created"')
    change_store(store, f"UPDATE message SET data = '{ended}' WHERE id = 'msg_2'")
    grown = imported(command)[TOOLS]
    assert (grown["outcome"], grown["runId"]) == ("grown", first[TOOLS]["runId"])
    assert grown["entries"] == first[TOOLS]["entries"] + 1
    assert shown(command, grown["runId"])["finalText"] == "One more."


def test_batches_continue_at_any_record(store: Path) -> None:
    (history, *_) = find_histories("opencode", store)
    (whole,) = read_batches(history, 0)

    for start in range(whole.end):
        (rest,) = read_batches(history, start)
        assert (rest.start, rest.end, rest.lines) == (start, whole.end, whole.lines[start:])
    assert [*read_batches(history, whole.end)] == []


@pytest.mark.parametrize("content", [b"", b"not a database", b"SQLite format 3\0"])
def test_a_file_that_is_no_store_of_opencode_is_an_error(
    command: Command, tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "opencode.db"
    path.write_bytes(content)

    failed = command("import", "opencode", str(path), code=1)

    assert "opencode.db cannot be read as a store of opencode" in failed.output
