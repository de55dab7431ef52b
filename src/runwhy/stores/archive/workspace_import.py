"""Import of a workspace archive into a database, in batches, with a check of the result."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, LargeBinary, func, insert, select, update
from sqlalchemy.exc import DataError, IntegrityError, InterfaceError, ProgrammingError

from runwhy.errors import Conflict, InvalidInput, Problem
from runwhy.stores import tables
from runwhy.stores.archive.archive_layout import BY_NAME, SECTIONS, Section, Walked
from runwhy.stores.archive.archives import Head, Line, SumBuilder, Sums, lines_of
from runwhy.stores.runs import lanes
from runwhy.stores.sql import rows
from runwhy.stores.sql.dialect import Tx

_moves, _workspaces = tables.moves, tables.workspaces
_OWNERS = {
    "run_id": tables.runs,
    "session_id": tables.sessions,
    "trigger_id": tables.triggers,
    "subscription_id": tables.subscriptions,
    "space": tables.memory_spaces,
}
# Exceptions that the rows of a manipulated file can cause.
_UNUSABLE = (
    *(ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError),
    *(DataError, InterfaceError, ProgrammingError),
)
HEARTBEAT_TIMEOUT = 30_000  # milliseconds after which a worker does not count as alive


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """Progress of an import: how many rows are written, and by how much numbers are shifted."""

    id: str
    workspace: int
    shift: int
    done: int = 0
    finished: bool = False


def begin(tx: Tx, head: Head, slug: str, at: datetime) -> Move:
    """Start or resume an import. Raises: Conflict."""
    row = tx.conn.execute(select(_moves).where(_moves.c.id == head.id)).mappings().first()
    if row is not None:
        done, finished = row["done"], row["finished_at"] is not None
        move = Move(id=head.id, workspace=row["workspace"], shift=row["shift"], done=done)
        return replace(move, finished=finished)
    _check_no_workers(tx, at)
    workspace = _find_or_add_workspace(tx, head, slug)
    move = Move(id=head.id, workspace=workspace, shift=shift_of(tx.conn))
    began = {"shift": move.shift, "done": 0, "started_at": rows.to_ms(at)}
    tx.conn.execute(insert(_moves), {"id": head.id, "workspace": workspace, **began})
    return move


def _check_no_workers(tx: Tx, at: datetime) -> None:
    """Raise Conflict if a worker is alive, because it would claim half-imported runs."""
    alive = tables.workers.c.beat_at > tx.dialect.now_ms(at) - HEARTBEAT_TIMEOUT
    if tx.conn.execute(select(tables.workers.c.id).where(alive)).first() is not None:
        raise Conflict("a server is using this database; stop it first")


def _find_or_add_workspace(tx: Tx, head: Head, slug: str) -> int:
    found = tx.conn.execute(select(_workspaces.c.id).where(_workspaces.c.slug == slug)).scalar()
    if found is None:
        new = {"slug": slug, "name": head.name, "created_at": head.created_at}
        query = insert(_workspaces).values(new).returning(_workspaces.c.id)
        made: int = tx.conn.execute(query).scalar_one()
        return made
    for section in SECTIONS:
        is_audit = section.name == "audit"  # has entries about the workspace itself
        if not is_audit and section.size(tx.conn, found):
            raise Conflict(f"the workspace {slug!r} is not empty; choose another with --as")
    return int(found)


def shift_of(conn: Connection) -> int:
    """Return the largest number in the database, which imported numbers are shifted by."""
    most = 0
    for section in SECTIONS:
        for name in {"seq", "id"} & set(section.shifted):
            most = max(most, conn.execute(select(func.max(section.table.c[name]))).scalar() or 0)
    return most


def add_rows(tx: Tx, move: Move, lines: Sequence[Line]) -> Move:
    """Write rows of one section, and store the progress."""
    section = BY_NAME.get(lines[0].section)
    if section is None or set(lines[0].columns) - {c.name for c in section.columns}:
        problem = (
            f"has a section {lines[0].section}, which this version of Runwhy does not support; "
            "upgrade Runwhy"
        )
        raise InvalidInput([Problem("FILE", problem)])
    try:
        made = [_row(section, move, line) for line in lines]
        _check_owners(tx.conn, section, move, made)
        tx.dialect.add_many(tx.conn, section.table, made)
        _index(tx, section, made)
    except IntegrityError:
        problem = f"{section.name}: the database already has these ids; use another database"
        raise Conflict(problem) from None
    except _UNUSABLE as error:
        reason = f"{type(error).__name__}: {error}".partition("\n")[0][:200]
        problem = f"has rows of {section.name} that cannot be read ({reason})"
        raise InvalidInput([Problem("FILE", problem)]) from None
    done = replace(move, done=move.done + len(lines))
    tx.conn.execute(update(_moves).where(_moves.c.id == move.id).values(done=done.done))
    return done


def _row(section: Section, move: Move, line: Line) -> dict[str, Any]:
    row = dict(zip(line.columns, line.values, strict=True))
    for column in section.columns:
        if isinstance(column.type, LargeBinary) and row.get(column.name) is not None:
            row[column.name] = b64decode(row[column.name])
    for name in section.shifted:
        row[name] = None if row[name] is None else row[name] + move.shift
    return {**row, "workspace": move.workspace} if "workspace" in section.table.c else row


def _check_owners(
    conn: Connection, section: Section, move: Move, made: Sequence[dict[str, Any]]
) -> None:
    """Check that no row refers to a run or session of another workspace. Raises: Conflict."""
    for column in section.columns:
        owner, key = _OWNERS.get(column.name), "id"
        if section.under is not None and section.under[2] == column.name:
            owner, key, _ = section.under
        if owner is None:
            continue
        named = {row[column.name] for row in made} - {None}
        theirs = (owner.c[key].in_(named), owner.c.workspace != move.workspace)
        if conn.execute(select(owner.c[key]).where(*theirs).limit(1)).first() is not None:
            raise Conflict(
                f"the file has {section.name} of another workspace; nothing was imported"
            )


def _index(tx: Tx, section: Section, made: Sequence[dict[str, Any]]) -> None:
    for row in made if section.name in ("runs", "sessions") else ():
        tx.dialect.add_tags(tx.conn, section.table, row["seq"], row)
    for row in made if section.name == "memories" else ():
        tx.dialect.add_memory(tx.conn, row["seq"], row["space"], row["terms"])


def sums_of(conn: Connection, move: Move, walked: Walked) -> Sums:
    """Return the sums of the imported rows by section, computed like those of the file."""
    sums = {}
    for section in SECTIONS:
        builder = SumBuilder()
        for line in lines_of(conn, section, move.workspace, walked, shift=move.shift):
            builder.add(line)
        sums[section.name] = builder.result()
    return sums


def end(tx: Tx, move: Move, at: datetime) -> None:
    """Finish an import: make sequences continue after its numbers, and its queued runs ready.

    The next server that starts decides what these runs wait for.
    """
    tx.dialect.advance_sequences(tx.conn)
    lanes.make_all_ready(tx, move.workspace)
    tx.conn.execute(update(_moves).where(_moves.c.id == move.id).values(finished_at=rows.to_ms(at)))
