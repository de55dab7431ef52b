"""Agents that speak the Agent Client Protocol: one fold, and what differs by agent."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.normalizers.fold_helpers import Json, all_of, changes, entries, only
from tests.normalizers.recordings import HERE, wire

from runwhy.core.agents.actions import CommandRun, FileEdit, Other, Todo
from runwhy.core.agents.entries import (
    AssistantMessage,
    Entry,
    Error,
    Result,
    Retraction,
    SystemMessage,
    Thinking,
    ToolUse,
    Unrecognized,
    UserMessage,
    entry_json,
)
from runwhy.core.agents.transcripts import transcript
from runwhy.normalizers.acp_messages import QUIRKS, without_sent
from runwhy.normalizers.lines import split_lines
from runwhy.normalizers.registry import normalize, normalizer_of

AGENTS = sorted(QUIRKS)


def recorded(agent: str, case: str) -> tuple[Entry, ...]:
    data = Path(HERE / "streams" / f"acp-{agent}" / f"{case}.jsonl").read_bytes()
    return transcript(normalize("acp", split_lines([data])))


def received(msg: Json) -> Json:
    return {"dir": "in", "msg": {"jsonrpc": "2.0", **msg}}


def sent(msg: Json) -> Json:
    return {"dir": "out", "msg": {"jsonrpc": "2.0", **msg}}


def named(agent: str) -> Json:
    info = {"name": QUIRKS[agent].reported_as, "version": "1"}
    return received({"id": 0, "result": {"agentInfo": info}})


def asked(*texts: str, id: int = 2) -> Json:
    blocks = [{"type": "text", "text": text} for text in texts]
    return sent(
        {"id": id, "method": "session/prompt", "params": {"sessionId": "s", "prompt": blocks}}
    )


def update(kind: str, /, **fields: object) -> Json:
    params = {"sessionId": "s", "update": {"sessionUpdate": kind, **fields}}
    return received({"method": "session/update", "params": params})


def chunk(text: str, **more: object) -> Json:
    return update("agent_message_chunk", content={"type": "text", "text": text}, **more)


def stopped(reason: str = "end_turn", **more: object) -> Json:
    return received({"id": 2, "result": {"stopReason": reason, **more}})


# --- every agent -----------------------------------------------------------------------------


@pytest.mark.parametrize("agent", AGENTS)
def test_a_text_has_thinking_a_message_and_no_envelope(agent: str) -> None:
    told = recorded(agent, "text")

    assert only(UserMessage, told).text == "Say hello"
    assert only(Thinking, told).text == "A greeting is enough."
    assert only(AssistantMessage, told).text == "Hello from the scripted model."
    assert only(Result, told).ok
    assert "_meta" not in str(told)  # of an envelope, under any name


@pytest.mark.parametrize("agent", AGENTS)
def test_every_entry_is_stamped_with_agent_session_and_version(agent: str) -> None:
    for entry in recorded(agent, "tool"):
        assert entry.stamp.agent == f"acp:{agent}"
        assert entry.stamp.agent_session
        assert entry.stamp.extensions["agentVersion"]


@pytest.mark.parametrize("agent", [name for name in AGENTS if name != "copilot"])
def test_the_result_is_stamped_with_the_model(agent: str) -> None:
    assert only(Result, recorded(agent, "text")).stamp.model


@pytest.mark.parametrize("agent", [name for name in AGENTS if name != "gemini"])
def test_a_command_that_exits_with_3_failed_whatever_the_agent_calls_it(agent: str) -> None:
    ran = only(ToolUse, recorded(agent, "tool"))

    assert isinstance(ran.action, CommandRun)
    assert ran.action.command == "echo acp-hi; echo oops >&2; exit 3"
    assert ran.status == "failed" and ran.result is not None
    assert ran.result.exit_code == 3
    assert sorted(ran.result.text.split()) == ["acp-hi", "oops"]


def test_gemini_reports_neither_output_nor_exit_code() -> None:
    ran = only(ToolUse, recorded("gemini", "tool"))

    assert isinstance(ran.action, CommandRun) and ran.tool == "run_shell_command"
    assert ran.result is not None and (ran.result.text, ran.result.exit_code) == ("", None)


@pytest.mark.parametrize("agent", AGENTS)
def test_an_edit_has_a_diff_with_line_numbers(agent: str) -> None:
    edit = all_of(ToolUse, recorded(agent, "edit"))[-1]

    assert isinstance(edit.action, FileEdit) and edit.status == "success"
    change = edit.action.changes[0]
    assert (change.path, change.change) == ("/home/user/project/greet.py", "update")
    assert change.diff == (
        "@@ -1,2 +1,2 @@\n def greet(name):\n"
        '-    return "Hello " + name\n+    return f"Hello, {name}!"\n'
    )


@pytest.mark.parametrize("agent", ["codex-acp", "copilot"])
def test_a_new_file_in_an_edit_is_an_addition(agent: str) -> None:
    edit = all_of(ToolUse, recorded(agent, "edit"))[-1]

    assert isinstance(edit.action, FileEdit)
    assert edit.action.changes[1].change == "add"
    assert edit.action.changes[1].diff == "@@ -0,0 +1,2 @@\n+one\n+two\n"


@pytest.mark.parametrize("agent", AGENTS)
def test_a_tool_without_permission_is_denied(agent: str) -> None:
    told = recorded(agent, "denied")

    assert only(ToolUse, told).status == "denied"
    assert only(Result, told).ok
    assert all_of(Error, told) == []


@pytest.mark.parametrize("agent", ["claude-agent-acp", "opencode", "qwen"])
def test_a_to_do_list_is_one_entry(agent: str) -> None:
    action = only(ToolUse, recorded(agent, "plan")).action

    assert isinstance(action, Todo)
    assert [(item.text, item.status) for item in action.items] == [
        ("Look", "completed"),
        ("Edit greet.py", "in_progress"),
        ("Test", "pending"),
    ]


@pytest.mark.parametrize("agent", ["claude-agent-acp", "codex-acp"])
def test_terminal_output_in_the_metadata_is_the_result(agent: str) -> None:
    ran = only(ToolUse, recorded(agent, "tool-terminal"))

    assert ran.result is not None
    assert (ran.result.text.strip(), ran.result.exit_code) == ("acp-hi\noops", 3)


# --- tokens ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("agent", "scope", "fields"),
    [
        ("opencode", "call", {"inputTokens": 200, "cachedReadTokens": 1000}),
        ("gemini", "turn", {"input_tokens": 2400, "output_tokens": 80}),
        ("qwen", "turn", {"inputTokens": 2400, "cachedReadTokens": 2000, "outputTokens": 80}),
        ("copilot", "turn", {"inputTokens": 2400, "cachedReadTokens": 2000}),
        ("codex-acp", "turn", {"inputTokens": 400, "cachedReadTokens": 2000}),
        ("claude-agent-acp", "turn", {"inputTokens": 400, "cachedReadTokens": 2000}),
    ],
)
def test_usage_has_the_scope_that_it_covers(agent: str, scope: str, fields: Json) -> None:
    usage = only(Result, recorded(agent, "tool")).usage[0]

    assert usage.scope == scope
    assert fields.items() <= usage.reported.items()


# --- single agents ---------------------------------------------------------------------------


def test_copilots_own_words_are_a_notice() -> None:
    told = recorded("copilot", "denied")

    assert all_of(AssistantMessage, told) == []
    assert [note.text for note in all_of(SystemMessage, told)][-1] == "Operation cancelled by user"


def test_an_error_that_copilot_sends_as_text_fails_the_turn() -> None:
    told = entries("acp", [named("copilot"), asked("Go"), chunk("Error: 400 no"), stopped()])

    assert only(Error, told).message == "400 no"
    assert not only(Result, told).ok
    assert all_of(AssistantMessage, told) == []


def test_a_message_of_the_model_may_begin_with_the_word_error() -> None:
    told = entries("acp", [named("copilot"), asked("Go"), chunk("Error: none found."), stopped()])

    assert only(AssistantMessage, told).text == "Error: none found."
    assert only(Result, told).ok


def test_a_system_error_of_codex_replaces_its_warning() -> None:
    status = {"codex": {"threadStatus": {"type": "systemError"}}}
    told = entries(
        "acp",
        [
            named("codex-acp"),
            asked("Go"),
            chunk("unexpected status 400: no"),
            update("session_info_update", _meta=status),
            stopped(usage=None),
        ],
    )

    assert only(Error, told).message == "unexpected status 400: no"
    assert all_of(SystemMessage, told) == [] and not only(Result, told).ok


def test_a_warning_of_codex_is_a_notice() -> None:
    told = entries("acp", [named("codex-acp"), asked("Go"), chunk("Mind the gap"), stopped()])

    assert only(SystemMessage, told).topic == "warning"
    assert only(Result, told).ok and all_of(AssistantMessage, told) == []


def test_a_message_that_repeats_the_error_is_retracted() -> None:
    error = {"code": -32603, "message": "Internal error: API Error: 400 no"}
    told = changes(
        "acp",
        [
            named("claude-agent-acp"),
            asked("Go"),
            chunk("API Error: 400 no", messageId="m"),
            received({"id": 2, "error": error}),
        ],
    )

    assert any(isinstance(change, Retraction) for change in told)
    (user, failed) = transcript(told)
    assert isinstance(user, UserMessage) and isinstance(failed, Error)


@pytest.mark.parametrize(
    ("error", "message"),
    [
        ({"code": -32603, "message": "Internal", "data": {"details": "400 no"}}, "400 no"),
        ({"code": 400, "message": '{"error":{"message":"no","code":400}}'}, "no"),
    ],
)
def test_an_error_has_the_words_of_the_model_provider(error: Json, message: str) -> None:
    told = entries("acp", [asked("Go"), received({"id": 2, "error": error})])

    assert only(Error, told).message == message


def test_a_setting_that_the_agent_rejects_is_a_warning() -> None:
    mode = sent({"id": 1, "method": "session/set_model", "params": {"sessionId": "s"}})
    told = entries("acp", [mode, received({"id": 1, "error": {"code": 1, "message": "no model"}})])

    assert only(SystemMessage, told).text == "no model"


# --- cancellation and loading ----------------------------------------------------------------

RUNNING = update(
    "tool_call",
    toolCallId="t",
    kind="execute",
    status="in_progress",
    rawInput={"command": "sleep 9"},
)
CANCEL = sent({"method": "session/cancel", "params": {"sessionId": "s"}})


@pytest.mark.parametrize(
    "last",
    [
        None,  # Copilot, Codex
        {"status": "completed", "rawOutput": {"metadata": {"exit": None}}},  # opencode
        {"status": "completed", "content": []},  # Gemini
        {"status": "failed", "rawOutput": {"exitCode": 0, "outcome": "cancelled"}},  # Qwen
        {"status": "failed", "rawOutput": "The user doesn't want to proceed"},  # Claude
    ],
)
def test_a_tool_that_was_cancelled_is_interrupted(last: Json | None) -> None:
    update_of = [update("tool_call_update", toolCallId="t", **last)] if last else []

    told = entries("acp", [asked("Go"), RUNNING, CANCEL, *update_of, stopped("cancelled")])

    assert only(ToolUse, told).status == "interrupted"
    assert not only(Result, told).ok


def test_a_loaded_conversation_is_not_repeated() -> None:
    load = sent({"id": 1, "method": "session/load", "params": {"sessionId": "s"}})
    earlier = [
        update("user_message_chunk", content={"type": "text", "text": "Before"}),
        chunk("Earlier answer"),
        RUNNING,
    ]

    told = entries("acp", [load, *earlier, asked("Now"), chunk("Answer"), stopped()])

    assert only(UserMessage, told).text == "Now"
    assert only(AssistantMessage, told).text == "Answer"
    assert all_of(ToolUse, told) == []


def test_the_reason_of_a_denial_is_no_prompt_of_the_user_and_starts_a_turn() -> None:
    told = asked("The request (execute) was denied: not today", id=3)
    told["msg"]["params"]["_meta"] = {"runwhy": {"denial": True}}
    turn = [named("opencode"), asked("context", "Do it"), stopped()]

    found = entries("acp", [*turn, told, chunk("I see."), stopped()])

    assert only(UserMessage, found).text == "Do it"
    assert [type(entry) for entry in found][-3:] == [Result, AssistantMessage, Result]


def test_a_stream_without_lines_of_the_client_has_its_user_messages() -> None:
    plain = [
        event["msg"]
        for event in (
            update("user_message_chunk", content={"type": "text", "text": "Hi"}),
            chunk("Ho"),
        )
    ]
    told = entries("acp", plain)  # type: ignore[arg-type]

    assert only(UserMessage, told).text == "Hi"
    assert only(AssistantMessage, told).text == "Ho"


@pytest.mark.parametrize("separator", ["", " ", "\n"])
def test_a_title_loses_exactly_what_was_sent_before_the_prompt(separator: str) -> None:
    title = separator.join(['{"a":1}', "{b}", "Do it"])
    info = update("session_info_update", title=title)

    told = entries("acp", [asked('{"a":1}', "{b}", "Do it"), info, stopped()])

    assert only(Result, told).stamp.extensions["title"] == "Do it"


@given(st.lists(st.text(min_size=1), max_size=3), st.text(min_size=1), st.text())
def test_a_title_that_does_not_begin_with_what_was_sent_is_kept(
    context: list[str], first: str, rest: str
) -> None:
    title = first + rest
    begins = any(title.startswith(part[:16]) or part.startswith(title) for part in context)

    kept = without_sent(title, (*context, "prompt"))

    assert kept == title or begins or not title.strip("….")


@pytest.mark.parametrize("title", ['{"trigger":"c…', '{"trigger":"cli", "seal":"a… Do it'])
def test_a_title_cut_within_the_envelope_is_dropped(title: str) -> None:
    assert without_sent(title, ('{"trigger":"cli", "seal":"abc"}', "Do it")) == ""


def test_a_title_of_a_resumed_session_is_not_recorded() -> None:
    load = sent({"id": 1, "method": "session/resume", "params": {"sessionId": "s"}})
    title = update("session_info_update", title="What an earlier run sent")

    told = entries("acp", [load, asked("Now"), title, chunk("Answer"), stopped()])

    assert "earlier run" not in str(told)


# --- unknown and repeated lines --------------------------------------------------------------


@pytest.mark.parametrize(
    "event",
    [
        update("brand_new_update", value=1),
        received({"method": "_vendor/notice", "params": {}}),
        received({"id": 9, "method": "vendor/question", "params": {}}),
    ],
)
def test_an_unknown_update_is_kept(event: Json) -> None:
    assert isinstance(only(Unrecognized, entries("acp", [event])), Unrecognized)


@pytest.mark.parametrize(
    "event",
    [
        update("available_commands_update", availableCommands=[]),
        update("usage_update", used=1, size=2),
        update("current_mode_update", currentModeId="plan"),
        received({"id": 0, "method": "fs/read_text_file", "params": {"path": "/p"}}),
    ],
)
def test_ephemeral_updates_are_silent(event: Json) -> None:
    assert changes("acp", [event]) == []


def test_mode_and_title_are_metadata() -> None:
    told = entries(
        "acp",
        [
            asked("Go"),
            update("current_mode_update", currentModeId="plan"),
            update("session_info_update", title="A title"),
            chunk("Hi"),
            stopped(),
        ],
    )

    metadata = entry_json(told[-1])["metadata"]
    assert isinstance(metadata, dict)
    assert (metadata["mode"], metadata["title"], metadata["sessionId"]) == ("plan", "A title", "s")


def test_text_after_a_tool_with_the_same_message_id_is_another_entry() -> None:
    told = entries(
        "acp", [asked("Go"), chunk("One", messageId="m"), RUNNING, chunk("Two", messageId="m")]
    )

    assert [message.text for message in all_of(AssistantMessage, told)] == ["One", "Two"]


def test_output_that_grows_is_streamed_as_deltas() -> None:
    def output(text: str) -> Json:
        block = {"type": "content", "content": {"type": "text", "text": text}}
        return update("tool_call_update", toolCallId="t", content=[block])

    told = wire(changes("acp", [asked("Go"), RUNNING, output("a\n"), output("a\nb\n")]))

    assert [c["text"] for c in told if c["type"] == "delta"] == ["a\n", "b\n"]


def test_a_call_without_known_kind_keeps_its_arguments() -> None:
    call = update("tool_call", toolCallId="t", kind="other", rawInput={"x": 1}, status="completed")

    action = only(ToolUse, entries("acp", [call])).action

    assert action == Other(arguments={"x": 1})


# --- laws ------------------------------------------------------------------------------------

TEXTS = st.sampled_from(["a", "Hello ", "é\n", ""])
CALLS = st.sampled_from(["t1", "t2", "t3"])
BLOCK = TEXTS.map(lambda text: {"type": "content", "content": {"type": "text", "text": text}})
DIFF = TEXTS.map(lambda text: {"type": "diff", "path": "/p", "oldText": "x", "newText": text})
FIELDS = st.fixed_dictionaries(
    {"toolCallId": CALLS},
    optional={
        "status": st.sampled_from(["pending", "in_progress", "completed", "failed"]),
        "kind": st.sampled_from(["execute", "edit", "read", "other", "think"]),
        "title": TEXTS,
        "rawInput": st.sampled_from([{}, {"command": "ls"}, {"cwd": "/p"}, {"path": "/f"}, "text"]),
        "content": st.lists(BLOCK | DIFF, max_size=2),
        "rawOutput": st.sampled_from([{"exitCode": 1}, "Exit code 3\nno", {"output": "yes"}]),
    },
)
TOOLS = st.builds(
    lambda kind, fields: update(kind, **fields),
    st.sampled_from(["tool_call", "tool_call_update"]),
    FIELDS,
)
PERMISSION = st.builds(
    lambda id, fields: received(
        {
            "id": id,
            "method": "session/request_permission",
            "params": {
                "sessionId": "s",
                "toolCall": fields,
                "options": [{"optionId": "yes", "kind": "allow_once"}],
            },
        }
    ),
    st.integers(0, 2),
    FIELDS,
)
DECISION = st.builds(
    lambda id, option: sent({"id": id, "result": {"outcome": {"optionId": option}}}),
    st.integers(0, 2),
    st.sampled_from(["yes", "no"]),
)
PLAN = st.lists(TEXTS, max_size=2).map(
    lambda texts: update("plan", entries=[{"content": t, "status": "pending"} for t in texts])
)
MESSAGES = st.builds(
    lambda kind, text, id: update(
        kind, content={"type": "text", "text": text}, **({"messageId": id} if id else {})
    ),
    st.sampled_from(["agent_message_chunk", "agent_thought_chunk"]),
    TEXTS,
    st.sampled_from([None, "m1", "m2"]),
)
EVENTS = st.lists(
    TOOLS | PERMISSION | DECISION | PLAN | MESSAGES | st.sampled_from([CANCEL, stopped()]),
    max_size=20,
)
STARTS = st.sampled_from([[], *([named(agent)] for agent in AGENTS)]).map(
    lambda first: [*first, asked("{}", "Go")]
)


def as_bytes(events: Sequence[Json]) -> bytes:
    return b"".join(json.dumps(event, ensure_ascii=False).encode() + b"\n" for event in events)


@given(STARTS, EVENTS, st.integers(1, 50))
def test_chunks_of_any_size_give_the_same_entries(
    start: list[Json], events: list[Json], size: int
) -> None:
    data = as_bytes([*start, *events])
    chunks = [data[at : at + size] for at in range(0, len(data), size)]

    assert wire(normalize("acp", split_lines(chunks))) == wire(changes("acp", [*start, *events]))


@given(STARTS, EVENTS)
def test_a_state_saved_after_any_line_gives_the_same_entries(
    start: list[Json], events: list[Json]
) -> None:
    fold = normalizer_of("acp")
    state, told = fold.start(), []
    for event in [*start, *events]:
        state, changed = fold.step(fold.load(fold.dump(state)), json.dumps(event))
        told += wire(changed)

    assert told + wire(fold.finish(state)[1]) == wire(changes("acp", [*start, *events]))


@given(STARTS, EVENTS)
def test_every_entry_has_the_session(start: list[Json], events: list[Json]) -> None:
    for entry in entries("acp", [*start, *events]):
        assert entry.stamp.agent_session == "s"


@given(STARTS, EVENTS)
def test_nothing_stays_open_and_an_id_keeps_kind_position_and_action(
    start: list[Json], events: list[Json]
) -> None:
    seen: dict[str, object] = {}
    for told in changes("acp", [*start, *events]):
        if isinstance(told, Entry):
            action = type(told.action) if isinstance(told, ToolUse) else None
            place = (type(told), told.index, action)
            assert seen.setdefault(told.id, place) == place
    for entry in entries("acp", [*start, *events]):
        assert not isinstance(entry, ToolUse) or entry.status != "running"
        assert not isinstance(entry, (AssistantMessage, Thinking)) or not entry.partial


@given(STARTS, st.lists(TOOLS | PLAN, max_size=12), st.data())
def test_a_repeated_update_of_a_tool_changes_nothing(
    start: list[Json], events: list[Json], data: st.DataObject
) -> None:
    repeated = [copy for event in events for copy in [event] * data.draw(st.integers(1, 2))]

    assert entries("acp", [*start, *repeated]) == entries("acp", [*start, *events])
