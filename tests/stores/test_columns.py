"""Columns return the values they were built from, and select rows in bulk."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from runwhy.stores.search.columns import (
    Mask,
    NumberColumn,
    TextColumn,
    TextTally,
    all_rows,
    between,
    count,
    ends,
    selected_rows,
    tally,
)

texts = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=3)
words = st.lists(st.none() | texts, min_size=1, max_size=40)
# With more than 255 distinct texts, their numbers need two bytes.
many_words = st.integers(250, 300).map(lambda n: [None, *(f"{i:x}" for i in range(n)), "7", None])
columns = words | many_words
numbers = st.lists(
    st.none() | st.integers(-(2**40), 2**40) | st.integers(0, 9), min_size=1, max_size=40
)


def rows(mask: Mask, size: int) -> list[int]:
    """Return the rows that a mask selects."""
    return [row for row, selected in enumerate(mask.to_bytes(size, "little")) if selected]


@given(columns, texts)
def test_text_columns_select_rows_by_text_prefix_and_presence(
    values: list[str | None], text: str
) -> None:
    column, size = TextColumn.of(values), len(values)
    for sought in (text, values[-1] or "7"):
        equal = [row for row, value in enumerate(values) if value == sought]
        begins = [row for row, value in enumerate(values) if (value or "").startswith(sought)]
        assert rows(column.equal(sought), size) == equal
        if sought:
            assert rows(column.beginning(sought), size) == begins
    known = [row for row, value in enumerate(values) if value is not None]
    assert rows(column.known(), size) == known
    assert list(column.all()) == values


@given(columns, st.integers(0, 40), st.integers(0, 300))
def test_texts_are_counted_in_the_selected_rows(
    values: list[str | None], first: int, end: int
) -> None:
    end = min(end, len(values))
    column, mask = TextColumn.of(values), between(first, end)
    total = Counter({"before": 1})
    tally(column.numbered(mask), column.read(), total)
    selected = Counter(value for value in values[first:end] if value is not None)
    assert total == selected + Counter({"before": 1})
    both = TextTally({"before": 1})
    assert both.add(column.numbered(mask), column.read()) == selected.total()
    both.add(column.numbered(mask), column.read())
    assert column.count_known(selected_rows(mask, len(values))) == selected.total()
    assert both.counts() == selected + selected + Counter({"before": 1})
    assert len(both) == len(selected | Counter(["before"]))
    assert count(mask) == max(0, end - first)


@given(numbers, st.none() | st.integers(-5, 12), st.none() | st.integers(-5, 2**41))
def test_number_columns_select_known_numbers_in_a_range(
    values: list[int | None], first: int | None, last: int | None
) -> None:
    column = NumberColumn.from_bytes(NumberColumn.of(values).to_bytes())
    assert list(column.all()) == values
    low, high = -(2**62) if first is None else first, 2**62 if last is None else last
    within = [row for row, value in enumerate(values) if value is not None and low <= value <= high]
    assert rows(column.within(first, last), len(values)) == within


@given(st.lists(st.integers(0, 50), min_size=1), st.integers(-1, 51), st.integers(-1, 51))
def test_a_range_of_sorted_numbers_is_a_slice(values: list[int], first: int, last: int) -> None:
    values.sort()
    column = NumberColumn.of(values)
    assert column.within_sorted(first, last) == column.within(first, last)


@given(st.lists(st.integers(0, 2**40), min_size=1, unique=True), st.integers(1, 5))
def test_the_largest_numbers_come_first(values: list[int], most: int) -> None:
    column, mask = NumberColumn.of(values), all_rows(len(values))
    assert column.largest(mask, most, None) == sorted(values, reverse=True)[:most]
    below = [value for value in values if value < values[0]]
    assert column.largest(mask, most, values[0]) == sorted(below, reverse=True)[:most]
    assert rows(column.among({values[0]}), len(values)) == [0]
    assert column.selected(between(0, min(2, len(values)))) == values[:2]
    assert ends(mask) == (0, len(values) - 1)
