"""Reads values from the server's JSON; missing or mistyped values read as empty."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from runwhy.core.json import JsonObject
from runwhy.core.runs.run import ModelUsed, Tokens


def text(raw: JsonObject, key: str) -> str:
    """Return a string, or an empty one."""
    value = raw.get(key)
    return value if isinstance(value, str) else ""


def text_or_none(raw: JsonObject, key: str) -> str | None:
    """Return a non-empty string, or None."""
    return text(raw, key) or None


def integer(raw: JsonObject, key: str) -> int:
    """Return an integer, or 0."""
    return integer_or_none(raw, key) or 0


def integer_or_none(raw: JsonObject, key: str) -> int | None:
    """Return an integer, or None."""
    value = raw.get(key)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def table(raw: JsonObject, key: str) -> JsonObject:
    """Return an object, or an empty one."""
    value = raw.get(key)
    return value if isinstance(value, Mapping) else {}


def tables(raw: JsonObject, key: str) -> tuple[JsonObject, ...]:
    """Return a list of objects, or an empty one."""
    value = raw.get(key)
    listed = value if isinstance(value, list) else []
    return tuple(item for item in listed if isinstance(item, Mapping))


def strings(raw: JsonObject, key: str) -> Mapping[str, str]:
    """Return a map of strings, such as `metadata`."""
    return {name: value for name, value in table(raw, key).items() if isinstance(value, str)}


def time_or_none(raw: JsonObject, key: str) -> datetime | None:
    """Return a time with a zone (UTC by default), or None."""
    try:
        at = datetime.fromisoformat(text(raw, key))
    except ValueError:
        return None
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def tokens(raw: JsonObject) -> Tokens:
    """Return a run's token usage."""
    used = table(raw, "tokens")
    return Tokens(
        input=integer(used, "inputTokens"),
        cached=integer(used, "cachedTokens"),
        reasoning=integer(used, "reasoningTokens"),
        output=integer(used, "outputTokens"),
    )


def model(raw: JsonObject) -> ModelUsed | None:
    """Return the model that a run used, or None."""
    used = table(raw, "model")
    if not used:
        return None
    return ModelUsed(
        id=text(used, "id"),
        provider=text(used, "provider"),
        vendor_model_id=text(used, "vendorModelId"),
        reasoning_effort=text_or_none(used, "reasoningEffort"),
    )
