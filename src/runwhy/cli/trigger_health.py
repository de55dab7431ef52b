"""Health of triggers as text: a mark for each of the last runs, the state, and occurrences."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

import click

from runwhy.cli.output import column_time, paint_status, seconds_text
from runwhy.core.triggers.trigger import AUTOMATIC

MISSED = "○"
# One character for each status, so that they differ without color.
MARKS = {
    "succeeded": "●",
    "failed": "✗",
    "cancelled": "–",
    "running": "▸",
    "waiting": "?",
    "queued": "·",
}
MAX_STREAK = 20  # runs that a streak is counted in
_COLORS = {"●": "green", "✗": "red", "▸": "blue", "?": "yellow", MISSED: "yellow"}

Json = Mapping[str, Any]


def run_marks(health: Json) -> str:
    """Return a mark for each of the last runs, oldest first, and for missed times between them."""
    runs = [_gap(run) + MARKS.get(run["status"], " ") for run in reversed(health["recent"])]
    return "".join(runs) + (MISSED if health["missed"] else "")


def _gap(run: Json) -> str:
    return MISSED if run.get("missedBefore") else ""


def missed_text(health: Json) -> str:
    """Return how many planned times were missed around the last run."""
    before = health["recent"][0].get("missedBefore", 0) if health["recent"] else 0
    count = health["missed"] or before
    return f"{count} missed" if count else ""


def state_text(trigger: Json) -> str:
    """Return the state of a trigger, with its problems."""
    health, note = trigger["health"], trigger["note"] or ""
    if not trigger["enabled"] and note.startswith(AUTOMATIC):
        return str(note)
    details = _details(trigger)
    return f"{health['state']}: {', '.join(details)}" if details else str(health["state"])


def _details(trigger: Json) -> list[str]:
    health, found = trigger["health"], []
    if trigger["note"] and not trigger["enabled"]:
        found.append(trigger["note"])
    if error := health.get("startError"):
        found.append(f"cannot start: {error}")
    elif health["failureStreak"]:
        found.append(streak_text(health["failureStreak"]))
    if missed := missed_text(health):
        found.append(missed)
    elif health["state"] == "late":
        found.append(late_text(health["latenessMs"]))
    return found


def streak_text(streak: int) -> str:
    """Return the number of failures in a row."""
    more = "+" if streak >= MAX_STREAK else ""
    return "last run" if streak == 1 else f"{streak}{more} in a row"


def late_text(lateness_ms: int | None) -> str:
    """Return how late a run started."""
    if lateness_ms is None:
        return ""
    return f"+{lateness_ms} ms" if lateness_ms < 1000 else f"+{seconds_text(lateness_ms / 1000)}"


def paint(title: str, cell: str) -> str:
    """Color the marks, states and statuses in a cell."""
    return paint_marks(cell) if title == "LAST RUNS" else paint_status(title, cell)


def paint_marks(marks: str) -> str:
    """Color the marks of runs."""
    return "".join(
        click.style(mark, fg=_COLORS[mark]) if mark in _COLORS else mark for mark in marks
    )


def occurrence_row(one: Json) -> tuple[str, ...]:
    """Return the row of an occurrence: when, whether it ran, and why or why not."""
    run = one["run"] or {}
    started = run.get("startedAt")
    return (
        time_of(one),
        _lateness(one["plannedAt"], started),
        run.get("status") or one["status"],
        one["runId"] or "",
        occurrence_reason(one),
    )


def time_of(one: Json) -> str:
    """Return when an occurrence was planned, or else when it happened."""
    return column_time(one["plannedAt"] or one["at"])


def occurrence_reason(one: Json) -> str:
    """Return why an occurrence was skipped, or why its run failed."""
    run = one["run"] or {}
    reason = str(run.get("reason") or one["reason"] or "")
    if one["count"] == 1:
        return reason
    return f"{reason}, {one['count']} times in a row".removeprefix(", ")


def _lateness(planned: str | None, started: str | None) -> str:
    if not planned or not started:
        return ""
    late = datetime.fromisoformat(started) - datetime.fromisoformat(planned)
    return late_text(max(late // timedelta(milliseconds=1), 0))
