"""Both emulators render the same text."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from runwhy.terminal import screen as screens
from runwhy.terminal.live_terminal import Tail
from runwhy.terminal.pyte_screen import PyteScreen
from runwhy.terminal.screen import Screen, new_screen, rendered, trimmed

Make = Callable[..., Screen]


@pytest.fixture(params=["ghostty", "pyte"])
def make(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Make:
    if request.param == "pyte":
        monkeypatch.setattr(screens, "find_spec", lambda name: None)
        assert isinstance(new_screen(80, 24, history=1), PyteScreen)
    else:
        pytest.importorskip("pyghostty")
    return new_screen


@pytest.mark.parametrize(
    ("raw", "lines"),
    [
        (b"a\r\nb\r\n", ["a", "b"]),
        (b"\x1b[31mred\x1b[0m\r\n", ["red"]),
        (b"10%\r50%\r100%\r\n", ["100%"]),
        (b"x" * 500 + b"\r\nend\r\n", ["x" * 500, "end"]),
        ("日本語".encode() * 40, ["日本語" * 40]),
        (b"one\r\n\x1b[?1049hMENU\x1b[?1049ltwo", ["one", "two"]),
        (b"one\r\n\x1b[?1049hstill open", ["one"]),
        (b"one\r\ntwo\x1b[1A\r\x1b[2Kthree\r\n", ["three", "two"]),
        (b"no\x1b[1m\x1b[7m%\x1b[27m\x1b[1m\x1b[0m" + b" " * 79 + b"\r \r", ["no"]),
        (b"", []),
    ],
)
def test_output_is_rendered_as_displayed(make: Make, raw: bytes, lines: list[str]) -> None:
    assert rendered(raw, 80, 24, history=100) == lines


def test_scrollback_is_kept(make: Make) -> None:
    screen = make(80, 5, history=100)
    screen.feed(b"".join(b"%d\r\n" % n for n in range(50)))

    assert trimmed(list(screen.lines())) == [str(n) for n in range(50)]
    assert trimmed(list(screen.rows())) == ["46", "47", "48", "49"]
    screen.resize(100, 10)
    screen.close()


def test_terminal_queries_are_answered(make: Make) -> None:
    answers: list[bytes] = []
    screen = make(80, 5, history=1, reply=answers.append)

    screen.feed(b"ab\x1b[6n")

    assert answers == [b"\x1b[1;3R"]


def test_the_tail_of_long_output_starts_with_a_complete_line() -> None:
    tail = Tail(100)
    for number in range(1000):
        tail.add(b"line %d\n" % number)

    assert tail.bytes().startswith(b"line 9")
    assert tail.bytes().endswith(b"line 999\n")
    assert len(tail.bytes()) <= 100
    assert (tail.newlines, tail.total) == (1000, sum(len(b"line %d\n" % n) for n in range(1000)))
