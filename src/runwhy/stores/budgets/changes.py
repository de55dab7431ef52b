"""Changes of usage that a transaction makes last, with their rows locked in one order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sqlalchemy import select

from runwhy.stores import tables
from runwhy.stores.budgets.usage import Slot, lock_row, lock_usage
from runwhy.stores.sql.dialect import Tx

_reservations = tables.budget_reservations


class BudgetChange(NamedTuple):
    """A change of usage: the slots and the runs whose reservations it concerns."""

    apply: Callable[[Tx], None]
    slots: Sequence[Slot] = ()
    run_ids: Sequence[str] = ()


def queue_change(tx: Tx, change: BudgetChange) -> None:
    """Make a change at the end of the transaction."""
    if not tx.budget_changes:
        tx.last_steps.append(_apply_all)
    tx.budget_changes.append(change)


def _apply_all(tx: Tx) -> None:
    """Lock all rows first, sorted by budget and scope, so that transactions cannot deadlock."""
    if tx.dialect.name != "sqlite":
        _lock_all(tx)
    for change in tx.budget_changes:
        change.apply(tx)


def _lock_all(tx: Tx) -> None:
    slots = {slot[:2]: slot for change in tx.budget_changes for slot in change.slots}
    ids = {run_id for change in tx.budget_changes for run_id in change.run_ids}
    keys = set(slots)
    if ids:
        c = _reservations.c
        query = select(c.budget_id, c.scope).where(c.run_id.in_(ids), c.scope != "")
        keys |= {(row.budget_id, row.scope) for row in tx.conn.execute(query)}
    for key in sorted(keys):
        if key in slots:
            lock_usage(tx, slots[key])
        else:
            lock_row(tx, *key)
