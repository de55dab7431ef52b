"""The output of a run, folded from its events, for clients of other wires.

A wire streams the changes, and reads the collected output at the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from runwhy.core.json import JsonObject, compact_json
from runwhy.core.runs.events import Event
from runwhy.core.runs.run import ErrorClass, Tokens
from runwhy.wire.streamed_calls import CallAdded, CallEnded, CallsDiffer, StreamedCalls

Reason = Literal["stop", "length", "refusal", "calls", "failed", "cancelled"]

_LOST_PLACE = (
    "another server continued the run with a different answer than the streamed one; "
    "read the run for its result"
)
_OTHER_ANSWER = (
    "the first answer did not match the schema, and the model got a second try; read the run for "
    "its result, or send the request without `stream`"
)


_OTHER_CALLS = (
    "the model did not finish a tool call as JSON, and it gets another try; read the run for its "
    "result, or send the request without `stream`"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnedCall:
    """A tool call that a run returns: its place in the reply, and the model's own id.

    `arguments` are the same as `args`, as JSON text.
    """

    number: int
    id: str
    name: str
    args: JsonObject
    arguments: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RunError:
    """Why a run failed, as its last event says."""

    message: str
    code: str
    error_class: str = ErrorClass.UNKNOWN.value
    api_status: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TextAdded:
    """More text of the answer, or of the thinking before it."""

    text: str
    thinking: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEnded:
    """One reply of the model is complete; `number` counts the replies of the run from 0."""

    number: int
    text: str
    thinking: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """The run has ended."""

    reason: Reason
    calls: Sequence[ReturnedCall] = ()
    cut_calls: Sequence[CallEnded] = ()  # shown, but not returned: the reply was cut off
    tokens: Tokens = field(default_factory=Tokens)
    error: RunError | None = None
    refusal: str | None = None


Change = TextAdded | CallAdded | CallEnded | TurnEnded | Ended


@dataclass(slots=True, kw_only=True)
class RunOutput:
    """Collects the output of a run. `turns` are the complete replies, `ended` is its end.

    With `one_answer`, a second answer is an error, because a client would read both as one. With
    `final_only`, text is held back until the run has ended. With `whole`, the client reads the
    output at the end only, so that a later attempt can replace the text of an earlier one.
    """

    one_answer: bool = False
    final_only: bool = False
    whole: bool = False
    turns: list[TurnEnded] = field(default_factory=list)
    ended: Ended | None = None
    _text: str = ""  # of the turn that was shown
    _thinking: str = ""
    _number: int = 0  # of the reply
    _replays: bool = False  # another attempt repeats the shown text
    _calls: Sequence[Mapping[str, Any]] = ()  # of the newest reply
    _streamed: StreamedCalls = field(default_factory=StreamedCalls)  # of the current reply
    _arguments: Mapping[int, str] = field(default_factory=dict)  # of the newest reply, streamed

    def add(self, event: Event) -> list[Change]:
        """Return the changes that an event makes."""
        if self.ended is not None:
            return []
        data: Mapping[str, Any] = event.data
        match event.type:
            case "started":
                self._restart(data.get("attempt", 1))
                return []
            case "assistant_delta":
                return [*self._add(data["text"])]
            case "thinking_delta":
                return [*self._add(data["text"], thinking=True)]
            case "tool_call_delta":
                return [*self._add_call(data)]
            case "assistant_message":
                self._calls = data.get("toolCalls") or ()
                changes = [*self._end_calls()]
                if self.ended is None:
                    changes += self._end_turn(data.get("text") or "")
                self._number += 1
                return changes
            case "result":
                return [*self._result(data)]
            case "error":
                return [*self._error(data)]
            case "cancelled":
                error = RunError(message=data.get("reason") or "cancelled", code="cancelled")
                return [self._end(Ended(reason="cancelled", error=error))]
        return []

    @property
    def text(self) -> str:
        """The text of all replies."""
        return "\n\n".join(turn.text for turn in self.turns if turn.text)

    @property
    def number(self) -> int:
        """The number of the current reply."""
        return self._number

    @property
    def thinking(self) -> str:
        """The thinking before all replies."""
        return "\n\n".join(turn.thinking for turn in self.turns if turn.thinking)

    def _restart(self, attempt: int) -> None:
        """Begin another attempt: it repeats the shown text, or replaces text that was not shown."""
        if self.whole:
            self._text = self._thinking = ""
            self._streamed.clear()
            return
        shown = self._text or self._thinking or self._streamed
        self._replays = attempt > 1 and bool(shown)
        self._streamed.restart()

    def _end(self, ended: Ended) -> Ended:
        self.ended = ended
        return ended

    def _fail(self, message: str, code: str) -> Ended:
        return self._end(Ended(reason="failed", error=RunError(message=message, code=code)))

    def _add(self, text: str, *, thinking: bool = False) -> Iterator[Change]:
        if self._replays or (self.final_only and not thinking):
            return
        yield from self._streamed.pause()
        if self._streamed.is_open:  # shown with the end of the reply
            return
        if thinking:
            self._thinking += text
        else:
            if self.one_answer and self.turns and not self._text:
                yield self._fail(_OTHER_ANSWER, "output_schema_mismatch")
                return
            self._text += text
        yield TextAdded(text=text, thinking=thinking)

    def _add_call(self, data: Mapping[str, Any]) -> Iterator[Change]:
        self._streamed.add(data)
        if not self._replays and not self.final_only:
            yield from self._streamed.show()

    def _end_calls(self) -> Iterator[Change]:
        """Show the rest of the calls, which must be those of the complete reply."""
        try:
            yield from self._streamed.complete(self._calls)
        except CallsDiffer:
            if self.whole:  # the complete reply counts
                self._streamed.clear()
            else:
                problem = _LOST_PLACE if self._replays else _OTHER_CALLS
                yield self._fail(problem, "stream_interrupted")
        self._arguments = self._streamed.arguments
        self._streamed.clear()

    def _end_turn(self, text: str) -> Iterator[Change]:
        """Show the rest of a reply. A repeated reply must begin with the text that was shown."""
        if self.final_only:
            return
        replayed, self._replays = self._replays, False
        if replayed and not text.startswith(self._text):
            yield self._fail(_LOST_PLACE, "stream_interrupted")
            return
        if text.startswith(self._text) and text != self._text:
            yield from self._add(text[len(self._text) :])
        if self.ended is None and (text or self._thinking):
            yield self._close(text)

    def _close(self, text: str) -> TurnEnded:
        turn = TurnEnded(number=self._number, text=text, thinking=self._thinking)
        self.turns.append(turn)
        self._text = self._thinking = ""
        return turn

    def _result(self, data: Mapping[str, Any]) -> Iterator[Change]:
        text = data.get("text") or ""
        if self.final_only or not self.turns:  # or an agent that does not stream
            self.final_only = False
            yield from self._end_turn(text)
        places = {call["id"]: number for number, call in enumerate(self._calls)}
        calls = [self._returned(places[call["id"]], call) for call in data.get("toolCalls") or ()]
        reason: Reason = "calls" if calls else "stop"
        if self.ended is None:
            yield self._end(Ended(reason=reason, calls=calls, tokens=_tokens(data)))

    def _returned(self, number: int, call: Mapping[str, Any]) -> ReturnedCall:
        return ReturnedCall(
            number=number,
            id=call["id"],
            name=call["name"],
            args=call["args"],
            arguments=self._arguments.get(number) or compact_json(call["args"]),
        )

    def _error(self, data: Mapping[str, Any]) -> Iterator[Change]:
        error = RunError(
            message=data["error"],
            code=data["code"],
            error_class=data["errorClass"],
            api_status=data.get("apiStatus"),
        )
        reason: Reason = "failed"
        if error.error_class == ErrorClass.TRUNCATION:
            reason = "length"
        elif error.code == "refusal":
            reason = "refusal"
        cut_calls = () if reason == "failed" else self._streamed.cut()
        if reason != "failed":
            self.final_only = False
            yield from (call for call in cut_calls if not call.is_complete)
            self._streamed.clear()
            yield from self._end_turn(data.get("partialText") or self._text)
        refusal = error.message.removeprefix("the model refused: ")
        if self.ended is None:
            yield self._end(
                Ended(
                    reason=reason,
                    cut_calls=cut_calls,
                    tokens=_tokens(data),
                    error=error,
                    refusal=refusal if reason == "refusal" else None,
                )
            )


def _tokens(data: Mapping[str, Any]) -> Tokens:
    used = data.get("tokens") or {}
    return Tokens(
        input=used.get("inputTokens", 0),
        cached=used.get("cachedTokens", 0),
        cache_write=used.get("cacheWriteTokens", 0),
        reasoning=used.get("reasoningTokens", 0),
        output=used.get("outputTokens", 0),
    )
