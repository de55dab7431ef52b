"""Decoded parts: used again only for the same row, bounded, and dropped by erasures."""

from __future__ import annotations

import asyncio
from collections import namedtuple
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from tests.contracts.conftest import opened, sqlite_store
from tests.support.clock import NOON
from tests.support.contracts.scene import Scene, in_session

from runwhy.core.runs.log import Part, PartKind
from runwhy.core.runs.provenance import Provenance
from runwhy.feeds.in_process import InProcessFeed
from runwhy.ports import ERASED_TOPIC
from runwhy.stores import tables
from runwhy.stores.sql import log
from runwhy.stores.sql.decoded_parts import PART_BYTES, DecodedParts, Row
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sqlite import SqliteStore
from runwhy.wiring.background import forget_erased


def a_row(index: int, said: str = "Hello", run_id: str = "run_1") -> Row:
    return (run_id, index, "message", "user", "human", said, "{}", 0)


def decode(row: Row) -> Part:
    return Part(
        run_id=row[0],
        index=row[1],
        kind=PartKind.MESSAGE,
        role="user",
        provenance=Provenance.HUMAN,
        at=NOON,
        text=row[5],
    )


def test_the_same_row_is_decoded_once() -> None:
    parts = DecodedParts(decode)
    first = parts.read(a_row(0))

    assert parts.read(a_row(0)) is first
    assert parts.read(a_row(1)) is not first


def test_a_changed_row_is_decoded_again() -> None:
    parts = DecodedParts(decode)
    parts.read(a_row(0, "before"))

    assert parts.read(a_row(0, "after")).text == "after"
    assert parts.read(a_row(0, "after")).text == "after"


def test_parts_that_were_not_read_for_long_are_dropped() -> None:
    parts = DecodedParts(decode, most=10 * PART_BYTES)
    often = parts.read(a_row(0))
    for index in range(1, 100):
        parts.read(a_row(index))
        assert parts.read(a_row(0)) is often

    assert 5 <= len(parts) <= 12


def test_the_parts_of_an_erased_run_are_dropped() -> None:
    parts = DecodedParts(decode)
    for run_id in ("run_1", "run_2"):
        parts.read(a_row(0, run_id=run_id))

    parts.forget(["run_1"])
    assert len(parts) == 1
    parts.forget()
    assert len(parts) == 0


@pytest.mark.anyio
async def test_a_history_is_read_as_it_is_stored(tmp_path: Path) -> None:
    async with opened(sqlite_store(tmp_path / "runwhy.db")) as store:
        scene = await Scene(store).open()
        session = await scene.open_session()

        async def history() -> list[Part]:
            turns = await store.list_turns(session.id, whole=False)
            return [part for turn in turns for part in turn.parts]

        async def change(statement: str, **values: Any) -> None:
            def work(tx: Tx) -> None:
                tx.conn.execute(text(statement), values)

            await store.in_transaction(work)

        for said in ("First", "Second"):
            claim = await scene.started(said, **in_session(session))
            await scene.finish(claim)
        log.SEEN_PARTS.forget()
        first = await history()
        assert [part.text for part in first if part.role == "user"] == ["First", "Second"]

        again = await history()
        assert all(one is other for one, other in zip(first, again, strict=True))

        await change("UPDATE parts SET text = 'Changed' WHERE text = 'First'")
        assert [part.text for part in await history() if part.role == "user"] == [
            "Changed",
            "Second",
        ]

        await store.erase_content(claim.run, at=scene.clock())
        assert "Second" not in [part.text for part in await history()]
        assert len(log.SEEN_PARTS) == len(await history())


@pytest.mark.anyio
async def test_a_server_drops_parts_that_another_server_erased(tmp_path: Path) -> None:
    feed = InProcessFeed()
    await feed.start()
    published: list[str] = []
    async with opened(SqliteStore(tmp_path / "runwhy.db", published.extend)) as store:
        scene = await Scene(store).open()
        claim = await scene.started("Erase this")
        await scene.finish(claim)
        await store.erase_content(claim.run, at=scene.clock())
    assert ERASED_TOPIC in published

    listening = asyncio.create_task(forget_erased(feed))
    while not feed.is_followed(ERASED_TOPIC):  # noqa: ASYNC110 (a task that knows no event)
        await asyncio.sleep(0)
    seen = namedtuple("seen", [column.name for column in tables.parts.columns])
    log.SEEN_PARTS.read(seen(*a_row(0, "Erase this")))
    feed.publish([ERASED_TOPIC])
    async with asyncio.timeout(10):
        while len(log.SEEN_PARTS):  # noqa: ASYNC110 (a task that knows no event)
            await asyncio.sleep(0)
    listening.cancel()
    await feed.stop()
