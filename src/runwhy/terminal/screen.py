"""Terminal emulators behind one interface."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib.util import find_spec
from typing import Protocol

LEAVE_ALTERNATE = b"\x1b[?1049l"

# The mark zsh writes after output without a trailing newline. The repetitions are bounded, so that
# matching output that consists of colours stays linear.
_COLOURS = rb"(?:\x1b\[[0-9;]{0,32}m){1,8}"
_ZSH_NO_NEWLINE = re.compile(_COLOURS + rb"[^\x1b\r\n]{1,8}" + _COLOURS + rb" {8,1000}\r \r\Z")


class Screen(Protocol):
    """A terminal emulator: bytes in, text out."""

    def feed(self, data: bytes) -> None: ...
    def resize(self, cols: int, rows: int) -> None: ...
    def rows(self) -> list[str]:
        """Return the visible screen, row by row."""

    def lines(self) -> list[str]:
        """Return the scrollback and the screen, with wrapped lines joined."""

    def close(self) -> None: ...


def new_screen(
    cols: int, rows: int, *, history: int, reply: Callable[[bytes], None] | None = None
) -> Screen:
    """Return the best emulator available."""
    if find_spec("pyghostty") is not None:
        from runwhy.terminal.ghostty_screen import GhosttyScreen

        return GhosttyScreen(cols, rows, history=history, reply=reply)
    from runwhy.terminal.pyte_screen import PyteScreen

    return PyteScreen(cols, rows, history=history, reply=reply)


def rendered(raw: bytes, cols: int, rows: int, *, history: int) -> list[str]:
    """Return output as text: without colours, with final progress bars and joined lines.

    Drawings of full-screen programs are not included.
    """
    screen = new_screen(cols, rows, history=history)
    try:
        screen.feed(_ZSH_NO_NEWLINE.sub(b"", raw))
        screen.feed(LEAVE_ALTERNATE)
        return trimmed(screen.lines())
    finally:
        screen.close()


def trimmed(lines: list[str]) -> list[str]:
    """Return the lines without trailing spaces and trailing empty lines."""
    lines = [line.rstrip() for line in lines]
    while lines and not lines[-1]:
        lines.pop()
    return lines
