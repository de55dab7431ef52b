"""What is shown to people: escape_controls text, and the story of a run."""

from __future__ import annotations

from datetime import UTC, datetime

from runwhy import RunEvent
from runwhy.cli.output import escape_controls, fit_columns, one_line, seconds_text, time_text
from runwhy.cli.run_progress import RunProgress


def test_control_codes_are_made_visible_and_text_stays() -> None:
    assert escape_controls("\x1b[31mred\x07\x7f\x9b") == "␛[31mred␇␡␡"
    assert (
        escape_controls("tabs\tand\nlines, ümläute, 日本, 🙂")
        == "tabs\tand\nlines, ümläute, 日本, 🙂"
    )
    assert one_line("two\n lines\r") == "two lines"


def test_durations_are_told_as_people_tell_them() -> None:
    assert [seconds_text(s) for s in (0.04, 59.94, 61, 3725)] == [
        "0.0 s",
        "59.9 s",
        "1 min 1 s",
        "1 h 2 min",
    ]


def test_times_are_shown_in_the_zone_of_this_machine() -> None:
    at = datetime(2026, 11, 15, 12, 0, tzinfo=UTC)

    assert time_text(at) == at.astimezone().strftime("%Y-%m-%d %H:%M:%S")
    assert time_text(None) == ""


def test_a_table_keeps_names_whole_and_leaves_out_what_has_no_room() -> None:
    runs = [30, 9, 7, 12, 22, 150]  # id, status, trigger, when, tags, text
    least = [30, 8, 8, 8, 8, 8]

    assert fit_columns(runs, least, room=200) == [30, 9, 7, 12, 22, 110]
    assert fit_columns(runs, least, room=80) == [30, 9, 7, 12, 14]
    assert fit_columns(runs, least, room=50) == [30, 9, 7]
    assert fit_columns([30, 90, 5], [8, 8, 8], room=200) == [30, 40, 5]  # none takes all
    assert fit_columns([9, 30], [8, 30], room=40) == [9]  # half an id is of no use


def test_a_story_knows_why_a_run_exists_and_where_it_is() -> None:
    story = RunProgress()
    data = {"runId": "run_1", "trigger": "cron", "metadata": {"env": "prod"}}

    assert story.see(RunEvent(1, "queued", data)) == "run_1 · cron · env=prod"
    assert (story.run_id, story.status) == ("run_1", "queued")
    assert story.see(RunEvent(2, "started", {"runId": "run_1", "attempt": 1})) is None
    assert story.status == "running"


def test_what_an_earlier_attempt_said_is_void() -> None:
    story = RunProgress()
    story.see(RunEvent(1, "assistant_delta", {"text": "Half of"}))

    assert story.see(RunEvent(2, "started", {"attempt": 2})) == "taken up again (attempt 2)"
    story.see(RunEvent(3, "assistant_delta", {"text": "All of it"}))
    assert story.text == "All of it"


def test_tool_calls_are_told_in_one_line_each() -> None:
    story = RunProgress()
    call = {"toolUseId": "t1", "name": "stock", "args": {"item": "a\nb"}}

    assert story.see(RunEvent(1, "local_tool_call", call)) == '→ stock {"item": "a\\nb"}'
    assert story.status == "waiting for its client"
    answer = {"toolUseId": "t1", "output": "x" * 300, "ok": False}
    told = story.see(RunEvent(2, "local_tool_result_in", answer)) or ""
    assert told.startswith("← stock failed: xxx") and told.endswith("x…") and len(told) < 230
    assert story.status == "running"


def test_the_other_events_of_tools_are_told_too() -> None:
    story = RunProgress()
    seen = [
        story.see(RunEvent(1, "tool_call", {"toolUseId": "a", "name": "look", "input": {}})),
        story.see(RunEvent(2, "tool_result", {"toolUseId": "a", "ok": True, "summary": "fine"})),
        story.see(RunEvent(3, "loop_detected", {"consecutiveCount": 3})),
        story.see(RunEvent(4, "tool_budget_exceeded", {"tool": "look", "maxCalls": 2})),
    ]

    assert seen == [
        "→ look {}",
        "← look: fine",
        "the same calls 3 times in a row",
        "look: more than 2 calls",
    ]
