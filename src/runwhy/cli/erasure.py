"""`runwhy erase` and `runwhy erasures`: what a query finds goes, and a receipt stays."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol
from uuid import uuid4

import click

from runwhy.cli.app import App, db_option, pass_app
from runwhy.cli.arguments import json_option, limit_option, remember_query
from runwhy.cli.output import echo_fields, echo_json, echo_table

if TYPE_CHECKING:
    from runwhy import Client

LOOK_EVERY = 0.2
WORDS = {
    "runs": "runs",
    "sessions": "sessions",
    "parts": "parts of logs",
    "events": "events",
    "entries": "entries",
    "approvals": "approvals",
    "memories": "memories",
    "commands": "commands",
    "timers": "timers",
    "received": "webhooks received",
    "sent": "webhooks sent",
    "bytes": "bytes",
    "skipped": "left out",
}


class ProgressCallback(Protocol):
    """Told how far something is, and of how much."""

    def __call__(self, done: int, total: int) -> None: ...


@click.command()
@click.argument("query", callback=remember_query)
@click.option("--yes", is_flag=True, help="Erase; without it, only say what would go.")
@click.option("--keep-tags", is_flag=True, help="Keep runs with tags, origin and figures.")
@click.option("--hide-query", is_flag=True, help="Leave QUERY out of the receipt.")
@json_option
@db_option
@pass_app
def erase(
    app: App, query: str, yes: bool, keep_tags: bool, hide_query: bool, as_json: bool
) -> None:
    """Erase the runs that QUERY finds, with all that was said.

    Without --yes nothing is changed: it says what would go. Runs that have not
    ended, and those of a session in which one has not, are left out. Erasing goes
    on by itself when this command is interrupted.

    \b
    runwhy erase customer:acme
    runwhy erase customer:acme --yes
    runwhy erase 'created<2026-01-01' --keep-tags --yes
    """
    mode = "content" if keep_tags else "all"
    with app.client() as client:
        if not yes:
            told = preview(client, query, mode, quiet=as_json)
        else:
            asked = {"query": query, "mode": mode, "hideQuery": hide_query}
            begun: Any = client.request("POST", "/erasures", asked, idempotency_key=str(uuid4()))
            told = follow(client, begun, quiet=as_json)
    if as_json:
        echo_json(told)
    elif yes:
        echo_receipt(told)
    else:
        echo_counts(told["counts"])
        click.echo("Nothing was erased; --yes erases it.")


def preview(client: Client, query: str, mode: str, *, quiet: bool) -> dict[str, Any]:
    """What would go, counted a page at a time."""
    counts: Counter[str] = Counter()
    asked: dict[str, Any] = {"query": query, "mode": mode}
    with progress("Counting", quiet=quiet) as moved:
        while True:
            page: Any = client.request("POST", "/erasures/preview", asked)
            counts.update(page["counts"])
            moved(counts["runs"] + counts["skipped"], page["total"])
            if page["nextCursor"] is None:
                break
            asked["cursor"] = page["nextCursor"]
    found = {name: number for name, number in counts.items() if number}
    return {"query": query, "mode": mode, "dryRun": True, "counts": found}


def follow(client: Client, erasure: dict[str, Any], *, quiet: bool) -> dict[str, Any]:
    """Wait until it is done; the receipt."""
    told: Any = erasure
    with progress("Erasing", quiet=quiet) as moved:
        while told["status"] == "running":
            time.sleep(LOOK_EVERY)
            told = client.request("GET", f"/erasures/{erasure['id']}")
            counts = told["counts"]
            moved(counts.get("runs", 0) + counts.get("skipped", 0), told["total"])
    receipt: dict[str, Any] = told
    return receipt


@contextmanager
def progress(label: str, *, quiet: bool) -> Iterator[ProgressCallback]:
    """A bar on stderr, where somebody looks at it."""
    if quiet or not sys.stderr.isatty():
        yield lambda done, total: None
        return
    shown: Any
    with click.progressbar(length=1, label=label, file=sys.stderr) as shown:

        def moved(done: int, total: int) -> None:
            shown.length = max(total, 1)
            shown.update(min(done, shown.length) - shown.pos)

        yield moved


def echo_counts(counts: Mapping[str, int]) -> None:
    """How much there is of each, for people."""
    if not counts:
        click.echo("Nothing is found.")
    echo_fields({WORDS.get(name, name): f"{counts[name]:,}" for name in WORDS if name in counts})


def echo_receipt(told: Mapping[str, Any]) -> None:
    """The receipt, for people."""
    echo_fields(
        {
            "receipt": told["id"],
            "query": told["query"] or "(not kept)",
            "erased": "what was said" if told["mode"] == "content" else "all",
            "by": told["actor"]["name"] or told["actor"]["id"] or told["actor"]["kind"],
            "finished": told["finishedAt"],
            "digest": told["digest"],
        }
    )
    click.echo()
    echo_counts(told["counts"])


@click.command()
@click.argument("erasure_id", metavar="[ERASURE]", required=False)
@limit_option()
@json_option
@db_option
@pass_app
def erasures(app: App, erasure_id: str | None, limit: int, as_json: bool) -> None:
    """List what was erased, newest first, or show one receipt.

    \b
    runwhy erasures
    runwhy erasures era_01k9… --json
    """
    with app.client() as client:
        if erasure_id is not None:
            one: Any = client.request("GET", f"/erasures/{erasure_id}")
            echo_json(one) if as_json else echo_receipt(one)
            return
        found: Any = client.request("GET", "/erasures", params={"limit": limit})
    if as_json:
        for told in found["erasures"]:
            echo_json(told)
        return
    head = ("ERASURE", "STATUS", "MODE", "RUNS", "BEGAN", "QUERY")
    echo_table(head, [_row(told) for told in found["erasures"]])


def _row(told: Mapping[str, Any]) -> tuple[str, ...]:
    runs = str(told["counts"].get("runs", 0))
    query = told["query"] or "(not kept)"
    return told["id"], told["status"], told["mode"], runs, told["createdAt"], query
