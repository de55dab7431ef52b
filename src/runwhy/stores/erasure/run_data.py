"""Rows that belong to runs and sessions, and their size."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import ColumnElement, Table, func, or_, select

from runwhy.core.erasure import KEPT_EVENTS, EraseMode
from runwhy.stores import tables
from runwhy.stores.sql.dialect import Tx

BYTES = "bytes"


class RelatedRows(NamedTuple):
    """Rows of one table that belong to a run or session."""

    name: str  # key in the receipt's counts
    table: Table
    texts: tuple[str, ...]  # columns whose size is counted
    owners: tuple[str, ...] = ("run_id",)

    def of(self, ids: Sequence[str]) -> ColumnElement[bool]:
        """Return the condition that a row belongs to one of these runs or sessions."""
        return or_(*(self.table.c[owner].in_(ids) for owner in self.owners))


RUN_DATA = (
    RelatedRows("parts", tables.parts, ("text", "extra")),
    RelatedRows("events", tables.events, ("data",)),
    RelatedRows("entries", tables.entries, ("data", "grown")),
    RelatedRows("approvals", tables.approvals, ("asked",)),
    RelatedRows("received", tables.hook_deliveries, ("headers", "body")),
    RelatedRows("sent", tables.outgoing, ("payload",)),
    RelatedRows("commands", tables.blocks, ("cmd", "cwd", "output")),
    RelatedRows("timers", tables.timers, ("reason",), ("run_id", "created_by_run")),
    RelatedRows("memories", tables.memories, ("text", "terms", "gist")),
)
SESSION_DATA = (
    RelatedRows("commands", tables.blocks, ("cmd", "cwd", "output"), ("session_id",)),
    RelatedRows("timers", tables.timers, ("reason",), ("session_id",)),
)


def count_run_data(tx: Tx, mode: EraseMode, ids: Sequence[str]) -> Counter[str]:
    """Count the rows that erasing these runs deletes."""
    found = Counter(runs=len(ids))
    for related in RUN_DATA:
        mine = related.of(ids)
        if related.table is tables.events and mode is EraseMode.CONTENT:
            mine &= tables.events.c.type.not_in(KEPT_EVENTS)
        found += _count(tx, related, mine)
    runs, texts = tables.runs, tables.run_texts
    own = func.coalesce(tx.dialect.size(runs.c.final_text), 0) + tx.dialect.size(runs.c.spec)
    search_text = select(texts.c.text).where(texts.c.seq == runs.c.seq).scalar_subquery()
    indexed = func.coalesce(tx.dialect.size(search_text), 0)
    total = select(func.sum(own + indexed)).where(runs.c.id.in_(ids))
    found[BYTES] += int(tx.conn.execute(total).scalar() or 0)
    return found + _count_command_events(tx, tables.blocks.c.run_id.in_(ids))


def count_session_data(tx: Tx, ids: Sequence[str]) -> Counter[str]:
    """Count the rows that erasing these sessions deletes, without their runs."""
    found = Counter(sessions=len(ids))
    for related in SESSION_DATA:
        mine = related.of(ids) & related.table.c.run_id.is_(None)
        if related.table is tables.timers:
            mine &= tables.timers.c.created_by_run.is_(None)
        found += _count(tx, related, mine)
    blocks = tables.blocks
    unowned = blocks.c.session_id.in_(ids) & blocks.c.run_id.is_(None)
    return found + _count_command_events(tx, unowned)


def _count_command_events(tx: Tx, blocks: ColumnElement[bool]) -> Counter[str]:
    """Count events of commands, which are stored under the command's id."""
    theirs = tables.events.c.run_id.in_(select(tables.blocks.c.id).where(blocks))
    return _count(tx, RelatedRows("events", tables.events, ("data",)), theirs)


def _count(tx: Tx, related: RelatedRows, mine: ColumnElement[bool]) -> Counter[str]:
    table = related.table
    size = sum(
        (tx.dialect.size(table.c[name]) for name in related.texts[1:]),
        start=tx.dialect.size(table.c[related.texts[0]]),
    )
    query = select(func.count(), func.coalesce(func.sum(size), 0)).select_from(table).where(mine)
    rows, size_found = tx.conn.execute(query).one()
    return Counter({related.name: int(rows), BYTES: int(size_found)})
