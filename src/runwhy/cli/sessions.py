"""`runwhy sessions`: manage sessions, their messages, tags and timers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from runwhy.cli.app import App, db_option, pass_app
from runwhy.cli.arguments import (
    agent_option,
    changes_argument,
    context_option,
    json_option,
    limit_option,
    model_option,
    pairs_argument,
    query_option,
    quiet_option,
    read_prompt,
    show_tags_option,
    system_option,
    tag_option,
)
from runwhy.cli.output import (
    column_tags,
    column_time,
    echo_fields,
    echo_json,
    echo_table,
    escape_controls,
    one_line,
    tags_text,
    time_text,
)
from runwhy.cli.run import DEFAULT_SYSTEM
from runwhy.cli.run_follower import DisplayOptions, follow_run
from runwhy.cli.timers import autonomy, timers

if TYPE_CHECKING:
    from runwhy import SessionInfo, SessionSummary

session_argument = click.argument("session_id", metavar="SESSION")


@click.group()
def sessions() -> None:
    """Manage sessions: create, send messages, show, tag, end."""


@sessions.command()
@click.option("--name", help="Display name.")
@tag_option
@model_option
@system_option
@agent_option
@context_option
@show_tags_option
@db_option
@pass_app
def add(app: App, /, **given: Any) -> None:
    """Create a session and print its id.

    Runs of the session inherit its tags.

    \b
    runwhy sessions add --tag customer=acme --system "You help with invoices."
    """
    system = given["system"]
    if system is None and given["agent"] is None:
        system = DEFAULT_SYSTEM
    with app.client() as client:
        session = client.create_session(
            name=given["name"],
            system_prompt=system,
            agent_id=given["agent"],
            model_id=given["model"],
            metadata=given["tags"],
            context=given["context"],
            model_visible_metadata=given["show_tags"] or None,
        )
    click.echo(session.id)


@sessions.command("list")
@pairs_argument
@query_option
@click.option(
    "--status", type=click.Choice(["active", "ended"]), help="Only sessions with this status."
)
@limit_option()
@json_option
@db_option
@pass_app
def list_sessions(
    app: App,
    tags: dict[str, str],
    query: str | None,
    status: str | None,
    limit: int,
    as_json: bool,
) -> None:
    """List sessions that have all given tags, last used first.

    \b
    runwhy sessions list customer=acme
    """
    with app.client() as client:
        found = client.list_sessions(query, metadata=tags, status=status, limit=limit).sessions
    if as_json:
        for session in found:
            echo_json(session.raw)
    else:
        head = ("SESSION", "STATUS", "LAST USED", "TAGS", "SUMMARY")
        echo_table(head, [_row(session) for session in found])


def _row(session: SessionSummary) -> tuple[str, ...]:
    used, tags = column_time(session.last_used_at), column_tags(session.metadata)
    return session.id, session.status, used, tags, session.summary


@sessions.command()
@session_argument
@click.option("--all", "everything", is_flag=True, help="Include messages hidden from users.")
@json_option
@db_option
@pass_app
def show(app: App, session_id: str, everything: bool, as_json: bool) -> None:
    """Show a session and its messages.

    \b
    runwhy sessions show ses_01k9…
    runwhy sessions show --json ses_01k9… | jq .messages
    """
    with app.client() as client:
        session = client.session(session_id)
        info = session.info()
        messages = session.history("operator" if everything else "user")
    if as_json:
        echo_json({**info.raw, "messages": messages} if everything else info.raw)
        return
    echo_fields(_fields(info))
    for message in messages:
        click.echo()
        role = click.style(one_line(str(message.get("role"))), bold=True)
        click.echo(role + _marks(message))
        click.echo(escape_controls(str(message.get("content"))))


def _marks(message: Any) -> str:
    marks = [str(message[name]) for name in ("provenance", "kind") if message.get(name)]
    if trigger := message.get("trigger"):
        marks += [str(trigger[name]) for name in ("kind", "type") if trigger.get(name)]
    if message.get("damaged"):
        marks.append("damaged")
    return click.style(f"  {one_line(' · '.join(marks))}", dim=True) if marks else ""


def _fields(info: SessionInfo) -> dict[str, str | None]:
    return {
        "session": info.id,
        "name": info.name,
        "status": info.status,
        "tags": tags_text(info.metadata),
        "created": time_text(info.created_at),
        "last used": time_text(info.last_used_at),
        "ended": time_text(info.ended_at),
    }


@sessions.command()
@session_argument
@click.argument("prompt")
@tag_option
@context_option
@quiet_option
@json_option
@db_option
@pass_app
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
@db_option
@pass_app
def tag(app: App, session_id: str, changes: dict[str, str | None]) -> None:
    """Set tags with KEY=VALUE, and remove tags with KEY-.

    Existing runs keep their tags.

    \b
    runwhy sessions tag ses_01k9… env=prod reviewed-
    """
    with app.client() as client:
        info = client.session(session_id).update(metadata=changes)
    click.echo(one_line(tags_text(info.metadata)))


sessions.add_command(timers)
sessions.add_command(autonomy)


@sessions.command()
@session_argument
@db_option
@pass_app
def end(app: App, session_id: str) -> None:
    """End a session and cancel its active runs.

    The session can still be read.

    \b
    runwhy sessions end ses_01k9…
    """
    with app.client() as client:
        client.end_session(session_id)
    click.echo(f"{session_id}  ended")
