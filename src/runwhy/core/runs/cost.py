"""Cost of model calls, in picodollars: integers, so that sums are exact."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Decimal

DECIMALS = 12  # a picodollar is 10⁻¹² USD: the price of a token divides without a rest
_UNIT = Decimal(1).scaleb(-DECIMALS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """The cost of model calls. `picos` is None if all prices are unknown."""

    picos: int | None = None
    unpriced_calls: int = 0  # calls without a known price; not part of `picos`

    def __add__(self, other: Cost) -> Cost:
        known = [each.picos for each in (self, other) if each.picos is not None]
        return Cost(
            picos=sum(known) if known else None,
            unpriced_calls=self.unpriced_calls + other.unpriced_calls,
        )


NO_COST = Cost()
UNPRICED = Cost(unpriced_calls=1)


def total(costs: Iterable[Cost]) -> Cost:
    """Return the sum of costs."""
    return sum(costs, NO_COST)


def to_picos(usd: Decimal) -> int:
    """Return dollars as picodollars, rounded to the nearest one."""
    return int(usd.quantize(_UNIT, rounding=ROUND_HALF_EVEN).scaleb(DECIMALS))


def usd_text(picos: int) -> str:
    """Return picodollars as a decimal number of dollars, without trailing zeros: `0.0125`."""
    sign, digits = "-" if picos < 0 else "", str(abs(picos)).rjust(DECIMALS + 1, "0")
    fraction = digits[-DECIMALS:].rstrip("0")
    return sign + digits[:-DECIMALS] + (f".{fraction}" if fraction else "")


def usd_number(picos: int) -> float:
    """Return picodollars as the nearest number of dollars, for systems without decimals."""
    return picos / int(10**DECIMALS)


def maybe_usd(picos: int | None) -> str | None:
    """Return an optional amount as a decimal number of dollars."""
    return None if picos is None else usd_text(picos)
