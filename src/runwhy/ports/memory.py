"""Ports for storing, embedding and recalling memories."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from runwhy.core.json import JsonObject
from runwhy.core.memory.memories import Memory, MemoryFilter, NamespaceCount
from runwhy.core.runs.memory_facts import MemoryFacts, MemorySource
from runwhy.core.runs.run import Run
from runwhy.ports.context import IdempotencyKey
from runwhy.ports.executors import Work


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryMatches:
    """Memories that share a term with a query, each with its terms; `total` counts all memories."""

    total: int
    memories: Sequence[tuple[Memory, Sequence[str]]] = ()


class MemoryStore(Protocol):
    """The part of a store that holds the memories of agents."""

    async def add_memory(
        self, memory: Memory, *, capacity: int, once: IdempotencyKey | None = None
    ) -> Memory: ...
    async def get_memory(self, workspace: int, id: str) -> Memory | None: ...
    async def list_memories(
        self, workspace: int, filter: MemoryFilter, *, limit: int, before: int | None = None
    ) -> Sequence[Memory]: ...
    async def change_memory(
        self, workspace: int, id: str, text: str, source: MemorySource, *, at: datetime
    ) -> Memory | None: ...
    async def remove_memory(self, workspace: int, id: str) -> bool: ...
    async def forget_memories(self, workspace: int, filter: MemoryFilter) -> int: ...
    async def list_recalls(
        self, workspace: int, memory_id: str, *, limit: int
    ) -> Sequence[Run]: ...
    async def list_memory_namespaces(self, workspace: int) -> Sequence[NamespaceCount]: ...
    async def find_memories(
        self, workspace: int, filter: MemoryFilter, terms: Sequence[str], *, limit: int
    ) -> MemoryMatches: ...
    async def memory_vectors(
        self, workspace: int, filter: MemoryFilter, *, of: str, limit: int
    ) -> Sequence[tuple[Memory, bytes | None]]: ...
    async def set_memory_vectors(self, of: str, made: Mapping[str, tuple[str, bytes]]) -> None: ...


class Embedder(Protocol):
    """Turns texts into vectors that are close when the texts mean the same.

    `name` is the model; vectors of different models cannot be compared.
    """

    @property
    def name(self) -> str: ...
    async def embed(self, texts: Sequence[str]) -> Sequence[bytes]: ...
    def nearness(self, query: bytes, others: Sequence[bytes]) -> Sequence[float]: ...
    async def close(self) -> None: ...


class RunMemory(Protocol):
    """Recalls memories for a run and stores new ones."""

    async def recall(self, work: Work) -> MemoryFacts: ...
    async def remember(self, work: Work, args: JsonObject, *, key: str, at: datetime) -> str: ...
