"""`runwhy db`: the schema of the database."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from runwhy.cli.app import App, db_option, pass_app
from runwhy.cli.arguments import json_option
from runwhy.cli.output import echo_json

if TYPE_CHECKING:
    from runwhy.stores.sql.migration import SchemaState

PENDING, NEWER = 3, 4


@click.group()
def db() -> None:
    """The database: is its schema up to date, and bring it there."""


@db.command()
@db_option
@json_option
@pass_app
def check(app: App, as_json: bool) -> None:
    """Say how far the schema is, and change nothing.

    Exits with 0 when it is up to date, 3 when migrations are pending, 4 when a
    newer version of Runwhy wrote it.

    \b
    runwhy db check || runwhy db upgrade
    """
    from runwhy.cli.database_inspection import read_schema_state
    from runwhy.cli.settings_loader import database_name

    settings = app.settings()
    state = read_schema_state(settings)
    code, told = _verdict(state)
    if as_json:
        echo_json(
            {
                "database": database_name(settings),
                "current": state.current,
                "newest": state.newest,
                "state": ("up_to_date", "pending", "newer")[(0, PENDING, NEWER).index(code)],
            }
        )
    else:
        click.echo(f"{database_name(settings)}: {told}")
    raise click.exceptions.Exit(code)


def _verdict(state: SchemaState) -> tuple[int, str]:
    if state.is_newer:
        return (
            NEWER,
            f"schema {state.current}, newer than this Runwhy knows ({state.newest})",
        )
    if state.pending:
        return PENDING, f"schema {state.current}, to become {state.newest}: `runwhy db upgrade`"
    return 0, f"schema {state.current}, up to date"


@db.command()
@db_option
@pass_app
def upgrade(app: App) -> None:
    """Bring the schema up to date; `runwhy serve` does so too.

    \b
    runwhy db upgrade --db postgresql://localhost/runwhy
    """
    import asyncio

    from runwhy.cli.database_inspection import read_schema_state
    from runwhy.cli.settings_loader import database_name
    from runwhy.server.logs import log_to_stderr
    from runwhy.wiring import make_store

    settings = app.settings()
    log_to_stderr(settings.log_level, everything=False)
    before = read_schema_state(settings)

    async def open_and_close() -> None:
        store = make_store(settings, lambda topics: None)
        try:
            await store.open()
        finally:
            await store.close()

    asyncio.run(open_and_close())
    steps = f"{before.current} → {before.newest}" if before.pending else f"{before.newest} already"
    click.echo(f"{database_name(settings)}: schema {steps}")


@db.command()
@db_option
@pass_app
def compact(app: App) -> None:
    """Write an SQLite file anew and small; no server may run on it.

    PostgreSQL looks after that by itself.

    \b
    runwhy db compact
    """
    import asyncio

    from runwhy.cli.exit_codes import Stop
    from runwhy.cli.settings_loader import database_name
    from runwhy.stores.sqlite import SqliteStore

    settings = app.settings()
    if settings.is_postgres:
        raise Stop("PostgreSQL looks after that by itself; VACUUM FULL does it now")
    path = settings.sqlite_path
    if not path.exists():
        raise Stop(f"there is no database {path}")
    before = path.stat().st_size

    async def write_anew() -> None:
        store = SqliteStore(path, lambda topics: None)
        try:
            await store.open()
            await store.compact()
        finally:
            await store.close()

    asyncio.run(write_anew())
    click.echo(f"{database_name(settings)}: {before:,} → {path.stat().st_size:,} bytes")
