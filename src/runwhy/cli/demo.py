"""`runwhy demo`: runs to look at before you have your own."""

from __future__ import annotations

import sys
import time
from typing import Any

import click

import runwhy
from runwhy.cli.commands import Result, line, result_command
from runwhy.cli.exit_codes import Stop
from runwhy.demo import DAYS, MOST_DAYS, MOST_RUNS, RUNS

LOOK_EVERY = 0.1  # seconds


@click.command()
@click.option(
    "--runs",
    type=click.IntRange(1, MOST_RUNS),
    default=RUNS,
    show_default=True,
    help="How many runs to make. Many days need more, for their schedules.",
)
@click.option(
    "--days",
    type=click.IntRange(1, MOST_DAYS),
    default=DAYS,
    show_default=True,
    help="How many days until now to spread the runs over.",
)
@click.option("--remove", is_flag=True, help="Remove the demo data, and nothing else.")
@result_command
def demo(client: runwhy.Client, runs: int, days: int, remove: bool) -> Result:
    """Fill a workspace with example runs.

    Schedules, webhooks, chats, people and coding agents start the runs, and some
    of them fail. One coding agent waits for an approval. The server executes them
    like real runs, with a scripted model and dates in the past. All runs have the
    tag demo=true; --remove erases them, and deletes the triggers, agents,
    memories, budgets and alerts of the demo. The triggers remain, with the model
    echo, which costs nothing.

    \b
    runwhy demo
    runwhy runs list demo=true --status failed
    runwhy demo --remove
    """
    if remove:
        made = _watch(client, "DELETE", {"wait": "false"}, None, "Removing")
    else:
        body = {"runs": runs, "days": days, "wait": False}
        made = _watch(client, "POST", None, body, "Making runs")
    verb, then = ("removed", "") if remove else ("made", "; they have the tag demo=true")
    text = f"{made['runs']} runs and {made['sessions']} sessions {verb}{then}"
    return line({key: made[key] for key in ("runs", "sessions", "triggers")}, text)


def _watch(
    client: runwhy.Client, method: str, params: dict[str, str] | None, body: Any, words: str
) -> dict[str, Any]:
    """Start it and show its progress until the end. Raises: Stop when it failed."""
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
