"""Write the runs of `bench.find` directly into Runwhy's tables, then pack them."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

import psycopg
from bench.find_data import BenchRun

from runwhy.core.ids import make_id
from runwhy.core.queries.field_values import searched
from runwhy.core.runs.origin import Actor, Origin
from runwhy.stores.postgres import PostgresStore
from runwhy.stores.sql import rows, tag_index
from runwhy.stores.sqlite import SqliteStore
from runwhy.stores.store import SqlStore

BATCH = 10_000
Advance = Callable[[int], None]

_COLUMNS = (
    *("seq", "id", "workspace", "status", "trigger", "actor", "agent_id", "model_id", "executor"),
    *("tags", "tag_sources", "origin", "spec", "model", "input_tokens", "output_tokens", "turns"),
    *("final_text", "failure", "failure_reason", "error", "root_run_id", "attempt", "created_at"),
    *("started_at", "finished_at", "task", "cached_tokens", "cost", "unpriced_calls"),
)
_PICOS_PER_TOKEN = 1_250_000  # 1.25 USD per million tokens

_SPEC = rows.to_json({"systemPrompt": "You answer questions of customers.", "modelId": "echo"})
_MODEL = rows.to_json({"id": "echo", "provider": "runwhy", "vendor_model_id": "echo-1"})
_FAILURE = rows.to_json({"message": "overloaded", "error_class": "overloaded"})


def row_of(run: BenchRun) -> tuple[Any, ...]:
    """Return the row of a run in Runwhy's table."""
    id = make_id("run", ms=run.created, random=run.number)
    failed = run.status == "failed"
    at = datetime.fromtimestamp(run.created / 1000, tz=UTC)
    actor = Actor(kind="key", id=f"key_{run.number % 20}")
    origin = Origin(trigger=run.trigger, actor=actor, attended=False, requested_at=at)
    return (
        *(run.number, id, 1, run.status, run.trigger, actor.id, None, "echo", "builtin"),
        *(rows.to_json(run.tags), rows.to_json(dict.fromkeys(run.tags, "run"))),
        *(rows.to_json(origin), _SPEC, _MODEL, run.tokens, 100, 1, run.answer),
        *((_FAILURE, "overloaded", "overloaded") if failed else (None, None, None)),
        *(id, 1, run.created, run.created + 5, run.created + 5 + run.lasted),
        *(run.prompt, run.tokens // 2, *_cost(run)),
    )


def _cost(run: BenchRun) -> tuple[int | None, int]:
    """Return the cost and the number of calls without a price: every 20th run has no price."""
    return (run.tokens * _PICOS_PER_TOKEN, 0) if run.number % 20 else (None, 1)


def batches(source: Iterable[BenchRun]) -> Iterator[Sequence[BenchRun]]:
    """Yield the runs in batches."""
    left = iter(source)
    while batch := list(islice(left, BATCH)):
        yield batch


def fill_sqlite(path: Path, source: Iterable[BenchRun], advance: Advance) -> None:
    """Create a SQLite file and fill it."""
    asyncio.run(_prepare(SqliteStore(path, lambda _: None)))
    marks = ", ".join("?" * len(_COLUMNS))
    db = sqlite3.connect(path)
    db.execute("PRAGMA synchronous=OFF")
    for batch in batches(source):
        add = f"INSERT INTO runs ({', '.join(_COLUMNS)}) VALUES ({marks})"
        db.executemany(add, map(row_of, batch))
        terms = ((run.number, tag_index.tokens(1, run.tags)) for run in batch)
        db.executemany("INSERT INTO run_tags (rowid, t) VALUES (?, ?)", terms)
        texts = ((run.number, searched(run.prompt, run.answer)) for run in batch)
        db.executemany("INSERT INTO run_texts (seq, text) VALUES (?, ?)", texts)
        db.commit()
        advance(len(batch))
    db.close()
    asyncio.run(_pack(SqliteStore(path, lambda _: None)))


def fill_postgres(url: str, source: Iterable[BenchRun], advance: Advance) -> None:
    """Fill an empty database."""
    asyncio.run(_prepare(PostgresStore(url, lambda _: None)))
    runs_copy = f"COPY runs ({', '.join(_COLUMNS)}) FROM STDIN"
    with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as db:
        for batch in batches(source):
            with db.cursor().copy(runs_copy) as copy:
                for run in batch:
                    copy.write_row(row_of(run))
            with db.cursor().copy("COPY run_texts (seq, text) FROM STDIN") as copy:
                for run in batch:
                    copy.write_row((run.number, searched(run.prompt, run.answer)))
            advance(len(batch))
        db.execute("SELECT setval(pg_get_serial_sequence('runs', 'seq'), max(seq)) FROM runs")
        db.execute("VACUUM ANALYZE")
    asyncio.run(_pack(PostgresStore(url, lambda _: None)))


async def _prepare(store: SqlStore) -> None:
    await store.open()
    at = datetime.fromtimestamp(0, tz=UTC)
    await store.add_workspace("default", "Default", at=at)
    await store.close()


async def _pack(store: SqlStore) -> None:
    await store.open()
    await store.pack_runs()
    await store.close()
