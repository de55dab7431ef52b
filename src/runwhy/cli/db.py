"""`runwhy db`: check, upgrade and compact the database."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from runwhy.cli.app import App, db_option, pass_app
from runwhy.cli.arguments import json_option
from runwhy.cli.commands import line
from runwhy.cli.exit_codes import Exit, Stop

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
    from runwhy.cli.databases import read_schema_state
    from runwhy.cli.settings_loader import database_name

    settings = app.settings()
    name, schema = database_name(settings), read_schema_state(settings)
    code, state, message = _verdict(schema)
    found = {"database": name, "current": schema.current, "newest": schema.newest, "state": state}
    line(found, f"{name}: schema {schema.current}, {message}").echo(as_json=as_json)
    raise click.exceptions.Exit(code)


def _verdict(schema: SchemaState) -> tuple[int, str, str]:
    """Return the exit code, the state for programs and the message for people."""
    if schema.is_newer:
        return NEWER, "newer", f"newer than this Runwhy supports ({schema.newest})"
    if schema.pending:
        return PENDING, "pending", f"{schema.newest} is available: run `runwhy db upgrade`"
    return Exit.OK, "up_to_date", "up to date"


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

    from runwhy.cli.databases import opened, read_schema_state
    from runwhy.cli.settings_loader import database_name
    from runwhy.server.logs import log_to_stderr
    from runwhy.wiring import make_store

    settings = app.settings()
    log_to_stderr(settings.log_level, everything=False)
    before = read_schema_state(settings)

    async def open_and_close() -> None:
        async with opened(make_store(settings, lambda topics: None)):
            pass

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

    from runwhy.cli.databases import opened
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
        async with opened(SqliteStore(path, lambda topics: None)) as store:
            await store.compact()

    asyncio.run(open_and_compact())
    click.echo(f"{database_name(settings)}: {before:,} → {path.stat().st_size:,} bytes")
