"""Limits in SQL: active runs are counted from the claimed jobs, which is correct after a crash.

Claims under limits exclude each other. The end of a run only frees places, so it needs no lock.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime

import msgspec
from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    and_,
    bindparam,
    delete,
    func,
    insert,
    literal_column,
    select,
    update,
)

from runwhy.core.json import compact_json
from runwhy.core.queue.limits import Limits, LimitUse
from runwhy.ports import JOBS_TOPIC, Hold
from runwhy.stores import tables
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.prepared_statements import PreparedStatement

AT_WORK, IDLE, RESUMING = 0, 1, 2  # values of `idle`

_jobs, _starts = tables.jobs, tables.run_starts
_read_keys = msgspec.json.Decoder(tuple[str, ...]).decode

_AT_WORK = PreparedStatement(
    select(_jobs.c.limit_keys, _jobs.c.idle, func.count())
    .where(_jobs.c.worker.is_not(None), _jobs.c.limit_keys != literal_column("''"))
    .group_by(_jobs.c.limit_keys, _jobs.c.idle)
)
_STARTS = PreparedStatement(
    select(_starts.c.key, _starts.c.at).where(_starts.c.at > bindparam("since", type_=BigInteger))
)
_ADD_START = PreparedStatement(insert(_starts), "key", "at")


def keys_of(column: str) -> tuple[str, ...]:
    """Return the limit keys of a job from its column."""
    return _read_keys(column) if column else ()


def column_of(keys: Sequence[str]) -> str:
    """Return the column of a job with these limit keys."""
    return compact_json(keys) if keys else ""


def count_at_work(conn: Connection, *, resuming: bool = True) -> Counter[str]:
    """Count the runs that hold places, by limit key, with those that are about to continue.

    Runs that wait for their client or for another run do not count.
    """
    held: Counter[str] = Counter()
    for row in _AT_WORK(conn, {}).all():
        if row[1] == AT_WORK or (resuming and row[1] == RESUMING):
            for key in keys_of(row[0]):
                held[key] += row[2]
    return held


def recent_starts(conn: Connection, limits: Limits, now: int) -> Mapping[str, Sequence[int]]:
    """Return when runs started in the longest period of a start rate, by limit key."""
    found: dict[str, list[int]] = {}
    if limits.longest:
        for key, at in _STARTS(conn, {"since": now - limits.longest * 1000}).all():
            found.setdefault(key, []).append(at)
    return found


def note_starts(tx: Tx, limits: Limits, keys: Sequence[str], now: int) -> None:
    """Record the start of a run under limits with a start rate, and forget old starts."""
    limited = [key for key in keys if (found := limits.limit_of(key)) and found.starts is not None]
    if limited:
        _ADD_START(tx.conn, [{"key": key, "at": now} for key in limited])
        old = _starts.c.at <= now - limits.longest * 1000
        tx.conn.execute(delete(_starts).where(old))


def read_use(tx: Tx, limits: Limits, *, at: datetime) -> LimitUse:
    """Return the use of the limits."""
    if not limits.by_name:
        return LimitUse(limits=limits)
    now = now_of(tx, at)
    starts = recent_starts(tx.conn, limits, now)
    return LimitUse(limits=limits, running=count_at_work(tx.conn), starts=starts, now=now)


def set_idle(tx: Tx, hold: Hold) -> None:
    """Give up the places of a run that waits for its client or for another run."""
    mine = and_(is_mine(hold), _jobs.c.limit_keys != "", _jobs.c.idle == AT_WORK)
    if tx.conn.execute(update(_jobs).where(mine).values(idle=IDLE)).rowcount:
        tx.notify(JOBS_TOPIC)


def end_idle(tx: Tx, hold: Hold, limits: Limits) -> bool:
    """Take the places of a run again; return False while others have them.

    From the first try on, no new run gets one of these places.
    """
    query = select(_jobs.c.limit_keys).where(is_mine(hold), _jobs.c.idle != AT_WORK)
    job = tx.conn.execute(query).first()
    if job is None:
        return True
    granted = False
    if tx.dialect.lock_limits(tx.conn):
        granted = has_room(tx.conn, limits, keys_of(job.limit_keys))
    state = AT_WORK if granted else RESUMING
    tx.conn.execute(update(_jobs).where(is_mine(hold)).values(idle=state))
    return granted


def has_room(conn: Connection, limits: Limits, keys: Sequence[str]) -> bool:
    """Whether a run that continues can have its places; the limits are locked."""
    held = count_at_work(conn, resuming=False)
    found = [(key, limits.limit_of(key)) for key in keys]
    most = {key: limit.running for key, limit in found if limit and limit.running is not None}
    return all(held[key] < limit for key, limit in most.items())


def is_mine(hold: Hold) -> ColumnElement[bool]:
    """Whether a job is claimed with this lease."""
    return and_(
        _jobs.c.run_id == hold.run_id,
        _jobs.c.worker == hold.worker,
        _jobs.c.attempt == hold.attempt,
    )


def now_of(tx: Tx, at: datetime) -> int:
    """Return the time in milliseconds, from one clock for all servers."""
    now = tx.dialect.now_ms(at)
    return now if isinstance(now, int) else int(tx.conn.execute(select(now)).scalar_one())
