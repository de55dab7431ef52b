"""`schedule_follow_up`: an agent schedules a later run in its session."""

from __future__ import annotations

from runwhy.core.agents.specs import SCHEDULE_FOLLOW_UP
from runwhy.core.context.envelope import utc_text
from runwhy.core.json import compact_json
from runwhy.core.runs.log import ToolCall
from runwhy.core.runs.run import Run
from runwhy.core.sessions.autonomy import Blocked
from runwhy.errors import RunwhyError
from runwhy.executors.builtin.tools.results import ToolOutput
from runwhy.ports import ScheduleFollowUp


async def schedule(
    run: Run, call: ToolCall, *, key: str, follow_ups: ScheduleFollowUp
) -> ToolOutput:
    """Schedule the follow-up, or return why the policy refuses it."""
    try:
        timer = await follow_ups.schedule(run, call.args, key=key)
    except RunwhyError as error:
        return _refused(error.message)
    except Blocked as blocked:
        return _refused(blocked.note)
    if timer is None:
        return _refused("a newer message arrived in the session")
    scheduled = {"timer_id": timer.id, "type": timer.type, "fires_at_utc": utc_text(timer.fire_at)}
    return ToolOutput(text=compact_json(scheduled))


def _refused(why: str) -> ToolOutput:
    return ToolOutput(text=f"{SCHEDULE_FOLLOW_UP}: {why}", ok=False)
