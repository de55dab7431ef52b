"""Which models there are, and how to reach them."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

from whence.errors import InvalidModel
from whence.executors.builtin.echo import ECHO_ID, USED, EchoModel
from whence.ports import Model, ModelInfo

ECHO_INFO = ModelInfo(
    id=ECHO_ID,
    label="Echo (offline): answers with a summary of what it was sent",
    provider=USED.provider,
    vendor_model_id=USED.vendor_model_id,
    context_window_tokens=1_000_000,
    pricing={"inputPer1MUsd": 0, "outputPer1MUsd": 0, "cacheReadPer1MUsd": 0},
)


class ModelCatalog:
    """The models that this server can reach."""

    def __init__(self) -> None:
        self._models: dict[str, Model] = {ECHO_ID: EchoModel()}
        self._infos: dict[str, ModelInfo] = {ECHO_ID: ECHO_INFO}

    @property
    def default_id(self) -> str:
        """The model of a run that names none."""
        return ECHO_ID

    def list(self) -> Sequence[ModelInfo]:
        """What can be asked for."""
        return tuple(self._infos.values())

    def get(self, model_id: str) -> Model:
        """The model of that name. Raises: InvalidModel, with names that are close."""
        model = self._models.get(model_id)
        if model is None:
            close = difflib.get_close_matches(model_id, self._models, n=3, cutoff=0.4)
            raise InvalidModel(model_id, close or list(self._models))
        return model
