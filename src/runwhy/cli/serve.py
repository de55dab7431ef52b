"""`runwhy serve`: a server on this machine."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING, NoReturn

import click

from runwhy.cli.app import App, db_option, pass_app
from runwhy.cli.exit_codes import Exit, Stop
from runwhy.cli.startup_imports import quick_start

if TYPE_CHECKING:
    import socket

    from runwhy.settings import Settings
    from runwhy.wiring import Server


@click.command()
@click.option("--host", metavar="ADDRESS", help="Where to listen.  [default: 127.0.0.1]")
@click.option("--port", type=int, help="0 takes one that is free.  [default: 7420]")
@db_option
@click.option("--open", "open_browser", is_flag=True, help="Show it in the browser.")
@pass_app
def serve(app: App, host: str | None, port: int | None, open_browser: bool) -> None:
    """Start a server on this machine.

    What is not given here is read from the environment (RUNWHY_HOST, RUNWHY_PORT,
    RUNWHY_DATABASE_URL, …), then from runwhy.toml in this directory.

    \b
    runwhy serve
    runwhy serve --port 0 --db ./here.db --open
    runwhy serve --db postgresql://localhost/runwhy

    On this machine no key is needed. To listen on another address, make a key
    first:

    \b
    runwhy keys add laptop --scope admin
    runwhy serve --host 0.0.0.0

    Ctrl-C or SIGTERM ends it: running runs get some seconds (RUNWHY_SHUTDOWN_GRACE),
    what is not done by then goes on when a server starts again. A second one ends
    it at once; nothing is lost then either.
    """
    settings = app.settings(host=host, port=port)
    opened = _open(settings)
    with quick_start():
        if not settings.is_local:
            _require_key(settings)
        server = _wire(settings)
    _run(server, opened, open_browser=open_browser)


def _open(settings: Settings) -> socket.socket:
    from runwhy.data_dir import read_server_records
    from runwhy.errors import Unavailable
    from runwhy.server.sockets import open_socket

    try:
        return open_socket(settings.host, settings.port)
    except Unavailable as error:
        here = f":{settings.port}"
        notes = [n for n in read_server_records(settings.data_dir) if n.url.endswith(here) and n.is_running]
        if not notes:
            raise
        note = notes[0]
        raise Stop(
            f"Runwhy runs already: {note.url}, process {note.pid}, over {note.database}. Use "
            "that, or start another one with --port 0 and a --db of its own"
        ) from error


def _require_key(settings: Settings) -> None:
    from runwhy.cli.database_inspection import read_schema_state, has_api_keys

    if read_schema_state(settings).current and has_api_keys(settings):
        return
    named = "URL" if settings.is_postgres else settings.database_url  # it may hold a password
    db = f" --db {named}" if named else ""
    raise Stop(
        f"{settings.host} can be reached from other machines, and there is no key yet: anybody "
        f"could use this server. Make one with `runwhy keys add NAME --scope admin{db}`, then "
        "start again; or listen on 127.0.0.1"
    )


def _wire(settings: Settings) -> Server:
    from runwhy.data_dir import ensure_token
    from runwhy.server.logs import log_to_stderr
    from runwhy.wiring import make_server

    log_to_stderr(settings.log_level, settings.log_format)
    return make_server(settings, cli_token=ensure_token(settings.data_dir))


def _run(server: Server, opened: socket.socket, *, open_browser: bool) -> None:
    from runwhy.cli.settings_loader import database_name
    from runwhy.data_dir import ServerRecord, remove_server_record, write_server_record
    from runwhy.server.sockets import url_of
    from runwhy.server.uvicorn_runner import Listener, ended_by_signals, run

    settings, pid = server.settings, os.getpid()
    url, database = url_of(settings.host, opened), database_name(settings)

    def ready() -> None:
        write_server_record(settings.data_dir, ServerRecord(url=url, pid=pid, database=database))
        _greet(server, url, database)
        if open_browser:
            click.launch(url)

    def at_once() -> NoReturn:
        remove_server_record(settings.data_dir, pid=pid)
        click.echo("ended at once; the next server takes up what was running", err=True)
        os._exit(Exit.INTERRUPTED)

    listener = Listener(server.app, ready=ready, end_streams=server.stop_streams)
    try:
        with ended_by_signals(listener, at_once):
            run(listener, opened, server.running())
    finally:
        remove_server_record(settings.data_dir, pid=pid)
    with suppress(OSError):  # whoever started us may be gone
        click.echo("ended")


def _about(server: Server, model: str) -> str:
    """What to know of the default model, before the first run fails for it."""
    from runwhy.errors import InvalidModel

    if model == "echo":
        return " (offline: it says what it was sent)"
    try:
        server.services.models.get(model)
    except InvalidModel as error:
        return click.style(f" cannot be used: {error.problems[0].problem}", fg="red")
    return ""


def _greet(server: Server, url: str, database: str) -> None:
    model = server.services.models.default_id
    note = _about(server, model)
    typed = "uv run runwhy" if "UV" in os.environ else "runwhy"
    settings = server.settings
    others = () if settings.is_local else (f"  others    may ask at {settings.host}, with a key",)
    lines = (
        f"{click.style('Runwhy is ready', bold=True)}  {click.style(url, fg='cyan')}",
        *others,
        f"  database  {database}",
        f"  model     {model}{note}",
        f'  try       {typed} run --tag customer=acme "Hello"',
        "Ctrl-C ends it.",
    )
    click.echo("\n".join(lines))  # at once: a reader that takes the first line may go then
