"""Schemas go forward, under a lock, and a newer one is refused."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator, MutableMapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

import pytest
import structlog
from sqlalchemy import create_engine, inspect, text
from tests.support.clock import NOON
from tests.support.migrations import add_migration
from tests.support.postgres import PostgresServer

from runwhy.errors import Unavailable
from runwhy.stores.postgres import PostgresStore
from runwhy.stores.sql.migration import (
    NewerSchema,
    SchemaState,
    empty_state,
    migrations,
    split_statements,
)
from runwhy.stores.sql.progress import log_progress
from runwhy.stores.sqlite import SqliteStore
from runwhy.stores.store import SqlStore
from runwhy.stores.tables import SCHEMA

pytestmark = pytest.mark.anyio

MakeStore = Callable[[], SqlStore]
NEWEST = migrations("sqlite")[-1].number


def silent(topics: Sequence[str]) -> None:
    pass


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty database of either kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'runwhy.db'}"
    else:
        server: PostgresServer = request.getfixturevalue("postgres")
        yield server.create_database("migrations")
        server.drop_database("migrations")


@pytest.fixture
def make_store(url: str) -> MakeStore:
    if url.startswith("sqlite"):
        return lambda: SqliteStore(Path(url.removeprefix("sqlite:///")), silent)
    return lambda: PostgresStore(url, silent)


both = pytest.mark.parametrize("url", ["sqlite", "postgres"], indirect=True)
postgres_only = pytest.mark.parametrize("url", ["postgres"], indirect=True)
sqlite_only = pytest.mark.parametrize("url", ["sqlite"], indirect=True)


def execute(url: str, statement: str) -> None:
    engine = create_engine(url)
    with engine.begin() as conn:
        conn.execute(text(statement))
    engine.dispose()


def files_in(directory: Path) -> list[Path]:
    return list(directory.iterdir())


def test_both_databases_have_the_same_migrations() -> None:
    names = [[(m.number, m.name) for m in migrations(d)] for d in ("sqlite", "postgres")]

    assert names[0] == names[1]
    assert [number for number, _ in names[0]] == sorted({number for number, _ in names[0]})


def test_a_script_is_split_into_its_statements() -> None:
    script = (
        "-- first; not a statement\nCREATE TABLE a (b TEXT);\n\nCREATE TABLE c (\n d TEXT\n);\n"
    )

    assert split_statements(script) == ["CREATE TABLE a (b TEXT)", "CREATE TABLE c (\n d TEXT\n)"]


@both
async def test_opening_brings_an_empty_database_up_to_date(make_store: MakeStore, url: str) -> None:
    store = make_store()
    assert await store.schema() == empty_state("sqlite")
    await store.open()
    try:
        state = await store.schema()
    finally:
        await store.close()

    assert state == SchemaState(current=NEWEST, newest=NEWEST)
    assert state.pending == 0


@both
async def test_tables_and_columns_are_those_that_queries_know(
    make_store: MakeStore, url: str
) -> None:
    store = make_store()
    await store.open()
    await store.close()
    engine = create_engine(url)
    found = inspect(engine)

    for name, table in SCHEMA.tables.items():
        columns = {column["name"] for column in found.get_columns(name)}
        assert columns == {column.name for column in table.columns}, name
    engine.dispose()


@both
async def test_what_was_kept_is_there_after_opening_again(make_store: MakeStore, url: str) -> None:
    for _ in range(2):
        store = make_store()
        await store.open()
        if not await store.list_workspaces():
            await store.add_workspace("default", "Default", at=NOON)
        names = [workspace.slug for workspace in await store.list_workspaces()]
        await store.close()

        assert names == ["default"]


@both
async def test_a_database_of_a_newer_version_is_refused_and_left_alone(
    make_store: MakeStore, url: str
) -> None:
    store = make_store()
    await store.open()
    await store.close()
    execute(url, "INSERT INTO schema_migrations (number, name) VALUES (9999, 'future')")

    newer = make_store()
    with pytest.raises(NewerSchema, match=f"schema 9999, but .* only up to {NEWEST}"):
        await newer.open()
    state = SchemaState(current=9999, newest=NEWEST, unknown=frozenset({9999}))
    assert await newer.schema() == state
    await newer.close()


@both
async def test_an_unknown_migration_with_a_lower_number_is_refused_too(
    make_store: MakeStore,
    url: str,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = tmp_path_factory.mktemp("migrations")
    add_migration(monkeypatch, folder, number=5, statement="CREATE TABLE fifth (x BIGINT)")
    store = make_store()
    await store.open()
    await store.close()
    execute(url, "INSERT INTO schema_migrations (number, name) VALUES (3, 'later')")

    older = make_store()
    with pytest.raises(NewerSchema, match="not the migration 0003; upgrade Runwhy"):
        await older.open()
    await older.close()


def test_what_takes_long_is_told_of_until_it_is_done() -> None:
    goes_on = threading.Event()

    def heard(logger: object, method: str, event: MutableMapping[str, Any]) -> NoReturn:
        if event["event"].endswith("goes on"):
            goes_on.set()
        told.append(event["event"])
        raise structlog.DropEvent

    told: list[str] = []
    with log_progress("migration 0001", every=0.01, log=structlog.wrap_logger(None, [heard])):
        assert goes_on.wait(30)

    assert (told[0], told[1], told[-1]) == (
        *("migration 0001 begins", "migration 0001 goes on"),
        "migration 0001 is done",
    )


@both
async def test_a_migration_that_fails_leaves_nothing(make_store: MakeStore, url: str) -> None:
    execute(url, "CREATE TABLE jobs (in_the_way TEXT)")
    store = make_store()

    with pytest.raises(Exception, match="already exists"):
        await store.open()
    await store.close()

    engine = create_engine(url)
    assert inspect(engine).get_table_names() == ["jobs"]
    engine.dispose()


@postgres_only
async def test_servers_that_start_at_once_migrate_once(make_store: MakeStore, url: str) -> None:
    stores = [make_store() for _ in range(4)]
    await asyncio.gather(*(store.open() for store in stores))

    states = [await store.schema() for store in stores]
    assert {state.pending for state in states} == {0}
    await asyncio.gather(*(store.close() for store in stores))


@sqlite_only
async def test_a_second_server_is_kept_off_the_file(make_store: MakeStore, url: str) -> None:
    first, second, third = (make_store() for _ in range(3))
    await first.open()
    with pytest.raises(Unavailable, match="in use by another Runwhy server"):
        await second.open()
    await second.close()
    await first.ping()  # and is none the worse for it
    await first.close()

    await third.open()
    await third.close()


@sqlite_only
async def test_asking_for_the_schema_makes_no_file(make_store: MakeStore, tmp_path: Path) -> None:
    store = make_store()
    await store.schema()
    await store.close()

    assert files_in(tmp_path) == []


@both
async def test_a_closed_store_says_so(make_store: MakeStore, url: str) -> None:
    store = make_store()
    await store.open()
    await store.close()

    with pytest.raises(Unavailable):
        await store.list_workspaces()
    with pytest.raises(Unavailable):
        await store.add_workspace("default", "Default", at=NOON)
    await store.close()  # twice does no harm


@both
async def test_a_new_migration_is_applied_and_keeps_the_rows(
    make_store: MakeStore,
    url: str,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store = make_store()
    await store.open()
    await store.add_workspace("default", "Default", at=NOON)
    await store.close()
    folder = tmp_path_factory.mktemp("migrations")
    column = "ALTER TABLE workspaces ADD COLUMN plan TEXT NOT NULL DEFAULT 'free'"
    add_migration(monkeypatch, folder, number=NEWEST + 1, statement=column)

    newer = make_store()
    pending = SchemaState(current=NEWEST, newest=NEWEST + 1, missing=frozenset({NEWEST + 1}))
    assert await newer.schema() == pending
    await newer.open()

    assert await newer.schema() == SchemaState(current=NEWEST + 1, newest=NEWEST + 1)
    assert [one.slug for one in await newer.list_workspaces()] == ["default"]
    await newer.close()
    engine = create_engine(url)
    with engine.connect() as conn:
        assert conn.execute(text("SELECT plan FROM workspaces")).scalars().all() == ["free"]
    engine.dispose()


@both
async def test_a_migration_added_below_the_newest_number_is_applied_too(
    make_store: MakeStore,
    url: str,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = tmp_path_factory.mktemp("migrations")
    add_migration(monkeypatch, folder, number=5, statement="CREATE TABLE fifth (x BIGINT)")
    store = make_store()
    await store.open()
    await store.close()

    add_migration(monkeypatch, folder, number=3, statement="CREATE TABLE third (x BIGINT)")
    again = make_store()
    assert (await again.schema()).missing == {3}
    await again.open()

    assert (await again.schema()).pending == 0
    await again.close()
