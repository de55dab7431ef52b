"""`runwhy runs`, `runwhy queue` and `runwhy cancel`: list, show, follow and cancel runs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

import runwhy
from runwhy.cli.app import App
from runwhy.cli.arguments import (
    limit_option,
    pairs_argument,
    query_option,
    quiet_option,
)
from runwhy.cli.commands import Result, app_command, client_command, result_command, table
from runwhy.cli.completion import complete_runs
from runwhy.cli.model_calls import show_model_calls
from runwhy.cli.output import (
    column_tags,
    column_time,
    cost_text,
    echo_fields,
    echo_text,
    seconds_text,
    tags_text,
    time_text,
    tokens_text,
)
from runwhy.cli.run_follower import DisplayOptions, follow_run
from runwhy.cli.run_stats import stats
from runwhy.cli.watch import watch

if TYPE_CHECKING:
    from runwhy.wire.runs import OriginalRun

run_argument = click.argument("run_id", metavar="RUN", shell_complete=complete_runs)
runs_argument = click.argument(
    "run_ids", nargs=-1, required=True, metavar="RUN...", shell_complete=complete_runs
)
SHOWN_RERUNS = 5
MAX_QUEUED = 200  # runs that the server lists at most
STATUSES = ("queued", "running", "waiting", "succeeded", "failed", "cancelled")
SORTS = ("created", "duration", "tokens", "cost")
ORDERS = ("desc", "asc")


@click.group()
def runs() -> None:
    """List, show, follow and measure runs."""


runs.add_command(stats)


@runs.command("list")
@pairs_argument
@query_option
@click.option("--status", type=click.Choice(STATUSES), help="Only runs with this status.")
@click.option("--sort", type=click.Choice(SORTS), help="Value to sort by.  [default: created]")
@click.option("--order", type=click.Choice(ORDERS), help="Largest or smallest first.")
@limit_option(most=None)
@result_command
def list_runs(
    client: runwhy.Client, tags: dict[str, str], query: str | None, limit: int, **asked: Any
) -> Result:
    """List runs that have all given tags, newest first by default.

    \b
    runwhy runs list customer=acme env=prod
    runwhy runs list --sort cost --limit 10
    runwhy runs list --status failed --limit 5
    runwhy runs list --query 'env:prod created>-24h' --json | jq .finalText
    """
    found = client.iter_runs(query, metadata=tags, limit=limit, **asked)
    head = ("RUN", "STATUS", "WHY", "TASK", "CREATED", "TAGS", "COST", "TEXT")
    return table(head, found, _row)


def _row(run: runwhy.Run) -> tuple[str, ...]:
    text = run.final_text or run.failure_reason or ""
    return (*_columns(run), cost_text(run.cost, run.unpriced_calls), text[:200])


def _columns(run: runwhy.Run) -> tuple[str, ...]:
    created = column_time(run.created_at)
    return run.id, run.status, _why(run), _task(run), created, column_tags(run.metadata)


def _why(run: runwhy.Run) -> str:
    """Return the trigger and its name, and of which run it is a rerun."""
    origin = run.origin
    again = f"rerun of …{origin.rerun_of[-3:]}" if origin.rerun_of else None
    return " ".join(part for part in (origin.trigger, origin.trigger_name, again) if part)


def _task(run: runwhy.Run) -> str:
    """Return the name of a run, unless it is that of its trigger, and its task."""
    name = run.spec.get("name")
    shown = name if isinstance(name, str) and name != run.origin.trigger_name else ""
    return ": ".join(text for text in (shown, run.task) if text)


@runs.command()
@run_argument
@click.option("--model", "sent", is_flag=True, help="Show the messages that each model call sent.")
@result_command
def show(client: runwhy.Client, run_id: str, sent: bool) -> Result:
    """Show a run: its origin, tags and result.

    \b
    runwhy runs show run_01k9…
    runwhy runs show --model run_01k9…
    runwhy runs show --json run_01k9… | jq .origin
    """
    if sent:
        return show_model_calls(client, run_id)
    run = client.get_run(run_id)
    return Result([run], lambda: _echo(client, run))


def _echo(client: runwhy.Client, run: runwhy.Run) -> None:
    more = {
        "waits for": _wait_reason(client, run),
        "reruns": _reruns(client, run),
        "continued by": _continuations(client, run),
    }
    echo_fields({**_fields(run), **more})
    if run.final_text:
        click.echo()
        echo_text(run.final_text)


def _wait_reason(client: runwhy.Client, run: runwhy.Run) -> str:
    """Return what a queued run waits for."""
    if run.status != "queued":
        return ""
    waiting = client.get_queue(run_id=run.id).waiting
    return next((one.waits_for.text for one in waiting if one.run.id == run.id), "")


def _reruns(client: runwhy.Client, run: runwhy.Run) -> str:
    """Return the runs that repeat this one, newest first."""
    found = client.list_runs(f"rerun_of:{run.id}", limit=SHOWN_RERUNS)
    more = "\n…" if found.next_cursor else ""
    return "\n".join(f"{again.id}  {again.status}" for again in found.runs) + more


def _continuations(client: runwhy.Client, run: runwhy.Run) -> str:
    """Return the runs that continue this one, if a client of another API can have done so."""
    if run.origin.trigger not in ("openai", "anthropic"):
        return ""
    return "\n".join(f"{one.id}  {one.status}" for one in client.list_continuations(run.id))


def _fields(run: runwhy.Run) -> dict[str, str | None]:
    tags = {k: f"{v} ({run.metadata_sources.get(k, '?')})" for k, v in run.metadata.items()}
    return {
        "run": run.id,
        "status": run.status,
        "task": run.task,
        **_origin(run),
        "tags": tags_text(tags),
        "session": run.session_id,
        "parent": run.parent_run_id,
        "executor": run.executor,
        "model": run.model.id if run.model else None,
        "tokens": tokens_text(run.tokens),
        "cost": cost_text(run.cost, run.unpriced_calls, exact=True) or None,
        "turns": str(run.turns) if run.turns else None,
        "attempt": str(run.attempt) if run.attempt > 1 else None,
        "envelope": _envelope(run),
        "delivery": _delivery(run),
        "created": time_text(run.created_at),
        "duration": _duration(run),
        "error": _error(run),
    }


def _origin(run: runwhy.Run) -> dict[str, str | None]:
    origin, actor = run.origin, run.origin.actor
    kind = "" if actor.kind == "local" else actor.kind
    who = " ".join(part for part in (kind, actor.name, actor.id) if part)
    return {
        "trigger": _trigger(origin),
        "rerun of": origin.rerun_of,
        "continues": _text(origin.facts.get("continues_run_id")),
        "original": _original(run),
        "actor": f"{who} ({'attended' if origin.attended else 'unattended'})",
        "correlation": origin.correlation_id,
        "facts": json.dumps(dict(origin.facts), ensure_ascii=False) if origin.facts else None,
        "claimed": json.dumps(dict(origin.claimed), ensure_ascii=False) if origin.claimed else None,
    }


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _trigger(origin: runwhy.Origin | OriginalRun) -> str:
    parts = (origin.trigger, origin.trigger_name, origin.trigger_id)
    return " ".join(part for part in parts if part)


def _original(run: runwhy.Run) -> str | None:
    """Return why the first run of a chain of reruns existed."""
    original = run.origin.original
    if original is None:
        return None
    facts = json.dumps(dict(original.facts), ensure_ascii=False) if original.facts else ""
    parts = (_trigger(original), time_text(original.requested_at), facts)
    return " ".join(part for part in parts if part)


def _envelope(run: runwhy.Run) -> str | None:
    envelope = run.envelope
    if envelope is None or not envelope.bytes:
        return None
    names = ", ".join(envelope.dropped)
    return f"{envelope.bytes} bytes" + (f", dropped: {names}" if names else "")


def _delivery(run: runwhy.Run) -> str | None:
    if run.delivery is None:
        return None
    status, error = run.delivery.status, run.delivery.error
    return f"{status}: {error}" if error else str(status)


def _duration(run: runwhy.Run) -> str | None:
    if run.started_at is None or run.finished_at is None:
        return None
    lasted = seconds_text((run.finished_at - run.started_at).total_seconds())
    first = run.first_token_ms
    return lasted if first is None else f"{lasted}, first token after {first} ms"


def _error(run: runwhy.Run) -> str | None:
    return run.error.message if run.error and run.error.message else run.failure_reason


@runs.command()
@run_argument
@quiet_option
@app_command
def follow(app: App, run_id: str, quiet: bool, as_json: bool) -> None:
    """Follow a run until it ends.

    Ctrl-C stops following; the run continues.

    \b
    runwhy runs follow run_01k9…
    """
    with app.client(work=True) as client:
        follow_run(client, client.follow(run_id), DisplayOptions(as_json=as_json, quiet=quiet))


runs.add_command(watch)


@click.command()
@runs_argument
@client_command
def cancel(client: runwhy.Client, run_ids: Sequence[str]) -> None:
    """Cancel runs.

    Runs that have ended do not change.

    \b
    runwhy cancel run_01k9…
    runwhy runs list --status queued --json | jq -r .id | xargs runwhy cancel
    """
    cancel_runs(client, run_ids)


def cancel_runs(client: runwhy.Client, run_ids: Sequence[str]) -> None:
    """Cancel runs, and print the status of each."""
    for run_id in run_ids:
        client.cancel_run(run_id)
        run = client.get_run(run_id)
        click.echo(f"{run.id}  {run.status}")
