"""Idempotency keys in SQL: a repeated request returns the result of the first one."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ColumnElement, and_, delete, select, update

from runwhy.errors import IdempotencyMismatch
from runwhy.ports import IdempotencyKey
from runwhy.stores import tables
from runwhy.stores.sql import rows
from runwhy.stores.sql.dialect import Tx

_answers = tables.answers


def lock_idempotency_key(tx: Tx, workspace: int, once: IdempotencyKey | None) -> str | None:
    """Lock an idempotency key until the commit, and return the result id of its first use, if any.

    Call this before reading anything that may have changed since the first use.
    Raises: IdempotencyMismatch if the first request had another body.
    """
    if once is None:
        return None
    value = {
        "workspace": workspace,
        "route": once.route,
        "key": once.key,
        "fingerprint": once.fingerprint,
        "result_id": "",
        "at": 0,
    }
    query = tx.dialect.insert_or_ignore(_answers).values(**value).returning(_answers.c.key)
    if tx.conn.execute(query).first() is not None:
        return None
    columns = (_answers.c.fingerprint, _answers.c.result_id)
    first = tx.conn.execute(select(*columns).where(_is(workspace, once))).one()
    if first.fingerprint != once.fingerprint:
        raise IdempotencyMismatch
    return str(first.result_id)


def record_answer(
    tx: Tx, workspace: int, once: IdempotencyKey | None, result_id: str, at: datetime
) -> None:
    """Store the result of a request under its idempotency key."""
    if once is not None:
        query = update(_answers).where(_is(workspace, once))
        tx.conn.execute(query.values(result_id=result_id, at=rows.to_ms(at)))


def _is(workspace: int, once: IdempotencyKey) -> ColumnElement[bool]:
    return and_(
        _answers.c.workspace == workspace,
        _answers.c.route == once.route,
        _answers.c.key == once.key,
    )


def find_earlier_result(
    tx: Tx, workspace: int, once: IdempotencyKey | None, result_id: str, at: datetime
) -> str | None:
    """Return the result id of an earlier request with this idempotency key, or store `result_id`.

    Raises: IdempotencyMismatch.
    """
    first = lock_idempotency_key(tx, workspace, once)
    if first is None:
        record_answer(tx, workspace, once, result_id, at)
    return first


def forget_answers(tx: Tx, *, before: datetime) -> int:
    """Delete idempotency keys that are older than `before`."""
    return tx.conn.execute(delete(_answers).where(_answers.c.at < rows.to_ms(before))).rowcount
