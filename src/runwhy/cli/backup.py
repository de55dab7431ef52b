"""`runwhy backup` and `runwhy restore`: a whole database in one file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from runwhy.cli.app import App, db_option, pass_app

_file = click.argument("file", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE")


@click.command()
@_file
@db_option
@pass_app
def backup(app: App, file: Path) -> None:
    """Copy the whole database into a file, as it is at one moment.

    The server may run meanwhile. Of SQLite the file is a database itself; of
    PostgreSQL it holds all rows, and is put back with `runwhy restore`. The key
    that opens the secrets in it (RUNWHY_SECRET_KEY, or the file `secret-key`) is not
    in it: keep that elsewhere.

    \b
    runwhy backup runwhy-2026-11-03.db
    runwhy backup runwhy.zip --db postgresql://localhost/runwhy
    """
    from runwhy.stores.archive import backups

    if not file.parent.is_dir():
        raise click.BadParameter(f"there is no directory {file.parent}", param_hint="FILE")
    settings = app.settings()
    if settings.is_postgres:
        from runwhy.stores.postgres import postgres_engine, disable_timeouts

        engine = postgres_engine(settings.database_url)
        try:
            with engine.begin() as conn:
                disable_timeouts(conn)
                counts = backups.backup_postgres(conn, file)
        finally:
            engine.dispose()
    else:
        counts = backups.backup_sqlite(settings.sqlite_path, file)
    click.echo(f"{file}: {_told(counts)}")


@click.command()
@_file
@db_option
@pass_app
def restore(app: App, file: Path) -> None:
    """Put a backup into a database that is empty or not there yet.

    Rows are counted afterwards; when one is missing, nothing is restored. A backup
    of an older version is brought up to date by the next start.

    \b
    runwhy restore runwhy-2026-11-03.db --db ./restored.db
    runwhy restore runwhy.zip --db postgresql://localhost/runwhy_new
    """
    from runwhy.cli.settings_loader import database_name
    from runwhy.stores.archive import backups

    settings = app.settings()
    if settings.is_postgres:
        from runwhy.stores.postgres import postgres_engine, disable_timeouts

        engine = postgres_engine(settings.database_url)
        try:
            with engine.begin() as conn:
                disable_timeouts(conn)
                counts = backups.restore_postgres(conn, file)
        finally:
            engine.dispose()
    else:
        counts = backups.restore_sqlite(file, settings.sqlite_path)
    click.echo(f"{database_name(settings)}: {_told(counts)}")


def _told(counts: Mapping[str, int]) -> str:
    runs, sessions = counts.get("runs", 0), counts.get("sessions", 0)
    rows = sum(counts.values())
    return f"{runs} runs, {sessions} sessions, {rows} rows in {len(counts)} tables"
