"""Edge cases of Claude Code's stream."""

from __future__ import annotations

import pytest
from tests.normalizers.claude_lines import INIT, begun, call, came_back, piece, said, text, user
from tests.normalizers.fold_helpers import Json, all_of, changes, entries, only

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
from runwhy.normalizers.registry import normalize


def test_a_line_without_a_model_does_not_clear_the_model() -> None:
    status: Json = {"type": "system", "subtype": "status", "session_id": "s1"}

    told = entries("claude", [INIT, status, user("Hi", isReplay=True)])

    assert only(UserMessage, told).stamp.model == "opus"


def test_synthetic_is_not_a_model() -> None:
    told = entries("claude", [INIT, said(text("No response."), model="<synthetic>")])

    assert all_of(AssistantMessage, told) == []
    assert [(e.topic, e.text) for e in all_of(SystemMessage, told)[1:]] == [
        ("notice", "No response.")
    ]
    assert {entry.stamp.model for entry in told} == {"opus"}


def test_the_session_is_read_from_any_line_and_changes_on_a_fork() -> None:
    status: Json = {"type": "system", "subtype": "status", "session_id": "s0"}

    told = entries("claude", [status, INIT, said(text("Hi"), session_id="s2")])

    assert [entry.stamp.agent_session for entry in told] == ["s1", "s2"]


def test_is_error_overrides_the_subtype() -> None:
    end: Json = {"type": "result", "subtype": "success", "is_error": True, "result": "Boom"}

    told = entries("claude", [INIT, end])

    assert (only(Result, told).ok, only(Error, told).message) == (False, "Boom")


def test_an_api_failure_is_one_error_and_not_an_assistant_message() -> None:
    failure = said(
        text("API Error: 529"), model="<synthetic>", is_api_error_message=True, error="overloaded"
    )
    end: Json = {"type": "result", "subtype": "success", "is_error": True, "result": "API Error"}

    told = entries("claude", [INIT, failure, end])

    assert [type(entry) for entry in told] == [SystemMessage, Error, Result]
    assert only(Error, told).code == "overloaded"


def test_the_next_turn_may_fail_again() -> None:
    end: Json = {"type": "result", "is_error": True, "result": "Boom"}

    assert len(all_of(Error, entries("claude", [end, {**end, "uuid": "r2"}]))) == 2


def test_a_failure_without_a_result_text_lists_its_errors() -> None:
    end: Json = {"type": "result", "subtype": "error_max_turns", "is_error": True, "errors": ["a"]}

    told = entries("claude", [end])

    assert (only(Error, told).message, only(Error, told).code) == ("a", "error_max_turns")
    assert only(Result, told).reason == "error_max_turns"


def test_a_missing_session_is_one_error_without_a_session_message() -> None:
    end: Json = {
        "type": "result",
        "subtype": "error_during_execution",
        "is_error": True,
        "errors": ["No conversation found with session ID: s9"],
        "session_id": "s9",
    }

    told = entries("claude", [end])

    assert [type(entry) for entry in told] == [Error, Result]


def test_the_type_can_be_anywhere_in_the_line() -> None:
    (end,) = normalize("claude", ['{"result":"Done","is_error":false,"type":"result"}'])

    assert isinstance(end, Result) and end.text == "Done"


def test_deltas_and_the_complete_text_are_one_entry() -> None:
    lines = [begun(), piece("Hel"), piece("lo"), said(text("Hello"))]

    first, delta, whole = changes("claude", lines)

    assert isinstance(first, AssistantMessage) and (first.text, first.partial) == ("Hel", True)
    assert delta == EntryDelta(id="m1:0", text="lo")
    assert isinstance(whole, AssistantMessage) and (whole.text, whole.partial) == ("Hello", False)
    assert {change.id for change in (first, delta, whole)} == {"m1:0"}


def test_blocks_have_the_same_ids_with_and_without_partial_messages() -> None:
    whole = [said({"type": "thinking", "thinking": "Hm"}), said(text("Hello"))]
    pieces = [begun(), piece("Hm", kind="thinking"), whole[0], piece("Hello", 1), whole[1]]

    assert [entry.id for entry in entries("claude", whole)] == ["m1:0", "m1:1"]
    assert [entry.id for entry in entries("claude", pieces)] == ["m1:0", "m1:1"]


def test_text_of_a_restarted_reply_is_retracted() -> None:
    told = changes("claude", [begun(), piece("Hel"), begun("m2"), said(text("Ho"), message="m2")])

    assert only(Retraction, told).id == "m1:0"
    assert [entry.id for entry in entries("claude", [begun(), piece("Hel"), begun("m2")])] == []


