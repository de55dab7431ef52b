"""Lines from chunks of bytes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from runwhy.normalizers.lines import LineCutter, split_lines

PIECES = st.lists(st.sampled_from([b"a", b"\n", b"\r\n", b"\r", b" ", "é".encode(), b"{}"]))


def test_a_character_across_two_chunks_stays_whole() -> None:
    snow = "☃".encode()

    assert [line.decode() for line in split_lines([snow[:1], snow[1:] + b"\nx"])] == ["☃", "x"]


def test_line_ends_and_blank_lines_are_dropped() -> None:
    assert list(split_lines([b"a\r\n\r\n \nb\n\n"])) == [b"a", b"b"]


def test_the_last_line_needs_no_end() -> None:
    cutter = LineCutter()

    assert (cutter.push(b"a\nb"), cutter.end(), cutter.end()) == ([b"a"], [b"b"], [])


def test_only_a_newline_ends_a_line() -> None:
    text = "a\x1e\x1f\x0b\x0c\x85\u2028b".encode()

    assert list(split_lines([text])) == [text]


@given(PIECES, st.integers(1, 5))
def test_lines_do_not_depend_on_the_chunks(pieces: list[bytes], size: int) -> None:
    data = b"".join(pieces)
    chunks = [data[at : at + size] for at in range(0, len(data), size)]

    assert list(split_lines(chunks)) == list(split_lines([data]))
