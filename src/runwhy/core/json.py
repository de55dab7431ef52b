"""JSON as the core sees it: the types, compact text, and pointers into it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias, TypeVar, cast

T = TypeVar("T")
JsonObject = Mapping[str, object]
JsonValue: TypeAlias = (
    "bool | int | float | str | Sequence[JsonValue] | Mapping[str, JsonValue] | None"
)

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_COMPACT = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)
_SORTED = json.JSONEncoder(
    ensure_ascii=False, separators=(",", ":"), allow_nan=False, sort_keys=True
)


def compact_json(value: object, *, sort: bool = False) -> str:
    """One line without spaces, characters as they are: what byte limits are measured on."""
    return (_SORTED if sort else _COMPACT).encode(value)


def pointer(*steps: str | int) -> str:
    """A JSON pointer (RFC 6901), so that a problem says exactly where it is.

    It goes back to the caller, so a lone surrogate in a key is shown as a question mark.
    """
    path = "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in steps)
    return path.encode("utf-8", "replace").decode()


def storable(text: str) -> str:
    """The text with a mark in place of what not every store can keep.

    Halves of a character that stand side by side are put together: some models send an emoji
    in two pieces.
    """
    if _is_storable(text):
        return text
    whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return whole.replace("\0", "\ufffd")


def storable_json(value: T) -> T:
    """The same JSON with every text in it storable, keys too."""
    if isinstance(value, str):
        return cast(T, storable(value))
    if isinstance(value, Mapping):
        return cast(T, {storable(str(k)): storable_json(v) for k, v in value.items()})
    if isinstance(value, Sequence) and not isinstance(value, (bytes, bytearray)):
        return cast(T, [storable_json(item) for item in value])
    return value


def unstorable_text(value: object, at: str = "") -> str | None:
    """Where `value` holds text that not every store can keep (NUL, a lone surrogate), or None."""
    if all(map(_is_storable, _texts(value))):  # as nearly always: then nobody asks where
        return None
    waiting = [(at, value)]
    while waiting:  # no recursion: how deep it goes is the caller's choice
        where, item = waiting.pop()
        if isinstance(item, str):
            if not _is_storable(item):
                return where
        elif isinstance(item, Mapping):
            waiting += _in_order((where + pointer(k), x) for k, v in item.items() for x in (k, v))
        elif isinstance(item, Sequence) and not isinstance(item, (bytes, bytearray)):
            waiting += _in_order((where + pointer(i), x) for i, x in enumerate(item))
    return None


def _is_storable(text: str) -> bool:
    return (text.isascii() and "\0" not in text) or _UNSTORABLE.search(text) is None


def _texts(value: object) -> Iterator[str]:
    """Every text in a JSON value, keys too, in no particular order."""
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            yield item
        elif isinstance(item, Mapping):
            waiting += item.keys()
            waiting += item.values()
        elif isinstance(item, Sequence) and not isinstance(item, (bytes, bytearray)):
            waiting += item


def _in_order(items: Iterable[tuple[str, object]]) -> list[tuple[str, object]]:
    return list(items)[::-1]  # the last is taken first
