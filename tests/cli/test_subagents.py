"""Files of Claude Code's subagents are imported into their session."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from runwhy.cli import agent_histories
from runwhy.cli.agent_histories import Batch, History, find_histories, read_batches
from runwhy.core.agents.entries import AssistantMessage, SystemMessage, ToolUse, UserMessage
from runwhy.normalizers.histories import HISTORIES

RECORDED = Path(__file__).parents[1] / "imports" / "subagents"
AGENT = "agent-a6eecd0c2cffeb854"
DELEGATED = "toolu_b2f1e1b51036429289102d1e"


def only_history(place: Path) -> History:
    (history,) = find_histories("claude", place)
    return history


def lines_of(history: History, start: int = 0) -> list[str]:
    return [line for batch in read_batches(history, start) for line in batch.lines]


def parents(lines: list[str]) -> list[str | None]:
    return [json.loads(line).get("parentToolUseID") for line in lines]


def test_subagent_lines_come_before_the_report_and_name_their_tool_use() -> None:
    lines = lines_of(only_history(RECORDED))

    assert parents(lines) == [None, None, None, *[DELEGATED] * 4, None, None]
    assert "There are 2 files." in lines[6]
    assert "tool_result" in lines[7]


def test_subagent_entries_are_nested_in_the_transcript() -> None:
    fold = HISTORIES["claude"]
    state = fold.start(session="s")
    entries = {}
    for line in lines_of(only_history(RECORDED)):
        state, changes = fold.step(state, line)
        entries |= {change.id: change for change in changes}

    shape = [(type(entry), entry.parent) for entry in entries.values()]
    assert shape == [
        (UserMessage, None),
        (AssistantMessage, None),
        (ToolUse, None),
        (SystemMessage, DELEGATED),  # the subagent's prompt is not a user message
        (ToolUse, DELEGATED),
        (AssistantMessage, DELEGATED),
        (AssistantMessage, None),
    ]


def test_a_file_without_metadata_is_found_by_the_report(tmp_path: Path) -> None:
    shutil.copytree(RECORDED, tmp_path, dirs_exist_ok=True)
    (file,) = tmp_path.rglob(f"{AGENT}.jsonl")
    shutil.move(file, file.parents[2] / file.name)  # the location of older versions
    shutil.rmtree(file.parent)

    assert lines_of(only_history(tmp_path)) == lines_of(only_history(RECORDED))


def test_a_report_cannot_read_other_files_or_loop(tmp_path: Path) -> None:
    shutil.copytree(RECORDED, tmp_path, dirs_exist_ok=True)
    (file,) = tmp_path.rglob(f"{AGENT}.jsonl")
    (tmp_path / "secret.jsonl").write_text("{}\n")
    (main,) = tmp_path.glob("*/*.jsonl")
    report = json.loads(main.read_text().splitlines()[3])
    report["toolUseResult"]["agentId"] = "../../secret"
    report["message"]["content"][0]["tool_use_id"] = "toolu_other"
    main.write_text(json.dumps(report) + "\n")
    assert parents(lines_of(only_history(main))) == [None]

    report["message"]["content"][0]["tool_use_id"] = DELEGATED
    with file.open("a") as lines:
        lines.write(json.dumps(report) + "\n")  # a subagent that reports to itself
    main.write_text(json.dumps(report) + "\n")
    assert len(lines_of(only_history(main))) == 6


def test_an_import_can_continue_after_any_batch(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    history = only_history(RECORDED)
    whole = lines_of(history)
    monkeypatch.setattr(agent_histories, "LINES", 1)

    parts = list(read_batches(history, 0))

    assert [line for part in parts for line in part.lines] == whole
    assert [part.start for part in parts[1:]] == [part.end for part in parts[:-1]]
    assert len(parts) == len(whole)
    done: list[str] = []
    for part in parts:
        done += part.lines
        assert done + lines_of(history, part.end) == whole


def test_lines_before_the_offset_are_not_read_again() -> None:
    history = only_history(RECORDED)
    last = history.path.read_bytes().rindex(b"\n", 0, -1) + 1

    assert list(read_batches(history, last)) == [
        Batch(start=last, end=history.size, lines=[history.path.read_text().splitlines()[-1]])
    ]
