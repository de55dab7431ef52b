"""Reading what agents write: values of any kind, of which some are what we expect."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

import msgspec

NOT_READABLE = (ValueError, RecursionError)  # msgspec's errors and broken Unicode are ValueErrors


def time_of(value: object) -> datetime | None:
    """A time from ISO 8601 text or from milliseconds since 1970, or None."""
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


def provider_error(text: str) -> tuple[str, str | None]:
    """The message and the code of a provider's error, which agents often hand on as JSON text."""
    try:
        body = msgspec.json.decode(text)
    except NOT_READABLE:
        return text, None
    about = body.get("error", body) if isinstance(body, dict) else None
    if not isinstance(about, dict) or not words(about.get("message")):
        return text, None
    return about["message"], words(about.get("code") or about.get("type")) or None


def fields(value: object) -> Mapping[str, object]:
    """An object, or an empty one where there is something else."""
    return value if isinstance(value, dict) else {}


def words(value: object) -> str:
    """Text, or nothing where there is something else."""
    return value if isinstance(value, str) else ""


def whole(value: object) -> int | None:
    """A whole number, or None."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return int(value)
