"""Which runs have ended since the first page of a sorted list was read."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass

from sqlalchemy import Connection

from runwhy.errors import InvalidInput, Problem
from runwhy.stores.sql.clauses import Clause, execute
from runwhy.stores.sql.dialect import Tx

KEPT = 100_000  # ends that are kept; a cursor is valid until as many more runs have ended
_MARGIN = 1000  # an open transaction may have a number that is lower by this many


@dataclass(frozen=True, slots=True, kw_only=True)
class LaterEnds:
    """The runs that ended after a snapshot, and a condition that excludes them."""

    seqs: Set[int]
    excluded: str


def find_later_ends(tx: Tx, ends: tuple[int, ...]) -> LaterEnds:
    """Return the runs that ended after a snapshot, identified by `ends`. Raises: InvalidInput."""
    try:
        since = tx.dialect.search.ended_since(ends)
    except ValueError:
        raise InvalidInput([Problem("cursor", "is not a cursor of this list")]) from None
    oldest = execute(tx.conn, Clause("SELECT min(number) FROM run_ends")).scalar() or 1
    if oldest > 1 and ends[0] < oldest + _MARGIN:
        rule = f"is too old: {KEPT:,} runs have ended since its first page; start from there"
        raise InvalidInput([Problem("cursor", rule)])
    later = f"SELECT run_seq FROM run_ends WHERE {since}"  # noqa: S608 (numbers)
    seqs = {seq for (seq,) in execute(tx.conn, Clause(later))}
    return LaterEnds(seqs=seqs, excluded=f" AND runs.seq NOT IN ({later})" if seqs else "")


def forget_ends(conn: Connection) -> None:
    """Delete all but the last ends."""
    last = "(SELECT max(number) FROM run_ends)"
    execute(conn, Clause(f"DELETE FROM run_ends WHERE number <= {last} - {KEPT}"))  # noqa: S608
