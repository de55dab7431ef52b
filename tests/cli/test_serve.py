"""`runwhy serve` starts, rejects unsafe settings, and stops."""

from __future__ import annotations

import json
import signal
import socket
import stat
from http.client import HTTPConnection
from pathlib import Path

from tests.cli.processes import PATIENCE, Served, environment, runwhy, served

from runwhy import Client, local


def test_a_running_server_has_a_record(data: Path) -> None:
    with served(env=environment(data)) as server:
        (file,) = data.glob("server-*.json")
        note = json.loads(file.read_text())
        assert note["url"] == server.url and note["pid"] == server.process.pid
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert str(data / "runwhy.db") in server.greeting
        assert "echo (offline" in server.greeting
        assert server.run("models").returncode == 0
        code, stderr = server.end()

    assert (code, stderr) == (0, "")
    assert not [*data.glob("server-*.json")]


def test_a_port_in_use_is_reported(data: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = runwhy("serve", "--port", port, env=environment(data))

    assert done.returncode == 1
    assert f"port {port} on 127.0.0.1 is already in use" in done.stderr and "--port" in done.stderr


def test_settings_of_restate_that_cannot_work_are_reported(data: Path) -> None:
    env = environment(data) | {"RUNWHY_QUEUE": "restate", "RUNWHY_RESTATE_BIND": "127.0.0.1:0"}
    key = {"RUNWHY_RESTATE_IDENTITY_KEYS": "publickeyv2_unknown"}
    refused = runwhy("serve", "--port", "0", env=env | key)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        bound = {"RUNWHY_RESTATE_BIND": address}
        occupied = runwhy("serve", "--port", "0", env=env | bound)

    assert refused.returncode == occupied.returncode == 1
    assert "restate_identity_keys" in refused.stderr and "publickeyv1_" in refused.stderr
    assert f"cannot listen on restate_bind {address}" in occupied.stderr
    assert "queue.loop_failed" not in refused.stdout + refused.stderr + occupied.stderr


def test_a_second_server_reports_the_first(server: Served) -> None:
    same_port = server.run("serve", "--port", server.url.rpartition(":")[2])
    assert same_port.returncode == 1
    assert f"Runwhy is already running at {server.url}" in same_port.stderr

    same_file = server.run("serve", "--port", "0")
    assert same_file.returncode == 1
    assert "runwhy.db is in use by another Runwhy server" in same_file.stderr
    assert "--db" in same_file.stderr
    assert server.run("models").returncode == 0  # the first one is still found


def test_other_machines_need_a_key(data: Path, tmp_path: Path) -> None:
    env, db = environment(data), str(tmp_path / "open.db")
    rejected = runwhy("serve", "--host", "0.0.0.0", "--port", "0", "--db", db, env=env)
    assert rejected.returncode == 1
    assert f"`runwhy keys add NAME --scope admin --db {db}`" in rejected.stderr
    assert not Path(db).exists()

    secret = runwhy("keys", "add", "laptop", "--scope", "admin", "--db", db, env=env).stdout.strip()
    with served("--host", "0.0.0.0", "--db", db, env=env) as server:
        assert server.url.startswith("http://127.0.0.1:")
        assert (
            "trigger: cli" in server.run("run", "Hello").stdout
        )  # authenticated by the local token
        elsewhere = environment(tmp_path / "elsewhere")
        without = runwhy("--server", server.url, "models", env=elsewhere)
        assert without.returncode == 7 and "send a valid key" in without.stderr
        with_key = runwhy("--server", server.url, "--api-key", secret, "models", env=elsewhere)
        assert with_key.returncode == 0


def test_the_next_server_finishes_an_interrupted_run(data: Path) -> None:
    env = environment(data, RUNWHY_SHUTDOWN_GRACE="0.1")
    with served(env=env) as server, Client(server.url, reconnect_for=PATIENCE) as client:
        run_id = client.submit("Wait [[sleep 1]]").run_id
        events = client.follow(run_id)
        assert [next(events).type for _ in range(3)][-1] == "assistant_delta"
        code, stderr = server.end()  # with an open stream
        assert (code, stderr) == (0, "")

    with served(env=env) as server:
        done = server.run("runs", "follow", run_id)
        assert "task: Wait" in done.stdout
        assert "restarted (attempt 2)" in done.stderr


def test_active_runs_can_finish_within_the_grace_period(data: Path) -> None:
    env = environment(data, RUNWHY_SHUTDOWN_GRACE=str(PATIENCE))
    with served(env=env) as server, Client(server.url) as client:
        run_id = client.submit("Wait [[sleep 0.5]]").run_id
        next(event for event in client.follow(run_id) if event.type == "started")
        assert server.end(signal.SIGINT)[0] == 0

    with local(data / "runwhy.db") as client:
        run = client.get_run(run_id)
    assert (run.status, run.attempt) == ("succeeded", 1)


def test_a_second_ctrl_c_stops_immediately(data: Path) -> None:
    env = environment(data, RUNWHY_SHUTDOWN_GRACE="600")
    with served(env=env) as server, Client(server.url) as client:
        accepted = client.submit("Wait [[sleep 600]]")
        connection = HTTPConnection(server.url.removeprefix("http://"), timeout=PATIENCE)
        connection.request("GET", accepted.stream_url)
        stream = connection.getresponse()
        assert stream.readline() == b": open\n"
        server.process.send_signal(signal.SIGINT)
        stream.read()  # streams end first, so the shutdown has begun
        code, stderr = server.end(signal.SIGINT)
        connection.close()

    assert code == 130
    assert "stopped immediately" in stderr
    assert not [*data.glob("server-*.json")]
