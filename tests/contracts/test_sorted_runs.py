"""Sorted lists of runs: the same order on both stores, and stable pages."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from random import Random

import pytest
from tests.contracts.search_cases import a_query
from tests.contracts.test_search import (  # noqa: F401 (fixtures)
    Filled,
    _one_transaction,
    filled,
    reading,
    way,
)
from tests.core.queries.strategies import NOW
from tests.support.builders import WORKSPACE

from runwhy.core.queries import Query, QuerySubject, render
from runwhy.core.queries.run_order import RunOrder, RunPosition, RunSort
from runwhy.ports import RunFilter
from runwhy.stores.search import sorted_runs
from runwhy.stores.sql.dialect import Tx

LATER = NOW + timedelta(days=1)  # all runs have ended by then


def value_of(run: QuerySubject, order: RunOrder) -> float | None:
    if order.sort.field is None:
        return None
    return getattr(run, order.sort.field.value)  # type: ignore[no-any-return]


def expected(filled: Filled, query: Query, order: RunOrder) -> Sequence[int]:  # noqa: F811
    """Return the numbers of the matching runs in order."""
    runs = {seq: value_of(filled.seen[seq], order) for seq in filled.expected(query)}
    sign = -1 if order.descending else 1
    return sorted(runs, key=lambda s: (runs[s] is None, sign * (runs[s] or 0), sign * s))


def pages(tx: Tx, query: Query, order: RunOrder, limit: int) -> Sequence[int]:
    """Return the numbers of all matching runs, read page by page."""
    seen: list[int] = []
    after: RunPosition | None = None
    while True:
        page = sorted_runs.list_sorted_runs(
            tx, WORKSPACE, RunFilter(query=query), order, limit=limit, now=LATER, after=after
        )
        seen += [run.seq for run in page.runs]
        after = page.more
        if after is None:
            return seen


ORDERS = [RunOrder(sort=sort, descending=down) for sort in RunSort for down in (True, False)]


@pytest.mark.parametrize("order", ORDERS, ids=str)
def test_pages_of_a_sorted_list_have_no_gaps_and_no_duplicates(
    filled: Filled,  # noqa: F811
    way: str,  # noqa: F811
    order: RunOrder,
) -> None:
    chance = Random(f"{order}")
    for limit in (1, 7, 7, 200, 200, 200):
        query = a_query(chance, 3)
        right = expected(filled, query, order)
        if limit == 1 and len(right) > 40:
            limit = 9
        for store in filled.stores:
            with reading(store) as tx:
                found = pages(tx, query, order, limit)
            assert found == right, (store.dialect.name, render(query))
