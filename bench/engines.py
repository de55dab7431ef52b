"""Compare queues on one PostgreSQL: Runwhy's own, Restate's and DBOS's.

uv run --group dev --with dbos==3.3.0 python -m bench.engines [--queues runwhy dbos] [--runs 600]
    [--workers 1 2 4] [--latencies 60] [--idle 5] [--kills 10] [--poll 0.1]
    [--beat 0.3 --dead-after 1.5] [--json FILE]

A whole server does more than a queue: it stores the run's log, events and tags. So Runwhy's queue
is also measured without them, with the same HTTP server as DBOS and a run that does nothing.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from bench.engines_deployments import QUEUES, Deployment, Queue, Setup, deployed
from bench.load import Connection, hammer
from rich.console import Console
from rich.table import Table
from tests.support.postgres import PostgresServer, running_postgres

CLIENTS = 12  # in total, distributed over the workers
SLEEP = 0.5  # seconds of the step that is interrupted
TOGETHER = 3  # runs per worker that execute when one is killed

console = Console()


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """The measured values of one queue with a number of workers. CPU in ms per run."""

    queue: str
    workers: int
    accepted: float  # per second
    ended: float  # per second
    latencies: Sequence[float]  # ms from accepted to end, one run at a time
    server_cpu: float
    engine_cpu: float
    database_cpu: float
    idle: float  # percent of a core: workers, engine and database
    recoveries: Sequence[float]  # s from the kill to the end of the interrupted run, less the step
    load: float  # load average of the machine

    @property
    def per_core(self) -> float:
        """Runs per second of one core that all parts share."""
        return 1000 / (self.server_cpu + self.engine_cpu + self.database_cpu)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sizes:
    """How much is measured."""

    runs: int
    latencies: int
    idle: float
    kills: int
    warm: int = 100  # runs that are not measured


def share(values: Sequence[float], part: float) -> float:
    """Return a percentile of values, 0 for none."""
    ordered = sorted(values)
    return ordered[round(part * (len(ordered) - 1))] if ordered else 0.0


async def create(deployment: Deployment, total: int, clients: int = CLIENTS) -> float:
    """Create runs at all workers; return the seconds until all were accepted."""
    queue, step, ports = deployment.queue, deployment.setup.step, deployment.ports
    each, began = len(ports), time.perf_counter()
    await asyncio.gather(
        *(
            hammer(
                "127.0.0.1",
                port,
                queue.path,
                lambda number: queue.body(number, step),
                clients=max(1, clients // each),
                total=total // each,
            )
            for port in ports
        )
    )
    return time.perf_counter() - began


async def create_one(deployment: Deployment, port: int) -> None:
    """Create one run."""
    async with Connection("127.0.0.1", port) as connection:
        body = deployment.queue.body(0, deployment.setup.step)
        status, answer = await connection.request("POST", deployment.queue.path, body)
        assert status < 300, answer


def throughput(deployment: Deployment, total: int, warm: int) -> tuple[float, float, list[float]]:
    """Return accepted and ended runs per second, and CPU ms per run of each part."""
    asyncio.run(create(deployment, warm))
    deployment.wait_until_drained()
    before, began = deployment.used(), time.perf_counter()
    accepted = asyncio.run(create(deployment, total))
    deployment.wait_until_drained(every=0.05)
    ended = time.perf_counter() - began
    after = deployment.used()
    done = total // len(deployment.workers) * len(deployment.workers)
    cpu = [(now - was).cpu / done * 1000 for now, was in zip(after, before, strict=True)]
    return done / accepted, done / ended, cpu


def latencies(deployment: Deployment, total: int) -> list[float]:
    """Return the times from accepted to end of runs that are created one after the other."""
    earlier = len(deployment.ended())
    for number in range(total):
        ports = deployment.ports
        asyncio.run(create_one(deployment, ports[number % len(ports)]))
        deployment.wait_until_drained(every=0.01)
    return [float(run.finished - run.created) for run in deployment.ended()[earlier:]]


def idle_share(deployment: Deployment, seconds: float) -> float:
    """Return the percentage of a core that workers, engine and database use without runs."""
    time.sleep(1)
    before = deployment.used()
    time.sleep(seconds)
    after = deployment.used()
    used = sum((now - was).cpu for now, was in zip(after, before, strict=True))
    return used / seconds * 100


def recoveries(deployment: Deployment, kills: int) -> list[float]:
    """Kill workers in turn; return the delays of interrupted runs, in s.

    A killed worker is started again without delay, as a supervisor does.
    """
    found: list[float] = []
    for number in range(kills):
        earlier, runs = len(deployment.ended()), TOGETHER * len(deployment.workers)
        asyncio.run(create(deployment, runs, clients=runs))
        deployment.wait_until_started()
        time.sleep(0.1)  # into the step
        worker = deployment.workers[number % len(deployment.workers)]
        killed = time.time()
        worker.stop(signal.SIGKILL)
        worker.start()
        deployment.wait_until_drained()
        worker.wait_until_ready()
        again = [run.finished for run in deployment.ended()[earlier:] if run.attempts > 1]
        if again:
            found.append(max(again) / 1000 - killed - SLEEP)
    return found


def measure(queue: Queue, setup: Setup, workers: int, database: int, sizes: Sizes) -> Figures:
    """Measure one queue with a number of workers."""
    with deployed(queue, setup, workers, database) as deployment:
        accepted, ended, cpu = throughput(deployment, sizes.runs, sizes.warm)
        waits = latencies(deployment, sizes.latencies)
        idle = idle_share(deployment, sizes.idle)
    delays: list[float] = []
    if sizes.kills:
        folder = setup.folder / "kills"
        folder.mkdir()
        slow = replace(setup, step=SLEEP, folder=folder)
        with deployed(queue, slow, workers, database) as deployment:
            delays = recoveries(deployment, sizes.kills)
    server_cpu, engine_cpu, database_cpu = cpu
    return Figures(
        queue=queue.label,
        workers=workers,
        accepted=accepted,
        ended=ended,
        latencies=waits,
        server_cpu=server_cpu,
        engine_cpu=engine_cpu,
        database_cpu=database_cpu,
        idle=idle,
        recoveries=delays,
        load=os.getloadavg()[0],
    )


ROWS: Mapping[str, Callable[[Figures], str]] = {
    "accepted per second": lambda it: f"{it.accepted:,.0f}",
    "ended per second": lambda it: f"{it.ended:,.0f}",
    "accepted → end, p50 ms": lambda it: f"{share(it.latencies, 0.5):.0f}",
    "accepted → end, p95 ms": lambda it: f"{share(it.latencies, 0.95):.0f}",
    "CPU ms per run, server": lambda it: f"{it.server_cpu:.2f}",
    "CPU ms per run, engine": lambda it: f"{it.engine_cpu:.2f}",
    "CPU ms per run, database": lambda it: f"{it.database_cpu:.2f}",
    "runs per second per core": lambda it: f"{it.per_core:,.0f}",
    "runs per second per core of the database": lambda it: f"{1000 / it.database_cpu:,.0f}",
    "idle, % of a core": lambda it: f"{it.idle:.1f}",
    "interrupted runs": lambda it: f"{len(it.recoveries)}",
    "kill → running again, p50 s": lambda it: f"{share(it.recoveries, 0.5):.2f}",
    "kill → running again, p99 s": lambda it: f"{share(it.recoveries, 0.99):.2f}",
    "load average": lambda it: f"{it.load:.1f}",
}


def show(found: Sequence[Figures]) -> None:
    """Print one table per number of workers."""
    for workers in dict.fromkeys(each.workers for each in found):
        mine = [each for each in found if each.workers == workers]
        table = Table(f"{workers} workers", *(each.queue for each in mine))
        for name, text in ROWS.items():
            table.add_row(name, *map(text, mine))
        console.print(table)


@contextmanager
def fresh_setup(postgres: PostgresServer, name: str, args: argparse.Namespace) -> Iterator[Setup]:
    """Return a setup with an empty database, which is deleted afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        url = postgres.create_database(name)
        timing = {"poll": args.poll, "beat": args.beat, "dead_after": args.dead_after}
        yield Setup(url=url, folder=Path(folder), **timing)
        postgres.drop_database(name)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--queues", nargs="+", choices=QUEUES, default=list(QUEUES))
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--runs", type=int, default=600)
    parser.add_argument("--latencies", type=int, default=60)
    parser.add_argument("--idle", type=float, default=5.0, help="seconds")
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--poll", type=float, default=0.1, help="polling interval of DBOS")
    parser.add_argument("--beat", type=float, default=3.0, help="heartbeat of Runwhy's queue")
    parser.add_argument("--dead-after", type=float, default=12.0)
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    args = parser.parse_args()
    sizes = Sizes(runs=args.runs, latencies=args.latencies, idle=args.idle, kills=args.kills)
    found: list[Figures] = []
    with running_postgres() as postgres:
        pid = int((postgres.data / "postmaster.pid").read_text().split()[0])
        for workers in args.workers:
            for name in args.queues:
                console.print(f"{name}, {workers} workers", style="dim")
                with fresh_setup(postgres, f"bench_{len(found)}", args) as setup:
                    found.append(measure(QUEUES[name], setup, workers, pid, sizes))
                if args.json:
                    args.json.write_text(json.dumps([asdict(each) for each in found], indent=1))
    show(found)


if __name__ == "__main__":
    main()
