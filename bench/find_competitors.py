"""MLflow and Arize Phoenix, with their default settings and the runs of `bench.find`.

Each is installed from PyPI into a separate virtual environment. Their databases are filled
directly. A run becomes an MLflow run with tags, and a Phoenix span with metadata.
"""

from __future__ import annotations

import json
import sqlite3
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench.api import free_port, server_process
from bench.find_data import PAGE, BenchRun, Shape
from bench.find_load import Advance, batches
from platformdirs import user_cache_path

TIMEOUT = 600.0  # seconds; they start slowly on a busy machine
_STATUSES = {"succeeded": "FINISHED", "failed": "FAILED", "cancelled": "KILLED"}
_CODES = {"succeeded": "OK", "failed": "ERROR"}

Request = tuple[str, Any]  # a path and a JSON body, for POST


def environment(name: str, requirement: str) -> Path:
    """Return the `bin` folder of an environment with this package; create it on first use."""
    home = user_cache_path("runwhy", appauthor=False) / "bench" / name
    if not (home / "done").exists():
        subprocess.run(["uv", "venv", "-q", "--clear", "--python", "3.11", str(home)], check=True)
        install = ["uv", "pip", "install", "-q", "--python", str(home / "bin" / "python")]
        subprocess.run([*install, requirement], check=True)
        (home / "done").touch()
    return home / "bin"


class MlFlow:
    """MLflow's tracking server on SQLite."""

    name = "MLflow"
    requirement = "mlflow>=3,<4"

    def __init__(self, directory: Path) -> None:
        self._file = directory / "mlflow.db"
        self._directory = directory

    @contextmanager
    def running(self) -> Iterator[int]:
        """Run the server; yield its port."""
        port = free_port()
        command = [str(environment("mlflow", self.requirement) / "mlflow"), "server"]
        command += ["--host", "127.0.0.1", "--port", str(port)]
        command += ["--backend-store-uri", f"sqlite:///{self._file}"]
        command += ["--artifacts-destination", str(self._directory)]
        with server_process(command, f"http://127.0.0.1:{port}/health", timeout=TIMEOUT):
            yield port

    def fill(self, found: Iterable[BenchRun], advance: Advance) -> None:
        """Write runs and tags into the tables that MLflow created."""
        db = sqlite3.connect(self._file)
        db.execute("PRAGMA synchronous=OFF")
        for batch in batches(found):
            db.executemany(
                "INSERT INTO runs (run_uuid, name, source_type, user_id, status, start_time,"
                " end_time, lifecycle_stage, artifact_uri, experiment_id)"
                " VALUES (?, 'run', 'UNKNOWN', 'bench', ?, ?, ?, 'active', ?, 0)",
                (
                    (_id(run), status, run.created, run.created + run.lasted, f"a:/{run.number}")
                    for run in batch
                    for status in [_STATUSES.get(run.status, "KILLED")]
                ),
            )
            db.executemany(
                "INSERT INTO tags (key, value, run_uuid) VALUES (?, ?, ?)",
                ((key, value, _id(run)) for run in batch for key, value in run.tags.items()),
            )
            db.commit()
            advance(len(batch))
        db.close()

    def request(self, shape: Shape) -> Request | None:
        """Return the request for a query, or None if there is no equivalent."""
        if shape.mlflow is None:
            return None
        body = {"experiment_ids": ["0"], "filter": shape.mlflow, "max_results": PAGE}
        return "/api/2.0/mlflow/runs/search", {**body, "order_by": ["attributes.start_time DESC"]}

    def traces(self, answer: Any) -> Sequence[str]:
        """Return the trace ids of an answer."""
        pages = [{tag["key"]: tag["value"] for tag in run["data"]["tags"]} for run in _runs(answer)]
        return [tags["trace_id"] for tags in pages]


def _runs(answer: Any) -> Sequence[Any]:
    found: Sequence[Any] = answer.get("runs", ())
    return found


class Phoenix:
    """Phoenix's server on SQLite."""

    name = "Phoenix"
    requirement = "arize-phoenix"

    def __init__(self, directory: Path) -> None:
        self._directory = directory

    @contextmanager
    def running(self) -> Iterator[int]:
        """Run the server; yield its port."""
        port = free_port()
        command = [str(environment("phoenix", self.requirement) / "phoenix"), "serve"]
        settings = {
            "PHOENIX_WORKING_DIR": str(self._directory),
            "PHOENIX_HOST": "127.0.0.1",
            "PHOENIX_PORT": str(port),
            "PHOENIX_GRPC_PORT": str(free_port()),
            "PHOENIX_TELEMETRY_ENABLED": "false",
        }
        ready = f"http://127.0.0.1:{port}/healthz"
        with server_process(command, ready, timeout=TIMEOUT, **settings):
            yield port

    def fill(self, found: Iterable[BenchRun], advance: Advance) -> None:
        """Write spans into the tables that Phoenix created."""
        db = sqlite3.connect(self._directory / "phoenix.db")
        db.execute("PRAGMA synchronous=OFF")
        for batch in batches(found):
            db.executemany(
                "INSERT INTO traces (id, project_rowid, trace_id, start_time, end_time)"
                " VALUES (?, 1, ?, ?, ?)",
                ((run.number, _id(run), *_times(run)) for run in batch),
            )
            db.executemany(
                "INSERT INTO spans (id, trace_rowid, span_id, name, span_kind, start_time,"
                " end_time, attributes, events, status_code, status_message,"
                " cumulative_error_count, cumulative_llm_token_count_prompt,"
                " cumulative_llm_token_count_completion)"
                " VALUES (?, ?, ?, 'run', 'AGENT', ?, ?, ?, '[]', ?, '', 0, 0, 0)",
                map(_span, batch),
            )
            db.commit()
            advance(len(batch))
        db.close()

    def request(self, shape: Shape) -> Request | None:
        """Return the request for a query, or None if there is no equivalent."""
        if shape.phoenix is None:
            return None
        variables = {"filter": shape.phoenix, "first": PAGE}
        return "/graphql", {"query": _SPANS, "variables": variables}

    def traces(self, answer: Any) -> Sequence[str]:
        """Return the trace ids of an answer."""
        edges = answer["data"]["node"]["spans"]["edges"]
        found = [json.loads(edge["node"]["attributes"])["metadata"] for edge in edges]
        return [metadata["trace_id"] for metadata in found]


_SPANS = """
query ($filter: String, $first: Int!) { node(id: "UHJvamVjdDox") { ... on Project {
  spans(first: $first, filterCondition: $filter, sort: {col: startTime, dir: desc}) {
    edges { node { spanId name startTime endTime statusCode attributes } } } } } }
"""


def _id(run: BenchRun) -> str:
    return f"{run.number:032x}"


def _times(run: BenchRun) -> tuple[str, str]:
    ends = (run.created, run.created + run.lasted)
    first, last = (datetime.fromtimestamp(ms / 1000, tz=UTC) for ms in ends)
    return f"{first:%Y-%m-%d %H:%M:%S.%f}", f"{last:%Y-%m-%d %H:%M:%S.%f}"


def _span(run: BenchRun) -> tuple[Any, ...]:
    attributes = {
        "openinference": {"span": {"kind": "AGENT"}},
        "input": {"value": run.prompt},
        "output": {"value": run.answer},
        "metadata": dict(run.tags),
    }
    code = _CODES.get(run.status, "UNSET")
    written = json.dumps(attributes, separators=(",", ":"))
    return (run.number, run.number, f"{run.number:016x}", *_times(run), written, code)
