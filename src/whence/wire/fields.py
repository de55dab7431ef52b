"""Fields of the wire that several requests share, with their limits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema
from pydantic.alias_generators import to_camel
from pydantic_core import PydanticCustomError

from whence.core.jsons import compact_json
from whence.core.specs import TOOL_KINDS
from whence.core.tags import parse_override, parse_tags
from whence.errors import InvalidInput, Problem

MAX_CONTEXT_BYTES = 64 * 1024
MAX_TOOLS = 128
TOOL_NAME = r"^[a-zA-Z0-9_-]{1,64}$"

T = TypeVar("T")


class Body(BaseModel):
    """A request body: camelCase, strict about types; unknown fields are kept and ignored."""

    model_config = ConfigDict(alias_generator=to_camel, extra="allow", strict=True)


def checked(check: Callable[[Any], T]) -> BeforeValidator:
    """Let the core decide, and hand on every rule that it found broken."""

    def validate(value: Any) -> T:
        try:
            return check(value)
        except InvalidInput as error:
            raise PydanticCustomError(
                "whence", "{message}", {"message": error.message, "problems": error.problems}
            ) from None

    return BeforeValidator(validate)


def _within(value: Any) -> Any:
    return parse_tags(value, at="")


def _within_override(value: Any) -> Any:
    return parse_override(value, at="")


_TAGS_SCHEMA: dict[str, Any] = {
    "type": "object",
    "maxProperties": 16,
    "propertyNames": {"pattern": r"^[A-Za-z0-9._-]{1,64}$"},
    "additionalProperties": {"type": "string", "maxLength": 256},
    "description": "Flat labels, at most 4096 bytes as compact JSON.",
}
_OVERRIDE_SCHEMA = {
    **_TAGS_SCHEMA,
    "additionalProperties": {"type": ["string", "null"], "maxLength": 256},
    "description": "Flat labels; null removes an inherited one.",
}

TagsField = Annotated[dict[str, str], checked(_within), WithJsonSchema(_TAGS_SCHEMA)]
OverrideField = Annotated[
    dict[str, str | None], checked(_within_override), WithJsonSchema(_OVERRIDE_SCHEMA)
]


def _small_object(value: Any) -> Any:
    if not isinstance(value, Mapping):
        raise InvalidInput([Problem("", "must be an object")])
    size = len(compact_json(value).encode("utf-8", "surrogatepass"))
    if size > MAX_CONTEXT_BYTES:
        rule = f"at most {MAX_CONTEXT_BYTES} bytes as compact JSON, not {size}"
        raise InvalidInput([Problem("", rule, MAX_CONTEXT_BYTES, size)])
    return dict(value)


ContextField = Annotated[dict[str, Any], checked(_small_object), WithJsonSchema({"type": "object"})]
JsonObjectField = dict[str, Any]

Level = Literal["off", "low", "medium", "high"] | Annotated[int, Field(ge=0, le=100)]
Text = Annotated[str, Field(min_length=1)]
Name = Annotated[str, Field(max_length=200)]
Id = Annotated[str, Field(max_length=64)]


class McpTool(Body):
    """A tool of a client's MCP server."""

    name: Annotated[str, Field(pattern=TOOL_NAME)]
    description: str | None = None
    input_schema: JsonObjectField | None = None


class ToolBody(Body):
    """A tool that an agent may use; `kind` says who executes it."""

    kind: str
    name: Annotated[str, Field(pattern=TOOL_NAME)]
    description: str | None = None
    parameters: JsonObjectField | None = None
    output_schema: JsonObjectField | None = None
    long_running: bool | None = None
    tools: list[McpTool] | None = None
    server_info: JsonObjectField | None = None
    agent_card: JsonObjectField | None = None
    url: str | None = None
    headers: dict[str, str] | None = None
    tool_filter: list[str] | None = None


def _tools(value: Any) -> Any:
    """What pydantic cannot say in one rule: known kinds, and no name twice."""
    if not isinstance(value, list):
        return value
    problems = []
    names: set[object] = set()
    for index, tool in enumerate(value):
        given = tool if isinstance(tool, Mapping) else {}
        kind, name = given.get("kind"), given.get("name")
        if isinstance(kind, str) and kind not in TOOL_KINDS:
            rule = f"unknown kind {kind!r}; one of {', '.join(sorted(TOOL_KINDS))}"
            problems.append(Problem(f"/{index}/kind", rule))
        if isinstance(name, str) and name in names:
            problems.append(
                Problem(f"/{index}/name", f"the name {name!r} is taken by another tool")
            )
        names.add(name if isinstance(name, str) else None)
    if problems:
        raise InvalidInput(problems)
    return value


ToolsField = Annotated[list[ToolBody], Field(max_length=MAX_TOOLS), checked(_tools)]


class Budgets(Body):
    """Bounds of a run."""

    max_tool_turns: Annotated[int, Field(ge=0, le=1000)] | None = None


class ToolBudget(Body):
    """How often one tool may be called in a run."""

    max_calls: Annotated[int, Field(ge=0, le=10_000)]


class LoopBody(Body):
    """When the same batch of tool calls counts as a loop."""

    consecutive_threshold: Annotated[int, Field(ge=2, le=100)] | None = None
    hard_cutoff_threshold: Annotated[int, Field(ge=2, le=100)] | None = None
