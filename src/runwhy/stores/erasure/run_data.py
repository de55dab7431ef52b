"""What belongs to runs and sessions besides their own rows, and how much of it there is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import ColumnElement, Table, func, select

from runwhy.core.erasure import KEPT_EVENTS, EraseMode
from runwhy.stores import tables
from runwhy.stores.sql.dialect import Tx

BYTES = "bytes"


class Belonging(NamedTuple):
    """Rows of one table that name what they belong to, and where their words are."""

    name: str  # in counts
    table: Table
    texts: tuple[str, ...]
    owner: str = "run_id"


OF_RUNS = (
    Belonging("parts", tables.parts, ("text", "extra")),
    Belonging("events", tables.events, ("data",)),
    Belonging("entries", tables.entries, ("data", "grown")),
    Belonging("approvals", tables.approvals, ("asked",)),
    Belonging("received", tables.hook_deliveries, ("headers", "body")),
    Belonging("sent", tables.outgoing, ("payload",)),
    Belonging("commands", tables.blocks, ("cmd", "cwd", "output")),
    Belonging("timers", tables.timers, ("reason",)),
    Belonging("memories", tables.memories, ("text", "terms", "gist")),
)
OF_SESSIONS = (
    Belonging("commands", tables.blocks, ("cmd", "cwd", "output"), "session_id"),
    Belonging("timers", tables.timers, ("reason",), "session_id"),
)


def of_runs(tx: Tx, mode: EraseMode, ids: Sequence[str]) -> Counter[str]:
    """How much belongs to these runs and would go."""
    found = Counter(runs=len(ids))
    for belonging in OF_RUNS:
        mine: ColumnElement[bool] = belonging.table.c[belonging.owner].in_(ids)
        if belonging.table is tables.events and mode is EraseMode.CONTENT:
            mine &= tables.events.c.type.not_in(KEPT_EVENTS)
        found += _measured(tx, belonging, mine)
    runs, texts = tables.runs, tables.run_texts
    said = func.coalesce(tx.dialect.size(runs.c.final_text), 0) + tx.dialect.size(runs.c.spec)
    searched = select(texts.c.text).where(texts.c.seq == runs.c.seq).scalar_subquery()
    kept = func.coalesce(tx.dialect.size(searched), 0)
    total = select(func.sum(said + kept)).where(runs.c.id.in_(ids))
    found[BYTES] += int(tx.conn.execute(total).scalar() or 0)
    return found + _of_commands(tx, tables.blocks.c.run_id.in_(ids))


def of_sessions(tx: Tx, ids: Sequence[str]) -> Counter[str]:
    """How much belongs to these sessions themselves, and to none of their runs."""
    found = Counter(sessions=len(ids))
    for belonging in OF_SESSIONS:
        table = belonging.table
        mine = table.c[belonging.owner].in_(ids) & table.c.run_id.is_(None)
        found += _measured(tx, belonging, mine)
    blocks = tables.blocks
    return found + _of_commands(tx, blocks.c.session_id.in_(ids) & blocks.c.run_id.is_(None))


def _of_commands(tx: Tx, blocks: ColumnElement[bool]) -> Counter[str]:
    """Events of commands are kept under the command's id."""
    theirs = tables.events.c.run_id.in_(select(tables.blocks.c.id).where(blocks))
    return _measured(tx, Belonging("events", tables.events, ("data",)), theirs)


def _measured(tx: Tx, belonging: Belonging, mine: ColumnElement[bool]) -> Counter[str]:
    table = belonging.table
    size = sum(
        (tx.dialect.size(table.c[name]) for name in belonging.texts[1:]),
        start=tx.dialect.size(table.c[belonging.texts[0]]),
    )
    query = select(func.count(), func.coalesce(func.sum(size), 0)).select_from(table).where(mine)
    rows, size_found = tx.conn.execute(query).one()
    return Counter({belonging.name: int(rows), BYTES: int(size_found)})
