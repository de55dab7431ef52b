"""`runwhy import`: import earlier sessions of coding agents as runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from runwhy.cli.app import App
from runwhy.cli.arguments import tag_option
from runwhy.cli.commands import app_command
from runwhy.cli.exit_codes import Stop
from runwhy.cli.output import echo_json, one_line, progress

if TYPE_CHECKING:
    from runwhy import Client
    from runwhy.cli.agent_histories import Batch, History

AGENTS = ("claude", "codex", "copilot", "opencode")
LABELS = {
    "imported": "imported",
    "grown": "updated",
    "unchanged": "unchanged",
    "ours": "skipped (already runs of this server)",
    "empty": "empty",
    "failed": "failed",
}


@click.command("import")
@click.argument("agent", type=click.Choice(AGENTS))
@click.argument("path", required=False, type=click.Path(exists=True))
@tag_option
@click.option("--dry-run", is_flag=True, help="Show the result without importing.")
@app_command
def import_histories(
    app: App,
    /,
    agent: str,
    path: str | None,
    tags: dict[str, str],
    dry_run: bool,
    as_json: bool,
) -> None:
    """Import a coding agent's earlier sessions as runs.

    PATH is a session file, the database of opencode, or a directory. The default is the
    directory in which AGENT stores its sessions. Runs keep the original times. A repeated
    import changes nothing, except that new lines of a session are added to its run.

    \b
    runwhy import claude --dry-run
    runwhy import claude --tag from=laptop
    runwhy import opencode
    """
    from runwhy.cli.agent_histories import default_directory, find_histories

    root = Path(path) if path else default_directory(agent)
    if not root.exists():
        raise Stop(f"no sessions of {agent} found: {root} does not exist")
    try:
        found = find_histories(agent, root)
    except OSError as error:
        raise Stop(str(error)) from None
    done, total = 0, sum(history.size for history in found)
    counts: Counter[str] = Counter()
    with app.client() as client, progress("Importing", quiet=as_json or dry_run) as update:
        for history in found:
            result = _import(client, history, tags, dry_run=dry_run)
            done += history.size
            update(done, total)
            counts[result["outcome"]] += 1
            if result["outcome"] in ("imported", "grown"):
                counts["unrecognized"] += result["unrecognized"]
            if as_json:
                echo_json(result)
    if not as_json:
        _echo_summary(agent, counts, len(found), dry_run=dry_run)


def _import(
    client: Client, history: History, tags: dict[str, str], *, dry_run: bool
) -> dict[str, Any]:
    from runwhy.cli.agent_histories import read_batches
    from runwhy.client.errors import ConflictError, InvalidRequestError

    try:
        known = _send(client, history)
        if known["status"] == "ours":
            return _result(history, "ours", known)
        first = next(read_batches(history, known["offset"]), None)
        complete = known["status"] == "whole"
        if first is None:
            return _result(history, "unchanged" if known["runId"] else "empty", known)
        if not dry_run:
            known = _send_all(client, history, known, tags)
    except (OSError, InvalidRequestError, ConflictError) as error:  # continue with the next file
        click.echo(one_line(f"{history.name}: {error}"), err=True)
        return _result(history, "failed", {})
    return _result(history, "grown" if complete else "imported", known)


def _send_all(client: Client, history: History, known: Any, tags: dict[str, str]) -> Any:
    """Send all batches. The last one ends the run."""
    from runwhy.cli.agent_histories import read_batches

    previous: Batch | None = None
    for batch in read_batches(history, known["offset"]):
        if previous is not None:
            known = _send(client, history, previous, tags)
        previous = batch
    return known if previous is None else _send(client, history, previous, tags, last=True)


def _send(
    client: Client,
    history: History,
    batch: Batch | None = None,
    tags: Mapping[str, str] | None = None,
    *,
    last: bool = False,
) -> Any:
    body: dict[str, Any] = {
        "agent": history.agent,
        "sessionId": history.agent_session,
        "file": history.name,
    }
    if batch is not None:
        body |= {"start": batch.start, "end": batch.end, "lines": list(batch.lines)}
        body |= {"last": last, "metadata": dict(tags or {})}
    return client.request("POST", "/imports", json=body)


def _result(history: History, outcome: str, known: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "outcome": outcome,
        "sessionId": history.agent_session,
        "file": history.name,
        "runId": known.get("runId"),
        "entries": known.get("entries", 0),
        "unrecognized": known.get("unrecognized", 0),
    }


def _echo_summary(agent: str, counts: Counter[str], total: int, *, dry_run: bool) -> None:
    parts = [f"{counts[name]} {label}" for name, label in LABELS.items() if counts[name]]
    note = " (dry run: nothing was written)" if dry_run else ""
    click.echo(f"{total} sessions of {agent}: {', '.join(parts) or 'none'}{note}")
    if counts["unrecognized"]:
        click.echo(f"{counts['unrecognized']} lines were not recognized; they are stored unchanged")
