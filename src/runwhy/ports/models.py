"""Language models: what they are asked, and what they say."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from runwhy.core.agents.specs import Spec, Tool
from runwhy.core.json import JsonObject
from runwhy.core.runs.log import Part, ToolCall
from runwhy.core.runs.run import Failure, ModelUsed, Run, Tokens


@dataclass(frozen=True, slots=True, kw_only=True)
class TextDelta:
    """Some more of what the model says or thinks."""

    text: str
    thinking: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelReply:
    """One completed model call."""

    text: str
    used: ModelUsed
    thinking: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    finish_reason: str = "stop"
    tokens: Tokens = field(default_factory=Tokens)
    native: JsonObject | None = None  # the reply in its provider's words, where those are needed
    enforcement: str | None = None  # how an output schema was held to


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRequest:
    """What a model is asked: the parts of the model view, in order, and the tools it has.

    `may_call` is off for a last turn; the tools stay named, so that what was cached still counts.
    A `summary` (the number of it) is asked for without an envelope: nobody acts on it.
    """

    messages: Sequence[Part]
    tools: Sequence[Tool]
    spec: Spec
    run: Run
    may_call: bool = True
    turn: int = 1
    summary: int = 0


class ModelFailed(Exception):
    """A model call failed, and trying again here would not help."""

    def __init__(
        self, failure: Failure, tokens: Tokens | None = None, used: ModelUsed | None = None
    ) -> None:
        super().__init__(failure.message)
        self.failure = failure
        self.tokens = tokens or Tokens()
        self.used = used


class Model(Protocol):
    """A language model: deltas as they come, and at last the whole reply."""

    def stream(self, request: ModelRequest) -> AsyncGenerator[TextDelta | ModelReply, None]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelInfo:
    """A model as the catalogue lists it."""

    id: str
    label: str
    provider: str
    vendor_model_id: str
    source: str = "platform_offering"
    context_window_tokens: int | None = None
    pricing: JsonObject | None = None


class Models(Protocol):
    """Which models there are, and how to reach them."""

    @property
    def default_id(self) -> str: ...
    def list(self) -> Sequence[ModelInfo]: ...
    def get(self, model_id: str) -> Model: ...
    def window(self, model_id: str) -> int | None: ...
