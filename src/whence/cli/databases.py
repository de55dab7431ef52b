"""Looking at a database without changing it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import quote

from sqlalchemy import Connection, create_engine, func, select, text
from sqlalchemy.pool import NullPool

from whence.settings import Settings
from whence.stores import accounts, jobs, sealing, tables
from whence.stores.migrate import SchemaState, empty_state, schema_state
from whence.wiring import make_vault


@contextmanager
def looking_at(settings: Settings) -> Iterator[Connection]:
    """A connection that only reads; an SQLite file must be there."""
    if settings.is_postgres:
        from whence.stores.postgres import postgres_engine

        engine = postgres_engine(settings.database_url)
    else:
        path = quote(str(settings.sqlite_path.resolve()))
        engine = create_engine(f"sqlite:///file:{path}?mode=ro&uri=true", poolclass=NullPool)
    try:
        with engine.connect() as conn:
            yield conn
    finally:
        engine.dispose()


def look_at_schema(settings: Settings) -> SchemaState:
    """How far the database is; one that is not there yet is at 0."""
    dialect = "postgres" if settings.is_postgres else "sqlite"
    if not settings.is_postgres and not settings.sqlite_path.exists():
        return empty_state(dialect)
    with looking_at(settings) as conn:
        return schema_state(conn, dialect)


def look_at_queue(settings: Settings) -> tuple[int, int]:
    """How many runs wait, and how many are being worked on."""
    with looking_at(settings) as conn:
        waiting, _ = jobs.queue_depth(conn)
        taken = tables.jobs.c.worker.is_not(None)
        count = select(func.count()).select_from(tables.jobs).where(taken)
        return waiting, conn.execute(count).scalar_one()


def look_at_secrets(settings: Settings) -> bool | None:
    """Whether the secret key opens what is sealed; None when nothing was sealed yet."""
    with looking_at(settings) as conn:
        return sealing.state_of(conn, make_vault(settings))


def look_for_keys(settings: Settings) -> bool:
    """Whether any key is valid."""
    with looking_at(settings) as conn:
        return accounts.has_keys(conn)


def look_at_newest(settings: Settings) -> int:
    """When the newest run was made, in ms; 0 when there is none."""
    newest = select(tables.runs.c.created_at).order_by(tables.runs.c.seq.desc()).limit(1)
    with looking_at(settings) as conn:
        return conn.execute(newest).scalar() or 0


def look_at_clock(settings: Settings) -> int | None:
    """What time it is for the database, in ms; None where it has no clock of its own."""
    if not settings.is_postgres:
        return None
    with looking_at(settings) as conn:
        now = text("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
        return int(conn.execute(now).scalar_one())
