"""Arguments of a route's function: how each is read from a request, decided by its annotation.

| annotation | value |
|---|---|
| `Request` | the request |
| `str`, and the path has the name | part of the path |
| a subclass of `Body` | the JSON body |
| `Annotated[..., Reads(function)]` | what the function returns |
| `Annotated[..., Header()]` | a header: `if_match` is `if-match` |
| any other | a query parameter: `agent_id` is `agentId`, unless `QueryName` names it |
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, TypeVar, get_args, get_origin, get_type_hints
from urllib.parse import parse_qsl

from pydantic import TypeAdapter, ValidationError
from pydantic.alias_generators import to_camel
from starlette.requests import Request

from runwhy.core.accounts.workspaces import Scope
from runwhy.errors import InvalidInput, Problem
from runwhy.server.error_responses import invalid_body, parameter_problems
from runwhy.wire.fields import Body
from runwhy.wire.json_decoder import decode_json

REQUIRED = inspect.Parameter.empty

_MOST_KEPT = 128  # queries
_SHORT = 1000  # bytes; the query of a URL that is not longer is kept for later requests

# Reads one argument. Invalid parameters are added to the list, so that all are reported together.
Read = Callable[[Request, list[Problem]], Any]
B = TypeVar("B", bound=Body)


class Reads:
    """Marks a parameter whose value a function reads; the function's own arguments are read first.

    A coroutine function gets the request and nothing else. `scopes` are the required scopes. If a
    function has only query parameters, its result is kept for later requests with the same query.
    """

    def __init__(self, function: Callable[..., Any], *, scopes: Collection[Scope] = ()) -> None:
        self.function = function
        self.scopes = scopes
        self.arguments = arguments_of(function)
        self.is_async = inspect.iscoroutinefunction(function)
        own = [each.parameter for each in self.arguments]
        self._is_of_query = bool(own) and all(one and not one.is_header for one in own)
        self._kept: dict[bytes, Any] = {}

    def read(self, request: Request, problems: list[Problem]) -> Any:
        """Call the function, unless its own parameters are invalid."""
        if self.is_async:
            return self.function(request)
        query: bytes = request.scope["query_string"]
        if self._is_of_query and query in self._kept:
            return self._kept[query]
        before = len(problems)
        values = {each.name: each.read(request, problems) for each in self.arguments}
        if len(problems) > before:
            return None
        value = self.function(**values)
        if self._is_of_query and len(query) <= _SHORT:
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            self._kept[query] = value
        return value


@dataclass(frozen=True, slots=True)
class Header:
    """Marks a parameter that is read from a header."""


@dataclass(frozen=True, slots=True)
class QueryName:
    """Marks a query parameter with a name of another wire, which is not in camelCase."""

    name: str


@dataclass(frozen=True, kw_only=True)
class Parameter:
    """A query parameter or a header, validated by its type."""

    name: str
    type: Any
    default: Any
    is_header: bool

    @cached_property
    def adapter(self) -> TypeAdapter[Any]:
        """The validator of the type, built when it is first used."""
        return TypeAdapter(self.type)

    @cached_property
    def is_list(self) -> bool:
        """Whether the parameter can be repeated."""
        plain = get_args(self.type)[0] if hasattr(self.type, "__metadata__") else self.type
        return any(get_origin(one) is list for one in (plain, *get_args(plain)))

    def read(self, request: Request, problems: list[Problem]) -> Any:
        """Return the validated value, or the default."""
        given = self._given(request)
        if given is None and self.default is REQUIRED:
            problems.append(Problem(self.name, "is required"))
        if given is None:
            return self.default
        try:
            return self.adapter.validate_python(given)
        except ValidationError as error:
            problems += parameter_problems(self.name, error)

    def _given(self, request: Request) -> str | list[str] | None:
        if self.is_header:
            return request.headers.get(self.name)
        given = _query_values(request).get(self.name)
        return given if given is None or self.is_list else given[-1]


def _query_values(request: Request) -> Mapping[str, list[str]]:
    """Return the values of each parameter in the query of the URL, which is parsed once."""
    query: bytes = request.scope["query_string"]
    if len(query) <= _SHORT:
        return _short_query(query)
    state = request.scope.setdefault("state", {})
    if "query" not in state:
        state["query"] = _parse_query(query)
    found: Mapping[str, list[str]] = state["query"]
    return found


def _parse_query(query: bytes) -> Mapping[str, list[str]]:
    values: dict[str, list[str]] = {}
    for name, value in parse_qsl(query.decode("latin-1"), keep_blank_values=True):
        values.setdefault(name, []).append(value)
    return values


_short_query = lru_cache(maxsize=128)(_parse_query)


async def read_json(request: Request) -> object:
    """Decode the request's JSON body once. Raises: InvalidInput, TooLarge."""
    state = request.scope.setdefault("state", {})
    if "json" not in state:
        state["json"] = decode_json(await request.body())
    return state["json"]


async def read_body(request: Request, model: type[B]) -> B:
    """Parse the body into `model`. Raises: InvalidInput, with every problem."""
    value = await read_json(request)
    broken = list(model.broken_rules(value)) if isinstance(value, dict) else []
    try:
        body = model.read(value)
    except ValidationError as error:
        raise InvalidInput([*invalid_body(error).problems, *broken]) from None
    if broken:
        raise InvalidInput(broken)
    return body


@dataclass(frozen=True, slots=True, kw_only=True)
class Argument:
    """An argument of a function: how it is read, and its OpenAPI description."""

    name: str
    read: Read
    is_async: bool = False  # `read` returns an awaitable
    parameter: Parameter | None = None
    reads: Reads | None = None
    body: type[Body] | None = None


def arguments_of(function: Callable[..., Any], path: Collection[str] = ()) -> list[Argument]:
    """Return the arguments of a function; `path` are the names in the path of its route."""
    hints = get_type_hints(function, include_extras=True)
    parameters = inspect.signature(function).parameters.values()
    return [_argument(each.name, hints[each.name], each.default, path) for each in parameters]


def _argument(name: str, hint: Any, default: Any, path: Collection[str]) -> Argument:
    if hint is Request:
        return Argument(name=name, read=lambda request, _: request)
    if name in path:
        return Argument(name=name, read=lambda request, _: request.path_params[name])
    if isinstance(hint, type) and issubclass(hint, Body):
        return Argument(
            name=name, read=lambda request, _: read_body(request, hint), is_async=True, body=hint
        )
    marks = getattr(hint, "__metadata__", ())
    if (reads := next((mark for mark in marks if isinstance(mark, Reads)), None)) is not None:
        return Argument(name=name, read=reads.read, is_async=reads.is_async, reads=reads)
    is_header = any(isinstance(mark, Header) for mark in marks)
    named = next((mark.name for mark in marks if isinstance(mark, QueryName)), None)
    sent_as = named or (name.replace("_", "-") if is_header else to_camel(name))
    parameter = Parameter(name=sent_as, type=hint, default=default, is_header=is_header)
    return Argument(name=name, read=parameter.read, parameter=parameter)
