"""Kill servers repeatedly under load, then check that nothing was lost or done twice.

uv run --group dev python -m bench.chaos [--kills 1000] [--postgres] [--servers 1] [--seed 1]
    [--queue restate] [--round 50] [--state FILE]

On Restate, every fifth kill hits Restate's own process. After each round of kills, everything that
the round's clients saw is checked. With `--state`, finished rounds are recorded in a file, and a
later call continues after them.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import Progress
from tests.support.chaos import Clients, ServerProcess, check
from tests.support.postgres import running_postgres
from tests.support.restate import RestateNode, running_restate

ENGINE_EVERY = 5  # kills, one of which hits the engine

console = Console()


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """A finished round: its kills, the accepted runs, and the seconds from kill to ready."""

    seed: int
    kills: int
    runs: int
    restarts: Sequence[float]
    engine_kills: int = 0  # of all kills


@dataclass(frozen=True, slots=True, kw_only=True)
class Targets:
    """The processes that are killed."""

    servers: Sequence[ServerProcess]
    engine: RestateNode | None = None

    async def restart_one(self, chance: random.Random, number: int) -> None:
        """Kill a process, start it again, and wait until it is ready."""
        if self.engine is not None and number % ENGINE_EVERY == 0:
            self.engine.kill()
            self.engine.start()
            await asyncio.to_thread(self.engine.wait_until_ready)
            return
        server = chance.choice(self.servers)
        server.kill()
        server.start()
        await server.ready()


async def one_round(targets: Targets, seed: int, kills: int, tick: Callable[[], None]) -> Round:
    """Run the load, the kills and the check."""
    chance = random.Random(seed)
    clients = Clients(lambda: chance.choice(targets.servers).url, seed)
    load = [
        asyncio.create_task(work)
        for work in (
            *(clients.start_runs(f"runs-{seed}-{n}") for n in range(3)),
            *(clients.send_messages(f"messages-{seed}-{n}") for n in range(3)),
            *(clients.follow_runs(f"streams-{seed}-{n}") for n in range(3)),
        )
    ]
    restarts = []
    for number in range(1, kills + 1):
        await asyncio.sleep(chance.uniform(0.02, 0.8))
        killed = time.perf_counter()
        await targets.restart_one(chance, number)
        restarts.append(time.perf_counter() - killed)
        tick()
    clients.stopping = True
    await asyncio.gather(*load)
    runs = await check(clients)
    await clients.close()
    engine_kills = kills // ENGINE_EVERY if targets.engine else 0
    return Round(
        seed=seed, kills=kills, runs=len(runs), restarts=restarts, engine_kills=engine_kills
    )


@contextmanager
def database(folder: Path, postgres: bool) -> Iterator[str]:
    if not postgres:
        yield str(folder / "runwhy.db")
        return
    with running_postgres() as server:
        yield server.create_database("chaos")


@contextmanager
def running_targets(url: str, folder: Path, args: argparse.Namespace) -> Iterator[Targets]:
    """Run servers, and Restate if they use it, until the end of the block."""
    with ExitStack() as stack:
        node = None
        if args.queue == "restate":
            node = stack.enter_context(running_restate(folder / "restate"))
        env = node.environment() if node else None
        servers = [ServerProcess(url, folder, env=env) for _ in range(args.servers)]
        for server in servers:
            stack.callback(server.kill)
            server.start()
            asyncio.run(server.ready())
        yield Targets(servers=servers, engine=node)


def read_rounds(state: Path | None) -> list[Round]:
    """Return the rounds that earlier calls have finished."""
    lines = state.read_text().splitlines() if state and state.exists() else []
    return [Round(**json.loads(line)) for line in lines]


def run_rounds(targets: Targets, args: argparse.Namespace, found: list[Round]) -> None:
    """Run the rounds that are left, and record each."""
    seeds = {each.seed for each in found}
    with Progress(console=console) as progress:
        task = progress.add_task("killing", total=args.kills)
        for first in range(0, args.kills, args.round):
            kills, seed = min(args.round, args.kills - first), args.seed * 100_000 + first
            if seed in seeds:
                progress.advance(task, kills)
                continue
            done = asyncio.run(one_round(targets, seed, kills, lambda: progress.advance(task)))
            found.append(done)
            if args.state:
                with args.state.open("a") as file:
                    file.write(json.dumps(asdict(done)) + "\n")


def _format_percentiles(times: list[float], percentiles: dict[str, float]) -> list[str]:
    last = len(times) - 1
    return [f"{name} {times[round(share * last)]:.2f} s" for name, share in percentiles.items()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--servers", type=int, default=1, help="more than one needs --postgres")
    parser.add_argument("--queue", choices=["embedded", "restate"], default="embedded")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--round", type=int, default=50, help="kills between two full checks")
    parser.add_argument("--state", type=Path, help="file that records finished rounds")
    args = parser.parse_args()
    found = read_rounds(args.state)
    with (
        tempfile.TemporaryDirectory() as name,
        database(Path(name), args.postgres) as url,
        running_targets(url, Path(name), args) as targets,
    ):
        run_rounds(targets, args, found)
    kills, runs = sum(each.kills for each in found), sum(each.runs for each in found)
    engine_kills = sum(each.engine_kills for each in found)
    if engine_kills:
        console.print(f"{engine_kills} of the kills hit Restate")
    console.print(f"{kills} kills, {runs} accepted runs: none lost, none finished twice,")
    console.print("session order kept, no gap or duplicate in any stream")
    restarts = sorted(time for each in found for time in each.restarts)
    percentiles = {"median": 0.5, "p95": 0.95, "p99": 0.99, "worst": 1.0}
    console.print("killed → ready:", *_format_percentiles(restarts, percentiles))


if __name__ == "__main__":
    main()
