"""A worker process executes the runs of its pool, which the server leaves in the queue."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.server.api_client import Api, ok
from tests.support.chaos import free_port
from tests.support.restate import RestateNode
from tests.support.servers import SECRET_KEY, running_server, server_settings


@contextmanager
def worker_process(
    url: str, folder: Path, *pools: str, env: dict[str, str] | None = None
) -> Iterator[subprocess.Popen[str]]:
    """Run a worker until the end of the block, and check that SIGTERM stops it."""
    env = {
        **os.environ,
        **(env or {}),
        "RUNWHY_DATABASE_URL": url,
        "RUNWHY_DATA_DIR": str(folder),
        "RUNWHY_SECRET_KEY": SECRET_KEY,
    }
    options = [part for pool in pools for part in ("--pool", pool)]
    command = [sys.executable, "-m", "runwhy", "worker", *options]
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert "worker is ready" in process.stdout.readline()
            yield process
            process.send_signal(signal.SIGTERM)
            assert process.wait(timeout=30) == 0
        finally:
            process.kill()


def test_a_worker_executes_the_runs_of_its_pool(postgres_url: str, tmp_path: Path) -> None:
    settings = server_settings(tmp_path, database_url=postgres_url, pools={"routed": ["langgraph"]})
    with running_server(settings) as server:
        api = Api(server.url)
        body = {"systemPrompt": "Help.", "prompt": "Hello", "pool": "gpu"}
        pooled = ok(api.post("/agent-runs", body), 202)["runId"]
        plain = ok(api.post("/agent-runs", {"systemPrompt": "Help.", "prompt": "Hi"}), 202)["runId"]
        api.stream(f"/agent-runs/{plain}/stream", until=("result",))
        assert api.get(f"/agent-runs/{pooled}")["status"] == "queued"

        with worker_process(postgres_url, tmp_path / "worker", "gpu", "other"):
            api.stream(f"/agent-runs/{pooled}/stream", until=("result",))

        assert api.get(f"/agent-runs/{pooled}")["status"] == "succeeded"
        api.http.close()


def test_a_pool_is_a_service_of_restate(
    postgres_url: str, restate: RestateNode, tmp_path: Path
) -> None:
    env = restate.environment()
    pooled_env = {**env, "RUNWHY_RESTATE_BIND": f"127.0.0.1:{free_port()}"}
    settings = server_settings(
        tmp_path,
        database_url=postgres_url,
        queue="restate",
        restate_ingress_url=restate.ingress,
        restate_admin_url=restate.admin,
        restate_bind=env["RUNWHY_RESTATE_BIND"],
        restate_service=env["RUNWHY_RESTATE_SERVICE"],
    )
    with running_server(settings) as server:
        api = Api(server.url)
        with worker_process(postgres_url, tmp_path / "worker", "gpu", env=pooled_env):
            body = {"systemPrompt": "Help.", "prompt": "Hello"}
            pooled = ok(api.post("/agent-runs", {**body, "pool": "gpu"}), 202)["runId"]
            plain = ok(api.post("/agent-runs", body), 202)["runId"]
            for run in (pooled, plain):
                api.stream(f"/agent-runs/{run}/stream", until=("result",))
        api.http.close()

    name = env["RUNWHY_RESTATE_SERVICE"]
    sql = (
        "SELECT target_service_name AS name, idempotency_key AS run FROM sys_invocation "
        f"WHERE target_service_name LIKE '{name}%'"
    )
    found = {row["run"]: row["name"] for row in restate.query(sql)}
    assert found == {pooled: f"{name}.gpu", plain: name}


def test_a_worker_on_sqlite_is_refused(tmp_path: Path) -> None:
    env = {**os.environ, "RUNWHY_DATA_DIR": str(tmp_path), "RUNWHY_DATABASE_URL": ""}
    command = [sys.executable, "-m", "runwhy", "worker", "--pool", "gpu"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)

    assert done.returncode != 0
    assert "a worker needs PostgreSQL" in done.stderr
