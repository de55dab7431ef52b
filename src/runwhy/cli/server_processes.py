"""Serving with several processes that share one port."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from runwhy.cli.app import fast_imports
from runwhy.cli.exit_codes import Stop
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

    from runwhy.server.supervisor import ServerProcess
    from runwhy.settings import Settings


def serve_with_processes(settings: Settings, *, open_browser: bool) -> None:
    """Serve with `settings.workers` processes, until all of them have stopped."""
    if not settings.is_postgres:
        raise Stop(
            f"{settings.workers} workers need PostgreSQL: a SQLite file belongs to one process. "
            "Use --db postgresql://…, or --workers 1"
        )
    listening = listen(settings)
    metrics = tempfile.mkdtemp(prefix="runwhy-metrics-")
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = metrics  # read when prometheus_client is imported
    try:
        with fast_imports():
            import runwhy.wiring  # noqa: F401 (before the fork, so that processes share memory)

            if not settings.is_local:
                require_key(settings)
        supervisor = os.getpid()
        process, code = _supervise(settings, listening, open_browser=open_browser)
        if process is not None:
            _serve(settings, listening, process)
    finally:
        if os.getpid() == supervisor:
            shutil.rmtree(metrics, ignore_errors=True)
    if process is None:
        sys.exit(code)


def _supervise(
    settings: Settings, listening: socket.socket, *, open_browser: bool
) -> tuple[ServerProcess | None, int]:
    """Start the processes; return None and the exit code once they have stopped.

    In each of the processes, this returns its `ServerProcess`.
    """
    from prometheus_client.multiprocess import mark_process_dead

    from runwhy.cli.settings_loader import database_name
    from runwhy.data_dir import remove_server_record
    from runwhy.server.logs import log_to_stderr
    from runwhy.server.sockets import url_of
    from runwhy.server.supervisor import Supervisor

    url, database = url_of(settings.host, listening), database_name(settings)
    log_to_stderr(settings.log_level, settings.log_format, everything=False)

    def first_is_ready() -> None:
        write_record(settings, url, database)
        if open_browser:
            click.launch(url)

    supervisor = Supervisor(settings.workers, died=mark_process_dead)
    process = supervisor.run(first_is_ready)
    if process is None:
        remove_server_record(settings.data_dir, pid=os.getpid())
        if supervisor.was_ready:
            with suppress(OSError):  # stdout may be closed
                click.echo("stopped")
    return process, supervisor.exit_code


def _serve(settings: Settings, listening: socket.socket, process: ServerProcess) -> None:
    """Serve in one of the processes."""
    from runwhy.cli.settings_loader import database_name
    from runwhy.server.sockets import url_of

    # A terminal lives in one process, and the next request may reach another one.
    server = make_logged_server(settings.model_copy(update={"terminals": False}))

    def ready() -> None:
        if process.greets:
            url = url_of(settings.host, listening)
            print_banner(server, url, database_name(settings))
        process.ready()

    run_server(server, listening, ready=ready, orphaned=process.orphaned)
