"""Messages: the whole answer, and the events of a stream."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from msgspec import Meta

from runwhy.core.json import JsonObject
from runwhy.core.requests.completion import call_id
from runwhy.core.runs.run import Run, Tokens
from runwhy.wire.answer import Json
from runwhy.wire.anthropic.bodies import signature
from runwhy.wire.openai.answers import WireAnswer
from runwhy.wire.run_output import (
    Change,
    Ended,
    RunOutput,
    TextAdded,
    TurnEnded,
)
from runwhy.wire.streamed_calls import CallAdded, CallEnded

StopReason = Literal["end_turn", "max_tokens", "tool_use", "refusal"]
STOP: dict[str, StopReason] = {
    "stop": "end_turn",
    "length": "max_tokens",
    "calls": "tool_use",
    "refusal": "refusal",
}


class MessageUsage(WireAnswer):
    """The tokens of a run. `input_tokens` does not include tokens of caches."""

    input_tokens: int
    cache_creation_input_tokens: int
    cache_read_input_tokens: int
    output_tokens: int

    @classmethod
    def of(cls, tokens: Tokens) -> MessageUsage:
        """Return the usage of a run."""
        return cls(
            input_tokens=max(tokens.input - tokens.cached - tokens.cache_write, 0),
            cache_creation_input_tokens=tokens.cache_write,
            cache_read_input_tokens=tokens.cached,
            output_tokens=tokens.output,
        )


class AnthropicAnswer(WireAnswer):
    """An answer of the assistant. `id` names the run."""

    id: str
    type: Literal["message"]
    role: Literal["assistant"]
    model: str
    content: Annotated[Sequence[Json], Meta(description="Thinking, text and tool uses.")]
    stop_reason: StopReason | None
    stop_sequence: None
    usage: MessageUsage


def message_id(run: Run) -> str:
    """Return the id of a message, which names its run."""
    return f"msg_{run.id.removeprefix('run_')}"


def anthropic_message(
    run: Run, model: str, output: RunOutput, ended: Ended, *, thinking: bool
) -> AnthropicAnswer:
    """Return the answer for an ended run."""
    content: list[JsonObject] = []
    for turn in output.turns:
        if thinking and turn.thinking:
            mark = signature(run.id, turn.number)
            content.append({"type": "thinking", "thinking": turn.thinking, "signature": mark})
        if turn.text:
            content.append({"type": "text", "text": turn.text})
    if ended.refusal:
        content.append({"type": "text", "text": ended.refusal})
    content += [_tool_use(run, call.number, call.name, call.args) for call in ended.calls]
    return _answer(run, model, content, STOP[ended.reason], ended.tokens)


def _answer(
    run: Run, model: str, content: Sequence[JsonObject], stop: StopReason | None, tokens: Tokens
) -> AnthropicAnswer:
    return AnthropicAnswer(
        id=message_id(run),
        type="message",
        role="assistant",
        model=model,
        content=content,
        stop_reason=stop,
        stop_sequence=None,
        usage=MessageUsage.of(tokens),
    )


def _tool_use(run: Run, number: int, name: str, args: JsonObject) -> JsonObject:
    id = call_id("toolu", run.id, number)
    return {"type": "tool_use", "id": id, "name": name, "input": args}


@dataclass(slots=True, kw_only=True)
class MessageEvents:
    """Renders the changes of a run's output as events."""

    run: Run
    model: str
    output: RunOutput
    thinking: bool
    _index: int = 0  # of the next block
    _open: Literal["thinking", "text"] | None = None
    _calls: set[int] = field(default_factory=set)  # that were shown, by their number

    def begin(self) -> Iterator[JsonObject]:
        """Yield the first event."""
        empty = _answer(self.run, self.model, (), None, Tokens())
        yield {"type": "message_start", "message": empty.as_json()}

    def add(self, change: Change) -> Iterator[JsonObject]:
        """Yield the events of a change. The error of a failed run is sent separately."""
        match change:
            case TextAdded(thinking=True, text=text):
                if self.thinking:
                    yield from self._begin_block("thinking")
                    yield self._delta({"type": "thinking_delta", "thinking": text})
            case TextAdded(text=text):
                yield from self._begin_block("text")
                yield self._delta({"type": "text_delta", "text": text})
            case CallAdded():
                yield from self._add_call(change)
            case CallEnded():
                yield self._stop()
            case TurnEnded():
                yield from self._end_block(change.number)
            case Ended(reason="failed" | "cancelled"):
                return
            case Ended():
                yield from self._end(change)

    def _begin_block(self, kind: Literal["thinking", "text"]) -> Iterator[JsonObject]:
        if self._open == kind:
            return
        yield from self._end_block(self.output.number)
        self._open = kind
        blocks: dict[str, JsonObject] = {
            "thinking": {"type": "thinking", "thinking": "", "signature": ""},
            "text": {"type": "text", "text": ""},
        }
        yield self._start(blocks[kind])

    def _add_call(self, added: CallAdded) -> Iterator[JsonObject]:
        if added.number not in self._calls:
            self._calls.add(added.number)
            yield from self._end_block(self.output.number)
            yield self._start(_tool_use(self.run, added.number, added.name, {}))
        if added.text:
            yield self._delta({"type": "input_json_delta", "partial_json": added.text})

    def _end_block(self, number: int) -> Iterator[JsonObject]:
        if self._open is None:
            return
        if self._open == "thinking":
            mark = signature(self.run.id, number)
            yield self._delta({"type": "signature_delta", "signature": mark})
        self._open = None
        yield self._stop()

    def _end(self, ended: Ended) -> Iterator[JsonObject]:
        yield from self._end_block(self.output.number)
        if ended.refusal:
            yield self._start({"type": "text", "text": ""})
            yield self._delta({"type": "text_delta", "text": ended.refusal})
            yield self._stop()
        for call in ended.calls:
            if call.number not in self._calls:
                yield from self._add_call(
                    CallAdded(number=call.number, name=call.name, text=call.arguments)
                )
                yield self._stop()
        usage = MessageUsage.of(ended.tokens).as_json()
        delta = {"stop_reason": STOP[ended.reason], "stop_sequence": None}
        yield {"type": "message_delta", "delta": delta, "usage": usage}
        yield {"type": "message_stop"}

    def _start(self, block: JsonObject) -> JsonObject:
        return {"type": "content_block_start", "index": self._index, "content_block": block}

    def _delta(self, delta: dict[str, Any]) -> JsonObject:
        return {"type": "content_block_delta", "index": self._index, "delta": delta}

    def _stop(self) -> JsonObject:
        event = {"type": "content_block_stop", "index": self._index}
        self._index += 1
        return event
