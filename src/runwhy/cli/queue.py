"""`runwhy queue`: list and cancel runs that have not ended."""

from __future__ import annotations

from typing import Any

import click

from runwhy.cli.app import App, db_option, pass_app
from runwhy.cli.arguments import json_option
from runwhy.cli.output import column_tags, column_time, echo_json, echo_table


@click.group()
def queue() -> None:
    """List and cancel queued and active runs."""


@queue.command("list")
@json_option
@db_option
@pass_app
def list_queue(app: App, as_json: bool) -> None:
    """List queued, running and waiting runs.

    \b
    runwhy queue list
    """
    found: list[Any] = []
    with app.client() as client:
        for status in ("queued", "running", "waiting"):
            page: Any = client.request("GET", f"/agent-runs?status={status}&limit=200")
            found += page["runs"]
    if as_json:
        for run in found:
            echo_json(run)
        return
    rows = [
        (
            r["id"],
            r["status"],
            r["origin"]["trigger"],
            column_time(r["createdAt"]),
            column_tags(r["metadata"]),
        )
        for r in found
    ]
    echo_table(("RUN", "STATUS", "TRIGGER", "CREATED", "TAGS"), rows)


@queue.command("cancel")
@click.argument("runs", nargs=-1, required=True, metavar="RUN...")
@db_option
@pass_app
def cancel_queued(app: App, runs: tuple[str, ...]) -> None:
    """Cancel queued or active runs.

    \b
    runwhy queue cancel run_01k9…
    """
    with app.client() as client:
        for run_id in runs:
            client.cancel_run(run_id)
            click.echo(f"{run_id}  {client.get_run(run_id).status}")
