"""Compare answers with their schemas: no field may be missing or undocumented."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import httpx2
import msgspec
from msgspec.structs import fields

from runwhy.server.app import ROUTES
from runwhy.wire.answer import Answer, Error

OPEN = {"Agent"}  # the fields of its spec are at the same level


@cache
def schemas() -> list[tuple[re.Pattern[str], str, int, Any]]:
    """Return the path, method, status and answer schema of each route."""
    return [
        (route.pattern, route.method, route.answer.status, route.answer.schema)
        for route in ROUTES
        if route.answer.schema is not None
    ]


def check(response: httpx2.Response) -> None:
    """Check that an answer matches its route's schema, and an error the error schema."""
    if response.headers.get("content-type") != "application/json":
        return
    response.read()
    request = response.request
    if response.is_error:
        check_value(Error, response.json())
        return
    for address, method, status, answer in schemas():
        if method == request.method and address.fullmatch(request.url.path):
            assert response.status_code == status, (method, request.url.path)
            check_value(answer, response.json())
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
