"""Running a server from the command line: its socket, greeting, record and signals."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, NoReturn

import click

from runwhy.cli.exit_codes import Exit, Stop

if TYPE_CHECKING:
    import socket

    from runwhy.settings import Settings
    from runwhy.wiring import Server


def listen(settings: Settings) -> socket.socket:
    """Open the listening socket; if the port is in use, name the server that uses it."""
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


def require_key(settings: Settings) -> None:
    """Refuse to listen for other machines without an API key."""
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


def write_record(settings: Settings, url: str, database: str) -> None:
    """Let commands on this machine find the server."""
    from runwhy.data_dir import ServerRecord, write_server_record

    record = ServerRecord(url=url, pid=os.getpid(), database=database)
    write_server_record(settings.data_dir, record)


def run_server(
    server: Server,
    listening: socket.socket,
    *,
    ready: Callable[[], None],
    orphaned: int | None = None,
) -> None:
    """Serve until a signal stops the server, or until its supervisor exits."""
    from runwhy.data_dir import remove_server_record
    from runwhy.server.uvicorn_runner import Listener, run, stop_on_signals

    data_dir, pid = server.settings.data_dir, os.getpid()

    def serves() -> None:
        ready()
        server.load_providers()

    def exit_now() -> NoReturn:
        remove_server_record(data_dir, pid=pid)
        click.echo("stopped immediately; the next server continues the active runs", err=True)
        os._exit(Exit.INTERRUPTED)

    listener = Listener(server.app, ready=serves, end_streams=server.stop_streams)
    try:
        with stop_on_signals(listener, exit_now):
            run(listener, listening, server.running(), orphaned=orphaned)
    finally:
        remove_server_record(data_dir, pid=pid)
    if orphaned is None:
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


def print_banner(server: Server, url: str, database: str) -> None:
    """Print the greeting of a server that is ready."""
    model = server.services.models.default_id
    note = _model_note(server, model)
    command = "uv run runwhy" if "UV" in os.environ else "runwhy"
    host = server.settings.host
    processes = server.settings.workers
    remote = () if server.settings.is_local else (f"  network   listening on {host}, key required",)
    lines = (
        f"{click.style('Runwhy is ready', bold=True)}  {click.style(url, fg='cyan')}",
        *remote,
        f"  database  {database}",
        *((f"  workers   {processes} processes",) if processes > 1 else ()),
        f"  model     {model}{note}",
        f'  try       {command} run --tag customer=acme "Hello"',
        "Press Ctrl-C to stop.",
    )
    click.echo("\n".join(lines))  # one write: a reader may close the pipe after the first line
