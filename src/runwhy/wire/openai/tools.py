"""Function tools and structured output on OpenAI's wire, and their conversion to a spec."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from runwhy.core.agent_spec import MAX_TOOLS
from runwhy.core.agents.json_schemas import output_schema_problems, schema_problems
from runwhy.core.json import JsonObject, compact_json
from runwhy.errors import Problem
from runwhy.wire.fields import MAX_SCHEMA_BYTES, TOOL_NAME
from runwhy.wire.openai.problems import Problems

_NAME = re.compile(TOOL_NAME)
_TOOL = frozenset({"type", "name", "description", "parameters", "strict"})
_CHOICE = frozenset({"type", "name"})
_ALLOWED = frozenset({"type", "mode", "tools"})
_FORMAT = frozenset({"type", "schema", "name", "description", "strict"})
ANY_OBJECT: JsonObject = {"type": "object"}


def function_tools(
    value: object, at: str, problems: Problems, *, schema: str = "parameters"
) -> list[JsonObject]:
    """Return the function tools of a request as tools of the client. Problems name `schema`."""
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
        inner = _inner(given, "function", where, problems, _TOOL)
        made = _tool(inner, where, schema, problems)
        if made is not None and any(one["name"] == made["name"] for one in found):
            problems.add(f"{where}/name", f"{made['name']!r} is already the name of another tool")
        elif made is not None:
            found.append(made)
    return found


def _inner(
    given: Mapping[str, Any], name: str, at: str, problems: Problems, known: frozenset[str]
) -> Mapping[str, Any]:
    """Return an object that is nested in chat completions and flat in responses.

    Its unknown keys are problems.
    """
    inner = given.get(name)
    if not isinstance(inner, Mapping):
        problems.check_keys(given, at, known)
        return given
    problems.check_keys(given, at, {"type", name})
    problems.check_keys(inner, f"{at}/{name}", known - {"type"})
    return inner


def _tool(given: Mapping[str, Any], at: str, schema: str, problems: Problems) -> JsonObject | None:
    name, description = given.get("name"), given.get("description")
    parameters = given.get("parameters")
    if not isinstance(name, str) or not _NAME.fullmatch(name) or len(name) > 64:
        problems.add(f"{at}/name", "must be 1 to 64 letters, digits, _ or -")
        return None
    if description is not None and not isinstance(description, str):
        problems.add(f"{at}/description", "must be a string")
        return None
    if parameters is not None and not isinstance(parameters, dict):
        problems.add(f"{at}/{schema}", "must be a JSON Schema")
        return None
    problems.extend(f"{at}/{schema}", schema_problems(parameters or {}, legacy=True))
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
    if given.get("type") == "function":
        chosen = [_inner(given, "function", at, problems, _CHOICE).get("name")]
    elif given.get("type") == "allowed_tools":
        return _allowed(given, at, names, problems)
    else:
        problems.add(at, "must be auto, none, required, or a function")
        return None
    return _known(chosen, at, names, problems)


def _allowed(given: Mapping[str, Any], at: str, names: list[str], problems: Problems) -> object:
    allowed = _inner(given, "allowed_tools", at, problems, _ALLOWED)
    tools = allowed.get("tools")
    if allowed.get("mode") != "required" or not isinstance(tools, list):
        problems.add(at, "allowed_tools is supported with the mode `required` only")
        return None
    chosen = []
    for number, tool in enumerate(tools):
        one: Mapping[str, Any] = tool if isinstance(tool, Mapping) else {}
        where = (
            f"{at}/allowed_tools/tools/{number}" if allowed is not given else f"{at}/tools/{number}"
        )
        chosen.append(_inner(one, "function", where, problems, _CHOICE).get("name"))
    return _known(chosen, at, names, problems)


def _known(chosen: list[Any], at: str, names: list[str], problems: Problems) -> object:
    unknown = [name for name in chosen if name not in names]
    if unknown or not chosen:
        problems.add(at, f"{unknown or chosen} is not among the tools of the request")
        return None
    return chosen


def output_schema(
    value: object, at: str, problems: Problems, keys: frozenset[str] = _FORMAT
) -> JsonObject | None:
    """Return the schema of a response format; None for text."""
    given: Mapping[str, Any] = value if isinstance(value, Mapping) else {}
    kind = given.get("type")
    if value is None or kind in ("text", "json_object"):
        problems.check_keys(given, at, {"type"})
        return ANY_OBJECT if kind == "json_object" else None
    if kind != "json_schema":
        problems.add(f"{at}/type", f"{kind!r} is not supported; use text, json_object, json_schema")
        return None
    inner = _inner(given, "json_schema", at, problems, keys)
    where = at if inner is given else f"{at}/json_schema"
    schema = inner.get("schema")
    if not isinstance(schema, dict):
        problems.add(f"{where}/schema", "must be a JSON Schema")
        return None
    problems.extend(f"{where}/schema", output_schema_problems(schema))
    size = len(compact_json(schema).encode())
    if size > MAX_SCHEMA_BYTES:
        problems.found.append(
            Problem.over(f"{where}/schema", "bytes as compact JSON", size, MAX_SCHEMA_BYTES)
        )
    return schema
