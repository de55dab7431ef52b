"""Ids: a prefix for the kind, then a part that sorts by time."""

from __future__ import annotations

from typing import Literal

Kind = Literal[
    "run",
    "ses",
    "agt",
    "trg",
    "tmr",
    "trm",
    "blk",
    "key",
    "mem",
    "wrk",
    "viw",
    "call",
    "dlv",
    "sub",
    "msg",
    "era",
    "ret",
    "req",
    "ntc",
    "bud",
    "bnt",
    "alr",
    "ale",
]

DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"  # Crockford's base 32: no i, l, o, u
RANDOM_BITS = 80


def make_id(kind: Kind, *, ms: int, random: int) -> str:
    """Return an id of 26 digits: 48 bits of time, then 80 random bits.

    Ids sort by time as text, on every store and in every language.
    """
    number = (ms & (1 << 48) - 1) << RANDOM_BITS | random & (1 << RANDOM_BITS) - 1
    digits = [DIGITS[number >> shift & 31] for shift in range(125, -1, -5)]
    return f"{kind}_{''.join(digits)}"
