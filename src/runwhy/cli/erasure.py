"""`runwhy erase` and `runwhy erasures`: erase runs by query and show the receipts."""

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

POLL_INTERVAL = 0.2  # seconds
LABELS = {
    "runs": "runs",
    "sessions": "sessions",
    "parts": "log parts",
    "events": "events",
    "entries": "entries",
    "approvals": "approvals",
    "memories": "memories",
    "commands": "commands",
    "timers": "timers",
    "received": "webhooks received",
    "sent": "webhooks sent",
    "bytes": "bytes",
    "skipped": "skipped",
}


class ProgressCallback(Protocol):
    """A function that receives the progress of an operation."""

    def __call__(self, done: int, total: int) -> None: ...


@click.command()
@click.argument("query", callback=remember_query)
@click.option("--yes", is_flag=True, help="Erase. Without this option, only count.")
@click.option("--keep-tags", is_flag=True, help="Erase content only; keep tags, origin and usage.")
@click.option("--hide-query", is_flag=True, help="Omit QUERY from the receipt.")
@json_option
@db_option
@pass_app
def erase(
    app: App, query: str, yes: bool, keep_tags: bool, hide_query: bool, as_json: bool
) -> None:
    """Erase the runs that match QUERY, and their content.

    Without --yes, counts the matching data and changes nothing. Skips active runs and
    all runs of a session with an active run. If you interrupt the command, the server
    continues the erasure.

    \b
    runwhy erase customer:acme
    runwhy erase customer:acme --yes
    runwhy erase 'created<2026-01-01' --keep-tags --yes
    """
    mode = "content" if keep_tags else "all"
    with app.client() as client:
        if not yes:
            result = preview(client, query, mode, quiet=as_json)
        else:
            body = {"query": query, "mode": mode, "hideQuery": hide_query}
            erasure: Any = client.request("POST", "/erasures", body, idempotency_key=str(uuid4()))
            result = follow(client, erasure, quiet=as_json)
    if as_json:
        echo_json(result)
    elif yes:
        echo_receipt(result)
    else:
        echo_counts(result["counts"])
        click.echo("Nothing was erased. Use --yes to erase.")


def preview(client: Client, query: str, mode: str, *, quiet: bool) -> dict[str, Any]:
    """Count the data to erase, one page at a time."""
    counts: Counter[str] = Counter()
    body: dict[str, Any] = {"query": query, "mode": mode}
    with progress("Counting", quiet=quiet) as update:
        while True:
            page: Any = client.request("POST", "/erasures/preview", body)
            counts.update(page["counts"])
            update(counts["runs"] + counts["skipped"], page["total"])
            if page["nextCursor"] is None:
                break
            body["cursor"] = page["nextCursor"]
    found = {name: number for name, number in counts.items() if number}
    return {"query": query, "mode": mode, "dryRun": True, "counts": found}


def follow(client: Client, erasure: dict[str, Any], *, quiet: bool) -> dict[str, Any]:
    """Wait for the end of an erasure and return its receipt."""
    current: Any = erasure
    with progress("Erasing", quiet=quiet) as update:
        while current["status"] == "running":
            time.sleep(POLL_INTERVAL)
            current = client.request("GET", f"/erasures/{erasure['id']}")
            counts = current["counts"]
            update(counts.get("runs", 0) + counts.get("skipped", 0), current["total"])
    receipt: dict[str, Any] = current
    return receipt


@contextmanager
def progress(label: str, *, quiet: bool) -> Iterator[ProgressCallback]:
    """Show a progress bar on stderr if it is a terminal."""
    if quiet or not sys.stderr.isatty():
        yield lambda done, total: None
        return
    bar: Any
    with click.progressbar(length=1, label=label, file=sys.stderr) as bar:

        def update(done: int, total: int) -> None:
            bar.length = max(total, 1)
            bar.update(min(done, bar.length) - bar.pos)

        yield update


def echo_counts(counts: Mapping[str, int]) -> None:
    """Print the counts of an erasure."""
    if not counts:
        click.echo("No runs match.")
    echo_fields({label: f"{counts[name]:,}" for name, label in LABELS.items() if name in counts})


def echo_receipt(receipt: Mapping[str, Any]) -> None:
    """Print a receipt."""
    actor = receipt["actor"]
    echo_fields(
        {
            "receipt": receipt["id"],
            "query": receipt["query"] or "(not stored)",
            "erased": "content" if receipt["mode"] == "content" else "everything",
            "by": actor["name"] or actor["id"] or actor["kind"],
            "finished": receipt["finishedAt"],
            "digest": receipt["digest"],
        }
    )
    click.echo()
    echo_counts(receipt["counts"])


@click.command()
@click.argument("erasure_id", metavar="[ERASURE]", required=False)
@limit_option()
@json_option
@db_option
@pass_app
def erasures(app: App, erasure_id: str | None, limit: int, as_json: bool) -> None:
    """List erasures, newest first, or show one receipt.

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
        for receipt in found["erasures"]:
            echo_json(receipt)
        return
    head = ("ERASURE", "STATUS", "MODE", "RUNS", "STARTED", "QUERY")
    echo_table(head, [_row(receipt) for receipt in found["erasures"]])


def _row(receipt: Mapping[str, Any]) -> tuple[str, ...]:
    runs = str(receipt["counts"].get("runs", 0))
    query = receipt["query"] or "(not stored)"
    return receipt["id"], receipt["status"], receipt["mode"], runs, receipt["createdAt"], query
