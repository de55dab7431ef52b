"""Claims, held runs, counts and metrics cost the same with few and with very many waiting runs.

SQLite counts the steps of its virtual machine, PostgreSQL the pages that it reads.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, text
from tests.contracts.conftest import emptied, postgres_store, sqlite_store
from tests.support.builders import WORKSPACE
from tests.support.clock import NOON

from runwhy.core.queue.dispatch import Dispatch
from runwhy.core.queue.limits import Limits, parse_limit
from runwhy.stores.runs import claims, queue, queue_state
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.store import SqlStore

FEW, MANY = 10, 100_000
WORKER = "wrk_one"
LIMITS = Limits(by_name={"customer": parse_limit([3, "1000/min"])})
Ask = Callable[[Tx], object]

# A third of the jobs waits in one lane, a third is limited, and a third is ready.
_FILL = """
WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < :count)
INSERT INTO jobs (run_id, seq, workspace, lane, attempt, cancelled, last_event, last_part,
    created_at, ready, bucket, limit_keys)
SELECT 'run_' || n, n, 1, CASE WHEN n % 3 = 0 THEN 'ses_1' ELSE 'run_' || n END, 1, false, 1, 0,
    n, n % 3 <> 0 OR n = 3,
    '[1,"t' || (n % 2) || '",' || (n % 2) || ',' || CASE WHEN n % 3 = 1 THEN :keys ELSE '[]' END
    || ']', CASE WHEN n % 3 = 1 THEN :keys ELSE '' END
FROM numbers
"""


@asynccontextmanager
async def opened(store: SqlStore) -> AsyncIterator[SqlStore]:
    await store.open()
    try:
        await store.add_workspace("default", "Default", at=NOON)
        await store.register_worker(WORKER, WORKER, at=NOON)
        yield store
    finally:
        await store.close()


def fill(tx: Tx, count: int) -> None:
    """Fill the queue; three claimed runs use all places of the limit."""
    if tx.dialect.name == "postgres":  # one transaction would write a row 100,000 times
        tx.conn.execute(text("SET LOCAL session_replication_role = replica"))
    for table in ("jobs", "queue_sizes"):
        tx.conn.execute(text(f"DELETE FROM {table}"))
    keys = '["1/customer=acme"]'
    tx.conn.execute(text(_FILL), {"count": count, "keys": keys})
    busy = "UPDATE jobs SET worker = :worker WHERE seq IN (1, 4, 7)"
    tx.conn.execute(text(busy), {"worker": WORKER})
    if tx.dialect.name == "postgres":
        sizes = "INSERT INTO queue_sizes VALUES (1, 0, :count)"
        tx.conn.execute(text(sizes), {"count": count - 3})


def pick(tx: Tx) -> object:
    """Pick what a claim would take, without the runs themselves."""
    dispatch = Dispatch(limits=LIMITS)
    found = [*claims.pick(tx, WORKER, 1, lambda: NOON, dispatch)]
    assert [picked.run_id for picked in found] == ["run_2"]
    return found


ASKS: dict[str, Ask] = {
    "claim": pick,
    "held": lambda tx: queue.held(tx.conn, WORKER),
    "count of a workspace": lambda tx: queue.count_waiting(tx.conn, WORKSPACE),
    "depth": lambda tx: queue.queue_depth(tx.conn),
    "reasons": lambda tx: queue_state.list_waiting_groups(tx.conn),
}


@pytest.fixture(autouse=True)
def _few_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Count as many waiting runs by reason as the short queue has."""
    monkeypatch.setattr(queue_state, "COUNTED", FEW)


def sqlite_steps(conn: Connection, ask: Callable[[], object]) -> int:
    """Return the steps of SQLite's virtual machine."""
    steps = 0

    def count() -> None:
        nonlocal steps
        steps += 1

    driver: Any = conn.connection.driver_connection
    driver.set_progress_handler(count, 1)
    try:
        ask()
    finally:
        driver.set_progress_handler(None, 1)
    return steps


def postgres_pages(conn: Connection, ask: Callable[[], object]) -> int:
    """Return the pages that PostgreSQL reads from the queue's tables and their indexes."""
    read = text(
        "SELECT sum(pg_stat_get_xact_blocks_fetched(oid)) FROM pg_class "
        "WHERE relname LIKE 'jobs%' OR relname LIKE 'queue_sizes%'"
    )
    before = conn.execute(read).scalar_one()
    ask()
    return int(conn.execute(read).scalar_one() - before)


def planned_again(tx: Tx) -> int:
    """Return how many statements of ten claims were planned for their values."""
    plans = text("SELECT coalesce(sum(custom_plans), 0) FROM pg_prepared_statements")
    before = tx.conn.execute(plans).scalar_one()
    for _ in range(10):
        pick(tx)
    return int(tx.conn.execute(plans).scalar_one() - before)


async def costs(
    store: SqlStore, measure: Callable[..., int], count: int, *, analyze: bool = True
) -> dict[str, int]:
    await store.in_transaction(fill, count)
    if analyze:
        await store.in_transaction(lambda tx: tx.conn.execute(text("ANALYZE jobs")))

    def all_of(tx: Tx) -> dict[str, int]:
        return {name: measure(tx.conn, lambda ask=ask: ask(tx)) for name, ask in ASKS.items()}

    await store.in_transaction(all_of)  # statements are compiled on first use
    return await store.in_transaction(all_of)


@pytest.mark.anyio
async def test_the_cost_does_not_depend_on_the_queue_on_sqlite(tmp_path: Path) -> None:
    async with opened(sqlite_store(tmp_path / "runwhy.db")) as store:
        few, many = [await costs(store, sqlite_steps, count) for count in (FEW, MANY)]

    assert all(many[name] <= few[name] * 1.3 + 10 for name in ASKS), (few, many)


@pytest.mark.anyio
async def test_the_cost_does_not_depend_on_the_queue_on_postgres(postgres_url: str) -> None:
    emptied_url = postgres_url
    async with opened(postgres_store(emptied_url)) as store:
        few, many = [await costs(store, postgres_pages, count) for count in (FEW, MANY)]
    emptied(emptied_url)

    assert all(many[name] <= few[name] * 2 + 15 for name in ASKS), (few, many)


@pytest.mark.anyio
async def test_a_claim_reads_few_pages_before_the_planner_knows_of_a_long_queue(
    postgres_url: str,
) -> None:
    async with opened(postgres_store(postgres_url)) as store:
        await costs(store, postgres_pages, FEW)
        many = await costs(store, postgres_pages, MANY, analyze=False)
        plans = await store.in_transaction(planned_again)
    emptied(postgres_url)

    assert many["claim"] <= 200, many  # the table has more than 2000
    assert plans == 0


@pytest.mark.anyio
async def test_reasons_in_a_long_queue_are_estimated_from_its_beginning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(sqlite_store(tmp_path / "runwhy.db")) as store:
        await store.in_transaction(fill, 9_000)
        counts = []
        for counted in (300, 100_000):
            monkeypatch.setattr(queue_state, "COUNTED", counted)
            groups = await store.list_waiting_groups()
            counts.append({(bool(one.keys), one.is_ready): one.count for one in groups})

    estimated, exact = counts
    assert exact == {(False, False): 2999, (False, True): 3001, (True, True): 2997}
    assert sum(estimated.values()) == sum(exact.values())
    assert all(abs(estimated[group] - count) < 100 for group, count in exact.items())


def test_scaled_counts_keep_their_proportion_and_have_the_total() -> None:
    assert queue_state.scale(Counter(a=1, b=2), 10) == {"a": 3, "b": 7}
    assert queue_state.scale(Counter(), 10) == {}
