"""A bare Python server over Runwhy's database, as the floor that lists are compared with.

uv run --group dev python -m bench.floor [--runs 100000] [--rounds 100] [--stores sqlite postgres]

The bare server is uvicorn with one function: it reads the same page by the same index with
`sqlite3` or `psycopg`, and decodes and encodes the rows with `json`. It has no checks, keys or
query language: the SQL of each query is written by hand.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlencode

import psycopg
import uvicorn
from bench.accept import Database, console, databases, server_process
from bench.find import BASE
from bench.find_data import PAGE, runs, shapes
from bench.find_load import fill_postgres, fill_sqlite
from bench.load import Connection
from bench.processes import usage
from psycopg.rows import dict_row
from rich.table import Table

_JSON = ("tags", "tag_sources", "origin", "spec", "model", "failure", "envelope", "memory")
_BY_TAG = (
    "SELECT runs.* FROM run_tags CROSS JOIN runs ON runs.seq = run_tags.rowid "
    "WHERE run_tags MATCH ? {more} ORDER BY run_tags.rowid DESC LIMIT 50"
)
_OTHERS = (  # queries that are not conjunctions of tags
    ("customer:c-4000 OR customer:c-4001", ("1.customer=c-4000", "1.customer=c-4001"), "OR", ""),
    ("customer:c-0000 status:failed", ("1.customer=c-0000",), "AND", "AND runs.status = 'failed'"),
)
_PAGE = "SELECT * FROM runs WHERE workspace = 1 AND {where} ORDER BY seq DESC LIMIT 50"
_SCAN = (
    "SELECT * FROM runs WHERE json_extract(tags, '$.env') != 'prod' "
    "AND finished_at - started_at > 120000 ORDER BY seq DESC LIMIT 50"
)


def statement(query: str) -> tuple[str, tuple[str, ...]]:
    """Return the SQL for a query of `bench.find`, and its parameters."""
    for text, tokens, word, more in _OTHERS:
        if query == text:
            return _BY_TAG.format(more=more), (f" {word} ".join(f'"{t}"' for t in tokens),)
    if query == "-env:prod duration>2m":
        return _SCAN, ()
    if query == "has:experiment":
        return _BY_TAG.format(more=""), ('"1.experiment=" *',)
    if query.endswith("*"):
        key, _, value = query.rstrip("*").partition(":")
        return _BY_TAG.format(more=""), (f'"1.{key}={value}" *',)
    tokens = [f'"1.{pair.replace(":", "=", 1)}"' for pair in query.split()]
    return _BY_TAG.format(more=""), (" AND ".join(tokens),)


def postgres_statement(query: str) -> tuple[str, tuple[str, ...]]:
    """Return the SQL for a query of `bench.find` on PostgreSQL, and its parameters."""
    if query == "-env:prod duration>2m":
        condition = "tags ->> 'env' <> 'prod' AND finished_at - started_at > 120000"
        return _PAGE.format(where=condition), ()
    if query == "has:experiment":
        return _PAGE.format(where="tags ? 'experiment'"), ()
    if query.endswith("*"):
        key, _, value = query.rstrip("*").partition(":")
        return _PAGE.format(where="starts_with(tags ->> %s, %s)"), (key, value)
    pairs = [word.split(":", 1) for word in query.split() if word != "OR"]
    tags = [json.dumps({key: value}) for key, value in pairs if key != "status"]
    word = " OR " if " OR " in query else " AND "
    where = "(" + word.join("tags @> %s::jsonb" for _ in tags) + ")"
    where += " AND status = 'failed'" if "status:failed" in query else ""
    return _PAGE.format(where=where), tuple(tags)


def sqlite_reader(path: str) -> Callable[[str], list[dict[str, Any]]]:
    """Return a function that reads the page of a query from a SQLite file."""
    db = sqlite3.connect(path)
    db.row_factory = sqlite3.Row

    def read(query: str) -> list[dict[str, Any]]:
        found = [dict(row) for row in db.execute(*statement(query))]
        for row in found:
            for name in _JSON:
                if row[name] is not None:
                    row[name] = json.loads(row[name])
        return found

    return read


def postgres_reader(url: str) -> Callable[[str], list[dict[str, Any]]]:
    """Return a function that reads the page of a query from PostgreSQL."""
    db = psycopg.connect(url.replace("+psycopg", ""), autocommit=True, row_factory=dict_row)
    return lambda query: db.execute(*postgres_statement(query)).fetchall()


def serve(place: str) -> None:
    """Serve lists of runs from a file or the URL of a database on a free port, and print it."""
    read = postgres_reader(place) if "://" in place else sqlite_reader(place)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        query = parse_qs(scope["query_string"].decode())["q"][0]
        found = read(query)
        body = json.dumps({"runs": found}).encode()
        headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    config = uvicorn.Config(app, port=0, lifespan="off", log_level="warning", access_log=False)
    server = uvicorn.Server(config)
    opened = config.bind_socket()
    print(opened.getsockname()[1], flush=True)
    server.run([opened])


@contextmanager
def bare_server(place: str) -> Iterator[tuple[int, int]]:
    """Start the bare server; yield its port and process id."""
    command = [sys.executable, "-m", "bench.floor", "--serve", place]
    with subprocess.Popen(command, text=True, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        try:
            yield int(process.stdout.readline()), process.pid
        finally:
            process.terminate()


async def _ask(port: int, query: str, rounds: int) -> int:
    """Send a query several times; return the number of rows."""
    path = f"{BASE}?{urlencode({'q': query, 'limit': PAGE})}"
    async with Connection("127.0.0.1", port) as connection:
        for _ in range(rounds):
            status, answer = await connection.request("GET", path)
            if status != 200:
                raise RuntimeError(f"{status}: {answer[:300]!r}")
    return len(json.loads(answer)["runs"])


class Cost(NamedTuple):
    """CPU time per request in ms, of server and database, and the number of rows."""

    server: float
    database: float
    rows: int


def cost(database: Database, server: tuple[int, int], query: str, rounds: int) -> Cost:
    """Send a query several times to a server with this port and process id."""
    port, pid = server
    asyncio.run(_ask(port, query, 10))  # psycopg prepares a statement after five executions
    before, stored = usage(pid), database.used()
    rows = asyncio.run(_ask(port, query, rounds))
    ours, theirs = usage(pid) - before, database.used() - stored
    return Cost(ours.cpu / rounds * 1000, theirs.cpu / rounds * 1000, rows)


def measure(database: Database, folder: Path, total: int, rounds: int, turns: int) -> Table:
    """Measure each query on both servers in turns; the lowest figure of each counts."""
    url = fill(database, folder, total)
    stored = ("database, bare", "database, Runwhy") if url else ()
    table = Table(f"{database.name}, CPU ms a request", "rows", "bare", "Runwhy", "times", *stored)
    place = url or str(folder / "runwhy.db")
    with bare_server(place) as bare, server_process(url, work=False, folder=folder) as ours:
        for shape in shapes(total):
            pairs = [
                [cost(database, server, shape.query, rounds) for server in (bare, ours)]
                for _ in range(turns)
            ]
            floor, mine = (min(pair[n].server for pair in pairs) for n in (0, 1))
            rows, same = (pairs[0][n].rows for n in (0, 1))
            assert rows == same, (shape.name, rows, same)
            figures = [f"{floor:.2f}", f"{mine:.2f}", f"{mine / floor:.1f}"]
            if url:
                figures += [f"{min(pair[n].database for pair in pairs):.2f}" for n in (0, 1)]
            table.add_row(shape.name, str(rows), *figures)
    return table


def fill(database: Database, folder: Path, total: int) -> str | None:
    """Fill a database with runs; return its URL, or None for a SQLite file in the folder."""
    url = database.create() if database.create else None
    with console.status(f"filling {database.name}"):
        if url is None:
            fill_sqlite(folder / "runwhy.db", runs(total), lambda _: None)
        else:
            fill_postgres(url, runs(total), lambda _: None)
    return url


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--stores", nargs="+", default=["sqlite", "postgres"])
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.serve:
        serve(args.serve)
        return
    with databases(args.stores) as found:
        for database in found:
            with tempfile.TemporaryDirectory() as folder:
                sizes = (args.runs, args.rounds, args.turns)
                table = measure(database, Path(folder), *sizes)
            console.print(table, f"load average {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
