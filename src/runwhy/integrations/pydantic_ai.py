"""Pydantic AI: a capability that puts the envelope into every model request of an agent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from pydantic_ai import RunContext
from pydantic_ai.capabilities import AbstractCapability, CapabilityOrdering
from pydantic_ai.messages import (
    InstructionPart,
    ModelMessage,
    ModelRequest,
    ModelResponse,
    ThinkingPart,
    UserPromptPart,
)
from pydantic_ai.models import ModelRequestContext
from pydantic_ai.tools import AgentDepsT

from runwhy.briefs import Brief, current_brief
from runwhy.core.context.seal import mask_seal_json

P = TypeVar("P")


@dataclass
class RunwhyBrief(AbstractCapability[AgentDepsT]):
    """Adds the envelope before the task and its rule to the instructions, in every model request.

    The run's stored messages contain neither. A seal that the model repeats is masked in them too,
    except in the last reply of `run_stream`, which is stored as streamed and masked in the next
    request. The brief is the current one (`with briefed(...)`), unless one is given.
    """

    brief: Brief | None = None
    _task: UserPromptPart | None = None  # the prompt of this run

    def get_ordering(self) -> CapabilityOrdering:
        """Run after all other capabilities, so that none changes the request afterwards."""
        return CapabilityOrdering(position="innermost")

    async def for_run(self, ctx: RunContext[AgentDepsT]) -> RunwhyBrief[AgentDepsT]:
        """Return a copy for one run, with its brief. Raises: NoBrief."""
        return RunwhyBrief(self.brief or current_brief())

    async def prepare_model_request(
        self, ctx: RunContext[AgentDepsT], request_context: ModelRequestContext
    ) -> ModelRequestContext:
        """Return the request with the envelope. Raises: NoBrief."""
        messages = request_context.messages
        if self._task is None:
            self._task = next((part for _, part in reversed(_prompts(messages))), None)
        brief = self.brief or current_brief()
        given = request_context.model_request_parameters
        instructions = [_masked(part, brief.seal) for part in given.instruction_parts or ()]
        rule = InstructionPart(brief.rule)
        return replace(
            request_context,
            messages=add_envelope(messages, brief, task=self._task),
            model_request_parameters=replace(given, instruction_parts=[*instructions, rule]),
        )

    async def after_model_request(
        self,
        ctx: RunContext[AgentDepsT],
        *,
        request_context: ModelRequestContext,
        response: ModelResponse,
    ) -> ModelResponse:
        """Return the response without the seal."""
        seal = (self.brief or current_brief()).seal
        return replace(response, parts=[_masked(part, seal) for part in response.parts])


def add_envelope(
    messages: Sequence[ModelMessage], brief: Brief, *, task: UserPromptPart | None
) -> list[ModelMessage]:
    """Insert the envelope before the task, or first if a summary has replaced the task.

    The seal is masked in all other messages.
    """
    envelope = [UserPromptPart(text) for text in (brief.envelope, *brief.quoted)]
    position = next((at for at, part in reversed(_prompts(messages)) if part == task), None)
    messages = [_masked_message(message, brief.seal) for message in messages]
    if position is None:
        return [ModelRequest(envelope), *messages]
    index, part = position
    request = messages[index]
    assert isinstance(request, ModelRequest)
    parts = [*request.parts[:part], *envelope, *request.parts[part:]]
    return [*messages[:index], replace(request, parts=parts), *messages[index + 1 :]]


def _masked_message(message: ModelMessage, seal: str) -> ModelMessage:
    parts: Any = [_masked(part, seal) for part in message.parts]
    unchanged = all(new is old for new, old in zip(parts, message.parts, strict=True))
    return message if unchanged else replace(message, parts=parts)


def _masked(part: P, seal: str) -> P:
    """Mask the seal in a part. Thinking is the model's own, and its signature covers the text."""
    if isinstance(part, ThinkingPart):
        return part
    for name in ("content", "args"):
        value = getattr(part, name, None)
        clean = mask_seal_json(value, seal)
        if clean != value:
            part = replace(part, **{name: clean})  # type: ignore[type-var]
    return part


def _prompts(messages: Sequence[ModelMessage]) -> list[tuple[tuple[int, int], UserPromptPart]]:
    return [
        ((index, at), part)
        for index, message in enumerate(messages)
        if isinstance(message, ModelRequest)
        for at, part in enumerate(message.parts)
        if isinstance(part, UserPromptPart)
    ]
