"""The queues that `bench.engines` compares, each as worker processes on one PostgreSQL."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import psycopg
from bench.api import RUNS, free_port, is_ready, run_body
from bench.processes import Usage, usage_with_children
from tests.support.restate import running_restate
from tests.support.servers import SECRET_KEY

START_SECONDS = 120.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """How workers are started."""

    url: str
    folder: Path
    step: float = 0.0  # seconds that each run sleeps
    poll: float = 0.1  # seconds between two polls of DBOS
    beat: float = 3.0
    dead_after: float = 12.0


@dataclass(slots=True)
class Worker:
    """A worker process on a fixed port, which can be killed and restarted."""

    command: Sequence[str]
    env: Mapping[str, str]
    port: int
    log: Path
    _process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the process without waiting until it is ready."""
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self.command,
                env={**os.environ, **self.env},
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def wait_until_ready(self) -> None:
        """Wait until the worker answers. Raises: RuntimeError."""
        end = time.monotonic() + START_SECONDS
        while not is_ready(f"http://127.0.0.1:{self.port}/readyz"):
            if time.monotonic() > end or (self._process and self._process.poll() is not None):
                raise RuntimeError(f"no worker:\n{self.log.read_text()[-2000:]}")
            time.sleep(0.02)

    def stop(self, number: signal.Signals = signal.SIGTERM) -> None:
        """Send a signal to the process and wait until it has ended."""
        if self._process is not None:
            if self._process.poll() is None:
                os.killpg(self._process.pid, number)
            try:
                self._process.wait(20)
            except subprocess.TimeoutExpired:
                os.killpg(self._process.pid, signal.SIGKILL)
                self._process.wait()
            self._process = None

    def used(self) -> Usage:
        """Return the resources used by the process so far."""
        assert self._process is not None
        return usage_with_children(self._process.pid)


@dataclass(frozen=True, slots=True, kw_only=True)
class Engine:
    """A running engine: its process id, and the variables of servers that use it."""

    process: int | None = None
    env: Mapping[str, str] = field(default_factory=dict)


NO_ENGINE = Engine()


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """A run that has ended: times in ms since 1970, and how often it was started."""

    created: int
    finished: int
    attempts: int


class Queue(Protocol):
    """A way to run the queue, as `bench.engines` sees it."""

    label: str
    path: str

    def worker(self, setup: Setup, number: int, engine: Engine = ...) -> Worker: ...

    def body(self, number: int, step: float) -> Any: ...

    def engine(self, setup: Setup) -> AbstractContextManager[Engine]:
        """Run the engine's own process, if it has one, until the end of the block."""

    open_runs: str  # SQL: how many runs have not ended
    ended_runs: str  # SQL: created, finished and attempts of all ended runs, oldest first
    started_runs: str  # SQL: how many runs are executing


_OPEN = "SELECT count(*) FROM runs WHERE finished_at IS NULL"
_STARTED = "SELECT count(*) FROM runs WHERE finished_at IS NULL AND started_at IS NOT NULL"
_ENDED = (
    "SELECT created_at, finished_at, attempt FROM runs WHERE finished_at IS NOT NULL ORDER BY seq"
)


@dataclass(frozen=True, slots=True)
class InServer:
    """Whole servers, which accept runs over HTTP and execute them with the echo model."""

    label: str
    path: str = RUNS
    open_runs: str = _OPEN
    ended_runs: str = _ENDED
    started_runs: str = _STARTED

    def worker(self, setup: Setup, number: int, engine: Engine = NO_ENGINE) -> Worker:
        """Return a server that is not started yet."""
        folder, port = setup.folder / f"server-{number}", free_port()
        folder.mkdir()
        command = [sys.executable, "-m", "runwhy", "serve", "--db", setup.url]
        env = {
            "RUNWHY_DATA_DIR": str(folder),
            "RUNWHY_SECRET_KEY": SECRET_KEY,
            "RUNWHY_WORKER_BEAT": str(setup.beat),
            "RUNWHY_WORKER_DEAD_AFTER": str(setup.dead_after),
            "RUNWHY_RATE_LIMIT": "0",
            **engine.env,
        }
        return Worker([*command, "--port", str(port)], env, port, folder / "log")

    def body(self, number: int, step: float) -> Any:
        """Return the request body of a run."""
        body = run_body(number)
        return {**body, "prompt": f"{body['prompt']} [[sleep {step}]]"} if step else body

    @contextmanager
    def engine(self, setup: Setup) -> Iterator[Engine]:
        """Run nothing: the queue is part of the server."""
        yield NO_ENGINE


class OnRestate(InServer):
    """Whole servers whose runs are executed by calls of Restate."""

    @contextmanager
    def engine(self, setup: Setup) -> Iterator[Engine]:
        """Run one node of Restate."""
        with running_restate(setup.folder / "restate") as node:
            assert node._process is not None
            yield Engine(process=node._process.pid, env=node.environment())


