"""Usage of model calls: exact sums, and unknown costs that are never zero."""

from __future__ import annotations

from dataclasses import asdict, replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st
from tests.support.builders import NOON, a_part, a_run

from runwhy.core.runs.cost import Cost, total, usd_text
from runwhy.core.runs.log import PartKind
from runwhy.core.runs.prices import FREE, Price, price_json, read_price
from runwhy.core.runs.run import Outcome, Status, Tokens
from runwhy.core.runs.usage import (
    CALL,
    UNLOGGED,
    CallFacts,
    Usage,
    call_json,
    call_usage,
    read_call,
    read_tokens,
    stopped,
    total_usage,
    usages_of,
)

counts = st.integers(min_value=0, max_value=10_000_000)
rates = st.decimals(min_value=0, max_value=100_000, places=6)
prices = st.builds(
    Price, input=rates, output=rates, cache_read=st.none() | rates, cache_write=st.none() | rates
)
costs = st.builds(
    Cost,
    picos=st.none() | st.integers(min_value=0, max_value=10**18),
    unpriced_calls=st.integers(min_value=0, max_value=50),
)
times = st.integers(min_value=0, max_value=10**13).map(
    lambda ms: datetime.fromtimestamp(0, UTC) + timedelta(milliseconds=ms)
)
calls = st.builds(
    CallFacts,
    started_at=times,
    duration_ms=counts,
    first_token_ms=st.none() | counts,
    cost=costs,
    price=st.none() | prices,
)


@st.composite
def token_counts(draw: st.DrawFn) -> Tokens:
    """Counts as a provider reports them: cached tokens are part of the input."""
    cached, written, fresh = draw(counts), draw(counts), draw(counts)
    return Tokens(
        input=cached + written + fresh, cached=cached, cache_write=written, output=draw(counts)
    )


@given(prices, token_counts())
def test_a_cost_is_exact(price: Price, tokens: Tokens) -> None:
    read = price.input if price.cache_read is None else price.cache_read
    write = price.input if price.cache_write is None else price.cache_write
    fresh = tokens.input - tokens.cached - tokens.cache_write
    dollars = (
        Fraction(price.input) * fresh
        + Fraction(read) * tokens.cached
        + Fraction(write) * tokens.cache_write
        + Fraction(price.output) * tokens.output
    ) / 1_000_000

    assert Fraction(usd_text(price.cost(tokens))) == dollars


@given(prices, st.lists(token_counts(), max_size=5))
def test_the_sum_of_the_costs_is_the_cost_of_the_sum(price: Price, used: list[Tokens]) -> None:
    assert sum(map(price.cost, used)) == price.cost(sum(used, Tokens()))


@given(st.lists(costs))
def test_a_sum_is_unknown_only_if_every_cost_is_and_counts_the_unknown(each: list[Cost]) -> None:
    whole = total(each)

    known = [cost.picos for cost in each if cost.picos is not None]
    assert whole.picos == (sum(known) if known else None)
    assert whole.unpriced_calls == sum(cost.unpriced_calls for cost in each)


@given(calls)
def test_a_stored_call_is_read_as_it_was_written(call: CallFacts) -> None:
    assert read_call(call_json(call)) == call


@given(prices)
def test_a_stored_price_is_read_as_it_was_written(price: Price) -> None:
    assert read_price(price_json(price)) == price


def test_a_stored_price_is_decimal_text_without_exponent_or_trailing_zeros() -> None:
    price = Price(input=Decimal("1E+2"), output=Decimal("0.250"), cache_read=Decimal("0.000001"))

    assert price_json(price) == {
        "inputPer1MUsd": "100",
        "outputPer1MUsd": "0.25",
        "cacheReadPer1MUsd": "0.000001",
        "cacheWritePer1MUsd": None,
    }


def test_only_a_price_of_zero_is_free() -> None:
    assert FREE.is_free
    assert not replace(FREE, cache_read=Decimal("0.1")).is_free


CHARGED = CallFacts(
    started_at=NOON, duration_ms=900, first_token_ms=200, cost=Cost(picos=7), price=FREE
)


def test_a_run_uses_what_its_replies_summaries_and_unlogged_calls_used() -> None:
    tokens = Tokens(input=10, cached=4, cache_write=2, reasoning=1, output=3)
    data = {"tokens": asdict(tokens), CALL: call_json(CHARGED)}
    unknown = {"tokens": asdict(tokens), CALL: call_json(CallFacts(started_at=NOON, duration_ms=1))}
    parts = [
        a_part(kind=PartKind.MESSAGE, data=data),  # its data is the caller's
        a_part(kind=PartKind.SUMMARY, data=data),
        a_part(kind=PartKind.REPLY, data={**data, UNLOGGED: [unknown]}),
    ]

    used = total_usage(usages_of(parts))

    assert used.tokens == tokens + tokens + tokens
    assert used.cost == Cost(picos=14, unpriced_calls=1)
    assert used.first_token_ms == 200


def test_a_reply_without_a_recorded_call_has_an_unknown_cost() -> None:
    earlier_version = a_part(kind=PartKind.REPLY, data={"tokens": {"input": 5, "output": 2}})
    interrupt = a_part(kind=PartKind.REPLY, data={"tokens": asdict(Tokens())})

    assert usages_of([earlier_version])[0].cost == Cost(unpriced_calls=1)
    assert usages_of([interrupt]) == [Usage()]


def test_the_first_token_is_that_of_the_first_call() -> None:
    later = replace(CHARGED, first_token_ms=5)

    used = [call_usage(Tokens(), call) for call in (CHARGED, later)]

    assert total_usage(used).first_token_ms == 200
    assert total_usage([Usage(), *used]).first_token_ms is None
    assert (CHARGED + later).first_token_ms == 200


def test_a_stopped_run_keeps_the_usage_of_its_recorded_calls() -> None:
    data = {"tokens": {"input": 10}, CALL: call_json(CHARGED)}
    parts = [a_part(kind=PartKind.REPLY, data=data), a_part(kind=PartKind.REPLY, data=data)]

    ended = stopped(a_run(), Outcome(status=Status.CANCELLED), parts)

    assert (ended.turns, ended.tokens, ended.cost) == (2, Tokens(input=20), Cost(picos=14))
    assert ended.first_token_ms == 200


def test_a_coding_agent_that_is_stopped_has_an_unknown_cost_once_it_has_started() -> None:
    run, cancelled = a_run(executor="claude"), Outcome(status=Status.CANCELLED)
    envelope = a_part(kind=PartKind.ENVELOPE)

    assert stopped(run, cancelled, [envelope]).cost == Cost(unpriced_calls=1)
    assert stopped(run, cancelled, []).cost == Cost()
    assert stopped(a_run(), cancelled, [envelope]).cost == Cost()


def test_damaged_data_of_a_part_counts_as_nothing() -> None:
    for data in ({"tokens": 5}, {"tokens": {"input": "x"}}, {CALL: "x"}, {UNLOGGED: [1]}):
        assert usages_of([a_part(kind=PartKind.REPLY, data=data)]) == [Usage()]
    assert read_tokens(None) == Tokens()
    assert read_price({"inputPer1MUsd": None}) is None
