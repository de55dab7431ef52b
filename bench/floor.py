"""A bare Python server over Runwhy's SQLite file, as the floor that lists are compared with.

uv run --group dev python -m bench.floor [--runs 100000] [--rounds 100]

The bare server is uvicorn with one function: it reads the same page by the same index with
`sqlite3`, and decodes and encodes the rows with `json`. It checks nothing, knows no keys, and has
no query language: the SQL of each query is written by hand.
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
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode

import uvicorn
from bench.accept import console, server_process
from bench.find import BASE
from bench.find_data import PAGE, Shape, runs, shapes
from bench.find_load import fill_sqlite
from bench.load import Connection
from bench.processes import usage
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


def serve(path: Path) -> None:
    """Serve lists of runs on a free port, and print it."""
    db = sqlite3.connect(path)
    db.row_factory = sqlite3.Row

    async def app(scope: Any, receive: Any, send: Any) -> None:
        query = parse_qs(scope["query_string"].decode())["q"][0]
        found = [dict(row) for row in db.execute(*statement(query))]
        for row in found:
            for name in _JSON:
                if row[name] is not None:
                    row[name] = json.loads(row[name])
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
def bare_server(path: Path) -> Iterator[tuple[int, int]]:
    """Start the bare server; yield its port and process id."""
    command = [sys.executable, "-m", "bench.floor", "--serve", str(path)]
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


def cost(port: int, pid: int, query: str, rounds: int) -> tuple[float, int]:
    """Return the CPU time of the server per request in ms, and the number of rows."""
    asyncio.run(_ask(port, query, 3))
    before = usage(pid)
    rows = asyncio.run(_ask(port, query, rounds))
    return (usage(pid) - before).cpu / rounds * 1000, rows


def measure(folder: Path, queries: Sequence[Shape], rounds: int, turns: int) -> Table:
    """Measure each query on both servers in turns; the lowest figure of each counts."""
    table = Table("CPU ms a request", "rows", "bare", "Runwhy", "times")
    file = folder / "runwhy.db"
    with bare_server(file) as bare, server_process(None, work=False, folder=folder) as ours:
        for shape in queries:
            pairs = [
                [cost(*server, shape.query, rounds) for server in (bare, ours)]
                for _ in range(turns)
            ]
            floor, mine = (min(pair[n][0] for pair in pairs) for n in (0, 1))
            (_, rows), (_, same) = pairs[0]
            assert rows == same, (shape.name, rows, same)
            figures = (f"{floor:.2f}", f"{mine:.2f}", f"{mine / floor:.1f}")
            table.add_row(shape.name, str(rows), *figures)
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.serve:
        serve(args.serve)
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with console.status("filling"):
            fill_sqlite(folder / "runwhy.db", runs(args.runs), lambda _: None)
        table = measure(folder, shapes(args.runs), args.rounds, args.turns)
    console.print(table, f"load average {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
