"""The socket that a server listens on, and errors that say what to do about it."""

from __future__ import annotations

import errno
import socket
from pathlib import Path

from runwhy.errors import Unavailable

ANY = frozenset({"0.0.0.0", "::", ""})  # noqa: S104 (to know them, not to listen there)


def open_socket(host: str, port: int) -> socket.socket:
    """Listen on an address. Raises: Unavailable, saying what to do."""
    try:
        passive = socket.AI_PASSIVE
        found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=passive)
    except OSError as error:
        raise Unavailable(f"there is no address {host!r}: {error.strerror or error}") from error
    family, kind, protocol, _, address = min(found, key=_ipv4_first)
    opened = socket.socket(family, kind, protocol)
    try:
        _share_nothing(opened)
        opened.bind(address)
        opened.listen(socket.SOMAXCONN)  # at once, or two servers could bind the same port
    except OSError as error:
        opened.close()
        raise Unavailable(_refusal(error, host, port)) from error
    return opened


def open_private_socket(path: Path) -> socket.socket:
    """Listen on a path in a directory that only its owner can enter."""
    opened = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    opened.bind(str(path))
    opened.listen(socket.SOMAXCONN)
    return opened


def url_of(host: str, opened: socket.socket) -> str:
    """Where a server that listens so is reached from this machine."""
    port = opened.getsockname()[1]
    if host in ANY:
        host = "127.0.0.1" if opened.family == socket.AF_INET else "::1"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _ipv4_first(found: tuple[object, ...]) -> bool:
    return found[0] != socket.AF_INET


def _share_nothing(opened: socket.socket) -> None:
    """A port that was left a moment ago may be taken, one in use may not."""
    exclusive = getattr(socket, "SO_EXCLUSIVEADDRUSE", None)  # what Windows calls that
    option = socket.SO_REUSEADDR if exclusive is None else exclusive
    opened.setsockopt(socket.SOL_SOCKET, option, 1)


def _refusal(error: OSError, host: str, port: int) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            return (
                f"port {port} on {host} is in use: stop what runs there, or choose another one "
                "with --port (0 takes one that is free)"
            )
        case errno.EACCES:
            return f"port {port} needs more rights: choose one above 1023 with --port"
        case errno.EADDRNOTAVAIL:
            return f"this machine has no address {host}: choose another one with --host"
        case _:
            return f"cannot listen on port {port} of {host}: {error.strerror or error}"
