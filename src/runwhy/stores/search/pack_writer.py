"""Puts ended runs into packs, the oldest first, as soon as there are enough for one."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from runwhy.core.erasure import EraseMode
from runwhy.core.queries import Field
from runwhy.core.runs.run import Status, is_terminal
from runwhy.stores import tables
from runwhy.stores.accounts.erasure_receipts import is_under_way
from runwhy.stores.search.columns import Mask, Numbers, Words, count
from runwhy.stores.search.packs import GONE, NUMBERS, SEQ, Pack, PackReader, no_texts, tag_column
from runwhy.stores.search.run_search import late_runs
from runwhy.stores.sql import rows
from runwhy.stores.sql.clauses import Clause, among, ask, choose, joined
from runwhy.stores.sql.conditions import RUNS
from runwhy.stores.sql.dialect import Tx

PACK = 8000  # runs in a small pack
_ENDED = among("status", [status.value for status in Status if is_terminal(status)])
_SEEN = ", ".join(["seq", "tags", *(f'{sql} AS "{f.value}"' for f, sql in RUNS.fields.items())])

Cells = rows.Row


@dataclass(frozen=True, slots=True)
class LeftOver:
    """What is in no pack: runs behind `mark`, and `late` ones before it."""

    mark: int
    late: Sequence[int]
    changes: int  # how often ended runs of packs have changed


@dataclass(frozen=True, slots=True, kw_only=True)
class NewPack:
    """A pack that is ready to be written, unless another server has written its like meanwhile."""

    workspace: int
    was: LeftOver  # when it was made
    packed_to: int
    runs: Sequence[Cells]
    late: Sequence[int]  # runs that have not ended, though younger ones are in the pack


def is_due(conn: Connection, workspace: int, size: int) -> bool:
    """Whether there may be enough for a pack: asked often, and so cheap."""
    if is_under_way(conn, workspace, EraseMode.ALL):  # it would be out of date at once
        return False
    left = left_over(conn, workspace)
    behind = Clause("workspace = ? AND seq > ?", (workspace, left.mark))
    place = max(0, size - len(left.late) - 1)
    last = choose("seq FROM runs", behind, "ORDER BY seq LIMIT 1 OFFSET ?", place)
    return ask(conn, last).first() is not None


def backlog(conn: Connection, most: int) -> int:
    """How many runs are in no pack, over all workspaces, counted up to about `most`."""
    total = 0
    for (workspace,) in ask(conn, Clause("SELECT id FROM workspaces", ())).all():
        left = left_over(conn, workspace)
        behind = Clause("workspace = ? AND seq > ?", (workspace, left.mark))
        some = choose("1 FROM runs", behind, "LIMIT ?", most)
        counted = Clause(f"SELECT count(*) FROM ({some.text}) AS found", some.values)  # noqa: S608
        total += ask(conn, counted).scalar_one() + len(left.late)
        if total >= most:
            break
    return total


def plan_pack(tx: Tx, workspace: int, settled: int, size: int) -> NewPack | None:
    """The oldest ended runs that are in no pack yet; None when there are too few of them."""
    tx.dialect.search.hold_still(tx.conn)
    was = left_over(tx.conn, workspace)
    behind = Clause("workspace = ? AND seq > ? AND seq <= ?", (workspace, was.mark, settled))
    free = joined("OR", [behind, among("seq", was.late)]) & _ENDED
    query = choose(f"{_SEEN} FROM runs", free, "ORDER BY seq LIMIT ?", size)
    found = ask(tx.conn, query).mappings().all()
    if len(found) < size:
        return None
    chosen = {row[SEQ] for row in found}
    packed_to = max(was.mark, *chosen)
    between = ask(tx.conn, choose("seq FROM runs", behind, "AND seq <= ?", packed_to))
    return NewPack(
        workspace=workspace,
        was=was,
        packed_to=packed_to,
        runs=_in_order(found),
        late=[seq for (seq,) in between if seq not in chosen],
    )


def left_over(conn: Connection, workspace: int) -> LeftOver:
    """How far packs go, and which runs up to there are in none."""
    mark = Clause("SELECT max(packed_to) FROM packs WHERE workspace = ?", (workspace,))
    changes = Clause("SELECT changes FROM packers WHERE workspace = ?", (workspace,))
    return LeftOver(
        mark=ask(conn, mark).scalar() or 0,
        late=late_runs(conn, workspace),
        changes=ask(conn, changes).scalar() or 0,
    )


def one_packer(tx: Tx, workspace: int) -> None:
    """From here to the end of the transaction nobody else changes the packs of a workspace."""
    packers = tables.packers
    tx.conn.execute(tx.dialect.insert_or_nothing(packers), {"workspace": workspace, "changes": 0})
    row = select(packers.c.changes).where(packers.c.workspace == workspace)
    tx.conn.execute(tx.dialect.locked(row))


def _in_order(found: Sequence[Cells]) -> Sequence[Cells]:
    """By time, with the tags read."""
    read = [rows.with_tags_read(row) for row in found]
    return sorted(read, key=lambda row: (row[Field.CREATED.value], row[SEQ]))


def add_pack(tx: Tx, pack: NewPack, columns: Sequence[Cells]) -> bool:
    """Write a pack; False when another server was faster, or a run has changed meanwhile."""
    one_packer(tx, pack.workspace)
    if left_over(tx.conn, pack.workspace) != pack.was:
        return False
    write_pack(tx, _described(pack), columns)
    if pack.was.late:
        taken = [row[SEQ] for row in pack.runs if row[SEQ] <= pack.was.mark]
        tx.conn.execute(delete(tables.unpacked).where(tables.unpacked.c.seq.in_(taken)))
    if pack.late:
        added = [{"workspace": pack.workspace, "seq": seq} for seq in pack.late]
        tx.conn.execute(insert(tables.unpacked), added)
    return True


def write_pack(tx: Tx, described: Mapping[str, int], columns: Sequence[Cells]) -> None:
    """Give a pack the next number, and write it."""
    mine = (described["workspace"],)
    last = ask(tx.conn, Clause("SELECT max(number) FROM packs WHERE workspace = ?", mine)).scalar()
    number = (last or 0) + 1
    tx.conn.execute(insert(tables.packs), {**described, "number": number})
    made = [{**column, "pack": number} for column in columns]
    tx.conn.execute(insert(tables.pack_columns), made)


def unpack(tx: Tx, workspace: int, *seqs: int) -> None:
    """Runs have changed although they had ended: they are looked at one by one from now on."""
    taken = take_out(tx, workspace, seqs)
    if taken:
        late = [{"workspace": workspace, "seq": seq} for seq in sorted(taken)]
        tx.conn.execute(insert(tables.unpacked), late)


def take_out(tx: Tx, workspace: int, seqs: Collection[int]) -> set[int]:
    """Runs are in packs no more; those that were. Their words stay there until the packs are
    written anew."""
    count_change(tx, workspace)
    reader = PackReader(tx.conn, workspace, no_texts)
    taken: set[int] = set()
    for pack in reader.list():
        near = {seq for seq in seqs if pack.first_seq <= seq <= pack.last_seq}
        numbers = reader.numbers(pack, SEQ) if near else None
        gone = numbers.among(near) & ~pack.gone if numbers else 0
        if numbers and gone:
            taken.update(numbers.largest(gone, len(near), None))
            _mark(tx, workspace, pack, pack.gone | gone)
    return taken


def _mark(tx: Tx, workspace: int, pack: Pack, gone: Mask) -> None:
    columns = tables.pack_columns
    row = {"workspace": workspace, "pack": pack.number, "name": GONE}
    mine = [columns.c[name] == value for name, value in row.items()]
    codes = gone.to_bytes(pack.size, "little")
    tx.conn.execute(delete(columns).where(*mine))
    tx.conn.execute(insert(columns), {**row, "filled": count(gone), "codes": codes, "texts": b""})


def forget_packs(tx: Tx, workspace: int) -> None:
    """Runs are looked at one by one until there are packs again, which come by themselves."""
    count_change(tx, workspace)
    _forget(tx, workspace)


def count_change(tx: Tx, workspace: int) -> None:
    """A pack that somebody is making of what was there before is not written."""
    one_packer(tx, workspace)
    packers = tables.packers
    changed = update(packers).where(packers.c.workspace == workspace)
    tx.conn.execute(changed.values(changes=packers.c.changes + 1))


def _forget(tx: Tx, workspace: int) -> None:
    for table in (tables.packs, tables.pack_columns, tables.unpacked):
        tx.conn.execute(delete(table).where(table.c.workspace == workspace))


def _described(pack: NewPack) -> dict[str, int]:
    numbers = [row[SEQ] for row in pack.runs]
    return {
        "workspace": pack.workspace,
        "size": len(pack.runs),
        "first_seq": min(numbers),
        "last_seq": max(numbers),
        "first_created": pack.runs[0][Field.CREATED.value],
        "last_created": pack.runs[-1][Field.CREATED.value],
        "packed_to": pack.packed_to,
    }


def columns_of(pack: NewPack) -> Sequence[Cells]:
    """The columns of a pack, as rows of their table. What nobody has makes no column."""
    runs = pack.runs
    columns = {name: [run[name] for run in runs] for name in (SEQ, *(f.value for f in Field))}
    keys = {key for run in runs for key in run["tags"]}
    columns |= {tag_column(key): [run["tags"].get(key) for run in runs] for key in sorted(keys)}
    made = [column_of(name, values) for name, values in columns.items()]
    return [{**column, "workspace": pack.workspace} for column in made if column["filled"]]


def column_of(name: str, values: Sequence[Any]) -> dict[str, Any]:
    """One column, as a row of their table."""
    filled = sum(value is not None for value in values)
    if name in NUMBERS:
        codes, texts = Numbers.of(values).written(), b""
    else:
        words = Words.of(values)
        codes, texts = words.codes, words.texts
    return {"name": name, "filled": filled, "codes": codes, "texts": texts}
