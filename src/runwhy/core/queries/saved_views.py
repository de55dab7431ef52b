"""Saved views: named dashboard pages with their filters, shared by the team."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

ViewPage = Literal["overview", "runs", "sessions", "tags"]
MAX_NAME = 100
MAX_PARAMS = 4000


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedView:
    """A page and the query string of its address. Relative times stay relative."""

    id: str
    workspace: int
    name: str
    page: str  # a value of ViewPage
    params: str
    created_by: str
    created_at: datetime
