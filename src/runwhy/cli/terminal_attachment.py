"""Attach this terminal to a terminal on the server."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.sync.connection import Connection

from runwhy.cli.exit_codes import Stop


def check_terminal() -> None:
    """Check that stdin and stdout are a terminal. Raises: Stop."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Stop("`runwhy shell` requires a terminal on stdin and stdout")


def attach(url: str, path: str, *, key: str | None) -> None:
    """Exchange input and output with the server until its shell ends."""
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    address = url.replace("http", "ws", 1).rstrip("/") + path
    with (
        connect(address, additional_headers=headers, proxy=None, max_size=None) as socket,
        _raw_mode(sys.stdin.fileno()),
        _forwarded_resizes(socket),
    ):
        threading.Thread(target=_forward_input, args=(socket,), daemon=True).start()
        with suppress(ConnectionClosed):
            for data in socket:
                sys.stdout.buffer.write(data if isinstance(data, bytes) else data.encode())
                sys.stdout.buffer.flush()


def _forward_input(socket: Connection) -> None:
    with suppress(ConnectionClosed, OSError):
        while data := os.read(sys.stdin.fileno(), 65536):
            socket.send(data)


@contextmanager
def _raw_mode(fd: int) -> Iterator[None]:
    """Switch the terminal to raw mode, and restore its settings at the end."""
    import termios
    import tty

    before = termios.tcgetattr(fd)
    tty.setraw(fd)
    try:
        yield
    finally:
        termios.tcsetattr(fd, termios.TCSADRAIN, before)


@contextmanager
def _forwarded_resizes(socket: Connection) -> Iterator[None]:
    def on_resize(*_: int | FrameType | None) -> None:
        cols, rows = os.get_terminal_size()
        threading.Thread(target=_send_size, args=(socket, cols, rows), daemon=True).start()

    before = signal.signal(signal.SIGWINCH, on_resize)
    try:
        yield
    finally:
        signal.signal(signal.SIGWINCH, before)


def _send_size(socket: Connection, cols: int, rows: int) -> None:
    with suppress(ConnectionClosed):
        socket.send(json.dumps({"resize": {"cols": cols, "rows": rows}}))
