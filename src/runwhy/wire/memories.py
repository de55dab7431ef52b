"""Answers about memories. Their bodies are in `memory_bodies`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, Self

from msgspec import Meta

from runwhy.core.runs.memory_facts import MemorySource
from runwhy.core.runs.run import Status
from runwhy.wire.answer import Answer, Copied, Cursor, MemoryId, Ok, Time, answer_time

if TYPE_CHECKING:
    from runwhy.core.memory import memories as core
    from runwhy.core.runs.memory_facts import MemoryHit
    from runwhy.core.runs.run import Run


class Memory(Copied):
    """A memory of an agent about a user. `source` is who stated it."""

    id: MemoryId
    agent_id: str | None
    user: str | None
    text: str
    source: MemorySource
    run_id: Annotated[str | None, Meta(description="Run in which an agent stored it.")]
    created_at: Time
    updated_at: Time

    @classmethod
    def of(cls, memory: core.Memory, /, **given: Any) -> Self:
        of = memory.namespace
        return super().of(memory, agent_id=of.agent or None, user=of.user or None, **given)


class MemoryList(Answer):
    """Memories, newest first."""

    memories: Sequence[Memory]
    next_cursor: Cursor


class MemoryNamespace(Answer):
    """An agent and a user, with the number of memories."""

    agent_id: str | None
    user: str | None
    count: int

    @classmethod
    def of(cls, one: core.NamespaceCount, /) -> Self:
        agent, user = one.namespace.agent, one.namespace.user
        return cls(agent_id=agent or None, user=user or None, count=one.count)


class MemoryNamespaces(Answer):
    """The agents and users that have memories, most memories first."""

    namespaces: Sequence[MemoryNamespace]


class MemoryRecall(Answer):
    """A run that recalled a memory."""

    run_id: str
    session_id: str | None
    status: Status
    task: Annotated[str, Meta(description="Beginning of the prompt.")]
    query: Annotated[str | None, Meta(description="Text that the memories were searched by.")]
    created_at: Time

    @classmethod
    def of(cls, run: Run, /) -> Self:
        return cls(
            run_id=run.id,
            session_id=run.session_id,
            status=run.status,
            task=run.task,
            query=run.memory.query if run.memory else None,
            created_at=answer_time(run.created_at),
        )


class MemoryRecalls(Answer):
    """The newest runs that recalled a memory."""

    runs: Sequence[MemoryRecall]


class FoundMemory(Copied):
    """A matching memory. `score` is from 0 to 1."""

    id: MemoryId
    text: str
    source: MemorySource
    score: float
    updated_at: Time

    @classmethod
    def of(cls, hit: MemoryHit, /, **given: Any) -> Self:
        found = {"score": round(hit.score, 3), "updated_at": answer_time(hit.at)}
        return super().of(hit, **found, **given)


class FoundMemories(Answer):
    """Matching memories, best match first."""

    memories: Sequence[FoundMemory]


class MemoriesForgotten(Ok):
    """The number of deleted memories."""

    removed: int
