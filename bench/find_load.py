"""Write the runs of `bench.find` directly into Runwhy's tables, then pack them."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any

import psycopg
from bench.find_data import BenchRun

from runwhy.core.ids import make_id
from runwhy.core.queries.field_values import searched
from runwhy.core.runs.origin import Actor, Origin
from runwhy.stores.postgres import PostgresStore
from runwhy.stores.search.pack_merge import MERGED_PACKS
from runwhy.stores.search.pack_writer import PACK
from runwhy.stores.sql import rows, tag_index
from runwhy.stores.sqlite import SqliteStore
from runwhy.stores.store import SqlStore

BATCH = 10_000
EPOCH = datetime.fromtimestamp(0, tz=UTC)
CHUNK = PACK * MERGED_PACKS * 4  # runs that are added to a SQLite file, then packed
Advance = Callable[[int], None]

_COLUMNS = (
    *("seq", "id", "workspace", "status", "trigger", "actor", "agent_id", "model_id", "executor"),
    *("tags", "tag_sources", "origin", "spec", "model", "input_tokens", "output_tokens", "turns"),
    *("final_text", "failure", "failure_reason", "error", "root_run_id", "attempt", "created_at"),
    *("started_at", "finished_at", "task", "cached_tokens", "cost", "unpriced_calls"),
)
_PICOS_PER_TOKEN = 1_250_000  # 1.25 USD per million tokens

_COPIED = {  # tables, and the order of their rows
    "runs": "seq",
    "run_texts": "seq",
    "packs": "workspace, number",
    "pack_columns": "workspace, pack, name",
    "packers": "workspace",
}

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
    """Create a SQLite file and fill it, or continue with a file that is partly filled."""
    asyncio.run(_prepare(SqliteStore(path, lambda _: None)))
    done = _last_seq(path)
    for chunk in _chunks(source):
        if chunk[-1].number > done:
            _add_sqlite(path, [run for run in chunk if run.number > done])
            asyncio.run(_pack(SqliteStore(path, lambda _: None)))
        advance(len(chunk))


def _last_seq(path: Path) -> int:
    db = sqlite3.connect(path)
    (last,) = db.execute("SELECT coalesce(max(seq), 0) FROM runs").fetchone()
    db.close()
    return int(last)


def _add_sqlite(path: Path, chunk: Sequence[BenchRun]) -> None:
    marks = ", ".join("?" * len(_COLUMNS))
    db = sqlite3.connect(path)
    db.execute("PRAGMA synchronous=OFF")
    db.execute("PRAGMA cache_size=-200000")  # 200 MB
    for batch in batches(chunk):
        add = f"INSERT INTO runs ({', '.join(_COLUMNS)}) VALUES ({marks})"
        db.executemany(add, map(row_of, batch))
        tags = ((run.number, terms(run.tags)) for run in batch)
        db.executemany("INSERT INTO run_tags (rowid, t) VALUES (?, ?)", tags)
        texts = ((run.number, searched(run.prompt, run.answer)) for run in batch)
        db.executemany("INSERT INTO run_texts (seq, text) VALUES (?, ?)", texts)
        db.commit()
    db.close()


def terms(tags: Mapping[str, str]) -> str:
    """Return the same as `tag_index.tokens`; faster, because most tags repeat."""
    return " ".join(
        f"1.trace_id={value}" if key == "trace_id" else _term(key, value)
        for key, value in tags.items()
    )


@lru_cache(maxsize=200_000)
def _term(key: str, value: str) -> str:
    return tag_index.token(1, key, value)


def fill_postgres(url: str, source: Iterable[BenchRun], advance: Advance) -> None:
    """Fill an empty database. Indexes are built at the end, which is several times faster."""
    asyncio.run(_prepare(PostgresStore(url, lambda _: None)))
    with _connect(url) as db, _without_indexes(db):
        for batch in batches(source):
            _copy(db, "runs", _COLUMNS, map(row_of, batch))
            texts = ((run.number, searched(run.prompt, run.answer)) for run in batch)
            _copy(db, "run_texts", ("seq", "text"), texts)
            advance(len(batch))
    asyncio.run(_pack(PostgresStore(url, lambda _: None)))


def copy_to_postgres(path: Path, url: str, advance: Advance) -> None:
    """Fill an empty database with the runs and packs of a filled SQLite file."""
    asyncio.run(_prepare(PostgresStore(url, lambda _: None)))
    source = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    with _connect(url) as db, _without_indexes(db):
        for table, order in _COPIED.items():
            columns = ", ".join(_COLUMNS) if table == "runs" else "*"
            found = source.execute(f"SELECT {columns} FROM {table} ORDER BY {order}")
            names = [column[0] for column in found.description]
            while batch := found.fetchmany(BATCH if order == "seq" else 100):
                _copy(db, table, names, batch)
                advance(len(batch) if table == "runs" else 0)
    source.close()


def _connect(url: str) -> psycopg.Connection[Any]:
    return psycopg.connect(url.replace("+psycopg", ""), autocommit=True)


def _copy(
    db: psycopg.Connection[Any], table: str, columns: Sequence[str], found: Iterable[Sequence[Any]]
) -> None:
    with db.cursor().copy(f"COPY {table} ({', '.join(columns)}) FROM STDIN") as copy:
        for row in found:
            copy.write_row(row)


@contextmanager
def _without_indexes(db: psycopg.Connection[Any]) -> Iterator[None]:
    """Drop the indexes of runs that no constraint needs, and build them again afterwards."""
    indexes = db.execute(
        "SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'runs'"
        " AND indexname NOT IN (SELECT conname FROM pg_constraint)"
    ).fetchall()
    for name, _ in indexes:
        db.execute(f"DROP INDEX {name}")
    yield
    db.execute("SET maintenance_work_mem = '1GB'")
    for _, definition in indexes:
        db.execute(definition)
    db.execute("SELECT setval(pg_get_serial_sequence('runs', 'seq'), max(seq)) FROM runs")
    db.execute("VACUUM ANALYZE")


def _chunks(source: Iterable[BenchRun]) -> Iterator[Sequence[BenchRun]]:
    left = iter(source)
    while chunk := list(islice(left, CHUNK)):
        yield chunk


async def _prepare(store: SqlStore) -> None:
    await store.open()
    if not await store.list_workspaces():
        await store.add_workspace("default", "Default", at=EPOCH)
    await store.close()


async def _pack(store: SqlStore) -> None:
    """Pack all runs: as many as possible into large packs directly, which saves the merges."""
    await store.open()
    while await store._pack(1, PACK * MERGED_PACKS):
        pass
    await store.pack_runs()
    await store.close()
