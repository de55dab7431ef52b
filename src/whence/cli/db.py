"""`whence db`: the schema of the database."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from whence.cli.app import App, db_option, pass_app
from whence.cli.arguments import json_option
from whence.cli.output import echo_json

if TYPE_CHECKING:
    from whence.stores.migrate import SchemaState

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
    newer version of Whence wrote it.

    \b
    whence db check || whence db upgrade
    """
    from whence.cli.configuration import database_name
    from whence.cli.databases import look_at_schema

    settings = app.settings()
    state = look_at_schema(settings)
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
            f"schema {state.current}, newer than this Whence knows ({state.newest})",
        )
    if state.pending:
        return PENDING, f"schema {state.current}, to become {state.newest}: `whence db upgrade`"
    return 0, f"schema {state.current}, up to date"


@db.command()
@db_option
@pass_app
def upgrade(app: App) -> None:
    """Bring the schema up to date; `whence serve` does so too.

    \b
    whence db upgrade --db postgresql://localhost/whence
    """
    import asyncio

    from whence.cli.configuration import database_name
    from whence.cli.databases import look_at_schema
    from whence.server.logs import log_to_stderr
    from whence.wiring import make_store

    settings = app.settings()
    log_to_stderr(settings.log_level, everything=False)
    before = look_at_schema(settings)

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
    whence db compact
    """
    import asyncio

    from whence.cli.configuration import database_name
    from whence.cli.exits import Stop
    from whence.stores.sqlite import SqliteStore

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
