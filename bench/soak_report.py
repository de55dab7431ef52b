"""The report of a soak: a page, its plots, and the figures as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from bench.soak_figures import Figures, Fit, UnderFault
from bench.soak_ledger import Ledger
from bench.soak_plots import svg

STORES = {"sqlite": "SQLite", "postgres": "PostgreSQL"}
WHAT = {
    "kill": "`kill -9` of the server, until it is ready again",
    "database": "the database restarted (PostgreSQL) or locked by another process (SQLite)",
    "disk": "the disk full",
    "slow model": "the model says half and stalls",
    "clock": "the clock set by two minutes, and back",
    "nothing": "nothing broken",
}
SHOWN = 20  # problems of one kind that are named


def write_report(
    folder: Path,
    store: str,
    minutes: float,
    ledger: Ledger,
    told: Figures,
    wrong: Mapping[str, Sequence[str]],
) -> None:
    """Write soak-STORE.md, .svg and .json."""
    folder.mkdir(parents=True, exist_ok=True)
    name = f"soak-{store}"
    (folder / f"{name}.svg").write_text(svg(ledger, told.seconds))
    figures = {**asdict(told), "minutes": minutes, "store": store, "wrong": wrong}
    (folder / f"{name}.json").write_text(json.dumps(figures, indent=1) + "\n")
    page = "\n".join(_page(name, store, told, wrong))
    (folder / f"{name}.md").write_text(page + "\n")


def _page(
    name: str, store: str, told: Figures, wrong: Mapping[str, Sequence[str]]
) -> Iterator[str]:
    yield f"# Soak: {told.seconds / 60:.0f} minutes on {STORES[store]}"
    yield ""
    yield f"Written by `python -m bench.soak --store {store}`. Red: something was broken then."
    yield ""
    yield f"![Memory, open files, requests and times]({name}.svg)"
    yield ""
    yield from _held(wrong)
    yield from _faults(told.faults)
    yield from _counts(told.counts)
    yield from _rest(told)


def _held(wrong: Mapping[str, Sequence[str]]) -> Iterator[str]:
    yield "| what must hold | |"
    yield "|---|---|"
    for what, problems in wrong.items():
        yield f"| {what} | {'held' if not problems else f'**{len(problems)} times not**'} |"
    yield ""
    for what, problems in wrong.items():
        if problems:
            yield f"Not held, {what}:"
            yield ""
            yield from (f"- {problem}" for problem in problems[:SHOWN])
            yield ""


def _faults(faults: Sequence[UnderFault]) -> Iterator[str]:
    yield "| broken | times | longest | requests meanwhile | 503 | not reached | sent again |"
    yield "|---|---:|---:|---:|---:|---:|---:|"
    for one in faults:
        longest = f"{one.worst_seconds:.1f} s" if one.times else ""
        yield (
            f"| {WHAT[one.kind]} | {one.times or ''} | {longest} | {one.asked:,} | {one.refused:,} "
            f"| {one.away:,} | {one.failed:.1%} |"
        )
    yield ""


def _counts(counts: Mapping[str, int]) -> Iterator[str]:
    yield "| counted | |"
    yield "|---|---:|"
    yield from (f"| {name} | {number:,} |" for name, number in counts.items())
    yield ""


def _rest(told: Figures) -> Iterator[str]:
    yield "| measured | |"
    yield "|---|---:|"
    accepting = _ms(told.accept_p50, told.accept_p95, told.accept_p99)
    yield f"| accepting a run, p50; p95; p99 | {accepting} |"
    yield f"| a question of the dashboard, p50; p95 | {_ms(told.looking_p50, told.looking_p95)} |"
    yield f"| memory | {_grown(told.memory, 'MB')} |"
    yield f"| of it the process' own | {_grown(told.own_memory, 'MB')} |"
    yield f"| open files | {_grown(told.handles, '')} |"
    yield ""
    minutes = f"{told.memory.seconds / 60:.0f} minutes"
    yield f"Memory and files: a line through the last half ({minutes}) of the longest life of a"
    yield "process; in the first half its caches fill."


def _ms(*times: float) -> str:
    return "; ".join(f"{time:.0f}" for time in times) + " ms"


def _grown(fit: Fit, unit: str) -> str:
    share = fit.growth / fit.mean if fit.mean else 0.0
    return f"{fit.mean:.0f} {unit}, {fit.growth:+.1f} ({share:+.1%})".replace(" ,", ",")
