"""Vocabularies: the words said in a part of a pack, so that the part is passed over in a search.

A text contains what is sought only if each word of it lies within a word of the text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, insert

from runwhy.core.erasure import EraseMode
from runwhy.stores import tables
from runwhy.stores.accounts.erasure_receipts import is_under_way
from runwhy.stores.search.pack_writer import Cells, count_change, left_over, one_packer
from runwhy.stores.search.packs import OF_WORDS, SEQ, WORDS, Pack, PackReader, no_texts
from runwhy.stores.sql.clauses import Clause, ask, choose
from runwhy.stores.sql.dialect import Tx

PART = 8000  # runs that have a vocabulary in common


@dataclass(frozen=True, slots=True, kw_only=True)
class Learned:
    """The vocabularies of a pack, ready to be written, unless something has changed meanwhile."""

    workspace: int
    pack: Pack
    changes: int
    columns: Sequence[Cells]


def learn(tx: Tx, workspace: int) -> Learned | None:
    """What was said in the newest pack of which that is not known; None when it is of all."""
    tx.dialect.search.hold_still(tx.conn)
    if is_under_way(tx.conn, workspace, *EraseMode):  # it would have to be forgotten again
        return None
    reader = PackReader(tx.conn, workspace, no_texts)
    mine = Clause("workspace = ?", (workspace,))
    known = {row[0] for row in ask(tx.conn, choose("pack FROM pack_columns", mine & OF_WORDS))}
    whole = (each for each in reader.list() if not each.gone)  # else it is soon written anew
    pack = next((each for each in whole if each.number not in known), None)
    if pack is None:
        return None
    numbers = sorted(seq for seq in reader.numbers(pack, SEQ).all() if seq is not None)
    parts = [numbers[start : start + PART] for start in range(0, len(numbers), PART)]
    of_pack = {"workspace": workspace, "pack": pack.number}
    return Learned(
        workspace=workspace,
        pack=pack,
        changes=left_over(tx.conn, workspace).changes,
        columns=[
            {**of_pack, "name": f"{WORDS}{at}", **_vocabulary(tx.conn, part)}
            for at, part in enumerate(parts)
        ],
    )


def _vocabulary(conn: Connection, numbers: Sequence[int]) -> Cells:
    first, last, mine = numbers[0], numbers[-1], set(numbers)
    near = Clause("seq BETWEEN ? AND ?", (first, last))
    words: set[str] = set()
    for seq, text in ask(conn, choose("seq, text FROM run_texts", near)):
        if seq in mine:
            words.update(text.split())
    told = "\0".join(sorted(words)).encode()
    return {"filled": len(numbers), "codes": f"{first} {last}".encode(), "texts": told}


def add_learned(tx: Tx, learned: Learned) -> bool:
    """Write vocabularies; False when the pack, or what was said in it, is no longer the same."""
    one_packer(tx, learned.workspace)
    pack = learned.pack
    same = Clause(
        "workspace = ? AND number = ? AND first_seq = ? AND last_seq = ?",
        (learned.workspace, pack.number, pack.first_seq, pack.last_seq),
    )
    is_there = ask(tx.conn, choose("number FROM packs", same)).first() is not None
    if not is_there or left_over(tx.conn, learned.workspace).changes != learned.changes:
        return False
    tx.conn.execute(insert(tables.pack_columns), [dict(each) for each in learned.columns])
    return True


def forget_words(tx: Tx, workspace: int, seqs: Sequence[int]) -> None:
    """What these runs said is gone: the vocabularies of their packs are, until they are learned."""
    count_change(tx, workspace)
    mine = Clause("workspace = ?", (workspace,))
    near = mine & Clause("last_seq >= ? AND first_seq <= ?", (min(seqs), max(seqs)))
    packs = choose("number FROM packs", near)
    text = f"DELETE FROM pack_columns WHERE {mine.text} AND {OF_WORDS.text}"  # noqa: S608
    query = Clause(f"{text} AND pack IN ({packs.text})", mine.values + OF_WORDS.values)
    ask(tx.conn, Clause(query.text, query.values + packs.values))
