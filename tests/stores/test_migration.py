"""Migrations are applied in order and under a lock, and newer databases are rejected."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Iterator, MutableMapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

import pytest
import structlog
from sqlalchemy import create_engine, inspect, text
from tests.support.clock import NOON
from tests.support.contracts.budgets import ACME, TOKENS, numbers, replied, reserve
from tests.support.contracts.budgets import add as add_budget
from tests.support.contracts.scene import Scene
from tests.support.migrations import add_migration
from tests.support.postgres import PostgresServer

from runwhy.core.budgets.budget import Measure
from runwhy.errors import Unavailable
from runwhy.stores.postgres import PostgresStore
from runwhy.stores.sql.migration import (
    NewerSchema,
    SchemaState,
    empty_state,
    log_progress,
    migrations,
    split_statements,
)
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
    """URL of an empty database of either kind."""
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
async def test_opening_an_empty_database_applies_all_migrations(
    make_store: MakeStore, url: str
) -> None:
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
async def test_migrations_create_the_tables_and_columns_of_the_code(
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
async def test_stored_rows_survive_reopening(make_store: MakeStore, url: str) -> None:
    for _ in range(2):
        store = make_store()
        await store.open()
        if not await store.list_workspaces():
            await store.add_workspace("default", "Default", at=NOON)
        names = [workspace.slug for workspace in await store.list_workspaces()]
        await store.close()

        assert names == ["default"]


@both
async def test_calls_in_progress_stay_reserved_when_reservations_move_into_jobs(
    make_store: MakeStore, url: str
) -> None:
    store = make_store()
    await store.open()
    scene = await Scene(store).open()
    tokens = await add_budget(scene, "tokens", **TOKENS)
    time = await add_budget(scene, "time", **{**TOKENS, "measure": Measure.TIME, "limit": 60_000})
    claim, other = [await scene.started(tags=ACME) for _ in range(2)]
    scene.clock.advance(seconds=2)
    assert await reserve(scene, claim) and await reserve(scene, other)
    await store.close()
    move_reservations_back(url)

    store = make_store()
    await store.open()
    scene = Scene(store, scene)
    assert await numbers(scene, tokens) == (0, 600)
    await scene.finish(claim, parts=[replied(claim, 50)])
    assert await numbers(scene, tokens) == (50, 300)
    await scene.crash()
    assert await numbers(scene, tokens) == (350, 0)
    assert await numbers(scene, time) == (4000, 0)
    await store.close()


def move_reservations_back(url: str) -> None:
    """Make a database of the version in which reservations had a separate table."""
    engine = create_engine(url)
    with engine.begin() as conn:
        conn.execute(
            text(
                "CREATE TABLE budget_reservations (run_id TEXT, budget_id TEXT, scope TEXT,"
                " amount BIGINT, at BIGINT, PRIMARY KEY (run_id, budget_id, scope))"
            )
        )
        for job in conn.execute(text("SELECT run_id, reserved FROM jobs")).all():
            for budget_id, scope, amount, at in json.loads(f"[{job.reserved[:-1]}]"):
                row = {"run": job.run_id, "budget": budget_id, "scope": scope}
                new = "INSERT INTO budget_reservations VALUES (:run, :budget, :scope, :amount, :at)"
                conn.execute(text(new), {**row, "amount": amount, "at": at})
        conn.execute(text("ALTER TABLE jobs DROP COLUMN reserved"))
        conn.execute(text("DELETE FROM schema_migrations WHERE number = 17"))
    engine.dispose()


@both
async def test_a_database_of_a_newer_version_is_rejected_unchanged(
    make_store: MakeStore, url: str
) -> None:
    store = make_store()
    await store.open()
    await store.close()
    execute(url, "INSERT INTO schema_migrations (number, name) VALUES (9999, 'future')")

    newer = make_store()
    with pytest.raises(NewerSchema, match=f"schema version 9999, but .* only up to {NEWEST}"):
        await newer.open()
    state = SchemaState(current=9999, newest=NEWEST, unknown=frozenset({9999}))
    assert await newer.schema() == state
    await newer.close()


@both
async def test_an_unknown_migration_with_a_lower_number_is_rejected(
    make_store: MakeStore,
    url: str,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = tmp_path_factory.mktemp("migrations")
    add_migration(monkeypatch, folder, number=NEWEST + 2, statement="CREATE TABLE later (x BIGINT)")
    store = make_store()
    await store.open()
    await store.close()
    unknown = f"INSERT INTO schema_migrations (number, name) VALUES ({NEWEST + 1}, 'unknown')"
    execute(url, unknown)

    older = make_store()
    with pytest.raises(
        NewerSchema, match=f"does not know migration {NEWEST + 1:04}; upgrade Runwhy"
    ):
        await older.open()
    await older.close()


def test_a_long_migration_logs_its_progress() -> None:
    still_running = threading.Event()

    def capture(logger: object, method: str, event: MutableMapping[str, Any]) -> NoReturn:
        if event["event"] == "store.migration_running":
            still_running.set()
        logged.append((event["event"], event["migration"]))
        raise structlog.DropEvent

    logged: list[tuple[str, str]] = []
    log = structlog.wrap_logger(None, [capture])
    with log_progress("0001_foundation", "1/1", every=0.01, log=log):
        assert still_running.wait(30)

    assert (logged[0], logged[1], logged[-1]) == (
        ("store.migration_started", "0001_foundation"),
        ("store.migration_running", "0001_foundation"),
        ("store.migration_finished", "0001_foundation"),
    )


@both
async def test_a_failed_migration_is_rolled_back(make_store: MakeStore, url: str) -> None:
    execute(url, "CREATE TABLE jobs (in_the_way TEXT)")
    store = make_store()

    with pytest.raises(Exception, match="already exists"):
        await store.open()
    await store.close()

    engine = create_engine(url)
    assert inspect(engine).get_table_names() == ["jobs"]
    engine.dispose()


@postgres_only
async def test_servers_that_start_at_the_same_time_migrate_once(
    make_store: MakeStore, url: str
) -> None:
    stores = [make_store() for _ in range(4)]
    await asyncio.gather(*(store.open() for store in stores))

    states = [await store.schema() for store in stores]
    assert {state.pending for state in states} == {0}
    await asyncio.gather(*(store.close() for store in stores))


@sqlite_only
async def test_a_second_server_cannot_open_the_file(make_store: MakeStore, url: str) -> None:
    first, second, third = (make_store() for _ in range(3))
    await first.open()
    with pytest.raises(Unavailable, match="in use by another Runwhy server"):
        await second.open()
    await second.close()
    await first.ping()  # the first server is not affected
    await first.close()

    await third.open()
    await third.close()


@sqlite_only
async def test_reading_the_schema_state_creates_no_file(
    make_store: MakeStore, tmp_path: Path
) -> None:
    store = make_store()
    await store.schema()
    await store.close()

    assert files_in(tmp_path) == []


@both
async def test_a_closed_store_is_unavailable(make_store: MakeStore, url: str) -> None:
    store = make_store()
    await store.open()
    await store.close()

    with pytest.raises(Unavailable):
        await store.list_workspaces()
    with pytest.raises(Unavailable):
        await store.add_workspace("default", "Default", at=NOON)
    await store.close()  # closing twice is allowed


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
async def test_a_migration_below_the_newest_number_is_applied(
    make_store: MakeStore,
    url: str,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = tmp_path_factory.mktemp("migrations")
    add_migration(monkeypatch, folder, number=NEWEST + 2, statement="CREATE TABLE later (x BIGINT)")
    store = make_store()
    await store.open()
    await store.close()

    add_migration(
        monkeypatch, folder, number=NEWEST + 1, statement="CREATE TABLE earlier (x BIGINT)"
    )
    again = make_store()
    assert (await again.schema()).missing == {NEWEST + 1}
    await again.open()

    assert (await again.schema()).pending == 0
    await again.close()
