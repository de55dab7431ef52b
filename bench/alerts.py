"""Measure how late 1,000 alerts over 100,000 runs are, and the CPU of a round of evaluation.

    uv run --group dev python -m bench.alerts [--alerts 1000] [--runs 100000] [--seconds 60]

The runs of the last two hours are in packs. Then runs of all customers end, half of them failed,
and each fires and resolves alerts. Lateness is the time from the end of the run, or from the moment
at which a run leaves its window, until the new state and its notices are stored. It is read from
the history of the alerts. The CPU is that of the evaluating process, between the load.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import statistics
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from random import Random

import structlog
from bench.find_data import BenchRun, runs
from bench.find_load import fill_postgres, fill_sqlite
from tests.support.contracts.scene import DONE, Scene
from tests.support.postgres import running_postgres

from runwhy.core.alerts.alert import Alert, AlertMeasure, Comparison
from runwhy.core.ids import Kind, make_id
from runwhy.core.runs.run import Failure, Outcome, Status
from runwhy.services.alert_changes import AlertChanges
from runwhy.services.alert_evaluator import AlertEvaluator
from runwhy.services.alerts import Alerts
from runwhy.stores.postgres import PostgresStore
from runwhy.stores.sqlite import SqliteStore
from runwhy.stores.store import SqlStore
from runwhy.wiring import wall_clock

FAILED = Outcome(status=Status.FAILED, failure=Failure(message="overloaded"))
SPREAD = timedelta(hours=2)


@dataclass(slots=True)
class Figures:
    """Figures of one measurement, in seconds."""

    loaded: float = 0.0
    load_cpu: float = 0.0
    cpu: list[float] = field(default_factory=list)
    idle: list[float] = field(default_factory=list)
    late: list[float] = field(default_factory=list)


def past_runs(total: int, now: datetime) -> Iterator[BenchRun]:
    """Yield runs that ended within the last two hours."""
    first = (now - SPREAD).timestamp() * 1000
    step = (SPREAD.total_seconds() - 60) * 1000 / total
    for run in runs(total):
        created = int(first + run.number * step)
        yield replace(run, created=created, lasted=min(run.lasted, 30_000))


def build_alerts(count: int, now: datetime) -> Iterator[Alert]:
    """Yield alerts of all kinds: nine in ten about a customer, the others about many runs."""
    base = Alert(
        id="",
        workspace=1,
        name="",
        query="",
        measure=AlertMeasure.FAILED,
        window=10,
        threshold=1.0,
        recipients=(),
        created_at=now,
        updated_at=now,
        watched_from=now,
    )
    wide = ("env:prod", "region:eu plan:pro", "-env:prod", "lang:l1", "status:failed env:prod")
    for number in range(count):
        one = replace(base, name=f"alert-{number}", query=f"customer:c-{number:04d}")
        match number % 10:
            case 0:
                query = wide[number // 10 % len(wide)]
                window = 600 + 60 * (number // 50)
                yield replace(
                    one, query=query, measure=AlertMeasure.P95, window=window, threshold=60.0
                )
            case 1 | 2:
                yield replace(one, measure=AlertMeasure.ABSENCE, threshold=None, window=20)
            case 3 | 4:
                yield replace(one, measure=AlertMeasure.FAILURE_RATE, threshold=0.5, window=3600)
            case 5:
                yield replace(
                    one, comparison=Comparison.PREVIOUS, threshold=2.0, window=3600, minimum=3
                )
            case 6:
                yield replace(one, measure=AlertMeasure.COST, threshold=5.0, window=3600)
            case _:
                yield one


async def end_run(scene: Scene, chance: Random, alerts: int) -> None:
    """Start a run of some customer, and end it."""
    tags = {"customer": f"c-{chance.randrange(alerts):04d}", "env": "prod", "region": "eu"}
    await scene.start(tags=tags)
    for claim in await scene.claim():
        await scene.finish(claim, FAILED if chance.random() < 0.5 else DONE)


async def measure(store: SqlStore, alerts: int, seconds: int, rate: int) -> Figures:
    """Load all alerts, and evaluate them while runs end."""
    found = Figures()
    scene = Scene(store)
    scene.clock = wall_clock  # type: ignore[assignment]
    number = iter(range(10**9))
    new_id = partial(_new_id, number)
    changes = AlertChanges(store=store, clock=wall_clock, new_id=new_id)
    service = Alerts(store=store, clock=wall_clock, new_id=new_id, changes=changes)
    await store.register_worker("wrk_one", "bench", at=wall_clock())
    made = [await service.add(alert) for alert in build_alerts(alerts, wall_clock())]
    evaluator = AlertEvaluator(store=store, changes=changes, clock=wall_clock, server="bench")
    begun, cpu = time.monotonic(), time.process_time()
    while True:
        await evaluator.evaluate()
        if not evaluator._pending:
            break
    found.loaded, found.load_cpu = time.monotonic() - begun, time.process_time() - cpu
    began_at, chance = wall_clock(), Random(5)
    evaluating = asyncio.create_task(_keep_evaluating(evaluator))
    until = time.monotonic() + seconds
    for number in range(seconds * rate):
        await end_run(scene, chance, alerts)
        due = until - seconds + (number + 1) / rate
        await asyncio.sleep(max(0, due - time.monotonic()))
    ended_at = wall_clock()
    evaluating.cancel()
    await asyncio.wait([evaluating])
    for _ in range(15):  # without other work
        for _ in range(rate):
            await end_run(scene, chance, alerts)
        found.cpu.append(await _evaluate(evaluator))
    for _ in range(15):
        found.idle.append(await _evaluate(evaluator))
        await asyncio.sleep(1)
    for alert in made:
        for event in await store.list_alert_events(alert, limit=1000):
            if began_at <= event.recorded_at < ended_at:
                found.late.append((event.recorded_at - event.at).total_seconds())
    return found


async def _keep_evaluating(evaluator: AlertEvaluator) -> None:
    """Evaluate every second, as a server does."""
    while True:
        await evaluator.evaluate()
        await asyncio.sleep(1)


async def _evaluate(evaluator: AlertEvaluator) -> float:
    before = time.process_time()
    await evaluator.evaluate()
    return time.process_time() - before


def _new_id(numbers: Iterator[int], kind: Kind) -> str:
    return make_id(kind, ms=int(time.time() * 1000), random=next(numbers))


async def run_on(store: SqlStore, args: argparse.Namespace) -> Figures:
    """Measure on an open store."""
    await store.open()
    try:
        return await measure(store, args.alerts, args.seconds, args.rate)
    finally:
        await store.close()


def report(title: str, found: Figures) -> None:
    """Print the figures of one database."""
    late = sorted(found.late)
    p99 = statistics.quantiles(late, n=100)[98]
    print(
        f"{title}: read {found.loaded:.1f} s ({found.load_cpu:.1f} s CPU), {len(late)} changes, "
        f"lateness p50 {statistics.median(late):.2f} s, p99 {p99:.2f} s, worst {late[-1]:.2f} s; "
        f"CPU per round {statistics.median(found.cpu) * 1000:.1f} ms under load, "
        f"{statistics.median(found.idle) * 1000:.1f} ms idle",
        flush=True,
    )


def main() -> None:
    """Measure on both databases, one after the other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--alerts", type=int, default=1000)
    parser.add_argument("--runs", type=int, default=100_000)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--rate", type=int, default=20, help="runs that end per second")
    parser.add_argument("--only", choices=["sqlite", "postgres"])
    args = parser.parse_args()
    quiet = structlog.make_filtering_bound_logger(logging.WARNING)
    structlog.configure(wrapper_class=quiet)
    if args.only != "postgres":
        with tempfile.TemporaryDirectory() as directory:
            path = Path(directory) / "runwhy.db"
            fill_sqlite(path, past_runs(args.runs, wall_clock()), lambda _: None)
            report("SQLite", asyncio.run(run_on(SqliteStore(path, lambda _: None), args)))
    if args.only != "sqlite":
        with running_postgres() as server:
            url = server.create_database("alerts")
            fill_postgres(url, past_runs(args.runs, wall_clock()), lambda _: None)
            report("PostgreSQL", asyncio.run(run_on(PostgresStore(url, lambda _: None), args)))


if __name__ == "__main__":
    main()
