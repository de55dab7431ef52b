"""Fills a workspace with made-up data, and takes it away again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Table, delete, func, select

from runwhy.demo import DAYS, RUNS
from runwhy.demo.almanac import DemoIds, tell
from runwhy.demo.setting_up import set_up, take_down, tell_others
from runwhy.demo.story import DEMO_TAGS, Story, Talk
from runwhy.demo.talks import rng_of
from runwhy.demo.writing import write_story, write_talk
from runwhy.stores import tables
from runwhy.stores.search.pack_writer import forget_packs
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.store import SqlStore

BATCH = 100

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Filled:
    """How much was made up, or taken away."""

    runs: int
    sessions: int
    triggers: int


async def fill(
    store: SqlStore,
    workspace: int,
    *,
    now: datetime,
    runs: int = RUNS,
    days: int = DAYS,
    seed: int = 6,
    progress: Progress | None = None,
) -> Filled:
    """Make up some weeks of runs and sessions until now, and the triggers behind them.

    All of them carry the tag `demo`.
    """
    rng = rng_of(seed)
    talks, alone = tell(rng, runs=runs, days=days, now=now)
    told = [*alone, *(story for talk in talks for story in talk.stories)]
    items: list[Talk | Story] = sorted([*talks, *told], key=lambda item: item.at)
    ids = DemoIds(rng)
    since = now - timedelta(days=days)
    triggers = await store.in_transaction(set_up, workspace, since=since, now=now)

    def write(tx: Tx, batch: Sequence[Talk | Story]) -> None:
        for item in batch:
            if isinstance(item, Talk):
                write_talk(tx, workspace, item)
            else:
                write_story(tx, workspace, item, ids("run", item.at))

    for first in range(0, len(items), BATCH):
        await store.in_transaction(write, items[first : first + BATCH])
        if progress is not None:
            progress(min(first + BATCH, len(items)), len(items))
    await tell_others(store, workspace, since=since, now=now, rng=rng)
    return Filled(runs=len(told), sessions=len(talks), triggers=triggers)


async def remove(store: SqlStore, workspace: int, *, progress: Progress | None = None) -> Filled:
    """Take away every run, session and trigger with the tag `demo`, and nothing else."""
    triggers = await store.in_transaction(take_down, workspace)
    done, total = 0, await store.in_transaction(_count_runs, workspace)
    while taken := await store.in_transaction(_remove_runs, workspace):
        done += taken
        if progress is not None:
            progress(done, max(done, total))
    sessions = await store.in_transaction(_remove_sessions, workspace)
    return Filled(runs=done, sessions=sessions, triggers=triggers)


def _count_runs(tx: Tx, workspace: int) -> int:
    query = select(func.count()).where(*_is_marked(tables.runs, workspace))
    return int(tx.conn.execute(query).scalar_one())


def _remove_runs(tx: Tx, workspace: int) -> int:
    """Some runs and all that belongs to them; how many."""
    found = _marked(tx, tables.runs, workspace, limit=500)
    ids = [row["id"] for row in found]
    numbers = [row["seq"] for row in found]
    for row in found:
        tx.dialect.set_tags(tx.conn, tables.runs, row["seq"], row, {**row, "tags": {}})
    for table in (tables.parts, tables.events, tables.jobs, tables.occurrences):
        tx.conn.execute(delete(table).where(table.c.run_id.in_(ids)))
    tx.conn.execute(delete(tables.run_texts).where(tables.run_texts.c.seq.in_(numbers)))
    tx.conn.execute(delete(tables.runs).where(tables.runs.c.seq.in_(numbers)))
    if found:
        forget_packs(tx, workspace)
    return len(found)


def _remove_sessions(tx: Tx, workspace: int) -> int:
    found = _marked(tx, tables.sessions, workspace)
    ids = [row["id"] for row in found]
    for row in found:
        tx.dialect.set_tags(tx.conn, tables.sessions, row["seq"], row, {**row, "tags": {}})
    counters = tables.session_counters
    for start in range(0, len(ids), 500):
        some = ids[start : start + 500]
        tx.conn.execute(delete(counters).where(counters.c.session_id.in_(some)))
        tx.conn.execute(delete(tables.sessions).where(tables.sessions.c.id.in_(some)))
    return len(found)


def _marked(tx: Tx, table: Table, workspace: int, limit: int | None = None) -> Sequence[Any]:
    query = select(table).where(*_is_marked(table, workspace)).order_by(table.c.seq).limit(limit)
    return tx.conn.execute(query).mappings().all()


def _is_marked(table: Table, workspace: int) -> tuple[ColumnElement[bool], ...]:
    (key, value), *_ = DEMO_TAGS.items()
    return table.c.workspace == workspace, table.c.tags[key].as_string() == value
