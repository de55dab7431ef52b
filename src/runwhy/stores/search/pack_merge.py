"""Rewriting of packs: merge several small packs into a large one, which is faster to count, or
remove erased runs from a pack."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, func, select, update

from runwhy.core.queries import Field
from runwhy.ports import ERASED_TOPIC
from runwhy.stores import tables
from runwhy.stores.search.columns import count
from runwhy.stores.search.pack_writer import Cells, column_of, find_unpacked, lock_packs, write_pack
from runwhy.stores.search.packs import (
    GONE,
    IS_VOCABULARY,
    NUMBERS,
    SEQ,
    Pack,
    PackReader,
    reject_text,
)
from runwhy.stores.sql.clauses import Clause, execute, is_one_of, select_where
from runwhy.stores.sql.dialect import Tx

MERGED_PACKS = 8  # small packs in a large one, which must stay below 65,536 runs


class PackChanged(Exception):
    """Another server has rewritten the packs, or a run has changed; nothing is written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PackRewrite:
    """A pack that is ready to replace other packs."""

    workspace: int
    replaces: Sequence[Pack]
    columns: Sequence[Cells]
    changes: int  # value of the change counter when the pack was built

    @property
    def size(self) -> int:
        """Number of runs in the new pack."""
        return sum(pack.size - count(pack.gone) for pack in self.replaces)


def plan_merge(tx: Tx, workspace: int, size: int) -> PackRewrite | None:
    """Merge the oldest packs of up to `size` runs; return None if there are too few."""
    tx.dialect.search.use_snapshot(tx.conn)
    reader = PackReader(tx.conn, workspace, reject_text)
    small = [pack for pack in reversed(reader.list()) if pack.size <= size][:MERGED_PACKS]
    return _plan(tx, workspace, reader, small) if len(small) == MERGED_PACKS else None


def plan_without_erased(tx: Tx, workspace: int) -> PackRewrite | None:
    """Rewrite a pack without its removed runs; return None if no pack has any."""
    tx.dialect.search.use_snapshot(tx.conn)
    reader = PackReader(tx.conn, workspace, reject_text)
    touched = next((pack for pack in reader.list() if pack.gone), None)
    return _plan(tx, workspace, reader, [touched]) if touched else None


def _plan(tx: Tx, workspace: int, reader: PackReader, packs: Sequence[Pack]) -> PackRewrite:
    return PackRewrite(
        workspace=workspace,
        replaces=packs,
        columns=_columns(tx, workspace, reader, packs),
        changes=find_unpacked(tx.conn, workspace).changes,
    )


def _columns(tx: Tx, workspace: int, reader: PackReader, packs: Sequence[Pack]) -> Sequence[Cells]:
    order = _order(reader, packs)
    which = Clause("workspace = ?", (workspace,)) & is_one_of(
        "pack", [pack.number for pack in packs]
    )
    which &= Clause(f"NOT {IS_VOCABULARY.text}", IS_VOCABULARY.values)  # rebuilt later
    found = execute(
        tx.conn, select_where("DISTINCT name FROM pack_columns", which, "ORDER BY name")
    )
    names = [name for (name,) in found if name != GONE]
    made = []
    for name in names:  # one at a time, to limit memory use
        values = _read_column(reader, packs, name)
        column = column_of(name, [values[row] for row in order])
        made.append({**column, "workspace": workspace})
    return [column for column in made if column["filled"]]


def _order(reader: PackReader, packs: Sequence[Pack]) -> Sequence[int]:
    created = _read_column(reader, packs, Field.CREATED.value)
    seq = _read_column(reader, packs, SEQ)
    present = [row for row, gone in enumerate(_gone(packs)) if not gone]
    return sorted(present, key=lambda row: (created[row], seq[row]))


def _gone(packs: Sequence[Pack]) -> bytes:
    return b"".join(pack.gone.to_bytes(pack.size, "little") for pack in packs)


def _read_column(reader: PackReader, packs: Sequence[Pack], name: str) -> list[Any]:
    reader.read(packs, {name: True})
    values: list[Any] = []
    for pack in packs:
        column = pack.numbers.get(name) if name in NUMBERS else pack.words.pop(name)
        values += [None] * pack.size if column is None else column.all()
    return values


def rewrite(tx: Tx, pack: PackRewrite) -> None:
    """Write the new pack and delete those that it replaces. Raises: PackChanged."""
    lock_packs(tx, pack.workspace)
    old = pack.replaces
    if find_unpacked(tx.conn, pack.workspace).changes != pack.changes:
        raise PackChanged
    numbers = is_one_of("number", [each.number for each in old])
    which = Clause("workspace = ?", (pack.workspace,)) & numbers
    if _delete(tx, "packs", which) != len(old):
        raise PackChanged
    if any(each.gone for each in old):  # servers may have columns with erased values in memory
        tx.known_columns.forget()
        tx.notify(ERASED_TOPIC)
    columns = is_one_of("pack", [each.number for each in old])
    _delete(tx, "pack_columns", Clause("workspace = ?", (pack.workspace,)) & columns)
    described = {
        "workspace": pack.workspace,
        "size": pack.size,
        "first_seq": min(each.first_seq for each in old),
        "last_seq": max(each.last_seq for each in old),
        "first_created": min(each.first_created for each in old),
        "last_created": max(each.last_created for each in old),
        "packed_to": max(each.packed_to for each in old),
    }
    if pack.size:
        write_pack(tx, described, pack.columns)
    else:
        _keep_mark(tx, pack.workspace, described["packed_to"])


def _keep_mark(tx: Tx, workspace: int, packed_to: int) -> None:
    """Store an empty pack's `packed_to` in another pack, if there is one."""
    packs, late = tables.packs, tables.unpacked
    mine = packs.c.workspace == workspace
    last = tx.conn.execute(select(func.max(packs.c.number)).where(mine)).scalar()
    if last is None:
        tx.conn.execute(delete(late).where(late.c.workspace == workspace))
        return
    newest = mine & (packs.c.number == last) & (packs.c.packed_to < packed_to)
    tx.conn.execute(update(packs).where(newest).values(packed_to=packed_to))


def _delete(tx: Tx, table: str, which: Clause) -> int:
    text = f"DELETE FROM {table} WHERE {which.text}"  # noqa: S608 (our own names)
    return execute(tx.conn, Clause(text, which.values)).rowcount
