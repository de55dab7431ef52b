"""The OpenAI Agents SDK: a run configuration that puts the envelope into every model call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from inspect import isawaitable
from typing import TYPE_CHECKING, Any, cast

from runwhy.briefs import Brief, current_brief
from runwhy.integrations.missing_extras import needs

with needs("openai-agents"):
    from agents import RunConfig
    from agents.run import CallModelData, ModelInputData

if TYPE_CHECKING:
    from agents import TResponseInputItem
    from agents.run_config import CallModelInputFilter


def briefed_config(brief: Brief | None = None, config: RunConfig | None = None) -> RunConfig:
    """What to call `Runner.run(..., run_config=...)` with: one for each run.

    The brief is the current one (`with briefed(...)`), unless one is handed in. A filter that the
    configuration has is asked first. Without a configuration, nothing is traced: traces go to
    OpenAI, with all that the model was told.

    Raises: NoBrief.
    """
    config = config or RunConfig(tracing_disabled=True)
    filter = EnvelopeFilter(brief or current_brief(), config.call_model_input_filter)
    return replace(config, call_model_input_filter=filter)


class EnvelopeFilter:
    """Puts the envelope of one run before its task, in each model call at the same place."""

    def __init__(self, brief: Brief, first: CallModelInputFilter | None = None) -> None:
        self._brief = brief
        self._first = first
        self._task: tuple[int, TResponseInputItem | None] | None = None

    async def __call__(self, data: CallModelData[Any]) -> ModelInputData:
        """The input as the model is sent it; what the session keeps is left alone."""
        given = data.model_data
        if self._first is not None:
            filtered = self._first(data)
            given = await filtered if isawaitable(filtered) else filtered
        at = self._place(given.input)
        input = given.input if at is None else self._told(given.input, at)
        rule = self._brief.rule
        instructions = f"{given.instructions}\n\n{rule}" if given.instructions else rule
        return ModelInputData(input=input, instructions=instructions)

    def _told(self, items: Sequence[TResponseInputItem], at: int) -> list[TResponseInputItem]:
        texts = (self._brief.envelope, *self._brief.quoted)
        told: list[TResponseInputItem] = [{"role": "user", "content": text} for text in texts]
        return [*items[:at], *told, *items[at:]]

    def _place(self, items: Sequence[TResponseInputItem]) -> int | None:
        """Where the task is. When the provider keeps the conversation, later calls send nothing
        but results: the envelope is there already. A task that is gone leaves it in front."""
        if self._task is None:
            at = _last_from_user(items)
            self._task = (at, items[at] if at < len(items) else None)
            return at
        at, task = self._task
        if task is None or items[at : at + 1] == [task]:
            return at
        if all(_is_result(item) for item in items):
            return None
        return next((n for n, item in enumerate(items) if item == task), 0)


def _last_from_user(items: Sequence[TResponseInputItem]) -> int:
    places = [n for n, item in enumerate(items) if _field(item, "role") == "user"]
    return places[-1] if places else len(items)


def _is_result(item: TResponseInputItem) -> bool:
    return str(_field(item, "type")).endswith("_output")


def _field(item: TResponseInputItem, name: str) -> object:
    return cast(Mapping[str, object], item).get(name)
