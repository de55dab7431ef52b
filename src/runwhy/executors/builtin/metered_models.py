"""Metered models: every call is recorded as a span and in metrics."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass

from runwhy.core.context.seal import mask_seal
from runwhy.core.json import compact_json
from runwhy.core.runs.usage import call_usage
from runwhy.executors.builtin.models import WrappedModels
from runwhy.executors.builtin.providers import split_model_id
from runwhy.ports import (
    Model,
    ModelFailed,
    ModelOutput,
    ModelReply,
    ModelRequest,
    Models,
)
from runwhy.telemetry.calls import ModelCall
from runwhy.telemetry.recorder import Telemetry


def metered_models(models: Models, telemetry: Telemetry) -> Models:
    """Return the models; their calls are recorded."""
    return WrappedModels(models, lambda model, id: _MeteredModel(model, id, telemetry))


@dataclass(frozen=True, slots=True)
class _MeteredModel:
    model: Model
    id: str
    telemetry: Telemetry

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelOutput, None]:
        provider, name = split_model_id(self.id)
        call = self.telemetry.model_call(request.run, provider, name or provider)
        call.record_input(lambda: _sent(request))
        try:
            async with aclosing(self.model.stream(request)) as items:
                # The span covers each read, not the consumer's work in between.
                while (item := await _next(items, call)) is not None:
                    if isinstance(item, ModelReply):
                        text = mask_seal(item.text, request.seal)
                        cost = call_usage(item.tokens, item.call).cost
                        call.record_reply(item.used, item.tokens, cost, item.finish_reason, text)
                    else:
                        call.record_first_token()
                    yield item
        except ModelFailed as error:
            cost = call_usage(error.tokens, error.call).cost
            call.record_failure(error.failure.error_class, error.tokens, cost)
            raise
        finally:
            call.end()


async def _next(items: AsyncGenerator[ModelOutput, None], call: ModelCall) -> ModelOutput | None:
    with call.active():
        return await anext(items, None)


def _sent(request: ModelRequest) -> str:
    messages = [
        {"role": part.role, "content": mask_seal(part.text, request.seal)}
        for part in request.messages
    ]
    return compact_json(messages)
