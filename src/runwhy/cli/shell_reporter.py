"""`runwhy shell-reporter`: sends the commands of one shell to their sessions, in order.

The hook of `runwhy shell-hook` writes each command into a pipe, which costs the shell almost
nothing. This program reads the pipe, and ends with the shell or after a while without commands.
"""

from __future__ import annotations

import os
import re
import select
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from queue import Empty, Full, Queue
from threading import Thread

import click

import runwhy
from runwhy.cli.app import App, pass_app
from runwhy.cli.exit_codes import NoServer

IDLE_FOR = 30 * 60.0  # seconds; the hook starts a new reporter for the next command
RETRY_FOR = 60.0  # seconds, for each command while the server does not answer
RETRY_DELAY = 1.0
MAX_WAITING = 1000  # commands; newer ones are dropped
WATCH_INTERVAL = 5.0  # seconds between two looks at the shell, where the system cannot notify
FIELDS = 6
_OWN_COMMAND = re.compile(r"(?:uv run (?:\S+ )*)?(?:\S*/)?runwhy(?:\s|$)|.*\brunwhy shell-hook\b")


@dataclass(frozen=True, slots=True)
class ReportedCommand:
    """A command as the hook wrote it into the pipe."""

    session: str
    ended_at: datetime
    duration: timedelta
    exit_code: int | None
    cwd: str
    cmd: str

    def body(self) -> dict[str, object]:
        """Return the body of the request that stores the command."""
        return {
            "cmd": self.cmd,
            "cwd": self.cwd,
            "exitCode": self.exit_code,
            "startedAt": (self.ended_at - self.duration).isoformat(),
            "endedAt": self.ended_at.isoformat(),
        }


@click.command("shell-reporter", hidden=True)
@click.option("--shell-pid", type=int, required=True, help="Process id of the shell.")
@click.option(
    "--pipe", type=click.Path(path_type=Path), required=True, help="Pipe, to delete at the end."
)
@pass_app
def shell_reporter(app: App, shell_pid: int, pipe: Path) -> None:
    """Send the commands of a shell from standard input to their sessions.

    The hook of `runwhy shell-hook` starts this.

    \b
    runwhy shell-reporter --shell-pid $$ --pipe /tmp/commands
    """
    with suppress(OSError):
        os.setsid()  # so that Ctrl-C in the terminal does not reach this program
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # deletes the pipe
    commands: Queue[ReportedCommand | None] = Queue(MAX_WAITING)
    Thread(target=_receive, args=(shell_pid, commands), daemon=True).start()
    try:
        _send_all(app, commands)
    finally:
        pipe.unlink(missing_ok=True)
        with suppress(OSError):
            pipe.parent.rmdir()


def parse_commands(fields: list[str], now: datetime) -> Iterator[ReportedCommand]:
    """Yield the commands in the fields of the pipe, without Runwhy's own commands.

    Shells without a precise clock leave the time empty; `now` is used then.
    """
    for at in range(0, len(fields) - FIELDS + 1, FIELDS):
        session, ended, duration, code, cwd, cmd = fields[at : at + FIELDS]
        if _OWN_COMMAND.match(cmd):
            continue
        yield ReportedCommand(
            session=session,
            ended_at=datetime.fromtimestamp(int(ended) / 1000, UTC) if ended else now,
            duration=timedelta(milliseconds=max(int(duration or 0), 0)),
            exit_code=int(code) if code else None,
            cwd=cwd,
            cmd=cmd,
        )


def _receive(shell_pid: int, commands: Queue[ReportedCommand | None]) -> None:
    """Read commands until the shell ends, then add None."""
    buffer = b""
    for chunk in _chunks(sys.stdin.fileno(), shell_pid):
        *fields, rest = (buffer + chunk).split(b"\0")
        whole = len(fields) - len(fields) % FIELDS
        buffer = b"\0".join([*fields[whole:], rest])
        texts = [field.decode("utf-8", "replace") for field in fields[:whole]]
        for command in parse_commands(texts, datetime.now(UTC)):
            with suppress(Full):
                commands.put_nowait(command)
    commands.put(None)


def _chunks(pipe: int, shell_pid: int) -> Iterator[bytes]:
    """Yield the data of the pipe until the shell has ended and the pipe is empty."""
    from runwhy.data_dir import process_exists

    ended = _end_of(shell_pid)
    watched = [pipe] if ended is None else [pipe, ended]
    while True:
        ready, _, _ = select.select(watched, [], [], WATCH_INTERVAL if ended is None else None)
        if pipe in ready:
            yield os.read(pipe, 65536)
        elif ready or not process_exists(shell_pid):
            return


def _end_of(pid: int) -> int | None:
    """Return a descriptor that becomes readable when a process ends, if the system has them."""
    if not hasattr(os, "pidfd_open"):
        return None
    with suppress(OSError):
        return os.pidfd_open(pid)
    return None


def _send_all(app: App, commands: Queue[ReportedCommand | None]) -> None:
    """Send commands one after the other, until the shell has ended or is idle."""
    from runwhy.core.terminal.private_commands import is_private

    with _Sender(app) as sender, suppress(Empty):
        while command := commands.get(timeout=IDLE_FOR):
            if not is_private(command.cmd):  # private commands are never sent
                sender.send(command)


class _Sender:
    """Sends commands over one connection, and finds the server again after a failure."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._open = ExitStack()
        self._client: runwhy.Client | None = None

    def __enter__(self) -> _Sender:
        return self

    def __exit__(self, *error: object) -> None:
        self._open.close()

    def send(self, command: ReportedCommand) -> None:
        """Send a command. Retry while the server is unreachable; drop a refused command."""
        from runwhy.client.errors import ApiError, ConnectionFailed

        give_up = time.monotonic() + RETRY_FOR
        path = f"/agent-sessions/{command.session}/blocks"
        while time.monotonic() < give_up:
            try:
                self._connected().request("POST", path, command.body())
            except ApiError:
                return
            except (ConnectionFailed, NoServer):
                self._open.close()
                self._client = None
                time.sleep(RETRY_DELAY)
            else:
                return

    def _connected(self) -> runwhy.Client:
        if self._client is None:
            self._client = self._open.enter_context(self._app.client(needs_server=True))
        return self._client
