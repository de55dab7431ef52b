"""Integrations: the run's envelope and authority rules for agents built with other frameworks."""

from __future__ import annotations

from runwhy.briefs import Brief as Brief
from runwhy.briefs import NoBrief as NoBrief
from runwhy.briefs import briefed as briefed
from runwhy.briefs import current_brief as current_brief
from runwhy.integrations.briefing import brief_run as brief_run

__all__ = ["Brief", "NoBrief", "brief_run", "briefed", "current_brief"]
