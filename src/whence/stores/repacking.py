"""Makes one large pack of several small ones: fewer and longer columns are counted faster."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from whence.core.queries import Field
from whence.stores.clauses import Clause, among, ask, choose
from whence.stores.dialect import Tx
from whence.stores.packing import Cells, column_of, one_packer, write_pack
from whence.stores.packs import NUMBERS, SEQ, Pack, PackReader

TOGETHER = 8  # small packs make a large one; as runs they are fewer than 65,536


class Outrun(Exception):
    """Another server did it first: nothing is written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LargePack:
    """A pack that is ready to be written in the place of small ones."""

    workspace: int
    instead_of: Sequence[Pack]
    columns: Sequence[Cells]


def plan_large(tx: Tx, workspace: int, size: int) -> LargePack | None:
    """One pack of the oldest small ones, of `size` runs each; None when they are too few."""
    tx.dialect.search.hold_still(tx.conn)
    reader = PackReader(tx.conn, workspace, _no_texts)
    small = [pack for pack in reversed(reader.list()) if pack.size <= size][:TOGETHER]
    if len(small) < TOGETHER:
        return None
    columns = _columns(tx, workspace, reader, small)
    return LargePack(workspace=workspace, instead_of=small, columns=columns)


def _columns(tx: Tx, workspace: int, reader: PackReader, packs: Sequence[Pack]) -> Sequence[Cells]:
    order = _order(reader, packs)
    which = Clause("workspace = ?", (workspace,)) & among("pack", [pack.number for pack in packs])
    found = ask(tx.conn, choose("DISTINCT name FROM pack_columns", which, "ORDER BY name"))
    made = []
    for (name,) in found.all():  # one at a time: all of them may be much
        values = _side_by_side(reader, packs, name)
        column = column_of(name, [values[row] for row in order])
        made.append({**column, "workspace": workspace})
    return made


def _order(reader: PackReader, packs: Sequence[Pack]) -> Sequence[int]:
    created = _side_by_side(reader, packs, Field.CREATED.value)
    seq = _side_by_side(reader, packs, SEQ)
    return sorted(range(len(seq)), key=lambda row: (created[row], seq[row]))


def _side_by_side(reader: PackReader, packs: Sequence[Pack], name: str) -> list[Any]:
    reader.read(packs, {name: True})
    values: list[Any] = []
    for pack in packs:
        column = pack.numbers[name] if name in NUMBERS else pack.words.pop(name)
        values += [None] * pack.size if column is None else column.all()
    return values


def add_large(tx: Tx, pack: LargePack) -> None:
    """Write a large pack and take the small ones away. Raises: Outrun."""
    one_packer(tx, pack.workspace)
    old = pack.instead_of
    numbers = among("number", [each.number for each in old])
    which = Clause("workspace = ?", (pack.workspace,)) & numbers
    if _removed(tx, "packs", which) != len(old):
        raise Outrun
    columns = among("pack", [each.number for each in old])
    _removed(tx, "pack_columns", Clause("workspace = ?", (pack.workspace,)) & columns)
    described = {
        "workspace": pack.workspace,
        "size": sum(each.size for each in old),
        "first_seq": min(each.first_seq for each in old),
        "last_seq": max(each.last_seq for each in old),
        "first_created": min(each.first_created for each in old),
        "last_created": max(each.last_created for each in old),
        "packed_to": max(each.packed_to for each in old),
    }
    write_pack(tx, described, pack.columns)


def _removed(tx: Tx, table: str, which: Clause) -> int:
    text = f"DELETE FROM {table} WHERE {which.text}"  # noqa: S608 (our own names)
    return ask(tx.conn, Clause(text, which.values)).rowcount


def _no_texts(pack: Pack, words: str) -> int:
    raise AssertionError("nobody looks for words here")