def test_text_of_a_reply_that_is_repeated_without_streaming_is_retracted() -> None:
    lines = [begun(), piece("Hel"), said(text("Hello"), message="m2")]

    assert only(Retraction, changes("claude", lines)).id == "m1:0"
    assert [entry.id for entry in entries("claude", lines)] == ["m2:0"]


def test_a_reply_retracts_only_text_of_its_own_agent() -> None:
    lines = [
        begun(),
        piece("Hel"),
        said(text("Sub"), message="m2", parent_tool_use_id="t1"),
        said(text("Hello")),
    ]

    assert [entry.id for entry in entries("claude", lines)] == ["m1:0", "m2:0"]


def test_truncated_text_is_kept_and_no_longer_partial() -> None:
    entry = only(AssistantMessage, entries("claude", [begun(), piece("Hel"), piece("lo")]))

    assert (entry.text, entry.partial) == ("Hello", False)


def test_lines_of_a_subagent_carry_their_parent_and_their_own_model() -> None:
    lines = [
        INIT,
        said(call("task1", "Agent", prompt="Count")),
        user([text("Count")], parent_tool_use_id="task1"),
        said(text("Two."), message="m2", model="haiku", parent_tool_use_id="task1"),
        came_back("Two.", "task1"),
        said(text("There are two."), message="m3"),
    ]

    told = entries("claude", lines)

    assert [entry.parent for entry in told] == [None, None, "task1", "task1", None]
    assert [entry.stamp.model for entry in told] == ["opus", "opus", "opus", "haiku", "opus"]
    prompt = told[2]
    assert isinstance(prompt, SystemMessage) and prompt.provenance is Provenance.AGENT


def test_a_subagents_failure_does_not_fail_the_run() -> None:
    failure = said(
        text("API Error"), model="<synthetic>", is_api_error_message=True, parent_tool_use_id="t1"
    )

    assert all_of(Error, entries("claude", [failure])) == []


def test_a_subagents_tool_stays_open_after_the_turn() -> None:
    lines: list[Json] = [
        said(call("late"), parent_tool_use_id="task1"),
        {"type": "result", "is_error": False},
        came_back("ok", "late"),
    ]

    assert only(ToolUse, entries("claude", lines)).status == "success"


@pytest.mark.parametrize(
    ("line", "topic"),
    [
        (user([text("Summary of it all")], isSynthetic=True), "prompt"),
        (user("<local-command-stdout>ok</local-command-stdout>", isReplay=True), "command"),
        (user([text("[Request interrupted by user]")]), "notice"),
    ],
)
def test_text_generated_by_the_cli_is_not_a_user_message(line: Json, topic: str) -> None:
    (entry,) = entries("claude", [line])

    assert isinstance(entry, SystemMessage)
    assert (entry.topic, entry.provenance) == (topic, Provenance.SYSTEM)


def test_a_prompt_has_the_provenance_of_its_sender() -> None:
    lines = ['{"type":"user","message":{"content":"Hi"},"isReplay":true}']

    (entry,) = normalize("claude", lines, sender=Provenance.SCHEDULE)

    assert isinstance(entry, UserMessage) and entry.provenance is Provenance.SCHEDULE


def test_retries_and_compaction_are_notices() -> None:
    lines: list[Json] = [
        {"type": "system", "subtype": "api_retry", "attempt": 2, "error_status": 529},
        {"type": "system", "subtype": "compact_boundary", "compact_metadata": {"trigger": "auto"}},
    ]

    told = all_of(SystemMessage, entries("claude", lines))

    assert [(entry.topic, entry.text) for entry in told] == [
        ("retry", "Retrying after HTTP 529, attempt 2"),
        ("compaction", "Conversation compacted (auto)"),
    ]


def test_the_end_of_a_background_task_is_a_notice() -> None:
    line: Json = {
        "type": "system",
        "subtype": "task_notification",
        "tool_use_id": "gone",
        "summary": "Done",
    }

    assert only(SystemMessage, entries("claude", [line])).text == "Done"


def test_redacted_thinking_is_an_entry_without_text() -> None:
    told = entries("claude", [said({"type": "redacted_thinking", "data": "xyz"})])

    assert only(Thinking, told).text == ""


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('{"type":"something_new"}', "unknown_type"),
        ('{"type":"system","subtype":"something_new"}', "unknown_type"),
        ('{"type":"assistant","message":{"content":[{"type":"hologram"}]}}', "unknown_type"),
        ('{"type":"assistant","message":7}', "unexpected_shape"),
        ("Warning: something on stdout", "not_json"),
        ('{"type":"assistant","mess', "not_json"),
    ],
)
def test_an_unknown_line_is_kept_unchanged(line: str, reason: str) -> None:
    (entry,) = normalize("claude", [line])

    assert isinstance(entry, Unrecognized)
    assert (entry.line, entry.reason) == (line, reason)
