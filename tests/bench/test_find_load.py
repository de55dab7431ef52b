"""The loader of `bench.find` continues a file, and copies it to PostgreSQL."""

from __future__ import annotations

import asyncio
import sqlite3
from itertools import islice
from pathlib import Path

import pytest
from bench.find_data import runs
from tests.support.postgres import PostgresServer

from bench import find_load
from runwhy.core.queries import parse
from runwhy.core.queries.counts import CountKey
from runwhy.ports import RunFilter
from runwhy.stores.postgres import PostgresStore
from runwhy.stores.sql import tag_index
from runwhy.stores.sqlite import SqliteStore
from runwhy.stores.store import SqlStore

TOTAL = 8_100  # a pack and some runs that are in none


async def _answers(store: SqlStore) -> object:
    await store.open()
    query = parse("env:prod", now=find_load.EPOCH)
    page = await store.list_runs(1, RunFilter(query=query), limit=20)
    facet = await store.count_values(1, query, CountKey(None, "customer"), limit=20)
    await store.close()
    return [run.id for run in page], facet


def test_an_interrupted_fill_continues_and_postgres_gets_the_same_runs(
    tmp_path: Path, postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(find_load, "CHUNK", 3_000)
    file, whole, url = tmp_path / "a.db", tmp_path / "b.db", postgres.create_database("find_load")

    find_load.fill_sqlite(file, islice(runs(TOTAL), 4_000), lambda _: None)
    find_load.fill_sqlite(file, runs(TOTAL), lambda _: None)
    find_load.fill_sqlite(whole, runs(TOTAL), lambda _: None)
    find_load.copy_to_postgres(file, url, lambda _: None)

    stores = [
        SqliteStore(file, lambda _: None),
        SqliteStore(whole, lambda _: None),
        PostgresStore(url, lambda _: None),
    ]
    first, second, third = [asyncio.run(_answers(store)) for store in stores]
    assert first == second == third
    packed = sqlite3.connect(file).execute("SELECT sum(size) FROM packs").fetchone()
    assert packed == (8_000,)


def test_terms_are_those_of_the_tag_index() -> None:
    for run in runs(50):
        assert find_load.terms(run.tags) == tag_index.tokens(1, run.tags)
