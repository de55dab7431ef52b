"""Vocabularies: the words in a part of a pack, so that text searches can skip the part.

A text can contain the search text only if each of its words is part of a word of the text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, insert

from runwhy.core.erasure import EraseMode
from runwhy.stores import tables
from runwhy.stores.accounts.erasure_receipts import is_under_way
from runwhy.stores.search.pack_writer import Cells, find_unpacked, lock_packs, record_change
from runwhy.stores.search.packs import IS_VOCABULARY, SEQ, VOCABULARY, Pack, PackReader, reject_text
from runwhy.stores.sql.clauses import Clause, execute, select_where
from runwhy.stores.sql.dialect import Tx

PART = 8000  # runs that share a vocabulary


@dataclass(frozen=True, slots=True, kw_only=True)
class Vocabularies:
    """Vocabularies of a pack that are ready to be written, unless the pack has changed."""

    workspace: int
    pack: Pack
    changes: int
    columns: Sequence[Cells]


def build_vocabularies(tx: Tx, workspace: int) -> Vocabularies | None:
    """Build the vocabularies of the newest pack without any; return None if all packs have them."""
    tx.dialect.search.use_snapshot(tx.conn)
    if is_under_way(tx.conn, workspace, *EraseMode):  # the words may be erased soon
        return None
    reader = PackReader(tx.conn, workspace, reject_text)
    mine = Clause("workspace = ?", (workspace,))
    known = {
        row[0]
        for row in execute(tx.conn, select_where("pack FROM pack_columns", mine & IS_VOCABULARY))
    }
    whole = (each for each in reader.list() if not each.gone)  # others are rewritten soon
    pack = next((each for each in whole if each.number not in known), None)
    if pack is None:
        return None
    numbers = sorted(seq for seq in reader.numbers(pack, SEQ).all() if seq is not None)
    parts = [numbers[start : start + PART] for start in range(0, len(numbers), PART)]
    of_pack = {"workspace": workspace, "pack": pack.number}
    return Vocabularies(
        workspace=workspace,
        pack=pack,
        changes=find_unpacked(tx.conn, workspace).changes,
        columns=[
            {**of_pack, "name": f"{VOCABULARY}{at}", **_vocabulary(tx.conn, part)}
            for at, part in enumerate(parts)
        ],
    )


def _vocabulary(conn: Connection, numbers: Sequence[int]) -> Cells:
    first, last, mine = numbers[0], numbers[-1], set(numbers)
    near = Clause("seq BETWEEN ? AND ?", (first, last))
    words: set[str] = set()
    for seq, text in execute(conn, select_where("seq, text FROM run_texts", near)):
        if seq in mine:
            words.update(text.split())
    texts = "\0".join(sorted(words)).encode()
    return {"filled": len(numbers), "codes": f"{first} {last}".encode(), "texts": texts}


def add_vocabularies(tx: Tx, built: Vocabularies) -> bool:
    """Write vocabularies; return False if the pack or its texts have changed since."""
    lock_packs(tx, built.workspace)
    pack = built.pack
    same = Clause(
        "workspace = ? AND number = ? AND first_seq = ? AND last_seq = ?",
        (built.workspace, pack.number, pack.first_seq, pack.last_seq),
    )
    exists = execute(tx.conn, select_where("number FROM packs", same)).first() is not None
    if not exists or find_unpacked(tx.conn, built.workspace).changes != built.changes:
        return False
    tx.conn.execute(insert(tables.pack_columns), [dict(each) for each in built.columns])
    return True


def delete_vocabularies(tx: Tx, workspace: int, seqs: Sequence[int]) -> None:
    """Delete the vocabularies of packs with erased texts; they are rebuilt later."""
    record_change(tx, workspace)
    mine = Clause("workspace = ?", (workspace,))
    near = mine & Clause("last_seq >= ? AND first_seq <= ?", (min(seqs), max(seqs)))
    packs = select_where("number FROM packs", near)
    text = f"DELETE FROM pack_columns WHERE {mine.text} AND {IS_VOCABULARY.text}"  # noqa: S608
    query = Clause(f"{text} AND pack IN ({packs.text})", mine.values + IS_VOCABULARY.values)
    execute(tx.conn, Clause(query.text, query.values + packs.values))
