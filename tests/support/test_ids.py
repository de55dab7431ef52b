"""The counting ids of tests."""

from __future__ import annotations

import re

from tests.support.ids import CountingIds


def test_counting_ids_look_real_sort_in_order_and_are_reproducible() -> None:
    new_id, again = CountingIds(), CountingIds()

    made = [new_id("run") for _ in range(40)]

    assert all(re.fullmatch(r"run_[0-9a-hjkmnp-tv-z]{26}", id) for id in made)
    assert made == sorted(set(made)) == [again("run") for _ in range(40)]
