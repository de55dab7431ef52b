"""Agent processes: start in their own process group, exchange lines, and kill with all children."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path

from runwhy.core.json import JsonObject, compact_json

CHUNK = 64 * 1024
MAX_LINE = 64 * 1024 * 1024  # longer lines are split and kept as raw output
KEPT_STDERR = 16 * 1024  # bytes
MARK = "RUNWHY_RUN_ID"  # set in the environment of every process of a run
GRACE = 3.0  # seconds between SIGTERM and SIGKILL

# Variables of the server's environment that every agent gets.
COMMON = (
    *("PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "LC_*", "TZ", "TERM"),
    *("TMPDIR", "XDG_*", "SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS"),
    *("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"),
    *("http_proxy", "https_proxy", "all_proxy", "no_proxy", "SSH_AUTH_SOCK", "IS_SANDBOX"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Launch:
    """A program to start."""

    command: Sequence[str]
    cwd: str
    env: Mapping[str, str]
    run_id: str

    def with_arguments(self, arguments: Sequence[str]) -> Launch:
        """Return the launch with arguments appended."""
        return replace(self, command=[*self.command, *arguments])


class AgentProcess:
    """A running agent; the end of its stderr is kept separately."""

    def __init__(self, process: asyncio.subprocess.Process, run_id: str) -> None:
        self._process = process
        self._run_id = run_id
        self._stderr = bytearray()
        self._stderr_reader = asyncio.create_task(self._keep_stderr())

    @property
    def stderr(self) -> str:
        """The last output on stderr."""
        return self._stderr.decode(errors="replace").strip()

    async def lines(self) -> AsyncIterator[bytes]:
        """Yield lines of stdout as they arrive, without blank lines."""
        stream, rest = self._process.stdout, bytearray()
        assert stream is not None
        while chunk := await stream.read(CHUNK):
            rest += chunk
            if b"\n" not in chunk and len(rest) <= MAX_LINE:
                continue
            *whole, last = bytes(rest).split(b"\n") if b"\n" in chunk else (bytes(rest), b"")
            rest = bytearray(last)
            for line in whole:
                if line.strip():
                    yield line
        if rest.strip():
            yield bytes(rest)

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
        if self._process.returncode is None:
            self._signal_group(signal.SIGTERM)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._process.wait(), GRACE)
        self._signal_group(signal.SIGKILL)
        await asyncio.to_thread(kill_leftovers, self._run_id)
        await self._process.wait()
        self._stderr_reader.cancel()
        await asyncio.gather(self._stderr_reader, return_exceptions=True)

    def _signal_group(self, number: signal.Signals) -> None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, number)

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
    stdin = asyncio.subprocess.PIPE if pipe_stdin else asyncio.subprocess.DEVNULL
    process = await asyncio.create_subprocess_exec(
        *launch.command,
        stdin=stdin,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        cwd=launch.cwd,
        env={**launch.env, MARK: launch.run_id},
        start_new_session=True,
    )
    agent = AgentProcess(process, launch.run_id)
    try:
        yield agent
    finally:
        stopping = asyncio.create_task(agent.stop())
        try:
            await asyncio.shield(stopping)
        except asyncio.CancelledError:
            await asyncio.wait([stopping])
            raise


def kill_leftovers(run_id: str) -> None:
    """Kill processes of a run that left its process group (Linux only; found through /proc)."""
    if not sys.platform.startswith("linux"):
        return
    mark = f"{MARK}={run_id}".encode()
    for _ in range(3):  # a later pass finds processes started during this one
        found = [pid for pid in _processes() if mark in _environment(pid)]
        if not found:
            return
        for pid in found:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)


def _processes() -> list[int]:
    mine = os.getpid()
    return [
        int(p.name) for p in Path("/proc").iterdir() if p.name.isdigit() and int(p.name) != mine
    ]


def _environment(pid: int) -> Sequence[bytes]:
    try:
        return Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:  # it has exited or belongs to another user
        return ()


def filter_environment(environ: Mapping[str, str], *patterns: Sequence[str]) -> dict[str, str]:
    """Return the variables that every program needs, and those that match a pattern."""
    wanted = [*COMMON, *(name for group in patterns for name in group)]
    return {
        name: value
        for name, value in environ.items()
        if any(fnmatchcase(name, pattern) for pattern in wanted)
    }
