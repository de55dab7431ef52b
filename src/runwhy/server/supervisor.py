"""A supervisor: forks several server processes that share one listening socket."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from types import FrameType

import structlog

from runwhy.errors import Unavailable
from runwhy.server.uvicorn_runner import SHUTDOWN_SIGNALS

STEADY_AFTER = 5.0  # seconds; a process that lives longer is restarted without delay
MAX_DELAY = 5.0
POLL_INTERVAL = 0.05

_log = structlog.get_logger("runwhy.supervisor")


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerProcess:
    """A forked server process.

    The file descriptor `orphaned` becomes readable when the supervisor has ended.
    """

    greets: bool  # the first process, which also migrates the database
    reports: int
    orphaned: int

    def ready(self) -> None:
        """Report that the process serves requests."""
        with suppress(BrokenPipeError):  # only the report of the first process is read
            os.write(self.reports, b"\1")
        os.close(self.reports)


class Supervisor:
    """Starts processes, restarts those that die, and stops all of them together.

    They are forked from one process, so they have the same version even after a newer one is
    installed.
    """

    def __init__(self, count: int, *, died: Callable[[int], None]) -> None:
        if not hasattr(os, "fork"):
            raise Unavailable("several server processes need a system that can fork")
        self._count = count
        self._died = died
        self._pid = os.getpid()
        self._running: dict[int, float] = {}  # when they started, by process id
        self._failures = 0  # processes in a row that died early
        self._stopping = False
        self._orphaned, self._alive = os.pipe()
        self.exit_code = 0
        self.was_ready = False

    def run(self, first_is_ready: Callable[[], None]) -> ServerProcess | None:
        """Supervise until all processes have stopped, then return None.

        In each forked process, this returns its `ServerProcess`.
        """
        with self._forwarding():
            reports, process = self._start(greets=True)
            if process is not None:
                return process
            self._wait_for_report(reports)
            if self.was_ready and not self._is_stopping():
                first_is_ready()
                for _ in range(1, self._count):
                    if (process := self._start_another()) is not None:
                        return process
            return self._restart_until_stopped()

    def _is_stopping(self) -> bool:
        """Whether a signal has arrived; it can at any time."""
        return self._stopping

    def _restart_until_stopped(self) -> ServerProcess | None:
        while self._running:
            pid, status = os.waitpid(-1, 0)
            if pid not in self._running:
                continue
            started = self._running.pop(pid)
            self._died(pid)
            code = os.waitstatus_to_exitcode(status)
            if self._is_stopping():
                self.exit_code = self.exit_code or max(code, 0)
                continue
            _log.error("supervisor.process_died", pid=pid, exit_code=code)
            self._wait(started)
            if not self._is_stopping() and (process := self._start_another()) is not None:
                return process
        return None

    def _wait(self, started: float) -> None:
        """Wait before a restart, longer each time if processes die early."""
        steady = time.monotonic() - started >= STEADY_AFTER
        self._failures = 0 if steady else self._failures + 1
        until = time.monotonic() + min(MAX_DELAY, 0.1 * 2**self._failures if not steady else 0.0)
        while not self._is_stopping() and time.monotonic() < until:
            time.sleep(POLL_INTERVAL)

    def _start_another(self) -> ServerProcess | None:
        """Start a process without waiting until it is ready."""
        reports, process = self._start(greets=False)
        if process is None:
            os.close(reports)
        return process

    def _start(self, *, greets: bool) -> tuple[int, ServerProcess | None]:
        """Fork. Return the pipe that reports readiness, or `ServerProcess` in the new process."""
        reports, report = os.pipe()
        numbers = _signals()
        signal.pthread_sigmask(signal.SIG_BLOCK, numbers)  # a signal reaches one of the two
        pid = os.fork()
        if pid == 0:
            for each in numbers:
                signal.signal(each, signal.SIG_DFL)
            os.close(reports)
            os.close(self._alive)
        else:
            self._running[pid] = time.monotonic()
            os.close(report)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, numbers)
        if pid != 0:
            return reports, None
        return -1, ServerProcess(greets=greets, reports=report, orphaned=self._orphaned)

    def _wait_for_report(self, reports: int) -> None:
        """Wait until the first process is ready, or has ended.

        In the second case it has printed its error, and its exit code becomes ours.
        """
        self.was_ready = bool(os.read(reports, 1))
        self._stopping = self._is_stopping() or not self.was_ready
        os.close(reports)

    @contextmanager
    def _forwarding(self) -> Iterator[None]:
        """Forward signals to all processes, which shut down, or stop at a second signal."""

        def forward(number: int, _: FrameType | None) -> None:
            self._stopping = True
            for pid in list(self._running):
                os.kill(pid, number)

        before = {number: signal.signal(number, forward) for number in _signals()}
        try:
            yield
        finally:
            if os.getpid() == self._pid:  # a forked process has its own handlers
                for number, handler in before.items():
                    signal.signal(number, handler)


def _signals() -> list[signal.Signals]:
    found = [getattr(signal, name) for name in SHUTDOWN_SIGNALS if hasattr(signal, name)]
    return [number for number in found if signal.getsignal(number) is not signal.SIG_IGN]
