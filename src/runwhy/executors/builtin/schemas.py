"""Output schemas: what a model is held to, and whether its answer fits."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from runwhy.core.json import JsonObject, compact_json

MAX_PROBLEM = 400
WRAPPED = "response"

_FENCES = ("```json\n", "```JSON\n", "```\n")


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A schema as providers take it: an object at the top; anything else is put into one."""

    schema: dict[str, Any]
    wrapped: bool = False


def target_of(schema: JsonObject) -> Target:
    """The schema for a provider."""
    given = dict(schema)
    if given.get("type") == "object" or "properties" in given:
        return Target(schema=given)
    shared: dict[str, Any] = {
        name: given.pop(name) for name in ("$defs", "definitions") if name in given
    }
    whole: dict[str, Any] = {
        "type": "object",
        "properties": {WRAPPED: given},
        "required": [WRAPPED],
        "additionalProperties": False,
        **shared,
    }
    return Target(schema=whole, wrapped=True)


def answer_text(text: str, target: Target) -> str:
    """The answer without what a model may put around it; as it was when it is no JSON at all."""
    bare = _without_fence(text)
    if not target.wrapped:
        return bare
    try:
        value = json.loads(bare)
    except (ValueError, RecursionError):
        return bare
    inner = value.get(WRAPPED) if isinstance(value, Mapping) and set(value) == {WRAPPED} else value
    return compact_json(inner)


def _without_fence(text: str) -> str:
    bare = text.strip()
    for fence in _FENCES:
        if bare.startswith(fence) and bare.endswith("```"):
            return bare.removeprefix(fence).removesuffix("```").strip()
    return text


def problem_with(text: str, schema: JsonObject) -> str | None:
    """Why an answer is not what the schema asks for, in one line; None when it is."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        return f"it is not JSON ({error})"
    return _misfit(value, schema)


def _misfit(value: object, schema: JsonObject) -> str | None:
    import jsonschema  # type: ignore[import-untyped]
    from referencing import Registry
    from referencing.exceptions import Unresolvable

    try:
        checker = jsonschema.validators.validator_for(schema, jsonschema.Draft202012Validator)
        checker.check_schema(dict(schema))
        # With a registry of its own, a reference to somewhere else is refused, not fetched.
        error = jsonschema.exceptions.best_match(
            checker(dict(schema), registry=Registry()).iter_errors(value)
        )
    except (Unresolvable, jsonschema.exceptions.SchemaError, RecursionError) as broken:
        return f"the schema itself cannot be used ({broken})"[:MAX_PROBLEM]
    if error is None:
        return None
    where = "/" + "/".join(str(step) for step in error.absolute_path)
    return f"at {where}: {error.message}"[:MAX_PROBLEM]
