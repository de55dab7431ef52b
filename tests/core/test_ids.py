from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from whence.core.ids import RANDOM_BITS, Kind, looks_like_id, make_id

TIMES = st.integers(0, 2**48 - 1)
CHANCE = st.integers(0, 2**RANDOM_BITS - 1)


@given(st.sampled_from(get_args(Kind)), TIMES, CHANCE)
def test_every_id_has_its_prefix_and_the_shape_of_an_id(kind: Kind, ms: int, chance: int) -> None:
    made = make_id(kind, ms=ms, random=chance)

    assert made.startswith(f"{kind}_")
    assert looks_like_id(made)
    assert len(made) == len(kind) + 27


@given(TIMES, TIMES, CHANCE, CHANCE)
def test_ids_sort_by_time_and_then_by_chance(ms: int, later: int, one: int, other: int) -> None:
    ids = [make_id("run", ms=ms, random=one), make_id("run", ms=later, random=other)]

    assert (ids[0] < ids[1]) == ((ms, one) < (later, other))
    assert (ids[0] == ids[1]) == ((ms, one) == (later, other))


def test_too_much_chance_does_not_spill_into_the_time() -> None:
    assert make_id("run", ms=5, random=2**RANDOM_BITS) == make_id("run", ms=5, random=0)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "run_",
        "run",
        "run_" + "0" * 25,
        "run_" + "0" * 27,
        "run_" + "0" * 26 + "\n",
        "run-" + "0" * 26,
        "RUN_" + "0" * 26,
        "ru_" + "0" * 26,
        "run_" + "0" * 25 + "i",
        "run_" + "0" * 25 + "U",
        "run_" + "٣" * 26,
        "../" + "0" * 26,
    ],
)
def test_what_cannot_be_an_id_is_known_without_looking_it_up(text: str) -> None:
    assert not looks_like_id(text)
