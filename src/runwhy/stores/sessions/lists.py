"""Session lists, most recently used first, with stable pages while sessions are used."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from runwhy.core.queries import Text, terms
from runwhy.core.runs.provenance import PERSONAL_TRIGGERS
from runwhy.core.runs.tags import Tags
from runwhy.core.sessions.session import Session
from runwhy.ports import SessionFilter, SessionPage
from runwhy.stores.sessions.sessions import records
from runwhy.stores.sql import rows
from runwhy.stores.sql.agent_names import resolve_agents
from runwhy.stores.sql.clauses import Clause, execute, select_where
from runwhy.stores.sql.conditions import SESSIONS, SESSIONS_WITHOUT_USAGE, Conditions, SearchDialect
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.tag_index import needed_tags

Place = tuple[int, int]  # when a session was last used, and its number

# The last use of a session up to a moment, for sessions that were used again later. Each use is a
# run that a person requested.
_PERSONAL = ", ".join("?" for _ in PERSONAL_TRIGGERS)
_LAST_USE_THEN = f"""coalesce(
    (SELECT max(runs.created_at) FROM runs
     WHERE runs.session_id = sessions.id AND runs.created_at <= ?
       AND runs.trigger IN ({_PERSONAL})), sessions.created_at)"""  # noqa: S608


class _ListedSession(NamedTuple):
    used: int
    seq: int
    session: Session


def list_sessions(
    tx: Tx,
    workspace: int,
    filter: SessionFilter,
    *,
    limit: int,
    offset: int = 0,
    before: tuple[int, int] | None = None,
    as_of: int | None = None,
) -> SessionPage:
    """Return the sessions that match the filter.

    With `as_of`, they are in the order of that moment, so that a session that is used while a
    client reads page by page is neither skipped nor repeated.
    """
    tx.dialect.search.use_snapshot(tx.conn)
    mine = Clause("workspace = ?", (workspace,))
    where = mine & _condition(tx, workspace, filter)
    total: int = execute(tx.conn, select_where("count(*) FROM sessions", where)).scalar()
    if as_of is None:
        newest = select_where("max(last_used_at) FROM sessions", mine)
        as_of = execute(tx.conn, newest).scalar() or 0
    found = _unused_since(tx, where, as_of, before, offset + limit)
    found += _used_since(tx, where, as_of, before)
    page = sorted(found, key=lambda each: each[:2], reverse=True)[offset : offset + limit]
    return SessionPage(
        sessions=[each.session for each in page],
        places=[(each.used, each.seq) for each in page],
        total=total,
        as_of=as_of,
    )


def _condition(tx: Tx, workspace: int, filter: SessionFilter) -> Clause:
    search = tx.dialect.search
    query = resolve_agents(tx.conn, workspace, filter.effective_query)
    columns = SESSIONS_WITHOUT_USAGE if filter.within else SESSIONS
    condition = Conditions(search, columns).of(query)
    if filter.within and any(isinstance(term, Text) for term in terms(query)):
        condition &= _has_visible_label(search, filter.within)
    tags = needed_tags(query)
    return condition if tags is None else condition & search.having("sessions", workspace, tags)


def _has_visible_label(search: SearchDialect, within: Tags) -> Clause:
    """Exclude sessions that are labelled with a message the reader may not see.

    The text of a session contains its label, so that matches would reveal its words.
    """
    tags = " AND ".join(f"{search.tag('runs', key)} = ?" for key in within)
    labelled = f"SELECT 1 FROM runs WHERE runs.id = sessions.labelled_by AND {tags}"  # noqa: S608
    return Clause(f"(sessions.summary = '' OR EXISTS ({labelled}))", tuple(within.values()))


def _unused_since(
    tx: Tx, where: Clause, as_of: int, before: Place | None, most: int
) -> list[_ListedSession]:
    where &= Clause("last_used_at <= ?", (as_of,))
    if before is not None:
        where &= Clause("(last_used_at, seq) < (?, ?)", before)
    order = "ORDER BY last_used_at DESC, seq DESC LIMIT ?"
    return _read(tx, select_where("*, last_used_at AS used FROM sessions", where, order, most))


def _used_since(tx: Tx, where: Clause, as_of: int, before: Place | None) -> list[_ListedSession]:
    where &= Clause("last_used_at > ? AND created_at <= ?", (as_of, as_of))
    columns = Clause(f"*, {_LAST_USE_THEN} AS used FROM sessions", (as_of, *PERSONAL_TRIGGERS))
    query = select_where(columns.text, Clause(where.text, columns.values + where.values))
    return [each for each in _read(tx, query) if before is None or each[:2] < before]


def _read(tx: Tx, query: Clause) -> list[_ListedSession]:
    found: Sequence[rows.Row] = [
        rows.decode_tags(row) for row in execute(tx.conn, query).mappings()
    ]
    return [_ListedSession(row["used"], row["seq"], records.read(row)) for row in found]
