"""Tags: their limits, and merging."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runwhy.core.json import compact_json
from runwhy.core.runs.tags import (
    MAX_BYTES,
    MAX_ENTRIES,
    MAX_KEY,
    MAX_VALUE,
    Override,
    Tags,
    TagSource,
    merge_tags,
    parse_override,
    parse_tags,
)
from runwhy.errors import InvalidInput, Problem

KEYS = st.sampled_from(["customer", "env", "team", "a", "b", "c"])
LAYERS = st.dictionaries(KEYS, st.none() | st.text(max_size=3), max_size=6)
ANY_KEY = st.from_regex(r"\A(runwhy)?[A-Za-z0-9._-]{0,65}\n?\Z")
ANY_VALUE = st.text(max_size=10) | st.integers(250, 260).map("x".__mul__) | st.just(None)
SOURCED = st.lists(st.tuples(st.sampled_from(TagSource), LAYERS), max_size=5)


def problems_of(value: object, *, nulls: bool = False) -> list[Problem]:
    with pytest.raises(InvalidInput) as refused:
        parse_override(value, nulls=nulls)
    return list(refused.value.problems)


def tags_of(size: int) -> dict[str, str]:
    """Return 16 tags of `size` bytes as compact JSON: each `"k00":"…",`."""
    each, rest = divmod(size - 1, MAX_ENTRIES)
    lengths = [each - 9 + (at < rest) for at in range(MAX_ENTRIES)]
    tags = {f"k{at:02}": "x" * length for at, length in enumerate(lengths)}
    assert len(compact_json(tags).encode()) == size
    return tags


def merged(*layers: Override) -> Tags:
    return merge_tags([(TagSource.RUN, layer) for layer in layers]).tags


def test_sixteen_entries_are_accepted_and_seventeen_rejected() -> None:
    tags = {f"k{n}": "v" for n in range(MAX_ENTRIES)}
    assert parse_tags(tags) == tags

    assert problems_of({**tags, "one-more": "v"}) == [
        Problem("/metadata", "has 17 entries; the limit is 16", 16, 17)
    ]


def test_a_key_of_64_characters_is_accepted_and_65_rejected() -> None:
    assert parse_tags({"k" * MAX_KEY: "v"})

    (problem,) = problems_of({"k" * (MAX_KEY + 1): "v"})
    assert (problem.limit, problem.actual) == (64, 65)


def test_every_valid_key_character_is_accepted() -> None:
    assert parse_tags({"AZaz09._-": "v", ".": "v", "-": "v", "runwhy": "v", "Runwhy.x": "v"})


@pytest.mark.parametrize(
    "key", ["", "abc\n", "\nabc", "a b", "a:b", "a/b", "ä", "k\x00", "a\ud800", "٣", "ａ"]
)
def test_a_key_with_any_other_character_is_rejected(key: str) -> None:
    (problem,) = problems_of({key: "v"})

    assert "A-Z a-z 0-9 . _ -" in problem.problem


def test_the_pointer_to_an_invalid_key_is_escaped_and_encodable() -> None:
    (problem,) = problems_of({"a/~b\ud800": "v"})

    assert problem.field == "/metadata/a~1~0b?"
    assert str(problem).encode()


@pytest.mark.parametrize("key", ["runwhy.", "runwhy.run"])
def test_reserved_keys_are_rejected(key: str) -> None:
    (problem,) = problems_of({key: "v"})

    assert "reserved" in problem.problem


@pytest.mark.parametrize("character", ["x", "é", "字", "🙂"])
def test_a_value_is_measured_in_code_points_not_in_bytes(character: str) -> None:
    assert parse_tags({"k": character * MAX_VALUE})

    assert problems_of({"k": character * (MAX_VALUE + 1)}) == [
        Problem("/metadata/k", "has 257 characters; the limit is 256", 256, 257)
    ]


def test_all_tags_together_have_at_most_4096_bytes() -> None:
    assert parse_tags(tags_of(MAX_BYTES))

    assert problems_of(tags_of(MAX_BYTES + 1)) == [
        Problem("/metadata", "has 4097 bytes as compact JSON; the limit is 4096", 4096, 4097)
    ]


def test_the_bytes_of_all_tags_are_counted_as_utf8() -> None:
    (problem,) = problems_of({f"k{n}": "🙂" * 80 for n in range(13)})

    assert problem.limit == MAX_BYTES


def test_an_empty_value_and_empty_tags_are_accepted() -> None:
    assert parse_tags({"k": ""}) == {"k": ""}
    assert parse_tags({}) == parse_tags(None) == {}


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (None, "null"),
        (1, "a number"),
        (1.5, "a number"),
        (float("nan"), "a number"),
        (True, "a boolean"),
        ([], "a list"),
        ({}, "an object"),
    ],
)
def test_a_value_that_is_not_a_string_is_rejected_by_name(value: object, name: str) -> None:
    assert problems_of({"k": value}) == [Problem("/metadata/k", f"must be a string, not {name}")]


@pytest.mark.parametrize("value", ["text", 1, True, [], ["k", "v"]])
def test_tags_that_are_not_an_object_are_rejected(value: object) -> None:
    assert problems_of(value) == [Problem("/metadata", "must be an object of strings")]


@pytest.mark.parametrize("value", ["\x00", "a\x00b", "\ud800", "x\udfff"])
def test_unstorable_text_is_rejected(value: str) -> None:
    assert problems_of({"k": value}) == [
        Problem("/metadata/k", "must not contain NUL or a lone surrogate")
    ]


def test_every_broken_rule_is_reported_at_once() -> None:
    broken = {
        "runwhy.x": "\x00" + "x" * 300,
        "bad key": 1,
        **{f"k{n}": "🙂" * 256 for n in range(15)},
    }

    found = {(problem.field, problem.limit) for problem in problems_of(broken)}

    assert found == {
        ("/metadata/runwhy.x", None),  # reserved, and holds NUL
        ("/metadata/runwhy.x", MAX_VALUE),
        ("/metadata/bad key", MAX_KEY),
        ("/metadata/bad key", None),  # not a string
        ("/metadata", MAX_ENTRIES),
        ("/metadata", MAX_BYTES),
    }
    assert len(problems_of(broken)) == 7


def test_entries_are_counted_even_if_they_are_invalid() -> None:
    problems = problems_of({f"k{n}": n for n in range(MAX_ENTRIES + 1)})

    assert Problem("/metadata", "has 17 entries; the limit is 16", 16, 17) in problems


def test_problems_use_the_pointer_of_the_tags() -> None:
    with pytest.raises(InvalidInput, match=r"^/trigger/metadata/k: must be a string"):
        parse_tags({"k": 1}, at="/trigger/metadata")


def test_null_is_allowed_in_an_override_only() -> None:
    assert parse_override({"gone": None, "kept": "v"}) == {"gone": None, "kept": "v"}

    assert problems_of({"gone": None}, nulls=False)


def test_nulls_in_an_override_do_not_count_as_entries() -> None:
    nulls = {f"old{n}": None for n in range(MAX_ENTRIES)}
    news = {f"new{n}": "v" for n in range(MAX_ENTRIES)}

    assert parse_override({**nulls, **news}) == {**nulls, **news}


def test_a_null_value_does_not_excuse_an_invalid_key() -> None:
    assert len(problems_of({"a b": None, "runwhy.x": None}, nulls=True)) == 2


def test_tags_are_a_copy_that_the_caller_cannot_change() -> None:
    given = {"k": "v"}
    parsed, tagging = parse_tags(given), merge_tags([(TagSource.RUN, given)])
    given["k"] = "changed"

    assert parsed == tagging.tags == {"k": "v"}


def test_too_many_merged_entries_are_rejected_although_each_layer_is_valid() -> None:
    session = {f"s{n}": "v" for n in range(9)}
    message = {f"m{n}": "v" for n in range(8)}

    with pytest.raises(InvalidInput, match="has 17 entries; the limit is 16, after merging"):
        merged(session, message)
    assert len(merged(session, {**message, "s0": None})) == MAX_ENTRIES


def test_too_many_merged_bytes_are_rejected_although_each_layer_is_valid() -> None:
    half = {f"s{n}": "x" * 256 for n in range(8)}
    other = {f"m{n}": "x" * 256 for n in range(8)}

    with pytest.raises(InvalidInput, match="the limit is 4096"):
        merged(half, other)


@given(LAYERS, LAYERS)
def test_the_later_layer_wins_and_null_deletes(first: Override, second: Override) -> None:
    result = merged(first, second)

    for key in {**first, **second}:
        assert result.get(key) == (second[key] if key in second else first[key])


@given(LAYERS, LAYERS, LAYERS)
def test_merging_is_associative(a: Override, b: Override, c: Override) -> None:
    assert merged(merged(a, b), c) == merged(a, b, c) == merged(a, {**b, **c})


@given(LAYERS)
def test_merging_with_nothing_or_itself_is_the_identity(layer: Override) -> None:
    assert merged({}, layer) == merged(layer, {}) == merged(layer, layer) == merged(layer)


@given(SOURCED)
def test_sources_name_the_layer_of_each_key(layers: list[tuple[TagSource, Override]]) -> None:
    tagging = merge_tags(layers)

    assert tagging.sources.keys() == tagging.tags.keys()
    for key, value in tagging.tags.items():
        source, layer = next(pair for pair in reversed(layers) if key in pair[1])
        assert (source, layer[key]) == (tagging.sources[key], value)


@given(st.dictionaries(ANY_KEY, ANY_VALUE, max_size=20))
def test_accepted_tags_satisfy_every_rule(value: Mapping[str, object]) -> None:
    try:
        tags = parse_tags(value)
    except InvalidInput:
        return

    assert tags == value
    assert len(tags) <= MAX_ENTRIES and len(compact_json(tags).encode()) <= MAX_BYTES
    assert all(re.fullmatch(r"[A-Za-z0-9._-]{1,64}\Z", key) for key in tags)
    assert not any(key.startswith("runwhy.") for key in tags)
    assert all(len(text) <= MAX_VALUE and "\x00" not in text for text in tags.values())
