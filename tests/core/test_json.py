"""Compact JSON: the same bytes for the same values."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runwhy.core.json import compact_json, pointer, storable, unstorable_text

STORABLE = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"))
UNSTORABLE = ("\x00", "\ud800", "\udfff", "a\x00b", "🙂\udc00")
NUMBERS = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
SCALARS = st.none() | st.booleans() | NUMBERS | STORABLE


def trees(leaves: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    return st.recursive(
        leaves, lambda inner: st.lists(inner) | st.dictionaries(STORABLE, inner), max_leaves=10
    )


def follow(value: object, path: str) -> object:
    for step in path.split("/")[1:]:
        step = step.replace("~1", "/").replace("~0", "~")
        value = value[int(step)] if isinstance(value, list) else value[step]  # type: ignore[index]
    return value


def texts(value: object) -> Iterator[str]:
    match value:
        case str():
            yield value
        case list() | dict():
            for item in value.values() if isinstance(value, dict) else value:
                yield from texts(item)


def test_compact_json_has_no_spaces_and_no_unnecessary_escapes() -> None:
    assert compact_json({"b": [1, "é🙂"], "a": None}) == '{"b":[1,"é🙂"],"a":null}'


def test_sorted_compact_json_does_not_depend_on_key_order() -> None:
    value = {"b": {"d": 1, "c": 2}, "a": 3}

    assert compact_json(value, sort=True) == '{"a":3,"b":{"c":2,"d":1}}'


@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf")])
def test_compact_json_rejects_values_that_json_cannot_hold(number: float) -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        compact_json({"n": number})


def test_a_pointer_escapes_tildes_and_slashes() -> None:
    assert pointer("a/b", "~", 0, "") == "/a~1b/~0/0/"
    assert pointer() == ""


@given(trees(SCALARS))
def test_storable_text_passes(value: object) -> None:
    assert unstorable_text(value) is None
    assert json.loads(compact_json(value)) == value


@given(trees(SCALARS | st.sampled_from(UNSTORABLE)))
def test_unstorable_text_is_found_at_any_depth(value: object) -> None:
    where = unstorable_text(value)

    if where is None:
        assert not any(text in UNSTORABLE for text in texts(value))
    else:
        assert follow(value, where) in UNSTORABLE


def test_the_first_position_in_document_order_is_returned() -> None:
    value = {"fine": "x", "list": ["x", {"deep": "\x00"}, "\x00"], "later": "\x00"}

    assert unstorable_text(value, "/context") == "/context/list/1/deep"


def test_an_unstorable_key_has_a_pointer_that_can_be_returned() -> None:
    assert unstorable_text({"a": {"k\x00": 1}}) == "/a/k?"
    assert unstorable_text({"a": {"k\ud800": 1}}) == "/a/k?"


def test_deep_nesting_is_not_an_error() -> None:
    value: object = "\x00"
    for _ in range(5000):
        value = [value]

    assert unstorable_text(value) == "/0" * 5000


def test_unstorable_characters_are_replaced() -> None:
    assert storable("a\x00b\ud800c") == "a\ufffdb\ufffdc"
    assert storable("as it is 漢") == "as it is 漢"
