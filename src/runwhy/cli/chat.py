"""`runwhy chat`: a conversation in the terminal."""

from __future__ import annotations

import sys
from typing import Any

import click
from click.core import ParameterSource

import runwhy
from runwhy.cli.app import App, db_option, pass_app
from runwhy.cli.arguments import agent_options, context_options
from runwhy.cli.chat_loop import Chat, LineReader
from runwhy.cli.executor_options import executor_options
from runwhy.cli.exit_codes import Stop
from runwhy.cli.output import one_line
from runwhy.cli.run import agent_fields
from runwhy.cli.run_follower import DisplayOptions, follow_run
from runwhy.cli.shell import session_option

HISTORY_FILE = "chat-history"


@click.command()
@click.option("--last", is_flag=True, help="Continue the session that was used last.")
@session_option("Session to continue.")
@agent_options
@executor_options
@context_options
@db_option
@pass_app
def chat(app: App, /, last: bool, session: str | None, **given: Any) -> None:
    """Chat with an agent.

    Starts a new session, or continues one with --last or --session. Before a message
    is sent, the terminal commands that go with it are shown. Ctrl-C cancels the
    reply or discards the typed line; a second Ctrl-C, or Ctrl-D, leaves the chat. In a
    pipe, each line is a message, and only the replies go to stdout.

    \b
    runwhy chat
    runwhy chat --last
    runwhy chat --executor claude --cwd ~/project
    echo "Summarize our discussion" | runwhy chat --session ses_01k9…
    """
    ctx = click.get_current_context()
    if last and ctx.get_parameter_source("session") is ParameterSource.COMMANDLINE:
        raise click.UsageError("use either --last or --session")
    with app.client(work=True) as client:
        chat = _open_chat(client, last, session, given)
        if sys.stdin.isatty():
            _talk(app, chat)
        else:
            _send_lines(chat)


def _open_chat(
    client: runwhy.Client, last: bool, session: str | None, given: dict[str, Any]
) -> Chat:
    """Return a chat in an existing session, or in one that the first message creates."""
    if not last and session is None:
        new = agent_fields(given)
        return Chat(client=client, create=lambda: client.create_session(**new))
    fixed = ("system", "model", "agent", "show_tags", "executor", "cwd", "approvals")
    rejected = [f"--{name.replace('_', '-')}" for name in fixed if given[name]]
    if rejected:
        raise click.UsageError(f"{', '.join(rejected)} can only be used for a new session")
    id = _last_session(client) if last else client.get_session(str(session)).id
    options = {"metadata": given["tags"] or None, "context": given["context"]}
    found = client.session(id)
    return Chat(client=client, create=lambda: found, session=found, options=options)


def _last_session(client: runwhy.Client) -> str:
    sessions = client.list_sessions(status="active", limit=1).sessions
    if not sessions:
        raise Stop("there is no session to continue; `runwhy chat` starts one")
    return sessions[0].id


def _talk(app: App, chat: Chat) -> None:
    """Read messages from a terminal until the user leaves."""
    if chat.session is None:
        chat.client.list_sessions(limit=1)  # fails now without a server, and not with a message
    subject = chat.session.id if chat.session else "new session"
    _echo_dim(f"{subject} · Ctrl-C cancels a reply, Ctrl-D leaves")
    chat.echo_last()
    reader = LineReader(app.settings().data_dir / HISTORY_FILE)
    interrupted = False
    while True:
        try:
            text = reader.read("> ")
        except EOFError:
            break
        except KeyboardInterrupt:
            click.echo(err=True)
            if reader.has_text():
                continue
            if interrupted:
                break
            interrupted = True
            _echo_dim("press Ctrl-C again, or Ctrl-D, to leave")
            continue
        if text.strip():
            interrupted = chat.send(text)
    click.echo(err=True)
    if chat.session is not None:
        _echo_dim(f"continue with `runwhy chat --session {chat.session.id}`")


def _send_lines(chat: Chat) -> None:
    """Send each line of stdin as a message, and print the replies. The first failure ends it."""
    for line in sys.stdin:
        if line.strip():
            session = chat.prepare()
            events = session.stream(line.rstrip("\n"), **chat.options)
            display = DisplayOptions(quiet=True, cancel=True)
            follow_run(chat.client, events, display)


def _echo_dim(text: str) -> None:
    click.echo(click.style(one_line(text), dim=True), err=True)
