"""This terminal, joined to one on the server: keys go there, what it says comes here."""

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
    """Raises: Stop where there is nobody to type."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Stop("runwhy shell needs a terminal")


def attach(url: str, path: str, *, key: str | None) -> None:
    """Until the shell over there ends."""
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    address = url.replace("http", "ws", 1).rstrip("/") + path
    with (
        connect(address, additional_headers=headers, proxy=None, max_size=None) as socket,
        _raw(sys.stdin.fileno()),
        _following_the_size(socket),
    ):
        threading.Thread(target=_type, args=(socket,), daemon=True).start()
        with suppress(ConnectionClosed):
            for data in socket:
                sys.stdout.buffer.write(data if isinstance(data, bytes) else data.encode())
                sys.stdout.buffer.flush()


def _type(socket: Connection) -> None:
    with suppress(ConnectionClosed, OSError):
        while data := os.read(sys.stdin.fileno(), 65536):
            socket.send(data)


@contextmanager
def _raw(fd: int) -> Iterator[None]:
    """Keys come as they are, and what was set before is set again at the end."""
    import termios
    import tty

    before = termios.tcgetattr(fd)
    tty.setraw(fd)
    try:
        yield
    finally:
        termios.tcsetattr(fd, termios.TCSADRAIN, before)


@contextmanager
def _following_the_size(socket: Connection) -> Iterator[None]:
    def tell(*_: int | FrameType | None) -> None:
        cols, rows = os.get_terminal_size()
        threading.Thread(target=_send_size, args=(socket, cols, rows), daemon=True).start()

    before = signal.signal(signal.SIGWINCH, tell)
    try:
        yield
    finally:
        signal.signal(signal.SIGWINCH, before)


def _send_size(socket: Connection, cols: int, rows: int) -> None:
    with suppress(ConnectionClosed):
        socket.send(json.dumps({"resize": {"cols": cols, "rows": rows}}))
