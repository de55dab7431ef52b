"""Measure the lateness of 1,000 schedules on one server, in one second and over a minute.

    uv run --group dev python -m bench.schedules [--schedules 1000] [--seconds 60]

Lateness is the time from the planned time of a run to its acceptance.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import tempfile
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path

from tests.support.servers import server_settings

from runwhy.core.agent_spec import AgentSpec
from runwhy.core.triggers.trigger import OccurrenceStatus, Trigger, TriggerConfig, TriggerKind
from runwhy.wiring import Server, make_server, wall_clock


def build_schedule(name: str, second: str, now: datetime) -> Trigger:
    """Build a schedule that fires each minute at this second."""
    return Trigger(
        id="",
        workspace=1,
        kind=TriggerKind.CRON,
        name=name,
        prompt="Check the status.",
        spec=AgentSpec(model_id="echo"),
        config=TriggerConfig(schedule=f"{second} * * * * *", overlap="allow"),
        created_at=now,
        updated_at=now,
    )


async def measure(server: Server, seconds: Sequence[int], until: datetime) -> list[float]:
    """Create the schedules, wait, and return the lateness of each occurrence in milliseconds."""
    triggers = server.services.triggers
    made = [
        await triggers.add(build_schedule(f"s{n}", str(second), wall_clock()))
        for n, second in enumerate(seconds)
    ]
    await asyncio.sleep((until - wall_clock()).total_seconds())
    late = []
    for trigger in made:
        for occurrence in await server.store.list_occurrences(trigger.id, limit=100):
            assert occurrence.status is OccurrenceStatus.FIRED, occurrence
            assert occurrence.planned_at is not None
            assert occurrence.run_id is not None
            run = await server.store.get_run(1, occurrence.run_id)
            assert run is not None
            late.append((run.created_at - occurrence.planned_at).total_seconds() * 1000)
    return late


async def measure_and_print(title: str, seconds: Sequence[int], duration: int) -> None:
    """Measure on a new database and print the result."""
    with tempfile.TemporaryDirectory() as directory:
        server = make_server(server_settings(Path(directory)))
        async with server.running():
            late = await measure(server, seconds, wall_clock() + timedelta(seconds=duration))
    print(
        f"{title}: {len(late)} fired, lateness p50 {statistics.median(late):.0f} ms, "
        f"p99 {statistics.quantiles(late, n=100)[98]:.0f} ms, worst {max(late):.0f} ms"
    )


async def main() -> None:
    """Measure both distributions."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--schedules", type=int, default=1000)
    parser.add_argument("--seconds", type=int, default=65)
    args = parser.parse_args()
    spread = [n % 60 for n in range(args.schedules)]
    soon = (wall_clock().second + 30) % 60
    await measure_and_print("spread over a minute", spread, args.seconds)
    await measure_and_print("all in one second", [soon] * args.schedules, args.seconds)


if __name__ == "__main__":
    asyncio.run(main())
