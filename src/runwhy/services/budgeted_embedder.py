"""An embedder of a run: each request is reserved in the run's budgets and counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from runwhy.core.budgets.reservation import CallNeed
from runwhy.core.context.compaction import text_size
from runwhy.errors import Unavailable
from runwhy.ports import Clock, Embedder, ModelFailed, Models, Work


@dataclass(frozen=True, slots=True, kw_only=True)
class BudgetedEmbedder:
    """Calls an embedder if the budgets of a run allow it. Usage is estimated from the texts."""

    embedder: Embedder
    work: Work
    models: Models
    clock: Clock

    @property
    def name(self) -> str:
        """The model that makes the vectors."""
        return self.embedder.name

    async def embed(self, texts: Sequence[str]) -> Sequence[bytes]:
        """Return one vector per text. Raises: ModelFailed, Unavailable."""
        size = sum(map(text_size, texts)) + len(texts)
        price = self.models.price(self.name, input_tokens=size, at=self.clock())
        # A run continues without memories, so that it need not wait for an approval.
        need = CallNeed(model=self.name, input=size, price=price, may_ask=False)
        await self.work.journal.allow_call(need, timeout=0)
        used = need
        try:
            return await self.embedder.embed(texts)
        except (ModelFailed, Unavailable):
            used = replace(need, input=0)
            raise
        finally:
            await self.work.journal.settle_estimate(need, used)

    def nearness(self, query: bytes, others: Sequence[bytes]) -> Sequence[float]:
        """Return the similarity of vectors."""
        return self.embedder.nearness(query, others)

    async def close(self) -> None:
        """Keep the embedder open for other runs."""
