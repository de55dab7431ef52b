"""Tags: flat labels that people choose in order to find runs again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from runwhy.core.json import compact_json, pointer, unstorable_text
from runwhy.errors import InvalidInput, Problem

MAX_ENTRIES = 16
MAX_KEY = 64
MAX_VALUE = 256
MAX_BYTES = 4096
RESERVED_PREFIX = "runwhy."
FIELD = "/metadata"

TAG_KEY = re.compile(rf"[A-Za-z0-9._-]{{1,{MAX_KEY}}}")
KEY_RULE = f"1 to {MAX_KEY} characters of A-Z a-z 0-9 . _ -"

_NAMES = {bool: "a boolean", int: "a number", float: "a number", list: "a list", dict: "an object"}

Tags = Mapping[str, str]
Override = Mapping[str, str | None]  # None removes an inherited key


class TagSource(StrEnum):
    """The layer that a tag of a run came from."""

    TRIGGER = "trigger"
    SESSION = "session"
    RUN = "run"
    PARENT = "parent"
    BAGGAGE = "baggage"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tagging:
    """The tags of a run, fixed at its creation, and the layer of each."""

    tags: Tags = field(default_factory=dict)
    sources: Mapping[str, TagSource] = field(default_factory=dict)


def parse_tags(value: object, *, at: str = FIELD) -> Tags:
    """Parse tags from outside. Raises: InvalidInput, which names every broken rule."""
    checked = parse_override(value, at=at, nulls=False)
    return {key: item for key, item in checked.items() if item is not None}


def carries(tags: Tags, wanted: Tags) -> bool:
    """Whether these tags include all of `wanted`."""
    return all(tags.get(key) == value for key, value in wanted.items())


def parse_override(value: object, *, at: str = FIELD, nulls: bool = True) -> Override:
    """Parse tags in which null may remove an inherited key. Raises: InvalidInput."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise InvalidInput([Problem(at, "must be an object of strings")])
    problems = [p for key, item in value.items() for p in _entry_problems(key, item, at, nulls)]
    problems += _count_problems(sum(item is not None or not nulls for item in value.values()), at)
    problems += _size_problems({k: v for k, v in value.items() if isinstance(v, str)}, at)
    if problems:
        raise InvalidInput(problems)
    return dict(value)


def merge_tags(layers: Iterable[tuple[TagSource, Override]]) -> Tagging:
    """Merge layers of tags; later ones win, and null removes a key.

    Raises: InvalidInput: the merged tags break a rule, although no layer does.
    """
    tags: dict[str, str] = {}
    sources: dict[str, TagSource] = {}
    for source, layer in layers:
        for key, value in layer.items():
            if value is None:
                tags.pop(key, None)
                sources.pop(key, None)
            else:
                tags[key] = value
                sources[key] = source
    if problems := [*_count_problems(len(tags), FIELD), *_size_problems(tags, FIELD)]:
        note = ", after merging inherited tags"
        raise InvalidInput([replace(each, problem=each.problem + note) for each in problems])
    return Tagging(tags=tags, sources=sources)


def _count_problems(count: int, at: str) -> Iterable[Problem]:
    if count > MAX_ENTRIES:
        yield Problem.over(at, "entries", count, MAX_ENTRIES)


def _size_problems(tags: Tags, at: str) -> Iterable[Problem]:
    size = len(compact_json(dict(tags)).encode("utf-8", "surrogatepass"))
    if size > MAX_BYTES:
        yield Problem.over(at, "bytes as compact JSON", size, MAX_BYTES)


def _entry_problems(key: object, value: object, at: str, nulls: bool) -> Iterable[Problem]:
    if _is_usual(key, value):
        return
    where = at + pointer(str(key))
    if not isinstance(key, str) or not TAG_KEY.fullmatch(key):
        yield Problem(where, f"a key must have {KEY_RULE}", MAX_KEY, len(str(key)))
    elif key.startswith(RESERVED_PREFIX):
        yield Problem(where, f"keys that begin with {RESERVED_PREFIX!r} are reserved")
    if value is None and nulls:
        return
    if not isinstance(value, str):
        yield Problem(where, f"must be a string, not {_json_type(value)}")
        return
    if len(value) > MAX_VALUE:
        yield Problem.over(where, "characters", len(value), MAX_VALUE)
    if unstorable_text(value) is not None:
        yield Problem(where, "must not contain NUL or a lone surrogate")


def _is_usual(key: object, value: object) -> bool:
    """Whether an entry follows all rules, as most do: ASCII, and no reserved key."""
    if not isinstance(key, str) or not isinstance(value, str) or len(value) > MAX_VALUE:
        return False
    if not value.isascii() or "\0" in value or key.startswith(RESERVED_PREFIX):
        return False
    return TAG_KEY.fullmatch(key) is not None


def _json_type(value: object) -> str:
    return "null" if value is None else _NAMES.get(type(value), type(value).__name__)
