"""Read-only queries on the state of a database."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from sqlalchemy import Connection, create_engine, func, select, text
from sqlalchemy.pool import NullPool

from runwhy.settings import Settings
from runwhy.stores import tables
from runwhy.stores.accounts import accounts, sealed_secrets
from runwhy.stores.runs import queue
from runwhy.stores.sql.migration import SchemaState, empty_state, schema_state
from runwhy.wiring import make_vault

CHECK_TIMEOUT = 5.0  # seconds


@contextmanager
def open_read_only(settings: Settings) -> Iterator[Connection]:
    """Open a read-only connection. An SQLite file must exist."""
    if settings.is_postgres:
        from runwhy.stores.postgres import postgres_engine

        engine = postgres_engine(settings.database_url)
    else:
        path = quote(str(settings.sqlite_path.resolve()))
        engine = create_engine(f"sqlite:///file:{path}?mode=ro&uri=true", poolclass=NullPool)
    try:
        with engine.connect() as conn:
            yield conn
    finally:
        engine.dispose()


def read_schema_state(settings: Settings) -> SchemaState:
    """Return the schema version. A database that does not exist has version 0."""
    dialect = "postgres" if settings.is_postgres else "sqlite"
    if not settings.is_postgres and not settings.sqlite_path.exists():
        return empty_state(dialect)
    with open_read_only(settings) as conn:
        return schema_state(conn, dialect)


@dataclass(frozen=True, slots=True, kw_only=True)
class Queue:
    """Numbers of queued and claimed runs and of active servers; `oldest` is in ms."""

    waiting: int
    taken: int
    servers: int
    oldest: int


def read_queue(settings: Settings) -> Queue:
    """Count queued and claimed runs, and servers with a recent heartbeat."""
    now = read_database_clock(settings) or round(time.time() * 1000)
    since = now - round(settings.worker_dead_after * 1000)
    with open_read_only(settings) as conn:
        waiting, oldest = queue.queue_depth(conn)
        taken = select(func.count()).where(tables.jobs.c.worker.is_not(None))
        alive = select(func.count()).where(tables.workers.c.beat_at >= since)
        return Queue(
            waiting=waiting,
            taken=conn.execute(taken).scalar_one(),
            servers=conn.execute(alive).scalar_one(),
            oldest=oldest,
        )


def is_writable(settings: Settings) -> bool:
    """Whether a server could write to the existing database."""
    if not settings.is_postgres:
        path = settings.sqlite_path
        return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)
    with open_read_only(settings) as conn:
        return bool(conn.execute(text("SHOW transaction_read_only")).scalar_one() == "off")


def find_damage(settings: Settings) -> str | None:
    """Check an SQLite file for damage, within a time limit. PostgreSQL is not checked."""
    if settings.is_postgres:
        return None
    until = time.monotonic() + CHECK_TIMEOUT
    with open_read_only(settings) as conn:
        driver: Any = conn.connection.driver_connection
        driver.set_progress_handler(lambda: time.monotonic() > until, 100_000)
        try:
            result = str(driver.execute("PRAGMA quick_check(1)").fetchone()[0])
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT:
                raise
            return None
    return None if result == "ok" else "the file is damaged: " + " ".join(result.split())


def count_connections(settings: Settings) -> tuple[int, int]:
    """Return the number of PostgreSQL connections in use, and their limit for normal users."""
    query = """SELECT (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'),
        current_setting('max_connections')::int
        - current_setting('superuser_reserved_connections')::int"""
    with open_read_only(settings) as conn:
        used, limit = conn.execute(text(query)).one()
        return used, limit


def check_secret_key(settings: Settings) -> bool | None:
    """Whether the secret key decrypts the stored secrets; None if there are none."""
    with open_read_only(settings) as conn:
        return sealed_secrets.state_of(conn, make_vault(settings))


def has_api_keys(settings: Settings) -> bool:
    """Whether a valid API key exists."""
    with open_read_only(settings) as conn:
        return accounts.has_keys(conn)


def newest_run_time(settings: Settings) -> int:
    """Return the creation time of the newest run in ms, or 0."""
    newest = select(tables.runs.c.created_at).order_by(tables.runs.c.seq.desc()).limit(1)
    with open_read_only(settings) as conn:
        return conn.execute(newest).scalar() or 0


def read_database_clock(settings: Settings) -> int | None:
    """Return the time of the database server in ms; None for SQLite."""
    if not settings.is_postgres:
        return None
    with open_read_only(settings) as conn:
        now = text("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
        return int(conn.execute(now).scalar_one())
