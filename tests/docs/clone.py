"""A fresh clone in an empty home directory, as a reader of the documentation has it."""

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
from tests.docs.pages import Block, PageIds, matches_screen
from tests.docs.terminal_session import Terminal, open_terminal

ROOT = Path(__file__).parents[2]
ADDRESS = "127.0.0.1:7420"
READY = "Press Ctrl-C to stop."
TIMEOUT = 120.0


@dataclass(slots=True, kw_only=True)
class Clone:
    """A clone with a terminal in it, and the port of its server."""

    cwd: Path
    home: Path
    env: Mapping[str, str]
    port: int
    ids: PageIds
    terminal: Terminal

    def type_block(self, block: Block) -> str:
        """Type all commands of a block and return the screen, with the page's port and home."""
        screens = [
            self.terminal.type(self.ids.replace(self.with_real_port(command)))
            for command in block.commands
        ]
        screen = self.as_on_the_page("\n".join(text for text in screens if text))
        if block.screen is not None:
            self.ids.learn(block.screen, screen)
        return screen

    def with_real_port(self, text: str) -> str:
        """Replace the page's port, which may be in use on this machine."""
        return text.replace(ADDRESS, f"127.0.0.1:{self.port}")

    def as_on_the_page(self, text: str) -> str:
        """Replace the real port and home with those of the page."""
        return text.replace(f"127.0.0.1:{self.port}", ADDRESS).replace(str(self.home), "/home/you")

    def check(self, block: Block) -> None:
        """Type a block and compare the screen with the page."""
        actual = self.type_block(block)
        expected = self.ids.replace(block.screen or "…")
        if not matches_screen(expected, actual):
            pytest.fail(f"{block.text}\nshould print:\n{expected}\nbut printed:\n{actual}")

    @contextmanager
    def serving(self, command: str) -> Iterator[str]:
        """Run a server with the page's command, and yield what it prints at the start."""
        process = subprocess.Popen(
            ["bash", "-c", f"exec {command}"],
            env=self.env,
            cwd=self.cwd,
            text=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,  # so that the signal below reaches `uv run` and its child
        )
        assert process.stdout is not None
        watchdog = threading.Timer(TIMEOUT, process.kill)
        watchdog.start()
        try:
            with process:
                try:
                    output = ""
                    for line in process.stdout:
                        output += line
                        if line.strip() == READY:
                            break
                    assert READY in output, output
                    watchdog.cancel()
                    yield self.as_on_the_page(output)
                finally:
                    os.killpg(process.pid, signal.SIGTERM)
                    process.stdout.read()  # wait for the end of the process
        finally:
            watchdog.cancel()


@contextmanager
def fresh_clone(directory: Path, **variables: str) -> Iterator[Clone]:
    """Make a clone without build results, an empty home directory, and a terminal."""
    cwd, home = directory / "runwhy", directory / "home"
    cwd.mkdir()
    home.mkdir()
    for path in ROOT.iterdir():
        if path.name not in (".git", ".venv", "build", "runwhy.toml"):
            (cwd / path.name).symlink_to(path)
    (cwd / ".venv").symlink_to(sys.prefix)  # `uv run` would create it
    port = _free_port()
    inherited = {name: os.environ[name] for name in ("PATH", "LANG", "TZ") if name in os.environ}
    env = {
        **inherited,
        "HOME": str(home),
        "RUNWHY_PORT": str(port),
        "UV_NO_SYNC": "1",
        "NO_COLOR": "1",
        "VIRTUAL_ENV_DISABLE_PROMPT": "1",
        **variables,
    }
    with open_terminal(env, cwd) as terminal:
        yield Clone(cwd=cwd, home=home, env=env, port=port, ids=PageIds(), terminal=terminal)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
