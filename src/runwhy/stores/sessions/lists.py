"""Lists sessions, most recently used first; a place in the list holds while they are used."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from runwhy.core.runs.provenance import PERSONAL_TRIGGERS
from runwhy.core.sessions.session import Session
from runwhy.ports import SessionFilter, SessionPage
from runwhy.stores.sql import rows
from runwhy.stores.sql.clauses import Clause, ask, choose
from runwhy.stores.sql.conditions import SESSIONS, Conditions
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.tag_index import needed_tags

Place = tuple[int, int]  # when a session was last used, and its number

# When a session was last used at a moment since which it was used again: each use is a run
# that a person asked for.
_PERSONAL = ", ".join("?" for _ in PERSONAL_TRIGGERS)
_USED_THEN = f"""coalesce(
    (SELECT max(runs.created_at) FROM runs
     WHERE runs.session_id = sessions.id AND runs.created_at <= ?
       AND runs.trigger IN ({_PERSONAL})), sessions.created_at)"""  # noqa: S608


class _Found(NamedTuple):
    used: int
    seq: int
    session: Session


def list_sessions(
    tx: Tx,
    workspace: int,
    filter: SessionFilter,
    limit: int,
    offset: int,
    before: Place | None,
    as_of: int | None,
) -> SessionPage:
    """Sessions that the filter asks for. With `as_of`, in the order of that moment, so that who
    reads page by page misses none that moved to the front, and meets none twice."""
    tx.dialect.search.hold_still(tx.conn)
    mine = Clause("workspace = ?", (workspace,))
    where = mine & _condition(tx, workspace, filter)
    total: int = ask(tx.conn, choose("count(*) FROM sessions", where)).scalar_one()
    if as_of is None:
        newest = choose("max(last_used_at) FROM sessions", mine)
        as_of = ask(tx.conn, newest).scalar() or 0
    found = _unmoved(tx, where, as_of, before, offset + limit)
    found += _moved(tx, where, as_of, before)
    page = sorted(found, key=lambda each: each[:2], reverse=True)[offset : offset + limit]
    return SessionPage(
        sessions=[each.session for each in page],
        places=[(each.used, each.seq) for each in page],
        total=total,
        as_of=as_of,
    )


def _condition(tx: Tx, workspace: int, filter: SessionFilter) -> Clause:
    search, query = tx.dialect.search, filter.asked
    condition = Conditions(search, SESSIONS).of(query)
    tags = needed_tags(query)
    return condition if tags is None else condition & search.having("sessions", workspace, tags)


def _unmoved(tx: Tx, where: Clause, as_of: int, before: Place | None, most: int) -> list[_Found]:
    where &= Clause("last_used_at <= ?", (as_of,))
    if before is not None:
        where &= Clause("(last_used_at, seq) < (?, ?)", before)
    order = "ORDER BY last_used_at DESC, seq DESC LIMIT ?"
    return _read(tx, choose("*, last_used_at AS used FROM sessions", where, order, most))


def _moved(tx: Tx, where: Clause, as_of: int, before: Place | None) -> list[_Found]:
    where &= Clause("last_used_at > ? AND created_at <= ?", (as_of, as_of))
    columns = Clause(f"*, {_USED_THEN} AS used FROM sessions", (as_of, *PERSONAL_TRIGGERS))
    query = choose(columns.text, Clause(where.text, columns.values + where.values))
    return [each for each in _read(tx, query) if before is None or each[:2] < before]


def _read(tx: Tx, query: Clause) -> list[_Found]:
    found: Sequence[rows.Row] = [rows.with_tags_read(row) for row in ask(tx.conn, query).mappings()]
    return [_Found(row["used"], row["seq"], rows.session_of(row)) for row in found]
