"""How long the upgrade of a large store takes: from the oldest recorded schema to the present one.

uv run --group dev python -m bench.migrate [--runs 1000000] [--stores sqlite postgres]

The store is filled by statements of its own; then `runwhy serve` starts on it. A client asks from
the start on, so that it is seen what people get meanwhile.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path

from bench.api import free_port
from rich.console import Console
from rich.table import Table
from sqlalchemy import create_engine, text
from tests.support.postgres import running_postgres

from runwhy.stores.sql.migration import apply_migrations

SCHEMAS = Path(__file__).resolve().parent.parent / "tests" / "data" / "schemas"
RUNS_IN_A_SESSION = 10
PATIENCE = 1800.0

# {n} is a row source with the numbers from 1 to the count, {tags} what the store keeps JSON as.
FILL = (
    "INSERT INTO workspaces (id, slug, name, created_at) VALUES (1, 'default', 'Default', 0)",
    """INSERT INTO sessions (id, workspace, name, summary, search, status, executor, spec, tags,
        version, created_at, last_used_at)
    SELECT 'ses_' || n, 1, '', '', '', 'active', 'builtin', '{{"systemPrompt":"Be brief."}}',
        {tags}, 1, n, n FROM {sessions}""",
    """INSERT INTO runs (id, workspace, session_id, status, trigger, executor, tags, tag_sources,
        origin, spec, model_id, final_text, root_run_id, attempt, created_at, started_at,
        finished_at)
    SELECT 'run_' || n, 1, 'ses_' || (n / 10 + 1), 'succeeded', 'api', 'builtin', {tags}, '{{}}',
        '{{"trigger":"api","attended":false,"requested_at":"2026-11-15T00:00:00Z"}}',
        '{{"systemPrompt":"You answer questions of customers.","modelId":"echo"}}', 'echo',
        'Regarding your refund: all is well. Case ' || n || ' is closed.', 'run_' || n, 1,
        1790000000000 + n, 1790000000005 + n, 1790000000900 + n FROM {runs}""",
    """INSERT INTO run_texts (seq, text) SELECT n, 'a question about refund number ' || n
    FROM {runs}""",
    """INSERT INTO parts (run_id, idx, kind, role, provenance, text, extra, at)
    SELECT 'run_' || n, 0, 'text', 'user', 'human', 'A question about refund number ' || n,
        '{{}}', n FROM {runs}""",
    """INSERT INTO events (run_id, seq, session_id, session_seq, type, data, at)
    SELECT 'run_' || n, 1, 'ses_' || (n / 10 + 1), n, 'queued', '{{}}', n FROM {runs}""",
)
TAGS = {
    "sqlite": """printf('{{"customer":"c%d","env":"prod","trace_id":"t%d"}}', n %% 5000, n)""",
    "postgres": "jsonb_build_object('customer', 'c' || n % 5000, 'trace_id', 't' || n)",
}
SERIES = {
    "sqlite": "(WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < {count})"
    " SELECT n FROM s)",
    "postgres": "generate_series(1, {count}) AS s(n)",
}
console = Console()


def oldest() -> frozenset[int]:
    """The migrations of the oldest recorded schema."""
    first = min(SCHEMAS.iterdir()) / "schema.json"
    return frozenset(int(name[:4]) for name in json.loads(first.read_text()))


def fill(url: str, store: str, count: int) -> None:
    """A store of the oldest schema with so many runs, ten to a session."""
    named = {
        "tags": TAGS[store].replace("{{", "{").replace("}}", "}").replace("%%", "%"),
        "runs": SERIES[store].format(count=count),
        "sessions": SERIES[store].format(count=count // RUNS_IN_A_SESSION + 1),
    }
    engine = create_engine(url)
    with engine.begin() as conn:
        apply_migrations(conn, store, only=oldest())
        for statement in FILL:
            conn.exec_driver_sql(statement.format(**named).replace("%", _percent(store)))
    if store == "postgres":
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as conn:
            conn.execute(text("VACUUM ANALYZE"))
    engine.dispose()


def _percent(store: str) -> str:
    return "%%" if store == "postgres" else "%"


def upgrade(url: str, folder: Path) -> tuple[float, float, Sequence[str]]:
    """Start a server; when it was ready, how long the first request waited, and its log."""
    port = free_port()
    command = [sys.executable, "-m", "runwhy", "serve", "--port", str(port), "--db", url]
    env = {**os.environ, "RUNWHY_DATA_DIR": str(folder)}
    log = folder / "log"
    began = time.perf_counter()
    with log.open("wb") as out:
        server = subprocess.Popen(
            command, env=env, stdout=subprocess.DEVNULL, stderr=out, start_new_session=True
        )
    try:
        waited = first_answer(f"http://127.0.0.1:{port}/readyz", server)
        return time.perf_counter() - began, waited, log.read_text().splitlines()
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait(60)


def first_answer(url: str, server: subprocess.Popen[bytes]) -> float:
    """How long the first request that was taken waited for its answer."""
    deadline = time.perf_counter() + PATIENCE
    while time.perf_counter() < deadline and server.poll() is None:
        asked = time.perf_counter()
        try:
            with urllib.request.urlopen(url, timeout=PATIENCE):
                return time.perf_counter() - asked
        except OSError:
            time.sleep(0.02)  # nobody listens yet
    raise RuntimeError(f"no server: {server.poll()}")


def measure(url: str, store: str, count: int, folder: Path) -> tuple[str, ...]:
    with console.status(f"{store}: filling"):
        began = time.perf_counter()
        fill(url, store, count)
        filled = time.perf_counter() - began
    with console.status(f"{store}: upgrading"):
        took, waited, log = upgrade(url, folder)
        again, _, _ = upgrade(url, folder)
    for line in map(json.loads, log):
        if "seconds" in line:
            console.print(f"{line['seconds']:8.1f} s  {line['event']}", highlight=False)
    cells = (
        f"{filled:.1f}",
        f"{took:.1f}",
        f"{again:.1f}",
        f"{count / took:,.0f}",
        f"{waited:.1f}",
    )
    return store, *cells


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=1_000_000)
    parser.add_argument("--stores", nargs="+", default=["sqlite", "postgres"])
    asked = parser.parse_args()
    table = Table("store", "filled in s", "upgraded and ready in s", "started again in s")
    table.add_column("runs a second")
    table.add_column("first request waited s")
    table.title = f"{asked.runs:,} runs, load average {os.getloadavg()[0]:.0f}"
    with tempfile.TemporaryDirectory() as folder:
        if "sqlite" in asked.stores:
            url = f"sqlite:///{Path(folder) / 'runwhy.db'}"
            table.add_row(*measure(url, "sqlite", asked.runs, Path(folder)))
    if "postgres" in asked.stores:
        with tempfile.TemporaryDirectory() as folder, running_postgres() as server:
            url = server.create_database("bench")
            table.add_row(*measure(url, "postgres", asked.runs, Path(folder)))
    console.print(table)


if __name__ == "__main__":
    main()
