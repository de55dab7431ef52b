"""An offline model that follows a script and advances the clock."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from runwhy.core.runs.log import PartKind, ToolCall
from runwhy.core.runs.prices import Price
from runwhy.core.runs.run import Failure, ModelUsed, Tokens
from runwhy.ports import Model, ModelFailed, ModelInfo, ModelReply, ModelRequest, TextDelta

MODELS: Mapping[str, str] = {
    "anthropic:claude-sonnet-4-5": "claude-sonnet-4-5-20250929",
    "anthropic:claude-haiku-4-5": "claude-haiku-4-5-20251001",
    "openai:gpt-5-mini": "gpt-5-mini-2025-08-07",
}
WINDOW = 200_000
CHUNK = 40  # characters of a delta

Advance = Callable[[float], None]  # advances the clock by seconds


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A tool call, and the answer of the client that runs the tool.

    Without `result` the server runs the tool itself, as it does for `spawn_run`.
    """

    name: str
    args: Mapping[str, object] = field(default_factory=dict)
    result: str | None = None
    ok: bool = True
    seconds: float = 0.4


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One reply of the model."""

    text: str = ""
    thinking: str = ""
    calls: Sequence[Call] = ()
    seconds: float = 1.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """The replies of one run. With `failure`, the last call fails with it.

    With `cancelled_because`, the client cancels the run instead of answering its first tool call.
    """

    steps: Sequence[Step]
    failure: Failure | None = None
    cancelled_because: str | None = None


class ScriptedModels:
    """The models of the demo. Register the script of a task with `expect`."""

    default_id = next(iter(MODELS))

    def __init__(self, advance: Advance) -> None:
        self._advance = advance
        self._expected: dict[tuple[str | None, str], Callable[[], Script]] = {}
        self._playing: dict[str, Script] = {}
        self._calls: dict[str, Call] = {}

    def expect(
        self, task: str, script: Script | Callable[[], Script], *, session: str | None = None
    ) -> None:
        """Use this script for runs with this task, optionally in one session only."""
        self._expected[session, task] = script if callable(script) else lambda: script

    def script_of(self, run_id: str) -> Script:
        """Return the script of a run."""
        return self._playing[run_id]

    def call_of(self, tool_use_id: str) -> Call:
        """Return the scripted call of a tool call."""
        return self._calls[tool_use_id]

    def list(self) -> Sequence[ModelInfo]:
        """Return an empty catalogue."""
        return []

    def get(self, model_id: str) -> Model:
        """Return the model with this id."""
        return _ScriptedModel(self, model_id)

    def window(self, model_id: str) -> int | None:
        """Return the size of the context window in tokens."""
        return WINDOW

    def price(self, model_id: str, *, input_tokens: int, at: datetime) -> Price | None:
        """Return no price, because the budget of the demo is created after its runs."""
        return None

    def output_limit(self, model_id: str) -> int | None:
        """Return no limit."""
        return None

    def begin(self, request: ModelRequest) -> Script:
        """Return the script of a run, chosen at its first call."""
        run = request.run
        if run.id not in self._playing:
            prompts = [
                part.text
                for part in request.messages
                if part.kind is PartKind.MESSAGE and part.role == "user"
            ]
            key = (run.session_id, prompts[-1])
            make = self._expected.get(key) or self._expected[None, prompts[-1]]
            self._playing[run.id] = make()
        return self._playing[run.id]

    def announce(self, request: ModelRequest, step: Step) -> tuple[ToolCall, ...]:
        """Return the tool calls of a step, with the ids that `call_of` accepts."""
        made = []
        for number, call in enumerate(step.calls):
            id = f"call_{request.run.id[-10:]}_{request.turn}_{number}"
            self._calls[id] = call
            made.append(ToolCall(id=id, name=call.name, args=dict(call.args)))
        return tuple(made)

    def wait(self, seconds: float) -> None:
        """Advance the clock."""
        self._advance(seconds)


class _ScriptedModel:
    def __init__(self, models: ScriptedModels, model_id: str) -> None:
        self._models = models
        provider, _, name = model_id.partition(":")
        self._used = ModelUsed(
            id=model_id, provider=provider, vendor_model_id=MODELS.get(model_id, name)
        )

    async def stream(self, request: ModelRequest) -> AsyncGenerator[TextDelta | ModelReply, None]:
        script = self._models.begin(request)
        step = script.steps[request.turn - 1]
        self._models.wait(step.seconds)
        if script.failure is not None and request.turn == len(script.steps):
            raise ModelFailed(script.failure, used=self._used)
        for start in range(0, len(step.thinking), CHUNK):
            yield TextDelta(text=step.thinking[start : start + CHUNK], thinking=True)
        for start in range(0, len(step.text), CHUNK):
            yield TextDelta(text=step.text[start : start + CHUNK])
        calls = self._models.announce(request, step)
        yield ModelReply(
            text=step.text,
            thinking=step.thinking,
            used=self._used,
            tool_calls=calls,
            finish_reason="tool_calls" if calls else "stop",
            tokens=_tokens(request, step),
        )


def _tokens(request: ModelRequest, step: Step) -> Tokens:
    """Estimate the tokens from the length of the texts."""
    sizes = [len(part.text) // 4 for part in request.messages]
    tools = sum(len(str(tool.parameters)) + len(tool.description) for tool in request.tools) // 4
    output = (len(step.text) + sum(len(str(call.args)) for call in step.calls)) // 4
    return Tokens(
        input=sum(sizes) + tools,
        cached=sum(sizes[:-2]) + tools if request.turn > 1 else 0,
        reasoning=len(step.thinking) // 4,
        output=output + len(step.thinking) // 4,
    )
