"""An agent's program in a group of its own: fed, read by lines, ended with all it started."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from runwhy.core.json import JsonObject, compact_json

CHUNK = 64 * 1024
MAX_LINE = 64 * 1024 * 1024  # what is longer is handed on in pieces, and not understood
KEPT_STDERR = 16 * 1024
MARK = "RUNWHY_RUN_ID"  # in the environment of everything that a run starts
GRACE = 3.0  # seconds to end by itself, once asked


@dataclass(frozen=True, slots=True, kw_only=True)
class Launch:
    """A program to be started."""

    command: Sequence[str]
    cwd: str
    env: Mapping[str, str]
    run_id: str

    def with_arguments(self, arguments: Sequence[str]) -> Launch:
        """The same, with these arguments."""
        return replace(self, command=[*self.command, *arguments])


class AgentProcess:
    """A running program; what it says on stderr is kept apart, the last of it."""

    def __init__(self, process: asyncio.subprocess.Process, run_id: str) -> None:
        self._process = process
        self._run_id = run_id
        self._stderr = bytearray()
        self._listening = asyncio.create_task(self._keep_stderr())

    @property
    def stderr(self) -> str:
        """The end of what it said on stderr."""
        return self._stderr.decode(errors="replace").strip()

    async def lines(self) -> AsyncIterator[bytes]:
        """What it says on stdout, as it comes; blank lines are left out."""
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
        """One JSON object on a line of stdin; nothing happens when nobody reads it any more."""
        stdin = self._process.stdin
        assert stdin is not None
        with suppress(ConnectionError, RuntimeError):
            stdin.write(compact_json(message).encode() + b"\n")
            await stdin.drain()

    def close_stdin(self) -> None:
        """Nothing more will be said to it."""
        if self._process.stdin is not None:
            self._process.stdin.close()

    async def wait(self) -> int:
        """Its exit code, once it has ended and stderr is read."""
        code = await self._process.wait()
        with suppress(TimeoutError):  # something it started may still hold the pipe
            await asyncio.wait_for(asyncio.shield(self._listening), 1.0)
        return code

    async def end(self) -> None:
        """End it and everything that it started; nothing is left when this returns."""
        self.close_stdin()
        if self._process.returncode is None:
            self._signal_group(signal.SIGTERM)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._process.wait(), GRACE)
        self._signal_group(signal.SIGKILL)
        await asyncio.to_thread(end_leftovers, self._run_id)
        await self._process.wait()
        self._listening.cancel()
        await asyncio.gather(self._listening, return_exceptions=True)

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
async def running(launch: Launch, *, fed: bool) -> AsyncIterator[AgentProcess]:
    """The program for the length of a block; `fed` or not, its stdin is never ours.

    However the block is left, also by being cancelled twice, the program and its children end.
    Raises: OSError when it cannot be started.
    """
    stdin = asyncio.subprocess.PIPE if fed else asyncio.subprocess.DEVNULL
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
        ending = asyncio.create_task(agent.end())
        try:
            await asyncio.shield(ending)
        except asyncio.CancelledError:
            await asyncio.wait([ending])
            raise


def end_leftovers(run_id: str) -> None:
    """End what left the process group of a run but still carries its mark (where /proc tells)."""
    if not sys.platform.startswith("linux"):
        return
    mark = f"{MARK}={run_id}".encode()
    for _ in range(3):  # what is being started meanwhile is found the next time
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
    except OSError:  # it has ended, or is somebody else's
        return ()
