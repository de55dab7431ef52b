"""A command on a real PTY, with helpers to type and wait."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.cli.processes import PATIENCE, RUNWHY

CTRL_C, CTRL_D, ENTER, UP = "\x03", "\x04", "\r", "\x1b[A"
_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b\][^\x07]*\x07")


class PtyProcess:
    """Types into a command and waits for its output."""

    def __init__(self, terminal: int, process: subprocess.Popen[bytes]) -> None:
        self._terminal = terminal
        self.process = process
        self.raw = ""
        self._seen = 0

    @property
    def text(self) -> str:
        """All output so far, without colors and cursor movements."""
        return _ESCAPES.sub("", self.raw).replace("\r\n", "\n")

    def type(self, text: str) -> None:
        """Type into the terminal."""
        os.write(self._terminal, text.encode())

    def wait_for(self, expected: str) -> str:
        """Wait for new output that contains the text, and return the text before it."""
        until = time.monotonic() + PATIENCE
        while (found := self.text.find(expected, self._seen)) < 0:
            if not self._read(until):
                raise AssertionError(f"{expected!r} is not in {self.text[self._seen :]!r}")
        before, self._seen = self.text[self._seen : found], found + len(expected)
        return before

    def wait_for_prompt(self) -> None:
        """Wait until the command waits for a line."""
        self.wait_for("> ")
        self._wait_until_idle()

    def interrupt(self) -> None:
        """Press Ctrl-C while the command waits.

        Python does not notice a signal between its output and the wait for keys before the next
        key is pressed.
        """
        self._wait_until_idle()
        self.type(CTRL_C)

    def _wait_until_idle(self) -> None:
        until = time.monotonic() + PATIENCE
        while self._state() != "S" and time.monotonic() < until:
            time.sleep(0.01)

    def _state(self) -> str:
        """Return the state of the main thread: R if it runs, S if it waits."""
        return Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()[0]

    def end(self) -> tuple[int, str]:
        """Wait for the end, and return the exit code and the rest of the output."""
        until = time.monotonic() + PATIENCE
        while self._read(until):
            pass
        code = self.process.wait(timeout=PATIENCE)
        return code, self.text[self._seen :]

    def _read(self, until: float) -> bool:
        ready, _, _ = select.select([self._terminal], [], [], max(0.0, until - time.monotonic()))
        if not ready:
            return False
        try:
            data = os.read(self._terminal, 65536)
        except OSError:  # raised by Linux when the other side is closed
            return False
        self.raw += data.decode(errors="replace")
        return bool(data)


@contextmanager
def on_pty(*args: str, env: Mapping[str, str], columns: int = 100) -> Iterator[PtyProcess]:
    """Run a command with its own terminal, and kill it at the end."""
    near, far = pty.openpty()
    fcntl.ioctl(far, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    process = subprocess.Popen(
        [*RUNWHY, *args],
        env={**env, "TERM": "xterm-256color"},
        preexec_fn=lambda: os.login_tty(far),
    )
    os.close(far)
    try:
        yield PtyProcess(near, process)
    finally:
        process.kill()
        process.wait()
        os.close(near)
