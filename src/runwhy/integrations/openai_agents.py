"""OpenAI Agents SDK: a run configuration that puts the envelope into every model call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from inspect import isawaitable
from typing import TYPE_CHECKING, Any, cast

from runwhy.briefs import Brief, current_brief
from runwhy.core.context.seal import mask_seal, mask_seal_json
from runwhy.integrations.missing_extras import needs

with needs("openai-agents"):
    from agents import RunConfig
    from agents.run import CallModelData, ModelInputData

if TYPE_CHECKING:
    from agents import TResponseInputItem
    from agents.run_config import CallModelInputFilter


def briefed_config(brief: Brief | None = None, config: RunConfig | None = None) -> RunConfig:
    """Return the `run_config` for one call of `Runner.run`.

    The brief is the current one (`with briefed(...)`), unless one is given. An existing input
    filter of the configuration runs first. Without a configuration, tracing is off, because traces
    are sent to OpenAI with the model's input.

    Raises: NoBrief.
    """
    config = config or RunConfig(tracing_disabled=True)
    filter = EnvelopeFilter(brief or current_brief(), config.call_model_input_filter)
    return replace(config, call_model_input_filter=filter)


class EnvelopeFilter:
    """Inserts the run's envelope before its task, at the same position in each model call."""

    def __init__(self, brief: Brief, first: CallModelInputFilter | None = None) -> None:
        self._brief = brief
        self._first = first
        self._task: tuple[int, TResponseInputItem | None] | None = None

    async def __call__(self, data: CallModelData[Any]) -> ModelInputData:
        """Return the input to send; the session's stored items are not changed."""
        model_data = data.model_data
        if self._first is not None:
            filtered = self._first(data)
            model_data = await filtered if isawaitable(filtered) else filtered
        at = self._position(model_data.input)
        items = mask_seal_json(model_data.input, self._brief.seal)
        input = items if at is None else self._insert(items, at)
        rule, prompt = self._brief.rule, mask_seal(model_data.instructions or "", self._brief.seal)
        instructions = f"{prompt}\n\n{rule}" if prompt else rule
        return ModelInputData(input=input, instructions=instructions)

    def _insert(self, items: Sequence[TResponseInputItem], at: int) -> list[TResponseInputItem]:
        texts = (self._brief.envelope, *self._brief.quoted)
        envelope: list[TResponseInputItem] = [{"role": "user", "content": text} for text in texts]
        return [*items[:at], *envelope, *items[at:]]

    def _position(self, items: Sequence[TResponseInputItem]) -> int | None:
        """Return the position of the task.

        If the provider stores the conversation, later calls send only results and need no envelope
        (None). If the task is missing, the envelope comes first.
        """
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
