"""Priced models: every call has its times, its cost, and the price that was used."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, replace
from datetime import datetime

from runwhy.core.runs.run import ModelUsed, Tokens
from runwhy.core.runs.usage import CallFacts
from runwhy.executors.builtin.models import WrappedModels
from runwhy.executors.builtin.prices import Prices
from runwhy.ports import Clock, Model, ModelFailed, ModelOutput, ModelReply, ModelRequest, Models


def priced_models(models: Models, prices: Prices, clock: Clock) -> Models:
    """Return the models; their replies and failures have the facts about the call."""
    return WrappedModels(models, lambda model, _: _PricedModel(model, prices, clock))


@dataclass(frozen=True, slots=True)
class _PricedModel:
    model: Model
    prices: Prices
    clock: Clock

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelOutput, None]:
        """Stream the reply."""
        began, first = self.clock(), None
        try:
            async with aclosing(self.model.stream(request)) as items:
                async for item in items:
                    if isinstance(item, ModelReply):
                        yield replace(item, call=await self._replied(item, began, first))
                    else:
                        first = self._since(began) if first is None else first
                        yield item
        except ModelFailed as error:
            error.call = await self._failed(error, began, first)
            raise

    async def _replied(self, reply: ModelReply, began: datetime, first: int | None) -> CallFacts:
        earlier = None if reply.first_token is None else round(reply.first_token * 1000)
        return await self._facts(
            reply.used, reply.tokens, began, first if earlier is None else earlier
        )

    async def _failed(
        self, error: ModelFailed, began: datetime, first: int | None
    ) -> CallFacts | None:
        """Return the facts about a failed call; nothing is paid if the model did not begin."""
        if error.used is None or (first is None and error.tokens == Tokens()):
            return None
        return await self._facts(error.used, error.tokens, began, first)

    async def _facts(
        self, used: ModelUsed, tokens: Tokens, began: datetime, first: int | None
    ) -> CallFacts:
        lasted = self._since(began)
        charge = await self.prices.charge(used, tokens, at=began)
        return CallFacts(
            started_at=began,
            first_token_ms=first,
            duration_ms=lasted,
            cost=charge.cost,
            price=charge.price,
        )

    def _since(self, began: datetime) -> int:
        return max(0, round((self.clock() - began).total_seconds() * 1000))
