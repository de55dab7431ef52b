"""Fields shared by several request bodies, with their limits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Annotated, Any, Literal, Self, TypeVar
from urllib.parse import urlsplit

from pydantic import (
    AfterValidator,
    AwareDatetime,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PrivateAttr,
    ValidatorFunctionWrapHandler,
    WithJsonSchema,
    WrapValidator,
)
from pydantic.alias_generators import to_camel
from pydantic_core import PydanticCustomError

from runwhy.core.agent_spec import MAX_TOOLS
from runwhy.core.agents.json_schemas import output_schema_problems, schema_problems
from runwhy.core.agents.output_schemas import bare_schema
from runwhy.core.agents.spec_secrets import SEALED, SEALED_URL
from runwhy.core.agents.specs import BUILTIN_TOOLS, TOOL_KINDS
from runwhy.core.json import JsonObject, compact_json
from runwhy.core.runs.tags import parse_override, parse_tags
from runwhy.errors import InvalidInput, Problem

MAX_CONTEXT_BYTES = 64 * 1024
MAX_SCHEMA_BYTES = 32 * 1024
MAX_URL = 2048
TOOL_NAME = r"^[a-zA-Z0-9_-]+$"
LEVELS = ("off", "low", "medium", "high")

T = TypeVar("T")


def with_example(**example: Any) -> ConfigDict:
    """Return a model config with an example for the OpenAPI document."""
    return ConfigDict(json_schema_extra={"examples": [example]})


class Body(BaseModel):
    """A request body in camelCase with strict types. Unknown fields are kept and ignored."""

    model_config = ConfigDict(alias_generator=to_camel, extra="allow", strict=True)

    _given: JsonObject = PrivateAttr(default_factory=dict)

    @classmethod
    def read(cls, value: object) -> Self:
        """Validate a JSON value. Raises: pydantic.ValidationError, InvalidInput."""
        if not isinstance(value, dict):
            raise InvalidInput([Problem("", "the body must be a JSON object")])
        body = cls.model_validate(value)
        body._given = value
        return body

    @classmethod
    def broken_rules(cls, value: JsonObject) -> Iterable[Problem]:
        """Return the broken rules between fields, even if the fields themselves are invalid."""
        return ()

    @property
    def given(self) -> JsonObject:
        """The body as it was sent, without null values."""
        return {key: value for key, value in self._given.items() if value is not None}


def checked(check: Callable[[Any], T]) -> BeforeValidator:
    """Make a validator of a plain function, passing on every problem it reports."""

    def validate(value: Any) -> T:
        try:
            return check(value)
        except InvalidInput as error:
            raise PydanticCustomError(
                "runwhy", "{message}", {"message": error.message, "problems": error.problems}
            ) from None

    return BeforeValidator(validate)


def _check_time(value: Any) -> Any:
    if not isinstance(value, str):
        rule = "must be a time in RFC 3339 format, such as 2026-11-18T18:00:00Z"
        raise InvalidInput([Problem("", rule)])
    return value


TimeField = Annotated[AwareDatetime, Field(strict=False), checked(_check_time)]

_TAGS_SCHEMA: dict[str, Any] = {
    "type": "object",
    "maxProperties": 16,
    "propertyNames": {"pattern": r"^(?!runwhy\.)[A-Za-z0-9._-]{1,64}$"},
    "additionalProperties": {"type": "string", "maxLength": 256},
    "description": "String labels, at most 4096 bytes as compact JSON.",
    "examples": [{"customer": "acme", "env": "prod"}],
}
_OVERRIDE_SCHEMA: dict[str, Any] = {
    **_TAGS_SCHEMA,
    "additionalProperties": {"type": ["string", "null"], "maxLength": 256},
    "description": "String labels. Null removes an inherited label.",
    "examples": [{"env": "staging", "customer": None}],
}

TagsField = Annotated[
    dict[str, str], checked(lambda value: parse_tags(value, at="")), WithJsonSchema(_TAGS_SCHEMA)
]
OverrideField = Annotated[
    dict[str, str | None],
    checked(lambda value: parse_override(value, at="")),
    WithJsonSchema(_OVERRIDE_SCHEMA),
]


def _object_up_to(limit: int) -> BeforeValidator:
    def check(value: Any) -> Any:
        if not isinstance(value, Mapping):
            raise InvalidInput([Problem("", "must be an object")])
        size = len(compact_json(value).encode())
        if size > limit:
            rule = f"must have at most {limit} bytes as compact JSON, not {size}"
            raise InvalidInput([Problem("", rule, limit, size)])
        return value

    return checked(check)


JsonObjectField = dict[str, Any]
ContextField = Annotated[JsonObjectField, _object_up_to(MAX_CONTEXT_BYTES)]


def _check_output_schema(value: Any) -> Any:
    """Check a schema of answers, which the server enforces itself."""
    schema = bare_schema(value)
    at = "" if schema is value else "/schema"
    if problems := output_schema_problems(schema):
        raise InvalidInput([replace(one, field=at + one.field) for one in problems])
    return value


def _check_tool_schema(value: Any) -> Any:
    """Check a schema that models read, in the form of any draft."""
    if isinstance(value, dict) and (problems := schema_problems(value, legacy=True)):
        raise InvalidInput(problems)
    return value


SchemaField = Annotated[  # the last check comes first
    JsonObjectField, checked(_check_output_schema), _object_up_to(MAX_SCHEMA_BYTES)
]
ToolSchemaField = Annotated[JsonObjectField, checked(_check_tool_schema)]


def _level(value: Any) -> Any:
    if value in LEVELS or (type(value) is int and 0 <= value <= 100):
        return value
    names = ", ".join(LEVELS)
    actual = value if type(value) is int else None
    limit = None if actual is None else 100
    raise InvalidInput([Problem("", f"must be {names}, or a number from 0 to 100", limit, actual)])


def _not_blank(text: str) -> str:
    if not text.strip():
        raise PydanticCustomError("blank", "must contain more than white space")
    return text


Level = Annotated[
    Literal["off", "low", "medium", "high"] | Annotated[int, Field(ge=0, le=100)], checked(_level)
]
Text = Annotated[str, Field(min_length=1)]
Prompt = Annotated[Text, AfterValidator(_not_blank)]
Name = Annotated[str, Field(max_length=200)]
Title = Annotated[str, Field(min_length=1, max_length=200)]
Id = Annotated[str, Field(min_length=1, max_length=64)]
AgentName = Annotated[
    str, Field(min_length=1, max_length=200, description="Id or name of an agent.")
]
ToolName = Annotated[str, Field(min_length=1, max_length=64, pattern=TOOL_NAME)]
Seconds = Annotated[float, Field(gt=0, le=86_400)]


class McpTool(Body):
    """A tool of a client's MCP server."""

    name: ToolName
    description: str | None = None
    input_schema: ToolSchemaField | None = None


