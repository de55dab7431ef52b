"""Memories: stored by people and agents, found by text and optionally by vectors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from runwhy.core.memory.memories import MAX_TEXT, MAX_TOKENS, TOP_K, Memory, MemoryFilter, Namespace
from runwhy.core.memory.terms import MAX_QUERY_TERMS, terms_of, word_scores
from runwhy.core.redaction import redact_text
from runwhy.core.runs.memory_facts import MemoryHit, MemorySource
from runwhy.core.runs.run import Run
from runwhy.errors import InvalidInput, Problem
from runwhy.ports import Clock, Embedder, IdempotencyKey, MemoryStore, NewId
from runwhy.services.operations import finds, must_find, pages, passes_on, removes

BY_WORDS, BY_VECTORS = 0.3, 0.25  # default thresholds
WORDS_BESIDE_VECTORS = 0.2  # weight of shared words: names have little meaning for vectors
SCAN_LIMIT = 10_000  # most memories per search, newest first
EMBEDDED_AT_ONCE = 256


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryLimits:
    """Limits for storing and recalling memories."""

    capacity: int = 1000
    top_k: int = TOP_K
    threshold: float | None = None
    max_tokens: int = MAX_TOKENS
    timeout: float = 5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Memories:
    """Use cases for memories."""

    store: MemoryStore
    clock: Clock
    new_id: NewId
    limits: MemoryLimits
    embedder: Embedder | None = None
    secrets: Sequence[str] = field(default=(), repr=False)

    get = finds(MemoryStore.get_memory, "memory")
    list = pages(MemoryStore.list_memories)
    remove = removes(MemoryStore.remove_memory, "memory")
    forget = passes_on(MemoryStore.forget_memories)
    namespaces = passes_on(MemoryStore.list_memory_namespaces)

    async def add(
        self,
        workspace: int,
        namespace: Namespace,
        text: str,
        *,
        source: MemorySource,
        run_id: str | None = None,
        once: IdempotencyKey | None = None,
    ) -> Memory:
        """Store a memory, with secrets redacted. Raises: InvalidInput, Conflict."""
        now = self.clock()
        memory = Memory(
            id=self.new_id("mem"),
            workspace=workspace,
            namespace=namespace,
            text=self._checked(text),
            source=source,
            run_id=run_id,
            created_at=now,
            updated_at=now,
        )
        return await self.store.add_memory(memory, capacity=self.limits.capacity, once=once)

    async def recalls(self, workspace: int, id: str, *, limit: int) -> Sequence[Run]:
        """Return the newest runs that recalled a memory. Raises: NotFound."""
        memory = await self.get(workspace, id)
        return await self.store.list_recalls(workspace, memory.id, limit=limit)

    def _checked(self, text: str) -> str:
        if not text.strip():
            raise InvalidInput([Problem("/text", "must be a non-empty string")])
        if len(text) > MAX_TEXT:
            rule = f"has {len(text)} characters; the limit is {MAX_TEXT}"
            raise InvalidInput([Problem("/text", rule, MAX_TEXT, len(text))])
        return redact_text(text.strip(), known=self.secrets)[:MAX_TEXT]

    async def change(self, workspace: int, id: str, text: str, source: MemorySource) -> Memory:
        """Change the text of a memory. Raises: NotFound, InvalidInput, Conflict."""
        clean, now = self._checked(text), self.clock()
        changed = await self.store.change_memory(workspace, id, clean, source, at=now)
        return must_find(changed, f"memory {id}")

    async def search(
        self,
        workspace: int,
        filter: MemoryFilter,
        query: str,
        *,
        top_k: int | None = None,
        threshold: float | None = None,
        embedder: Embedder | None = None,
    ) -> Sequence[MemoryHit]:
        """Return the memories that match a query, best first, above the threshold.

        `embedder` is used instead of the service's own.
        """
        embedder = embedder or self.embedder
        terms = terms_of(query)[:MAX_QUERY_TERMS]
        found = await self.store.find_memories(workspace, filter, terms, limit=SCAN_LIMIT)
        by_seq = {memory.seq: memory for memory, _ in found.memories}
        held = {memory.seq: words for memory, words in found.memories}
        scores = word_scores(terms, held, total=found.total)
        needed = BY_WORDS
        if embedder is not None and found.total and query.strip():
            needed = BY_VECTORS
            near = await self._nearness(embedder, workspace, filter, query)
            by_seq |= {memory.seq: memory for memory, _ in near}
            scores = {
                memory.seq: min(1.0, score + WORDS_BESIDE_VECTORS * scores.get(memory.seq, 0.0))
                for memory, score in near
            }
        least = next(t for t in (threshold, self.limits.threshold, needed) if t is not None)
        best = sorted(scores.items(), key=lambda item: (-item[1], -item[0]))
        kept = [(by_seq[seq], score) for seq, score in best if score > 0 and score >= least]
        return [_hit(memory, score) for memory, score in kept[: top_k or self.limits.top_k]]

    async def _nearness(
        self, embedder: Embedder, workspace: int, filter: MemoryFilter, query: str
    ) -> Sequence[tuple[Memory, float]]:
        """Return each memory's similarity to the query; memories without a vector get one."""
        kept = await self.store.memory_vectors(
            workspace, filter, of=embedder.name, limit=SCAN_LIMIT
        )
        vectors = {memory.id: vector for memory, vector in kept if vector is not None}
        new = [memory for memory, vector in kept if vector is None]
        (query_vector,) = await embedder.embed([query])
        for at in range(0, len(new), EMBEDDED_AT_ONCE):
            some = new[at : at + EMBEDDED_AT_ONCE]
            made = await embedder.embed([memory.text for memory in some])
            by_id = {m.id: (m.text, vector) for m, vector in zip(some, made, strict=True)}
            await self.store.set_memory_vectors(embedder.name, by_id)
            vectors |= {id: vector for id, (_, vector) in by_id.items()}
        scores = embedder.nearness(query_vector, [vectors[memory.id] for memory, _ in kept])
        return [(memory, score) for (memory, _), score in zip(kept, scores, strict=True)]


def _hit(memory: Memory, score: float) -> MemoryHit:
    return MemoryHit(
        id=memory.id,
        text=memory.text,
        source=memory.source,
        at=memory.updated_at,
        score=score,
    )
