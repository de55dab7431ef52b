"""Edge cases of `codex app-server`."""

from __future__ import annotations

from tests.normalizers.fold_helpers import Json, all_of, changes, entries, only

from runwhy.core.agents.actions import CommandRun, FileChange, FileEdit, Question, Todo, TodoItem
from runwhy.core.agents.entries import (
    AssistantMessage,
    EntryDelta,
    Error,
    Result,
    Retraction,
    SystemMessage,
    Thinking,
    ToolUse,
    Unrecognized,
    UserMessage,
)
from runwhy.core.runs.provenance import Provenance

ANSWER: Json = {"id": 1, "result": {"thread": {"id": "main"}, "model": "gpt-5.5", "cwd": "/p"}}


def notify(method: str, *, thread: str = "main", **params: object) -> Json:
    return {"method": method, "params": {"threadId": thread, "turnId": "turn", **params}}


def item(state: str, kind: str, id: str = "i1", thread: str = "main", **fields: object) -> Json:
    return notify(f"item/{state}", thread=thread, item={"type": kind, "id": id, **fields})


def turn(status: str, thread: str = "main", **fields: object) -> Json:
    return notify("turn/completed", thread=thread, turn={"id": "turn", "status": status, **fields})


def test_a_repeated_user_message_is_one_entry_with_our_id() -> None:
    content = [{"type": "text", "text": "\x1eCODEX_META {}\x1fHi"}, {"type": "text", "text": "you"}]
    told = [
        item(state, "userMessage", clientId="ours", content=content)
        for state in ("started", "completed")
    ]

    (message,) = all_of(UserMessage, changes("codex-app-server", [ANSWER, *told]))

    assert (message.client_id, message.text) == ("ours", "\x1eCODEX_META {}\x1fHi\nyou")


def test_a_server_request_is_not_mistaken_for_a_response_with_the_same_id() -> None:
    approval: Json = {**notify("item/commandExecution/requestApproval", itemId="i1"), "id": 1}

    assert changes("codex-app-server", [approval]) == []


def test_a_response_sets_model_and_directory() -> None:
    (entry,) = entries("codex-app-server", [ANSWER, ANSWER])

    assert (entry.stamp.agent_session, entry.stamp.model) == ("main", "gpt-5.5")
    assert entry.stamp.extensions == {"cwd": "/p"}


def test_a_failed_request_is_an_error() -> None:
    told = entries(
        "codex-app-server", [{"id": 1, "error": {"code": -32600, "message": "no rollout found"}}]
    )

    assert (only(Error, told).message, only(Error, told).code) == ("no rollout found", "-32600")


def test_deltas_extend_a_message_and_its_completion_replaces_them() -> None:
    lines = [
        notify("item/agentMessage/delta", itemId="i1", delta="Hel"),
        notify("item/agentMessage/delta", itemId="i1", delta="lo"),
        item("completed", "agentMessage", text="Hello", phase="final_answer"),
    ]

    told = changes("codex-app-server", lines)

    assert [type(change) for change in told] == [AssistantMessage, EntryDelta, AssistantMessage]
    (message,) = entries("codex-app-server", lines)
    assert isinstance(message, AssistantMessage)
    assert (message.text, message.partial, message.phase) == ("Hello", False, "final_answer")


def test_parts_of_reasoning_add_up_to_the_final_text() -> None:
    lines = [
        notify("item/reasoning/summaryPartAdded", itemId="i1", summaryIndex=0),
        notify("item/reasoning/summaryTextDelta", itemId="i1", delta="One"),
        notify("item/reasoning/summaryPartAdded", itemId="i1", summaryIndex=1),
        notify("item/reasoning/summaryTextDelta", itemId="i1", delta="Two"),
    ]
    whole = item("completed", "reasoning", summary=["One", "Two"], content=[])

    grown = only(Thinking, entries("codex-app-server", lines))

    assert grown.text == only(Thinking, entries("codex-app-server", [*lines, whole])).text


def test_output_deltas_extend_a_command_until_its_end() -> None:
    lines = [
        item("started", "commandExecution", command="make"),
        notify("item/commandExecution/outputDelta", itemId="i1", delta="a\n"),
    ]
    end = item("completed", "commandExecution", aggregatedOutput="a\nb\n", exitCode=0)

    grown = only(ToolUse, entries("codex-app-server", lines))
    whole = only(ToolUse, entries("codex-app-server", [*lines, end]))

    assert grown.result and whole.result
    assert (grown.result.text, whole.result.text) == ("a\n", "a\nb\n")


def test_an_interrupted_command_is_closed_with_the_turn() -> None:
    lines = [item("started", "commandExecution", command="sleep 9"), turn("interrupted")]

    told = entries("codex-app-server", lines)

    assert only(ToolUse, told).status == "interrupted"
    assert only(ToolUse, told).action == CommandRun(command="sleep 9")
    assert (only(Result, told).ok, only(Result, told).reason) == (False, "interrupted")
    assert all_of(Error, told) == []


