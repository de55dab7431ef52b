"""Routes: a method and a path, the function that serves them, and its response."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any, TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Match
from starlette.types import Receive, Scope, Send

from runwhy.errors import InvalidInput, Problem
from runwhy.server.arguments import arguments_of

JSON = "application/json"
EVENT_STREAM = "text/event-stream"
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")

F = TypeVar("F", bound=Callable[..., Awaitable[object]])

_PARAMETER = re.compile(r"\\{(\w+)\\}")  # in an escaped path
_REST = re.compile(r"\\{(\w+):path\\}$")  # a last parameter that can contain slashes
_encode = msgspec.json.Encoder().encode


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The response of a route: its status, and the type in `wire` or the media type."""

    schema: Any = None
    status: int = 200
    media_type: str = JSON
    description: str = "Successful Response"
    streams: bool = False  # server-sent events instead, if the body requests them
    error: Any = None  # the type of errors, if it is not the usual one
    or_else: Any = None  # the type on another wire, if the route serves two


def answers_with(schema: Any, status: int = 200) -> Answer:
    """Declare a JSON answer by its type: one of `wire`, or a union of them."""
    return Answer(schema=schema, status=status)


def answer(value: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Return a JSON response."""
    return Response(_encode(value), status, headers, media_type=JSON)


class Route:
    """One method on one path."""

    def __init__(
        self,
        method: str,
        path: str,
        function: Callable[..., Awaitable[object]],
        *,
        answer: Answer,
        tag: str | None,
    ) -> None:
        self.method = method
        self.path = path.replace(":path}", "}")
        self.takes_rest = self.path != path
        self.function = function
        self.answer = answer
        self.tag = tag  # None leaves the route out of the OpenAPI document
        escaped = _REST.sub(r"(?P<\1>.+)", re.escape(path))
        self.pattern = re.compile(_PARAMETER.sub(r"(?P<\1>[^/]+)", escaped))
        self.arguments = arguments_of(function, self.path_names)

    @property
    def path_names(self) -> list[str]:
        """The names of the parameters in the path."""
        return list(self.pattern.groupindex)

    async def respond(self, request: Request) -> Response:
        """Read the arguments, call the function and encode its answer. Raises: InvalidInput."""
        problems: list[Problem] = []
        values: dict[str, Any] = {}
        for argument in self.arguments:  # in signature order: first the caller
            value = argument.read(request, problems)
            values[argument.name] = await value if argument.is_async else value
        if problems:
            raise InvalidInput(problems)
        result = await self.function(**values)
        return result if isinstance(result, Response) else answer(result, self.answer.status)


class Router:
    """Declares routes below a path, with a tag for the OpenAPI document.

    A route's function returns the value to encode as JSON, or a response.
    """

    def __init__(self, prefix: str = "", *, tag: str | None) -> None:
        self.routes: list[Route] = []
        self._prefix = prefix
        self._tag = tag

    def get(self, path: str, answer: Answer) -> Callable[[F], F]:
        """Declare a GET route."""
        return self._route("GET", path, answer)

    def post(self, path: str, answer: Answer) -> Callable[[F], F]:
        """Declare a POST route."""
        return self._route("POST", path, answer)

    def put(self, path: str, answer: Answer) -> Callable[[F], F]:
        """Declare a PUT route."""
        return self._route("PUT", path, answer)

    def patch(self, path: str, answer: Answer) -> Callable[[F], F]:
        """Declare a PATCH route."""
        return self._route("PATCH", path, answer)

    def delete(self, path: str, answer: Answer) -> Callable[[F], F]:
        """Declare a DELETE route."""
        return self._route("DELETE", path, answer)

    def _route(self, method: str, path: str, answer: Answer) -> Callable[[F], F]:
        def declare(function: F) -> F:
            full = self._prefix + path
            self.routes.append(Route(method, full, function, answer=answer, tag=self._tag))
            return function

        return declare


class RouteTable(BaseRoute):
    """All routes, by method and depth of the path, so that a request is compared with few."""

    def __init__(self, routes: Iterable[Route]) -> None:
        self._routes: defaultdict[tuple[str, int], list[Route]] = defaultdict(list)
        self._rest: defaultdict[str, list[Route]] = defaultdict(list)
        for route in routes:
            self._routes[route.method, route.path.count("/")].append(route)
            if route.takes_rest:
                self._rest[route.method].append(route)

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Find the route; one of another method is a partial match, and leads to 405."""
        if scope["type"] != "http":
            return Match.NONE, {}
        if (found := self.find(scope["method"], scope["path"])) is not None:
            return Match.FULL, found
        others = [one for method in METHODS if (one := self.find(method, scope["path"]))]
        if not others:
            return Match.NONE, {}
        allowed = ", ".join(one["route"].method for one in others)
        return Match.PARTIAL, {**others[0], "allowed": allowed}

    def find(self, method: str, path: str) -> Scope | None:
        """Return the route of a request, with the parameters in its path."""
        same_depth = self._routes.get((method, path.count("/")), ())
        for route in chain(same_depth, self._rest.get(method, ())):
            if (found := route.pattern.fullmatch(path)) is not None:
                return {"route": route, "path_params": found.groupdict()}
        return None

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request by the route that was found. Raises: HTTPException."""
        if "allowed" in scope:
            raise HTTPException(405, headers={"Allow": scope["allowed"]})
        route: Route = scope["route"]
        response = await route.respond(Request(scope, receive, send))
        await response(scope, receive, send)
