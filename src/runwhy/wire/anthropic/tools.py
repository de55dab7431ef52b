"""Tools on Anthropic's wire, and their conversion to a spec."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from runwhy.core.json import JsonObject
from runwhy.wire.anthropic.content import check_cache_control
from runwhy.wire.openai.problems import Problems
from runwhy.wire.openai.tools import function_tools

_TOOL = frozenset(
    {"type", "name", "description", "input_schema", "strict", "cache_control"}
    | {"eager_input_streaming"}
)


def client_tools(value: object, at: str, problems: Problems) -> list[JsonObject]:
    """Return the tools of a request as tools of the client."""
    if not isinstance(value, list):
        if value is not None:
            problems.add(at, "must be a list of tools")
        return []
    found: list[JsonObject] = []
    for number, tool in enumerate(value):
        given: Mapping[str, Any] = tool if isinstance(tool, Mapping) else {}
        kind = given.get("type")
        problems.check_keys(given, f"{at}/{number}", _TOOL)
        check_cache_control(given.get("cache_control"), f"{at}/{number}/cache_control", problems)
        if kind not in (None, "custom"):
            problems.add(f"{at}/{number}/type", f"the tool {kind!r} is not supported; use custom")
            continue
        found.append(
            {
                "type": "function",
                "name": given.get("name"),
                "description": given.get("description"),
                "parameters": given.get("input_schema"),
            }
        )
    return function_tools(found, at, problems, schema="input_schema")


def tool_choice(
    value: object, at: str, names: list[str], problems: Problems
) -> tuple[object, bool | None]:
    """Return the tool choice and `parallelToolCalls` as model settings."""
    if value is None:
        return None, None
    given: Mapping[str, Any] = value if isinstance(value, Mapping) else {}
    known = {"type", "name", "disable_parallel_tool_use"}
    problems.check_keys(given, at, known if given.get("type") == "tool" else known - {"name"})
    parallel = False if given.get("disable_parallel_tool_use") is True else None
    match given.get("type"):
        case "auto":
            return None, parallel
        case "none":
            return "none", parallel
        case "any" if names:
            return "required", parallel
        case "tool" if given.get("name") in names:
            return [given["name"]], parallel
        case "any" | "tool":
            problems.add(at, "must name a tool of the request")
        case _:
            problems.add(f"{at}/type", "must be auto, any, tool or none")
    return None, parallel
