"""The OpenAPI document: what FastAPI knows, plus the bodies and the one shape of errors."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.dependencies.models import Dependant
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

_REF = "#/components/schemas/{model}"

_ERROR_SCHEMA: dict[str, Any] = {
    "type": "object",
    "required": ["error", "message", "problems"],
    "properties": {
        "error": {"type": "string", "description": "a code that will not change"},
        "message": {"type": "string"},
        "problems": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["field", "problem"],
                "properties": {
                    "field": {"type": "string"},
                    "problem": {"type": "string"},
                    "limit": {"type": "integer"},
                    "actual": {"type": "integer"},
                },
            },
        },
    },
}


def install(app: FastAPI, *, version: str) -> None:
    """Serve the document at `/openapi.json`."""

    def document() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = describe(app, version)
        return app.openapi_schema

    app.openapi = document  # type: ignore[method-assign]


def describe(app: FastAPI, version: str) -> dict[str, Any]:
    """The whole document."""
    found = get_openapi(title="Whence", version=version, routes=app.routes)
    bodies = {route: model for route in _routes(app) if (model := _body(route.dependant))}
    models = [(model, "validation") for model in set(bodies.values())]
    _, definitions = models_json_schema(models, ref_template=_REF)  # type: ignore[arg-type]
    schemas = found.setdefault("components", {}).setdefault("schemas", {})
    schemas.update(definitions.get("$defs", {}))
    schemas["Error"] = _ERROR_SCHEMA
    for name in ("HTTPValidationError", "ValidationError"):
        schemas.pop(name, None)
    for route, model in bodies.items():
        for method in route.methods or ():
            operation = found["paths"][route.path_format][method.lower()]
            operation["requestBody"] = _request_body(model)
    for path in found["paths"].values():
        for operation in path.values():
            _with_errors(operation)
    _secure(found)
    return found


def _routes(app: FastAPI) -> list[APIRoute]:
    return [route for route in app.routes if isinstance(route, APIRoute)]


def _body(dependant: Dependant) -> type[BaseModel] | None:
    for needed in dependant.dependencies:
        model = getattr(needed.call, "body_model", None) or _body(needed)
        if model is not None:
            found: type[BaseModel] = model
            return found
    return None


def _request_body(model: type[BaseModel]) -> dict[str, Any]:
    schema = {"$ref": _REF.format(model=model.__name__)}
    return {"required": True, "content": {"application/json": {"schema": schema}}}


def _with_errors(operation: dict[str, Any]) -> None:
    content = {"application/json": {"schema": {"$ref": _REF.format(model="Error")}}}
    operation["responses"].pop("422", None)
    operation["responses"]["default"] = {"description": "An error", "content": content}


def _secure(document: dict[str, Any]) -> None:
    document["components"]["securitySchemes"] = {
        "bearer": {"type": "http", "scheme": "bearer"},
        "key": {"type": "apiKey", "in": "header", "name": "X-API-Key"},
    }
    document["security"] = [{"bearer": []}, {"key": []}, {}]
