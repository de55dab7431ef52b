"""Limits of an entry."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from runwhy.core.agents.entry_limits import (
    MAX_ATTACHMENT,
    MAX_ENTRY,
    MAX_TEXT,
    bound_entry,
    truncate,
    truncation_note,
)
from runwhy.core.json import compact_json
from runwhy.core.redaction import redact_text

TOKEN = "ghp_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=10,
)


@given(st.dictionaries(st.text(), values, max_size=4))
def test_a_small_entry_is_not_changed(entry: dict[str, object]) -> None:
    assert bound_entry(entry) == entry


def test_a_long_text_is_cut_and_states_its_size() -> None:
    text = "é line\n" * 1_000_000

    result: Any = bound_entry({"result": {"text": text, "exitCode": 0}})["result"]

    assert result["exitCode"] == 0
    assert len(result["text"]) <= MAX_TEXT + 40
    assert result["text"].endswith("line\n" + truncation_note(8_000_000))


def test_a_text_that_was_cut_before_keeps_the_size_that_it_states() -> None:
    text = "x " * MAX_TEXT + truncation_note(41_943_040)

    assert truncate(text).endswith("\n… truncated, 41943040 bytes")
    assert truncate(truncate(text)) == truncate(text)


def test_no_part_of_a_secret_is_left_where_a_text_is_cut() -> None:
    for at in range(1, len(TOKEN) + 2):
        text = " " * (100 - at) + TOKEN + " more" * 20

        assert "ghp_" not in redact_text(truncate(text, 100))


def test_an_entry_with_many_values_is_bounded() -> None:
    entry = {
        "lines": ["some text"] * 1_000_000,
        "fields": {f"key{n}": "some text" for n in range(1_000_000)},
        "texts": {f"text{n}": "some text " * 30_000 for n in range(20)},
        "status": "success",
    }

    bounded = bound_entry(entry)

    assert len(compact_json(bounded)) < 2 * MAX_ENTRY
    assert bounded["status"] == "success"


def test_an_image_is_whole_or_left_out() -> None:
    small = {"media_type": "image/png", "data": "A" * MAX_ATTACHMENT}
    large = {"media_type": "image/png", "data": "A" * (MAX_ATTACHMENT + 1)}

    result: Any = bound_entry({"result": {"attachments": [small, large]}})["result"]

    assert result["attachments"] == [small, {**large, "data": None}]
