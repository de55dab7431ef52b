"""Results of server-side tools as the model gets them."""

from __future__ import annotations

from types import SimpleNamespace as Block

from hypothesis import given
from hypothesis import strategies as st

from runwhy.executors.builtin.tools.results import ToolOutput, bounded, text_of


@given(st.text(), st.integers(min_value=0, max_value=40))
def test_truncation_respects_the_limit_and_never_splits_a_character(text: str, limit: int) -> None:
    cut = bounded(text, limit)

    head = cut.split("\n[truncated:")[0] if cut.endswith("bytes]") else cut
    assert len(head.encode()) <= max(limit, len(text.encode("utf-8", "replace")))
    cut.encode()  # complete characters only


def test_short_text_is_unchanged_and_truncated_text_has_a_note() -> None:
    assert bounded("four", 4) == "four"
    assert bounded("漢漢", 4) == "漢\n[truncated: first 4 of 6 bytes]"


def test_non_text_content_is_described() -> None:
    blocks = [
        Block(type="text", text="See:"),
        Block(type="image", mime_type="image/png", data="AAAA"),
        Block(type="resource", resource=Block(text="inside")),
        Block(type="resource_link", name="a", uri="file:///a"),
        Block(type="hologram"),
    ]

    assert text_of(blocks, None) == (
        "See:\n[image, image/png, 3 bytes]\ninside\n[a: file:///a]\n[hologram]"
    )
    assert text_of([], {"a": 1}) == '{"a":1}'


def test_the_summary_of_a_long_result_is_short() -> None:
    assert ToolOutput(text="x" * 900).summary == "x" * 500 + "…"
    assert ToolOutput(text="short").summary == "short"
