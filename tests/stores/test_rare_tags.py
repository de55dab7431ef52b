"""A rare tag is found through the index of PostgreSQL in a table of any size."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest
from sqlalchemy import create_engine

from runwhy.core.queries import Or, Query, TagIs
from runwhy.stores.postgres import PostgresStore
from runwhy.stores.sql.postgres_conditions import PostgresSearch

# Enough that the planner expects more than `MOST` rows for a value that it has never seen.
RUNS, MOST = 40_000, 2
FILL = f"""
INSERT INTO runs
    (id, workspace, status, trigger, executor, tags, tag_sources, origin, spec, attempt, created_at)
SELECT 'run_' || n, 1, 'succeeded', 'api', 'builtin',
    jsonb_build_object('trace', n::text, 'env', 'prod'), '{{}}', '{{}}', '{{}}', 1, 0
FROM generate_series(1, {RUNS}) AS n
"""


@pytest.fixture(scope="module")
def filled(postgres_url: str) -> str:
    """Fill the database, and let the planner know."""
    engine = create_engine(postgres_url)
    with engine.begin() as conn:
        columns = "INSERT INTO workspaces (slug, name, created_at)"
        conn.exec_driver_sql(f"{columns} VALUES ('default', 'Default', 0)")
        conn.exec_driver_sql(FILL)
        conn.exec_driver_sql("ANALYZE runs")
    engine.dispose()
    return postgres_url


def find_rare(url: str, tags: Query) -> Sequence[int] | None:
    async def find() -> Sequence[int] | None:
        store = PostgresStore(url, lambda _: None)
        await store.open()
        try:
            search = PostgresSearch()
            return await store.read(lambda conn: search.rare(conn, "runs", 1, tags, most=MOST))
        finally:
            await store.close()

    return asyncio.run(find())


@pytest.mark.parametrize(
    ("tags", "found"),
    [
        (TagIs("trace", "77"), [77]),
        (Or((TagIs("trace", "77"), TagIs("trace", "78"))), [77, 78]),
        (TagIs("trace", "none"), []),
    ],
)
def test_a_rare_tag_is_found_even_if_the_planner_expects_more(
    filled: str, tags: Query, found: list[int]
) -> None:
    rare = find_rare(filled, tags)

    assert rare is not None and sorted(rare) == found


def test_a_common_tag_is_not_read_through_the_index(filled: str) -> None:
    assert find_rare(filled, TagIs("env", "prod")) is None
