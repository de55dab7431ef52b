"""Marks are read the same for any chunking, and cannot be forged."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runwhy.core.terminal.marks import (
    MAX_MARK,
    OPENING,
    CommandEvent,
    CommandReader,
    Ended,
    Mark,
    Scanner,
    Started,
    Token,
)

NONCE = "n0nce"


def mark(kind: str, *fields: str, nonce: str = NONCE, end: bytes = b"\x07") -> bytes:
    return OPENING + ";".join((kind, *fields, nonce)).encode() + end


def scan(*pieces: bytes) -> list[Token]:
    scanner = Scanner(NONCE)
    tokens = [token for piece in pieces for token in scanner.feed(piece)]
    return joined(tokens + scanner.flush())


def joined(tokens: list[Token]) -> list[Token]:
    whole: list[Token] = []
    for token in tokens:
        if isinstance(token, bytes) and whole and isinstance(whole[-1], bytes):
            whole[-1] += token
        else:
            whole.append(token)
    return whole


def happened(data: bytes) -> list[CommandEvent]:
    return list(CommandReader().read(scan(data)))


def test_marks_are_separated_from_output() -> None:
    data = b"a" + mark("D", "0") + b"b" + mark("A", end=b"\x1b\\") + b"c"

    assert scan(data) == [b"a", Mark("D", "0"), b"b", Mark("A"), b"c"]


@pytest.mark.parametrize(
    "forged",
    [
        mark("D", "0", nonce="guess"),
        mark("D", "0", nonce=""),
        b"\x1b]633;D;0\x07",
        b"\x1b]133;D;0\x07",
        b"\x1b]633;D;0;n0nce\x18",
        b"\x1b]633;D;0;n0nce;more\x07",
    ],
)
def test_a_forged_mark_is_output(forged: bytes) -> None:
    assert scan(b"x" + forged + b"y") == [b"x" + forged + b"y"]


def test_a_mark_inside_a_broken_one_counts() -> None:
    broken = b"\x1b]633;D;0"

    assert scan(broken + mark("D", "1")) == [broken, Mark("D", "1")]


def test_the_command_line_is_read_as_typed() -> None:
    assert scan(mark("E", r"echo \\n\x3b a\x0ab é")) == [Mark("E", "echo \\n; a\nb é")]


def test_a_command_line_of_100_kb_is_read_in_small_pieces() -> None:
    data = mark("E", "x" * 100_000)
    pieces = [data[at : at + 100] for at in range(0, len(data), 100)]

    assert scan(*pieces) == [Mark("E", "x" * 100_000)]


def test_an_endless_mark_is_released_as_output() -> None:
    scanner = Scanner(NONCE)
    got = b"".join(t for _ in range(20) for t in scanner.feed(OPENING + b"x" * 100_000) if t)  # type: ignore[misc]

    assert len(got) > MAX_MARK / 2
    assert scan(OPENING + b"x" * (MAX_MARK + 1), mark("A"))[-1] == Mark("A")


def test_a_shell_needs_a_nonce() -> None:
    with pytest.raises(ValueError, match="nonce"):
        Scanner("")


PIECES = st.sampled_from(
    [
        b"\x1b",
        b"]",
        b"633;",
        OPENING,
        b"\x07",
        b"\\",
        b"\x18",
        b";",
        NONCE.encode(),
        b"D;0",
        b"text \xc3\xa9\r\n",
        mark("A"),
        mark("D", "7"),
        mark("E", "ls"),
        mark("D", "0", nonce="other"),
        mark("C", end=b"\x1b\\"),
    ]
)


@given(st.lists(PIECES, max_size=20), st.randoms(use_true_random=False))
def test_the_result_does_not_depend_on_chunking(pieces: list[bytes], random: object) -> None:
    data = b"".join(pieces)
    cuts = sorted(random.sample(range(len(data) + 1), k=min(len(data), 5)))  # type: ignore[attr-defined]
    parts = [data[a:b] for a, b in zip([0, *cuts], [*cuts, len(data)], strict=True)]

    whole = scan(data)

    assert scan(*parts) == whole
    assert scan(*(data[at : at + 1] for at in range(len(data)))) == whole


@given(st.binary(max_size=300))
def test_bytes_that_are_not_marks_are_preserved(data: bytes) -> None:
    assert b"".join(t for t in scan(data) if isinstance(t, bytes)) == data


def test_output_belongs_to_the_enclosing_command() -> None:
    data = (
        b"$ "
        + mark("P", "/tmp")
        + mark("E", "false")
        + mark("C")
        + b"out"
        + mark("D", "1")
        + mark("A")
        + b"$ prompt"
    )

    assert happened(data) == [Started(cmd="false", cwd="/tmp"), b"out", Ended(exit_code=1)]


def test_an_empty_line_is_not_a_command() -> None:
    assert happened(mark("A") + b"$ \r\n" + mark("D", "0") + mark("A") + b"$ ") == []


def test_a_prompt_without_an_end_ends_the_command() -> None:
    data = mark("E", "x") + mark("C") + mark("A")

    assert happened(data) == [Started(cmd="x", cwd=""), Ended(exit_code=None)]


def test_two_quick_commands_do_not_mix() -> None:
    one = mark("E", "a") + mark("C") + b"1" + mark("D", "0")
    two = mark("E", "b") + mark("C") + b"2" + mark("D", "3")

    assert happened(one + two) == [
        *(Started(cmd="a", cwd=""), b"1", Ended(exit_code=0)),
        *(Started(cmd="b", cwd=""), b"2", Ended(exit_code=3)),
    ]
