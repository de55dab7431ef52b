"""Both stores measure for alerts what a plain evaluation in Python finds, in packs and in rows."""

from __future__ import annotations

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

from runwhy.core.alerts.window import EndedRun, end_order
from runwhy.core.queries import QuerySubject, matches, render
from runwhy.core.runs.run import Status, is_terminal
from runwhy.stores.alerts import measurements
from runwhy.stores.sql.rows import to_ms

SINCE = NOW - timedelta(days=30)


def ended(run: QuerySubject) -> EndedRun:
    assert run.finished is not None
    lasted = None if run.duration is None else round(run.duration * 1000)
    return EndedRun(to_ms(run.finished), run.status == Status.FAILED, lasted, run.cost or 0)


@pytest.mark.parametrize("batch", range(4))
def test_both_stores_return_the_runs_that_ended(filled: Filled, way: str, batch: int) -> None:  # noqa: F811
    chance = Random(f"alerts {way} {batch}")
    runs = [
        run
        for run in filled.seen.values()
        if is_terminal(Status(run.status)) and run.finished is not None and run.finished >= SINCE
    ]
    found_any = False
    for query in [a_query(chance, chance.randrange(1, 5)) for _ in range(30)]:
        right = sorted((ended(run) for run in runs if matches(query, run)), key=end_order)
        found_any |= bool(right)
        for store in filled.stores:
            with reading(store) as tx:
                found = measurements.list_ended_matches(
                    tx, WORKSPACE, query, since=SINCE, limit=100_000
                )
                assert list(found) == right, (store.dialect.name, render(query))
                few = measurements.list_ended_matches(tx, WORKSPACE, query, since=SINCE, limit=3)
                assert list(few) == right[-3:]
    assert found_any


@pytest.mark.parametrize("batch", range(2))
def test_both_stores_return_when_runs_were_created(filled: Filled, way: str, batch: int) -> None:  # noqa: F811
    chance = Random(f"created {way} {batch}")
    for query in [a_query(chance, chance.randrange(1, 5)) for _ in range(30)]:
        mine = [run for run in filled.seen.values() if matches(query, run)]
        right = sorted(to_ms(run.created) for run in mine if run.created >= SINCE)
        newest = to_ms(mine[0].created) if mine else None
        for store in filled.stores:
            with reading(store) as tx:
                found = measurements.list_created_matches(
                    tx, WORKSPACE, query, since=SINCE, limit=100_000
                )
                assert list(found) == right, (store.dialect.name, render(query))
                assert measurements.newest_created(tx, WORKSPACE, query) == newest
