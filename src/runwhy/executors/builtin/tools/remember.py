"""`remember`: an agent stores a memory for later sessions."""

from __future__ import annotations

from datetime import datetime

from runwhy.core.agents.specs import REMEMBER
from runwhy.core.runs.log import ToolCall
from runwhy.errors import RunwhyError, Unavailable
from runwhy.executors.builtin.tools.results import ToolOutput
from runwhy.ports import RunMemory, Work


async def remember(
    memory: RunMemory, work: Work, call: ToolCall, *, key: str, at: datetime
) -> ToolOutput:
    """Store the memory, or return why it is refused."""
    try:
        return ToolOutput(text=await memory.remember(work, call.args, key=key, at=at))
    except Unavailable:
        raise
    except RunwhyError as error:
        return ToolOutput(text=f"{REMEMBER}: {error.message}", ok=False)
