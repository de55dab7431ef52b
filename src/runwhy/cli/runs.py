"""`runwhy runs`: list, show and follow runs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from runwhy.cli.app import App, db_option, pass_app
from runwhy.cli.arguments import (
    json_option,
    limit_option,
    pairs_argument,
    query_option,
    quiet_option,
)
from runwhy.cli.output import (
    column_tags,
    column_time,
    echo_fields,
    echo_json,
    echo_table,
    echo_text,
    seconds_text,
    tags_text,
    time_text,
)
from runwhy.cli.run_follower import DisplayOptions, follow_run

if TYPE_CHECKING:
    from runwhy import Run

STATUSES = ("queued", "running", "waiting", "succeeded", "failed", "cancelled")


@click.group()
def runs() -> None:
    """List, show and follow runs."""


@runs.command("list")
@pairs_argument
@query_option
@click.option("--status", type=click.Choice(STATUSES), help="Only runs with this status.")
@limit_option(most=None)
@json_option
@db_option
@pass_app
def list_runs(
    app: App,
    tags: dict[str, str],
    query: str | None,
    status: str | None,
    limit: int,
    as_json: bool,
) -> None:
    """List runs that have all given tags, newest first.

    \b
    runwhy runs list customer=acme env=prod
    runwhy runs list --status failed --limit 5
    runwhy runs list --query 'env:prod created>-24h' --json | jq .finalText
    """
    with app.client() as client:
        found = client.iter_runs(query, metadata=tags, status=status, limit=limit)
        if as_json:
            for run in found:
                echo_json(run.raw)
        else:
            head = ("RUN", "STATUS", "TRIGGER", "CREATED", "TAGS", "TEXT")
            echo_table(head, [_row(run) for run in found])


def _row(run: Run) -> tuple[str, ...]:
    text = run.final_text or run.failure_reason or ""
    created = column_time(run.created_at)
    return run.id, run.status, run.origin.trigger, created, column_tags(run.metadata), text[:200]


@runs.command()
@click.argument("run_id", metavar="RUN")
@json_option
@db_option
@pass_app
def show(app: App, run_id: str, as_json: bool) -> None:
    """Show a run: its origin, tags and result.

    \b
    runwhy runs show run_01k9…
    runwhy runs show --json run_01k9… | jq .origin
    """
    with app.client() as client:
        run = client.get_run(run_id)
    if as_json:
        echo_json(run.raw)
        return
    echo_fields(_fields(run))
    if run.final_text:
        click.echo()
        echo_text(run.final_text)


def _fields(run: Run) -> dict[str, str | None]:
    tags = {k: f"{v} ({run.metadata_sources.get(k, '?')})" for k, v in run.metadata.items()}
    used = run.tokens
    return {
        "run": run.id,
        "status": run.status,
        **_origin(run),
        "tags": tags_text(tags),
        "session": run.session_id,
        "parent": run.parent_run_id,
        "executor": run.executor,
        "model": run.model.id if run.model else None,
        "tokens": f"{used.input} in, {used.output} out" if used.input else None,
        "turns": str(run.turns) if run.turns else None,
        "attempt": str(run.attempt) if run.attempt > 1 else None,
        "envelope": _envelope(run),
        "delivery": _delivery(run),
        "created": time_text(run.created_at),
        "duration": _duration(run),
        "error": _error(run),
    }


def _origin(run: Run) -> dict[str, str | None]:
    origin, actor = run.origin, run.origin.actor
    kind = "" if actor.kind == "local" else actor.kind
    who = " ".join(part for part in (kind, actor.name, actor.id) if part)
    return {
        "trigger": " ".join(part for part in (origin.trigger, origin.trigger_id) if part),
        "actor": f"{who} ({'attended' if origin.attended else 'unattended'})",
        "correlation": origin.correlation_id,
        "facts": json.dumps(dict(origin.facts), ensure_ascii=False) if origin.facts else None,
        "claimed": json.dumps(dict(origin.claimed), ensure_ascii=False) if origin.claimed else None,
    }


def _envelope(run: Run) -> str | None:
    envelope = run.envelope
    if envelope is None or not envelope.bytes:
        return None
    names = ", ".join(envelope.dropped)
    return f"{envelope.bytes} bytes" + (f", dropped: {names}" if names else "")


def _delivery(run: Run) -> str | None:
    if run.delivery is None:
        return None
    status, error = run.delivery.status, run.delivery.error
    return f"{status}: {error}" if error else str(status)


def _duration(run: Run) -> str | None:
    if run.started_at is None or run.finished_at is None:
        return None
    return seconds_text((run.finished_at - run.started_at).total_seconds())


def _error(run: Run) -> str | None:
    return run.error.message if run.error and run.error.message else run.failure_reason


@runs.command()
@click.argument("run_id", metavar="RUN")
@quiet_option
@json_option
@db_option
@pass_app
def follow(app: App, run_id: str, quiet: bool, as_json: bool) -> None:
    """Follow a run until it ends.

    Ctrl-C stops following; the run continues.

    \b
    runwhy runs follow run_01k9…
    """
    with app.client(work=True) as client:
        follow_run(client, client.follow(run_id), DisplayOptions(as_json=as_json, quiet=quiet))
