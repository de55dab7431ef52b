"""JSON as the core sees it: the types, compact text, and pointers into it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

JsonObject = Mapping[str, object]

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


def compact_json(value: object) -> str:
    """One line without spaces, characters as they are: what byte limits are measured on."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def pointer(*steps: str | int) -> str:
    """A JSON pointer (RFC 6901), so that a problem says exactly where it is."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in steps)


def unstorable_text(value: object, at: str = "") -> str | None:
    """Where `value` holds text that not every store can keep (NUL, a lone surrogate), or None."""
    if isinstance(value, str):
        return (
            at if "\x00" in value or any("\ud800" <= char <= "\udfff" for char in value) else None
        )
    if isinstance(value, Mapping):
        for key, item in value.items():
            where = at + pointer(key)
            found = unstorable_text(key, where) or unstorable_text(item, where)
            if found is not None:
                return found
    elif isinstance(value, Sequence) and not isinstance(value, (bytes, bytearray)):
        for index, item in enumerate(value):
            found = unstorable_text(item, at + pointer(index))
            if found is not None:
                return found
    return None
