"""Routes that bypass FastAPI's general dependency resolution, for speed.

For small requests, that resolution costs more than the rest of the server's work. The routes
are declared and described in OpenAPI as usual.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute

Ask = Callable[[Request], Awaitable[Any]]
Handler = Callable[[Request], Coroutine[Any, Any, Response]]


class QuickRoute(APIRoute):
    """A route that is served directly if each parameter needs only the path or the request."""

    def get_route_handler(self) -> Handler:
        asks = _asks(self.dependant)
        if asks is None:
            return super().get_route_handler()
        return _handler(self.endpoint, self.dependant, asks)


def quick_router(**options: Any) -> APIRouter:
    """Return a router whose routes are served directly where possible."""
    return APIRouter(route_class=QuickRoute, **options)


def _handler(endpoint: Any, wanted: Dependant, asks: Mapping[str, Ask]) -> Handler:
    path = [field.name for field in wanted.path_params]
    itself = wanted.request_param_name

    async def handle(request: Request) -> Response:
        given = {name: request.path_params[name] for name in path}
        if itself is not None:
            given[itself] = request
        for name, ask in asks.items():  # in signature order: the caller is identified first
            given[name] = await ask(request)
        response: Response = await endpoint(**given)
        return response

    return handle


def _asks(wanted: Dependant) -> Mapping[str, Ask] | None:
    """Return a function per argument outside the path; None if one needs more than the request."""
    if not _is_plain(wanted):
        return None
    asks: dict[str, Ask] = {}
    for needed in wanted.dependencies:
        if needed.path_params or needed.dependencies or not _is_plain(needed):
            return None
        if needed.name is None or needed.call is None or needed.request_param_name != "request":
            return None
        asks[needed.name] = needed.call
    return asks


def _is_plain(wanted: Dependant) -> bool:
    others = (
        wanted.query_params,
        wanted.header_params,
        wanted.cookie_params,
        wanted.body_params,
        wanted.response_param_name,
        wanted.background_tasks_param_name,
        wanted.http_connection_param_name,
        wanted.security_scopes_param_name,
    )
    texts = all(field.field_info.annotation is str for field in wanted.path_params)
    return texts and not any(others)
