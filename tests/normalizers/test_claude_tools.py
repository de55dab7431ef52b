"""Edge cases of tools in Claude Code's stream."""

from __future__ import annotations

import pytest
from tests.normalizers.claude_lines import call, came_back, said
from tests.normalizers.fold_helpers import Json, all_of, changes, entries, only

from runwhy.core.agents.actions import CommandRun, FileEdit
from runwhy.core.agents.entries import ToolUse


def test_a_completion_updates_the_entry_and_keeps_the_command() -> None:
    entry = only(ToolUse, entries("claude", [said(call(command="make test")), came_back("ok")]))

    assert entry.action == CommandRun(command="make test")
    assert (entry.status, entry.result and entry.result.text) == ("success", "ok")


def test_parallel_tools_can_end_in_any_order() -> None:
    lines = [said(call("a")), said(call("b")), came_back("B", "b"), came_back("A", "a")]

    told = all_of(ToolUse, entries("claude", lines))

    assert [(e.id, e.index, e.result and e.result.text) for e in told] == [
        ("a", 0, "A"),
        ("b", 1, "B"),
    ]


def test_a_result_before_its_call_is_completed_by_the_call() -> None:
    entry = only(ToolUse, entries("claude", [came_back("ok"), said(call())]))

    assert (entry.tool, entry.status, entry.index) == ("Bash", "success", 0)
    assert isinstance(entry.action, CommandRun)


def test_a_tool_without_a_result_was_interrupted() -> None:
    assert only(ToolUse, entries("claude", [said(call())])).status == "interrupted"
    end: Json = {"type": "result", "is_error": False}
    assert only(ToolUse, entries("claude", [said(call()), end])).status == "interrupted"


def test_an_exit_code_is_read_from_the_text_of_a_failing_command() -> None:
    lines = [said(call()), came_back("Exit code 3\nout\nerr", error=True)]

    entry = only(ToolUse, entries("claude", lines))

    assert entry.result is not None
    assert (entry.status, entry.result.exit_code) == ("failed", 3)


def test_a_denied_tool_is_denied_and_not_failed() -> None:
    meta = [{"id": "t1", "permission_decision": {"decision": "reject"}}]
    lines = [said(call()), came_back("No", error=True, tool_result_meta=meta)]

    assert only(ToolUse, entries("claude", lines)).status == "denied"


def test_a_stopped_command_is_interrupted() -> None:
    outcome = {"stdout": "a", "stderr": "", "interrupted": True}
    lines = [said(call()), came_back("a", tool_use_result=outcome)]

    assert only(ToolUse, entries("claude", lines)).status == "interrupted"


@pytest.mark.parametrize("content", ["1", [{"type": "text", "text": "1"}]])
def test_the_text_1_stays_text(content: object) -> None:
    entry = only(ToolUse, entries("claude", [said(call()), came_back(content)]))

    assert entry.result is not None and entry.result.text == "1"


def test_an_image_is_kept_with_the_text() -> None:
    source = {"type": "base64", "media_type": "image/png", "data": "aGk="}
    content = [{"type": "image", "source": source}, {"type": "text", "text": "A picture"}]

    entry = only(ToolUse, entries("claude", [said(call()), came_back(content)]))

    assert entry.result is not None and entry.result.text == "A picture"
    assert [(a.media_type, a.data) for a in entry.result.attachments] == [("image/png", "aGk=")]


def test_an_edit_gets_its_line_numbers_from_the_result() -> None:
    edit = call(name="Edit", file_path="a.py", old_string="x", new_string="y")
    hunk = {"oldStart": 7, "oldLines": 1, "newStart": 7, "newLines": 1, "lines": ["-x", "+y"]}
    outcome = {"structuredPatch": [hunk]}

    begun, made = all_of(
        ToolUse, changes("claude", [said(edit), came_back("ok", tool_use_result=outcome)])
    )

    assert isinstance(begun.action, FileEdit) and isinstance(made.action, FileEdit)
    assert begun.action.changes[0].diff == "@@ @@\n-x\n+y\n"
    assert made.action.changes[0].diff == "@@ -7,1 +7,1 @@\n-x\n+y\n"


def test_an_existing_file_is_updated_not_added() -> None:
    write = call(name="Write", file_path="a.py", content="y\n")
    outcome = {"type": "update", "structuredPatch": []}

    entry = only(
        ToolUse, entries("claude", [said(write), came_back("ok", tool_use_result=outcome)])
    )

    assert isinstance(entry.action, FileEdit) and entry.action.changes[0].change == "update"


@pytest.mark.parametrize("between", [[], [{"type": "result", "session_id": "s1"}]])
def test_a_repeated_result_keeps_tool_and_command(between: list[Json]) -> None:
    lines = [said(call()), came_back("one"), *between, came_back("one, two")]

    tool = only(ToolUse, entries("claude", lines))

    assert (tool.tool, tool.action) == ("Bash", CommandRun(command="make"))
    assert tool.result is not None and tool.result.text == "one, two"
    assert {change.index for change in all_of(ToolUse, changes("claude", lines))} == {tool.index}


def test_a_result_after_the_end_of_its_turn_keeps_tool_and_command() -> None:
    tool = only(ToolUse, entries("claude", [said(call()), {"type": "result"}, came_back("late")]))

    assert (tool.tool, tool.action, tool.status) == ("Bash", CommandRun(command="make"), "success")


def test_a_tool_is_denied_if_only_the_end_of_the_turn_says_so() -> None:
    denials = [{"tool_name": "Bash", "tool_use_id": "t1"}]
    end = {"type": "result", "permission_denials": denials}

    tool = only(ToolUse, entries("claude", [said(call()), came_back("no", error=True), end]))

    assert (tool.status, tool.action) == ("denied", CommandRun(command="make"))
    assert tool.result is not None and tool.result.text == "no"
