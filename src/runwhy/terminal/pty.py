"""A shell on a pseudo-terminal, driven by the event loop."""

from __future__ import annotations

import asyncio
import os
import signal
import struct
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from runwhy.errors import InvalidInput, Problem, Unavailable
from runwhy.terminal.shells.launcher import NONCE_FD, Launch

try:
    import fcntl
    import termios
except ImportError:  # Windows has no PTY; `spawn` raises Unavailable
    HAS_PTY = False
else:
    HAS_PTY = True

CHUNK = 65536
GRACE = 1.0  # seconds between SIGHUP and SIGKILL
MAX_WAITING = 1024 * 1024  # bytes of unread input

# posix_spawn cannot change the directory, so a small shell program does.
_IN_DIRECTORY = 'cd -- "$1" && shift && exec "$@"'


class ShellPty:
    """One shell. Calls `on_bytes` with output and `on_end` at the end, in the loop's thread."""

    def __init__(
        self,
        fd: int,
        pid: int,
        on_bytes: Callable[[bytes], None],
        on_end: Callable[[int | None], None],
    ) -> None:
        self._fd = fd
        self.pid = pid
        self._on_bytes = on_bytes
        self._on_end = on_end
        self._loop = asyncio.get_running_loop()
        self._waiting = bytearray()
        self._paused = True
        self._ended = False
        self._reaping: asyncio.Task[None] | None = None
        self.resume()

    def write(self, data: bytes) -> None:
        """Send input. Unread input is buffered up to a limit. Raises: Unavailable."""
        if self._ended:
            return
        if len(self._waiting) + len(data) > MAX_WAITING:
            raise Unavailable(
                f"the program in the terminal has not read {MAX_WAITING} bytes of input"
            )
        idle = not self._waiting
        self._waiting += data
        if idle:
            self._write_some()

    def resize(self, cols: int, rows: int) -> None:
        """Change the window size and notify the foreground program."""
        if not self._ended:
            set_size(self._fd, cols, rows)

    def pause(self) -> None:
        """Stop reading; the program blocks once the kernel's buffer is full."""
        if not self._paused and not self._ended:
            self._paused = True
            self._loop.remove_reader(self._fd)

    def resume(self) -> None:
        """Continue reading."""
        if self._paused and not self._ended:
            self._paused = False
            self._loop.add_reader(self._fd, self._read_some)

    async def close(self) -> None:
        """Hang up and make sure that the shell exits."""
        self._stop()
        if self._reaping is not None:
            await asyncio.shield(self._reaping)

    def _read_some(self) -> None:
        """Read the available output up to a limit, because a PTY returns it in small pieces."""
        pieces: list[bytes] = []
        size, closed = 0, False
        while size < CHUNK and not closed:
            try:
                data = os.read(self._fd, CHUNK)
            except BlockingIOError:
                break
            except OSError:  # EIO: the other side is closed
                data = b""
            closed = not data
            pieces.append(data)
            size += len(data)
        if size:
            self._on_bytes(b"".join(pieces))
        if closed:
            self._stop()

    def _write_some(self) -> None:
        try:
            written = os.write(self._fd, self._waiting[:CHUNK])
        except BlockingIOError:
            written = 0
        except OSError:
            self._waiting.clear()
            written = 0
        del self._waiting[:written]
        if self._waiting:
            self._loop.add_writer(self._fd, self._write_some)
        else:
            self._loop.remove_writer(self._fd)

    def _stop(self) -> None:
        if self._ended:
            return
        self.pause()
        self._ended = True
        self._loop.remove_writer(self._fd)
        os.close(self._fd)  # the kernel sends SIGHUP to the foreground job
        self._reaping = self._loop.create_task(self._reap())

    async def _reap(self) -> None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGHUP)
        status = await asyncio.to_thread(_wait, self.pid, GRACE)
        self._on_end(status)


def spawn(
    launch: Launch,
    *,
    nonce: str,
    cwd: str,
    cols: int,
    rows: int,
    on_bytes: Callable[[bytes], None],
    on_end: Callable[[int | None], None],
) -> ShellPty:
    """Start a shell on a new PTY, in its own session.

    Forking a process with threads and continuing in Python can deadlock on locks held by other
    threads, so `posix_spawn` is used. It makes the child a session leader and then opens the
    terminal by name, which makes it the controlling terminal. Raises: InvalidInput, Unavailable.
    """
    if not HAS_PTY:
        raise Unavailable("terminals are not supported on this platform")
    if not Path(cwd).is_dir():
        raise InvalidInput([Problem("/cwd", f"directory {cwd} does not exist")])
    master, slave = os.openpty()
    try:
        set_size(slave, cols, rows)
        pid = _start(launch, nonce, cwd, os.ttyname(slave))
    except BaseException:
        os.close(master)
        raise
    finally:
        os.close(slave)
    os.set_blocking(master, False)
    return ShellPty(master, pid, on_bytes, on_end)


def _start(launch: Launch, nonce: str, cwd: str, terminal: str) -> int:
    source = _pipe_with(f"{nonce}\n".encode())
    try:
        return os.posix_spawn(
            "/bin/sh",
            ["sh", "-c", _IN_DIRECTORY, "sh", cwd, launch.path, *launch.argv[1:]],
            dict(launch.env),
            file_actions=[
                (os.POSIX_SPAWN_OPEN, 0, terminal, os.O_RDWR, 0),
                (os.POSIX_SPAWN_DUP2, 0, 1),
                (os.POSIX_SPAWN_DUP2, 0, 2),
                (os.POSIX_SPAWN_DUP2, source, NONCE_FD),
            ],
            setsid=True,
            setsigmask=[],
            setsigdef=_all_signals(),
        )
    finally:
        os.close(source)


def _pipe_with(data: bytes) -> int:
    """Return the reading end of a pipe with a few bytes, which can be read once.

    Any program of the same user can read a process's environment and arguments, but not this.
    """
    source, target = os.pipe()
    os.write(target, data)
    os.close(target)
    if source != NONCE_FD:
        return source
    other = os.dup(source)  # copying a descriptor onto itself would leave it closed on exec
    os.close(source)
    return other


def set_size(fd: int, cols: int, rows: int) -> None:
    """Set a terminal's size."""
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, cols, 0, 0))


def _all_signals() -> list[int]:
    """Return all signals, because Python ignores some and children inherit that."""
    return sorted(signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP})


def _wait(pid: int, grace: float) -> int | None:
    """Return the exit status after a hangup; kill the process if it does not exit in time."""
    killer = threading.Timer(grace, _kill, [pid])
    killer.daemon = True
    killer.start()
    try:
        _, status = os.waitpid(pid, 0)
    except ChildProcessError:
        return None
    finally:
        killer.cancel()
    code = os.waitstatus_to_exitcode(status)
    return code if code >= 0 else 128 - code


def _kill(pid: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)
