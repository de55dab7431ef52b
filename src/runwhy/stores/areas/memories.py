"""Store methods for memories."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from runwhy.core.memory.memories import Memory, MemoryFilter
from runwhy.core.runs.memory_facts import MemorySource
from runwhy.ports import IdempotencyKey, MemoryMatches
from runwhy.stores.memory import memories
from runwhy.stores.sql.transactions import Transactions


class SqlMemories(Transactions):
    """Memories of agents."""

    async def add_memory(
        self, memory: Memory, *, capacity: int, once: IdempotencyKey | None = None
    ) -> Memory:
        return await self._write(memories.add, memory, capacity, once)

    async def get_memory(self, workspace: int, id: str) -> Memory | None:
        return await self._find(memories.get, workspace, id)

    async def list_memories(
        self, workspace: int, filter: MemoryFilter, *, limit: int, before: int | None = None
    ) -> Sequence[Memory]:
        return await self._find(memories.list_memories, workspace, filter, limit, before)

    async def change_memory(
        self, workspace: int, id: str, text: str, source: MemorySource, *, at: datetime
    ) -> Memory | None:
        return await self._write(memories.change, workspace, id, text, source, at)

    async def remove_memory(self, workspace: int, id: str) -> bool:
        return await self._write(memories.remove, workspace, id)

    async def forget_memories(self, workspace: int, filter: MemoryFilter) -> int:
        return await self._write(memories.forget, workspace, filter)

    async def find_memories(
        self, workspace: int, filter: MemoryFilter, terms: Sequence[str], *, limit: int
    ) -> MemoryMatches:
        return await self._find(memories.find, workspace, filter, terms, limit)

    async def memory_vectors(
        self, workspace: int, filter: MemoryFilter, *, of: str, limit: int
    ) -> Sequence[tuple[Memory, bytes | None]]:
        return await self._find(memories.vectors, workspace, filter, of, limit)

    async def set_memory_vectors(self, of: str, made: Mapping[str, tuple[str, bytes]]) -> None:
        return await self._write(memories.set_vectors, of, made)
