"""Memories: request bodies and JSON."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from runwhy.core.json import JsonObject
from runwhy.core.memory.memories import MAX_TEXT, MAX_USER, Memory
from runwhy.core.runs.memory_facts import MemoryHit, MemorySource
from runwhy.wire.fields import Body, Id
from runwhy.wire.responses import time_text

MemoryText = Annotated[str, Field(min_length=1, max_length=MAX_TEXT)]
Source = Literal["human", "agent"]


class NewMemoryBody(Body):
    """Body of `POST /memories`."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"text": "I am allergic to peanuts.", "user": "alice"}]}
    )

    text: MemoryText
    agent_id: Id | None = None
    user: Annotated[str, Field(max_length=MAX_USER)] | None = None
    source: Source = "human"


class MemoryPatchBody(Body):
    """Body of `PATCH /memories/{id}`."""

    text: MemoryText
    source: Source | None = None


def memory_json(memory: Memory) -> JsonObject:
    """Return a memory as JSON."""
    return {
        "id": memory.id,
        "agentId": memory.namespace.agent or None,
        "user": memory.namespace.user or None,
        "text": memory.text,
        "source": memory.source,
        "runId": memory.run_id,
        "createdAt": time_text(memory.created_at),
        "updatedAt": time_text(memory.updated_at),
    }


def hit_json(hit: MemoryHit) -> JsonObject:
    """Return a search result as JSON."""
    return {
        "id": hit.id,
        "text": hit.text,
        "source": hit.source,
        "score": round(hit.score, 3),
        "updatedAt": time_text(hit.at),
    }


def changed_source(source: Source | None, old: MemorySource) -> MemorySource:
    """Return the source of a changed memory: the given one, or else the old one."""
    return old if source is None else MemorySource(source)
