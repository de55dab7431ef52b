"""Edge cases of Copilot's stream."""

from __future__ import annotations

import pytest
from tests.normalizers.fold_helpers import Json, all_of, changes, entries, only

from runwhy.core.agents.actions import CommandRun, FileEdit, Mcp
from runwhy.core.agents.entries import (
    AssistantMessage,
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
from runwhy.normalizers.registry import normalize


def event(kind: str, agent: str | None = None, **data: object) -> Json:
    return {"type": kind, "data": data, **({"agentId": agent} if agent else {})}


def end(code: int = 0) -> Json:
    return {"type": "result", "sessionId": "s1", "exitCode": code}


def delta(text: str, id: str = "m1") -> Json:
    return event("assistant.message_delta", messageId=id, deltaContent=text)


def begin(id: str = "t1", name: str = "bash", **call: object) -> Json:
    given = call or {"arguments": {"command": "make"}}
    data = {"toolCallId": id, "toolName": name, **given}
    return {"type": "tool.execution_start", "data": data}


def complete(id: str = "t1", *, success: bool = True, **data: object) -> Json:
    told = {"toolCallId": id, "success": success, **data}
    return {"type": "tool.execution_complete", "data": told}


def test_the_session_is_known_at_the_end_unless_given() -> None:
    said = event("assistant.message", messageId="m1", content="Hi", model="gpt")

    late = entries("copilot", [said, end()])

    assert [entry.stamp.agent_session for entry in late] == [None, "s1"]
    line = '{"type":"user.message","data":{"content":"Hi"}}'
    (early,) = normalize("copilot", [line], session="chosen")
    assert isinstance(early, UserMessage) and early.stamp.agent_session == "chosen"


def test_a_retry_retracts_partial_text() -> None:
    lines = [
        delta("Hel"),
        delta("lo"),
        event("assistant.turn_retry", reason="provider_error"),
        delta("Hello", "m2"),
        event("assistant.message", messageId="m2", content="Hello"),
    ]

    assert only(Retraction, changes("copilot", lines)).id == "m1"
    told = entries("copilot", lines)
    assert [(type(entry), entry.id) for entry in told if entry.id == "m2"] == [
        (AssistantMessage, "m2")
    ]
    assert only(SystemMessage, told).text == "Retrying: provider_error"


def test_an_exit_code_overrides_success() -> None:
    shell = {"exitCode": 3}
    told = entries("copilot", [begin(), complete(shellExecution=shell, result={"content": "no"})])

    entry = only(ToolUse, told)
    assert entry.result is not None
    assert (entry.status, entry.result.exit_code) == ("failed", 3)


def test_a_denied_tool_is_denied() -> None:
    error = {"code": "denied", "message": "Not allowed"}
    entry = only(ToolUse, entries("copilot", [begin(), complete(success=False, error=error)]))

    assert entry.result is not None
    assert (entry.status, entry.result.text) == ("denied", "Not allowed")


def test_reasoning_precedes_its_message() -> None:
    lines = [
        event("assistant.message", messageId="m1", content="Hi", reasoningText="Hm"),
        event("assistant.reasoning", reasoningId="r1", content="Hm"),
    ]

    assert [type(entry) for entry in entries("copilot", lines)] == [Thinking, AssistantMessage]


def test_the_same_reasoning_in_a_later_turn_is_a_new_entry() -> None:
    lines = [
        event("assistant.message", messageId="m1", content="Hi", reasoningText="Hm"),
        event("assistant.turn_start"),
        event("assistant.reasoning", reasoningId="r2", content="Hm"),
    ]

    assert len(all_of(Thinking, entries("copilot", lines))) == 2


def test_a_user_message_is_the_content_without_the_clis_additions() -> None:
    line = event("user.message", content="Hi", transformedContent="<current_datetime/>\n\nHi")

    assert only(UserMessage, entries("copilot", [line])).text == "Hi"


@pytest.mark.parametrize(
    "line",
    [
        event("user.message", content="Read the PDF", source="skill-pdf"),
        event("user.message", content="Go on", isAutopilotContinuation=True),
    ],
)
def test_text_generated_by_the_cli_is_not_a_user_message(line: Json) -> None:
    (entry,) = entries("copilot", [line])

    assert isinstance(entry, SystemMessage) and entry.provenance is Provenance.SYSTEM


def test_a_free_form_tool_has_its_arguments_as_text() -> None:
    patch = "*** Begin Patch\n*** Update File: a.py\n@@\n-x\n+y\n*** Move to: b.py\n*** End Patch\n"
    detail = "\ndiff --git a/p/a.py b/p/a.py\n--- a/p/a.py\n+++ b/p/a.py\n@@ -1 +1 @@\n-x\n+y\n"
    lines = [
        begin("custom_t1", "apply_patch", arguments=patch),
        complete("custom_t1", result={"content": "ok", "detailedContent": detail}),
    ]

    action = only(ToolUse, entries("copilot", lines)).action

    assert isinstance(action, FileEdit)
    (change,) = action.changes
    assert (change.path, change.change, change.moved_to) == ("a.py", "move", "b.py")
    assert change.diff == "@@ -1 +1 @@\n-x\n+y\n"


def test_a_free_form_tool_that_is_not_a_patch_keeps_its_text() -> None:
    lines = [begin(name="think", arguments="aloud")]

    entry = only(ToolUse, entries("copilot", lines))

    assert getattr(entry.action, "arguments", None) == "aloud"


def test_a_requested_and_started_tool_is_one_entry() -> None:
    request = {"toolCallId": "t1", "name": "bash", "arguments": {"command": "make"}}
    lines = [
        event("assistant.message", messageId="m1", toolRequests=[request]),
        begin(),
        complete(),
    ]

    assert [entry.status for entry in all_of(ToolUse, changes("copilot", lines))] == [
        "running",
        "success",
    ]


def test_a_tool_that_ends_before_its_start_gets_its_name_later() -> None:
    entry = only(ToolUse, entries("copilot", [complete(), begin()]))

    assert (entry.tool, entry.status) == ("bash", "success")


def test_an_mcp_tool_has_its_server_name() -> None:
    line = begin(name="calc-add", arguments={"a": 1}, mcpServerName="calc", mcpToolName="add")

    assert only(ToolUse, entries("copilot", [line])).action == Mcp(
        server="calc", tool="add", arguments={"a": 1}
    )


def test_lines_of_a_subagent_carry_their_parent_and_their_own_model() -> None:
    lines = [
        event("assistant.message", messageId="m0", content="Hi", model="gpt"),
        begin("task1", "task", arguments={"prompt": "Count"}),
        event("subagent.started", "agent1", toolCallId="task1"),
        event("user.message", "agent1", content="Count"),
        event("assistant.message", "agent1", messageId="m1", content="Two", model="mini"),
        event("assistant.message", messageId="m2", content="Two."),
    ]

    told = entries("copilot", lines)

    assert [entry.parent for entry in told] == [None, None, "task1", "task1", None]
    assert [entry.stamp.model for entry in told] == ["gpt", "gpt", "gpt", "mini", "gpt"]
    assert all_of(UserMessage, told) == []


def test_one_failure_is_one_error_and_a_failed_call_is_a_notice() -> None:
    lines = [
        event("model.call_failure", statusCode=529, errorMessage="busy"),
        event("session.error", errorType="query", message="529 busy"),
        end(1),
    ]

    told = entries("copilot", lines)

    assert [type(entry) for entry in told] == [SystemMessage, Error, Result]
    assert not only(Result, told).ok


def test_an_exit_code_without_an_error_line_is_an_error_too() -> None:
    assert only(Error, entries("copilot", [end(1)])).message == "Exit code 1"


def test_a_tool_without_an_end_is_interrupted() -> None:
    assert only(ToolUse, entries("copilot", [begin(), end()])).status == "interrupted"


@pytest.mark.parametrize("line", ['{"type":"session.new_thing"}', '{"type":"result"}', "● Done"])
def test_an_unknown_line_is_kept_unchanged(line: str) -> None:
    (entry,) = normalize("copilot", [line])

    assert isinstance(entry, Unrecognized) and entry.line == line


def test_a_repeated_end_keeps_tool_and_command() -> None:
    ends = [complete(result={"content": "one"}), complete(result={"content": "two"})]

    tool = only(ToolUse, entries("copilot", [begin(), *ends]))

    assert (tool.tool, tool.action) == ("bash", CommandRun(command="make"))
    assert tool.result is not None and tool.result.text == "two"


@pytest.mark.parametrize(
    "kind",
    ["session.mcp_server_status_changed", "session.mcp_server_tools_loaded", "subagent.configured"],
)
def test_lines_about_servers_and_agents_are_quiet(kind: str) -> None:
    assert changes("copilot", [event(kind, name="x")]) == []


def test_an_ephemeral_line_is_quiet_and_an_unknown_one_is_kept() -> None:
    line = event("session.something_new")

    assert changes("copilot", [{**line, "ephemeral": True}]) == []
    assert len(all_of(Unrecognized, changes("copilot", [line]))) == 1