@dataclass(frozen=True, slots=True)
class Alone:
    """A queue without the rest of a server, in `bench.engines_worker`."""

    label: str
    kind: str
    open_runs: str = _OPEN
    ended_runs: str = _ENDED
    started_runs: str = _STARTED
    path: str = "/runs"

    def worker(self, setup: Setup, number: int, engine: Engine = NO_ENGINE) -> Worker:
        """Return a worker that is not started yet."""
        port = free_port()
        command = [sys.executable, "-m", "bench.engines_worker", self.kind]
        command += ["--url", setup.url, "--name", f"worker-{number}", "--port", str(port)]
        command += ["--step", str(setup.step), "--poll", str(setup.poll)]
        command += ["--beat", str(setup.beat), "--dead-after", str(setup.dead_after)]
        return Worker(command, {}, port, setup.folder / f"worker-{number}.log")

    def body(self, number: int, step: float) -> Any:
        """Return an empty body: the worker knows what to do."""
        return {}

    @contextmanager
    def engine(self, setup: Setup) -> Iterator[Engine]:
        """Run nothing: the queue is a library."""
        yield NO_ENGINE


_WORKFLOWS = "FROM dbos.workflow_status WHERE queue_name = 'runs'"

QUEUES: dict[str, Queue] = {
    "runwhy": InServer("Runwhy"),
    "restate": OnRestate("Runwhy on Restate"),
    "runwhy-queue": Alone("Runwhy's queue only", "runwhy"),
    "dbos": Alone(
        "DBOS only",
        "dbos",
        open_runs=f"SELECT count(*) {_WORKFLOWS} AND status IN ('ENQUEUED', 'PENDING')",
        started_runs=f"SELECT count(*) {_WORKFLOWS} AND status = 'PENDING'",
        ended_runs=f"SELECT created_at, completed_at, recovery_attempts {_WORKFLOWS}"
        " AND completed_at IS NOT NULL ORDER BY created_at",
    ),
}


@dataclass(slots=True)
class Deployment:
    """Running workers, with the database and the engine behind them."""

    queue: Queue
    setup: Setup
    workers: Sequence[Worker]
    engine: Engine
    database: int  # process id of PostgreSQL
    _db: psycopg.Connection[Any] = field(init=False)

    def __post_init__(self) -> None:
        address = self.setup.url.replace("+psycopg", "")
        self._db = psycopg.connect(address, autocommit=True)

    @property
    def ports(self) -> Sequence[int]:
        """Ports of all workers."""
        return [worker.port for worker in self.workers]

    def count(self, query: str) -> int:
        """Return the number that a query returns."""
        row = self._db.execute(query.encode()).fetchone()
        assert row is not None
        return int(row[0])

    def ended(self) -> Sequence[Ended]:
        """Return all runs that have ended, oldest first."""
        found = self._db.execute(self.queue.ended_runs.encode()).fetchall()
        return [Ended(created=row[0], finished=row[1], attempts=row[2] or 1) for row in found]

    def wait_until(self, done: Callable[[], bool], *, every: float = 0.02) -> None:
        """Wait for a condition. Raises: TimeoutError."""
        end = time.monotonic() + START_SECONDS
        while not done():
            if time.monotonic() > end:
                raise TimeoutError(f"{self.queue.label}: runs are left")
            time.sleep(every)

    def wait_until_drained(self, *, every: float = 0.02) -> None:
        """Wait until all runs have ended. Raises: TimeoutError."""
        self.wait_until(lambda: self.count(self.queue.open_runs) == 0, every=every)

    def wait_until_started(self) -> None:
        """Wait until no run waits for its start. Raises: TimeoutError."""
        queue = self.queue
        self.wait_until(
            lambda: self.count(queue.started_runs) == self.count(queue.open_runs), every=0.005
        )

    def used(self) -> tuple[Usage, Usage, Usage]:
        """Return the resources used by the workers, the engine and the database so far."""
        workers = sum((worker.used() for worker in self.workers), Usage())
        process = self.engine.process
        engine = usage_with_children(process) if process else Usage()
        return workers, engine, usage_with_children(self.database)

    def close(self) -> None:
        """Close the connection to the database."""
        self._db.close()


@contextmanager
def deployed(queue: Queue, setup: Setup, workers: int, database: int) -> Iterator[Deployment]:
    """Start an engine and its workers; stop them afterwards."""
    with queue.engine(setup) as engine:
        made = [queue.worker(setup, number, engine) for number in range(workers)]
        try:
            for worker in made:
                worker.start()
                worker.wait_until_ready()  # one by one: the first creates the tables
            deployment = Deployment(queue, setup, made, engine, database)
            yield deployment
            deployment.close()
        finally:
            for worker in made:
                worker.stop()
