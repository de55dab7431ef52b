"""Lenient access to JSON values of unknown types."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

import msgspec

NOT_READABLE = (ValueError, RecursionError)  # msgspec's and Unicode errors are ValueErrors


def time_of(value: object) -> datetime | None:
    """Parse ISO 8601 text or milliseconds since 1970; None if it is neither."""
    try:
        if isinstance(value, str):
            time = datetime.fromisoformat(value)
            if time.tzinfo is UTC:
                return time
            return time.replace(tzinfo=UTC) if time.tzinfo is None else time.astimezone(UTC)
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return datetime.fromtimestamp(value / 1000, UTC)
    except (ValueError, OverflowError, OSError):
        pass
    return None


def decoded(value: object) -> object:
    """Return the value of JSON text; anything else is returned unchanged."""
    try:
        return msgspec.json.decode(value) if isinstance(value, str) else value
    except NOT_READABLE:
        return value


class _Typed(msgspec.Struct, gc=False):
    type: str = ""


read_type = msgspec.json.Decoder(_Typed).decode  # the type of a line in any other shape


def provider_error(text: str) -> tuple[str, str | None]:
    """Return message and code of a provider's error, which agents often pass on as JSON text."""
    body = decoded(text)
    about = body.get("error", body) if isinstance(body, dict) else None
    if not isinstance(about, dict) or not as_text(about.get("message")):
        return text, None
    return about["message"], as_text(about.get("code") or about.get("type")) or None


def as_object(value: object) -> Mapping[str, object]:
    """Return the object, or an empty one if the value is not an object."""
    return value if isinstance(value, dict) else {}


def as_text(value: object) -> str:
    """Return the text, or an empty string if the value is not text."""
    return value if isinstance(value, str) else ""


def as_int(value: object) -> int | None:
    """Return the integer, or None if the value is not an integer."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return int(value)
