"""`runwhy sessions timers` and `runwhy sessions autonomy`: follow-ups of a session."""

from __future__ import annotations

from typing import Any

import click

import runwhy
from runwhy.cli.app import App
from runwhy.cli.arguments import session_argument
from runwhy.cli.commands import (
    Result,
    app_command,
    client_command,
    fields,
    line,
    result_command,
    table,
)
from runwhy.cli.durations import duration_option
from runwhy.cli.output import column_time
from runwhy.cli.times import time_option


@click.group()
def timers() -> None:
    """Manage the timers (scheduled follow-ups) of a session."""


@timers.command()
@session_argument
@click.option(
    "--type",
    "type_",
    default="check_in",
    show_default=True,
    help="Type: check_in, question_unanswered, task_incomplete, waiting_for_decision or your own.",
)
@duration_option("--in", "delay", most="365d", help="Delay from now")
@time_option("--at", "fire_at", help="Time")
@click.option("--reason", help="Reason, shown to the model and to operators.")
@click.option("--key", help="Key; a pending timer with the same key is replaced.")
@app_command
def add(app: App, /, session_id: str, as_json: bool, **given: Any) -> None:
    """Create a timer and print its id.

    \b
    runwhy sessions timers add ses_01k9… --in 10m --type question_unanswered
    """
    if (given["delay"] is None) == (given["fire_at"] is None):
        raise click.UsageError("use exactly one of --in and --at")
    with app.client() as client:
        timer = client.session(session_id).add_timer(
            given["type_"],
            delay_seconds=given["delay"],
            fire_at=given["fire_at"],
            reason=given["reason"],
            key=given["key"],
        )
    line(timer, timer.id).echo(as_json=as_json)


@timers.command("list")
@session_argument
@click.option(
    "--status",
    type=click.Choice(["pending", "fired", "blocked", "cancelled"]),
    help="Only timers with this status.",
)
@result_command
def list_timers(client: runwhy.Client, session_id: str, status: str | None) -> Result:
    """List the timers of a session, newest first.

    \b
    runwhy sessions timers list ses_01k9… --status pending
    """
    found = client.session(session_id).timers(status=status)
    return table(("TIMER", "STATUS", "FIRES AT", "TYPE", "RUN OR REASON"), found, _row)


def _row(timer: runwhy.Timer) -> tuple[str, ...]:
    outcome = f"{timer.code}: {timer.note}" if timer.code else timer.run_id or ""
    return timer.id, timer.status, column_time(timer.fire_at), timer.type, outcome


@timers.command()
@session_argument
@click.argument("timer_id", metavar="TIMER")
@client_command
def cancel(client: runwhy.Client, session_id: str, timer_id: str) -> None:
    """Cancel a pending timer.

    \b
    runwhy sessions timers cancel ses_01k9… tmr_01k9…
    """
    timer = client.session(session_id).cancel_timer(timer_id)
    click.echo(f"{timer.id}  {timer.status}")


@click.command()
@session_argument
@click.option("--on/--off", "enabled", default=None, help="Enable or disable follow-ups.")
@click.option(
    "--max-consecutive",
    type=int,
    help="Maximum follow-ups in a row without a user message. Default: 3.",
)
@duration_option(
    "--cooldown",
    "cooldown_seconds",
    most="1d",
    default_text="15s",
    help="Minimum time between two follow-ups",
)
@duration_option("--min-delay", "min_delay_seconds", most="365d", help="Minimum delay of a timer")
@duration_option("--max-delay", "max_delay_seconds", most="365d", help="Maximum delay of a timer")
@click.option(
    "--busy",
    type=click.Choice(("defer", "skip")),
    help="Defer (the default) or skip a follow-up that is due while the session is busy.",
)
@click.option(
    "--evaluator", metavar="MODEL", help="Model that decides after a reply whether to follow up."
)
@result_command
def autonomy(client: runwhy.Client, /, session_id: str, **policy: Any) -> Result:
    """Show or change the follow-up policy of a session. Follow-ups are off by default.

    \b
    runwhy sessions autonomy ses_01k9… --on --max-consecutive 2 --cooldown 1h
    """
    changes = {name: value for name, value in policy.items() if value is not None}
    session = client.session(session_id)
    now = (session.update(autonomy=changes) if changes else session.info()).autonomy
    if now:
        return fields(now, {name: str(value) for name, value in now.items()})
    return line(now, "no policy set; the defaults apply")
