"""Reservations of a run, in a column of its job: the most that its model calls may use.

A transaction that changes them locks the job. The job is deleted when the run ends. The column is a
list of entries, each followed by a comma, so that a statement can add one without reading the
others.

An entry with the scope `TOTAL` is not a reservation. Its amount was counted for a run without
reservations. The run's duration was counted until its time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import bindparam, update

from runwhy.stores import tables
from runwhy.stores.sql import rows
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.prepared_statements import PreparedStatement

TOTAL = ""
Key = tuple[str, str]  # budget and scope


class Entry(NamedTuple):
    """An amount that is reserved or counted, and when this was done last."""

    amount: int
    at: int


Reserved = Mapping[Key, Entry]

_jobs = tables.jobs
_SAVE = PreparedStatement(
    update(_jobs).where(_jobs.c.run_id == bindparam("of_run")).values(reserved=bindparam("entries"))
)


def entry_text(key: Key, amount: int, at: int) -> str:
    """Return an entry as it is added to the column."""
    return f"{rows.to_json([*key, amount, at])},"


@dataclass(slots=True, eq=False)
class JobReservations:
    """The reservations in a job that this transaction has locked."""

    run_id: str
    text: str  # of the column
    _entries: dict[Key, Entry] | None = field(default=None, init=False)

    def _read(self) -> dict[Key, Entry]:
        if self._entries is None:
            self._entries = _merge(self.text)
        return self._entries

    def reserved(self) -> Reserved:
        """Return the reservations of calls."""
        return {key: entry for key, entry in self._read().items() if key[1] != TOTAL}

    def totals(self) -> Mapping[str, Entry]:
        """Return the amounts that were counted without reservations, by budget."""
        return {key[0]: entry for key, entry in self._read().items() if key[1] == TOTAL}

    def take(self) -> Reserved:
        """Remove and return the reservations of calls. Each is settled once for that reason."""
        taken = self.reserved()
        for key in taken:
            del self._read()[key]
        return taken

    def add(self, key: Key, amount: int, at: datetime) -> None:
        """Add to an entry."""
        entries = self._read()
        before = entries[key].amount if key in entries else 0
        entries[key] = Entry(before + amount, rows.to_ms(at))

    def forget(self, last: str) -> None:
        """Remove entries that were added last, as text."""
        if last:
            self._entries = _merge(self.text[: -len(last)])

    def clear(self) -> None:
        """Remove all entries but for the times until which the run's time was counted."""
        counted = self.totals().items()
        self._entries = {(id, TOTAL): entry for id, entry in counted if not entry.amount}

    def save(self, tx: Tx) -> None:
        """Write the entries, if they have changed."""
        entries = self._read().items()
        text = "".join([entry_text(key, *entry) for key, entry in entries])
        if text != self.text:
            self.text = text
            _SAVE(tx.conn, {"of_run": self.run_id, "entries": text})


def _merge(text: str) -> dict[Key, Entry]:
    """Return the entries of a column; there may be several with the same key."""
    found: dict[Key, Entry] = {}
    for budget_id, scope, amount, at in rows.from_json(f"[{text[:-1]}]") if text else ():
        before = found.get((budget_id, scope))
        total = amount if before is None else before.amount + amount
        found[budget_id, scope] = Entry(total, at)
    return found


def lasted(mark: Entry | None, began: datetime | None, at: datetime) -> int:
    """Return the time since a mark, or since a run began; nothing if the clock was set back."""
    since = rows.to_ms(began or at) if mark is None else mark.at
    return max(0, rows.to_ms(at) - since)
