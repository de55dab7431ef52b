"""The memories that a run recalled."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Literal

QuerySource = Literal["human", "summary", "none"]


class MemorySource(StrEnum):
    """The author of a memory: a person, or an agent."""

    HUMAN = "human"
    AGENT = "agent"


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryHit:
    """A memory that was found, with its score from 0 to 1."""

    id: str
    text: str
    source: MemorySource
    at: datetime
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryFacts:
    """The recall of a run: the query, its source, and the memories that were found.

    `problem` is the reason why the search failed; the run then continues without memories.
    """

    query: str | None
    source: QuerySource
    hits: tuple[MemoryHit, ...] = ()
    problem: str | None = None
