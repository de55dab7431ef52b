"""`runwhy serve`: start a server on this machine."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING, NoReturn

import click

from runwhy.cli.app import App, db_option, fast_imports, pass_app
from runwhy.cli.exit_codes import Exit, Stop

if TYPE_CHECKING:
    import socket

    from runwhy.settings import Settings
    from runwhy.wiring import Server


@click.command()
@click.option("--host", metavar="ADDRESS", help="Address to listen on.  [default: 127.0.0.1]")
@click.option("--port", type=int, help="Port to listen on; 0 for any free port.  [default: 7420]")
@db_option
@click.option("--open", "open_browser", is_flag=True, help="Open the dashboard in a browser.")
@pass_app
def serve(app: App, host: str | None, port: int | None, open_browser: bool) -> None:
    """Start a server on this machine.

    Options override environment variables (RUNWHY_HOST, RUNWHY_PORT,
    RUNWHY_DATABASE_URL, …), which override runwhy.toml in the current directory.

    \b
    runwhy serve
    runwhy serve --port 0 --db ./here.db --open
    runwhy serve --db postgresql://localhost/runwhy

    No API key is needed on this machine. To accept connections from other machines,
    create a key first:

    \b
    runwhy keys add laptop --scope admin
    runwhy serve --host 0.0.0.0

    Ctrl-C or SIGTERM stops the server. Active runs have a few seconds to finish
    (RUNWHY_SHUTDOWN_GRACE); the next server continues the others. A second Ctrl-C
    stops immediately, also without data loss.
    """
    settings = app.settings(host=host, port=port)
    listening = _listen(settings)
    with fast_imports():
        if not settings.is_local:
            _require_key(settings)
        server = make_logged_server(settings)
    _run(server, listening, open_browser=open_browser)


def _listen(settings: Settings) -> socket.socket:
    from runwhy.data_dir import read_server_records
    from runwhy.errors import Unavailable
    from runwhy.server.sockets import open_socket

    try:
        return open_socket(settings.host, settings.port)
    except Unavailable as error:
        suffix = f":{settings.port}"
        records = read_server_records(settings.data_dir)
        running = [one for one in records if one.url.endswith(suffix) and one.is_running]
        if not running:
            raise
        other = running[0]
        raise Stop(
            f"Runwhy is already running at {other.url} (process {other.pid}, database "
            f"{other.database}). Use that server, or start another one with --port 0 and --db"
        ) from error


def _require_key(settings: Settings) -> None:
    from runwhy.cli.databases import open_read_only, read_schema_state
    from runwhy.stores.accounts import accounts

    if read_schema_state(settings).current:
        with open_read_only(settings) as conn:
            if accounts.has_keys(conn):
                return
    shown = "URL" if settings.is_postgres else settings.database_url  # a URL can hold a password
    db = f" --db {shown}" if shown else ""
    raise Stop(
        f"other machines can reach {settings.host}, but there is no API key. Create one with "
        f"`runwhy keys add NAME --scope admin{db}` and start again, or listen on 127.0.0.1"
    )


def make_logged_server(settings: Settings, *, fire: bool = True) -> Server:
    """Create a server that logs to stderr. Without `fire`, triggers start no runs."""
    from runwhy.data_dir import ensure_token
    from runwhy.executors.builtin.engine_setup import known_secrets
    from runwhy.server.allocator import limit_allocator
    from runwhy.server.logs import log_to_stderr
    from runwhy.wiring import make_server

    limit_allocator()
    known = known_secrets(settings, os.environ)
    log_to_stderr(settings.log_level, settings.log_format, known=known)
    return make_server(settings, cli_token=ensure_token(settings.data_dir), fire=fire)


def _run(server: Server, listening: socket.socket, *, open_browser: bool) -> None:
    from runwhy.cli.settings_loader import database_name
    from runwhy.data_dir import ServerRecord, remove_server_record, write_server_record
    from runwhy.server.sockets import url_of
    from runwhy.server.uvicorn_runner import Listener, run, stop_on_signals

    settings, pid = server.settings, os.getpid()
    url, database = url_of(settings.host, listening), database_name(settings)

    def ready() -> None:
        write_server_record(settings.data_dir, ServerRecord(url=url, pid=pid, database=database))
        _print_banner(server, url, database)
        if open_browser:
            click.launch(url)
        server.load_providers()

    def exit_now() -> NoReturn:
        remove_server_record(settings.data_dir, pid=pid)
        click.echo("stopped immediately; the next server continues the active runs", err=True)
        os._exit(Exit.INTERRUPTED)

    listener = Listener(server.app, ready=ready, end_streams=server.stop_streams)
    try:
        with stop_on_signals(listener, exit_now):
            run(listener, listening, server.running())
    finally:
        remove_server_record(settings.data_dir, pid=pid)
    with suppress(OSError):  # stdout may be closed
        click.echo("stopped")


def _model_note(server: Server, model: str) -> str:
    """Describe a problem with the default model, before the first run fails."""
    from runwhy.errors import InvalidModel

    if model == "echo":
        return " (offline: it repeats its input)"
    try:
        server.services.models.get(model)
    except InvalidModel as error:
        return click.style(f" is not available: {error.problems[0].problem}", fg="red")
    return ""


def _print_banner(server: Server, url: str, database: str) -> None:
    model = server.services.models.default_id
    note = _model_note(server, model)
    command = "uv run runwhy" if "UV" in os.environ else "runwhy"
    host = server.settings.host
    remote = () if server.settings.is_local else (f"  network   listening on {host}, key required",)
    lines = (
        f"{click.style('Runwhy is ready', bold=True)}  {click.style(url, fg='cyan')}",
        *remote,
        f"  database  {database}",
        f"  model     {model}{note}",
        f'  try       {command} run --tag customer=acme "Hello"',
        "Press Ctrl-C to stop.",
    )
    click.echo("\n".join(lines))  # one write: a reader may close the pipe after the first line
