"""Reads values out of the server's JSON; what is missing or of another type reads as empty."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from runwhy.core.json import JsonObject
from runwhy.core.runs.run import ModelUsed, Tokens


def text(raw: JsonObject, key: str) -> str:
    """A string, or the empty one."""
    value = raw.get(key)
    return value if isinstance(value, str) else ""


def text_or_none(raw: JsonObject, key: str) -> str | None:
    """A string that is not empty, or None."""
    return text(raw, key) or None


def whole(raw: JsonObject, key: str) -> int:
    """An integer, or 0."""
    return whole_or_none(raw, key) or 0


def whole_or_none(raw: JsonObject, key: str) -> int | None:
    """An integer, or None."""
    value = raw.get(key)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def table(raw: JsonObject, key: str) -> JsonObject:
    """An object, or the empty one."""
    value = raw.get(key)
    return value if isinstance(value, Mapping) else {}


def tables(raw: JsonObject, key: str) -> tuple[JsonObject, ...]:
    """A list of objects, or the empty one."""
    value = raw.get(key)
    listed = value if isinstance(value, list) else []
    return tuple(item for item in listed if isinstance(item, Mapping))


def strings(raw: JsonObject, key: str) -> Mapping[str, str]:
    """A map of strings, such as `metadata`; always there."""
    return {name: value for name, value in table(raw, key).items() if isinstance(value, str)}


def time_or_none(raw: JsonObject, key: str) -> datetime | None:
    """A time with its zone (UTC when it names none), or None."""
    try:
        at = datetime.fromisoformat(text(raw, key))
    except ValueError:
        return None
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def tokens(raw: JsonObject) -> Tokens:
    """What a run used."""
    used = table(raw, "tokens")
    return Tokens(
        input=whole(used, "inputTokens"),
        cached=whole(used, "cachedTokens"),
        reasoning=whole(used, "reasoningTokens"),
        output=whole(used, "outputTokens"),
    )


def model(raw: JsonObject) -> ModelUsed | None:
    """The model that did the work; None when there was none."""
    used = table(raw, "model")
    if not used:
        return None
    return ModelUsed(
        id=text(used, "id"),
        provider=text(used, "provider"),
        vendor_model_id=text(used, "vendorModelId"),
        reasoning_effort=text_or_none(used, "reasoningEffort"),
    )
