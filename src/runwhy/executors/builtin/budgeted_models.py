"""Budgeted models: the highest usage of a call is reserved before it, and settled after it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, replace

from runwhy.core.budgets.reservation import DEFAULT_OUTPUT, CallNeed
from runwhy.core.context.compaction import size_of, text_size
from runwhy.core.json import compact_json
from runwhy.core.model_requests import tools_size
from runwhy.executors.builtin.models import WrappedModels
from runwhy.executors.builtin.prices import prices_are_loaded
from runwhy.ports import (
    Clock,
    Model,
    ModelFailed,
    ModelOutput,
    ModelReply,
    ModelRequest,
    Models,
    Work,
)

_PRICED_HERE: set[str] = set()  # models whose prices are not looked up in the public ones


def budgeted_models(models: Models, work: Work, clock: Clock, *, timeout: float) -> Models:
    """Return the models of a run; budgets must allow each call. `timeout` is for approvals."""
    if not work.run.budgets:
        return models
    return WrappedModels(
        models, lambda model, id: _BudgetedModel(model, id, models, work, clock, timeout)
    )


@dataclass(frozen=True, slots=True)
class _BudgetedModel:
    model: Model
    id: str
    models: Models
    work: Work
    clock: Clock
    timeout: float

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelOutput, None]:
        """Stream the reply, once budgets allow it. Raises: ModelFailed.

        The transaction that stores the reply or the failure settles the reservation. A call that
        was not sent or that is cancelled is not stored, so it is settled here.
        """
        is_fast = prices_are_loaded() or self.id in _PRICED_HERE
        need = self._need(request) if is_fast else await self._slow_need(request)
        await self.work.journal.allow_call(need, timeout=self.timeout)
        is_over, received = False, ""
        try:
            async with aclosing(self.model.stream(request)) as items:
                async for item in items:
                    if isinstance(item, ModelReply):
                        is_over = True
                    else:
                        received += item.text
                    yield item
        except ModelFailed as error:
            is_over = True
            if error.used is None or error.failure.code == "envelope_lost":
                await self.work.journal.settle_estimate(need, replace(need, input=0, output=0))
            raise
        finally:
            if not is_over:
                used = replace(need, output=text_size(received))
                await self.work.journal.settle_estimate(need, used)

    async def _slow_need(self, request: ModelRequest) -> CallNeed:
        """Return the maximum use of a call; the first lookup of a public price loads them all."""
        need = await asyncio.to_thread(self._need, request)
        if not prices_are_loaded():
            _PRICED_HERE.add(self.id)
        return need

    def _need(self, request: ModelRequest) -> CallNeed:
        """Return the maximum use of a call."""
        schema = request.spec.output_schema
        size = sum(map(size_of, request.messages)) + tools_size(request.tools)
        size += text_size(compact_json(dict(schema))) if schema else 0
        return CallNeed(
            model=self.id,
            input=size,
            output=_longest_output(request, self.models.output_limit(self.id)),
            price=self.models.price(self.id, input_tokens=size, at=self.clock()),
        )


def _longest_output(request: ModelRequest, limit: int | None) -> int:
    """Return the output limit of a request, which summaries lack; otherwise that of the model."""
    given = None if request.summary else request.spec.settings.max_tokens
    return min((each for each in (given, limit) if each is not None), default=DEFAULT_OUTPUT)
