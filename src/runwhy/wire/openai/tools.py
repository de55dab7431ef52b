"""Function tools and structured output on OpenAI's wire, and what becomes of them in a spec."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from runwhy.core.agent_spec import MAX_TOOLS
from runwhy.core.json import JsonObject, compact_json
from runwhy.errors import Problem
from runwhy.wire.fields import MAX_SCHEMA_BYTES, TOOL_NAME
from runwhy.wire.openai.content import Problems

_NAME = re.compile(TOOL_NAME)
ANY_OBJECT: JsonObject = {"type": "object"}


def function_tools(value: object, at: str, problems: Problems) -> list[JsonObject]:
    """Return the function tools of a request as tools of the client."""
    if value is None:
        return []
    if not isinstance(value, list) or len(value) > MAX_TOOLS:
        problems.add(at, f"must be a list of at most {MAX_TOOLS} tools")
        return []
    found: list[JsonObject] = []
    for number, tool in enumerate(value):
        where = f"{at}/{number}"
        given: Mapping[str, Any] = tool if isinstance(tool, Mapping) else {}
        if given.get("type") != "function":
            problems.add(f"{where}/type", f"{given.get('type')!r} is not supported; use function")
            continue
        inner = given.get("function")  # nested in chat completions, flat in responses
        made = _tool(inner if isinstance(inner, Mapping) else given, where, problems)
        if made is not None and any(one["name"] == made["name"] for one in found):
            problems.add(f"{where}/name", f"{made['name']!r} is already the name of another tool")
        elif made is not None:
            found.append(made)
    return found


def _tool(given: Mapping[str, Any], at: str, problems: Problems) -> JsonObject | None:
    name, description = given.get("name"), given.get("description")
    parameters = given.get("parameters")
    if not isinstance(name, str) or not _NAME.fullmatch(name) or len(name) > 64:
        problems.add(f"{at}/name", "must be 1 to 64 letters, digits, _ or -")
        return None
    if description is not None and not isinstance(description, str):
        problems.add(f"{at}/description", "must be a string")
        return None
    if parameters is not None and not isinstance(parameters, dict):
        problems.add(f"{at}/parameters", "must be a JSON Schema")
        return None
    found: dict[str, object] = {"kind": "local", "name": name}
    if description:
        found["description"] = description
    if parameters:
        found["parameters"] = parameters
    return found


def tool_choice(value: object, at: str, names: list[str], problems: Problems) -> object:
    """Return the tool choice as a model setting: a mode, or the names of which one is called."""
    if value is None or value in ("auto", "none", "required"):
        if value == "required" and not names:
            problems.add(at, "requires tools")
        return None if value == "auto" else value
    given: Mapping[str, Any] = value if isinstance(value, Mapping) else {}
    inner = given.get("function")
    if given.get("type") == "function":
        chosen = [(inner if isinstance(inner, Mapping) else given).get("name")]
    elif given.get("type") == "allowed_tools":
        return _allowed(given, at, names, problems)
    else:
        problems.add(at, "must be auto, none, required, or a function")
        return None
    return _known(chosen, at, names, problems)


def _allowed(given: Mapping[str, Any], at: str, names: list[str], problems: Problems) -> object:
    inner = given.get("allowed_tools")
    allowed: Mapping[str, Any] = inner if isinstance(inner, Mapping) else given
    tools = allowed.get("tools")
    if allowed.get("mode") != "required" or not isinstance(tools, list):
        problems.add(at, "allowed_tools is supported with the mode `required` only")
        return None
    chosen = []
    for tool in tools:
        one: Mapping[str, Any] = tool if isinstance(tool, Mapping) else {}
        function = one.get("function")
        chosen.append((function if isinstance(function, Mapping) else one).get("name"))
    return _known(chosen, at, names, problems)


def _known(chosen: list[Any], at: str, names: list[str], problems: Problems) -> object:
    unknown = [name for name in chosen if name not in names]
    if unknown or not chosen:
        problems.add(at, f"{unknown or chosen} is not among the tools of the request")
        return None
    return chosen


def output_schema(value: object, at: str, problems: Problems) -> JsonObject | None:
    """Return the schema of a response format; None for text."""
    given: Mapping[str, Any] = value if isinstance(value, Mapping) else {}
    kind = given.get("type")
    if value is None or kind == "text":
        return None
    if kind == "json_object":
        return ANY_OBJECT
    if kind != "json_schema":
        problems.add(f"{at}/type", f"{kind!r} is not supported; use text, json_object, json_schema")
        return None
    inner = given.get("json_schema")  # nested in chat completions, flat in responses
    where = f"{at}/json_schema" if isinstance(inner, Mapping) else at
    schema = (inner if isinstance(inner, Mapping) else given).get("schema")
    if not isinstance(schema, dict):
        problems.add(f"{where}/schema", "must be a JSON Schema")
        return None
    size = len(compact_json(schema).encode())
    if size > MAX_SCHEMA_BYTES:
        problems.found.append(
            Problem.over(f"{where}/schema", "bytes as compact JSON", size, MAX_SCHEMA_BYTES)
        )
    return schema