# These headers change where a request goes or where it ends.
_CONNECTION_HEADERS = frozenset(
    {"host", "content-length", "transfer-encoding", "connection", "upgrade", "te", "trailer"}
)


def _check_header_name(name: str) -> str:
    if name.lower() in _CONNECTION_HEADERS:
        raise PydanticCustomError("header", "is set by the connection and cannot be changed")
    return name


def not_sealed(text: str) -> str:
    """Reject secrets that look like sealed ones, whose prefix only the server writes."""
    if text.startswith(SEALED):
        raise PydanticCustomError("sealed", f"must not begin with `{SEALED}`")
    return text


HeaderName = Annotated[
    str,
    Field(max_length=128, pattern=r"^[A-Za-z0-9!#$%&'*+.^_`|~-]+$"),
    AfterValidator(_check_header_name),
]
HeaderValue = Annotated[  # no line breaks, which would start another header
    str, Field(max_length=8192, pattern=r"^[^\x00-\x08\x0a-\x1f\x7f]*$"), AfterValidator(not_sealed)
]


class ToolBody(Body):
    """A tool that the agent can use. `kind` determines who runs it."""

    kind: Annotated[str, WithJsonSchema({"enum": sorted(TOOL_KINDS)})]
    name: ToolName
    description: str | None = None
    parameters: ToolSchemaField | None = None
    output_schema: ToolSchemaField | None = None
    long_running: bool | None = None
    tools: Annotated[list[McpTool], Field(min_length=1, max_length=64)] | None = None
    server_info: JsonObjectField | None = None
    agent_card: JsonObjectField | None = None
    url: Annotated[str, Field(min_length=1, max_length=2048)] | None = None
    headers: Annotated[dict[HeaderName, HeaderValue], Field(max_length=64)] | None = None
    tool_filter: list[str] | None = None


