"""Cost: exact sums, and amounts as text."""

from __future__ import annotations

from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from runwhy.core.runs.cost import NO_COST, UNPRICED, Cost, maybe_usd, to_picos, total, usd_text

picos = st.integers(min_value=0, max_value=2**63 - 1)


@given(picos)
def test_an_amount_survives_its_text(amount: int) -> None:
    assert to_picos(Decimal(usd_text(amount))) == amount


@given(st.lists(picos))
def test_sums_are_exact(amounts: list[int]) -> None:
    exact = sum((Decimal(usd_text(amount)) for amount in amounts), Decimal(0))
    found = total(Cost(picos=amount) for amount in amounts)
    assert Decimal(maybe_usd(found.picos) or 0) == exact


def test_an_amount_has_no_exponent_and_no_trailing_zeros() -> None:
    assert [usd_text(n) for n in (0, 1, 12_500_000_000, 3 * 10**12)] == [
        "0",
        "0.000000000001",
        "0.0125",
        "3",
    ]


def test_an_unknown_price_stays_unknown_and_is_counted() -> None:
    assert Cost(picos=None, unpriced_calls=2) == UNPRICED + UNPRICED
    assert NO_COST + UNPRICED + Cost(picos=5) == Cost(picos=5, unpriced_calls=1)
    assert maybe_usd(NO_COST.picos) is None
