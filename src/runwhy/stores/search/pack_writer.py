"""Packing of ended runs, oldest first, as soon as there are enough for a pack."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from runwhy.core.erasure import EraseMode
from runwhy.core.queries import Field
from runwhy.core.runs.run import Status, is_terminal
from runwhy.stores import tables
from runwhy.stores.accounts.erasure_receipts import is_under_way
from runwhy.stores.search.columns import Mask, NumberColumn, TextColumn, count
from runwhy.stores.search.packs import GONE, NUMBERS, SEQ, Pack, PackReader, reject_text, tag_column
from runwhy.stores.search.run_ends import forget_ends
from runwhy.stores.search.run_search import late_runs
from runwhy.stores.sql import rows
from runwhy.stores.sql.clauses import Clause, execute, is_one_of, join_clauses, select_where
from runwhy.stores.sql.conditions import RUNS
from runwhy.stores.sql.dialect import Tx

PACK = 8000  # runs in a small pack
MAX_BACKLOG = 100_000  # unpacked runs are counted up to this number
_ENDED = is_one_of("status", [status.value for status in Status if is_terminal(status)])
_COLUMNS = ", ".join(["seq", "tags", *(f'{sql} AS "{f.value}"' for f, sql in RUNS.fields.items())])

Cells = rows.Row


@dataclass(frozen=True, slots=True)
class Unpacked:
    """Runs that are in no pack: all after `mark`, and the `late` ones before it."""

    mark: int
    late: Sequence[int]
    changes: int  # counts changes of ended runs that were in packs


@dataclass(frozen=True, slots=True, kw_only=True)
class NewPack:
    """A pack that is ready to be written, if the state it is based on has not changed."""

    workspace: int
    based_on: Unpacked  # the state it was built from
    packed_to: int
    runs: Sequence[Cells]
    late: Sequence[int]  # runs that are still open, though newer ones are in the pack


def is_due(conn: Connection, workspace: int, size: int) -> bool:
    """Return whether there may be enough runs for a pack; cheap, because it is called often."""
    if is_under_way(conn, workspace, EraseMode.ALL):  # the pack would be outdated immediately
        return False
    left = find_unpacked(conn, workspace)
    behind = Clause("workspace = ? AND seq > ?", (workspace, left.mark))
    place = max(0, size - len(left.late) - 1)
    last = select_where("seq FROM runs", behind, "ORDER BY seq LIMIT 1 OFFSET ?", place)
    return execute(conn, last).first() is not None


def backlog(conn: Connection, most: int = MAX_BACKLOG) -> int:
    """Return how many runs are in no pack in all workspaces, counted up to about `most`."""
    total = 0
    for (workspace,) in execute(conn, Clause("SELECT id FROM workspaces", ())).all():
        left = find_unpacked(conn, workspace)
        behind = Clause("workspace = ? AND seq > ?", (workspace, left.mark))
        some = select_where("1 FROM runs", behind, "LIMIT ?", most)
        counted = Clause(f"SELECT count(*) FROM ({some.text}) AS found", some.values)  # noqa: S608
        total += execute(conn, counted).scalar() + len(left.late)
        if total >= most:
            break
    return total


def plan_pack(tx: Tx, workspace: int, last_run: int, size: int) -> NewPack | None:
    """Plan a pack of the oldest unpacked runs that have ended; return None if there are too few."""
    tx.dialect.search.use_snapshot(tx.conn)
    state = find_unpacked(tx.conn, workspace)
    behind = Clause("workspace = ? AND seq > ? AND seq <= ?", (workspace, state.mark, last_run))
    free = join_clauses("OR", [behind, is_one_of("seq", state.late)]) & _ENDED
    query = select_where(f"{_COLUMNS} FROM runs", free, "ORDER BY seq LIMIT ?", size)
    found = execute(tx.conn, query).mappings()
    if len(found) < size:
        return None
    chosen = {row[SEQ] for row in found}
    packed_to = max(state.mark, *chosen)
    between = execute(tx.conn, select_where("seq FROM runs", behind, "AND seq <= ?", packed_to))
    return NewPack(
        workspace=workspace,
        based_on=state,
        packed_to=packed_to,
        runs=_in_order(found),
        late=[seq for (seq,) in between if seq not in chosen],
    )


def find_unpacked(conn: Connection, workspace: int) -> Unpacked:
    """Return up to which run packs reach, and which earlier runs are in none."""
    mark = Clause("SELECT max(packed_to) FROM packs WHERE workspace = ?", (workspace,))
    changes = Clause("SELECT changes FROM packers WHERE workspace = ?", (workspace,))
    return Unpacked(
        mark=execute(conn, mark).scalar() or 0,
        late=late_runs(conn, workspace),
        changes=execute(conn, changes).scalar() or 0,
    )


def lock_packs(tx: Tx, workspace: int) -> None:
    """Lock the packs of a workspace until the commit."""
    packers = tables.packers
    tx.conn.execute(tx.dialect.insert_or_ignore(packers), {"workspace": workspace, "changes": 0})
    row = select(packers.c.changes).where(packers.c.workspace == workspace)
    tx.conn.execute(tx.dialect.locked(row))


def _in_order(found: Sequence[Cells]) -> Sequence[Cells]:
    """Sort rows by time, and decode their tags."""
    read = [rows.decode_tags(row) for row in found]
    return sorted(read, key=lambda row: (row[Field.CREATED.value], row[SEQ]))


def add_pack(tx: Tx, pack: NewPack, columns: Sequence[Cells]) -> bool:
    """Write a pack; return False if packs or runs have changed since it was planned."""
    lock_packs(tx, pack.workspace)
    if find_unpacked(tx.conn, pack.workspace) != pack.based_on:
        return False
    write_pack(tx, _pack_row(pack), columns)
    if pack.based_on.late:
        taken = [row[SEQ] for row in pack.runs if row[SEQ] <= pack.based_on.mark]
        tx.conn.execute(delete(tables.unpacked).where(tables.unpacked.c.seq.in_(taken)))
    if pack.late:
        added = [{"workspace": pack.workspace, "seq": seq} for seq in pack.late]
        tx.conn.execute(insert(tables.unpacked), added)
    forget_ends(tx.conn)
    return True


def write_pack(tx: Tx, described: Mapping[str, int], columns: Sequence[Cells]) -> None:
    """Write a pack under the next number."""
    mine = (described["workspace"],)
    last = execute(
        tx.conn, Clause("SELECT max(number) FROM packs WHERE workspace = ?", mine)
    ).scalar()
    number = (last or 0) + 1
    tx.conn.execute(insert(tables.packs), {**described, "number": number})
    made = [{**column, "pack": number} for column in columns]
    tx.conn.execute(insert(tables.pack_columns), made)


def unpack(tx: Tx, workspace: int, *seqs: int) -> None:
    """Take runs out of their packs, because they changed after they had ended."""
    taken = remove_from_packs(tx, workspace, seqs)
    if taken:
        late = [{"workspace": workspace, "seq": seq} for seq in sorted(taken)]
        tx.conn.execute(insert(tables.unpacked), late)


def remove_from_packs(tx: Tx, workspace: int, seqs: Collection[int]) -> set[int]:
    """Mark runs as removed from packs, and return those that were in one.

    Their values stay stored until the packs are rewritten.
    """
    record_change(tx, workspace)
    reader = PackReader(tx.conn, workspace, reject_text)
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


def record_change(tx: Tx, workspace: int) -> None:
    """Increment the change counter, so that packs built from the earlier state are not written."""
    lock_packs(tx, workspace)
    packers = tables.packers
    changed = update(packers).where(packers.c.workspace == workspace)
    tx.conn.execute(changed.values(changes=packers.c.changes + 1))


def _pack_row(pack: NewPack) -> dict[str, int]:
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
    """Return the rows of those columns of a pack that have values."""
    runs = pack.runs
    names = (SEQ, *(field.value for field in Field))
    columns = {name: list(map(itemgetter(name), runs)) for name in names}
    tags = [run["tags"] for run in runs]
    keys = sorted(set().union(*tags))
    columns |= {tag_column(key): [each.get(key) for each in tags] for key in keys}
    made = [column_of(name, values) for name, values in columns.items()]
    return [{**column, "workspace": pack.workspace} for column in made if column["filled"]]


def column_of(name: str, values: Sequence[Any]) -> dict[str, Any]:
    """Return one column as a row of `pack_columns`."""
    filled = len(values) - values.count(None)
    if name in NUMBERS:
        codes, texts = NumberColumn.of(values).to_bytes(), b""
    else:
        words = TextColumn.of(values)
        codes, texts = words.codes, words.texts
    return {"name": name, "filled": filled, "codes": codes, "texts": texts}
