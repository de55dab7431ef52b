"""Ids: their shape and their order."""

from __future__ import annotations

import re
from typing import get_args

from hypothesis import given
from hypothesis import strategies as st

from runwhy.core.ids import RANDOM_BITS, Kind, make_id

TIMES = st.integers(0, 2**48 - 1)
CHANCE = st.integers(0, 2**RANDOM_BITS - 1)


@given(st.sampled_from(get_args(Kind)), TIMES, CHANCE)
def test_every_id_has_its_prefix_and_the_shape_of_an_id(kind: Kind, ms: int, chance: int) -> None:
    made = make_id(kind, ms=ms, random=chance)

    assert re.fullmatch(rf"{kind}_[0-9a-hjkmnp-tv-z]{{26}}", made)


@given(TIMES, TIMES, CHANCE, CHANCE)
def test_ids_sort_by_time_and_then_by_random_bits(
    ms: int, later: int, one: int, other: int
) -> None:
    ids = [make_id("run", ms=ms, random=one), make_id("run", ms=later, random=other)]

    assert (ids[0] < ids[1]) == ((ms, one) < (later, other))
    assert (ids[0] == ids[1]) == ((ms, one) == (later, other))


def test_too_many_random_bits_do_not_overflow_into_the_time() -> None:
    assert make_id("run", ms=5, random=2**RANDOM_BITS) == make_id("run", ms=5, random=0)
