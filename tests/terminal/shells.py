"""A real shell on a real PTY, with helpers to type and wait."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from runwhy.ports import CommandEnd, TerminalSpec
from runwhy.terminal.live_terminal import LiveTerminal, opener

PATIENCE = 90.0  # seconds; upper bound of every wait
IN_CI = os.environ.get("CI", "").lower() in ("1", "true")
ALL_SHELLS = ("bash", "zsh", "fish")
NONCE = "0123456789abcdef"


def needs(shell: str) -> None:
    """Skip if a shell is missing; fail in CI."""
    if shutil.which(shell) is None:
        (pytest.fail if IN_CI else pytest.skip)(f"this machine has no {shell}: NOT TESTED on it")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran:
    """A command as the terminal recorded it."""

    cmd: str
    cwd: str
    end: CommandEnd

    @property
    def code(self) -> int | None:
        return self.end.exit_code

    @property
    def lines(self) -> list[str]:
        return list(self.end.lines)


class Shell:
    """Types into a shell and waits for results."""

    def __init__(self) -> None:
        self.ran: list[Ran] = []
        self.raw = bytearray()
        self.running: tuple[str, str] | None = None
        self.exit: list[int | None] = []
        self._news = asyncio.Event()
        self.terminal: LiveTerminal

    def printed(self, data: bytes) -> None:
        self.raw += data
        self._news.set()

    def started(self, cmd: str, cwd: str) -> None:
        self.running = (cmd, cwd)
        self._news.set()

    def ended(self, end: CommandEnd) -> None:
        assert self.running is not None
        cmd, cwd = self.running
        self.ran.append(Ran(cmd=cmd, cwd=cwd, end=end))
        self.running = None
        self._news.set()

    def closed(self, status: int | None) -> None:
        self.exit.append(status)
        self._news.set()

    async def until(self, done: Callable[[], object], patience: float = PATIENCE) -> None:
        """Wait until the condition holds."""
        async with asyncio.timeout(patience):
            while not done():
                self._news.clear()
                await self._news.wait()

    @property
    def pid(self) -> int:
        """The process id of the shell."""
        return self.terminal._pty.pid

    @property
    def prompts(self) -> int:
        return self.raw.count(b"\x1b]633;A;" + NONCE.encode())

    @property
    def prompts_of_others(self) -> int:
        """Count the prompts of a nested shell, whose marks are not ours."""
        return self.raw.count(b"\x1b]633;A;") - self.prompts

    async def type(self, line: str, *, prompts: int = 1) -> None:
        """Type a line and wait for this many prompts."""
        wanted = self.prompts + prompts
        self.terminal.write(line.encode() + b"\r")
        await self.until(lambda: self.prompts >= wanted)

    async def run(self, line: str) -> Ran:
        """Run one command, which must produce exactly one block."""
        before = len(self.ran)
        await self.type(line)
        await self.until(lambda: len(self.ran) > before)
        assert len(self.ran) == before + 1, self.ran[before:]
        return self.ran[-1]


@asynccontextmanager
async def open_shell(
    name: str, home: Path, *, rc: str = "", cols: int = 80, rows: int = 24
) -> AsyncIterator[Shell]:
    """Open a shell with its own home directory, at its first prompt."""
    needs(name)
    files = {"bash": ".bashrc", "zsh": ".zshrc", "fish": ".config/fish/config.fish"}
    config = home / files[name]
    config.parent.mkdir(parents=True, exist_ok=True)
    config.write_text(rc)
    shell = Shell()
    environ = {"PATH": os.environ["PATH"], "HOME": str(home), "LANG": "C.UTF-8"}
    spec = TerminalSpec(nonce=NONCE, cwd=str(home), shell=name, cols=cols, rows=rows)
    shell.terminal = opener(environ)(spec, shell)
    try:
        await shell.until(lambda: shell.prompts > 0)
        yield shell
    finally:
        await shell.terminal.close()
