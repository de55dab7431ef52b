"""Answers about memories."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from pydantic import Field

from runwhy.core.runs.memory_facts import MemorySource
from runwhy.wire.answers.shared import Answer, Cursor, MemoryId, Ok


class Memory(Answer):
    """Something that an agent was told and keeps; `source` says whose words it is."""

    id: MemoryId
    agent_id: str | None
    user: str | None
    text: str
    source: MemorySource
    run_id: Annotated[str | None, Field(description="in which an agent kept it")]
    created_at: datetime
    updated_at: datetime


class MemoryList(Answer):
    """Memories, newest first."""

    memories: list[Memory]
    next_cursor: Cursor


class FoundMemory(Answer):
    """A memory that was found, and how well it answers: from 0 to 1."""

    id: MemoryId
    text: str
    source: MemorySource
    score: float
    updated_at: datetime


class FoundMemories(Answer):
    """What answers a question best, the best first."""

    memories: list[FoundMemory]


class MemoriesForgotten(Ok):
    """How many were forgotten."""

    removed: int
