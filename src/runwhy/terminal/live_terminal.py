"""A live terminal: turns a shell's bytes into output, commands and a screen, in order."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import partial

from runwhy.core.terminal.marks import CommandEvent, CommandReader, Ended, Scanner, Started
from runwhy.ports import CommandEnd, TerminalListener, TerminalSpec
from runwhy.terminal.pty import ShellPty, spawn
from runwhy.terminal.screen import Screen, new_screen, rendered
from runwhy.terminal.shells.launcher import launch
from runwhy.terminal.spool import Spool

HISTORY = 2000  # lines of scrollback
MAX_RAW = 256 * 1024  # bytes kept of a command's output
MAX_REPLAY = 512 * 1024  # bytes replayed to a viewer that attaches
MAX_LINES = 1000


class Tail:
    """The last bytes of a long output, starting at a line if possible."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._data = bytearray()
        self.total = 0
        self.newlines = 0

    def add(self, data: bytes) -> None:
        """Append bytes."""
        self.total += len(data)
        self.newlines += data.count(b"\n")
        self._data += data
        if len(self._data) > 2 * self._limit:  # trim rarely, to keep it cheap
            del self._data[: len(self._data) - self._limit]

    def bytes(self) -> bytes:
        """Return the kept bytes without a partial first line."""
        kept = bytes(self._data[-self._limit :])
        if self.total <= len(kept):
            return kept
        line = kept.find(b"\n") + 1 or kept.find(b"\r") + 1
        return kept[line:]


class LiveTerminal:
    """One shell that people and agents type into."""

    def __init__(
        self, spec: TerminalSpec, listener: TerminalListener, environ: Mapping[str, str]
    ) -> None:
        self._spec = spec
        self._size = (spec.cols, spec.rows)
        self._listener = listener
        self._scanner = Scanner(spec.nonce)
        self._reader = CommandReader()
        self._output = Tail(MAX_RAW)
        self.answers = True  # answer terminal queries ourselves while no viewer does
        self._screen: Screen = new_screen(*self._size, history=HISTORY, reply=self._answer)
        started = launch(spec.shell, {**environ, **spec.env})
        self._pty: ShellPty = spawn(
            started,
            nonce=spec.nonce,
            cwd=spec.cwd,
            cols=spec.cols,
            rows=spec.rows,
            on_bytes=self._handle_output,
            on_end=self._end,
        )
        # Created after the shell started; nothing is read before the loop runs.
        self._spool = Spool()

    @property
    def cwd(self) -> str:
        """The shell's working directory, as last reported."""
        return self._reader.cwd or self._spec.cwd

    @property
    def busy(self) -> bool:
        """Whether a command is running."""
        return self._reader.running

    def write(self, data: bytes) -> None:
        """Send input to the shell."""
        self._pty.write(data)

    def resize(self, cols: int, rows: int) -> None:
        """Change the window size."""
        self._size = (cols, rows)
        self._pty.resize(cols, rows)
        self._screen.resize(cols, rows)

    def pause(self) -> None:
        """Stop reading, so that the program waits for slow viewers."""
        self._pty.pause()

    def resume(self) -> None:
        """Continue reading."""
        self._pty.resume()

    def rows(self) -> list[str]:
        """Return the visible screen."""
        return self._screen.rows()

    def lines(self) -> list[str]:
        """Return the scrollback and the screen."""
        return self._screen.lines()

    @property
    def end(self) -> int:
        """The total number of output bytes."""
        return self._spool.end

    def recent(self) -> int:
        """Return the offset from which a new viewer is shown output."""
        return self._spool.recent(MAX_REPLAY)

    def read(self, place: int, most: int) -> tuple[int, bytes]:
        """Return output from an offset, and the offset after it."""
        return self._spool.read(place, most)

    def so_far(self) -> CommandEnd:
        """Return the output of the running command so far."""
        return self._command_end(None)

    async def close(self) -> None:
        """Hang up the shell."""
        await self._pty.close()

    def _answer(self, data: bytes) -> None:
        if self.answers:
            self._pty.write(data)

    def _handle_output(self, data: bytes) -> None:
        tokens = self._scanner.feed(data)
        self._spool.add(data)
        self._screen.feed(data)
        for happening in self._reader.read(tokens):
            self._handle_event(happening)
        self._listener.printed(data)

    def _handle_event(self, happening: CommandEvent) -> None:
        match happening:
            case bytes():
                self._output.add(happening)
            case Started():
                self._output = Tail(MAX_RAW)
                self._listener.started(happening.cmd, happening.cwd)
            case Ended():
                self._listener.ended(self._command_end(happening.exit_code))

    def _command_end(self, exit_code: int | None) -> CommandEnd:
        raw = self._output.bytes()
        lines = rendered(raw, *self._size, history=MAX_LINES)
        complete = self._output.total == len(raw) and len(lines) < MAX_LINES
        return CommandEnd(
            exit_code=exit_code,
            lines=tuple(lines),
            lines_total=len(lines) if complete else self._output.newlines,
            bytes_total=self._output.total,
        )

    def _end(self, status: int | None) -> None:
        if self._reader.running:  # `exit 3`, or the shell was killed
            self._listener.ended(self._command_end(status))
        self._screen.close()
        self._listener.closed(status)


def opener(environ: Mapping[str, str] | None = None) -> Callable[..., LiveTerminal]:
    """Return a function that opens terminals with this environment."""
    return partial(LiveTerminal, environ=dict(os.environ if environ is None else environ))
