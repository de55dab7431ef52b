"""`runwhy worker`: execute the runs of some pools, without the HTTP API."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING

import click

from runwhy.cli.app import App, db_option, fast_imports, pass_app
from runwhy.cli.exit_codes import Exit, Stop

if TYPE_CHECKING:
    from runwhy.wiring import Server


@click.command()
@click.option(
    "--pool",
    "pools",
    multiple=True,
    metavar="NAME",
    help="Pool whose runs to execute; repeat it for several.  [default: RUNWHY_WORKER_POOLS]",
)
@db_option
@pass_app
def worker(app: App, pools: tuple[str, ...]) -> None:
    """Execute runs of some pools, without the HTTP API.

    A worker starts no triggers and accepts no requests. It shares a PostgreSQL database with a
    server, and needs the same secret key and limits. Runs go to a pool by `[pools]` in
    runwhy.toml, or by the `pool` of their spec.

    \b
    runwhy worker --pool claude --db postgresql://localhost/runwhy
    runwhy worker --pool default --pool claude

    Ctrl-C or SIGTERM stops the worker. Active runs have a few seconds to finish
    (RUNWHY_SHUTDOWN_GRACE); other workers of the pool continue the rest.
    """
    settings = app.settings(**({"worker_pools": pools} if pools else {}))
    if not settings.is_postgres:
        raise Stop(
            "a worker needs PostgreSQL, because only one process can use an SQLite file; use "
            "--db postgresql://…, or set RUNWHY_WORKER_POOLS for `runwhy serve`"
        )
    with fast_imports():
        from runwhy.cli.server_runner import make_logged_server

        server = make_logged_server(settings, fire=False)
    import asyncio

    asyncio.run(_work(server))
    click.echo("stopped")


async def _work(server: Server) -> None:
    """Execute runs until a signal arrives."""
    import asyncio

    stopping, loop = asyncio.Event(), asyncio.get_running_loop()

    def stop() -> None:
        if stopping.is_set():
            os._exit(Exit.INTERRUPTED)  # the next worker continues the active runs
        stopping.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop)
    async with server.running():
        server.load_providers()
        pools = ", ".join(server.settings.worker_pools)
        click.echo(f"Runwhy worker is ready: it executes runs of {pools}. Press Ctrl-C to stop.")
        await stopping.wait()
