"""A strict JSON decoder for request bodies."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NoReturn

from runwhy.core.json import unstorable_text
from runwhy.errors import InvalidInput, Problem

MAX_DEPTH = 100
MAX_NUMBER = 2**63 - 1


def decode_json(raw: bytes, *, name: str = "the body") -> object:
    """Decode JSON in UTF-8. Problems call it `name`.

    Raises: InvalidInput for invalid JSON, and for values that parsers read differently or the
    database cannot store: duplicate keys, numbers over 64 bits, NUL, lone surrogates, or more
    than 100 levels.
    """
    if not raw.strip():
        raise InvalidInput([Problem("", f"{name} is empty; send a JSON object")])
    try:
        value: object = _decode(raw.decode())
    except RecursionError:
        raise _too_deep(name) from None
    except ValueError as error:  # includes UnicodeDecodeError and JSONDecodeError
        raise InvalidInput([Problem("", f"{name} is not valid JSON: {error}")]) from None
    # Fast path: most bodies are neither deep nor escaped.
    if raw.count(b"{") + raw.count(b"[") > MAX_DEPTH and _depth(value) > MAX_DEPTH:
        raise _too_deep(name)
    if b"\\u" in raw and (where := unstorable_text(value)) is not None:
        raise InvalidInput([Problem(where, "must not contain NUL or a lone surrogate")])
    return value


def _too_deep(name: str) -> InvalidInput:
    rule = f"{name} is nested too deeply; the limit is {MAX_DEPTH} levels"
    return InvalidInput([Problem("", rule, MAX_DEPTH)])


def _depth(value: object) -> int:
    """Return the nesting depth. Not recursive, because the caller controls the depth."""
    level, depth = [value], 0
    while level := [item for item in level if isinstance(item, (dict, list))]:
        depth += 1
        level = [inner for item in level for inner in _items(item)]
    return depth


def _items(value: object) -> Sequence[object]:
    if isinstance(value, Mapping):
        return list(value.values())
    return value if isinstance(value, list) else ()


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        times = Counter(key for key, _ in pairs)
        twice = next(key for key, count in times.items() if count > 1)
        raise ValueError(f"duplicate key {json.dumps(twice)} in one object")
    return found


def _whole(text: str) -> int:
    number = int(text)
    if not -MAX_NUMBER - 1 <= number <= MAX_NUMBER:
        raise ValueError(f"the number {text[:24]} does not fit into 64 bits")
    return number


def _fraction(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise ValueError(f"the number {text[:24]} is too large")
    return number


def _no_constant(text: str) -> NoReturn:
    raise ValueError(f"{text} is not a JSON value")


_decode = json.JSONDecoder(
    object_pairs_hook=_unique,
    parse_int=_whole,
    parse_float=_fraction,
    parse_constant=_no_constant,
).decode
