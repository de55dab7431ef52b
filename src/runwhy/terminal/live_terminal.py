"""A live terminal: a shell's bytes as output, as commands, and as a screen, in one order."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import partial

from runwhy.core.terminal.marks import CommandReader, Ended, Happening, Scanner, Started
from runwhy.ports import CommandEnd, TerminalListener, TerminalSpec
from runwhy.terminal.pty import ShellPty, spawn
from runwhy.terminal.screen import Screen, new_screen, rendered
from runwhy.terminal.shells.launcher import launch
from runwhy.terminal.spool import Spool

HISTORY = 2000  # lines that a terminal can be scrolled back
MAX_RAW = 256 * 1024  # bytes of a command's output that are kept to be shown
MAX_REPLAY = 512 * 1024  # bytes that who looks in again is shown first
MAX_LINES = 1000


class Tail:
    """The last bytes of something long, cut where a line begins if it has any."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._data = bytearray()
        self.total = 0
        self.newlines = 0

    def add(self, data: bytes) -> None:
        """Some more."""
        self.total += len(data)
        self.newlines += data.count(b"\n")
        self._data += data
        if len(self._data) > 2 * self._limit:  # rarely, so that it costs nothing
            del self._data[: len(self._data) - self._limit]

    def bytes(self) -> bytes:
        """What is kept, without a line that lost its beginning."""
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
        self.answers = True  # nobody else answers what programs ask of their terminal
        self._screen: Screen = new_screen(*self._size, history=HISTORY, reply=self._answer)
        started = launch(spec.shell, spec.nonce, {**environ, **spec.env})
        self._pty: ShellPty = spawn(
            started,
            cwd=spec.cwd,
            cols=spec.cols,
            rows=spec.rows,
            on_bytes=self._take,
            on_end=self._end,
        )
        self._spool = Spool()  # when there is a shell: nothing is read before the loop goes on

    @property
    def cwd(self) -> str:
        """Where the shell is, as far as it has said."""
        return self._reader.cwd or self._spec.cwd

    @property
    def busy(self) -> bool:
        """Whether a command runs."""
        return self._reader.running

    def write(self, data: bytes) -> None:
        """Type this."""
        self._pty.write(data)

    def resize(self, cols: int, rows: int) -> None:
        """The window has another size."""
        self._size = (cols, rows)
        self._pty.resize(cols, rows)
        self._screen.resize(cols, rows)

    def pause(self) -> None:
        """Whoever listens cannot follow: let the program wait."""
        self._pty.pause()

    def resume(self) -> None:
        """Go on."""
        self._pty.resume()

    def rows(self) -> list[str]:
        """The screen as it is seen."""
        return self._screen.rows()

    def lines(self) -> list[str]:
        """The screen and what was scrolled away."""
        return self._screen.lines()

    @property
    def end(self) -> int:
        """How many bytes were said in all."""
        return self._spool.end

    def recent(self) -> int:
        """The place from which who looks in (again) is shown what was said."""
        return self._spool.recent(MAX_REPLAY)

    def read(self, place: int, most: int) -> tuple[int, bytes]:
        """What was said from a place on, and the place behind it."""
        return self._spool.read(place, most)

    def so_far(self) -> CommandEnd:
        """What the command that runs has printed until now."""
        return self._told(None)

    async def close(self) -> None:
        """Hang up."""
        await self._pty.close()

    def _answer(self, data: bytes) -> None:
        if self.answers:
            self._pty.write(data)

    def _take(self, data: bytes) -> None:
        tokens = self._scanner.feed(data)
        self._spool.add(data)
        self._screen.feed(data)
        for happening in self._reader.read(tokens):
            self._happened(happening)
        self._listener.said(data)

    def _happened(self, happening: Happening) -> None:
        match happening:
            case bytes():
                self._output.add(happening)
            case Started():
                self._output = Tail(MAX_RAW)
                self._listener.started(happening.cmd, happening.cwd)
            case Ended():
                self._listener.ended(self._told(happening.exit_code))

    def _told(self, exit_code: int | None) -> CommandEnd:
        raw = self._output.bytes()
        lines = rendered(raw, *self._size, history=MAX_LINES)
        whole = self._output.total == len(raw) and len(lines) < MAX_LINES
        return CommandEnd(
            exit_code=exit_code,
            lines=tuple(lines),
            lines_total=len(lines) if whole else self._output.newlines,
            bytes_total=self._output.total,
        )

    def _end(self, status: int | None) -> None:
        if self._reader.running:  # `exit 3`, or a shell that was killed
            self._listener.ended(self._told(status))
        self._screen.close()
        self._listener.closed(status)


def opener(environ: Mapping[str, str] | None = None) -> Callable[..., LiveTerminal]:
    """What opens terminals, with this environment."""
    return partial(LiveTerminal, environ=dict(os.environ if environ is None else environ))
