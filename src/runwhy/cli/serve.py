"""`runwhy serve`: start a server on this machine."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from runwhy.cli.app import App, db_option, fast_imports, pass_app
from runwhy.cli.server_processes import serve_with_processes
from runwhy.cli.server_runner import (
    listen,
    make_logged_server,
    print_banner,
    require_key,
    run_server,
    write_record,
)

if TYPE_CHECKING:
    import socket

    from runwhy.wiring import Server


@click.command()
@click.option("--host", metavar="ADDRESS", help="Address to listen on.  [default: 127.0.0.1]")
@click.option("--port", type=int, help="Port to listen on; 0 for any free port.  [default: 7420]")
@db_option
@click.option(
    "--workers", type=click.IntRange(1, 64), help="Server processes behind the port.  [default: 1]"
)
@click.option(
    "--queue",
    type=click.Choice(["embedded", "restate"]),
    help="Queue of the runs.  [default: embedded]",
)
@click.option("--open", "open_browser", is_flag=True, help="Open the dashboard in a browser.")
@pass_app
def serve(
    app: App,
    host: str | None,
    port: int | None,
    workers: int | None,
    queue: str | None,
    open_browser: bool,
) -> None:
    """Start a server on this machine.

    Options override environment variables (RUNWHY_HOST, RUNWHY_PORT,
    RUNWHY_DATABASE_URL, …), which override runwhy.toml in the current directory.

    \b
    runwhy serve
    runwhy serve --port 0 --db ./here.db --open
    runwhy serve --db postgresql://localhost/runwhy --workers 4

    No API key is needed on this machine. To accept connections from other machines,
    create a key first:

    \b
    runwhy keys add laptop --scope admin
    runwhy serve --host 0.0.0.0

    Ctrl-C or SIGTERM stops the server. Active runs have a few seconds to finish
    (RUNWHY_SHUTDOWN_GRACE); the next server continues the others. A second Ctrl-C
    stops immediately, also without data loss.
    """
    settings = app.settings(host=host, port=port, workers=workers, queue=queue)
    if settings.workers > 1:
        serve_with_processes(settings, open_browser=open_browser)
        return
    listening = listen(settings)
    with fast_imports():
        if not settings.is_local:
            require_key(settings)
        server = make_logged_server(settings)
    run_server(server, listening, ready=partial(_ready, server, listening, open_browser))


def _ready(server: Server, listening: socket.socket, open_browser: bool) -> None:
    from runwhy.cli.settings_loader import database_name
    from runwhy.server.sockets import url_of

    settings = server.settings
    url, database = url_of(settings.host, listening), database_name(settings)
    write_record(settings, url, database)
    print_banner(server, url, database)
    if open_browser:
        click.launch(url)
