"""Agent processes: start under a supervisor, exchange lines, and end with all children."""

from __future__ import annotations

import asyncio
import errno
import os
import socket
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path

import structlog

from runwhy.core.agents.output_lines import OutputLines
from runwhy.core.json import JsonObject, compact_json
from runwhy.executors import supervisor
from runwhy.executors.leftovers import MARK, PATIENCE, end_leftovers, write_record

CHUNK = 64 * 1024
KEPT_STDERR = 16 * 1024  # bytes
_log = structlog.get_logger("runwhy.agents")
SUPERVISOR = (sys.executable, "-I", "-S", str(supervisor.__file__))

# Variables of the server's environment that every agent gets.
COMMON = (
    *("PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "LC_*", "TZ", "TERM"),
    *("TMPDIR", "XDG_*", "SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS"),
    *("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"),
    *("http_proxy", "https_proxy", "all_proxy", "no_proxy", "SSH_AUTH_SOCK", "IS_SANDBOX"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Launch:
    """A program to start; `records` is the directory for the records of processes."""

    command: Sequence[str]
    cwd: str
    env: Mapping[str, str]
    run_id: str
    records: Path

    def with_arguments(self, arguments: Sequence[str]) -> Launch:
        """Return the launch with arguments appended."""
        return replace(self, command=[*self.command, *arguments])


class AgentProcess:
    """A running agent; the end of its stderr is kept separately.

    `process` is the supervisor, which shares the agent's streams and exit code. Closing the
    lifeline makes it end the agent.
    """

    def __init__(
        self, process: asyncio.subprocess.Process, lifeline: socket.socket, launch: Launch
    ) -> None:
        self._process = process
        self._lifeline = lifeline
        self._launch = launch
        self._stderr = bytearray()
        self._stderr_reader = asyncio.create_task(self._keep_stderr())

    async def record_start(self) -> None:
        """Wait until the program runs, and record its process. Raises: OSError if it cannot run."""
        self._lifeline.setblocking(False)
        report = await asyncio.get_running_loop().sock_recv(self._lifeline, 64)
        word, _, number = report.partition(b" ")
        if word != b"started":
            code = int(number) if number else errno.ECHILD
            raise OSError(code, os.strerror(code))
        try:
            await asyncio.to_thread(
                write_record,
                self._launch.records,
                self._launch.run_id,
                supervisor=self._process.pid,
                agent=int(number),
            )
        except OSError as error:  # a full disk, for example; the supervisor needs no record
            _log.warning("agent.record_failed", run=self._launch.run_id, error=error.strerror)

    @property
    def stderr(self) -> str:
        """The last output on stderr."""
        return self._stderr.decode(errors="replace").strip()

    async def lines(self) -> AsyncIterator[bytes]:
        """Yield lines of stdout as they arrive, without blank lines; huge strings are cut."""
        stream, output = self._process.stdout, OutputLines()
        assert stream is not None
        while chunk := await stream.read(CHUNK):
            for line in output.push(chunk):
                yield line
        for line in output.end():
            yield line

    async def send(self, message: JsonObject) -> None:
        """Write one JSON object as a line to stdin; do nothing if the process no longer reads."""
        stdin = self._process.stdin
        assert stdin is not None
        with suppress(ConnectionError, RuntimeError):
            stdin.write(compact_json(message).encode() + b"\n")
            await stdin.drain()

    def send_input(self, text: str) -> None:
        """Write a text to stdin and close it; the rest is written while the process runs."""
        stdin = self._process.stdin
        assert stdin is not None
        stdin.write(text.encode(errors="replace"))
        stdin.close()

    def close_stdin(self) -> None:
        """Close the process's stdin."""
        if self._process.stdin is not None:
            self._process.stdin.close()

    async def wait(self) -> int:
        """Return the exit code once the process has exited and stderr is read."""
        code = await self._process.wait()
        with suppress(TimeoutError):  # a child may still hold the pipe open
            await asyncio.wait_for(asyncio.shield(self._stderr_reader), 1.0)
        return code

    async def stop(self) -> None:
        """Stop the process and every process it started."""
        self.close_stdin()
        self._lifeline.close()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), PATIENCE)
        await asyncio.to_thread(end_leftovers, self._launch.records, self._launch.run_id)
        await self._process.wait()
        self._stderr_reader.cancel()
        await asyncio.gather(self._stderr_reader, return_exceptions=True)

    async def _keep_stderr(self) -> None:
        stream = self._process.stderr
        assert stream is not None
        while chunk := await stream.read(CHUNK):
            self._stderr += chunk
            del self._stderr[:-KEPT_STDERR]


@asynccontextmanager
async def run_process(launch: Launch, *, pipe_stdin: bool) -> AsyncIterator[AgentProcess]:
    """Start the program for the length of a block; `pipe_stdin` connects its stdin to us.

    The program and its children are stopped however the block ends, even if it is cancelled twice.
    Raises: OSError if the program cannot be started.
    """
    agent = await _start(launch, pipe_stdin=pipe_stdin)
    try:
        await agent.record_start()
        yield agent
    finally:
        stopping = asyncio.create_task(agent.stop())
        try:
            await asyncio.shield(stopping)
        except asyncio.CancelledError:
            await asyncio.wait([stopping])
            raise


async def _start(launch: Launch, *, pipe_stdin: bool) -> AgentProcess:
    """Start the supervisor of the program. Raises: OSError."""
    ours, theirs = socket.socketpair()
    try:
        with theirs:
            process = await asyncio.create_subprocess_exec(
                *SUPERVISOR,
                str(theirs.fileno()),
                *launch.command,
                stdin=asyncio.subprocess.PIPE if pipe_stdin else asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                cwd=launch.cwd,
                env={**launch.env, MARK: launch.run_id},
                start_new_session=True,
                pass_fds=[theirs.fileno()],
            )
    except BaseException:
        ours.close()
        raise
    return AgentProcess(process, ours, launch)


def filter_environment(environ: Mapping[str, str], *patterns: Sequence[str]) -> dict[str, str]:
    """Return the variables that every program needs, and those that match a pattern."""
    wanted = [*COMMON, *(name for group in patterns for name in group)]
    return {
        name: value
        for name, value in environ.items()
        if any(fnmatchcase(name, pattern) for pattern in wanted)
    }
