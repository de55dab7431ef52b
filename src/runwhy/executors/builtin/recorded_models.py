"""Recorded models: every call has its times, its cost, a span and metrics."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from runwhy.core.context.seal import mask_seal
from runwhy.core.json import compact_json
from runwhy.core.runs.run import ModelUsed, Tokens
from runwhy.core.runs.usage import CallFacts, call_usage
from runwhy.executors.builtin.models import WrappedModels
from runwhy.executors.builtin.prices import Prices
from runwhy.executors.builtin.providers import split_model_id
from runwhy.ports import Clock, Model, ModelFailed, ModelOutput, ModelReply, ModelRequest, Models
from runwhy.telemetry.calls import ModelCall
from runwhy.telemetry.recorder import SILENT, Telemetry


def recorded_models(
    models: Models, prices: Prices, clock: Clock, telemetry: Telemetry = SILENT
) -> Models:
    """Return the models; their replies and failures have the facts about the call."""
    return WrappedModels(
        models, lambda model, id: _RecordedModel(model, id, prices, clock, telemetry)
    )


@dataclass(frozen=True, slots=True)
class _RecordedModel:
    model: Model
    id: str
    prices: Prices
    clock: Clock
    telemetry: Telemetry

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelOutput, None]:
        """Stream the reply."""
        provider, name = split_model_id(self.id)
        call = self.telemetry.model_call(request.run, provider, name or provider)
        call.record_input(lambda: _sent(request))
        began, first = self.clock(), None
        try:
            async with aclosing(self.model.stream(request)) as items:
                async for item in _in_span(items, call) if call.is_traced else items:
                    if isinstance(item, ModelReply):
                        item = replace(item, call=await self._replied(item, began, first))
                        cost = call_usage(item.tokens, item.call).cost
                        text = partial(mask_seal, item.text, request.seal)
                        call.record_reply(item.used, item.tokens, cost, item.finish_reason, text)
                    else:
                        first = self._since(began) if first is None else first
                        call.record_first_token()
                    yield item
        except ModelFailed as error:
            error.call = await self._failed(error, began, first)
            cost = call_usage(error.tokens, error.call).cost
            call.record_failure(error.failure.error_class, error.tokens, cost)
            raise
        finally:
            call.end()

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


async def _in_span(
    items: AsyncGenerator[ModelOutput, None], call: ModelCall
) -> AsyncGenerator[ModelOutput, None]:
    """Yield the items. The span covers each read, not the consumer's work in between."""
    while True:
        with call.active():
            item = await anext(items, None)
        if item is None:
            return
        yield item


def _sent(request: ModelRequest) -> str:
    messages = [
        {"role": part.role, "content": mask_seal(part.text, request.seal)}
        for part in request.messages
    ]
    return compact_json(messages)
