"""Memories as the client returns them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from runwhy.client import json_reader
from runwhy.core.json import JsonObject


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """A memory of an agent; `source` is `human` for a person's own words, else `agent`.

    `score` is the similarity to a search query, from 0 to 1.
    """

    id: str
    text: str
    source: str
    updated_at: datetime | None
    agent_id: str | None = None
    user: str | None = None
    run_id: str | None = None
    created_at: datetime | None = None
    score: float | None = None
    raw: JsonObject = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryPage:
    """A page of memories, newest first, and the cursor of the next page."""

    memories: Sequence[Memory]
    next_cursor: str | None


def read_memory(raw: JsonObject) -> Memory:
    """Parse a memory."""
    score = raw.get("score")
    return Memory(
        id=json_reader.text(raw, "id"),
        text=json_reader.text(raw, "text"),
        source=json_reader.text(raw, "source"),
        updated_at=json_reader.time_or_none(raw, "updatedAt"),
        agent_id=json_reader.text_or_none(raw, "agentId"),
        user=json_reader.text_or_none(raw, "user"),
        run_id=json_reader.text_or_none(raw, "runId"),
        created_at=json_reader.time_or_none(raw, "createdAt"),
        score=float(score) if isinstance(score, int | float) else None,
        raw=raw,
    )


def read_memories(raw: JsonObject) -> Sequence[Memory]:
    """Parse memories."""
    return tuple(read_memory(memory) for memory in json_reader.tables(raw, "memories"))


def read_memory_page(raw: JsonObject) -> MemoryPage:
    """Parse a page of memories."""
    return MemoryPage(
        memories=read_memories(raw), next_cursor=json_reader.text_or_none(raw, "nextCursor")
    )
