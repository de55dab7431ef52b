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
    """Puts one sealed envelope before the task, and its rule into the instructions, in each model
    request; the messages that the run keeps stay without it.

    The brief is the current one (`with briefed(...)`), unless one is handed in.
    """

    brief: Brief | None = None
    _task: UserPromptPart | None = None  # of the run: what asks for something

    def get_ordering(self) -> CapabilityOrdering:
        """Behind all others, so that nothing they do comes after it."""
        return CapabilityOrdering(position="innermost")

    async def for_run(self, ctx: RunContext[AgentDepsT]) -> RunwhyBrief[AgentDepsT]:
        """One for each run, with what it is told. Raises: NoBrief."""
        return RunwhyBrief(self.brief or current_brief())

    def get_instructions(self) -> str | None:
        """The rule, once there is a run."""
        return self.brief.rule if self.brief else None

    async def prepare_model_request(
        self, ctx: RunContext[AgentDepsT], request_context: ModelRequestContext
    ) -> ModelRequestContext:
        """The request with the envelope in its place. Raises: NoBrief."""
        messages = request_context.messages
        if self._task is None:
            self._task = next((part for _, part in reversed(_prompts(messages))), None)
        brief = self.brief or current_brief()
        return replace(request_context, messages=tell(messages, brief, task=self._task))


def tell(
    messages: Sequence[ModelMessage], brief: Brief, *, task: UserPromptPart | None
) -> list[ModelMessage]:
    """The messages with what the model is told right before its task; a task that is gone, because
    a summary took its place, leaves it in front."""
    told = [UserPromptPart(text) for text in (brief.envelope, *brief.quoted)]
    place = next((at for at, part in reversed(_prompts(messages)) if part == task), None)
    if place is None:
        return [ModelRequest(told), *messages]
    which, part = place
    request = messages[which]
    assert isinstance(request, ModelRequest)
    parts = [*request.parts[:part], *told, *request.parts[part:]]
    return [*messages[:which], replace(request, parts=parts), *messages[which + 1 :]]


def _prompts(messages: Sequence[ModelMessage]) -> list[tuple[tuple[int, int], UserPromptPart]]:
    return [
        ((which, at), part)
        for which, message in enumerate(messages)
        if isinstance(message, ModelRequest)
        for at, part in enumerate(message.parts)
        if isinstance(part, UserPromptPart)
    ]
