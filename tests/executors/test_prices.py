"""Prices of models: settings first, then public prices, otherwise unknown."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from decimal import Decimal
from typing import Any

import pytest
from pydantic import ValidationError
from tests.executors.test_catalog import OPENAI
from tests.support.builders import NOON

from runwhy.core.runs.cost import UNPRICED, Cost
from runwhy.core.runs.prices import Price
from runwhy.core.runs.run import ModelUsed, Tokens
from runwhy.executors.builtin.models import ModelCatalog
from runwhy.executors.builtin.prices import Charge, make_prices
from runwhy.executors.builtin.providers import make_providers
from runwhy.setting_tables import PriceSettings
from runwhy.settings import Settings
from runwhy.wire.accounts import Model

TOKENS = Tokens(input=1000, cached=300, cache_write=100, output=50)


def used(id: str, provider: str = "", name: str = "") -> ModelUsed:
    given, _, rest = id.partition(":")
    return ModelUsed(id=id, provider=provider or given, vendor_model_id=name or rest or id)


def charge(model: ModelUsed, tokens: Tokens = TOKENS, **given: Any) -> Charge:
    prices = make_prices({id: PriceSettings(**price) for id, price in given.pop("own", {}).items()})
    return asyncio.run(prices.charge(model, tokens, at=NOON, **given))


def test_a_public_price_has_cached_tokens_at_the_cache_price() -> None:
    found = charge(used("openai:gpt-5-mini"), Tokens(input=1000, cached=300, output=50))

    assert found.price == Price(
        input=Decimal("0.25"), output=Decimal(2), cache_read=Decimal("0.025")
    )
    assert found.cost == Cost(picos=(700 * 250_000) + (300 * 25_000) + 50 * 2_000_000)


def test_written_cache_tokens_have_their_own_price() -> None:
    found = charge(used("anthropic:claude-opus-4-5"))

    rates = {"input": 600 * 5, "read": 300 * Decimal("0.5"), "write": 100 * Decimal("6.25")}
    assert found.cost.picos == (sum(rates.values()) + 50 * 25) * 1_000_000


@pytest.mark.parametrize(
    ("model", "name"),
    [
        ("openai:gpt-5-mini", "gpt-5-mini-2025-08-07"),
        ("openai:gpt-5-mini", "a name that only the endpoint knows"),
        ("openai-chat:gpt-5-mini", "gpt-5-mini"),
    ],
)
def test_a_model_is_found_by_its_dated_and_its_requested_name(model: str, name: str) -> None:
    assert charge(used(model, name=name)).price == charge(used("openai:gpt-5-mini")).price


def test_a_long_request_has_the_price_of_long_requests() -> None:
    model = used("anthropic:claude-sonnet-4-5")

    short, long = (charge(model, Tokens(input=n, output=10)) for n in (200_000, 200_001))

    assert short.price and short.price.input == 3
    assert long.price and (long.price.input, long.price.output) == (6, Decimal("22.5"))
    assert long.cost.picos == long.price.cost(Tokens(input=200_001, output=10))


def test_a_sum_over_several_calls_has_the_price_of_short_requests() -> None:
    tokens = Tokens(input=900_000, output=10)

    found = charge(used("anthropic:claude-sonnet-4-5"), tokens, one_call=False)

    assert found.price and found.price.input == 3
    assert found.cost.picos == found.price.cost(tokens)


def test_settings_are_preferred_to_public_prices() -> None:
    own = {"openai:gpt-5-mini": {"input": "1", "output": 2.5}}

    found = charge(used("openai:gpt-5-mini"), own=own)

    assert found.price == Price(input=Decimal(1), output=Decimal("2.5"))
    assert found.cost == Cost(picos=1000 * 1_000_000 + 50 * 2_500_000)


def test_settings_name_the_model_of_a_coding_agent_with_or_without_the_agent() -> None:
    model = used("gpt-9-codex", "codex")

    for key in ("gpt-9-codex", "codex:gpt-9-codex"):
        assert charge(model, own={key: {"input": 0, "output": 0}}).cost == Cost(picos=0)
    assert charge(model).cost == UNPRICED


@pytest.mark.parametrize(
    "model", ["local:llama", "openai:nobody-knows", "azure:phi-4-reasoning:free"]
)
def test_an_unknown_price_is_unknown_and_not_zero(model: str) -> None:
    assert charge(used(model)) == Charge(cost=UNPRICED, price=None)


def test_an_endpoint_that_reports_no_tokens_has_an_unknown_cost() -> None:
    own = {"local:llama": {"input": "1", "output": "1"}}

    for model, given in ((used("local:llama"), own), (used("openai:gpt-5-mini"), {})):
        assert charge(model, Tokens(), own=given).cost == UNPRICED
    assert charge(used("local:llama"), Tokens(), own={"local:llama": FREE}).cost == Cost(picos=0)


FREE = {"input": 0, "output": 0}


@pytest.mark.parametrize(
    "tokens", [Tokens(input=10, cached=500, output=1), Tokens(input=10**18, output=1)]
)
def test_counts_that_cannot_be_true_have_an_unknown_cost(tokens: Tokens) -> None:
    assert charge(used("openai:gpt-5-mini"), tokens).cost == UNPRICED


def test_echo_is_free_unless_the_settings_have_a_price() -> None:
    echo = used("echo", "runwhy", "echo-1")

    assert charge(echo).cost == Cost(picos=0)
    assert charge(echo, own={"echo": {"input": 1, "output": 1}}).cost.picos == 1050 * 1_000_000


def test_the_catalog_lists_the_prices_of_the_settings() -> None:
    prices = make_prices({"openai:gpt-5.5": PriceSettings(input="0.1", output="0.2", cache_read=0)})
    models = ModelCatalog(make_providers({}, OPENAI), prices=prices).list()

    shown = {model.id: Model.of(model).as_json()["pricing"] for model in models}

    assert shown["openai:gpt-5.5"] == {
        "inputPer1MUsd": 0.1,
        "outputPer1MUsd": 0.2,
        "cacheReadPer1MUsd": 0.0,
    }
    assert shown["echo"]["outputPer1MUsd"] == 0
    assert shown["openai:gpt-5-mini"]["inputPer1MUsd"] == 0.25


@pytest.mark.parametrize("price", ["-1", "nan", "inf", "100001", "0.0000001", "free", None])
def test_a_price_that_is_no_amount_is_rejected_by_name(price: object) -> None:
    with pytest.raises(ValidationError) as rejected:
        Settings(prices={"echo": {"input": price, "output": "1"}})

    (problem,) = rejected.value.errors()
    assert problem["loc"] == ("prices", "echo", "input")


def test_a_price_needs_input_and_output_and_has_no_other_fields() -> None:
    with pytest.raises(ValidationError) as rejected:
        Settings(prices={"echo": {"input": "1", "cached": "1"}})

    assert [(p["loc"][2], p["type"]) for p in rejected.value.errors()] == [
        ("output", "missing"),
        ("cached", "extra_forbidden"),
    ]


def test_public_prices_are_loaded_outside_of_the_event_loop() -> None:
    program = """
import asyncio, sys, threading
from runwhy.core.runs.run import ModelUsed, Tokens
from runwhy.executors.builtin.prices import Prices
from datetime import UTC, datetime

assert "genai_prices" not in sys.modules
threads = []

class Finder:
    def find_spec(self, name, *_):
        if name == "genai_prices.data":
            threads.append(threading.current_thread())

sys.meta_path.insert(0, Finder())
used = ModelUsed(id="openai:gpt-5-mini", provider="openai", vendor_model_id="gpt-5-mini")
charge = asyncio.run(Prices().charge(used, Tokens(input=1), at=datetime.now(UTC)))
assert charge.cost.picos == 250_000, charge
assert threads and threads[0] is not threading.main_thread()
"""
    subprocess.run([sys.executable, "-c", program], check=True)
