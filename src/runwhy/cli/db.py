"""`runwhy db`: check, upgrade and compact the database."""

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
    """Check, upgrade and compact the database."""


@db.command()
@db_option
@json_option
@pass_app
def check(app: App, as_json: bool) -> None:
    """Check whether the schema is up to date.

    Changes nothing. Exits with 0 if the schema is up to date, 3 if migrations are
    pending, and 4 if a newer version of Runwhy wrote it.

    \b
    runwhy db check || runwhy db upgrade
    """
    from runwhy.cli.database_inspection import read_schema_state
    from runwhy.cli.settings_loader import database_name

    settings = app.settings()
    state = read_schema_state(settings)
    code, message = _verdict(state)
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
        click.echo(f"{database_name(settings)}: {message}")
    raise click.exceptions.Exit(code)


def _verdict(state: SchemaState) -> tuple[int, str]:
    if state.is_newer:
        return (
            NEWER,
            f"schema {state.current}, newer than this Runwhy supports ({state.newest})",
        )
    if state.pending:
        available = f"{state.newest} is available: run `runwhy db upgrade`"
        return PENDING, f"schema {state.current}, {available}"
    return 0, f"schema {state.current}, up to date"


@db.command()
@db_option
@pass_app
def upgrade(app: App) -> None:
    """Upgrade the schema to the newest version.

    `runwhy serve` also does this when it starts.

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
    versions = f"{before.current} → {before.newest}"
    message = versions if before.pending else f"{before.newest}, already up to date"
    click.echo(f"{database_name(settings)}: schema {message}")


@db.command()
@db_option
@pass_app
def compact(app: App) -> None:
    """Rewrite an SQLite file to reclaim free space.

    Stop the server first. PostgreSQL does not need this command.

    \b
    runwhy db compact
    """
    import asyncio

    from runwhy.cli.exit_codes import Stop
    from runwhy.cli.settings_loader import database_name
    from runwhy.stores.sqlite import SqliteStore

    settings = app.settings()
    if settings.is_postgres:
        raise Stop("PostgreSQL reclaims space automatically; VACUUM FULL does it immediately")
    path = settings.sqlite_path
    if not path.exists():
        raise Stop(f"the database {path} does not exist")
    before = path.stat().st_size

    async def open_and_compact() -> None:
        store = SqliteStore(path, lambda topics: None)
        try:
            await store.open()
            await store.compact()
        finally:
            await store.close()

    asyncio.run(open_and_compact())
    click.echo(f"{database_name(settings)}: {before:,} → {path.stat().st_size:,} bytes")
