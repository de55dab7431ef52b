"""Terminal emulation by pyte, for platforms without a Ghostty wheel."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pyte

_ALTERNATE = frozenset({47, 1047, 1049})


class _TrackingScreen(pyte.HistoryScreen):
    """pyte's screen with wrapped-line tracking and an alternate screen."""

    def __init__(
        self, cols: int, rows: int, *, history: int, reply: Callable[[bytes], None] | None
    ) -> None:
        self._drawing = False
        self._reply = reply
        self._primary: tuple[Any, Any] | None = None
        super().__init__(cols, rows, history=max(history, 1), ratio=0.5)

    def draw(self, data: str) -> None:
        self._drawing = True
        try:
            super().draw(data)
        finally:
            self._drawing = False

    def linefeed(self) -> None:
        self.buffer[self.cursor.y].wrapped = self._drawing  # type: ignore[attr-defined]
        super().linefeed()

    def set_mode(self, *modes: int, **kwargs: Any) -> None:
        if kwargs.get("private") and _ALTERNATE.intersection(modes) and self._primary is None:
            self._primary = (dict(self.buffer), (self.cursor.x, self.cursor.y))
            self.buffer.clear()
        super().set_mode(*modes, **kwargs)

    def reset_mode(self, *modes: int, **kwargs: Any) -> None:
        if kwargs.get("private") and _ALTERNATE.intersection(modes) and self._primary is not None:
            lines, (self.cursor.x, self.cursor.y) = self._primary
            self.buffer.clear()
            self.buffer.update(lines)
            self._primary = None
        super().reset_mode(*modes, **kwargs)

    def index(self) -> None:
        if self._primary is None:
            super().index()
        else:  # the alternate screen has no scrollback
            pyte.Screen.index(self)

    def write_process_input(self, data: str) -> None:
        if self._reply is not None:
            self._reply(data.encode())


class PyteScreen:
    """A screen emulated by pyte."""

    def __init__(
        self, cols: int, rows: int, *, history: int, reply: Callable[[bytes], None] | None = None
    ) -> None:
        self._screen = _TrackingScreen(cols, rows, history=history, reply=reply)
        self._stream = pyte.ByteStream(self._screen)

    def feed(self, data: bytes) -> None:
        """Process output."""
        self._stream.feed(data)

    def resize(self, cols: int, rows: int) -> None:
        """Change the size."""
        self._screen.resize(rows, cols)

    def rows(self) -> list[str]:
        """Return the screen, row by row."""
        return [line.rstrip() for line in self._screen.display]

    def lines(self) -> list[str]:
        """Return the scrollback and the screen, unwrapped."""
        screen = self._screen
        kept = [*screen.history.top, *(screen.buffer[y] for y in range(screen.lines))]
        return _unwrapped(kept, screen.columns)

    def close(self) -> None:
        """Do nothing; pyte does not hold resources."""


def _unwrapped(kept: Iterable[Any], columns: int) -> list[str]:
    lines: list[str] = []
    continues = False
    for row in kept:
        text = "".join(row[x].data for x in range(columns))
        if continues:
            lines[-1] += text
        else:
            lines.append(text)
        continues = getattr(row, "wrapped", False)
    return [line.rstrip() for line in lines]
