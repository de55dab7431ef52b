"""Request bodies for memories."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from runwhy.core.memory.memories import MAX_TEXT, MAX_USER
from runwhy.core.runs.memory_facts import MemorySource
from runwhy.wire.fields import AgentName, Body

MemoryText = Annotated[str, Field(min_length=1, max_length=MAX_TEXT)]
Source = Literal["human", "agent"]


class NewMemoryBody(Body):
    """Body of `POST /memories`."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"text": "I am allergic to peanuts.", "user": "alice"}]}
    )

    text: MemoryText
    agent_id: AgentName | None = None
    user: Annotated[str, Field(max_length=MAX_USER)] | None = None
    source: Source = "human"


class MemoryPatchBody(Body):
    """Body of `PATCH /memories/{id}`."""

    text: MemoryText
    source: Source | None = None


def changed_source(source: Source | None, old: MemorySource) -> MemorySource:
    """Return the source of a changed memory: the given one, or else the old one."""
    return old if source is None else MemorySource(source)
