"""Encoding of JSON columns, the same for both databases."""

from __future__ import annotations

from typing import Any

import msgspec

_encode = msgspec.json.Encoder().encode


def _to_json(value: object) -> str:
    return _encode(value).decode()


def _from_json(text: str | bytes) -> Any:
    return msgspec.json.decode(text)


def engine_options() -> dict[str, Any]:
    """Return options for `create_engine`: JSON codecs, and errors without parameter values."""
    return {
        "json_serializer": _to_json,
        "json_deserializer": _from_json,
        "hide_parameters": True,
    }
