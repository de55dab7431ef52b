"""Prices of models: those of the settings, otherwise the public ones of `genai-prices`."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from functools import cache, lru_cache
from typing import Any

from runwhy.core.runs.cost import UNPRICED, Cost, to_picos
from runwhy.core.runs.prices import FREE, Price
from runwhy.core.runs.run import ModelUsed, Tokens
from runwhy.executors.builtin.echo import ECHO_ID
from runwhy.executors.builtin.providers import split_model_id
from runwhy.setting_tables import PriceSettings

MIN_WINDOW = 16_000
MAX_COST = 10**18  # picodollars; an endpoint that reports more tokens for a call is wrong
# Words in the names of models that are not for chat.
_NOT_CHAT = (
    *("audio", "realtime", "transcribe", "translate", "whisper", "tts", "live"),
    *("image", "embedding", "moderation", "search", "instruct", "computer-use", "ft:"),
)
# Providers, coding agents and LangChain's names of vendors that have another id in the public data.
_VENDORS = {
    "openai-chat": "openai",
    "codex": "openai",
    "claude": "anthropic",
    "google_genai": "google",
    "google_vertexai": "google",
    "mistralai": "mistral",
    "xai": "x-ai",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Charge:
    """The cost of a call, and the price that was used; None if it is unknown."""

    cost: Cost
    price: Price | None


_UNKNOWN = Charge(cost=UNPRICED, price=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownModel:
    """Public facts about a model; `price` is the one of short requests."""

    name: str
    label: str
    context_window: int | None
    price: Price | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Prices:
    """The prices of models. Those of the settings are preferred; the model echo is free."""

    configured: Mapping[str, Price] = field(default_factory=dict)

    def configured_price(self, model_id: str) -> Price | None:
        """Return the price of a model in the settings, by its id."""
        return self.configured.get(model_id, FREE if model_id == ECHO_ID else None)

    def has_own(self, used: ModelUsed) -> bool:
        """Return whether the settings have a price for a model."""
        return self._own(used) is not None

    def _own(self, used: ModelUsed) -> Price | None:
        by_provider = self.configured.get(f"{used.provider}:{used.vendor_model_id}")
        return self.configured_price(used.id) or by_provider

    async def charge(
        self, used: ModelUsed, tokens: Tokens, *, at: datetime, one_call: bool = True
    ) -> Charge:
        """Return the cost of a call; unknown if its price or its tokens are unknown.

        Long requests can have a higher price. Without `one_call`, the tokens are a sum over
        several calls, whose lengths are unknown, and have the price of short requests.
        """
        price = self._own(used)
        if price is None:
            return await _public_charge(used, tokens, at, one_call=one_call)
        if not (price.is_free or _is_reported(tokens)):
            return _UNKNOWN
        return _charge(price.cost(tokens), price)


def make_prices(configured: Mapping[str, PriceSettings]) -> Prices:
    """Return the prices with those of the settings."""
    return Prices(
        configured={model_id: Price(**dict(price)) for model_id, price in configured.items()}
    )


def known_models(vendor: str) -> Iterator[KnownModel]:
    """Yield the chat models of a vendor. Slow like `find_model`."""
    for model in _vendor_models().get(vendor, ()):
        if (model.context_window or 0) >= MIN_WINDOW and not any(w in model.id for w in _NOT_CHAT):
            yield _known(model, model.id)


def find_model(vendor: str, name: str) -> KnownModel | None:
    """Return the facts about a model, if known; dated names match too.

    The first call is slow, because it loads the data: keep it out of the event loop.
    """
    found = _find(vendor, name)
    return None if found is None else _known(found, name)


def prices_are_loaded() -> bool:
    """Whether the public prices are loaded, so that a lookup is fast."""
    return bool(_vendor_models.cache_info().currsize)


def public_price(vendor: str, name: str, *, input_tokens: int, at: datetime) -> Price | None:
    """Return the public price of a call with this input, if known. Slow like `find_model`."""
    model = _find(_VENDORS.get(vendor, vendor), name)
    return None if model is None else _price(model.get_prices(at), input_tokens)


async def _public_charge(
    used: ModelUsed, tokens: Tokens, at: datetime, *, one_call: bool
) -> Charge:
    if not _vendor_models.cache_info().currsize:
        await asyncio.to_thread(_vendor_models)
    vendor = _VENDORS.get(used.provider, used.provider)
    model = _find(vendor, used.vendor_model_id) or _find(vendor, split_model_id(used.id)[1])
    if model is None:
        return _UNKNOWN
    rates = model.get_prices(at)
    price = _price(rates, tokens.input if one_call else 0)
    if price is None or not (price.is_free or _is_reported(tokens)):
        return _UNKNOWN
    if not one_call:
        return _charge(price.cost(tokens), price)
    from genai_prices.types import Usage

    usage = Usage(
        input_tokens=tokens.input,
        cache_read_tokens=tokens.cached,
        cache_write_tokens=tokens.cache_write,
        output_tokens=tokens.output,
    )
    try:
        dollars = rates.calc_price(usage)["total_price"]
    except ValueError:  # the reported counts contradict each other
        return _UNKNOWN
    return _charge(to_picos(dollars), price)


def _charge(picos: int, price: Price) -> Charge:
    if picos > MAX_COST:
        return _UNKNOWN
    return Charge(cost=Cost(picos=picos), price=price)


def _is_reported(tokens: Tokens) -> bool:
    """Return whether the endpoint reported its usage; some report none."""
    return bool(tokens.input or tokens.output)


@cache
def _vendor_models() -> Mapping[str, tuple[Any, ...]]:
    """Return the models of every vendor. Loading the data takes about 0.3 seconds of CPU."""
    from genai_prices.data import providers

    return {provider.id: tuple(provider.models) for provider in providers}


@lru_cache(maxsize=1000)
def _find(vendor: str, name: str) -> Any:
    models = _vendor_models().get(vendor, ()) if name else ()
    return next((model for model in models if model.is_match(name)), None)


def _known(model: Any, name: str) -> KnownModel:
    return KnownModel(
        name=name,
        label=model.name or model.id,
        context_window=model.context_window,
        price=_price(_lasting(model.prices), 0),
    )


def _lasting(prices: Any) -> Any:
    """Return the newest price without a time-of-day rule."""
    if not isinstance(prices, list):
        return prices
    lasting = [p.prices for p in prices if not hasattr(p.constraint, "start_time")]
    return lasting[-1] if lasting else None


def _price(rates: Any, input_tokens: int) -> Price | None:
    """Return the price of a request of this size; None unless input and output are priced."""
    names = ("input", "output", "cache_read", "cache_write")
    found = {name: _rate(getattr(rates, f"{name}_mtok", None), input_tokens) for name in names}
    given = {name: rate for name, rate in found.items() if rate is not None}
    return Price(**given) if {"input", "output"} <= given.keys() else None


def _rate(rate: Any, input_tokens: int) -> Decimal | None:
    tiers = getattr(rate, "tiers", ())  # in ascending order; one price applies to all tokens
    exceeded = [tier.price for tier in tiers if input_tokens > tier.start]
    value = exceeded[-1] if exceeded else getattr(rate, "base", rate)
    return value if isinstance(value, Decimal) else None
