"""Terminal emulation by Ghostty, on platforms with a wheel for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pyghostty  # type: ignore[import-untyped]

MAX_BYTES = 64 * 1024 * 1024


class GhosttyScreen:
    """A screen emulated by libghostty-vt."""

    def __init__(
        self, cols: int, rows: int, *, history: int, reply: Callable[[bytes], None] | None = None
    ) -> None:
        self._terminal: Any = pyghostty.Terminal(cols, rows, scrollback=history)
        limit = pyghostty.ffi.new("size_t*", MAX_BYTES)
        option = pyghostty.lib.GHOSTTY_TERMINAL_OPT_SCROLLBACK_MAX_BYTES
        pyghostty.lib.ghostty_terminal_set(self._terminal._t[0], option, limit)
        if reply is not None:
            self._terminal.on_reply(reply)

    def feed(self, data: bytes) -> None:
        """Process output."""
        self._terminal.feed(data)

    def resize(self, cols: int, rows: int) -> None:
        """Change the size; long lines are wrapped again."""
        self._terminal.resize(cols, rows)

    def rows(self) -> list[str]:
        """Return the screen, row by row."""
        _, rows = self._terminal.size
        text: list[str] = self._terminal.text().split("\n")
        return text + [""] * (rows - len(text))

    def lines(self) -> list[str]:
        """Return the scrollback and the screen, unwrapped."""
        text: list[str] = self._terminal.contents().split("\n")
        return text

    def close(self) -> None:
        """Free the terminal's memory."""
        self._terminal.close()
