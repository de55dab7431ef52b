"""`runwhy erase` and `runwhy erasures`: erase runs by query and show the receipts."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import click

import runwhy
from runwhy.cli.arguments import json_option, keep_tags_option, limit_option, remember_query
from runwhy.cli.commands import Result, client_command, create, result_command, table
from runwhy.cli.completion import complete_queries
from runwhy.cli.output import actor_name, column_time, echo_fields, one_line, progress

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


@click.command()
@click.argument("query", callback=remember_query, shell_complete=complete_queries)
@click.option("--yes", is_flag=True, help="Erase. Without this option, only count.")
@keep_tags_option
@click.option("--hide-query", is_flag=True, help="Omit QUERY from the receipt.")
@json_option
@client_command
def erase(
    client: runwhy.Client,
    query: str,
    yes: bool,
    keep_tags: bool,
    hide_query: bool,
    as_json: bool,
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
    if yes:
        body = {"query": query, "mode": mode, "hideQuery": hide_query}
        receipt = follow(client, create(client, "/erasures", body), quiet=as_json)
        result = Result([receipt], lambda: echo_receipt(receipt))
    else:
        found = preview(client, query, mode, quiet=as_json)
        result = Result([found], lambda: _echo_preview(found))
    result.echo(as_json=as_json)


def _echo_preview(found: Mapping[str, Any]) -> None:
    echo_counts(found["counts"])
    if found["triggerCount"]:
        click.echo(_triggers_text(found["triggers"], found["triggerCount"]))
    click.echo("Nothing was erased. Use --yes to erase.")


def _triggers_text(triggers: Sequence[Mapping[str, str]], count: int) -> str:
    """Return which triggers may create more runs that match, and what to do."""
    names = [f"{one_line(each['name'])} ({each['id']})" for each in triggers]
    if count > len(names):
        names.append(f"and {count - len(names)} more")
    return (
        f"Enabled triggers that may create more matching runs: {', '.join(names)}.\n"
        "Pause or delete these triggers, or they will create new data."
    )


def preview(client: runwhy.Client, query: str, mode: str, *, quiet: bool) -> dict[str, Any]:
    """Count the data to erase, one page at a time."""
    counts: Counter[str] = Counter()
    triggers: list[dict[str, str]] = []
    count = 0
    body: dict[str, Any] = {"query": query, "mode": mode}
    with progress("Counting", quiet=quiet) as update:
        while True:
            page: Any = client.request("POST", "/erasures/preview", body)
            counts.update(page["counts"])
            triggers += page.get("triggers", [])  # an old server does not send them
            count += page.get("triggerCount", 0)
            update(counts["runs"] + counts["skipped"], page["total"])
            if page["nextCursor"] is None:
                break
            body["cursor"] = page["nextCursor"]
    found = {name: number for name, number in counts.items() if number}
    return {
        "query": query,
        "mode": mode,
        "dryRun": True,
        "counts": found,
        "triggers": triggers,
        "triggerCount": count,
    }


def follow(client: Any, erasure: Any, *, quiet: bool) -> Any:
    """Wait for the end of an erasure and return its receipt."""
    with progress("Erasing", quiet=quiet) as update:
        while erasure["status"] == "running":
            time.sleep(POLL_INTERVAL)
            erasure = client.request("GET", f"/erasures/{erasure['id']}")
            counts = erasure["counts"]
            update(counts.get("runs", 0) + counts.get("skipped", 0), erasure["total"])
    return erasure


def echo_counts(counts: Mapping[str, int]) -> None:
    """Print the counts of an erasure."""
    if not counts:
        click.echo("No runs match.")
    echo_fields({label: f"{counts[name]:,}" for name, label in LABELS.items() if name in counts})


def echo_receipt(receipt: Mapping[str, Any]) -> None:
    """Print a receipt."""
    echo_fields(
        {
            "receipt": receipt["id"],
            "query": receipt["query"] or "(not stored)",
            "erased": "content" if receipt["mode"] == "content" else "everything",
            "by": actor_name(receipt["actor"]),
            "finished": column_time(receipt["finishedAt"]),
            "digest": receipt["digest"],
        }
    )
    click.echo()
    echo_counts(receipt["counts"])


@click.command()
@click.argument("erasure_id", metavar="[ERASURE]", required=False)
@limit_option()
@result_command
def erasures(client: runwhy.Client, erasure_id: str | None, limit: int) -> Result:
    """List erasures, newest first, or show one receipt.

    \b
    runwhy erasures
    runwhy erasures era_01k9… --json
    """
    if erasure_id is not None:
        one: Any = client.request("GET", f"/erasures/{erasure_id}")
        return Result([one], lambda: echo_receipt(one))
    found: Any = client.request("GET", "/erasures", params={"limit": limit})
    return table(("ERASURE", "STATUS", "MODE", "RUNS", "STARTED", "QUERY"), found["erasures"], _row)


def _row(receipt: Mapping[str, Any]) -> tuple[str, ...]:
    runs = str(receipt["counts"].get("runs", 0))
    query = receipt["query"] or "(not stored)"
    return (
        receipt["id"],
        receipt["status"],
        receipt["mode"],
        runs,
        column_time(receipt["createdAt"]),
        query,
    )
