"""The OpenAPI document: FastAPI's, plus bodies, answers and errors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fastapi import FastAPI
from fastapi.dependencies.models import Dependant
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute, RouteContext, iter_route_contexts
from pydantic import BaseModel
from pydantic.json_schema import JsonSchemaMode, models_json_schema

from runwhy.server.dependencies import (
    ANSWER_SCHEMA,
    IDEMPOTENCY_HEADER,
    MAX_KEY,
    read_idempotency_key,
)

DESCRIPTION = """\
Run AI agents and store why each run exists. See `http-api.md` in the documentation for a guide,
and `errors.md` for every error code.
"""

_REF = "#/components/schemas/{model}"
_JSON = "application/json"

_ERROR_DESCRIPTIONS = {
    400: "Invalid request. `problems` lists everything that is wrong; nothing was created.",
    401: "Missing or unknown API key.",
    403: "The key lacks a scope, or the host or origin is not allowed.",
    404: "Not found in this workspace.",
    409: "Conflict with the current state.",
    413: "The body is larger than 1 MiB.",
    422: "The idempotency key was already used with a different body.",
}


def install(app: FastAPI, *, version: str) -> None:
    """Serve the document at `/openapi.json`; it is built on the first request."""

    def document() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = describe(app, version)
        return app.openapi_schema

    app.openapi = document  # type: ignore[method-assign]


def operation_id(route: APIRoute) -> str:
    """Return the name of a route's function, which generated clients use as method name."""
    return route.name


def describe(app: FastAPI, version: str) -> dict[str, Any]:
    """Build the OpenAPI document."""
    from runwhy.wire import answer as shared
    from runwhy.wire.schemas import answer_named, answer_schemas

    found = get_openapi(title="Runwhy", version=version, routes=app.routes, description=DESCRIPTION)
    bodies: dict[type[BaseModel], JsonSchemaMode] = {}
    answers: list[Any] = [shared.Event, shared.Error]
    for route, operation in _operations(app, found):
        body = _body(route.dependant)
        answer = operation.pop(ANSWER_SCHEMA, None)
        if body is not None:
            bodies[body] = "validation"
            content = _content(body.__name__)
            operation["requestBody"] = {"required": True, "content": content}
        if answer is not None:
            answers.append(answer_named(answer))
            operation["responses"][str(route.status_code or 200)]["content"] = _content(answer)
        if scopes := _scopes(route.dependant):
            operation["security"] = [{"bearer": scopes}, {"key": scopes}, {}]
        _add_parameters(operation, route)
        _add_error_responses(operation, route, _content("Error"), has_body=body is not None)
    _, made = models_json_schema(list(bodies.items()), ref_template=_REF)
    schemas = dict(sorted({**made["$defs"], **answer_schemas(answers)}.items()))
    found["components"] = {"schemas": schemas, "securitySchemes": _CREDENTIALS}
    found["security"] = [{"bearer": []}, {"key": []}, {}]
    return found


_CREDENTIALS = {
    "bearer": {"type": "http", "scheme": "bearer"},
    "key": {"type": "apiKey", "in": "header", "name": "X-API-Key"},
}


def _operations(
    app: FastAPI, found: dict[str, Any]
) -> Iterator[tuple[RouteContext, dict[str, Any]]]:
    for route in iter_route_contexts(app.routes):
        if isinstance(route.original_route, APIRoute) and route.include_in_schema:
            for method in route.methods or ():
                yield route, found["paths"][route.path_format][method.lower()]


def _body(dependant: Dependant) -> type[BaseModel] | None:
    for needed in dependant.dependencies:
        model = getattr(needed.call, "body_model", None) or _body(needed)
        if model is not None:
            found: type[BaseModel] = getattr(model, "described", model)
            return found
    return None


def _scopes(dependant: Dependant) -> list[str]:
    """Return the scopes that a route requires."""
    for needed in dependant.dependencies:
        if scopes := getattr(needed.call, "scopes", None) or _scopes(needed):
            return [str(scope) for scope in scopes]
    return []


def _content(model: str) -> dict[str, Any]:
    return {_JSON: {"schema": {"$ref": _REF.format(model=model)}}}


def _add_parameters(operation: dict[str, Any], route: RouteContext) -> None:
    """Add parameters that dependencies read directly from the request."""
    parameters = operation.setdefault("parameters", [])
    known = {parameter["name"] for parameter in parameters}
    for name in route.param_convertors:
        if name not in known:
            text = {"type": "string"}
            parameters.append({"name": name, "in": "path", "required": True, "schema": text})
    if _is_idempotent(route):
        key = {"type": "string", "minLength": 1, "maxLength": MAX_KEY}
        about = (
            "Repeating a request with the same key and body returns the first answer, for 24 hours."
        )
        parameters.append(
            {"name": IDEMPOTENCY_HEADER, "in": "header", "description": about, "schema": key}
        )


def _is_idempotent(route: RouteContext) -> bool:
    return any(needed.call is read_idempotency_key for needed in route.dependant.dependencies)


def _add_error_responses(
    operation: dict[str, Any], route: RouteContext, content: dict[str, Any], *, has_body: bool
) -> None:
    responses = operation["responses"]
    responses.pop("422", None)  # FastAPI's own format, which is never sent
    path = route.path or ""
    once = _is_idempotent(route)
    statuses = {
        400: True,
        401: path.startswith("/api/"),
        403: True,
        404: "{" in path,
        409: once or has_body,
        413: has_body,
        422: once,
    }
    for status in (status for status, possible in statuses.items() if possible):
        responses[str(status)] = {"description": _ERROR_DESCRIPTIONS[status], "content": content}
    responses["default"] = {"description": "Any other error.", "content": content}
