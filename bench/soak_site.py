"""The server of a soak on a separate disk, and the faults that can be injected."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx2
import psycopg
from bench.soak_agents import agent_processes
from bench.soak_fakes import SoakModel
from bench.soak_ledger import Ledger, Sample
from bench.soak_lost_hosts import freeze_server, half_open_clients, lose_server
from bench.soak_poison import poison
from bench.soak_server import make_clock, set_clock
from bench.soak_server_process import SoakServer
from tests.support.chaos import BASE
from tests.support.postgres import PostgresServer, running_postgres
from tests.support.tcp_proxy import database_proxy

CONNECT_OPTIONS: dict[str, Any] = {
    "isolation_level": None,
    "timeout": 30,
    "check_same_thread": False,
}
# Faults in addition to kills and poison runs, which end the server's process.
KINDS = ("slow model", "agents", "database", "clients", "disk", "host", "clock")
STEP = 120  # seconds by which the clock is set forward or back
LOCKED_FOR, STOPPED_FOR, FULL_FOR, STALLED_FOR, CLOCK_SET_FOR = 6.0, 4.0, 8.0, 20.0, 25.0
HALF_OPEN_FOR = 15.0
AGENT_WORKS_FOR = 12  # seconds
RECORDING = Path(__file__).parents[1] / "tests/normalizers/streams/cursor/shell.jsonl"


@contextmanager
def small_disk(megabytes: int) -> Iterator[Path]:
    """Mount a file system of this size in memory. Raises: RuntimeError without the permission."""
    folder = Path(tempfile.mkdtemp(prefix="runwhy-soak-"))
    size = f"size={megabytes}m,mode=0755"
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", size, "runwhy-soak", folder],
        capture_output=True,
        check=False,
    )
    if mounted.returncode:
        folder.rmdir()
        raise RuntimeError(
            f"bench.soak must run as root to mount a small disk: {mounted.stderr.decode()}"
        )
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=False)
        folder.rmdir()


@contextmanager
def postgres_on(disk: Path) -> Iterator[PostgresServer]:
    """Run a real PostgreSQL with its data on this disk."""
    with running_postgres() as postgres:
        (home,) = parse_qs(urlsplit(postgres.url("x")).query)["host"]
        postgres.stop(immediate=False)
        data = Path(home) / "data"
        owner = data.stat()
        subprocess.run(["cp", "-a", data, disk / "data"], check=True)
        shutil.rmtree(data)
        data.symlink_to(disk / "data")
        os.chown(data, owner.st_uid, owner.st_gid, follow_symlinks=False)
        postgres.start()
        yield postgres


SpareServer = Callable[[str], SoakServer]  # makes a second server on a database


class Site:
    """The server, its database, its disk and its clock."""

    def __init__(
        self,
        ledger: Ledger,
        server: SoakServer,
        model: SoakModel,
        disk: Path,
        clock: Path,
        postgres: PostgresServer | None,
        scale: float,
        spare: SpareServer,
    ) -> None:
        self.ledger, self.server, self.disk = ledger, server, disk
        self._model, self._clock, self._postgres = model, clock, postgres
        self._forward = True
        self._scale = scale  # factor for the duration of faults
        self._spare = spare

    async def fault(self, kind: str) -> None:
        """Inject a fault, repair it, and wait until the server is ready."""
        actions = {
            "kill": self._kill,
            "database": self._restart if self._postgres else self._lock,
            "disk": self._fill,
            "slow model": self._stall,
            "clock": self._set_clock,
            "poison": lambda: poison(self.server, self.ledger),
            "agents": self._kill_agents,
            "clients": self._open_halves,
            "host": self._lose_server if self._postgres else self._freeze,
        }
        with self.ledger.broken(kind):
            await actions[kind]()
            await self.server.ready(120)

    async def _kill(self) -> None:
        self.server.kill()
        self.server.start()

    async def _kill_agents(self) -> None:
        """Kill the coding agents at work; there are some most of the time."""
        for pid in agent_processes(self.ledger.agents.values()):
            self.ledger.agents_killed += 1
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    async def _open_halves(self) -> None:
        run_id = next(reversed(self.ledger.runs.values()), None)
        with half_open_clients(self.server.port, run_id):
            await asyncio.sleep(HALF_OPEN_FOR * self._scale)

    async def _lose_server(self) -> None:
        assert self._postgres is not None
        with database_proxy(self._postgres.url("soak")) as (proxy, url):
            await lose_server(self._spare(url), proxy, self._scale)

    async def _freeze(self) -> None:
        await freeze_server(self.server, self._scale)

    async def _restart(self) -> None:
        assert self._postgres is not None
        await asyncio.to_thread(self._postgres.stop, immediate=self._forward)
        await asyncio.sleep(STOPPED_FOR * self._scale)
        await asyncio.to_thread(self._postgres.start)

    async def _lock(self) -> None:
        """Lock the file from another connection, because SQLite has no server to restart."""
        other = sqlite3.connect(self.disk / "runwhy.db", **CONNECT_OPTIONS)
        try:
            await asyncio.to_thread(other.execute, "BEGIN IMMEDIATE")
            await asyncio.sleep(LOCKED_FOR * self._scale)
            other.execute("ROLLBACK")
        finally:
            other.close()

    async def _fill(self) -> None:
        full_size = _size(self.disk)
        try:
            for _ in range(round(FULL_FOR * self._scale) or 1):
                await asyncio.to_thread(_fill_disk, self.disk)
                await asyncio.sleep(1)  # then fill the space that was freed in this second
        finally:
            await asyncio.to_thread(_resize, self.disk, full_size)
        if self._postgres is not None and not await asyncio.to_thread(_answers, self._postgres):
            await asyncio.to_thread(self._postgres.restart)  # it stops when its disk is full

    async def _stall(self) -> None:
        self._model.go_on.clear()
        try:
            await asyncio.sleep(STALLED_FOR * self._scale)
        finally:
            self._model.go_on.set()

    async def _set_clock(self) -> None:
        step = STEP if self._forward else -STEP
        set_clock(self._clock, step)
        self._forward = not self._forward
        try:
            off = await _clock_offset(self.server.url)
            if abs(off - step) > STEP / 2:
                self.ledger.problems.append(
                    f"the clock was set by {step} s, but its offset is {off:.0f} s"
                )
            await asyncio.sleep(CLOCK_SET_FOR * self._scale)
        finally:
            set_clock(self._clock, 0)

    def sample(self) -> None:
        """Record the memory and open files of the server's process."""
        if pid := self.server.pid:
            with suppress(FileNotFoundError, ProcessLookupError, KeyError):
                status = dict(
                    line.split(":", 1)
                    for line in Path(f"/proc/{pid}/status").read_text().splitlines()
                )
                self.ledger.samples.append(
                    Sample(
                        at=self.ledger.now(),
                        pid=pid,
                        memory=int(status["VmRSS"].split()[0]) / 1024,
                        own_memory=int(status["RssAnon"].split()[0]) / 1024,
                        handles=len(os.listdir(f"/proc/{pid}/fd")),  # noqa: PTH208
                        threads=int(status["Threads"]),
                    )
                )


