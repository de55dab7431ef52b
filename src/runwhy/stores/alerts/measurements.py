"""Measurements of alerts in SQL: runs that have ended or were created, and open approvals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from runwhy.core.alerts.board import MeasuredRun, OpenApproval
from runwhy.core.alerts.preview import Asked
from runwhy.core.alerts.window import EndedRun, end_order
from runwhy.core.queries import (
    TIMES,
    Compare,
    Field,
    Moment,
    Op,
    Query,
    QuerySubject,
    all_of,
)
from runwhy.core.runs.run import Status, is_terminal
from runwhy.ports.alerts import NewRuns
from runwhy.stores.search.pack_rows import PackRows
from runwhy.stores.search.packs import SEQ
from runwhy.stores.search.run_ends import find_later_ends
from runwhy.stores.search.run_search import Finder
from runwhy.stores.sql import rows
from runwhy.stores.sql.clauses import Clause, execute, is_one_of, select_where
from runwhy.stores.sql.conditions import RUNS, Conditions
from runwhy.stores.sql.dialect import Tx

BATCH = 2000  # runs that are read in one query
_NAMES = (Field.FINISHED, Field.STATUS, Field.DURATION, Field.COST)
_COLUMNS = ", ".join(RUNS.fields[name] for name in _NAMES)
_FIELDS = ", ".join(f'{sql} AS "{name.value}"' for name, sql in RUNS.fields.items())
_SUBJECT = f"runs.seq, runs.workspace, runs.tags, {_FIELDS}"
_TEXT = f"{RUNS.text} AS search_text"
_SECONDS = frozenset({Field.DURATION, Field.FIRST_TOKEN})


def list_ended_matches(
    tx: Tx,
    workspace: int,
    query: Query,
    *,
    since: datetime,
    limit: int,
    ends: tuple[int, ...] | None = None,
) -> Sequence[EndedRun]:
    """Return the newest matching runs that have ended, in the order in which they ended.

    With `ends`, runs that ended after that snapshot are omitted. Raises: InvalidInput if it is too
    old.
    """
    found = [
        EndedRun(at, is_failed, duration, cost or 0)
        for at, is_failed, duration, cost in _ended(tx, workspace, query, since, ends)
    ]
    found.sort(key=end_order)
    return found[-limit:]


def _ended(
    tx: Tx, workspace: int, query: Query, since: datetime, ends: tuple[int, ...] | None
) -> Iterator[tuple[int, bool, int | None, int | None]]:
    bounded = all_of([query, Compare(Field.FINISHED, Op.GE, Moment(since))])
    finder = Finder(tx, workspace, bounded)
    matches = finder.matches()
    later = None if ends is None else find_later_ends(tx, ends)
    then = "" if later is None else later.excluded
    for where in matches.rows:
        for at, status, lasted, cost in execute(
            tx.conn, select_where(f"{_COLUMNS} FROM runs", where, then)
        ):
            yield at, status == Status.FAILED.value, lasted, cost
    names = {name.value: name is Field.STATUS for name in _NAMES}
    for pack, all_matches in matches.packs:
        finder.reader.read([pack], names)
        mask = all_matches
        if later is not None and later.seqs:
            mask &= ~finder.reader.numbers(pack, SEQ).among(later.seqs)
        found = PackRows(pack, mask)
        times = found.numbers(Field.FINISHED.value)
        assert times is not None  # packs have only ended runs
        columns: list[Sequence[Any]] = [times[0].tolist()]
        columns.append(found.have_status([Status.FAILED]).tolist())
        for name in (Field.DURATION, Field.COST):
            numbers = found.numbers(name.value)
            if numbers is None:
                columns.append([None] * found.size)
            else:
                pairs = zip(numbers[0].tolist(), numbers[1].tolist(), strict=True)
                columns.append([number if known else None for number, known in pairs])
        yield from zip(*columns, strict=True)
        pack.words.clear()
        pack.numbers.clear()


def list_created_matches(
    tx: Tx, workspace: int, query: Query, *, since: datetime, limit: int
) -> Sequence[int]:
    """Return when the newest matching runs were created, in order, in ms."""
    bounded = all_of([query, Compare(Field.CREATED, Op.GE, Moment(since))])
    finder = Finder(tx, workspace, bounded)
    found: list[int] = []
    matches = finder.matches()
    for where in matches.rows:
        created = execute(tx.conn, select_where("created_at FROM runs", where))
        found += [row[0] for row in created]
    for pack, mask in matches.packs:
        finder.reader.read([pack], {Field.CREATED.value: False})
        times = PackRows(pack, mask).numbers(Field.CREATED.value)
        found += [] if times is None else times[0].tolist()
        pack.numbers.clear()
    return sorted(found)[-limit:]


def newest_created(tx: Tx, workspace: int, query: Query) -> int | None:
    """Return when the newest matching run was created, in ms."""
    newest = is_one_of("runs.seq", Finder(tx, workspace, query).newest(1, None))
    last = execute(tx.conn, select_where("max(created_at) FROM runs", newest)).scalar()
    return None if last is None else int(last)


def list_asked(
    tx: Tx, workspace: int, query: Query, *, since: datetime, limit: int
) -> Sequence[Asked]:
    """Return the newest requests for approval of matching runs, oldest first."""
    where = Clause("runs.workspace = ?", (workspace,))
    where &= Clause("approvals.asked_at >= ?", (rows.to_ms(since - timedelta(days=31)),))
    where &= Clause(
        "(coalesce(approvals.decided_at, runs.finished_at) IS NULL"
        " OR coalesce(approvals.decided_at, runs.finished_at) >= ?)",
        (rows.to_ms(since),),
    )
    where &= Conditions(tx.dialect.search, RUNS).of(query)
    what = (
        "approvals.asked_at, coalesce(approvals.decided_at, runs.finished_at)"
        " FROM approvals JOIN runs ON runs.id = approvals.run_id"
    )
    newest = select_where(what, where, "ORDER BY approvals.asked_at DESC LIMIT ?", limit)
    return sorted(Asked(at, until) for at, until in execute(tx.conn, newest))


def new_runs(
    tx: Tx,
    workspaces: Sequence[int],
    ends: tuple[int, ...] | None,
    *,
    created_after: int | None,
    with_text: bool,
) -> NewRuns:
    """Return the runs that ended since a snapshot, and those created after a number.

    Without a snapshot, no runs are returned, but where to begin. Raises: InvalidInput if too many
    runs have ended since.
    """
    search = tx.dialect.search
    search.use_snapshot(tx.conn)
    seen = search.ends_seen(tx.conn)
    last: int = execute(tx.conn, Clause("SELECT max(seq) FROM runs")).scalar() or 0
    what = f"{_SUBJECT}, {_TEXT}" if with_text else _SUBJECT
    mine = is_one_of("runs.workspace", workspaces)
    ended: list[MeasuredRun] = []
    if ends is not None and seen != ends:
        seqs = sorted(find_later_ends(tx, ends).seqs)
        for start in range(0, len(seqs), BATCH):
            some = mine & is_one_of("runs.seq", seqs[start : start + BATCH])
            ended += _measured(tx, select_where(f"{what} FROM runs", some))
    created: list[MeasuredRun] = []
    if created_after is not None and created_after < last:
        some = mine & Clause("runs.seq > ?", (created_after,))
        created = _measured(tx, select_where(f"{what} FROM runs", some))
    return NewRuns(ends=seen, last=last, ended=ended, created=created)


def list_open_approvals(tx: Tx, workspaces: Sequence[int]) -> Sequence[OpenApproval]:
    """Return the requests for approval that wait, with their runs. There are few."""
    where = is_one_of("jobs.workspace", workspaces) & Clause("jobs.worker IS NOT NULL")
    where &= Clause("runs.status = ?", (Status.WAITING.value,))
    where &= Clause("approvals.decision IS NULL")
    what = (
        f"approvals.asked_at AS asked_at, {_SUBJECT} FROM jobs"
        " JOIN runs ON runs.id = jobs.run_id JOIN approvals ON approvals.run_id = jobs.run_id"
    )
    found = execute(tx.conn, select_where(what, where)).mappings()
    return [OpenApproval(run=_run(dict(row)), asked=row["asked_at"]) for row in found]


def _measured(tx: Tx, statement: Clause) -> list[MeasuredRun]:
    return [_run(dict(row)) for row in execute(tx.conn, statement).mappings()]


def _run(row: dict[str, Any]) -> MeasuredRun:
    values = rows.decode_tags(row)
    fields: dict[str, Any] = {name.value.replace(".", "_"): values[name.value] for name in Field}
    for name in TIMES:
        if fields[name.value] is not None:
            fields[name.value] = rows.from_ms(fields[name.value])
    for name in _SECONDS:
        if fields[name.value] is not None:
            fields[name.value] /= 1000
    status = Status(values["status"])
    return MeasuredRun(
        workspace=values["workspace"],
        subject=QuerySubject(tags=values["tags"], text=values.get("search_text") or "", **fields),
        created=values["created"],
        ended=EndedRun(
            values["finished"], status is Status.FAILED, values["duration"], values["cost"] or 0
        )
        if is_terminal(status) and values["finished"] is not None
        else None,
    )
