"""Turns in memory: only new ones are read, the memory is bounded, and erasures empty it."""

from __future__ import annotations

import asyncio
import tracemalloc
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from tests.contracts.conftest import opened, sqlite_store
from tests.support.builders import a_call, a_part, a_reply, a_turn
from tests.support.contracts.scene import Scene, in_session

from runwhy.core.model_requests import SentRequest, digest_of
from runwhy.core.runs.log import PartKind
from runwhy.feeds.in_process import InProcessFeed
from runwhy.ports import ERASED_TOPIC
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.known_columns import KnownColumn, KnownColumns
from runwhy.stores.sql.known_turns import Known, KnownTurns, part_size
from runwhy.stores.sql.rows import part_of, part_row
from runwhy.stores.sqlite import SqliteStore
from runwhy.stores.store import SqlStore
from runwhy.wiring.background import forget_erased

KEYS = [(f"ses_{number}", False) for number in range(4)]


def known(size: int = 10) -> Known:
    return Known([a_turn(a_part("Hello"))], erasures=0, run_id="run_2", number=2, size=size)


def test_the_sessions_without_recent_runs_are_dropped() -> None:
    turns = KnownTurns(most=30)
    for key in KEYS[:3]:
        turns.put(key, known(), forgotten=0)
    turns.get(KEYS[0])
    turns.put(KEYS[3], known(), forgotten=0)

    assert [key for key in KEYS if turns.get(key)] == [KEYS[0], KEYS[2], KEYS[3]]


def test_a_session_is_counted_once_and_dropped_if_it_is_too_large() -> None:
    turns = KnownTurns(most=30)
    for _ in range(5):
        turns.put(KEYS[0], known(20), forgotten=0)
    turns.put(KEYS[1], known(10), forgotten=0)
    assert len(turns) == 2

    turns.put(KEYS[0], known(31), forgotten=0)
    assert turns.get(KEYS[0]) is None
    assert turns.get(KEYS[1]) is not None


@pytest.mark.parametrize(
    "args",
    [
        {},
        {"content": "x" * 100_000},
        {"content": "Grüße, Welt. " * 10_000},
        {"numbers": [*range(1000, 20_000)]},
        {"rows": [{"name": f"n{n}", "price": n / 7, "tags": [n, "a"]} for n in range(2000)]},
    ],
    ids=["empty", "text", "text with commas", "numbers", "objects"],
)
def test_the_memory_of_a_part_is_not_underestimated(args: dict[str, Any]) -> None:
    row = part_row(a_reply("Yes. " * 100, a_call(args=args)), index=0)
    tracemalloc.start()
    try:
        parts = [part_of(row) for _ in range(5)]
        digest_of(SentRequest(messages=parts))  # stores the text of each message
        used, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert used / len(parts) <= part_size(str(row["text"]), str(row["extra"])) * 1.1


def test_turns_that_were_read_before_an_erasure_are_not_kept_after_it() -> None:
    turns = KnownTurns()
    turns.put(KEYS[0], known(), forgotten=turns.forgotten)
    before = turns.forgotten
    turns.forget()
    turns.put(KEYS[1], known(), forgotten=before)
    assert len(turns) == 0

    turns.put(KEYS[1], known(), forgotten=turns.forgotten)
    assert len(turns) == 1


async def change(store: SqlStore, statement: str, **values: Any) -> None:
    """Change the database behind the store's back."""

    def work(tx: Tx) -> None:
        tx.conn.execute(text(statement), values)

    await store.in_transaction(work)


