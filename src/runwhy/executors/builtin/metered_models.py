"""Metered models: every call is recorded as a span and in metrics."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing

from runwhy.core.context.seal import mask_seal
from runwhy.core.json import compact_json
from runwhy.executors.builtin.providers import split_model_id
from runwhy.ports import (
    Model,
    ModelFailed,
    ModelInfo,
    ModelReply,
    ModelRequest,
    Models,
    TextDelta,
)
from runwhy.telemetry.calls import ModelCall
from runwhy.telemetry.recorder import Telemetry


class MeteredModels:
    """Wraps models and records their calls."""

    def __init__(self, models: Models, telemetry: Telemetry) -> None:
        self._models = models
        self._telemetry = telemetry

    @property
    def default_id(self) -> str:
        """The default model."""
        return self._models.default_id

    def list(self) -> Sequence[ModelInfo]:
        """Return the available models."""
        return self._models.list()

    def get(self, model_id: str) -> Model:
        """Return a model. Raises: InvalidModel, MissingKey."""
        return _MeteredModel(self._models.get(model_id), model_id, self._telemetry)

    def window(self, model_id: str) -> int | None:
        """Return the model's context window in tokens, if known."""
        return self._models.window(model_id)


class _MeteredModel:
    def __init__(self, model: Model, model_id: str, telemetry: Telemetry) -> None:
        self._model = model
        provider, name = split_model_id(model_id)
        self._names = (provider, name or provider)
        self._telemetry = telemetry

    async def stream(self, request: ModelRequest) -> AsyncGenerator[TextDelta | ModelReply, None]:
        call = self._telemetry.model_call(request.run, *self._names)
        call.record_input(lambda: _sent(request))
        try:
            async with aclosing(self._model.stream(request)) as items:
                # The span covers each read, not the consumer's work in between.
                while (item := await _next(items, call)) is not None:
                    if isinstance(item, ModelReply):
                        text = mask_seal(item.text, request.seal)
                        call.record_reply(item.used, item.tokens, item.finish_reason, text)
                    else:
                        call.record_first_token()
                    yield item
        except ModelFailed as error:
            call.record_failure(error.failure.error_class, error.tokens)
            raise
        finally:
            call.end()


async def _next(
    items: AsyncGenerator[TextDelta | ModelReply, None], call: ModelCall
) -> TextDelta | ModelReply | None:
    with call.active():
        return await anext(items, None)


def _sent(request: ModelRequest) -> str:
    messages = [
        {"role": part.role, "content": mask_seal(part.text, request.seal)}
        for part in request.messages
    ]
    return compact_json(messages)
