"""A run's story on a terminal, redrawn as it unfolds and gone when it is told."""

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

LINES = 6  # of what happened, besides the text
PER_SECOND = 12


class LiveRunView:
    """Shows a story on stderr; stdout stays free for what comes of it."""

    def __init__(self, story: RunProgress, *, stream: bool) -> None:
        self._story = story
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
        happened = [Text(line, style="dim", no_wrap=True) for line in self._story.lines[-LINES:]]
        self._spinner.update(text=Text(self._status(), style="cyan", no_wrap=True))
        yield Group(*self._said(console), *happened, self._spinner)

    def _said(self, console: Console) -> list[Text]:
        """The end of the text, as much as fits."""
        if not (self._stream and self._story.text):
            return []
        wrapped = Text(escape_controls(self._story.text)).wrap(console, console.width)
        return [*wrapped[-max(1, console.height - LINES - 2) :]]

    def _status(self) -> str:
        elapsed = seconds_text(time.monotonic() - self._since)
        return " · ".join(part for part in (self._story.why, self._story.status, elapsed) if part)
