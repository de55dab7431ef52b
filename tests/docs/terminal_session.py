"""A real bash in an 80-column terminal: type commands into it and read the screen."""

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
RENDER_COLUMNS = 1000  # wider than the terminal, so that a long line of output stays one line
TIMEOUT = 90.0  # seconds for one command on a busy machine
READY = b"\x1b]7777;ready\x07"
SETUP = "PS1=$'\\e]7777;ready\\a'\nPS2=''\nstty -echo\n"


class Terminal:
    """A terminal that runs one command at a time."""

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._unread = b""

    def type(self, command: str) -> str:
        """Run a command and return the text it left on the screen."""
        os.write(self._fd, command.encode() + b"\n")
        return _render(self.read_until(READY))

    def read_until(self, mark: bytes) -> bytes:
        """Return the output before a mark."""
        deadline = time.monotonic() + TIMEOUT
        while mark not in self._unread:
            left = max(0.0, deadline - time.monotonic())
            ready, _, _ = select.select([self._fd], [], [], left)
            assert ready, f"no more output within {TIMEOUT} s after: {_render(self._unread)}"
            self._unread += os.read(self._fd, 65536)
        output, _, self._unread = self._unread.partition(mark)
        return output


def _render(data: bytes) -> str:
    screen = pyte.Screen(RENDER_COLUMNS, ROWS)
    pyte.ByteStream(screen).feed(data)
    return "\n".join(line.rstrip() for line in screen.display).strip("\n")


@contextmanager
def open_terminal(env: Mapping[str, str], cwd: Path) -> Iterator[Terminal]:
    """Start bash in a terminal, and kill it at the end."""
    setup = cwd / ".setup"
    setup.write_text(SETUP)
    master, slave = pty.openpty()
    ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    with subprocess.Popen(
        ["bash", "--noprofile", "--rcfile", str(setup), "--noediting", "-i"],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env={**env, "TERM": "xterm-256color", "HISTFILE": ""},
        cwd=cwd,
        start_new_session=True,
    ) as process:
        os.close(slave)
        terminal = Terminal(master)
        try:
            terminal.read_until(READY)
            yield terminal
        finally:
            process.kill()
            os.close(master)
