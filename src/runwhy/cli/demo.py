"""`runwhy demo`: data to look at before there is any of one's own."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Any

import click

from runwhy.cli.app import App, db_option, pass_app
from runwhy.cli.arguments import json_option
from runwhy.cli.exit_codes import Stop
from runwhy.cli.output import echo_json
from runwhy.demo import DAYS, RUNS

if TYPE_CHECKING:
    from runwhy import Client

LOOK_EVERY = 0.1  # seconds
MOST_RUNS, MOST_DAYS = 100_000, 365


@click.command()
@click.option(
    "--runs",
    type=click.IntRange(1, MOST_RUNS),
    default=RUNS,
    show_default=True,
    help="How many, unless the schedules and chats of those days make more.",
)
@click.option("--days", type=click.IntRange(1, MOST_DAYS), default=DAYS, show_default=True)
@click.option("--remove", is_flag=True, help="Take all of it away again, and nothing else.")
@json_option
@db_option
@pass_app
def demo(app: App, runs: int, days: int, remove: bool, as_json: bool) -> None:
    """Fill a workspace with made-up runs, to look around in.

    Weeks of runs by schedules, webhooks, chats, people and coding agents, some of
    them failed, and sessions in which an agent spoke up by itself. All of it has
    the tag demo=true; --remove takes away what has that tag. The triggers behind
    it are set up too; they ask the model echo, which costs nothing.

    \b
    runwhy demo
    runwhy runs list demo=true --status failed
    runwhy demo --remove
    """
    with app.client() as client:
        if remove:
            made = _watch(client, "DELETE", {"wait": "false"}, None, "Removing")
        else:
            _refuse_a_second_time(client)
            body = {"runs": runs, "days": days, "wait": False}
            made = _watch(client, "POST", None, body, "Making up")
    if as_json:
        echo_json({key: made[key] for key in ("runs", "sessions", "triggers")})
    else:
        verb, then = ("removed", "") if remove else ("made up", "; they have the tag demo=true")
        click.echo(f"{made['runs']} runs and {made['sessions']} sessions {verb}{then}")


def _refuse_a_second_time(client: Client) -> None:
    if client.list_runs("demo:true", limit=1).runs:
        raise Stop("there is demo data already: `runwhy demo --remove` takes it away")


def _watch(
    client: Client, method: str, params: dict[str, str] | None, body: Any, words: str
) -> dict[str, Any]:
    """Begin, and show how far it is until its end. Raises: Stop when it failed."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    console = Console(stderr=True)
    quiet = not sys.stderr.isatty()
    with Progress(*columns, console=console, transient=True, disable=quiet) as bar:
        task = bar.add_task(words, total=None)
        work: Any = client.request(method, "/demo", body, params=params)
        while not work["ended"]:
            bar.update(task, completed=work["done"], total=work["total"] or None)
            time.sleep(LOOK_EVERY)
            work = client.request("GET", "/demo")
    if work["failed"]:
        raise Stop(work["failed"])
    return dict(work)
