"""An hour of everything at once, with faults; then a look whether anything was lost or done twice.

    python -m bench.soak --store sqlite|postgres [--minutes 60] [--rate 6]

Needs root, for a small disk that can be filled. Writes bench/reports/soak-STORE.md with its plots
and figures; ends with 1 when something does not hold.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

from bench.soak_agents import Typist, importing
from bench.soak_api import Api
from bench.soak_checks import check
from bench.soak_fakes import Receiver, SoakModel, receiving
from bench.soak_figures import Figures, figures
from bench.soak_ledger import Ledger
from bench.soak_load import Auditor, Load
from bench.soak_look import look
from bench.soak_report import write_report
from bench.soak_site import KINDS, Site, running_site
from bench.soak_triggers import sending, set_up

REPORTS = Path(__file__).parent / "reports"
SAMPLE_EVERY = 2.0


def plan(seconds: float, kinds: tuple[str, ...] = KINDS) -> Iterator[tuple[float, str]]:
    """When what is broken: kills in the first third and at the end, the rest all the time.

    In between one process lives long enough to see whether its memory grows.
    """
    at, others = seconds * 0.05, cycle(kinds)
    close, wide = max(8.0, seconds / 40), max(8.0, seconds / 30)
    for kind in cycle(("kill", "")):
        if at > seconds * 0.33:
            break
        yield at, kind or next(others)
        at += close
    while at < seconds * 0.92:
        yield at, next(others)
        at += wide
    yield seconds * 0.95, "kill"


async def _breaking(site: Site, seconds: float) -> None:
    for at, kind in plan(seconds):
        await asyncio.sleep(max(0.0, at - site.ledger.now()))
        if site.ledger.now() > seconds:
            return
        print(f"{site.ledger.now():7.1f} s  {kind}", flush=True)
        await site.fault(kind)


async def _sampling(site: Site) -> None:
    while True:
        site.sample()
        await asyncio.sleep(SAMPLE_EVERY)


async def soak(
    site: Site, receiver: Receiver, seconds: float, rate: float, seed: int
) -> tuple[Figures, dict[str, list[str]]]:
    """Load and faults, then the look at everything."""
    api = Api(site.ledger, site.server.url)
    path, secret = await set_up(api, receiver)
    auditor = Auditor(api)
    sampling = asyncio.create_task(_sampling(site))
    load = [
        *Load(api, seed, rate * 0.85).tasks(),
        asyncio.create_task(sending(api, path, secret, seed, rate * 0.15)),
        *(asyncio.create_task(Typist(api, f"term-{n}").work()) for n in range(2)),
        asyncio.create_task(importing(api, max(0.1, rate / 50))),
        asyncio.create_task(auditor.audit()),
    ]
    try:
        await _breaking(site, seconds)
        await asyncio.sleep(max(0.0, seconds - site.ledger.now()))
        api.stopping = True
        loaded = site.ledger.now()
        ended = await asyncio.gather(*load, return_exceptions=True)
        site.ledger.wrong += [repr(error) for error in ended if error is not None]
        print(f"{site.ledger.now():7.1f} s  load ended, looking", flush=True)
        found = await look(api, auditor, site.server.log)
    finally:
        sampling.cancel()
        for task in load:
            task.cancel()
        await api.close()
    return figures(site.ledger, found, loaded), check(site.ledger, found)


async def _main(asked: argparse.Namespace) -> int:
    ledger = Ledger()
    model = SoakModel(ledger)
    with model.serving(), receiving(ledger) as receiver:
        async with running_site(
            ledger,
            model,
            store=asked.store,
            megabytes=asked.disk,
            scale=min(1.0, max(0.2, asked.minutes / 15)),
        ) as site:
            seconds = asked.minutes * 60
            ledger.started = time.monotonic()
            try:
                told, wrong = await soak(site, receiver, seconds, asked.rate, asked.seed)
            finally:
                kept = asked.reports / f"soak-{asked.store}.log"
                kept.parent.mkdir(parents=True, exist_ok=True)
                kept.write_text(site.server.log)
    write_report(asked.reports, asked.store, asked.minutes, ledger, told, wrong)
    for name, problems in wrong.items():
        print("ok   " if not problems else "WRONG", name)
        print(*(f"        {problem}" for problem in problems[:20]), sep="\n", end="")
        print("\n" if problems else "", end="")
    return 1 if any(wrong.values()) else 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--store", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--rate", type=float, default=6.0, help="runs a second")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--disk", type=int, default=2048, help="megabytes of the small disk")
    parser.add_argument("--reports", type=Path, default=REPORTS)
    sys.exit(asyncio.run(_main(parser.parse_args())))


if __name__ == "__main__":
    main()
