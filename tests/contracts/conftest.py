"""Stores of both kinds, emptied for each test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from sqlalchemy import create_engine, text
from tests.support.contracts.scene import Silence

from runwhy.stores.postgres import PostgresStore
from runwhy.stores.sqlite import SqliteStore
from runwhy.stores.store import SqlStore
from runwhy.stores.tables import SCHEMA


@asynccontextmanager
async def opened(store: SqlStore) -> AsyncIterator[SqlStore]:
    """Yield the store, open until the end of the block."""
    await store.open()
    try:
        yield store
    finally:
        await store.close()


def sqlite_store(path: Path) -> SqliteStore:
    return SqliteStore(path, lambda topics: None)


def postgres_store(url: str) -> PostgresStore:
    return PostgresStore(url, lambda topics: None)


def emptied(url: str) -> None:
    """Delete all rows of a PostgreSQL database, and restart its sequences.

    Truncating that many tables would take ten times as long.
    """
    engine = create_engine(url)
    with engine.begin() as conn:
        sequences = conn.execute(text("SELECT sequencename FROM pg_sequences")).scalars()
        statements = [
            "SET LOCAL session_replication_role = replica",  # allows any order of tables
            *(f"DELETE FROM {table}" for table in SCHEMA.tables),
            *(f"SELECT setval('{sequence}', 1, false)" for sequence in sequences),
        ]
        conn.exec_driver_sql("; ".join(statements))
    engine.dispose()


def silencer(url: str) -> Silence:
    """Return a function that sets back or deletes a worker's heartbeat."""

    async def silence(worker: str, seconds: float | None) -> None:
        change = "DELETE FROM workers WHERE id = :id"
        if seconds is not None:
            change = "UPDATE workers SET beat_at = beat_at - :ms WHERE id = :id"
        values = {"id": worker, "ms": round((seconds or 0) * 1000)}
        engine = create_engine(url)
        with engine.begin() as conn:
            conn.execute(text(change), values)
        engine.dispose()

    return silence
