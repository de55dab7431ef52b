"""The answer to `/why` in a chat: the trigger of a reply, its time and its creator."""

from __future__ import annotations

from datetime import UTC, datetime

from runwhy.core.runs.run import Run
from runwhy.core.sessions.timers import Timer
from runwhy.core.triggers.trigger import Trigger

NOTHING = "This chat has no reply yet."
MAX_WHY_NAME = 80
_KINDS = {
    "telegram": "a message in this chat",
    "timer": "a follow-up",
    "cron": "a schedule",
    "webhook": "a webhook",
    "subtask": "another run",
}
_TIMER_MAKERS = {
    "agent": "the agent, in this chat",
    "evaluator": "the evaluator of this chat's policy",
    "api": "a caller of the API",
}


def why_text(run: Run, *, trigger: Trigger | None, timer: Timer | None) -> str:
    """Return the trigger of a run, its time and its creator.

    Prompts, reasons, tags, facts and the envelope are only for operators.
    """
    origin = run.origin
    lines = [
        f"Trigger: {_trigger(run, trigger, timer)}",
        f"Time: {_time(origin.requested_at)}",
        f"Set up by: {_maker(run, trigger, timer)}",
        f"Run: {run.id}",
    ]
    if origin.scheduled_for is not None:
        lines.insert(2, f"Planned for: {_time(origin.scheduled_for)}")
    if origin.rerun_of is not None:
        lines.insert(1, f"Rerun of: {origin.rerun_of}")
    return "\n".join(lines)


def _trigger(run: Run, trigger: Trigger | None, timer: Timer | None) -> str:
    kind = run.origin.trigger
    kind_text = _KINDS.get(kind, f"a request ({kind})")
    # Runs of earlier versions have no name; the trigger may have another one since, or be deleted.
    found = timer.type if timer is not None else trigger.name if trigger is not None else None
    name = run.origin.trigger_name or found
    return f"{kind_text} ({_cut(name)})" if name and kind != "telegram" else kind_text


def _maker(run: Run, trigger: Trigger | None, timer: Timer | None) -> str:
    actor = run.origin.actor
    if timer is not None:
        return _TIMER_MAKERS.get(timer.created_by, _cut(timer.created_by))
    if trigger is not None and run.origin.trigger != "telegram" and not run.origin.attended:
        return _cut(trigger.created_by or "unknown")
    return _cut(actor.name or actor.kind)


def _cut(name: str) -> str:
    return " ".join(name.split())[:MAX_WHY_NAME]


def _time(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
