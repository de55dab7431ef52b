"""JSON types, compact encoding, and JSON pointers."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias, TypeVar, cast

T = TypeVar("T")
JsonObject = Mapping[str, object]
JsonValue: TypeAlias = (
    "bool | int | float | str | Sequence[JsonValue] | Mapping[str, JsonValue] | None"
)

UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_COMPACT = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)
_SORTED = json.JSONEncoder(
    ensure_ascii=False, separators=(",", ":"), allow_nan=False, sort_keys=True
)


def compact_json(value: object, *, sort: bool = False) -> str:
    """Encode as one line without spaces or ASCII escapes; byte limits are measured on this."""
    return (_SORTED if sort else _COMPACT).encode(value)


def pointer(*steps: str | int) -> str:
    """Return a JSON pointer (RFC 6901).

    It is returned to callers and stored, so NUL or a lone surrogate becomes a question mark.
    """
    path = "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in steps)
    return path.encode("utf-8", "replace").decode().replace("\0", "?")


def storable(text: str) -> str:
    """Replace the characters that not every store can hold.

    Adjacent surrogate halves are joined: some models send an emoji in two pieces.
    """
    if _is_storable(text):
        return text
    whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return whole.replace("\0", "\ufffd")


def storable_json(value: T) -> T:
    """Make every string of a JSON value storable, keys included."""
    return map_strings(value, storable)


def map_strings(value: T, change: Callable[[str], str]) -> T:
    """Return a JSON value with every string changed, keys included."""
    if isinstance(value, str):
        return cast(T, change(value))
    if isinstance(value, Mapping):
        return cast(T, {change(str(k)): map_strings(v, change) for k, v in value.items()})
    if isinstance(value, (list, tuple)):
        return cast(T, [map_strings(item, change) for item in value])
    return value


def unstorable_text(value: object, at: str = "") -> str | None:
    """Return where `value` holds text that some store cannot hold, or None."""
    if are_storable(texts_in(value)):  # nearly always, so the position is not computed
        return None
    waiting = [(at, value)]
    while waiting:  # no recursion: callers choose the depth
        where, item = waiting.pop()
        if isinstance(item, str):
            if not _is_storable(item):
                return where
        elif isinstance(item, Mapping):
            pairs = [(where + pointer(k), x) for k, v in item.items() for x in (k, v)]
            waiting += reversed(pairs)  # the last one is popped first
        elif isinstance(item, (list, tuple, Sequence)) and not isinstance(item, (bytes, bytearray)):
            waiting += reversed([(where + pointer(i), x) for i, x in enumerate(item)])
    return None


def _is_storable(text: str) -> bool:
    return (text.isascii() and "\0" not in text) or UNSTORABLE.search(text) is None


def are_storable(texts: Iterable[str]) -> bool:
    """Return whether every store can hold these texts; together, which is faster."""
    return _is_storable(" ".join(texts))


def texts_in(value: object) -> list[str]:
    """Return every string of a JSON value, keys included, in no particular order."""
    texts: list[str] = []
    waiting = [value]
    for item in waiting:  # it grows in the loop
        if isinstance(item, str):
            texts.append(item)
        elif item is None or isinstance(item, (bool, int, float)):
            continue  # `isinstance` of the abstract types below is slow
        elif isinstance(item, (dict, Mapping)):
            waiting += item.keys()
            waiting += item.values()
        elif isinstance(item, Sequence) and not isinstance(item, (bytes, bytearray)):
            waiting += item
    return texts
