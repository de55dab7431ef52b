"""The origin of a run on one line, for people."""

from __future__ import annotations

from datetime import UTC
from typing import TYPE_CHECKING

from runwhy.core.display_text import cut
from runwhy.core.runs.origin import Origin

if TYPE_CHECKING:
    from runwhy.core.runs.run import Run

MAX_NAME = 80
MAX_TASK = 200
_KINDS = {
    "api": "API",
    "cli": "command line",
    "cron": "schedule",
    "daemon": "task queue",
    "telegram": "Telegram",
    "timer": "follow-up",
}
_BY_ACTOR = frozenset({"api", "cli", "daemon", "terminal"})


def origin_line(run: Run) -> str:
    """Return the origin of a run: its trigger, the facts of the trigger, and the task."""
    origin = run.origin
    parts = (
        cut(origin.trigger_name or "", MAX_NAME),
        _reason(origin, run.parent_run_id),
        "" if origin.attended else "unattended",
        f"“{cut(run.task, MAX_TASK)}”" if run.task else "",
    )
    return " · ".join(part for part in parts if part)


def _reason(origin: Origin, parent: str | None) -> str:
    kind = _KINDS.get(origin.trigger, origin.trigger)
    again = f"rerun of {origin.rerun_of}, " if origin.rerun_of else ""
    if origin.scheduled_for is not None and not origin.attended:
        due = origin.scheduled_for.astimezone(UTC).strftime("%Y-%m-%d %H:%M UTC")
        return f"{again}{kind} due {due}"
    if origin.trigger == "subtask" and parent is not None:
        return f"{again}subtask of {parent}"
    if origin.trigger == "timer" and (reason := origin.facts.get("trigger_reason")):
        return f"{again}{kind}: {cut(str(reason), MAX_NAME)}"
    if origin.trigger in _BY_ACTOR and (by := _actor(origin)):
        return f"{again}{kind}, {by}"
    return again + kind


def _actor(origin: Origin) -> str:
    actor = origin.actor
    name = cut(actor.name or actor.id or "", MAX_NAME)
    return f"key {name}" if actor.kind == "key" else name
