"""Answers about memories."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from pydantic import Field

from runwhy.core.runs.memory_facts import MemorySource
from runwhy.wire.answers.shared import Answer, Cursor, MemoryId, Ok


class Memory(Answer):
    """A memory of an agent about a user. `source` is who stated it."""

    id: MemoryId
    agent_id: str | None
    user: str | None
    text: str
    source: MemorySource
    run_id: Annotated[str | None, Field(description="Run in which an agent stored it.")]
    created_at: datetime
    updated_at: datetime


class MemoryList(Answer):
    """Memories, newest first."""

    memories: list[Memory]
    next_cursor: Cursor


class FoundMemory(Answer):
    """A matching memory. `score` is from 0 to 1."""

    id: MemoryId
    text: str
    source: MemorySource
    score: float
    updated_at: datetime


class FoundMemories(Answer):
    """Matching memories, best match first."""

    memories: list[FoundMemory]


class MemoriesForgotten(Ok):
    """The number of deleted memories."""

    removed: int