async def _clock_offset(url: str) -> float:
    """Return the offset of the server's clock, from the next time of a schedule."""
    body = {"schedule": "* * * * * *"}
    async with httpx2.AsyncClient(trust_env=False, timeout=30) as client:
        answer = await client.post(f"{url}{BASE}/triggers/preview", json=body)
    due = datetime.fromisoformat(answer.json()["nextTimes"][0])
    return (due - datetime.now(UTC)).total_seconds()


def _size(disk: Path) -> int:
    stats = os.statvfs(disk)
    return stats.f_blocks * stats.f_frsize


def _resize(disk: Path, size: int) -> bool:
    command = ["mount", "-o", f"remount,size={size}", disk]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def _fill_disk(disk: Path) -> None:
    """Shrink the disk to its used size; retry if the server writes at the same time."""
    for _ in range(50):
        stats = os.statvfs(disk)
        used = (stats.f_blocks - stats.f_bfree) * stats.f_frsize
        if _resize(disk, used):
            return
    raise RuntimeError("the disk could not be filled")


def _answers(postgres: PostgresServer) -> bool:
    url = postgres.url("soak").replace("postgresql+psycopg", "postgresql")
    for _ in range(20):  # it may be in recovery
        try:
            psycopg.connect(url, connect_timeout=3).close()
        except psycopg.OperationalError:
            time.sleep(0.5)
        else:
            return True
    return False


def _agent_program(directory: Path) -> Path:
    """Create a fake coding agent that is in the middle of a command most of the time."""
    program = directory / "cursor-agent"
    halves = f"head -n 7 {RECORDING}\nsleep {AGENT_WORKS_FOR}\ntail -n +8 {RECORDING}\n"
    program.write_text(f"#!/bin/sh\n{halves}")
    program.chmod(0o755)
    return program


@asynccontextmanager
async def running_site(
    ledger: Ledger,
    model: SoakModel,
    *,
    store: str,
    megabytes: int,
    scale: float = 1.0,
) -> AsyncIterator[Site]:
    """Run a server on a small disk; yield it when it is ready."""
    with ExitStack() as stack:
        disk = stack.enter_context(small_disk(megabytes))
        other_disk = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        clock = other_disk / "clock"
        make_clock(clock)
        postgres = stack.enter_context(postgres_on(disk)) if store == "postgres" else None
        url = postgres.create_database("soak") if postgres else str(disk / "runwhy.db")
        more = {
            "OPENAI_API_KEY": "sk-soak",
            "OPENAI_BASE_URL": model.url,
            "RUNWHY_WEBHOOK_HOSTS": "127.0.0.0/8",
            "RUNWHY_CURSOR_COMMAND": str(_agent_program(other_disk)),
        }
        data = disk if postgres is None else other_disk / "server"
        data.mkdir(exist_ok=True)
        server = SoakServer(url, data, clock, more)

        def spare(url: str) -> SoakServer:
            directory = Path(tempfile.mkdtemp(dir=other_disk)) / "spare"
            directory.mkdir()
            return SoakServer(url, directory, clock, more)

        site = Site(ledger, server, model, disk, clock, postgres, scale, spare)
        server.start()
        stack.callback(server.log_path.unlink, missing_ok=True)
        stack.callback(server.kill)
        await server.ready()
        yield site
