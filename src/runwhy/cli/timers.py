"""`runwhy sessions timers` and `runwhy sessions autonomy`: follow-ups of a session."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import click

from runwhy.cli.app import App, db_option, pass_app
from runwhy.cli.arguments import json_option
from runwhy.cli.output import column_time, echo_fields, echo_json, echo_table

if TYPE_CHECKING:
    from runwhy import Timer

session_argument = click.argument("session_id", metavar="SESSION")


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
@click.option(
    "--in", "delay", type=click.FloatRange(min=0), metavar="SECONDS", help="Delay from now."
)
@click.option("--at", "fire_at", type=click.DateTime(), help="Time in UTC.")
@click.option("--reason", help="Reason, shown to the model and to operators.")
@click.option("--key", help="Key; a pending timer with the same key is replaced.")
@json_option
@db_option
@pass_app
def add(app: App, /, session_id: str, as_json: bool, **given: Any) -> None:
    """Create a timer and print its id.

    \b
    runwhy sessions timers add ses_01k9… --in 600 --type question_unanswered
    """
    if (given["delay"] is None) == (given["fire_at"] is None):
        raise click.UsageError("use exactly one of --in and --at")
    at: datetime | None = given["fire_at"]
    with app.client() as client:
        timer = client.session(session_id).add_timer(
            given["type_"],
            delay_seconds=given["delay"],
            fire_at=None if at is None else at.replace(tzinfo=UTC),
            reason=given["reason"],
            key=given["key"],
        )
    echo_json(timer.raw) if as_json else click.echo(timer.id)


@timers.command("list")
@session_argument
@click.option(
    "--status",
    type=click.Choice(["pending", "fired", "blocked", "cancelled"]),
    help="Only timers with this status.",
)
@json_option
@db_option
@pass_app
def list_timers(app: App, session_id: str, status: str | None, as_json: bool) -> None:
    """List the timers of a session, newest first.

    \b
    runwhy sessions timers list ses_01k9… --status pending
    """
    with app.client() as client:
        found = client.session(session_id).timers(status=status)
    if as_json:
        for timer in found:
            echo_json(timer.raw)
    else:
        echo_table(
            ("TIMER", "STATUS", "FIRES AT", "TYPE", "RUN OR REASON"),
            [_row(timer) for timer in found],
        )


def _row(timer: Timer) -> tuple[str, ...]:
    return timer.id, timer.status, column_time(timer.fire_at), timer.type, _outcome(timer)


def _outcome(timer: Timer) -> str:
    return f"{timer.code}: {timer.note}" if timer.code else timer.run_id or ""


@timers.command()
@session_argument
@click.argument("timer_id", metavar="TIMER")
@db_option
@pass_app
def cancel(app: App, session_id: str, timer_id: str) -> None:
    """Cancel a pending timer.

    \b
    runwhy sessions timers cancel ses_01k9… tmr_01k9…
    """
    with app.client() as client:
        timer = client.session(session_id).cancel_timer(timer_id)
    click.echo(f"{timer.id}  {timer.status}")


@click.command()
@session_argument
@click.option("--on/--off", "enabled", default=None, help="Enable or disable follow-ups.")
@click.option(
    "--max-consecutive", type=int, help="Maximum follow-ups in a row without a user message."
)
@click.option(
    "--cooldown", "cooldown_seconds", type=float, help="Minimum seconds between two follow-ups."
)
@click.option(
    "--min-delay", "min_delay_seconds", type=float, help="Minimum delay of a timer, in seconds."
)
@click.option(
    "--max-delay", "max_delay_seconds", type=float, help="Maximum delay of a timer, in seconds."
)
@click.option(
    "--busy",
    type=click.Choice(("defer", "skip")),
    help="Defer or skip a follow-up that is due while the session is busy.",
)
@click.option(
    "--evaluator", metavar="MODEL", help="Model that decides after a reply whether to follow up."
)
@json_option
@db_option
@pass_app
def autonomy(app: App, /, session_id: str, as_json: bool, **policy: Any) -> None:
    """Show or change the follow-up policy of a session.

    \b
    runwhy sessions autonomy ses_01k9… --on --max-consecutive 2 --cooldown 3600
    """
    changes = {name: value for name, value in policy.items() if value is not None}
    with app.client() as client:
        session = client.session(session_id)
        info = session.update(autonomy=changes) if changes else session.info()
    if as_json:
        echo_json(info.autonomy)
    elif info.autonomy:
        echo_fields({name: str(value) for name, value in info.autonomy.items()})
    else:
        click.echo("no policy set; the defaults apply")
