"""Compare answers with their schemas: no field may be missing or undocumented."""

from __future__ import annotations

import re
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import httpx2
import msgspec
from fastapi.routing import iter_route_contexts
from msgspec.structs import fields
from tests.support.servers import server_settings

from runwhy.server.dependencies import ANSWER_SCHEMA
from runwhy.wire.answer import Answer, Error
from runwhy.wire.schemas import answer_named
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
        check_value(Error, response.json())
        return
    for address, method, status, name in schemas():
        if method == request.method and address.match(request.url.path):
            assert response.status_code == status, (method, request.url.path)
            check_value(answer_named(name), response.json())
            return


def check_value(schema: Any, value: Any) -> None:
    """Raises: ValidationError, AssertionError."""
    _no_extras(msgspec.convert(value, schema), value)


def _no_extras(answer: Any, value: Any) -> None:
    if isinstance(answer, Answer):
        name, config = type(answer).__name__, type(answer).__struct_config__
        known = {field.encode_name: field.name for field in fields(type(answer))}
        assert name in OPEN or value.keys() <= {*known, config.tag_field}, (name, value.keys())
        for key in known.keys() & value.keys():
            _no_extras(getattr(answer, known[key]), value[key])
    elif isinstance(answer, list):
        for one, item in zip(answer, value, strict=True):
            _no_extras(one, item)
