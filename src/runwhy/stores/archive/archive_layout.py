"""Sections of a workspace archive, in an order in which they can be restored."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, Table, func, select

from runwhy.stores import tables

WINDOW = 500  # owners whose rows are read in one query
PAGE = 2000

Mine = Callable[[int], ColumnElement[bool]]
Walked = Callable[[int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """Rows of one table that belong to a workspace.

    Rows are read by their own number (`seq`), by the number of their owner (`under`), or all at
    once if there are few. An import shifts the numbers in `shifted` past those in the database.
    """

    name: str
    table: Table
    mine: Mine | None = None
    under: tuple[Table, str, str] | None = None  # owner table, its column, this table's column
    order: tuple[str, ...] = ()
    shifted: tuple[str, ...] = ()

    @property
    def columns(self) -> list[Column[Any]]:
        """All columns but the workspace, whose number differs between databases."""
        return [column for column in self.table.c if column.name != "workspace"]

    def size(self, conn: Connection, workspace: int) -> int:
        """Return the number of steps for the progress display."""
        walked = self.under[0] if self.under else self.table
        query = select(func.count()).select_from(walked).where(self._mine(workspace))
        return int(conn.execute(query).scalar_one())

    def rows(self, conn: Connection, workspace: int, walked: Walked) -> Iterator[dict[str, Any]]:
        """Yield all rows, always in the same order."""
        if self.under is not None:
            yield from self._under(conn, workspace, walked)
        elif "seq" in self.table.c and not self.order:
            yield from self._numbered(conn, workspace, walked)
        else:
            query = select(*self.columns).where(self._mine(workspace))
            query = query.order_by(*(self.table.c[name] for name in self.order))
            for row in conn.execute(query).mappings():
                walked(1)
                yield dict(row)

    def _mine(self, workspace: int) -> ColumnElement[bool]:
        if self.under is not None:
            owned: ColumnElement[bool] = self.under[0].c.workspace == workspace
            return owned
        assert self.mine is not None
        return self.mine(workspace)

    def _numbered(
        self, conn: Connection, workspace: int, walked: Walked
    ) -> Iterator[dict[str, Any]]:
        place, seq = 0, self.table.c.seq
        query = select(*self.columns).where(self._mine(workspace)).order_by(seq).limit(PAGE)
        while found := conn.execute(query.where(seq > place)).mappings().all():
            yield from map(dict, found)
            walked(len(found))
            place = found[-1]["seq"]

    def _under(self, conn: Connection, workspace: int, walked: Walked) -> Iterator[dict[str, Any]]:
        assert self.under is not None
        owner, theirs, ours = self.under
        seqs = select(owner.c.seq).where(owner.c.workspace == workspace).order_by(owner.c.seq)
        joined = select(*self.columns).join(owner, owner.c[theirs] == self.table.c[ours])
        joined = joined.order_by(owner.c.seq, *(self.table.c[name] for name in self.order))
        place = 0
        while window := conn.execute(seqs.where(owner.c.seq > place).limit(WINDOW)).scalars().all():
            within = owner.c.seq.between(window[0], window[-1])
            query = joined.where(owner.c.workspace == workspace, within)
            for row in conn.execute(query).mappings():
                yield dict(row)
            walked(len(window))
            place = window[-1]


def _direct(table: Table) -> Mine:
    return lambda workspace: table.c.workspace == workspace


def _own(table: Table, *order: str, shifted: tuple[str, ...] = ()) -> Section:
    numbered = ("seq", *shifted) if "seq" in table.c else shifted
    return Section(
        name=str(table.name), table=table, mine=_direct(table), order=order, shifted=numbered
    )


def _below(table: Table, owner: Table, column: str, *order: str) -> Section:
    """Return a section of rows that belong to a trigger or a subscription."""

    def mine(workspace: int) -> ColumnElement[bool]:
        theirs = select(owner.c.id).where(owner.c.workspace == workspace)
        return table.c[column].in_(theirs)

    shifted = ("seq",) if "seq" in table.c else ()
    return Section(name=str(table.name), table=table, mine=mine, order=order, shifted=shifted)


def _of(table: Table, owner: Table, column: str, *order: str, name: str = "") -> Section:
    """Return a section of rows that belong to a run, a session or a command."""
    theirs = "seq" if column == "seq" else "id"
    return Section(
        name=name or str(table.name),
        table=table,
        under=(owner, theirs, column),
        order=order,
        shifted=("seq",) if column == "seq" else (),
    )


SECTIONS: tuple[Section, ...] = (
    _own(tables.keys, "id"),
    _own(tables.agents, "id"),
    _own(tables.agent_versions, "id"),
    _own(tables.saved_views, "id"),
    _own(tables.retention_rules, "id"),
    _own(tables.budgets, "id"),
    _own(tables.budget_versions),
    _own(tables.budget_usage, "budget_id", "scope"),
    _own(tables.budget_notices),
    _own(tables.alerts, "id"),
    _own(tables.alert_versions),
    _own(tables.alert_states, "alert_id"),
    _own(tables.alert_events),
    _own(tables.sessions, shifted=("read_to",)),
    _of(tables.session_counters, tables.sessions, "session_id"),
    _of(tables.command_settings, tables.sessions, "session_id"),
    _own(tables.runs),
    _of(tables.run_texts, tables.runs, "seq"),
    _of(tables.parts, tables.runs, "run_id", "idx"),
    _of(tables.events, tables.runs, "run_id", "seq"),
    _of(tables.entries, tables.runs, "run_id", "idx", "id"),
    _of(tables.agent_sessions, tables.runs, "run_id"),
    _of(tables.approvals, tables.runs, "run_id", "id"),
    _of(tables.memory_recalls, tables.runs, "run_id", "memory_id"),
    _own(tables.blocks),
    _of(tables.events, tables.blocks, "run_id", "seq", name="block_events"),
    _own(tables.memory_spaces, "id", shifted=("id",)),
    _own(tables.memories, shifted=("space",)),
    _own(tables.timers),
    _own(tables.triggers, "id"),
    _below(tables.occurrences, tables.triggers, "trigger_id"),
    _below(tables.hook_deliveries, tables.triggers, "trigger_id"),
    _below(tables.channel_sessions, tables.triggers, "trigger_id", "trigger_id", "key"),
    _below(tables.replies, tables.triggers, "trigger_id", "run_id"),
    _own(tables.subscriptions, "id"),
    _below(tables.outgoing, tables.subscriptions, "subscription_id"),
    _own(tables.ended_runs, "run_id"),
    _own(tables.inbox_dismissals, "item_id"),
    _own(tables.inbox_seen, "item_id"),
    _own(tables.inbox_notices, "id"),
    _own(tables.answers, "route", "key"),
    _own(tables.audit),
    _own(tables.erasures, shifted=("place",)),
    _own(tables.jobs, "run_id"),
)
BY_NAME: Mapping[str, Section] = {section.name: section for section in SECTIONS}

# Tables that belong to the database rather than a workspace, or are rebuilt.
ELSEWHERE = frozenset(
    {
        *("workspaces", "workers", "leases", "secrets", "moves", "sign_ins"),
        *("packs", "pack_columns", "unpacked", "packers"),
        *("queue_sizes", "run_starts", "run_ends"),
    }
)
