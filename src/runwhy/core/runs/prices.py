"""Prices of models, in US dollars per million tokens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from runwhy.core.json import JsonObject
from runwhy.core.runs.cost import to_picos
from runwhy.core.runs.run import Tokens

_MILLION = 1_000_000
_NAMES = {
    "input": "inputPer1MUsd",
    "output": "outputPer1MUsd",
    "cache_read": "cacheReadPer1MUsd",
    "cache_write": "cacheWritePer1MUsd",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """The price of a model. Without a separate price, cached tokens cost as much as input."""

    input: Decimal
    output: Decimal
    cache_read: Decimal | None = None
    cache_write: Decimal | None = None

    @property
    def is_free(self) -> bool:
        """Whether every token costs nothing."""
        return not (self.input or self.output or self.cache_read or self.cache_write)

    def cost(self, tokens: Tokens) -> int:
        """Return the cost in picodollars; exact for prices with up to 6 decimal places."""
        read, write = self.cache_read, self.cache_write
        fresh = max(0, tokens.input - tokens.cached - tokens.cache_write)
        dollars = (
            self.input * fresh
            + (self.input if read is None else read) * tokens.cached
            + (self.input if write is None else write) * tokens.cache_write
            + self.output * tokens.output
        )
        return to_picos(dollars / _MILLION)


FREE = Price(input=Decimal(0), output=Decimal(0), cache_read=Decimal(0), cache_write=Decimal(0))


def price_json(price: Price | None) -> JsonObject | None:
    """Return a price with the names of the API; decimals are text, which is exact."""
    if price is None:
        return None
    rates = {name: getattr(price, field) for field, name in _NAMES.items()}
    return {name: None if rate is None else _text(rate) for name, rate in rates.items()}


def read_price(data: object) -> Price | None:
    """Read a price written by `price_json`; None if there is no price."""
    if not isinstance(data, Mapping):
        return None
    found = {field: data.get(name) for field, name in _NAMES.items()}
    rates = {field: Decimal(text) for field, text in found.items() if isinstance(text, str)}
    return Price(**rates) if {"input", "output"} <= rates.keys() else None


def _text(value: Decimal) -> str:
    """Return a decimal without an exponent and without trailing zeros."""
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
