"""Kill a server repeatedly under load, then check that nothing was lost or done twice.

uv run --group dev python -m bench.chaos [--kills 1000] [--postgres] [--seed 1]
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import Progress
from tests.support.chaos import Clients, ServerProcess, check
from tests.support.postgres import running_postgres

ROUND = 50  # kills between two full checks

console = Console()


async def one_round(
    server: ServerProcess, seed: int, kills: int, tick: Callable[[], None]
) -> tuple[int, list[float]]:
    """Run the load, the kills and the check; return the number of runs and the restart times."""
    chance = random.Random(seed)
    clients = Clients(lambda: server.url, seed)
    load = [
        asyncio.create_task(work)
        for work in (
            *(clients.start_runs(f"runs-{seed}-{n}") for n in range(3)),
            *(clients.send_messages(f"messages-{seed}-{n}") for n in range(3)),
            *(clients.follow_runs(f"streams-{seed}-{n}") for n in range(3)),
        )
    ]
    restarts = []
    for _ in range(kills):
        await asyncio.sleep(chance.uniform(0.02, 0.8))
        server.kill()
        killed = time.perf_counter()
        server.start()
        await server.ready()
        restarts.append(time.perf_counter() - killed)
        tick()
    clients.stopping = True
    await asyncio.gather(*load)
    runs = await check(clients)
    await clients.close()
    return len(runs), restarts


@contextmanager
def database(folder: Path, postgres: bool) -> Iterator[str]:
    if not postgres:
        yield str(folder / "runwhy.db")
        return
    with running_postgres() as server:
        yield server.create_database("chaos")


def _format_percentiles(times: list[float], percentiles: dict[str, float]) -> list[str]:
    last = len(times) - 1
    return [f"{name} {times[round(share * last)]:.2f} s" for name, share in percentiles.items()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    total, restarts = 0, []
    with tempfile.TemporaryDirectory() as name, database(Path(name), args.postgres) as url:
        server = ServerProcess(url, Path(name))
        server.start()
        asyncio.run(server.ready())
        try:
            with Progress(console=console) as progress:
                task = progress.add_task("killing", total=args.kills)
                for first in range(0, args.kills, ROUND):
                    kills = min(ROUND, args.kills - first)
                    seed = args.seed * 100_000 + first
                    runs, took = asyncio.run(
                        one_round(server, seed, kills, lambda: progress.advance(task))
                    )
                    total += runs
                    restarts += took
        finally:
            server.kill()
    console.print(f"{args.kills} kills, {total} accepted runs: none lost, none finished twice,")
    console.print("session order kept, no gap or duplicate in any stream")
    percentiles = {"median": 0.5, "p95": 0.95, "worst": 1.0}
    console.print("killed → ready:", *_format_percentiles(sorted(restarts), percentiles))


if __name__ == "__main__":
    main()
