"""Pydantic AI: a capability that puts the envelope into every model request of an agent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pydantic_ai import RunContext
from pydantic_ai.capabilities import AbstractCapability, CapabilityOrdering
from pydantic_ai.messages import ModelMessage, ModelRequest, UserPromptPart
from pydantic_ai.models import ModelRequestContext
from pydantic_ai.tools import AgentDepsT

from runwhy.briefs import Brief, current_brief


@dataclass
class RunwhyBrief(AbstractCapability[AgentDepsT]):
    """Adds the envelope before the task and its rule to the instructions, in every model request.

    The run's stored messages contain neither. The brief is the current one (`with briefed(...)`),
    unless one is given.
    """

    brief: Brief | None = None
    _task: UserPromptPart | None = None  # the prompt of this run

    def get_ordering(self) -> CapabilityOrdering:
        """Run after all other capabilities, so that none changes the request afterwards."""
        return CapabilityOrdering(position="innermost")

    async def for_run(self, ctx: RunContext[AgentDepsT]) -> RunwhyBrief[AgentDepsT]:
        """Return a copy for one run, with its brief. Raises: NoBrief."""
        return RunwhyBrief(self.brief or current_brief())

    def get_instructions(self) -> str | None:
        """Return the rule, if there is a run."""
        return self.brief.rule if self.brief else None

    async def prepare_model_request(
        self, ctx: RunContext[AgentDepsT], request_context: ModelRequestContext
    ) -> ModelRequestContext:
        """Return the request with the envelope. Raises: NoBrief."""
        messages = request_context.messages
        if self._task is None:
            self._task = next((part for _, part in reversed(_prompts(messages))), None)
        brief = self.brief or current_brief()
        return replace(request_context, messages=add_envelope(messages, brief, task=self._task))


def add_envelope(
    messages: Sequence[ModelMessage], brief: Brief, *, task: UserPromptPart | None
) -> list[ModelMessage]:
    """Insert the envelope before the task, or first if a summary has replaced the task."""
    envelope = [UserPromptPart(text) for text in (brief.envelope, *brief.quoted)]
    position = next((at for at, part in reversed(_prompts(messages)) if part == task), None)
    if position is None:
        return [ModelRequest(envelope), *messages]
    index, part = position
    request = messages[index]
    assert isinstance(request, ModelRequest)
    parts = [*request.parts[:part], *envelope, *request.parts[part:]]
    return [*messages[:index], replace(request, parts=parts), *messages[index + 1 :]]


def _prompts(messages: Sequence[ModelMessage]) -> list[tuple[tuple[int, int], UserPromptPart]]:
    return [
        ((index, at), part)
        for index, message in enumerate(messages)
        if isinstance(message, ModelRequest)
        for at, part in enumerate(message.parts)
        if isinstance(part, UserPromptPart)
    ]
