"""Client methods for memories."""

from __future__ import annotations

from collections.abc import Sequence

from runwhy.client._async.http import Http
from runwhy.client.answer_reader import read, read_all
from runwhy.client.config import segment
from runwhy.client.request_bodies import body_of, query_of
from runwhy.client.results import Memory, MemoryPage
from runwhy.wire.memories import MemoryRecall


class MemoryCalls:
    """Methods for memories."""

    _http: Http

    async def create_memory(
        self,
        text: str,
        *,
        agent_id: str | None = None,
        user: str | None = None,
        source: str | None = None,
        idempotency_key: str | None = None,
    ) -> Memory:
        """Store a memory of an agent about a user, by default about yourself.

        Raises: ConflictError if it is already stored or the limit is reached.
        """
        body = body_of(text=text, agent_id=agent_id, user=user, source=source)
        return read(Memory, await self._http.create("/memories", body, key=idempotency_key))

    async def get_memory(self, memory_id: str) -> Memory:
        """Return a memory."""
        return read(Memory, await self._http.get(f"/memories/{segment(memory_id)}"))

    async def list_memories(
        self,
        *,
        agent_id: str | None = None,
        user: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> MemoryPage:
        """Return a page of memories, newest first."""
        params = query_of(agent_id=agent_id, user=user, limit=limit, cursor=cursor)
        return read(MemoryPage, await self._http.get("/memories", params))

    async def search_memories(
        self,
        query: str,
        *,
        agent_id: str | None = None,
        user: str | None = None,
        limit: int | None = None,
        threshold: float | None = None,
    ) -> Sequence[Memory]:
        """Return the memories a run would recall for this text, best match first."""
        params = query_of(q=query, agent_id=agent_id, user=user, limit=limit, threshold=threshold)
        found = await self._http.get("/memories/search", params)
        return read_all(Memory, found.get("memories"))

    async def list_recalls(
        self, memory_id: str, *, limit: int | None = None
    ) -> Sequence[MemoryRecall]:
        """Return the newest runs that recalled a memory."""
        path = f"/memories/{segment(memory_id)}/recalls"
        return read_all(
            MemoryRecall, (await self._http.get(path, query_of(limit=limit))).get("runs")
        )

    async def update_memory(
        self, memory_id: str, text: str, *, source: str | None = None
    ) -> Memory:
        """Replace the text of a memory."""
        body = body_of(text=text, source=source)
        return read(Memory, await self._http.change(f"/memories/{segment(memory_id)}", body))

    async def delete_memory(self, memory_id: str) -> None:
        """Delete a memory."""
        await self._http.remove(f"/memories/{segment(memory_id)}")
