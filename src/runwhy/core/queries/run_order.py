"""Orders of a list of runs, and positions in it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from runwhy.core.queries.ast import Field


class RunSort(StrEnum):
    """The field by which a list of runs is sorted."""

    CREATED = "created"
    DURATION = "duration"
    TOKENS = "tokens"
    COST = "cost"

    @property
    def field(self) -> Field | None:
        """The field with the values; None if runs are sorted by when they were accepted."""
        return None if self is RunSort.CREATED else Field(self.value)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOrder:
    """How a list is sorted. Runs without a value come last; runs with the same value by age."""

    sort: RunSort = RunSort.CREATED
    descending: bool = True


NEWEST_FIRST = RunOrder()


@dataclass(frozen=True, slots=True, kw_only=True)
class RunPosition:
    """A position in a sorted list, after the run `seq` with this value.

    The list is that of the first page: of the runs up to `newest`, and with the values of the runs
    that had ended. `ends` identifies these; its meaning depends on the store.
    """

    ends: tuple[int, ...]
    newest: int
    value: int | None
    seq: int
