"""Rows of packs as arrays, exact sums by cell, and percentiles of large numbers of durations."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runwhy.core.queries import Field
from runwhy.core.queries.aggregates import bucket_middle, duration_bucket
from runwhy.core.runs.run import Status
from runwhy.stores.search import duration_counts
from runwhy.stores.search.columns import all_rows
from runwhy.stores.search.duration_counts import DurationCounts
from runwhy.stores.search.pack_rows import PackRows, bucket_at
from runwhy.stores.search.packs import pack_of
from runwhy.stores.search.row_groups import FoundGroups, WantedGroups
from runwhy.stores.search.run_tallies import ExactSums

LARGE = st.integers(-(2**63), 2**63 - 1)
DURATIONS = st.one_of(st.integers(0, 1000), st.integers(0, 2**40))
TEXTS = st.none() | st.sampled_from(["", "a", "b", "ß", "abc"])


def rows_of(
    column: str, values: Sequence[object], chosen: Sequence[bool] | None = None
) -> PackRows:
    mask = bytes(255 if each else 0 for each in chosen) if chosen else None
    pack = pack_of([column], [(value,) for value in values])
    return PackRows(pack, all_rows(len(values)) if mask is None else int.from_bytes(mask, "little"))


@given(
    st.lists(st.tuples(st.integers(0, 3), LARGE)),
    st.lists(st.integers(0, 1), min_size=4, max_size=4),
)
def test_sums_of_64_bit_numbers_are_exact(
    added: list[tuple[int, int]], places: Sequence[int]
) -> None:
    sums = ExactSums(4)
    for cell, number in added:
        sums.add(np.array([cell]), np.array([number]))
    right = [sum(number for cell, number in added if cell == each) for each in range(4)]
    assert sums.all() == right
    joined = [
        sum(n for n, place in zip(right, places, strict=True) if place == each) for each in (0, 1)
    ]
    assert sums.regroup(np.array(places), 2).all() == joined


def test_the_largest_numbers_of_a_whole_pack_add_up_exactly() -> None:
    sums = ExactSums(1)
    sums.add(np.zeros(65_535, np.int64), np.full(65_535, 2**63 - 1))
    assert sums.all() == [65_535 * (2**63 - 1)]


@given(st.lists(st.tuples(st.none() | st.integers(-(2**62), 2**62), st.booleans()), min_size=1))
def test_numbers_of_the_selected_rows_are_read(rows: list[tuple[int | None, bool]]) -> None:
    values, chosen = zip(*rows, strict=True)
    found = rows_of(Field.COST.value, values, chosen).numbers(Field.COST.value)
    assert found is not None
    selected = [value for value, is_chosen in rows if is_chosen]
    assert found[0].tolist() == [value or 0 for value in selected]
    assert found[1].tolist() == [value is not None for value in selected]


@given(st.lists(st.none() | DURATIONS, min_size=1))
def test_buckets_are_those_of_single_durations(durations: list[int | None]) -> None:
    found = rows_of(Field.DURATION.value, durations).buckets
    assert found is not None
    pairs = zip(found[0].tolist(), found[1].tolist(), strict=True)
    buckets = [bucket_at(place) if known else None for place, known in pairs]
    assert buckets == [None if each is None else duration_bucket(each) for each in durations]


@pytest.mark.parametrize(("pending", "few"), [(1, 2**20), (10_000, 1)])
@given(st.lists(st.tuples(st.integers(0, 5), DURATIONS), min_size=1), st.sampled_from([50, 95]))
def test_percentiles_are_within_the_stated_error(
    pending: int, few: int, runs: list[tuple[int, int]], percent: int
) -> None:
    counts, tables = DurationCounts(), [[*range(6)], [0, 1, 2, 0, 1, 2]]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(duration_counts, "_MOST_PENDING", pending)
        patch.setattr(duration_counts, "_FEW", few)
        for cell, ms in runs:
            buckets = rows_of(Field.DURATION.value, [ms]).buckets
            assert buckets is not None
            counts.add(np.array([cell]), buckets[0])
        regrouped = [counts.regroup(np.array(table), 6) for table in tables]
    for table, part in zip(tables, regrouped, strict=True):
        found = part.percentiles(percent, 6)
        for cell in range(6):
            mine = sorted(ms for place, ms in runs if table[place] == cell)
            exact = mine[ceil(len(mine) * percent / 100) - 1] if mine else None
            assert (found[cell] is None) == (exact is None)
            if exact is not None:
                assert found[cell] == bucket_middle(duration_bucket(exact))
                assert abs((found[cell] or 0) - exact) <= 0.004 * exact


def test_without_durations_there_is_no_percentile() -> None:
    assert DurationCounts().percentiles(95, 2) == [None, None]


@given(st.lists(st.tuples(TEXTS, TEXTS), min_size=1), st.data())
def test_groups_have_the_values_of_their_rows(
    rows: list[tuple[str | None, str | None]], data: st.DataObject
) -> None:
    names = ["tag.one", "tag.two"][: data.draw(st.integers(1, 2))]
    keys = [row[: len(names)] for row in rows]
    selected = PackRows(pack_of(["tag.one", "tag.two"], rows), all_rows(len(rows)))
    found = FoundGroups(names, most=9)
    numbers = found.number(selected)
    assert [found.keys()[number] for number in numbers] == keys
    assert len(found) == len(set(keys))
    assert found.is_full == (len(found) > 9)

    wanted = data.draw(st.lists(st.sampled_from(keys), unique=True))
    places = WantedGroups(names, wanted).number(selected)
    assert [[*wanted, None][place] for place in places] == [
        key if key in wanted else None for key in keys
    ]


def test_statuses_are_found_in_rows() -> None:
    rows = rows_of(Field.STATUS.value, ["failed", None, "succeeded", "queued"])
    assert rows.have_status([Status.FAILED]).tolist() == [True, False, False, False]
    ended = rows.have_status([Status.FAILED, Status.SUCCEEDED])
    assert ended.tolist() == [True, False, True, False]
