"""`runwhy backup` and `runwhy restore`: copy a whole database to and from one file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from runwhy.cli.app import App, db_option, pass_app
from runwhy.cli.arguments import source_argument, target_argument
from runwhy.errors import Conflict

if TYPE_CHECKING:
    from sqlalchemy import Connection


@click.command()
@target_argument
@db_option
@pass_app
def backup(app: App, file: Path) -> None:
    """Write a consistent copy of the whole database to a file.

    The server can keep running. An SQLite backup is itself a database. A PostgreSQL
    backup is a dump by `pg_dump`, which must be installed. `runwhy restore` reads both.

    The backup does not contain the key that decrypts stored secrets
    (RUNWHY_SECRET_KEY or the file `secret-key`). Copy the key separately.

    \b
    runwhy backup runwhy-2026-11-03.db
    runwhy backup runwhy.dump --db postgresql://localhost/runwhy
    """
    from runwhy.stores.archive import backups

    settings = app.settings()
    if settings.is_postgres:
        with _connected(settings.database_url) as conn:
            counts = backups.count_postgres(conn)
        backups.backup_postgres(settings.database_url, file)
    else:
        counts = backups.backup_sqlite(settings.sqlite_path, file)
    click.echo(f"{file}: {_summarize(counts)}")


@click.command()
@source_argument
@db_option
@pass_app
def restore(app: App, file: Path) -> None:
    """Restore a backup into an empty or new database.

    If the backup is damaged, nothing is restored. The next start of a server
    upgrades a backup of an older version. On PostgreSQL, `pg_restore` must be installed.

    \b
    runwhy restore runwhy-2026-11-03.db --db ./restored.db
    runwhy restore runwhy.dump --db postgresql://localhost/runwhy_new
    """
    from runwhy.cli.settings_loader import database_name
    from runwhy.stores.archive import backups
    from runwhy.stores.sql.migration import schema_state

    settings = app.settings()
    if settings.is_postgres:
        with _connected(settings.database_url) as conn:
            if schema_state(conn, "postgres").current:
                raise Conflict("the database is not empty; restore into a new one")
        backups.restore_postgres(settings.database_url, file)
        with _connected(settings.database_url) as conn:
            counts = backups.count_postgres(conn)
    else:
        counts = backups.restore_sqlite(file, settings.sqlite_path)
    click.echo(f"{database_name(settings)}: {_summarize(counts)}")


@contextmanager
def _connected(url: str) -> Iterator[Connection]:
    from runwhy.stores.postgres import disable_timeouts, postgres_engine

    engine = postgres_engine(url)
    try:
        with engine.begin() as conn:
            disable_timeouts(conn)
            yield conn
    finally:
        engine.dispose()


def _summarize(counts: Mapping[str, int]) -> str:
    runs, sessions = counts.get("runs", 0), counts.get("sessions", 0)
    rows = sum(counts.values())
    return f"{runs} runs, {sessions} sessions, {rows} rows in {len(counts)} tables"