@pytest.mark.anyio
async def test_a_run_reads_only_the_turns_that_its_store_does_not_know(tmp_path: Path) -> None:
    async with opened(sqlite_store(tmp_path / "runwhy.db")) as store:
        scene = await Scene(store).open()
        session = await scene.open_session()

        async def turn(said: str, *, summary_of: str | None = None) -> list[str]:
            """Execute a run, and return the messages that it saw."""
            claim = await scene.started(said, **in_session(session))
            turns = await store.list_earlier_turns(claim.run, summarized=False)
            data = {"scope": "history", "through": [summary_of, 1]}
            parts = [a_reply("Yes."), a_part("Before.", kind=PartKind.SUMMARY, data=data)]
            own = [replace(part, run_id=claim.run.id) for part in parts]
            await scene.finish(claim, parts=own if summary_of else own[:1])
            runs.append(claim.run.id)
            return [turn.parts[0].text for turn in turns]

        runs: list[str] = []
        assert await turn("One") == []
        assert await turn("Two") == ["One"]
        await change(store, "UPDATE parts SET text = 'changed' WHERE text = 'One'")
        assert await turn("Three") == ["One", "Two"]

        await turn("Four", summary_of=runs[1])
        assert await turn("Five") == ["Two", "Three", "Four"]
        await change(store, "UPDATE parts SET text = 'changed' WHERE text = 'Two'")
        assert await turn("Six") == ["Two", "Three", "Four", "Five"]

        await change(store, "UPDATE session_counters SET erasures = erasures + 1")
        assert await turn("Seven") == ["changed", "Three", "Four", "Five", "Six"]


@pytest.mark.anyio
async def test_a_database_that_was_set_back_is_read_again(tmp_path: Path) -> None:
    async with opened(sqlite_store(tmp_path / "runwhy.db")) as store:
        scene = await Scene(store).open()
        session = await scene.open_session()
        for said in ("One", "Two", "Lost"):
            claim = await scene.started(said, **in_session(session))
            await store.list_earlier_turns(claim.run)
            await scene.finish(claim)
        lost = {"id": claim.run.id}
        for statement in (
            "UPDATE parts SET text = 'Other' WHERE text = 'Two'",
            "DELETE FROM parts WHERE run_id = :id",
            "DELETE FROM events WHERE run_id = :id",
            "DELETE FROM runs WHERE id = :id",
        ):
            await change(store, statement, **(lost if ":id" in statement else {}))

        claim = await scene.started("Three", **in_session(session))
        turns = await store.list_earlier_turns(claim.run)
        assert [turn.parts[0].text for turn in turns] == ["One", "Other"]


@pytest.mark.anyio
async def test_turns_are_not_kept_while_one_of_them_is_open(tmp_path: Path) -> None:
    async with opened(sqlite_store(tmp_path / "runwhy.db")) as store:
        scene = await Scene(store).open()
        session = await scene.open_session()
        first = await scene.started("One", **in_session(session))
        second = await scene.start("Two", **in_session(session))

        (turn,) = await store.list_earlier_turns(second)
        assert turn.open and len(store.known_turns) == 0
        await scene.finish(first, parts=[a_reply("Yes.", run_id=first.run.id)])
        (turn,) = await store.list_earlier_turns(second)
        assert [part.text for part in turn.parts] == ["One", "Yes."]
        assert len(store.known_turns) == 1


@pytest.mark.anyio
async def test_a_server_drops_what_another_server_erased(tmp_path: Path) -> None:
    feed = InProcessFeed()
    await feed.start()
    published: list[str] = []
    async with opened(SqliteStore(tmp_path / "runwhy.db", published.extend)) as store:
        scene = await Scene(store).open()
        claim = await scene.started("Erase this")
        await scene.finish(claim)
        await store.erase_content(claim.run, at=scene.clock())
    assert ERASED_TOPIC in published

    turns, columns = KnownTurns(), KnownColumns()
    listening = asyncio.create_task(forget_erased(feed, turns, columns))
    while not feed.is_followed(ERASED_TOPIC):  # noqa: ASYNC110 (a task that knows no event)
        await asyncio.sleep(0)
    turns.put(KEYS[0], known(), forgotten=0)
    columns.put((1, 1, 1, "tag.n", True), KnownColumn(None, 1), forgotten=0)
    feed.publish([ERASED_TOPIC])
    async with asyncio.timeout(60):
        while len(turns) or len(columns):  # noqa: ASYNC110 (a task that knows no event)
            await asyncio.sleep(0)
    listening.cancel()
    await feed.stop()
