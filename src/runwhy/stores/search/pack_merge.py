"""Writes packs anew: a large one of several small ones, which is counted faster, or one without
the runs that are gone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, func, select, update

from runwhy.core.queries import Field
from runwhy.stores import tables
from runwhy.stores.search.columns import count
from runwhy.stores.search.pack_writer import Cells, column_of, left_over, one_packer, write_pack
from runwhy.stores.search.packs import GONE, NUMBERS, OF_WORDS, SEQ, Pack, PackReader, no_texts
from runwhy.stores.sql.clauses import Clause, among, ask, choose
from runwhy.stores.sql.dialect import Tx

TOGETHER = 8  # small packs make a large one; as runs they are fewer than 65,536


class Outrun(Exception):
    """Another server did it first, or a run has changed: nothing is written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rewritten:
    """A pack that is ready to be written in the place of others."""

    workspace: int
    instead_of: Sequence[Pack]
    columns: Sequence[Cells]
    changes: int  # how often runs of packs had changed when it was made

    @property
    def size(self) -> int:
        """How many runs are left."""
        return sum(pack.size - count(pack.gone) for pack in self.instead_of)


def plan_large(tx: Tx, workspace: int, size: int) -> Rewritten | None:
    """One pack of the oldest small ones, of `size` runs each; None when they are too few."""
    tx.dialect.search.hold_still(tx.conn)
    reader = PackReader(tx.conn, workspace, no_texts)
    small = [pack for pack in reversed(reader.list()) if pack.size <= size][:TOGETHER]
    return _planned(tx, workspace, reader, small) if len(small) == TOGETHER else None


def plan_anew(tx: Tx, workspace: int) -> Rewritten | None:
    """A pack without the runs that are gone from it; None when none is gone from any."""
    tx.dialect.search.hold_still(tx.conn)
    reader = PackReader(tx.conn, workspace, no_texts)
    touched = next((pack for pack in reader.list() if pack.gone), None)
    return _planned(tx, workspace, reader, [touched]) if touched else None


def _planned(tx: Tx, workspace: int, reader: PackReader, packs: Sequence[Pack]) -> Rewritten:
    return Rewritten(
        workspace=workspace,
        instead_of=packs,
        columns=_columns(tx, workspace, reader, packs),
        changes=left_over(tx.conn, workspace).changes,
    )


def _columns(tx: Tx, workspace: int, reader: PackReader, packs: Sequence[Pack]) -> Sequence[Cells]:
    order = _order(reader, packs)
    which = Clause("workspace = ?", (workspace,)) & among("pack", [pack.number for pack in packs])
    which &= Clause(f"NOT {OF_WORDS.text}", OF_WORDS.values)  # which are learned anew
    found = ask(tx.conn, choose("DISTINCT name FROM pack_columns", which, "ORDER BY name"))
    names = [name for (name,) in found if name != GONE]
    made = []
    for name in names:  # one at a time: all of them may be much
        values = _side_by_side(reader, packs, name)
        column = column_of(name, [values[row] for row in order])
        made.append({**column, "workspace": workspace})
    return [column for column in made if column["filled"]]


def _order(reader: PackReader, packs: Sequence[Pack]) -> Sequence[int]:
    created = _side_by_side(reader, packs, Field.CREATED.value)
    seq = _side_by_side(reader, packs, SEQ)
    there = [row for row, gone in enumerate(_gone(packs)) if not gone]
    return sorted(there, key=lambda row: (created[row], seq[row]))


def _gone(packs: Sequence[Pack]) -> bytes:
    return b"".join(pack.gone.to_bytes(pack.size, "little") for pack in packs)


def _side_by_side(reader: PackReader, packs: Sequence[Pack], name: str) -> list[Any]:
    reader.read(packs, {name: True})
    values: list[Any] = []
    for pack in packs:
        column = pack.numbers[name] if name in NUMBERS else pack.words.pop(name)
        values += [None] * pack.size if column is None else column.all()
    return values


def rewrite(tx: Tx, pack: Rewritten) -> None:
    """Write a pack and take those away that it stands for. Raises: Outrun."""
    one_packer(tx, pack.workspace)
    old = pack.instead_of
    if left_over(tx.conn, pack.workspace).changes != pack.changes:
        raise Outrun
    numbers = among("number", [each.number for each in old])
    which = Clause("workspace = ?", (pack.workspace,)) & numbers
    if _removed(tx, "packs", which) != len(old):
        raise Outrun
    columns = among("pack", [each.number for each in old])
    _removed(tx, "pack_columns", Clause("workspace = ?", (pack.workspace,)) & columns)
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
        _hand_on(tx, pack.workspace, described["packed_to"])


def _hand_on(tx: Tx, workspace: int, packed_to: int) -> None:
    """Nothing is left of a pack: another one remembers how far packs went, if there is one."""
    packs, late = tables.packs, tables.unpacked
    mine = packs.c.workspace == workspace
    last = tx.conn.execute(select(func.max(packs.c.number)).where(mine)).scalar()
    if last is None:
        tx.conn.execute(delete(late).where(late.c.workspace == workspace))
        return
    heir = mine & (packs.c.number == last) & (packs.c.packed_to < packed_to)
    tx.conn.execute(update(packs).where(heir).values(packed_to=packed_to))


def _removed(tx: Tx, table: str, which: Clause) -> int:
    text = f"DELETE FROM {table} WHERE {which.text}"  # noqa: S608 (our own names)
    return ask(tx.conn, Clause(text, which.values)).rowcount
