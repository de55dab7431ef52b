"""For agents written with other frameworks: the same envelope, the same rules of authority."""

from __future__ import annotations

from whence.briefs import Brief as Brief
from whence.briefs import NoBrief as NoBrief
from whence.briefs import briefed as briefed
from whence.briefs import current_brief as current_brief
from whence.integrations.briefing import brief_run as brief_run

__all__ = ["Brief", "NoBrief", "brief_run", "briefed", "current_brief"]
