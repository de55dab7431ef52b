"""Edge cases of `codex exec --json`."""

from __future__ import annotations

import pytest
from tests.normalizers.fold_helpers import Json, all_of, changes, entries, only

from runwhy.core.agents.actions import (
    CommandRun,
    FileChange,
    FileEdit,
    Search,
    Task,
    Todo,
    TodoItem,
)
from runwhy.core.agents.entries import (
    AssistantMessage,
    Error,
    Result,
    SystemMessage,
    ToolUse,
    Unrecognized,
)
from runwhy.normalizers.registry import normalize, normalizer_of

TURN: Json = {"type": "turn.started"}
DONE: Json = {"type": "turn.completed", "usage": {"input_tokens": 1}}


def item(state: str, kind: str, id: str = "item_0", **fields: object) -> Json:
    return {"type": f"item.{state}", "item": {"id": id, "type": kind, **fields}}


def failed(message: str) -> Json:
    return {"type": "turn.failed", "error": {"message": message}}


def test_the_last_of_two_ids_of_a_web_search_wins() -> None:
    twice = '"item":{"id":"item_0","type":"web_search","id":"ws_1","query":'
    lines = [
        f'{{"type":"item.started",{twice}""}}}}',
        f'{{"type":"item.completed",{twice}"runwhy"}}}}',
    ]

    begun, done = all_of(ToolUse, list(normalize("codex", lines)))

    assert (begun.id, done.id, done.status) == ("ws_1", "ws_1", "success")
    assert done.action == Search(query="runwhy", scope="web")


def test_a_page_opened_in_a_web_search_stays_a_search() -> None:
    opened = {"type": "open_page", "url": "https://example.com"}
    lines = [item("started", "web_search"), item("completed", "web_search", action=opened)]

    entry = only(ToolUse, entries("codex", lines))

    assert entry.action == Search(query="https://example.com", scope="web")


def test_reconnecting_followed_by_success_is_a_notice() -> None:
    lines: list[Json] = [TURN, {"type": "error", "message": "Reconnecting... 1/3"}, DONE]

    told = entries("codex", lines)

    assert [type(entry) for entry in told] == [SystemMessage, Result]
    assert only(Result, told).ok


def test_a_failure_reported_in_two_lines_is_one_error() -> None:
    told = entries("codex", [TURN, {"type": "error", "message": "Boom"}, failed("Boom")])

    assert [type(entry) for entry in told] == [Error, Result]
    assert not only(Result, told).ok


def test_a_notice_with_another_message_is_kept_with_the_error() -> None:
    told = entries("codex", [TURN, {"type": "error", "message": "Reconnecting"}, failed("Boom")])

    assert [type(entry) for entry in told] == [SystemMessage, Error, Result]


def test_an_error_item_is_a_warning() -> None:
    told = entries("codex", [TURN, item("completed", "error", message="No metadata"), DONE])

    assert only(SystemMessage, told).topic == "warning"
    assert only(Result, told).ok


@pytest.mark.parametrize(
    ("wrapped", "command"),
    [
        ("/bin/bash -lc 'echo hi'", "echo hi"),
        ("bash -c \"echo 'a b'\"", "echo 'a b'"),
        ("/bin/bash -lc 'a' 'b'", "/bin/bash -lc 'a' 'b'"),
        ("/bin/bash -lc 'unclosed", "/bin/bash -lc 'unclosed"),
        ("python -c 'print()'", "python -c 'print()'"),
    ],
)
def test_a_command_is_shown_without_its_shell(wrapped: str, command: str) -> None:
    told = entries("codex", [item("started", "command_execution", command=wrapped)])

    assert only(ToolUse, told).action == CommandRun(command=command)


def test_a_non_zero_exit_code_overrides_the_status() -> None:
    ended = item("completed", "command_execution", exit_code=3, status="completed")

    entry = only(ToolUse, entries("codex", [ended]))

    assert entry.result is not None
    assert (entry.status, entry.result.exit_code) == ("failed", 3)


def test_a_completion_without_arguments_keeps_the_command() -> None:
    lines = [
        item("started", "command_execution", command="make"),
        item("completed", "command_execution", exit_code=0),
    ]

    assert only(ToolUse, entries("codex", lines)).action == CommandRun(command="make")


def test_a_declined_command_is_denied() -> None:
    ended = item("completed", "command_execution", status="declined")

    assert only(ToolUse, entries("codex", [ended])).status == "denied"


def test_a_command_without_an_end_is_interrupted_at_the_end_of_the_turn() -> None:
    told = changes("codex", [TURN, item("started", "command_execution", command="make"), DONE])

    _, interrupted, end = told
    assert isinstance(interrupted, ToolUse) and interrupted.status == "interrupted"
    assert isinstance(end, Result)


def test_a_failed_mcp_tool_has_its_message_in_the_result() -> None:
    result = {"content": [{"type": "text", "text": "boom"}]}
    ended = item("completed", "mcp_tool_call", status="failed", error=None, result=result)

    entry = only(ToolUse, entries("codex", [ended]))

    assert entry.result is not None
    assert (entry.status, entry.result.text) == ("failed", "boom")


def test_a_new_todo_list_replaces_the_previous_one() -> None:
    def todos(state: str, *, done: bool) -> Json:
        return item(state, "todo_list", items=[{"text": "Test", "completed": done}])

    lines = [
        todos("started", done=False),
        todos("updated", done=True),
        todos("completed", done=True),
    ]

    entry = only(ToolUse, entries("codex", lines))

    assert entry.action == Todo(items=(TodoItem(text="Test", status="completed"),))


def test_a_spawned_agent_is_a_task() -> None:
    ended = item("completed", "collab_tool_call", tool="spawn_agent", prompt="Count")

    assert only(ToolUse, entries("codex", [ended])).action == Task(
        description="spawn_agent", prompt="Count"
    )


def test_changed_files_are_listed_without_a_diff() -> None:
    ended = item("completed", "file_change", changes=[{"path": "/a.py", "kind": "delete"}])

    assert only(ToolUse, entries("codex", [ended])).action == FileEdit(
        changes=(FileChange(path="/a.py", change="delete"),)
    )


def test_the_model_is_unknown_and_usage_is_of_the_thread() -> None:
    message = item("completed", "agent_message", text="Hi")

    told = entries("codex", [{"type": "thread.started", "thread_id": "t"}, TURN, message, DONE])

    assert {(entry.stamp.agent_session, entry.stamp.model) for entry in told} == {("t", None)}
    assert [usage.scope for usage in only(Result, told).usage] == ["thread"]
    assert only(Result, told).text == only(AssistantMessage, told).text


def test_an_unknown_item_is_kept_unchanged() -> None:
    (entry,) = entries("codex", [item("completed", "hologram")])

    assert isinstance(entry, Unrecognized) and '"hologram"' in entry.line


def test_a_repeated_completion_keeps_the_command_and_its_position() -> None:
    begun = item("started", "command_execution", command="make")
    done = item("completed", "command_execution", aggregated_output="ok", exit_code=0)

    told = changes("codex", [TURN, begun, done, done, begun, DONE])

    tool = only(ToolUse, entries("codex", [TURN, begun, done, done, begun, DONE]))
    assert (tool.action, tool.status) == (CommandRun(command="make"), "success")
    assert {change.index for change in all_of(ToolUse, told)} == {tool.index}


def test_a_model_that_was_asked_for_is_stamped() -> None:
    fold = normalizer_of("codex")

    _, (entry,) = fold.step(
        fold.start(model="gpt-5.5"), '{"type":"thread.started","thread_id":"t"}'
    )

    assert entry.stamp.model == "gpt-5.5"
