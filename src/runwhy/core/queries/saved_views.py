"""Saved views: a page of the dashboard as somebody set it up, under a name for the team."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

MAX_NAME = 100
MAX_PARAMS = 4000


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedView:
    """A page and the search part of its address. Relative times in it stay relative."""

    id: str
    workspace: int
    name: str
    page: str
    params: str
    created_by: str
    created_at: datetime
