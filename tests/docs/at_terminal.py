"""Somebody at a terminal of 80 columns: a real bash that is typed into, and what it shows."""

from __future__ import annotations

import os
import pty
import select
import struct
import subprocess
import termios
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from fcntl import ioctl
from pathlib import Path

import pyte

COLUMNS, ROWS = 80, 300
PAPER = 1000  # columns of what is kept: a long line of somebody's text is one line there
PATIENCE = 90.0  # seconds for one command on a busy machine
READY = b"\x1b]7777;ready\x07"
SETUP = "PS1=$'\\e]7777;ready\\a'\nPS2=''\nstty -echo\n"


class Terminal:
    """Types commands and reads what the screen shows of each."""

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._held = b""

    def type(self, command: str) -> str:
        """Run a command to its end; what stands on the screen then, line by line."""
        os.write(self._fd, command.encode() + b"\n")
        return _rendered(self.until(READY))

    def until(self, mark: bytes) -> bytes:
        """All that comes before a mark."""
        before = time.monotonic() + PATIENCE
        while mark not in self._held:
            ready, _, _ = select.select([self._fd], [], [], max(0.0, before - time.monotonic()))
            assert ready, f"nothing more came after: {_rendered(self._held)}"
            self._held += os.read(self._fd, 65536)
        said, _, self._held = self._held.partition(mark)
        return said


def _rendered(data: bytes) -> str:
    screen = pyte.Screen(PAPER, ROWS)
    pyte.ByteStream(screen).feed(data)
    return "\n".join(line.rstrip() for line in screen.display).strip("\n")


@contextmanager
def at_terminal(env: Mapping[str, str], cwd: Path) -> Iterator[Terminal]:
    """A bash of one's own, which is hung up on at the end."""
    setup = cwd / ".setup"
    setup.write_text(SETUP)
    ours, its = pty.openpty()
    ioctl(ours, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    shell = ["bash", "--noprofile", "--rcfile", str(setup), "--noediting", "-i"]
    given = {**env, "TERM": "xterm-256color", "HISTFILE": ""}
    with subprocess.Popen(
        shell, stdin=its, stdout=its, stderr=its, env=given, cwd=cwd, start_new_session=True
    ) as process:
        os.close(its)
        terminal = Terminal(ours)
        try:
            terminal.until(READY)
            yield terminal
        finally:
            process.kill()
            os.close(ours)
