"""Rows of reservations in SQL: what the model calls of a run may use at most.

The row with the scope `TOTAL` is not a reservation. Its `amount` is what was counted for a run
without reservations, and `at` is until when its time was counted.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, delete, select
from sqlalchemy.dialects.postgresql import insert  # SQLite has the same upsert

from runwhy.stores import tables
from runwhy.stores.sql import rows
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.prepared_statements import PreparedStatement

TOTAL = ""
Reserved = dict[tuple[str, str], int]  # by budget and scope

_reservations = tables.budget_reservations
_of_run = _reservations.c.run_id == bindparam("of_run")
_taken = delete(_reservations).where(_of_run).returning(_reservations)
_TAKE_ALL = PreparedStatement(_taken)
_TAKE = PreparedStatement(_taken.where(_reservations.c.scope != bindparam("total")))
_TOTALS = PreparedStatement(
    select(_reservations).where(_of_run, _reservations.c.scope == bindparam("total"))
)
_added = insert(_reservations)
_ADD = PreparedStatement(
    _added.on_conflict_do_update(
        index_elements=("run_id", "budget_id", "scope"),
        set_={"amount": _reservations.c.amount + _added.excluded.amount, "at": _added.excluded.at},
    ),
    *("run_id", "budget_id", "scope", "amount", "at"),
)


def add(tx: Tx, run_id: str, budget_id: str, scope: str, amount: int, at: datetime) -> None:
    """Add to the reservations of a run."""
    new = {"run_id": run_id, "budget_id": budget_id, "scope": scope, "amount": amount}
    _ADD(tx.conn, {**new, "at": rows.to_ms(at)})


def take(tx: Tx, run_id: str) -> Any:
    """Delete the reservations of a run; return the result, which has them.

    Each is settled once for that reason. On PostgreSQL, the result is waited for when it is read.
    """
    return _TAKE(tx.conn, {"of_run": run_id, "total": TOTAL})


def take_all(tx: Tx, run_id: str) -> Any:
    """Delete all rows of a run, which has ended or lost its worker; return the result."""
    return _TAKE_ALL(tx.conn, {"of_run": run_id})


def find_totals(tx: Tx, run_id: str) -> Any:
    """Return what was counted for a run without reservations, as a result."""
    return _TOTALS(tx.conn, {"of_run": run_id, "total": TOTAL})


def reserved_of(found: Iterable[rows.Row]) -> Reserved:
    """Return the reservations among rows."""
    return {
        (row["budget_id"], row["scope"]): row["amount"] for row in found if row["scope"] != TOTAL
    }


def totals_of(found: Iterable[rows.Row]) -> dict[str, rows.Row]:
    """Return what was counted without reservations, by budget."""
    return {row["budget_id"]: row for row in found if row["scope"] == TOTAL}


def lasted(mark: rows.Row | None, began: datetime | None, at: datetime) -> int:
    """Return the time since a mark, or since a run began; nothing if the clock was set back."""
    since = rows.to_ms(began or at) if mark is None else mark["at"]
    return max(0, rows.to_ms(at) - since)
