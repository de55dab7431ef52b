"""Compare answers with their schemas: no field may be missing or undocumented."""

from __future__ import annotations

import re
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import httpx2
from fastapi.routing import iter_route_contexts
from pydantic import BaseModel
from tests.support.servers import server_settings

from runwhy.server.dependencies import ANSWER_SCHEMA
from runwhy.wire import answers
from runwhy.wiring import make_server

OPEN = {"Agent"}  # the fields of its spec are at the same level


@cache
def schemas() -> list[tuple[re.Pattern[str], str, int, str]]:
    """Return the path, method, status and answer schema of each route."""
    with tempfile.TemporaryDirectory() as directory:
        app = make_server(server_settings(Path(directory))).app
    found: list[tuple[re.Pattern[str], str, int, str]] = []
    for route in iter_route_contexts(app.routes):
        name = (getattr(route, "openapi_extra", None) or {}).get(ANSWER_SCHEMA)
        methods = (route.methods or ()) if name else ()
        found += [(route.path_regex, one, route.status_code or 200, name) for one in methods]
    return found


def check(response: httpx2.Response) -> None:
    """Check that an answer matches its route's schema, and an error the error schema."""
    if response.headers.get("content-type") != "application/json":
        return
    response.read()
    request = response.request
    if response.is_error:
        check_value(answers.Error, response.json())
        return
    for address, method, status, name in schemas():
        if method == request.method and address.match(request.url.path):
            assert response.status_code == status, (method, request.url.path)
            check_value(getattr(answers, name), response.json())
            return


def check_value(schema: type[BaseModel], value: Any) -> None:
    """Raises: ValidationError, AssertionError."""
    _no_extras(schema.model_validate(value))


def _no_extras(value: Any) -> None:
    if isinstance(value, BaseModel):
        name = type(value).__name__
        assert name in OPEN or not value.model_extra, (name, value.model_extra)
        for field in type(value).model_fields:
            _no_extras(getattr(value, field))
    elif isinstance(value, list):
        for item in value:
            _no_extras(item)
