"""Databases that a command opens itself, without a server."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import TypeVar
from urllib.parse import quote

from sqlalchemy import Connection, create_engine
from sqlalchemy.pool import NullPool

from runwhy.settings import Settings
from runwhy.stores.sql.migration import SchemaState, empty_state, schema_state
from runwhy.stores.store import SqlStore

Store = TypeVar("Store", bound=SqlStore)


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


@asynccontextmanager
async def opened(store: Store) -> AsyncIterator[Store]:
    """Open a store, which upgrades its schema, and close it at the end."""
    try:
        await store.open()
        yield store
    finally:
        await store.close()
