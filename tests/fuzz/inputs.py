"""Inputs for parsers: arbitrary bytes, text and JSON, and damaged real input."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from copy import deepcopy
from typing import Any

from hypothesis import strategies as st

# Any character, with lone surrogates and NUL, and the syntax of our parsers.
TEXT = st.text(st.characters(), max_size=60)
PIECES = st.sampled_from(
    [
        *(
            "\0",
            "\n",
            "\r\n",
            '"',
            "'",
            "\\",
            "(",
            ")",
            ":",
            "*",
            "-",
            "..",
            "/",
            "%00",
            "\x1b]633;",
        ),
        *(
            " OR ",
            " NOT ",
            "has:",
            "created>",
            "-24h",
            "0",
            "9" * 40,
            "1e999",
            "NaN",
            "\ud800",
            "𝟙",
            "é",
        ),
        *(
            "{{",
            "}}",
            "sealed:1:",
            "v1,",
            "t=",
            "sha256=",
            "Bearer ",
            "00-",
            "@every",
            "L",
            "#",
            "?",
        ),
    ]
)
SHARP = st.lists(PIECES | TEXT, max_size=12).map("".join)
NUMBERS = st.integers() | st.floats() | st.sampled_from([2**63, -(2**63) - 1, 10**400, 1e308])
JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | NUMBERS | SHARP,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(SHARP, inner, max_size=4),
    max_leaves=12,
)
WRONG: Sequence[Any] = (
    None,
    True,
    -1,
    2.5,
    10**30,
    "",
    "x" * 300,
    [],
    {},
    [None, "a", {}],
    "\ud800",
)


def damaged(value: Any, seed: int) -> Any:
    """Return a copy with a few fields of the wrong type, or renamed."""
    chance = random.Random(seed)
    copy = json.loads(json.dumps(value))
    for _ in range(chance.randint(1, 4)):
        fields = list(_fields(copy))
        if not fields:
            return deepcopy(chance.choice(WRONG))
        owner, key = chance.choice(fields)
        if chance.random() < 0.2 and isinstance(owner, dict):
            owner[str(key) + "x"] = owner.pop(key)
        else:
            owner[key] = deepcopy(chance.choice(WRONG))  # a copy, because later rounds change it
    return copy


def damaged_bytes(raw: bytes, seed: int) -> bytes:
    """Return a copy with a few changed bytes, sometimes truncated."""
    chance, copy = random.Random(seed), bytearray(raw)
    for _ in range(chance.randint(1, 6)):
        if copy:
            copy[chance.randrange(len(copy))] = chance.randrange(256)
    return bytes(copy[: chance.randint(0, len(copy))] if chance.random() < 0.5 else copy)


def _fields(value: Any) -> Iterator[tuple[Any, Any]]:
    if not isinstance(value, dict | list):
        return
    for key, inner in list(value.items() if isinstance(value, dict) else enumerate(value)):
        yield value, key
        yield from _fields(inner)
