"""The events of a streamed response. The same run always gives the same numbered events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from runwhy.core.json import JsonObject
from runwhy.wire.openai.responses import (
    ResponseMaker,
    call_item,
    ended_call_item,
    item_id,
    message_item,
    reasoning_item,
    refusal_item,
    text_part,
)
from runwhy.wire.run_output import Change, Ended, RunOutput, TextAdded, TurnEnded
from runwhy.wire.streamed_calls import CallAdded, CallEnded

Open = Literal["rs", "msg"]  # reasoning or a message; the ids of items begin with it


@dataclass(slots=True, kw_only=True)
class ResponseEvents:
    """Renders the changes of a run's output as events."""

    maker: ResponseMaker
    output: RunOutput
    _seq: int = 0
    _index: int = 0  # of the next output item
    _open: Open | None = None
    _id: str = ""  # of the open item
    _text: str = ""  # of the open item
    _said: str = ""  # the text of the reply before the open item
    _number: int = -1  # of the reply that the open item belongs to
    _begun: Counter[Open] = field(default_factory=Counter)  # items of this reply
    _calls: set[int] = field(default_factory=set)  # that were shown, by their number

    def begin(self) -> Iterator[JsonObject]:
        """Yield the first events."""
        first = self.maker.open("queued" if self._is_background else "in_progress").as_json()
        yield self._event("response.created", response=first)
        started = self.maker.open("in_progress").as_json()
        yield self._event("response.in_progress", response=started)

    @property
    def _is_background(self) -> bool:
        return self.maker.run.origin.facts.get("background") is True

    def add(self, change: Change) -> Iterator[JsonObject]:
        """Yield the events of a change."""
        match change:
            case TextAdded(thinking=True, text=text):
                yield from self._begin_item("rs")
                yield self._delta("response.reasoning_summary_text.delta", text, summary_index=0)
            case TextAdded(text=text):
                yield from self._begin_item("msg")
                place = {"content_index": 0, "logprobs": []}
                yield self._delta("response.output_text.delta", text, **place)
            case CallAdded():
                yield from self._add_call(change)
            case CallEnded():
                yield from self._end_call(change)
            case TurnEnded(text=text):
                yield from self._end_item(text)
            case Ended():
                yield from self._end(change)

    def _begin_item(self, kind: Open) -> Iterator[JsonObject]:
        if self._open == kind:
            return
        yield from self._end_item()
        self._open, self._id, self._text = kind, self._next_id(kind), ""
        if kind == "rs":
            empty = {**reasoning_item(self._id, ""), "summary": []}
            yield self._event("response.output_item.added", output_index=self._index, item=empty)
            part: JsonObject = {"type": "summary_text", "text": ""}
            yield self._event(
                "response.reasoning_summary_part.added",
                **self._place(),
                summary_index=0,
                part=part,
            )
        else:
            item = {**message_item(self._id, "", "in_progress"), "content": []}
            yield self._event("response.output_item.added", output_index=self._index, item=item)
            yield self._event(
                "response.content_part.added", **self._place(), content_index=0, part=text_part("")
            )

    def _next_id(self, kind: Open) -> str:
        """Return the id of a new item of the current reply."""
        number = self.output.number
        if number != self._number:
            self._number, self._said = number, ""
            self._begun.clear()
        earlier = self._begun[kind]
        self._begun[kind] += 1
        return item_id(kind, self.maker.run, number, earlier)

    def _delta(self, type: str, text: str, **more: Any) -> JsonObject:
        self._text += text
        return self._event(type, **self._place(), **more, delta=text)

    def _end_item(self, text: str | None = None) -> Iterator[JsonObject]:
        """Close the open item. The complete text of the reply replaces the streamed text."""
        if self._open is None:
            return
        if self._open == "rs":
            place = {**self._place(), "summary_index": 0}
            yield self._event("response.reasoning_summary_text.done", **place, text=self._text)
            part: JsonObject = {"type": "summary_text", "text": self._text}
            yield self._event("response.reasoning_summary_part.done", **place, part=part)
            item = reasoning_item(self._id, self._text)
        else:
            whole = (text or "").removeprefix(self._said) or self._text
            self._said += self._text
            place = {**self._place(), "content_index": 0}
            yield self._event("response.output_text.done", **place, text=whole, logprobs=[])
            yield self._event("response.content_part.done", **place, part=text_part(whole))
            item = message_item(self._id, whole)
        self._open = None
        yield self._done(item)

    def _done(self, item: JsonObject) -> JsonObject:
        event = self._event("response.output_item.done", output_index=self._index, item=item)
        self._index += 1
        return event

    def _end(self, ended: Ended) -> Iterator[JsonObject]:
        yield from self._end_item()
        if ended.refusal:
            yield from self._refusal(ended.refusal)
        for call in ended.calls:
            if call.number not in self._calls:
                number, name, arguments = call.number, call.name, call.arguments
                yield from self._add_call(CallAdded(number=number, name=name, text=arguments))
                yield from self._end_call(CallEnded(number=number, name=name, arguments=arguments))
        response = self.maker.ended(self.output, ended).as_json()
        kind = {"length": "incomplete", "failed": "failed", "cancelled": "failed"}
        yield self._event(f"response.{kind.get(ended.reason, 'completed')}", response=response)

    def _refusal(self, text: str) -> Iterator[JsonObject]:
        item = refusal_item(self._next_id("msg"), text)
        empty = {**item, "status": "in_progress", "content": []}
        place = {"output_index": self._index, "item_id": item["id"], "content_index": 0}
        yield self._event("response.output_item.added", output_index=self._index, item=empty)
        part = {"type": "refusal", "refusal": ""}
        yield self._event("response.content_part.added", **place, part=part)
        yield self._event("response.refusal.delta", **place, delta=text)
        yield self._event("response.refusal.done", **place, refusal=text)
        yield self._event("response.content_part.done", **place, part={**part, "refusal": text})
        yield self._done(item)

    def _add_call(self, added: CallAdded) -> Iterator[JsonObject]:
        if added.number not in self._calls:
            self._calls.add(added.number)
            yield from self._end_item()
            item = call_item(self.maker.run, added.number, added.name, "", "in_progress")
            yield self._event("response.output_item.added", output_index=self._index, item=item)
        if added.text:
            place = self._place_of_call(added.number)
            yield self._event("response.function_call_arguments.delta", **place, delta=added.text)

    def _end_call(self, ended: CallEnded) -> Iterator[JsonObject]:
        item = ended_call_item(self.maker.run, ended)
        if ended.is_complete:
            yield self._event(
                "response.function_call_arguments.done",
                **self._place_of_call(ended.number),
                name=ended.name,
                arguments=ended.arguments,
            )
        yield self._done(item)

    def _place(self) -> dict[str, Any]:
        return {"output_index": self._index, "item_id": self._id}

    def _place_of_call(self, number: int) -> dict[str, Any]:
        return {"output_index": self._index, "item_id": item_id("fc", self.maker.run, number)}

    def _event(self, type: str, **fields: Any) -> JsonObject:
        event = {"type": type, "sequence_number": self._seq, **fields}
        self._seq += 1
        return event
