"""Checks of JSON Schemas that clients send, before they reach a model.

The time is linear in the size of a schema, and references are never followed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from runwhy.core.json import JsonObject, pointer
from runwhy.errors import Problem

Path: TypeAlias = "tuple[Path, str | int] | None"  # the path of the parent, and the last step
Below: TypeAlias = Iterator[tuple[Path, object]]

TYPES = ("array", "boolean", "integer", "null", "number", "object", "string")
_SCHEMA = frozenset(
    {"additionalItems", "additionalProperties", "contains", "else", "if", "items", "not"}
    | {"propertyNames", "then", "unevaluatedItems", "unevaluatedProperties"}
)
_LISTS = frozenset({"allOf", "anyOf", "oneOf", "prefixItems"})
_MAPS = frozenset({"$defs", "definitions", "dependentSchemas", "patternProperties", "properties"})
_COUNTS = frozenset(
    {"maxContains", "maxItems", "maxLength", "maxProperties"}
    | {"minContains", "minItems", "minLength", "minProperties"}
)
_NUMBERS = frozenset({"exclusiveMaximum", "exclusiveMinimum", "maximum", "minimum", "multipleOf"})
_TEXTS = frozenset({"$ref", "pattern"})
_NOTES = frozenset({"$comment", "description", "format", "title"})


def schema_problems(schema: JsonObject, *, legacy: bool) -> list[Problem]:
    """Return the first keyword of a schema that cannot have its value, if any.

    `legacy` accepts forms of earlier drafts that JSON Schema 2020-12 no longer has, and any value
    of a keyword that only describes.
    """
    legacy = legacy or "$schema" in schema
    waiting: deque[tuple[Path, object]] = deque([(None, schema)])
    while waiting:
        path, value = waiting.popleft()
        if isinstance(value, bool):
            continue
        if not isinstance(value, Mapping):
            return [_problem(path, "must be a JSON Schema: an object, true or false")]
        for keyword, given in value.items():
            rule = _rule(keyword, given, legacy=legacy)
            if rule is not None:
                return [_problem((path, keyword), rule)]
            waiting.extend(_below((path, keyword), keyword, given))
    return []


def output_schema_problems(schema: JsonObject) -> list[Problem]:
    """Return the first problem of a schema that answers are checked against, if any."""
    return schema_problems(schema, legacy=False) or _remote_references(schema)


def _remote_references(schema: object) -> list[Problem]:
    """Return the first `$ref` to another document, which would have to be fetched, if any."""
    waiting: deque[tuple[Path, object]] = deque([(None, schema)])
    while waiting:
        path, value = waiting.popleft()
        if not isinstance(value, Mapping):
            continue
        if "$id" in value:  # references can be relative to it
            return []
        reference = value.get("$ref")
        if isinstance(reference, str) and not reference.startswith("#"):
            return [_problem((path, "$ref"), f"{reference!r} is not in the schema; use $defs")]
        for keyword, given in value.items():
            waiting.extend(_below((path, keyword), keyword, given))
    return []


def _below(path: Path, keyword: str, value: Any) -> Below:
    """Yield the schemas in the value of a keyword."""
    if keyword in _MAPS:
        yield from (((path, name), each) for name, each in value.items())
    elif keyword in _LISTS or (keyword == "items" and isinstance(value, list)):
        yield from (((path, number), each) for number, each in enumerate(value))
    elif keyword in _SCHEMA:
        yield path, value


def _rule(keyword: str, value: Any, *, legacy: bool) -> str | None:
    """Return the rule that the value of a keyword breaks."""
    found: str | None = None
    if keyword == "type":
        found = None if _is_type(value) else f"must be one of {', '.join(TYPES)}, or a list of them"
    elif keyword in _MAPS:
        found = None if isinstance(value, Mapping) else "must be an object of schemas"
    elif keyword in _LISTS:
        found = None if isinstance(value, list) and value else "must be a list of schemas"
    elif keyword == "items" and isinstance(value, list):
        found = None if legacy else "must be a schema; use prefixItems for a list of schemas"
    elif keyword == "required":
        are_names = _are_texts(value) and (legacy or len(set(value)) == len(value))
        found = None if are_names else "must be a list of property names, each once"
    elif keyword == "enum":
        found = None if isinstance(value, list) else "must be a list of values"
    elif keyword in _COUNTS:
        is_count = _is_number(value) and value >= 0 and value == int(value)
        found = None if is_count else "must be an integer of at least 0"
    elif keyword in _NUMBERS and not _is_bound(keyword, value, legacy=legacy):
        found = "must be a number above 0" if keyword == "multipleOf" else "must be a number"
    elif keyword == "uniqueItems":
        found = None if isinstance(value, bool) else "must be true or false"
    elif keyword in _TEXTS or (keyword in _NOTES and not legacy):
        found = None if isinstance(value, str) else "must be a string"
    return found


def _is_type(value: Any) -> bool:
    if isinstance(value, str):
        return value in TYPES
    known = _are_texts(value) and bool(value) and all(each in TYPES for each in value)
    return known and len(set(value)) == len(value)


def _is_bound(keyword: str, value: Any, *, legacy: bool) -> bool:
    if legacy and keyword.startswith("exclusive") and isinstance(value, bool):
        return True
    return _is_number(value) and (keyword != "multipleOf" or value > 0)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def _problem(path: Path, rule: str) -> Problem:
    steps: list[str | int] = []
    while path is not None:
        path, step = path
        steps.append(step)
    return Problem(pointer(*reversed(steps)), rule)
