"""Formatting of text, tables and run progress."""

from __future__ import annotations

from datetime import UTC, datetime

from runwhy import RunEvent, Tokens
from runwhy.cli.output import (
    cost_text,
    escape_controls,
    fit_columns,
    one_line,
    seconds_text,
    time_text,
    tokens_text,
)
from runwhy.cli.run_progress import RunProgress
from runwhy.wire.runs import NO_TOKENS


def test_control_characters_become_visible_and_text_is_unchanged() -> None:
    assert escape_controls("\x1b[31mred\x07\x7f\x9b") == "␛[31mred␇␡␡"
    assert (
        escape_controls("tabs\tand\nlines, ümläute, 日本, 🙂")
        == "tabs\tand\nlines, ümläute, 日本, 🙂"
    )
    assert one_line("two\n lines\r") == "two lines"


def test_durations_are_formatted_with_units() -> None:
    assert [seconds_text(s) for s in (0.04, 59.94, 61, 3725, 172_799, 1_071_000)] == [
        "0.0 s",
        "59.9 s",
        "1 min 1 s",
        "1 h 2 min",
        "47 h 59 min",
        "12 d 9 h",
    ]


def test_a_cost_is_rounded_unless_it_is_exact_and_says_what_is_unknown() -> None:
    costs = ("0", "0.00001", "0.00123456", "0.1", "1234.567")
    assert [cost_text(cost, 0) for cost in costs] == [
        *("$0", "<$0.0001", "$0.0012", "$0.1", "$1,234.57")
    ]
    assert cost_text("0.00123456", 0, exact=True) == "$0.00123456"
    assert cost_text("0.1", 2) == "$0.1 + 2 unpriced"
    assert cost_text(None, 2) == "unknown (2 unpriced)"
    assert cost_text(None, 0) == cost_text(None, None) == ""


def test_token_counts_name_what_there_is() -> None:
    used = Tokens(input=5, cached=3, cache_write=1, reasoning=0, output=2)

    assert tokens_text(used) == "5 in, 2 out, 3 cached, 1 written to cache"
    assert tokens_text(NO_TOKENS) is None


def test_times_are_shown_in_the_local_zone() -> None:
    at = datetime(2026, 11, 15, 12, 0, tzinfo=UTC)

    assert time_text(at) == at.astimezone().strftime("%Y-%m-%d %H:%M:%S")
    assert time_text(None) == ""


def test_a_table_keeps_ids_complete_and_omits_columns_that_do_not_fit() -> None:
    runs = [30, 9, 7, 12, 22, 150]  # id, status, trigger, when, tags, text
    least = [30, 8, 8, 8, 8, 8]

    assert fit_columns(runs, least, room=200) == [30, 9, 7, 12, 22, 110]
    assert fit_columns(runs, least, room=80) == [30, 9, 7, 12, 14]
    assert fit_columns(runs, least, room=50) == [30, 9, 7]
    assert fit_columns([30, 90, 5], [8, 8, 8], room=200) == [
        30,
        40,
        5,
    ]  # no column takes all the space
    assert fit_columns([9, 30], [8, 30], room=40) == [9]  # an id is never cut


def test_progress_contains_the_origin_and_status_of_a_run() -> None:
    progress = RunProgress()
    data = {"runId": "run_1", "trigger": "cron", "metadata": {"env": "prod"}}

    assert progress.add(RunEvent(1, "queued", data)) == "run_1 · cron · env=prod"
    assert (progress.run_id, progress.status) == ("run_1", "queued")
    assert progress.add(RunEvent(2, "started", {"runId": "run_1", "attempt": 1})) is None
    assert progress.status == "running"


def test_a_new_attempt_discards_earlier_text() -> None:
    progress = RunProgress()
    progress.add(RunEvent(1, "assistant_delta", {"text": "Half of"}))

    assert progress.add(RunEvent(2, "started", {"attempt": 2})) == "restarted (attempt 2)"
    progress.add(RunEvent(3, "assistant_delta", {"text": "All of it"}))
    assert progress.text == "All of it"


def test_each_tool_call_is_one_line() -> None:
    progress = RunProgress()
    call = {"toolUseId": "t1", "name": "stock", "args": {"item": "a\nb"}}

    assert progress.add(RunEvent(1, "local_tool_call", call)) == '→ stock {"item": "a\\nb"}'
    assert progress.status == "waiting for the client"
    answer = {"toolUseId": "t1", "output": "x" * 300, "ok": False}
    line = progress.add(RunEvent(2, "local_tool_result_in", answer)) or ""
    assert line.startswith("← stock failed: xxx") and line.endswith("x…") and len(line) < 230
    assert progress.status == "running"


def test_tool_results_loops_and_budgets_have_progress_lines() -> None:
    progress = RunProgress()
    seen = [
        progress.add(RunEvent(1, "tool_call", {"toolUseId": "a", "name": "look", "input": {}})),
        progress.add(RunEvent(2, "tool_result", {"toolUseId": "a", "ok": True, "summary": "fine"})),
        progress.add(RunEvent(3, "loop_detected", {"consecutiveCount": 3})),
        progress.add(RunEvent(4, "tool_budget_exceeded", {"tool": "look", "maxCalls": 2})),
    ]

    assert seen == [
        "→ look {}",
        "← look: fine",
        "loop detected: same calls 3 times in a row",
        "look: limit of 2 calls exceeded",
    ]
