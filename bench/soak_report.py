"""The report of a soak: a Markdown page, its plots, and the figures as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from bench.soak_figures import FaultFigures, Figures, Fit
from bench.soak_ledger import Ledger
from bench.soak_plots import svg

STORES = {"sqlite": "SQLite", "postgres": "PostgreSQL"}
FAULTS = {
    "kill": "`kill -9` of the server, until it is ready",
    "database": "database restarted (PostgreSQL) or locked by another process (SQLite)",
    "poison": "a run ends the server three times, until the run fails",
    "agents": "`kill -9` of coding agents at work",
    "clients": "40 clients stop in the middle of a request",
    "host": "a second server's host vanishes (PostgreSQL), or the server is frozen (SQLite)",
    "disk": "disk full",
    "slow model": "model stalls in the middle of a reply",
    "clock": "clock set by two minutes, and back",
    "nothing": "no fault",
}
MAX_PROBLEMS = 20  # listed for one check


def write_report(
    folder: Path,
    store: str,
    minutes: float,
    ledger: Ledger,
    measured: Figures,
    problems: Mapping[str, Sequence[str]],
) -> None:
    """Write soak-STORE.md, .svg and .json."""
    folder.mkdir(parents=True, exist_ok=True)
    name = f"soak-{store}"
    (folder / f"{name}.svg").write_text(svg(ledger, measured.seconds))
    figures = {**asdict(measured), "minutes": minutes, "store": store, "wrong": problems}
    (folder / f"{name}.json").write_text(json.dumps(figures, indent=1) + "\n")
    page = "\n".join(_page(name, store, measured, problems))
    (folder / f"{name}.md").write_text(page + "\n")


def _page(
    name: str, store: str, measured: Figures, problems: Mapping[str, Sequence[str]]
) -> Iterator[str]:
    yield f"# Soak: {measured.seconds / 60:.0f} minutes on {STORES[store]}"
    yield ""
    yield f"Written by `python -m bench.soak --store {store}`. Red areas are faults."
    yield ""
    yield f"![Memory, open files, requests and response times]({name}.svg)"
    yield ""
    yield from _checks(problems)
    yield from _faults(measured.faults)
    yield from _counts(measured.counts)
    yield from _measurements(measured)


def _checks(problems: Mapping[str, Sequence[str]]) -> Iterator[str]:
    yield "| check | result |"
    yield "|---|---|"
    for check, found in problems.items():
        yield f"| {check} | {f'**failed**: {len(found)}' if found else 'passed'} |"
    yield ""
    for check, found in problems.items():
        if found:
            yield f"Failed: {check}"
            yield ""
            yield from (f"- {problem}" for problem in found[:MAX_PROBLEMS])
            yield ""


def _faults(faults: Sequence[FaultFigures]) -> Iterator[str]:
    yield "| fault | times | longest | requests | 503 | no response | retried |"
    yield "|---|---:|---:|---:|---:|---:|---:|"
    for one in faults:
        longest = f"{one.worst_seconds:.1f} s" if one.times else ""
        yield (
            f"| {FAULTS[one.kind]} | {one.times or ''} | {longest} | {one.requests:,} "
            f"| {one.refused:,} | {one.away:,} | {one.failed:.1%} |"
        )
    yield ""


def _counts(counts: Mapping[str, int]) -> Iterator[str]:
    yield "| count | |"
    yield "|---|---:|"
    yield from (f"| {name} | {number:,} |" for name, number in counts.items())
    yield ""


def _measurements(measured: Figures) -> Iterator[str]:
    yield "| measurement | |"
    yield "|---|---:|"
    accepting = _ms(measured.accept_p50, measured.accept_p95, measured.accept_p99)
    yield f"| time to accept a run, p50; p95; p99 | {accepting} |"
    yield f"| dashboard request, p50; p95 | {_ms(measured.dashboard_p50, measured.dashboard_p95)} |"
    yield f"| memory | {_growth(measured.memory, 'MB')} |"
    yield f"| private memory | {_growth(measured.own_memory, 'MB')} |"
    yield f"| open files | {_growth(measured.handles, '')} |"
    yield ""
    minutes = f"{measured.memory.seconds / 60:.0f} minutes"
    yield f"Memory and open files are fitted over the second half ({minutes}) of the longest-lived"
    yield "process; its caches fill in the first half."


def _ms(*times: float) -> str:
    return "; ".join(f"{time:.0f}" for time in times) + " ms"


def _growth(fit: Fit, unit: str) -> str:
    share = fit.growth / fit.mean if fit.mean else 0.0
    return f"{fit.mean:.0f} {unit}, {fit.growth:+.1f} ({share:+.1%})".replace(" ,", ",")