def test_a_failure_reported_twice_is_one_error() -> None:
    error = {"message": '{"error":{"message":"Overloaded","code":"busy"}}'}

    told = entries("codex-app-server", [notify("error", error=error), turn("failed", error=error)])

    assert (only(Error, told).message, only(Error, told).code) == ("Overloaded", "busy")
    assert not only(Result, told).ok


def test_a_failure_reported_only_at_the_end_is_an_error() -> None:
    told = entries("codex-app-server", [turn("failed", error={"message": "Boom"})])

    assert only(Error, told).message == "Boom"


def test_a_retry_is_a_notice_and_retracts_partial_text() -> None:
    lines = [
        notify("item/agentMessage/delta", itemId="i1", delta="Hel"),
        notify("error", error={"message": "Reconnecting"}, willRetry=True),
        item("completed", "agentMessage", id="i2", text="Hello"),
        turn("completed"),
    ]

    assert only(Retraction, changes("codex-app-server", lines)).id == "i1"
    told = entries("codex-app-server", lines)
    assert [type(entry) for entry in told] == [SystemMessage, AssistantMessage, Result]
    assert only(Result, told).ok


def test_new_and_deleted_files_become_diffs() -> None:
    changed = [
        {"path": "/a", "kind": {"type": "add"}, "diff": "one\n"},
        {"path": "/b", "kind": {"type": "delete"}, "diff": "two\n"},
        {"path": "/c", "kind": {"type": "update", "move_path": "/d"}, "diff": "@@ -1 +1 @@\n"},
    ]

    entry = only(
        ToolUse, entries("codex-app-server", [item("completed", "fileChange", changes=changed)])
    )

    assert entry.action == FileEdit(
        changes=(
            FileChange(path="/a", change="add", diff="@@ -0,0 +1,1 @@\n+one\n"),
            FileChange(path="/b", change="delete", diff="@@ -1,1 +0,0 @@\n-two\n"),
            FileChange(path="/c", change="move", diff="@@ -1 +1 @@\n", moved_to="/d"),
        )
    )


def test_a_spawned_thread_is_a_subagent() -> None:
    spawn = item(
        "completed", "collabAgentToolCall", id="call", tool="spawnAgent", receiverThreadIds=["sub"]
    )
    lines = [
        ANSWER,
        spawn,
        item("started", "userMessage", thread="sub", content=[{"type": "text", "text": "Count"}]),
        item("completed", "agentMessage", id="i2", thread="sub", text="Two"),
        turn("completed", thread="sub"),
    ]

    told = entries("codex-app-server", lines)

    assert [entry.parent for entry in told] == [None, None, "call", "call"]
    prompt = all_of(SystemMessage, told)[-1]
    assert (prompt.topic, prompt.provenance) == ("prompt", Provenance.AGENT)


def test_the_agents_plan_is_one_entry_per_turn() -> None:
    def plan(status: str) -> Json:
        return notify("turn/plan/updated", plan=[{"step": "Test", "status": status}])

    entry = only(ToolUse, entries("codex-app-server", [plan("pending"), plan("inProgress")]))

    assert entry.action == Todo(items=(TodoItem(text="Test", status="in_progress"),))


def test_a_question_is_open_until_it_is_answered() -> None:
    ask = notify("item/tool/requestUserInput", questions=[{"question": "Which?", "options": None}])
    lines = [{**ask, "id": 0}, notify("serverRequest/resolved", requestId=0)]

    asked, answered = all_of(ToolUse, changes("codex-app-server", lines))

    assert isinstance(asked.action, Question)
    assert (asked.status, answered.status) == ("running", "success")


def test_usage_is_reported_with_its_scope() -> None:
    usage = {"total": {"totalTokens": 20}, "last": {"totalTokens": 5}}
    lines = [notify("thread/tokenUsage/updated", tokenUsage=usage), turn("completed")]

    told = only(Result, entries("codex-app-server", lines)).usage

    assert [(usage.scope, usage.reported) for usage in told] == [
        ("thread", {"totalTokens": 20}),
        ("call", {"totalTokens": 5}),
    ]


def test_unknown_methods_and_items_are_kept_unchanged() -> None:
    nothing: Json = {"neither": 1}
    lines = [notify("something/new"), item("completed", "hologram"), nothing]

    told = entries("codex-app-server", lines)

    assert len(all_of(Unrecognized, told)) == 3


def test_notifications_about_goals_and_threads_are_quiet() -> None:
    methods = ("thread/goal/cleared", "thread/goal/updated", "thread/queue/changed")

    assert changes("codex-app-server", [notify(method) for method in methods]) == []
