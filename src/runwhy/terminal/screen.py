"""What is on the screen: terminal emulators behind one interface."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib.util import find_spec
from typing import Protocol

LEAVE_ALTERNATE = b"\x1b[?1049l"

# What zsh writes behind output that has no newline at its end, before anybody can stop it. It is
# short: without bounds, output that is nothing but colours would be looked at again and again.
_COLOURS = rb"(?:\x1b\[[0-9;]{0,32}m){1,8}"
_ZSH_NO_NEWLINE = re.compile(_COLOURS + rb"[^\x1b\r\n]{1,8}" + _COLOURS + rb" {8,1000}\r \r\Z")


class Screen(Protocol):
    """A terminal emulator: bytes in, text out."""

    def feed(self, data: bytes) -> None: ...
    def resize(self, cols: int, rows: int) -> None: ...
    def rows(self) -> list[str]:
        """The screen as it is seen, row by row."""

    def lines(self) -> list[str]:
        """All that was scrolled away and is still known, and the screen; long lines are whole."""

    def close(self) -> None: ...


def new_screen(
    cols: int, rows: int, *, history: int, reply: Callable[[bytes], None] | None = None
) -> Screen:
    """The best emulator that this machine has."""
    if find_spec("pyghostty") is not None:
        from runwhy.terminal.ghostty_screen import GhosttyScreen

        return GhosttyScreen(cols, rows, history=history, reply=reply)
    from runwhy.terminal.pyte_screen import PyteScreen

    return PyteScreen(cols, rows, history=history, reply=reply)


def rendered(raw: bytes, cols: int, rows: int, *, history: int) -> list[str]:
    """Output as it was seen: colours gone, progress bars at their end, wrapped lines whole.

    What a full-screen program drew is not there, because its screen is gone too.
    """
    screen = new_screen(cols, rows, history=history)
    try:
        screen.feed(_ZSH_NO_NEWLINE.sub(b"", raw))
        screen.feed(LEAVE_ALTERNATE)
        return trimmed(screen.lines())
    finally:
        screen.close()


def trimmed(lines: list[str]) -> list[str]:
    """The lines without spaces behind them and without empty ones at the end."""
    lines = [line.rstrip() for line in lines]
    while lines and not lines[-1]:
        lines.pop()
    return lines
