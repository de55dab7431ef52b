"""Ports for language models: requests, replies and the catalog."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, Protocol

from runwhy.core.agents.specs import Spec, Tool
from runwhy.core.json import JsonObject
from runwhy.core.runs.log import Part, ToolCall
from runwhy.core.runs.prices import Price
from runwhy.core.runs.run import Failure, ModelUsed, Run, Tokens
from runwhy.core.runs.usage import CallFacts


@dataclass(frozen=True, slots=True, kw_only=True)
class TextDelta:
    """A piece of the model's text or thinking."""

    text: str
    thinking: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CallDelta:
    """A piece of the arguments of a tool call, as JSON text; the first one may be empty.

    `number` is the place of the call in the reply.
    """

    number: int
    name: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelReply:
    """One completed model call."""

    text: str
    used: ModelUsed
    thinking: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    finish_reason: str = "stop"
    tokens: Tokens = field(default_factory=Tokens)
    native: JsonObject | None = None  # the reply in the provider's format, if later calls need it
    enforcement: str | None = None  # how the output schema was enforced
    options: JsonObject = field(default_factory=dict)  # other parameters of the provider's request
    first_token: float | None = None  # seconds, if the first output is not text
    call: CallFacts | None = None  # set by `recorded_models`


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRequest:
    """A request to a model: the parts of the model view, in order, and its tools.

    `may_call` is false for a last turn; the tools stay listed so that the provider's prompt cache
    still matches. `summary` is the number of a summary, which is requested without an envelope
    because nothing acts on it. `seal` is set just before the call; only the model may see it.
    """

    messages: Sequence[Part]
    tools: Sequence[Tool]
    spec: Spec
    run: Run
    may_call: bool = True
    turn: int = 1
    summary: int = 0
    seal: str = field(default="", repr=False)


class ModelFailed(Exception):
    """A model call failed, and a retry here would not help."""

    def __init__(
        self,
        failure: Failure,
        tokens: Tokens | None = None,
        used: ModelUsed | None = None,
        options: JsonObject | None = None,
    ) -> None:
        super().__init__(failure.message)
        self.failure = failure
        self.tokens = tokens or Tokens()
        self.used = used
        self.options = options or {}
        self.call: CallFacts | None = None  # set by `recorded_models`


EndedCall = ModelReply | ModelFailed
Delta = TextDelta | CallDelta
ModelOutput = Delta | ModelReply


class Model(Protocol):
    """A language model: streams deltas, then the complete reply."""

    def stream(self, request: ModelRequest) -> AsyncGenerator[ModelOutput, None]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelInfo:
    """A model as listed in the catalog."""

    id: str
    label: str
    provider: str
    vendor_model_id: str
    source: str = "platform_offering"
    context_window_tokens: int | None = None
    pricing: Price | None = None


ProviderStatus = Literal["unchecked", "no_key", "reachable", "unauthorized", "unreachable", "error"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderState:
    """Whether a provider of models can be used, and why not. `models` are its models."""

    name: str
    status: ProviderStatus
    reason: str | None = None
    checked_at: datetime | None = None
    milliseconds: int | None = None
    models: Sequence[str] | None = None


class ProviderChecker(Protocol):
    """Checks the providers of models."""

    def states(self) -> Sequence[ProviderState]: ...
    async def check(self) -> Sequence[ProviderState]: ...


class Models(Protocol):
    """The available models."""

    @property
    def default_id(self) -> str: ...
    def list(self) -> Sequence[ModelInfo]: ...
    def get(self, model_id: str) -> Model: ...
    def window(self, model_id: str) -> int | None: ...
    def price(self, model_id: str, *, input_tokens: int, at: datetime) -> Price | None:
        """Return the price of a call with this input, None if it is unknown. Slow like `list`."""

    def output_limit(self, model_id: str) -> int | None:
        """Return the longest output in tokens, if it is known."""
