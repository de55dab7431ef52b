"""Listening sockets, with error messages that suggest a fix."""

from __future__ import annotations

import errno
import socket
from pathlib import Path

from runwhy.errors import Unavailable

ANY = frozenset({"0.0.0.0", "::", ""})  # noqa: S104 (compared, not bound)


def open_socket(host: str, port: int) -> socket.socket:
    """Listen on an address. Raises: Unavailable, with a suggested fix."""
    try:
        passive = socket.AI_PASSIVE
        found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=passive)
    except OSError as error:
        raise Unavailable(f"cannot resolve the host {host!r}: {error.strerror or error}") from error
    family, kind, protocol, _, address = min(found, key=_ipv4_first)
    opened = socket.socket(family, kind, protocol)
    try:
        _require_exclusive(opened)
        opened.bind(address)
        opened.listen(socket.SOMAXCONN)  # immediately, or two servers could bind the same port
    except OSError as error:
        opened.close()
        raise Unavailable(_bind_error(error, host, port)) from error
    return opened


def open_private_socket(path: Path) -> socket.socket:
    """Listen on a Unix socket in a directory that only its owner can enter."""
    opened = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    opened.bind(str(path))
    opened.listen(socket.SOMAXCONN)
    return opened


def url_of(host: str, opened: socket.socket) -> str:
    """Return the URL of the server for clients on this machine."""
    port = opened.getsockname()[1]
    if host in ANY:
        host = "127.0.0.1" if opened.family == socket.AF_INET else "::1"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _ipv4_first(found: tuple[object, ...]) -> bool:
    return found[0] != socket.AF_INET


def _require_exclusive(opened: socket.socket) -> None:
    """Allow a port that was released just now, but not one in use."""
    exclusive = getattr(socket, "SO_EXCLUSIVEADDRUSE", None)  # the option's name on Windows
    option = socket.SO_REUSEADDR if exclusive is None else exclusive
    opened.setsockopt(socket.SOL_SOCKET, option, 1)


def _bind_error(error: OSError, host: str, port: int) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            return (
                f"port {port} on {host} is already in use: stop the other program, or choose "
                "another port with --port (0 picks a free one)"
            )
        case errno.EACCES:
            return f"no permission to listen on port {port}: choose one above 1023 with --port"
        case errno.EADDRNOTAVAIL:
            return f"{host} is not an address of this machine: choose another one with --host"
        case _:
            return f"cannot listen on port {port} of {host}: {error.strerror or error}"
