"""Public facts about models: context windows and prices. Loaded on first use."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import Any

from runwhy.core.json import JsonObject

MIN_WINDOW = 16_000
# Words in the names of models that are not for chat.
_NOT_CHAT = (
    *("audio", "realtime", "transcribe", "translate", "whisper", "tts", "live"),
    *("image", "embedding", "moderation", "search", "instruct", "computer-use", "ft:"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownModel:
    """Public facts about a model."""

    name: str
    label: str
    context_window: int | None
    pricing: JsonObject | None


def known_models(vendor: str) -> Iterator[KnownModel]:
    """Yield the chat models of a vendor."""
    for model in _models(vendor):
        if (model.context_window or 0) >= MIN_WINDOW and not any(w in model.id for w in _NOT_CHAT):
            yield _known(model, model.id)


def find_model(vendor: str, name: str) -> KnownModel | None:
    """Return the facts about a model, if known; dated names match too."""
    found = next((m for m in _models(vendor) if m.is_match(name)), None)
    return None if found is None else _known(found, name)


@cache
def _models(vendor: str) -> tuple[Any, ...]:
    from genai_prices.data import providers

    return next((tuple(p.models) for p in providers if p.id == vendor), ())


def _known(model: Any, name: str) -> KnownModel:
    return KnownModel(
        name=name,
        label=model.name or model.id,
        context_window=model.context_window,
        pricing=_pricing(model.prices),
    )


def _pricing(prices: Any) -> JsonObject | None:
    """Return dollars per million tokens, using the newest price without a time-of-day rule."""
    if isinstance(prices, list):
        lasting = [p.prices for p in prices if not hasattr(p.constraint, "start_time")]
        prices = lasting[-1] if lasting else None
    names = {"inputPer1MUsd": "input_mtok", "outputPer1MUsd": "output_mtok"}
    names |= {"cacheReadPer1MUsd": "cache_read_mtok"}
    found = {name: _dollars(getattr(prices, field, None)) for name, field in names.items()}
    return {name: value for name, value in found.items() if value is not None} or None


def _dollars(price: Any) -> float | None:
    base = getattr(price, "base", price)  # tiered prices start at their base
    return float(base) if isinstance(base, (Decimal, int, float)) else None
