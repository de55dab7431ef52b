"""Output schemas as providers accept them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from runwhy.core.agents.specs import Tool
from runwhy.core.json import JsonObject

WRAPPED = "response"
OUTPUT_TOOL = "final_result"
_OUTPUT_TOOL_TEXT = "Submit the final answer. Call this once, after finishing all other work."


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A schema as providers accept it: an object, which wraps any other type."""

    schema: dict[str, Any]
    wrapped: bool = False


def bare_schema(given: JsonObject) -> JsonObject:
    """Return the schema itself, which clients can send with a name: `{name, schema}`."""
    inner = given.get("schema")
    return inner if isinstance(inner, Mapping) else given


def target_of(schema: JsonObject) -> Target:
    """Return the schema for a provider."""
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


def output_tool(target: Target) -> Tool:
    """Return the tool that takes the answer, for models without another way to enforce a schema."""
    return Tool(
        name=OUTPUT_TOOL, kind="builtin", description=_OUTPUT_TOOL_TEXT, parameters=target.schema
    )
