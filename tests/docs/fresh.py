"""A fresh clone in an empty home: what somebody has who has read nothing but the page."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.docs.at_terminal import Terminal, at_terminal
from tests.docs.pages import Block, Names, is_as_shown

ROOT = Path(__file__).parents[2]
ADDRESS = "127.0.0.1:7420"
READY = "Ctrl-C ends it."
PATIENCE = 60.0


@dataclass(slots=True, kw_only=True)
class Clone:
    """Where somebody sits, with a terminal, and the port that their server has here."""

    cwd: Path
    home: Path
    env: Mapping[str, str]
    port: int
    names: Names
    terminal: Terminal

    def follow(self, block: Block) -> str:
        """Type a block as it stands; what was shown, in the page's words."""
        seen = [
            self.terminal.type(self.names.here(self.real(command))) for command in block.commands
        ]
        said = self.as_on_the_page("\n".join(text for text in seen if text))
        if block.shown is not None:
            self.names.learn(block.shown, said)
        return said

    def real(self, text: str) -> str:
        """The page's port is perhaps somebody else's here."""
        return text.replace(ADDRESS, f"127.0.0.1:{self.port}")

    def as_on_the_page(self, text: str) -> str:
        """What was seen, with the page's port and home."""
        return text.replace(f"127.0.0.1:{self.port}", ADDRESS).replace(str(self.home), "/home/you")

    def check(self, block: Block) -> None:
        """Follow a block and compare what is shown with what the page shows."""
        seen = self.follow(block)
        shown = self.names.here(block.shown or "…")
        if not is_as_shown(shown, seen):
            pytest.fail(f"{block.text}\nshows on the page:\n{shown}\nand here:\n{seen}")

    @contextmanager
    def serving(self, command: str) -> Iterator[str]:
        """A server in another terminal, as the page starts it; its greeting."""
        process = subprocess.Popen(
            ["bash", "-c", f"exec {command}"],
            env=self.env,
            cwd=self.cwd,
            text=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,  # `uv run` and what it runs end together
        )
        assert process.stdout is not None
        watchdog = threading.Timer(PATIENCE, process.kill)
        watchdog.start()
        try:
            with process:
                try:
                    said = ""
                    for line in process.stdout:
                        said += line
                        if line.strip() == READY:
                            break
                    assert READY in said, said
                    watchdog.cancel()
                    yield self.as_on_the_page(said)
                finally:
                    os.killpg(process.pid, signal.SIGTERM)
                    process.stdout.read()  # until it has ended
        finally:
            watchdog.cancel()


@contextmanager
def fresh_clone(directory: Path, **more: str) -> Iterator[Clone]:
    """All of this repository but what was made in it, and a home with nothing in it."""
    cwd, home = directory / "runwhy", directory / "home"
    cwd.mkdir()
    home.mkdir()
    for there in ROOT.iterdir():
        if there.name not in (".git", ".venv", "build", "runwhy.toml"):
            (cwd / there.name).symlink_to(there)
    (cwd / ".venv").symlink_to(sys.prefix)  # what `uv run` would make first
    port = _free_port()
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "TZ") if name in os.environ}
    env = {
        **kept,
        "HOME": str(home),
        "RUNWHY_PORT": str(port),
        "UV_NO_SYNC": "1",
        "NO_COLOR": "1",
        "VIRTUAL_ENV_DISABLE_PROMPT": "1",
        **more,
    }
    with at_terminal(env, cwd) as terminal:
        names = Names()
        yield Clone(cwd=cwd, home=home, env=env, port=port, names=names, terminal=terminal)


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port
