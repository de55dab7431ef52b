"""Predictable ids for tests."""

from __future__ import annotations

from runwhy.core.ids import Kind, make_id


class CountingIds:
    """A `NewId` that counts from 1. The ids look like real ones and sort in order of creation."""

    def __init__(self) -> None:
        self.made: list[str] = []

    def __call__(self, kind: Kind) -> str:
        self.made.append(make_id(kind, ms=0, random=len(self.made) + 1))
        return self.made[-1]
