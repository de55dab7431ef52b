"""DBOS on a SQLite file with the fastest settings we know, measured in this process."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from bench.queue_figures import (
    IDLE_SECONDS,
    LATENCIES,
    RUNS,
    Countdown,
    QueueFigures,
    Stopwatch,
    cpu_seconds,
)
from dbos import DBOS, DBOSClient
from dbos._serialization import DBOSPortableJSONSerializer

TOGETHER = 20  # workflows per commit, which favours DBOS


class Dbos:
    """A DBOS queue with a workflow that returns immediately."""

    def __init__(self, directory: Path, poll: float) -> None:
        self.done = threading.Event()
        self.runs = Countdown(self.done.set)
        url = f"sqlite:///{directory / 'dbos.db'}"
        self._engine = _engine(url)
        common: dict[str, Any] = {
            "system_database_url": url,
            "system_database_engine": self._engine,
            "serializer": DBOSPortableJSONSerializer(),
        }

        @DBOS.workflow(name="run")
        async def run(id: str) -> None:
            self.runs.one_is_done()

        DBOS(
            config={
                "name": "bench",
                "application_version": "1",
                "executor_id": "bench",
                "log_level": "ERROR",
                **common,
            }
        )
        DBOS.launch()
        DBOS.register_queue(
            "runs", partition_concurrency=1, worker_concurrency=64, polling_interval_sec=poll
        )
        self._client = DBOSClient(**common)
        time.sleep(2)  # until the queue is polled

    def enqueue(self, ids: list[str]) -> None:
        with self._engine.begin() as tx:
            for id in ids:
                options: Any = {
                    "workflow_name": "run",
                    "queue_name": "runs",
                    "workflow_id": id,
                    "queue_partition_key": id,
                    "app_version": "1",
                }
                self._client.enqueue_in_transaction(tx, options, id)


def _engine(url: str) -> sa.Engine:
    engine = sa.create_engine(url, connect_args={"check_same_thread": False})

    @sa.event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        connection.isolation_level = "IMMEDIATE"
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=30000"):
            connection.execute(f"PRAGMA {pragma}")

    return engine


def measure(directory: Path, poll: float) -> QueueFigures:
    """Measure runs one at a time, then many together, then an idle queue."""
    queue = Dbos(directory, poll)
    latencies = [_one(queue, f"a{number:05d}") for number in range(LATENCIES)]
    queue.done.clear()
    queue.runs.left = RUNS
    watch = Stopwatch()
    for at in range(0, RUNS, TOGETHER):
        queue.enqueue([f"b{number:05d}" for number in range(at, at + TOGETHER)])
    enqueued = watch.read()
    queue.done.wait(120)
    drained = watch.read()
    before = cpu_seconds()
    time.sleep(IDLE_SECONDS)
    idle = (cpu_seconds() - before) / IDLE_SECONDS
    return QueueFigures(latencies=latencies, enqueued=enqueued, drained=drained, idle=idle)


def _one(queue: Dbos, id: str) -> float:
    queue.done.clear()
    queue.runs.left = 1
    watch = Stopwatch()
    queue.enqueue([id])
    queue.done.wait(30)
    return watch.read()
