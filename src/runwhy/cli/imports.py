"""`runwhy import`: what agents did before Runwhy knew of it, as runs."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from runwhy.cli.app import App, db_option, pass_app
from runwhy.cli.arguments import json_option, tag_option
from runwhy.cli.exit_codes import Stop
from runwhy.cli.output import echo_json, one_line

if TYPE_CHECKING:
    from runwhy import Client
    from runwhy.cli.agent_histories import Batch, History

AGENTS = ("claude", "codex", "copilot")
WORDS = {
    "imported": "imported",
    "grown": "had grown",
    "unchanged": "unchanged",
    "ours": "skipped, because they are runs of this server",
    "empty": "empty",
    "failed": "could not be read",
}


@click.command("import")
@click.argument("agent", type=click.Choice(AGENTS))
@click.argument("path", required=False, type=click.Path(exists=True))
@tag_option
@click.option("--dry-run", is_flag=True, help="Only say what would be imported.")
@json_option
@db_option
@pass_app
def import_histories(
    app: App,
    /,
    agent: str,
    path: str | None,
    tags: dict[str, str],
    dry_run: bool,
    as_json: bool,
) -> None:
    """Bring a coding agent's earlier sessions in as runs.

    PATH is a history or a directory of them; without it, those that AGENT keeps in
    your home directory. Times are those of the history. Importing again changes
    nothing; a history that has grown is taken up where it was.

    \b
    runwhy import claude --dry-run
    runwhy import claude --tag from=laptop
    """
    from runwhy.cli.agent_histories import default_directory, find_histories

    place = Path(path) if path else default_directory(agent)
    if not place.exists():
        raise Stop(f"there are no histories of {agent}: {place} does not exist")
    found = find_histories(agent, place)
    counts: Counter[str] = Counter()
    with app.client() as client, ExitStack() as stack:
        moved = _progress(stack, found, quiet=as_json or dry_run)
        for history in found:
            told = _import(client, history, tags, dry_run=dry_run)
            moved(history.size)
            counts[told["outcome"]] += 1
            if told["outcome"] in ("imported", "grown"):
                counts["unrecognized"] += told["unrecognized"]
            if as_json:
                echo_json(told)
    if not as_json:
        _sum_up(agent, counts, len(found), dry_run=dry_run)


def _progress(stack: ExitStack, found: list[History], *, quiet: bool) -> Callable[[int], None]:
    if quiet or not sys.stderr.isatty():
        return lambda size: None
    length = sum(history.size for history in found)
    shown: Any = click.progressbar(length=length, label="Importing", file=sys.stderr)
    return stack.enter_context(shown).update  # type: ignore[no-any-return]


def _import(
    client: Client, history: History, tags: dict[str, str], *, dry_run: bool
) -> dict[str, Any]:
    from runwhy.cli.agent_histories import read_batches
    from runwhy.client.errors import ConflictError, InvalidRequestError

    try:
        known = _send(client, history)
        if known["status"] == "ours":
            return _told(history, "ours", known)
        waiting = next(read_batches(history, known["offset"]), None)
        whole = known["status"] == "whole"
        if waiting is None:
            return _told(history, "unchanged" if known["runId"] else "empty", known)
        if not dry_run:
            known = _send_all(client, history, known, tags)
    except (OSError, InvalidRequestError, ConflictError) as error:  # the others may be fine
        click.echo(one_line(f"{history.name}: {error}"), err=True)
        return _told(history, "failed", {})
    return _told(history, "grown" if whole else "imported", known)


def _send_all(client: Client, history: History, known: Any, tags: dict[str, str]) -> Any:
    """Every batch, of which the last one ends the run."""
    from runwhy.cli.agent_histories import read_batches

    before: Batch | None = None
    for batch in read_batches(history, known["offset"]):
        if before is not None:
            known = _send(client, history, before, tags)
        before = batch
    return known if before is None else _send(client, history, before, tags, last=True)


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


def _told(history: History, outcome: str, known: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "outcome": outcome,
        "sessionId": history.agent_session,
        "file": history.name,
        "runId": known.get("runId"),
        "entries": known.get("entries", 0),
        "unrecognized": known.get("unrecognized", 0),
    }


def _sum_up(agent: str, counts: Counter[str], total: int, *, dry_run: bool) -> None:
    said = [f"{counts[name]} {words}" for name, words in WORDS.items() if counts[name]]
    would = " (nothing was written)" if dry_run else ""
    click.echo(f"{total} histories of {agent}: {', '.join(said) or 'none'}{would}")
    if counts["unrecognized"]:
        click.echo(f"{counts['unrecognized']} lines were not recognized; they are kept as they are")
