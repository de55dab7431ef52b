"""`remember`: an agent keeps something for later conversations."""

from __future__ import annotations

from datetime import datetime

from whence.core.log import ToolCall
from whence.core.specs import REMEMBER
from whence.errors import Unavailable, WhenceError
from whence.executors.builtin.tools.results import ToolOutput
from whence.ports import RunMemory, Work


async def remember(
    memory: RunMemory, work: Work, call: ToolCall, *, key: str, at: datetime
) -> ToolOutput:
    """Keep what a call asks to be kept; a refusal says why."""
    try:
        return ToolOutput(text=await memory.remember(work, call.args, key=key, at=at))
    except Unavailable:
        raise
    except WhenceError as error:
        return ToolOutput(text=f"{REMEMBER}: {error.message}", ok=False)
