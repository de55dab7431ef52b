"""Supervisor of one agent: a small process between the server and the agent's program.

The server starts this file with `python -I -S`, so it imports nothing of this package. It holds one
end of a socket, the lifeline. When the server closes the other end or dies, the supervisor ends the
agent with everything that the agent started.
"""

from __future__ import annotations

import ctypes
import os
import select
import signal
import sys
import time
from contextlib import suppress

GRACE = 1.0  # seconds between SIGTERM and SIGKILL
GIVE_UP = 5.0  # seconds after SIGKILL; only a process stuck in the kernel takes longer
CHECK_PARENT = 1.0  # seconds; in case another process holds the server's end of the lifeline
PAUSE = 0.02  # seconds between two rounds of signals
IS_LINUX = sys.platform.startswith("linux")
_SET_PARENT_DEATH_SIGNAL, _SET_CHILD_SUBREAPER = 1, 36  # of prctl(2)
_GONE = (ProcessLookupError, PermissionError)


class Supervisor:
    """Watches one agent, and ends it together with its descendants."""

    def __init__(self, lifeline: int, command: list[str]) -> None:
        self._lifeline = lifeline
        self._parent = os.getppid()
        self._prctl = ctypes.CDLL(None).prctl if IS_LINUX else None
        self._control(_SET_CHILD_SUBREAPER, 1)  # orphans become our children, not those of init
        self._signals = _signal_pipe()
        self.agent = self._start(command)
        self.status: int | None = None
        self._known: set[int] = set()

    def watch(self) -> None:
        """Return when the agent has exited, the server has exited, or a signal arrives."""
        while self.status is None and os.getppid() == self._parent:
            ready, _, _ = select.select([self._lifeline, self._signals], [], [], CHECK_PARENT)
            if self._lifeline in ready:
                return
            if self._signals in ready and set(os.read(self._signals, 512)) - {signal.SIGCHLD}:
                return
            self._reap()

    def end(self) -> None:
        """End everything that is left: SIGTERM first, SIGKILL after the grace period."""
        if self.status is not None and not IS_LINUX:  # orphans are not our children there
            with suppress(*_GONE):
                os.killpg(self.agent, signal.SIGKILL)
        kill_at = time.monotonic() + GRACE
        signalled = False
        while self._reap() and time.monotonic() < kill_at + GIVE_UP:
            if time.monotonic() >= kill_at:
                self._send(signal.SIGKILL)
            elif not signalled:
                self._send(signal.SIGTERM)
                signalled = True
            select.select([], [], [], PAUSE)

    def _start(self, command: list[str]) -> int:
        """Start the agent in its own session. Raises: OSError."""
        errors, report = os.pipe()
        pid = os.fork()
        if pid == 0:
            self._become_agent(command, report)
        os.close(report)
        number = os.read(errors, 16)
        os.close(errors)
        if number:
            raise OSError(int(number), os.strerror(int(number)))
        return pid

    def _become_agent(self, command: list[str], report: int) -> None:
        try:
            os.setsid()
            signal.set_wakeup_fd(-1)
            for number in (signal.SIGPIPE, signal.SIGXFSZ):  # ignored by Python
                signal.signal(number, signal.SIG_DFL)
            self._control(_SET_PARENT_DEATH_SIGNAL, signal.SIGKILL)
            os.execv(command[0], command)  # noqa: S606 (the program of the agent)
        except OSError as error:
            os.write(report, str(error.errno).encode())
        finally:
            os._exit(127)

    def _control(self, option: int, value: int) -> None:
        if self._prctl is not None:
            self._prctl(option, value, 0, 0, 0)

    def _reap(self) -> bool:
        """Collect children that have exited. Return whether any process is left."""
        try:
            while (found := os.waitpid(-1, os.WNOHANG))[0]:
                if found[0] == self.agent:
                    self.status = found[1]
        except ChildProcessError:
            return any(_is_alive(pid) for pid in self._known) if not IS_LINUX else False
        return True

    def _send(self, number: int) -> None:
        """Signal the agent's process group, and descendants that left the group."""
        self._known |= descendants(os.getpid())
        if self.status is None:
            with suppress(*_GONE):
                os.killpg(self.agent, number)
        for pid in self._known:
            with suppress(*_GONE):
                os.kill(pid, number)
        if IS_LINUX:  # elsewhere, orphans are no longer found through their parents
            self._known.clear()


def descendants(root: int) -> set[int]:
    """Return all processes below this one."""
    children: dict[int, list[int]] = {}
    for pid, parent in _parents():
        children.setdefault(parent, []).append(pid)
    found: set[int] = set()
    waiting = [root]
    while waiting:
        below = children.get(waiting.pop(), [])
        found.update(below)
        waiting += below
    return found


def _parents() -> list[tuple[int, int]]:
    """Return every process with its parent."""
    if IS_LINUX:
        names = os.listdir("/proc")  # noqa: PTH208 (pathlib doubles the time to start)
        return [(int(name), _parent_of(name)) for name in names if name.isdigit()]
    import subprocess

    ps = ["/bin/ps", "-Ao", "pid=,ppid="]
    listed = subprocess.run(ps, capture_output=True, check=False).stdout.split()
    numbers = [int(word) for word in listed]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def _parent_of(pid: str) -> int:
    try:
        with open(f"/proc/{pid}/stat", "rb") as stat:  # noqa: PTH123
            return int(stat.read().rpartition(b")")[2].split()[1])
    except (OSError, IndexError):  # it has exited
        return 0


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except _GONE:
        return False
    return True


def _signal_pipe() -> int:
    """Return a pipe that receives the number of every signal."""
    read, write = os.pipe()
    os.set_blocking(write, False)
    signal.set_wakeup_fd(write, warn_on_full_buffer=False)
    for number in (signal.SIGCHLD, signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda *_: None)
    return read


def _release_streams() -> None:
    """Close our copies of the agent's stdin, stdout and stderr."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)


def _exit_like(status: int | None) -> None:
    """Exit with the agent's code, or by the signal that ended it."""
    code = os.waitstatus_to_exitcode(status) if status is not None else -signal.SIGKILL
    if code < 0:
        with suppress(OSError):
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code if code >= 0 else 128 - code)


def main() -> None:
    """Start the agent named by the arguments, report that to the server, and watch it."""
    lifeline, command = int(sys.argv[1]), sys.argv[2:]
    os.set_inheritable(lifeline, False)
    try:
        supervisor = Supervisor(lifeline, command)
    except OSError as error:
        os.write(lifeline, f"failed {error.errno}".encode())
        os._exit(127)
    _release_streams()
    with suppress(OSError):  # the server has exited
        os.write(lifeline, f"started {supervisor.agent}".encode())
    supervisor.watch()
    supervisor.end()
    _exit_like(supervisor.status)


if __name__ == "__main__":
    main()