_NEEDED = {"mcp_local": "tools", "a2a_local": "agentCard", "mcp": "url"}


def _tools(value: Any) -> Any:
    """Check rules beyond pydantic: known kinds, their required fields, and unique names."""
    tools = [t if isinstance(t, dict) else {} for t in value] if isinstance(value, list) else []
    if problems := [*_kind_problems(tools), *_name_problems(tools)]:
        raise InvalidInput(problems)
    return value


def _kind_problems(tools: list[dict[str, Any]]) -> Iterator[Problem]:
    for index, tool in enumerate(tools):
        kind = tool.get("kind")
        needed = _NEEDED.get(kind) if isinstance(kind, str) else None
        if isinstance(kind, str) and kind not in TOOL_KINDS:
            rule = f"unknown kind {kind!r}; must be one of {', '.join(sorted(TOOL_KINDS))}"
            yield Problem(f"/{index}/kind", rule)
        elif needed is not None and tool.get(needed) is None:
            yield Problem(f"/{index}/{needed}", f"is required for a tool of kind {kind}")
        elif kind == "mcp" and not _is_web_address(tool.get("url")):
            yield Problem(f"/{index}/url", "must be an http:// or https:// URL")
        elif SEALED_URL in tool:
            yield Problem(f"/{index}/{SEALED_URL}", "is reserved for the server; set `url`")
        elif kind == "builtin" and str(tool.get("name")) not in BUILTIN_TOOLS:
            known = ", ".join(sorted(BUILTIN_TOOLS))
            yield Problem(f"/{index}/name", f"is not a builtin tool; use one of {known}")


def _name_problems(tools: list[dict[str, Any]]) -> Iterator[Problem]:
    taken: set[str] = set()
    for index, tool in enumerate(tools):
        name = tool.get("name")
        if isinstance(name, str) and name in taken:
            yield Problem(f"/{index}/name", f"{name!r} is already the name of another tool")
        elif isinstance(name, str):
            taken.add(name)


def _is_web_address(url: object) -> bool:
    if not isinstance(url, str) or len(url) > MAX_URL:
        return False
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


ToolsField = Annotated[list[ToolBody], Field(max_length=MAX_TOOLS), checked(_tools)]


class Budgets(Body):
    """Limits of a run."""

    max_tool_turns: Annotated[int, Field(ge=0, le=1000)] | None = None


class ToolBudget(Body):
    """The maximum number of calls of one tool in a run."""

    max_calls: Annotated[int, Field(ge=0, le=1000)]


BudgetsField = Annotated[
    dict[Annotated[str, Field(min_length=1, max_length=120)], ToolBudget], Field(max_length=32)
]


class LoopBody(Body):
    """When repeated tool calls count as a loop."""

    consecutive_threshold: Annotated[int, Field(ge=2, le=100)] | None = None
    hard_cutoff_threshold: Annotated[int, Field(ge=3, le=100)] | None = None


def _loop_or_false(value: Any, read: ValidatorFunctionWrapHandler) -> Any:
    if value is False:
        return False
    if not isinstance(value, dict):
        raise PydanticCustomError("loop_detection", "must be an object or false")
    loop: LoopBody = read(value)
    soft, hard = loop.consecutive_threshold, loop.hard_cutoff_threshold
    if soft is not None and hard is not None and hard <= soft:
        rule = "hardCutoffThreshold must be greater than consecutiveThreshold"
        raise PydanticCustomError("loop_detection", rule)
    return loop


LoopField = Annotated[
    LoopBody,
    WrapValidator(
        _loop_or_false, json_schema_input_type=Annotated[LoopBody | Literal[False], Field()]
    ),
]
