"""Edge cases of Cursor's stream."""

from __future__ import annotations

import pytest
from tests.normalizers.fold_helpers import Json, all_of, changes, entries, only

from runwhy.core.agents.actions import CommandRun, Mcp, Todo, TodoItem
from runwhy.core.agents.entries import (
    AssistantMessage,
    Error,
    Result,
    SystemMessage,
    Thinking,
    ToolUse,
    Unrecognized,
)


def said(text: str, **line: object) -> Json:
    content = [{"type": "text", "text": text}]
    return {"type": "assistant", "message": {"role": "assistant", "content": content}, **line}


def tool(state: str, call: Json, id: str = "t1") -> Json:
    return {"type": "tool_call", "subtype": state, "call_id": id, "tool_call": call}


def shell(**result: object) -> Json:
    body = {"args": {"command": "make"}, **({"result": result} if result else {})}
    return {
        "toolCallId": "t1",
        "startedAtMs": 1,
        "hookAdditionalContexts": [],
        "shellToolCall": body,
    }


def test_repeated_text_of_partial_output_is_ignored() -> None:
    lines = [
        said("Hel", timestamp_ms=1),
        said("lo", timestamp_ms=2),
        said("Hello", timestamp_ms=3, model_call_id="mc"),
        tool("started", shell()),
        tool("completed", shell(success={"exitCode": 0})),
        said("Done", timestamp_ms=4),
        said("HelloDone"),
    ]

    told = all_of(AssistantMessage, entries("cursor", lines))

    assert [(entry.text, entry.partial) for entry in told] == [("Hello", False), ("Done", False)]


def test_without_partial_output_every_line_is_a_message() -> None:
    told = all_of(AssistantMessage, entries("cursor", [said("One"), said("Two")]))

    assert [entry.text for entry in told] == ["One", "Two"]


def test_thoughts_and_texts_do_not_run_into_each_other() -> None:
    lines: list[Json] = [
        {"type": "thinking", "subtype": "delta", "text": "Hm"},
        said("Hi", timestamp_ms=1),
        {"type": "thinking", "subtype": "delta", "text": "So"},
        {"type": "thinking", "subtype": "completed"},
    ]

    told = entries("cursor", lines)

    assert [type(entry) for entry in told] == [Thinking, AssistantMessage, Thinking]
    assert [getattr(entry, "text", None) for entry in told] == ["Hm", "Hi", "So"]


def test_the_tool_is_the_key_that_ends_in_tool_call() -> None:
    entry = only(ToolUse, entries("cursor", [tool("started", shell())]))

    assert (entry.tool, entry.action) == ("shell", CommandRun(command="make"))


@pytest.mark.parametrize(
    ("result", "status"),
    [
        ({"success": {"exitCode": 0}}, "success"),
        ({"success": {"exitCode": 3}}, "failed"),
        ({"failure": {"exitCode": 1}}, "failed"),
        ({"error": {"message": "No"}}, "failed"),
        ({"rejected": {"reason": "No"}}, "denied"),
    ],
)
def test_an_exit_code_overrides_the_result_key(result: Json, status: str) -> None:
    lines = [tool("started", shell()), tool("completed", shell(**result))]

    assert only(ToolUse, entries("cursor", lines)).status == status


def test_a_tool_without_a_completion_is_interrupted() -> None:
    lines: list[Json] = [
        tool("started", shell()),
        {"type": "connection", "subtype": "reconnected"},
        {"type": "result", "is_error": False, "result": "Done"},
    ]

    told = entries("cursor", lines)

    assert only(ToolUse, told).status == "interrupted"
    assert only(SystemMessage, told).text == "reconnected"


def test_an_end_before_its_start_is_one_entry() -> None:
    lines = [tool("completed", shell(success={"exitCode": 0})), tool("started", shell())]

    assert [entry.status for entry in all_of(ToolUse, changes("cursor", lines))] == ["success"]


def test_is_error_decides_whether_the_run_failed() -> None:
    told = entries("cursor", [{"type": "result", "subtype": "success", "is_error": True}])

    assert (only(Result, told).ok, len(all_of(Error, told))) == (False, 1)


def test_the_model_is_a_display_name_and_permission_mode_is_camel_case() -> None:
    init: Json = {
        "type": "system",
        "subtype": "init",
        "session_id": "s1",
        "model": "Auto",
        "permissionMode": "default",
    }

    (entry,) = entries("cursor", [init, init])

    assert (entry.stamp.model, entry.stamp.extensions) == ("Auto", {"permissionMode": "default"})


def test_other_tools_are_recognized_by_their_arguments() -> None:
    todos = [{"content": "Test", "status": "TODO_STATUS_IN_PROGRESS"}]
    mcp = {"providerIdentifier": "calc", "toolName": "add", "args": {"a": 1}}
    lines = [
        tool("started", {"updateTodosToolCall": {"args": {"todos": todos}}}, "a"),
        tool("started", {"mcpToolCall": {"args": mcp}}, "b"),
        tool("started", {"function": {"name": "shell", "arguments": '{"command":"ls"}'}}, "c"),
    ]

    assert [entry.action for entry in all_of(ToolUse, entries("cursor", lines))] == [
        Todo(items=(TodoItem(text="Test", status="in_progress"),)),
        Mcp(server="calc", tool="add", arguments={"a": 1}),
        CommandRun(command="ls"),
    ]


def test_an_unknown_line_is_kept_unchanged() -> None:
    told = entries("cursor", [{"type": "hologram"}, tool("started", {"toolCallId": "t1"})])

    assert len(all_of(Unrecognized, told)) == 2
