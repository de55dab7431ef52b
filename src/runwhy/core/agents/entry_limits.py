"""Limits of an entry: long texts are cut, with a note, so that no entry can stall a server."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from runwhy.core.json import JsonObject

MAX_TEXT = 256 * 1024  # characters of one text
MAX_ENTRY = 1024 * 1024  # characters of all texts of an entry
MIN_TEXT = 1024  # characters of each text once the entry is full
MAX_FIELDS = 1000  # of an object, once the entry is full
MAX_ATTACHMENT = 6 * 1024 * 1024  # characters of base64
MAX_DEPTH = 100
VALUE_SIZE = 8  # bytes that a value counts in addition to its text

_NOTE = re.compile(r"\n… truncated, (\d{1,15}) bytes\Z")
_LAST_WORD = re.compile(r"""[^\s"'`<>]*\Z""")
_WORD = 16 * 1024  # characters; a longer word is not a secret


def truncation_note(size: int) -> str:
    """Return the end of a truncated text of this many bytes."""
    return f"\n… truncated, {size} bytes"


def truncate(text: str, limit: int = MAX_TEXT) -> str:
    """Cut a text that is longer than the limit, and add its size.

    The cut is at the end of a word: redaction comes later, and does not recognize half a secret.
    """
    if len(text) <= limit:
        return text
    noted = _NOTE.search(text, max(len(text) - 64, 0))
    size = int(noted[1]) if noted else len(text.encode(errors="replace"))
    start = max(limit - _WORD, 0)
    word = _LAST_WORD.search(text[start:limit])
    end = start + word.start() if word and word.start() else limit
    return text[:end] + truncation_note(size)


def bound_entry(entry: JsonObject) -> JsonObject:
    """Return the entry (or another change of a transcript) within the limits."""
    return _Bounds().fields(entry, 0)


class _Bounds:
    """One pass over an entry; `left` is how many characters still fit."""

    def __init__(self) -> None:
        self.left = MAX_ENTRY

    def fields(self, values: JsonObject, depth: int) -> JsonObject:
        bounded: dict[str, object] = {}
        for name, value in values.items():
            if self.left <= 0 and len(bounded) >= MAX_FIELDS:
                bounded["truncated"] = f"{len(values)} fields"
                break
            if name == "attachments" and isinstance(value, (list, tuple)):
                bounded[name] = [_attachment(item) for item in value]
            else:
                bounded[truncate(name, MIN_TEXT)] = self._value(value, depth + 1)
        return bounded

    def _value(self, value: object, depth: int) -> object:
        self.left -= VALUE_SIZE
        if isinstance(value, str):
            return self._text(value)
        if depth > MAX_DEPTH:
            return value  # replaced by redaction
        if isinstance(value, Mapping):
            return self.fields(value, depth)
        return self._list(value, depth) if isinstance(value, (list, tuple)) else value

    def _text(self, text: str) -> str:
        bounded = truncate(text, max(min(MAX_TEXT, self.left), MIN_TEXT))
        self.left -= len(bounded)
        return bounded

    def _list(self, items: Sequence[object], depth: int) -> list[object]:
        bounded: list[object] = []
        for item in items:
            if self.left <= 0:
                break
            bounded.append(self._value(item, depth + 1))
        return bounded


def _attachment(item: object) -> object:
    """Drop the data of a huge attachment."""
    data = item.get("data") if isinstance(item, dict) else None
    if isinstance(item, dict) and isinstance(data, str) and len(data) > MAX_ATTACHMENT:
        return {**item, "data": None}
    return item
