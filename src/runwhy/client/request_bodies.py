"""JSON bodies and query strings from keyword arguments."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from runwhy.client.tools import tools_wire
from runwhy.core.json import JsonObject
from runwhy.wire.layers import camel

Params = Sequence[tuple[str, str]]


def body_of(**given: object) -> JsonObject:
    """Return the JSON body of the given arguments."""
    return {
        camel(name): _ENCODERS.get(name, _same)(value)
        for name, value in given.items()
        if value is not None and name != "idempotency_key"
    }


def check_options(kind: type, given: Mapping[str, object]) -> None:
    """Check options against their TypedDict, which Python does not. Raises: TypeError."""
    known: frozenset[str] = kind.__optional_keys__  # type: ignore[attr-defined]
    unknown = [name for name in given if name not in known]
    if unknown:
        raise TypeError(f"unexpected keyword argument {unknown[0]!r}")


def _same(value: Any) -> object:
    return value


def _camel_keys(value: Any) -> object:
    if not isinstance(value, Mapping):
        return value
    return {camel(name): item for name, item in value.items()}


def _budgets(value: Any) -> object:
    return {tool: _camel_keys(budget) for tool, budget in value.items()}


def _output_schema(value: Any) -> object:
    if not isinstance(value, type):
        return value
    from runwhy.client.schemas import model_schema  # pydantic, only when a type is given

    return {"name": value.__name__, "schema": model_schema(value)}


_ENCODERS: Mapping[str, Callable[[Any], object]] = {
    "tools": tools_wire,
    "output_schema": _output_schema,
    "budgets": _camel_keys,
    "loop_detection": _camel_keys,
    "tool_budgets": _budgets,
    "autonomy": _camel_keys,
    "memory": _camel_keys,
}


def query_of(*, metadata: Mapping[str, str] | None = None, **more: object) -> Params:
    """Return the query of a list: each tag as `key:value`, and other parameters."""
    tags = [("metadata", f"{key}:{value}") for key, value in (metadata or {}).items()]
    return tags + [
        (camel(name), _plain(value)) for name, value in more.items() if value is not None
    ]


def plain_query(params: Mapping[str, object]) -> Params:
    """Return a query with names unchanged; a list repeats its name."""
    return [
        (name, _plain(value))
        for name, given in params.items()
        for value in (given if isinstance(given, (list, tuple)) else [given])
        if value is not None
    ]


def _plain(value: object) -> str:
    return str(int(value)) if isinstance(value, bool) else str(value)


def encode(body: object) -> bytes:
    """Encode as compact JSON in UTF-8; invalid Unicode is escaped for the server to reject."""
    try:
        return _dumps(body, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return _dumps(body, ensure_ascii=True).encode()


def _dumps(body: object, *, ensure_ascii: bool) -> str:
    return json.dumps(
        body,
        ensure_ascii=ensure_ascii,
        separators=(",", ":"),
        allow_nan=False,
        default=_builtin,
    )


def _builtin(value: object) -> object:
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Iterable) and not isinstance(value, (bytes, bytearray)):
        return list(value)
    raise TypeError(f"{type(value).__name__} {value!r} cannot be encoded as JSON")
