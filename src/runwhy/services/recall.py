"""Recall: the memories that a run starts with, and the ones it stores.

Failures here never stop a run.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

import structlog

from runwhy.core.json import JsonObject
from runwhy.core.memory.memories import (
    MemoryFilter,
    Namespace,
    fit_hits,
    memory_query,
    source_of,
    speaker_of,
    summary_in,
    user_of,
)
from runwhy.core.redaction import redact_text
from runwhy.core.runs.log import Turn
from runwhy.core.runs.memory_facts import MemoryFacts, MemoryHit
from runwhy.core.runs.run import Run
from runwhy.errors import InvalidInput, NotFound, Problem
from runwhy.ports import (
    ConversationStore,
    Embedder,
    IdempotencyKey,
    ModelFailed,
    Models,
    Work,
)
from runwhy.services.budgeted_embedder import BudgetedEmbedder
from runwhy.services.memories import Memories

ROUTE = "remember"
NO_QUERY = "nothing to search for: the session has no user message and no summary"
_log = structlog.get_logger("runwhy.memory")


@dataclass(frozen=True, slots=True, kw_only=True)
class Recall:
    """Recalls the memories of a run's agent about its user, and stores new ones."""

    memories: Memories
    store: ConversationStore
    secrets: Sequence[str] = field(default=(), repr=False)
    models: Models | None = None

    async def recall(self, work: Work) -> MemoryFacts:
        """Recall memories by a person's newest words."""
        facts = MemoryFacts(query=None, source="none")
        try:
            async with asyncio.timeout(self.memories.limits.timeout):
                facts = await self._query(work)
                if facts.query is None:
                    return self._failed(work, facts, NO_QUERY)
                return replace(facts, hits=await self._hits(work, facts.query))
        except TimeoutError:
            limit = self.memories.limits.timeout
            return self._failed(work, facts, f"the search timed out after {limit:g} seconds")
        except ModelFailed as error:  # of the embeddings, maybe because of a budget
            return self._failed(work, facts, f"the search failed: {error.failure.error_class}")
        except Exception as error:  # the run can continue without memories
            _log.error("memory.search_failed", run=work.run.id, exc_info=error)
            return self._failed(work, facts, f"the search failed: {type(error).__name__}")

    async def _query(self, work: Work) -> MemoryFacts:
        words, source = memory_query(_turns(work))
        if words is None and work.run.session_id is not None:
            session = await self.store.get_session(work.run.workspace, work.run.session_id)
            label = (session.name or session.summary) if session else ""
            summary = summary_in(work.earlier) or label
            words, source = memory_query((), summary=summary)
        query = None if words is None else redact_text(words, known=self.secrets)
        return MemoryFacts(query=query, source=source)

    async def _hits(self, work: Work, query: str) -> tuple[MemoryHit, ...]:
        rules, limits = work.spec.memory, self.memories.limits
        space = await self._namespace(work)
        found = await self.memories.search(
            work.run.workspace,
            MemoryFilter(agent=space.agent, user=space.user),
            query,
            top_k=rules.top_k,
            threshold=rules.threshold,
            embedder=self._embedder(work),
        )
        clean = [replace(hit, text=redact_text(hit.text, known=self.secrets)) for hit in found]
        budget = limits.max_tokens if rules.max_tokens is None else rules.max_tokens
        return fit_hits(clean, max_tokens=budget)

    def _embedder(self, work: Work) -> Embedder | None:
        """Return the embedder of a run with budgets; vectors made on this machine cost nothing."""
        own = self.memories.embedder
        if own is None or self.models is None or not work.run.budgets or ":" not in own.name:
            return None
        return BudgetedEmbedder(
            embedder=own, work=work, models=self.models, clock=self.memories.clock
        )

    async def remember(self, work: Work, args: JsonObject, *, key: str, at: datetime) -> str:
        """Store a memory for an agent, and determine whose words it is.

        Raises: InvalidInput, NotFound, Conflict.
        """
        text = args.get("text")
        if not isinstance(text, str):
            raise InvalidInput([Problem("/text", "must be a non-empty string")])
        space, source = await self._namespace(work), source_of(text, _turns(work))
        workspace, replaces = work.run.workspace, args.get("replaces")
        if isinstance(replaces, str) and replaces:
            old = await self.memories.get(workspace, replaces)
            if old.namespace != space:
                raise NotFound(f"no memory {replaces}")
            changed = await self.memories.change(workspace, replaces, text, source)
            return f"changed {changed.id}"
        digest = hashlib.sha256(key.encode()).hexdigest()
        once = IdempotencyKey(route=ROUTE, key=digest, fingerprint=digest)
        made = await self.memories.add(
            workspace, space, text, source=source, run_id=work.run.id, once=once
        )
        return f"remembered as {made.id}"

    async def _namespace(self, work: Work) -> Namespace:
        """Return the namespace: as in the spec, else of the last speaker in the session."""
        agent = work.run.spec.agent_id or ""
        named = work.spec.memory.user
        if named is not None:
            return Namespace(agent=agent, user=named)
        speaker = await self._speaker(work)
        return Namespace(agent=agent, user=user_of(speaker.origin.actor) if speaker else "")

    async def _speaker(self, work: Work) -> Run | None:
        id = speaker_of(_turns(work))
        if id is None:
            return None
        if id == work.run.id:
            return work.run
        return await self.store.get_run(work.run.workspace, id)

    def _failed(self, work: Work, facts: MemoryFacts, problem: str) -> MemoryFacts:
        _log.error("memory.recall_failed", run=work.run.id, problem=problem)
        return replace(facts, problem=problem)


def _turns(work: Work) -> Sequence[Turn]:
    run = work.run
    own = Turn(run_id=run.id, trigger=run.origin.trigger, parts=work.journal.parts)
    return [*work.earlier, own]
