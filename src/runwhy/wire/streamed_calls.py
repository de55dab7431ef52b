"""Tool calls that a client sees while the model writes them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from runwhy.core.json import JsonObject

EMPTY = "{}"


@dataclass(frozen=True, slots=True, kw_only=True)
class CallAdded:
    """More of the arguments of a call, as JSON text. The first piece of a call may be empty."""

    number: int  # its place in the reply
    name: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CallEnded:
    """The last piece of a call was shown; a call that was cut off is not complete."""

    number: int
    name: str
    arguments: str
    is_complete: bool = True


CallChange = CallAdded | CallEnded


class CallsDiffer(Exception):
    """The complete reply has other calls than those that were shown."""


@dataclass(slots=True)
class _Call:
    name: str
    text: str = ""


@dataclass(slots=True)
class StreamedCalls:
    """The calls of one reply. They are shown one after another: a client reads one at a time."""

    _made: dict[int, _Call] = field(default_factory=dict)  # by this attempt, in order
    _shown: dict[int, _Call] = field(default_factory=dict)  # in order
    _over: set[int] = field(default_factory=set)  # shown completely

    def __bool__(self) -> bool:
        return bool(self._shown)

    def restart(self) -> None:
        """Begin another attempt at the reply."""
        self._made.clear()

    def add(self, data: Mapping[str, Any]) -> None:
        """Add a piece of a call."""
        call = self._made.setdefault(data["index"], _Call(data["name"]))
        call.text += data["text"]

    def show(self) -> Iterator[CallChange]:
        """Yield the new parts of the first call that is not complete, and of complete ones."""
        last = next(reversed(self._made), None)
        for number, call in self._made.items():
            if number in self._over:
                continue
            yield from self._rest(number, call)
            if number == last or _arguments(call.text) is None:
                return
            yield self._end(number)

    def pause(self) -> Iterator[CallChange]:
        """Yield the end of the open call, because text follows, if it is complete."""
        for number, call in self._shown.items():
            if number not in self._over and _arguments(call.text) is not None:
                yield self._end(number)

    @property
    def is_open(self) -> bool:
        """Whether a call was shown in part."""
        return len(self._over) < len(self._shown)

    def complete(self, calls: Sequence[Mapping[str, Any]]) -> Iterator[CallChange]:
        """Yield the rest of the shown calls, now that the reply is known. Raises: CallsDiffer."""
        for number, shown in self._shown.items():
            made, known = self._made.get(number), calls[number] if number < len(calls) else {}
            if made is None or not made.text.startswith(shown.text):
                raise CallsDiffer
            if not made.text.strip():
                made.text = EMPTY
            if known.get("name") != made.name or known["args"] != _arguments(made.text):
                raise CallsDiffer
        yield from self._finish()

    def cut(self) -> Sequence[CallEnded]:
        """Return the calls that were shown, for a reply that is not complete."""
        return [
            CallEnded(
                number=number,
                name=call.name,
                arguments=call.text,
                is_complete=number in self._over,
            )
            for number, call in self._shown.items()
        ]

    def clear(self) -> None:
        """Begin the next reply."""
        self._made.clear()
        self._shown.clear()
        self._over.clear()

    @property
    def arguments(self) -> dict[int, str]:
        """The arguments of the calls that were shown, as the model wrote them."""
        return {number: call.text for number, call in self._shown.items()}

    def _finish(self) -> Iterator[CallChange]:
        for number in list(self._shown):
            if number not in self._over:
                yield from self._rest(number, self._made[number])
                yield self._end(number)

    def _rest(self, number: int, call: _Call) -> Iterator[CallChange]:
        shown = self._shown.get(number)
        rest = call.text[len(shown.text) :] if shown else call.text
        if shown is None:
            shown = self._shown[number] = _Call(call.name)
        elif not rest:
            return
        shown.text += rest
        yield CallAdded(number=number, name=call.name, text=rest)

    def _end(self, number: int) -> CallEnded:
        self._over.add(number)
        call = self._shown[number]
        return CallEnded(number=number, name=call.name, arguments=call.text)


def _arguments(text: str) -> JsonObject | None:
    """Return arguments; None if they are not a JSON object (yet)."""
    try:
        found = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
