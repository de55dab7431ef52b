"""Our durable queue beside DBOS on the same kind of SQLite file, in one run.

uv run --with dbos==3.3.0 python -m bench.queue
"""

from __future__ import annotations

import asyncio
import resource
import secrets
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

RUNS = 400
LATENCIES = 40
IDLE_SECONDS = 3.0


def cpu_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


async def ours(directory: Path) -> dict[str, float]:
    started = time.perf_counter()
    from whence.core.ids import make_id
    from whence.core.origin import Actor, Origin
    from whence.core.planning import InputMessage, RunRequest, plan_run
    from whence.core.runs import Outcome, Status
    from whence.feeds.in_process import InProcessFeed
    from whence.jobs.durable import DurableJobs
    from whence.ports import Claim
    from whence.stores.sqlite import SqliteStore

    imported = time.perf_counter() - started
    from whence.wiring import wall_clock  # the whole server, which is not the queue's cost

    feed = InProcessFeed()
    store = SqliteStore(directory / "ours.db", feed.publish)
    await store.open()
    await feed.start()
    workspace = await store.add_workspace("bench", "Bench", at=wall_clock())
    done = asyncio.Event()
    left = 0

    async def perform(claim: Claim) -> None:
        nonlocal left
        await store.finish(claim, Outcome(status=Status.SUCCEEDED), at=wall_clock())
        left -= 1
        if left == 0:
            done.set()

    jobs = DurableJobs(store, feed, wall_clock, worker="wrk_bench", name="bench", alone=True)
    await jobs.start(perform)

    async def enqueue() -> None:
        now = wall_clock()
        origin = Origin(trigger="api", actor=Actor(kind="local"), attended=True, requested_at=now)
        request = RunRequest(
            workspace=workspace.id,
            origin=origin,
            messages=[InputMessage(role="user", text="x")],
            spec={"systemPrompt": "x"},
        )
        id = make_id("run", ms=round(now.timestamp() * 1000), random=secrets.randbits(80))
        await store.add_run(request, lambda around: plan_run(request, around, id=id, at=now))

    latencies = []
    for _ in range(LATENCIES):
        done.clear()
        left = 1
        began = time.perf_counter()
        await enqueue()
        await done.wait()
        latencies.append(time.perf_counter() - began)
    done.clear()
    left = RUNS
    began = time.perf_counter()
    await asyncio.gather(*(enqueue() for _ in range(RUNS)))
    enqueued = time.perf_counter() - began
    await done.wait()
    drained = time.perf_counter() - began
    idle = cpu_seconds()
    await asyncio.sleep(IDLE_SECONDS)
    idle = (cpu_seconds() - idle) / IDLE_SECONDS
    await jobs.stop(grace=1)
    await feed.stop()
    await store.close()
    return figures(imported, latencies, enqueued, drained, idle)


def dbos(directory: Path, poll: float) -> dict[str, float]:
    started = time.perf_counter()
    import sqlalchemy as sa
    from dbos import DBOS, DBOSClient
    from dbos._serialization import DBOSPortableJSONSerializer

    imported = time.perf_counter() - started
    url = f"sqlite:///{directory / 'dbos.db'}"
    engine = sa.create_engine(url, connect_args={"check_same_thread": False})

    @sa.event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        connection.isolation_level = "IMMEDIATE"
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=30000"):
            connection.execute(f"PRAGMA {pragma}")

    done = threading.Event()
    left = [0]

    @DBOS.workflow(name="run")
    async def run(id: str) -> None:
        left[0] -= 1
        if left[0] == 0:
            done.set()

    common: dict[str, Any] = {
        "system_database_url": url,
        "system_database_engine": engine,
        "serializer": DBOSPortableJSONSerializer(),
    }
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
    client = DBOSClient(**common)
    time.sleep(2)

    def enqueue(ids: list[str]) -> None:
        with engine.begin() as tx:
            for id in ids:
                options: Any = {
                    "workflow_name": "run",
                    "queue_name": "runs",
                    "workflow_id": id,
                    "queue_partition_key": id,
                    "app_version": "1",
                }
                client.enqueue_in_transaction(tx, options, id)

    latencies = []
    for number in range(LATENCIES):
        done.clear()
        left[0] = 1
        began = time.perf_counter()
        enqueue([f"a{number:05d}"])
        done.wait(30)
        latencies.append(time.perf_counter() - began)
    done.clear()
    left[0] = RUNS
    began = time.perf_counter()
    for at in range(0, RUNS, 20):  # twenty share a commit, which favours it
        enqueue([f"b{number:05d}" for number in range(at, at + 20)])
    enqueued = time.perf_counter() - began
    done.wait(120)
    drained = time.perf_counter() - began
    idle = cpu_seconds()
    time.sleep(IDLE_SECONDS)
    idle = (cpu_seconds() - idle) / IDLE_SECONDS
    return figures(imported, latencies, enqueued, drained, idle)


def figures(
    imported: float, latencies: list[float], enqueued: float, drained: float, idle: float
) -> dict[str, float]:
    return {
        "import, s": imported,
        "enqueue → done, p50 ms": statistics.median(latencies) * 1000,
        "enqueued a second": RUNS / enqueued,
        "done a second": RUNS / drained,
        "CPU when idle, %": idle * 100,
    }


def main() -> None:
    if len(sys.argv) > 1:
        with tempfile.TemporaryDirectory() as name:
            kind, _, poll = sys.argv[1].partition(":")
            found = (
                asyncio.run(ours(Path(name))) if kind == "ours" else dbos(Path(name), float(poll))
            )
            print("\n".join(f"{key}\t{value}" for key, value in found.items()), flush=True)
            import os

            os._exit(0)  # its threads would keep the process
    table = {}
    for kind in ("ours", "dbos:0.01", "dbos:0.1"):
        answer = subprocess.run(
            [sys.executable, "-m", "bench.queue", kind], capture_output=True, text=True, check=True
        )
        rows = [line.split("\t") for line in answer.stdout.splitlines() if "\t" in line]
        table[kind] = {key: float(value) for key, value in rows}
    names = list(table["ours"])
    print(f"{'':26}" + "".join(f"{kind:>14}" for kind in table))
    for name in names:
        print(f"{name:26}" + "".join(f"{table[kind][name]:14.2f}" for kind in table))


if __name__ == "__main__":
    main()
