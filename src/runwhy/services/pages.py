"""Pages of a list that is read one item further than needed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar


class Numbered(Protocol):
    """An item with a sequence number."""

    @property
    def seq(self) -> int: ...


def count_fitting(sizes: Sequence[int], limit: int, max_bytes: int) -> int:
    """Return how many items fit on a page: at most `limit`, and one even if it is too large."""
    total = 0
    for count, size in enumerate(sizes[:limit]):
        total += size
        if count and total > max_bytes:
            return count
    return len(sizes[:limit])


N = TypeVar("N", bound=Numbered)


def split_page(found: Sequence[N], limit: int) -> tuple[Sequence[N], int | None]:
    """Return the first `limit` items, and the cursor of the next page if there are more."""
    page = found[:limit]
    return page, page[-1].seq if len(found) > limit else None
