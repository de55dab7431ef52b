"""The OpenAPI document, built from the declarations of the routes."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import JsonSchemaMode, models_json_schema

from runwhy.server.arguments import REQUIRED, Argument, Parameter
from runwhy.server.dependencies import IDEMPOTENCY_HEADER, MAX_KEY, read_idempotency_key
from runwhy.server.routing import EVENT_STREAM, JSON, Route
from runwhy.wire.answer import Error, Event
from runwhy.wire.schemas import answer_schemas, schema_name

DESCRIPTION = """\
Run AI agents and store why each run exists. See `http-api.md` in the documentation for a guide,
and `errors.md` for every error code.
"""

_REF = "#/components/schemas/{model}"

_ERROR_DESCRIPTIONS = {
    400: "Invalid request. `problems` lists everything that is wrong; nothing was created.",
    401: "Missing or unknown API key.",
    403: "The key lacks a scope, or the host or origin is not allowed.",
    404: "Not found in this workspace.",
    409: "Conflict with the current state.",
    413: "The body is larger than 1 MiB; below `/v1/`, than 16 MiB.",
    422: "The idempotency key was already used with a different body.",
}
_CREDENTIALS = {
    "bearer": {"type": "http", "scheme": "bearer"},
    "key": {"type": "apiKey", "in": "header", "name": "X-API-Key"},
}
_IDEMPOTENCY_KEY = {
    "name": IDEMPOTENCY_HEADER,
    "in": "header",
    "description": (
        "Repeating a request with the same key and body returns the first answer, for 24 hours."
    ),
    "schema": {"type": "string", "minLength": 1, "maxLength": MAX_KEY},
}


def describe(routes: Iterable[Route], version: str) -> dict[str, Any]:
    """Build the OpenAPI document."""
    schemas = _Schemas()
    schemas.answer(Event)  # the data of streams
    paths: dict[str, Any] = {}
    for route in routes:
        if route.tag is not None:
            paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, schemas)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Runwhy", "description": DESCRIPTION, "version": version},
        "paths": paths,
        "components": {"schemas": schemas.definitions(), "securitySchemes": _CREDENTIALS},
        "security": [{"bearer": []}, {"key": []}, {}],
    }


class _Schemas:
    """The schemas that operations refer to."""

    def __init__(self) -> None:
        self._bodies: dict[type[BaseModel], JsonSchemaMode] = {}
        self._answers: list[Any] = []
        self._others: dict[str, Any] = {}

    def answer(self, answer: Any) -> dict[str, Any]:
        """Return the content of an answer."""
        self._answers.append(answer)
        return _content(schema_name(answer))

    def body(self, model: type[BaseModel]) -> dict[str, Any]:
        """Return the content of a request body."""
        described: type[BaseModel] = getattr(model, "described", model)
        self._bodies[described] = "validation"
        return _content(described.__name__)

    def parameter(self, parameter: Parameter) -> dict[str, Any]:
        """Return the schema of a parameter."""
        schema = parameter.adapter.json_schema(ref_template=_REF)
        self._others.update(schema.pop("$defs", {}))
        return schema

    def definitions(self) -> dict[str, Any]:
        """Return every schema by name."""
        _, found = models_json_schema(list(self._bodies.items()), ref_template=_REF)
        schemas = {**found["$defs"], **self._others, **answer_schemas(self._answers)}
        return dict(sorted(schemas.items()))


def _content(name: str) -> dict[str, Any]:
    return {JSON: {"schema": {"$ref": _REF.format(model=name)}}}


def _operation(route: Route, schemas: _Schemas) -> dict[str, Any]:
    arguments = list(_flat(route.arguments))
    body = next((each.body for each in arguments if each.body is not None), None)
    once = any(each.reads and each.reads.function is read_idempotency_key for each in arguments)
    scopes = [str(s) for each in arguments if each.reads for s in each.reads.scopes]
    parameters = [*_parameters(route, arguments, schemas)]
    operation: dict[str, Any] = {
        "tags": [route.tag],
        "summary": route.function.__name__.replace("_", " ").title(),
        "description": inspect.getdoc(route.function),
        "operationId": route.function.__name__,  # generated clients use it as method name
        "parameters": [*parameters, _IDEMPOTENCY_KEY] if once else parameters,
        "responses": {
            str(route.answer.status): _success(route, schemas),
            **_errors(
                route,
                schemas.answer(route.answer.error or Error),
                once=once,
                has_body=body is not None,
            ),
        },
    }
    if body is not None:
        operation["requestBody"] = {"required": True, "content": schemas.body(body)}
    if scopes:
        operation["security"] = [{"bearer": scopes}, {"key": scopes}, {}]
    return operation


def _flat(arguments: Iterable[Argument]) -> Iterator[Argument]:
    """Yield arguments, and those of the functions that read them."""
    for each in arguments:
        yield each
        yield from _flat(each.reads.arguments if each.reads else ())


def _parameters(
    route: Route, arguments: Iterable[Argument], schemas: _Schemas
) -> Iterator[dict[str, Any]]:
    for name in route.path_names:
        yield {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
    for found in (each.parameter for each in arguments):
        if found is not None:
            yield _parameter(found, schemas.parameter(found))


def _parameter(parameter: Parameter, schema: dict[str, Any]) -> dict[str, Any]:
    described = {"description": schema.pop("description")} if "description" in schema else {}
    if parameter.default is not REQUIRED and parameter.default is not None:
        schema["default"] = parameter.default
    return {
        "name": parameter.name,
        "in": "header" if parameter.is_header else "query",
        "required": parameter.default is REQUIRED,
        **described,
        "schema": schema,
    }


def _success(route: Route, schemas: _Schemas) -> dict[str, Any]:
    answer = route.answer
    text = {answer.media_type: {"schema": {"type": "string"}}}
    content = text if answer.schema is None else schemas.answer(answer.schema)
    if answer.or_else is not None:
        wires = (content, schemas.answer(answer.or_else))
        content = {JSON: {"schema": {"anyOf": [each[JSON]["schema"] for each in wires]}}}
    if answer.streams:
        content = {**content, EVENT_STREAM: {}}
    return {"description": answer.description, "content": content}


def _errors(route: Route, content: dict[str, Any], *, once: bool, has_body: bool) -> dict[str, Any]:
    possible = {
        400: True,
        401: route.path.startswith(("/api/", "/v1/")),
        403: True,
        404: bool(route.path_names),
        409: once or has_body,
        413: has_body,
        422: once,
    }
    texts = {str(status): _ERROR_DESCRIPTIONS[status] for status in possible if possible[status]}
    texts["default"] = "Any other error."
    return {status: {"description": text, "content": content} for status, text in texts.items()}
