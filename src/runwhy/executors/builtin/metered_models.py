"""Models whose calls are watched: each is a span, and counted."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing

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


class WatchedModels:
    """The same models, for a server that wants to know how they do."""

    def __init__(self, models: Models, telemetry: Telemetry) -> None:
        self._models = models
        self._telemetry = telemetry

    @property
    def default_id(self) -> str:
        """The model of a run that names none."""
        return self._models.default_id

    def list(self) -> Sequence[ModelInfo]:
        """What can be asked for."""
        return self._models.list()

    def get(self, model_id: str) -> Model:
        """The model of that name. Raises: InvalidModel, MissingKey."""
        return _Watched(self._models.get(model_id), model_id, self._telemetry)

    def window(self, model_id: str) -> int | None:
        """How many tokens it can read, if that is known."""
        return self._models.window(model_id)


class _Watched:
    def __init__(self, model: Model, model_id: str, telemetry: Telemetry) -> None:
        self._model = model
        provider, name = split_model_id(model_id)
        self._names = (provider, name or provider)
        self._telemetry = telemetry

    async def stream(self, request: ModelRequest) -> AsyncGenerator[TextDelta | ModelReply, None]:
        call = self._telemetry.model_call(request.run, *self._names)
        call.asked(lambda: _sent(request))
        try:
            async with aclosing(self._model.stream(request)) as items:
                # Not around the whole: what whoever listens does is no part of the call.
                while (item := await _next(items, call)) is not None:
                    if isinstance(item, ModelReply):
                        call.replied(item.used, item.tokens, item.finish_reason, item.text)
                    else:
                        call.spoke()
                    yield item
        except ModelFailed as error:
            call.failed(error.failure.error_class, error.tokens)
            raise
        finally:
            call.end()


async def _next(
    items: AsyncGenerator[TextDelta | ModelReply, None], call: ModelCall
) -> TextDelta | ModelReply | None:
    with call.going_on():
        return await anext(items, None)


def _sent(request: ModelRequest) -> str:
    said = [{"role": part.role, "content": part.text} for part in request.messages]
    return compact_json(said)
