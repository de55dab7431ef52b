"""Chat completions: the whole answer, and the chunks of a stream."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from runwhy.core.json import JsonObject
from runwhy.core.requests.completion import call_id
from runwhy.core.runs.run import Run
from runwhy.wire.openai.answers import CompletionUsage, WireAnswer
from runwhy.wire.run_output import Change, Ended, ReturnedCall, RunOutput, TextAdded, TurnEnded
from runwhy.wire.streamed_calls import CallAdded, CallEnded

FinishReason = Literal["stop", "length", "tool_calls", "content_filter"]
FINISH: dict[str, FinishReason] = {
    "stop": "stop",
    "length": "length",
    "calls": "tool_calls",
    "refusal": "content_filter",
}


class ChatFunction(WireAnswer):
    """A function and its arguments as JSON."""

    name: str
    arguments: str


class ChatToolCall(WireAnswer):
    """A tool call for the client."""

    id: str
    type: Literal["function"]
    function: ChatFunction


class ChatAnswer(WireAnswer):
    """The message of the assistant."""

    role: Literal["assistant"]
    content: str | None
    refusal: str | None
    tool_calls: Sequence[ChatToolCall] | None


class ChatChoice(WireAnswer):
    """The one choice of a completion."""

    index: Literal[0]
    message: ChatAnswer
    finish_reason: FinishReason
    logprobs: None


class ChatCompletion(WireAnswer):
    """A completed chat. `id` names the run."""

    id: str
    object: Literal["chat.completion"]
    created: int
    model: str
    choices: Sequence[ChatChoice]
    usage: CompletionUsage


def chat_id(run: Run) -> str:
    """Return the id of a completion, which names its run."""
    return f"chatcmpl-{run.id.removeprefix('run_')}"


def chat_completion(run: Run, model: str, output: RunOutput, ended: Ended) -> ChatCompletion:
    """Return the answer for an ended run."""
    calls = [_call(run, call) for call in ended.calls]
    message = ChatAnswer(
        role="assistant",
        content=output.text or (None if calls or ended.refusal else ""),
        refusal=ended.refusal,
        tool_calls=calls or None,
    )
    choice = ChatChoice(index=0, message=message, finish_reason=FINISH[ended.reason], logprobs=None)
    return ChatCompletion(
        id=chat_id(run),
        object="chat.completion",
        created=int(run.created_at.timestamp()),
        model=model,
        choices=[choice],
        usage=CompletionUsage.of(ended.tokens),
    )


def _call(run: Run, call: ReturnedCall) -> ChatToolCall:
    function = ChatFunction(name=call.name, arguments=call.arguments)
    return ChatToolCall(id=call_id("call", run.id, call.number), type="function", function=function)


@dataclass(slots=True, kw_only=True)
class ChatChunks:
    """Renders the changes of a run's output as chunks."""

    run: Run
    model: str
    usage: bool
    is_over: bool = False
    _is_new: bool = False  # a further reply begins
    _calls: list[int] = field(default_factory=list)  # that were shown, by their number

    def begin(self) -> Iterator[JsonObject]:
        """Yield the first chunk."""
        yield self._chunk({"role": "assistant", "content": "", "refusal": None})

    def add(self, change: Change) -> Iterator[JsonObject]:
        """Yield the chunks of a change. The error of a failed run is sent separately."""
        match change:
            case TextAdded(text=text, thinking=False):
                yield self._chunk({"content": f"\n\n{text}" if self._is_new else text})
                self._is_new = False
            case CallAdded():
                yield self._chunk({"tool_calls": [self._piece(change)]})
            case TextAdded() | CallEnded():
                return
            case Ended(reason="failed" | "cancelled"):
                return
            case Ended():
                yield from self._end(change)
            case TurnEnded():
                self._is_new = self._is_new or bool(change.text)

    def _piece(self, added: CallAdded) -> JsonObject:
        function = {"arguments": added.text}
        if added.number in self._calls:
            return {"index": self._calls.index(added.number), "function": function}
        self._calls.append(added.number)
        id = call_id("call", self.run.id, added.number)
        begun = {"index": len(self._calls) - 1, "id": id, "type": "function"}
        return {**begun, "function": {"name": added.name, **function}}

    def _end(self, ended: Ended) -> Iterator[JsonObject]:
        if ended.refusal:
            yield self._chunk({"refusal": ended.refusal})
        for call in ended.calls:
            if call.number not in self._calls:
                whole = CallAdded(number=call.number, name=call.name, text=call.arguments)
                yield from self.add(whole)
        yield self._chunk({}, FINISH[ended.reason])
        self.is_over = True
        if self.usage:
            usage = CompletionUsage.of(ended.tokens).as_json()
            yield {**self._head(), "choices": [], "usage": usage}

    def _chunk(self, delta: dict[str, Any], finish: FinishReason | None = None) -> JsonObject:
        choice = {"index": 0, "delta": delta, "finish_reason": finish, "logprobs": None}
        usage = {"usage": None} if self.usage else {}
        return {**self._head(), "choices": [choice], **usage}

    def _head(self) -> dict[str, Any]:
        return {
            "id": chat_id(self.run),
            "object": "chat.completion.chunk",
            "created": int(self.run.created_at.timestamp()),
            "model": self.model,
        }
