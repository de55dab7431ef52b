"""Redaction of many JSON values together, for imports: most contain nothing to redact."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from runwhy.core.json import JsonValue
from runwhy.core.redaction import MAX_DEPTH, redact_json, redact_text

GROUP = 128 * 1024  # characters that are checked together
BREAK = "\n\0\n"  # between two texts; no secret continues over it
_KEY = "-----BEGIN"  # its lines may be in several texts
# Values of every kind that a name can announce as a secret.
_PROBES: JsonValue = ["Xq7Zk93LmPq2Vt8R", 1234567890123456789, "dXNlcjpwYXNzd29yZA==", "a=b1c2d3"]


def redact_values(values: Sequence[JsonValue], *, known: Sequence[str] = ()) -> Sequence[JsonValue]:
    """Redact each value like `redact_json`; a value without secrets is returned unchanged.

    All texts are checked together, because one check of a long text costs less than many short
    ones. Only values with a finding, or with a name that announces a secret, are redacted.
    """
    texts = [_texts(value) for value in values]
    every = dict.fromkeys(text for found in texts if found is not None for text in found)
    suspects = set(_find_suspects(list(every), known))
    return [
        value
        if found is not None and suspects.isdisjoint(found)
        else redact_json(value, known=known)
        for value, found in zip(values, texts, strict=True)
    ]


def _texts(value: JsonValue) -> list[str] | None:
    """Return the texts of a value, or None if a name in it announces a secret."""
    texts: list[str] = []
    level: list[Any] = [value]
    for _ in range(MAX_DEPTH):
        below: list[Any] = []
        for item in level:
            kind = type(item)
            if kind is str:
                texts.append(item)
            elif kind is dict:
                if not all(map(_is_harmless, item)):
                    return None
                below += item.values()
            elif kind is list or kind is tuple:
                below += item
            elif isinstance(item, (str, Mapping, list, tuple)):
                return None  # of another type
        if not below:
            return texts
        level = below
    return None  # too deep


@lru_cache(maxsize=4096)
def _is_harmless(name: str) -> bool:
    """Whether a name is not a secret and never makes its value one."""
    probe: JsonValue = {name: _PROBES}
    return redact_json(probe) == probe


def _find_suspects(texts: Sequence[str], known: Sequence[str]) -> Iterator[str]:
    for group in _groups(texts):
        joined = BREAK.join(group)
        clean = redact_text(joined, known=known)
        if clean == joined and _KEY not in joined:
            continue
        parts = clean.split(BREAK)
        if len(parts) != len(group):
            yield from group
        else:
            yield from (a for a, b in zip(group, parts, strict=True) if a != b or _KEY in a)


def _groups(texts: Sequence[str]) -> Iterator[Sequence[str]]:
    group: list[str] = []
    size = 0
    for text in texts:
        if group and size + len(text) > GROUP:
            yield group
            group, size = [], 0
        group.append(text)
        size += len(text)
    if group:
        yield group
