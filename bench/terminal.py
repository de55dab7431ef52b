"""Measure terminal throughput: a bare PTY, Runwhy's terminal, and its parts.

uv run --group dev python -m bench.terminal --mb 64
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from runwhy.core.terminal.marks import CommandReader, Scanner
from runwhy.ports import CommandEnd, TerminalSpec
from runwhy.terminal.live_terminal import HISTORY, opener
from runwhy.terminal.pyte_screen import PyteScreen
from runwhy.terminal.screen import new_screen

NONCE = "0123456789abcdef"
CHUNK = 65536
LINE = b"\x1b[32m2026-11-15 12:00:00\x1b[0m INFO request 4711 took 12 ms, user=ada path=/v1/runs\n"


def sample(megabytes: float) -> bytes:
    """Return coloured log lines, as builds and servers print them."""
    return LINE * max(1, int(megabytes * 1e6 / len(LINE)))


def bare_pty(path: Path) -> float:
    """Return the seconds to read the output of `cat` from a PTY and discard it."""
    master, slave = os.openpty()
    started = time.perf_counter()
    process = subprocess.Popen(["cat", path], stdout=slave, stdin=slave)
    os.close(slave)
    try:
        while os.read(master, CHUNK):
            pass
    except OSError:  # the other side was closed
        pass
    process.wait()
    os.close(master)
    return time.perf_counter() - started


class Listener:
    """Measures the duration of one command."""

    def __init__(self) -> None:
        self.ended_once = asyncio.Event()
        self.prompt = asyncio.Event()
        self.end: CommandEnd | None = None

    def printed(self, data: bytes) -> None:
        if b"633;A;" in data:
            self.prompt.set()

    def started(self, cmd: str, cwd: str) -> None:
        self.begun = time.perf_counter()

    def ended(self, end: CommandEnd) -> None:
        self.seconds = time.perf_counter() - self.begun
        self.end = end
        self.ended_once.set()

    def closed(self, status: int | None) -> None:
        pass


async def whole_terminal(path: Path, home: Path) -> float:
    """Return the seconds of `cat` in a Runwhy terminal: PTY, scanner, emulator, block."""
    listener = Listener()
    environ = {"PATH": os.environ["PATH"], "HOME": str(home), "LANG": "C.UTF-8"}
    spec = TerminalSpec(nonce=NONCE, cwd=str(home), shell="bash")
    terminal = opener(environ)(spec, listener)
    await listener.prompt.wait()
    terminal.write(f"cat {path}\r".encode())
    await listener.ended_once.wait()
    await terminal.close()
    assert listener.end is not None
    return listener.seconds


def feed_all(data: bytes, take: Callable[[bytes], object]) -> float:
    """Return the seconds to pass all bytes to `take`, in chunks of a PTY's size."""
    pieces = [data[at : at + 4096] for at in range(0, len(data), 4096)]
    started = time.perf_counter()
    for piece in pieces:
        take(piece)
    return time.perf_counter() - started


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mb", type=float, default=64)
    megabytes = parser.parse_args().mb
    data = sample(megabytes)
    on_screen = data.replace(b"\n", b"\r\n")  # as the terminal driver writes it
    scanner, reader = Scanner(NONCE), CommandReader()
    small = on_screen[: int(len(on_screen) / 100) or len(on_screen)]  # pyte is slow
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "sample.txt"
        path.write_bytes(data)
        seconds = {
            "bare PTY": (bare_pty(path), on_screen),
            "complete terminal": (
                asyncio.run(whole_terminal(path, Path(directory))),
                on_screen,
            ),
        }
    screen = new_screen(80, 24, history=HISTORY)
    seconds["scanner only"] = (
        feed_all(on_screen, lambda d: list(reader.read(scanner.feed(d)))),
        on_screen,
    )
    seconds[f"emulator only ({type(screen).__name__})"] = (
        feed_all(on_screen, screen.feed),
        on_screen,
    )
    pyte = PyteScreen(80, 24, history=HISTORY)
    seconds["pyte only"] = (feed_all(small, pyte.feed), small)
    for name, (took, measured) in seconds.items():
        print(f"{name:40} {len(measured) / took / 1e6:10.2f} MB/s")


if __name__ == "__main__":
    main()
