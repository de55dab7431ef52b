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

Dependency = Callable[[Request], Awaitable[Any]]
Handler = Callable[[Request], Coroutine[Any, Any, Response]]


class FastRoute(APIRoute):
    """A route that is served directly if each parameter needs only the path or the request."""

    def get_route_handler(self) -> Handler:
        dependencies = _dependencies(self.dependant)
        if dependencies is None:
            return super().get_route_handler()
        return _handler(self.endpoint, self.dependant, dependencies)


def fast_router(**options: Any) -> APIRouter:
    """Return a router whose routes are served directly where possible."""
    return APIRouter(route_class=FastRoute, **options)


def _handler(
    endpoint: Any, dependant: Dependant, dependencies: Mapping[str, Dependency]
) -> Handler:
    path = [field.name for field in dependant.path_params]
    request_name = dependant.request_param_name

    async def handle(request: Request) -> Response:
        arguments = {name: request.path_params[name] for name in path}
        if request_name is not None:
            arguments[request_name] = request
        for name, read in dependencies.items():  # in signature order: first the caller
            arguments[name] = await read(request)
        response: Response = await endpoint(**arguments)
        return response

    return handle


def _dependencies(dependant: Dependant) -> Mapping[str, Dependency] | None:
    """Return a function per argument outside the path; None if one needs more than the request."""
    if not _is_plain(dependant):
        return None
    dependencies: dict[str, Dependency] = {}
    for dependency in dependant.dependencies:
        if dependency.path_params or dependency.dependencies or not _is_plain(dependency):
            return None
        if (
            dependency.name is None
            or dependency.call is None
            or dependency.request_param_name != "request"
        ):
            return None
        dependencies[dependency.name] = dependency.call
    return dependencies


def _is_plain(dependant: Dependant) -> bool:
    others = (
        dependant.query_params,
        dependant.header_params,
        dependant.cookie_params,
        dependant.body_params,
        dependant.response_param_name,
        dependant.background_tasks_param_name,
        dependant.http_connection_param_name,
        dependant.security_scopes_param_name,
    )
    texts = all(field.field_info.annotation is str for field in dependant.path_params)
    return texts and not any(others)
