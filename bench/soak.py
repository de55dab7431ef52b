"""Run all features under load with injected faults; check that nothing is lost or repeated.

    python -m bench.soak --store sqlite|postgres [--minutes 60] [--rate 6]

Needs root, to mount a small disk that can be filled. Writes bench/reports/soak-STORE.md with plots
and figures, and exits with status 1 if a check fails.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

from bench.soak_agents import Typist, import_histories, run_agents
from bench.soak_api import Api
from bench.soak_checks import check
from bench.soak_fakes import Receiver, SoakModel, running_receiver
from bench.soak_figures import Figures, figures
from bench.soak_ledger import Ledger
from bench.soak_load import Auditor, Load
from bench.soak_report import write_report
from bench.soak_site import KINDS, Site, running_site
from bench.soak_state import read_state
from bench.soak_triggers import send_webhooks, set_up

REPORTS = Path(__file__).parent / "reports"
SAMPLE_EVERY = 2.0


def plan(seconds: float, kinds: tuple[str, ...] = KINDS) -> Iterator[tuple[float, str]]:
    """Yield the time and kind of each fault: kills and poison first and last, others throughout.

    Between the kills one process lives long enough to show whether its memory grows.
    """
    at, others = seconds * 0.05, cycle(kinds)
    close, wide = max(8.0, seconds / 40), max(8.0, seconds / 30)
    for kind in cycle(("poison", "", *("kill", "") * 3)):
        if at > seconds * 0.33:
            break
        yield at, kind or next(others)
        at += close
    while at < seconds * 0.92:
        yield at, next(others)
        at += wide
    yield seconds * 0.95, "kill"


async def _inject_faults(site: Site, seconds: float) -> None:
    for at, kind in plan(seconds):
        await asyncio.sleep(max(0.0, at - site.ledger.now()))
        if site.ledger.now() > seconds:
            return
        print(f"{site.ledger.now():7.1f} s  {kind}", flush=True)
        await site.fault(kind)


async def _sample(site: Site) -> None:
    while True:
        site.sample()
        await asyncio.sleep(SAMPLE_EVERY)


async def soak(
    site: Site, receiver: Receiver, seconds: float, rate: float, seed: int
) -> tuple[Figures, dict[str, list[str]]]:
    """Run load and faults; return the figures and the problems found by each check."""
    api = Api(site.ledger, site.server.url)
    path, secret = await set_up(api, receiver)
    auditor = Auditor(api)
    sampler = asyncio.create_task(_sample(site))
    load = [
        *Load(api, seed, rate * 0.85).tasks(),
        asyncio.create_task(send_webhooks(api, path, secret, seed, rate * 0.15)),
        *(asyncio.create_task(Typist(api, f"term-{n}").work()) for n in range(2)),
        asyncio.create_task(import_histories(api, max(0.1, rate / 50))),
        *(asyncio.create_task(run_agents(api, f"agent-{n}", "/tmp")) for n in range(2)),
        asyncio.create_task(auditor.audit()),
    ]
    try:
        await _inject_faults(site, seconds)
        await asyncio.sleep(max(0.0, seconds - site.ledger.now()))
        api.stopping = True
        loaded = site.ledger.now()
        ended = await asyncio.gather(*load, return_exceptions=True)
        site.ledger.problems += [repr(error) for error in ended if error is not None]
        print(f"{site.ledger.now():7.1f} s  load ended, checking", flush=True)
        state = await read_state(api, auditor, site.server.log)
    finally:
        sampler.cancel()
        for task in load:
            task.cancel()
        await api.close()
    return figures(site.ledger, state, loaded), check(site.ledger, state)


async def _main(args: argparse.Namespace) -> int:
    ledger = Ledger()
    model = SoakModel(ledger)
    with model.serving(), running_receiver(ledger) as receiver:
        async with running_site(
            ledger,
            model,
            store=args.store,
            megabytes=args.disk,
            scale=min(1.0, max(0.2, args.minutes / 15)),
        ) as site:
            seconds = args.minutes * 60
            ledger.started = time.monotonic()
            try:
                measured, failed = await soak(site, receiver, seconds, args.rate, args.seed)
            finally:
                log = args.reports / f"soak-{args.store}.log"
                log.parent.mkdir(parents=True, exist_ok=True)
                log.write_text(site.server.log)
    write_report(args.reports, args.store, args.minutes, ledger, measured, failed)
    for name, problems in failed.items():
        print("ok    " if not problems else "FAILED", name)
        print(*(f"        {problem}" for problem in problems[:20]), sep="\n", end="")
        print("\n" if problems else "", end="")
    return 1 if any(failed.values()) else 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--store", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--rate", type=float, default=6.0, help="runs started a second")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--disk", type=int, default=2048, help="size of the small disk in megabytes"
    )
    parser.add_argument("--reports", type=Path, default=REPORTS)
    sys.exit(asyncio.run(_main(parser.parse_args())))


if __name__ == "__main__":
    main()
