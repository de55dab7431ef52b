"""A live view of a run on a terminal, removed when the run ends."""

from __future__ import annotations

import time
from types import TracebackType
from typing import Self

from rich.console import Console, ConsoleOptions, Group, RenderResult
from rich.live import Live
from rich.spinner import Spinner
from rich.text import Text

from runwhy.cli.output import escape_controls, seconds_text
from runwhy.cli.run_progress import RunProgress

LINES = 6  # newest progress lines to show below the text
PER_SECOND = 12


class LiveRunView:
    """Draws the progress of a run on stderr. The result goes to stdout."""

    def __init__(self, progress: RunProgress, *, stream: bool) -> None:
        self._progress = progress
        self._stream = stream
        self._since = time.monotonic()
        self._spinner = Spinner("dots")
        console = Console(stderr=True, highlight=False)
        self._live = Live(
            self, console=console, transient=True, refresh_per_second=PER_SECOND, screen=False
        )

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._live.stop()

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        lines = [Text(line, style="dim", no_wrap=True) for line in self._progress.lines[-LINES:]]
        self._spinner.update(text=Text(self._status(), style="cyan", no_wrap=True))
        yield Group(*self._text(console), *lines, self._spinner)

    def _text(self, console: Console) -> list[Text]:
        """Return the last lines of the text that fit on the screen."""
        if not (self._stream and self._progress.text):
            return []
        wrapped = Text(escape_controls(self._progress.text)).wrap(console, console.width)
        return [*wrapped[-max(1, console.height - LINES - 2) :]]

    def _status(self) -> str:
        elapsed = seconds_text(time.monotonic() - self._since)
        parts = (self._progress.why, self._progress.status, elapsed)
        return " · ".join(part for part in parts if part)
