"""Compare answers with their schemas: no field may be missing or undocumented."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import httpx2
from pydantic import BaseModel

from runwhy.server.app import ROUTES
from runwhy.wire import answers

OPEN = {"Agent"}  # the fields of its spec are at the same level


@cache
def schemas() -> list[tuple[re.Pattern[str], str, int, str]]:
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
        check_value(answers.Error, response.json())
        return
    for address, method, status, name in schemas():
        if method == request.method and address.fullmatch(request.url.path):
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
