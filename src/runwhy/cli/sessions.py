"""`runwhy sessions`: manage sessions, their messages, tags and timers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

import runwhy
from runwhy.cli.app import App
from runwhy.cli.arguments import (
    agent_options,
    changes_argument,
    context_option,
    context_options,
    limit_option,
    pairs_argument,
    query_option,
    quiet_option,
    read_prompt,
    session_argument,
    tag_option,
)
from runwhy.cli.commands import Result, app_command, client_command, result_command, table
from runwhy.cli.executor_options import executor_options
from runwhy.cli.output import (
    attached_text,
    column_tags,
    column_time,
    cost_text,
    echo_fields,
    escape_controls,
    one_line,
    tags_text,
    time_text,
    tokens_text,
)
from runwhy.cli.run import agent_fields
from runwhy.cli.run_follower import DisplayOptions, follow_run
from runwhy.cli.timers import autonomy, timers


@click.group()
def sessions() -> None:
    """Manage sessions: create, send messages, show, tag, end."""


@sessions.command()
@click.option("--name", help="Display name.")
@agent_options
@executor_options
@context_options
@client_command
def add(client: runwhy.Client, /, name: str | None, **given: Any) -> None:
    """Create a session and print its id.

    Runs of the session inherit its tags.

    \b
    runwhy sessions add --tag customer=acme --system "You help with invoices."
    runwhy sessions add --executor claude --cwd ~/project
    """
    click.echo(client.create_session(name=name, **agent_fields(given)).id)


@sessions.command("list")
@pairs_argument
@query_option
@click.option(
    "--status", type=click.Choice(["active", "ended"]), help="Only sessions with this status."
)
@limit_option()
@result_command
def list_sessions(
    client: runwhy.Client, tags: dict[str, str], query: str | None, status: str | None, limit: int
) -> Result:
    """List sessions that have all given tags, last used first.

    \b
    runwhy sessions list customer=acme
    """
    found = client.list_sessions(query, metadata=tags, status=status, limit=limit).sessions
    return table(("SESSION", "STATUS", "LAST USED", "TAGS", "COST", "SUMMARY"), found, _row)


def _row(session: runwhy.SessionSummary) -> tuple[str, ...]:
    used, tags = column_time(session.last_used_at), column_tags(session.metadata)
    cost = cost_text(session.cost, session.unpriced_calls)
    summary = ": ".join(text for text in (session.name, session.first_message) if text)
    return session.id, session.status, used, tags, cost, summary


@sessions.command()
@session_argument
@click.option("--all", "everything", is_flag=True, help="Include messages hidden from users.")
@result_command
def show(client: runwhy.Client, session_id: str, everything: bool) -> Result:
    """Show a session and its messages.

    \b
    runwhy sessions show ses_01k9…
    runwhy sessions show --json ses_01k9… | jq .messages
    """
    session = client.session(session_id)
    info = session.info()
    messages = session.history("operator" if everything else "user")
    found = {**info.raw, "messages": messages} if everything else info.raw
    return Result([found], lambda: _echo(info, messages))


def _echo(info: runwhy.SessionInfo, messages: Sequence[Any]) -> None:
    echo_fields(_fields(info))
    for message in messages:
        click.echo()
        role = click.style(one_line(str(message.get("role"))), bold=True)
        click.echo(role + _marks(message))
        if commands := message.get("commands"):
            click.echo(click.style(attached_text(commands), dim=True))
        click.echo(escape_controls(str(message.get("content"))))


def _marks(message: Any) -> str:
    marks = [str(message[name]) for name in ("provenance", "kind") if message.get(name)]
    if trigger := message.get("trigger"):
        marks += [str(trigger[name]) for name in ("kind", "type") if trigger.get(name)]
    if message.get("damaged"):
        marks.append("damaged")
    return click.style(f"  {one_line(' · '.join(marks))}", dim=True) if marks else ""


def _fields(info: runwhy.SessionInfo) -> dict[str, str | None]:
    return {
        "session": info.id,
        "name": info.name,
        "status": info.status,
        "tags": tags_text(info.metadata),
        "created": time_text(info.created_at),
        "last used": time_text(info.last_used_at),
        "ended": time_text(info.ended_at),
        "tokens": tokens_text(info.tokens) if info.tokens else None,
        "cost": cost_text(info.cost, info.unpriced_calls, exact=True),
    }


@sessions.command()
@session_argument
@click.argument("prompt")
@tag_option
@context_option
@quiet_option
@app_command
def send(
    app: App,
    session_id: str,
    prompt: str,
    tags: dict[str, str],
    context: dict[str, Any] | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Send a message to a session and print the reply.

    \b
    runwhy sessions send ses_01k9… "And the second invoice?"
    """
    text = read_prompt(prompt)
    with app.client(work=True) as client:
        events = client.session(session_id).stream(text, metadata=tags, context=context)
        follow_run(client, events, DisplayOptions(as_json=as_json, quiet=quiet, cancel=True))


@sessions.command()
@session_argument
@changes_argument
@client_command
def tag(client: runwhy.Client, session_id: str, changes: dict[str, str | None]) -> None:
    """Set tags with KEY=VALUE, and remove tags with KEY-.

    Existing runs keep their tags.

    \b
    runwhy sessions tag ses_01k9… env=prod reviewed-
    """
    info = client.session(session_id).update(metadata=changes)
    click.echo(one_line(tags_text(info.metadata)))


sessions.add_command(timers)
sessions.add_command(autonomy)


@sessions.command()
@session_argument
@client_command
def end(client: runwhy.Client, session_id: str) -> None:
    """End a session and cancel its active runs.

    The session can still be read.

    \b
    runwhy sessions end ses_01k9…
    """
    client.end_session(session_id)
    click.echo(f"{session_id}  ended")
