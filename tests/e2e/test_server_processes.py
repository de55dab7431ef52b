"""`runwhy serve --workers`: several processes behind one port."""

from __future__ import annotations

import os
import re
import signal
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.cli.processes import PATIENCE, Served, environment, runwhy, served
from tests.support.servers import SECRET_KEY

from runwhy import Client


def processes_of(server: Served) -> list[int]:
    """Return the process ids of the server's processes."""
    tasks = Path(f"/proc/{server.process.pid}/task")
    found = (task / "children" for task in tasks.iterdir())
    return [int(pid) for file in found for pid in file.read_text().split()]


def until(condition: Callable[[], object]) -> None:
    """Wait for another process."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.05)


def is_gone(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


def metric(server: Served, name: str) -> float:
    """Return the sum of a metric over its labels, from any of the processes."""
    with urllib.request.urlopen(f"{server.url}/metrics", timeout=PATIENCE) as page:
        text = page.read().decode()
    return sum(float(value) for value in re.findall(rf"^{name}(?:{{.*}})? (\S+)", text, re.M))


@pytest.fixture
def server(postgres_url: str, tmp_path: Path) -> Iterator[Served]:
    env = environment(tmp_path, RUNWHY_SHUTDOWN_GRACE="0.2", RUNWHY_SECRET_KEY=SECRET_KEY)
    with served("--db", postgres_url, "--workers", "2", env=env) as running:
        until(lambda: len(processes_of(running)) == 2)
        yield running


def submit(server: Served, count: int) -> list[str]:
    """Submit runs over a new connection each, so that any process can accept them."""
    accepted = []
    for number in range(count):
        with Client(server.url, reconnect_for=PATIENCE) as client:
            accepted.append(client.submit(f"Number {number}").run_id)
    return accepted


def test_processes_share_a_port_and_stop_together(server: Served, tmp_path: Path) -> None:
    assert "2 processes" in server.greeting
    processes = processes_of(server)
    with Client(server.url) as client:
        for run_id in submit(server, 20):
            assert client.wait(run_id).status == "succeeded"
    assert metric(server, "runwhy_runs_accepted_total") == 20
    assert metric(server, "runwhy_runs_ended_total") == 20
    assert metric(server, "runwhy_queue_depth") == 0

    (record,) = tmp_path.glob("server-*.json")
    assert f'"pid":{server.process.pid}' in record.read_text().replace(" ", "")
    assert server.end() == (0, "")
    assert all(is_gone(pid) for pid in processes)
    assert not [*tmp_path.glob("server-*.json")]


def test_a_process_that_dies_is_replaced_and_its_runs_continue(server: Served) -> None:
    first, second = processes_of(server)
    with Client(server.url, reconnect_for=PATIENCE) as client:
        slow = [client.submit("Wait [[sleep 1]]").run_id for _ in range(6)]
        os.kill(first, signal.SIGKILL)
        until(lambda: len(found := processes_of(server)) == 2 and first not in found)
        assert second in processes_of(server)
        assert [client.wait(run_id).status for run_id in slow] == ["succeeded"] * 6
    code, stderr = server.end(signal.SIGINT)
    assert code == 0
    assert "supervisor.process_died" in stderr


def test_processes_stop_when_their_supervisor_is_killed(server: Served) -> None:
    processes = processes_of(server)
    server.process.kill()
    until(lambda: all(is_gone(pid) for pid in processes))


def test_sqlite_is_refused(tmp_path: Path) -> None:
    done = runwhy("serve", "--workers", "2", "--port", "0", env=environment(tmp_path))
    assert done.returncode == 1
    assert "2 workers need PostgreSQL" in done.stderr and "--workers 1" in done.stderr
    assert not [*tmp_path.glob("*.db")]


def test_an_error_at_the_start_is_printed_once(tmp_path: Path) -> None:
    url = f"postgresql://nobody@/none?host={tmp_path}"
    done = runwhy("serve", "--workers", "2", "--port", "0", "--db", url, env=environment(tmp_path))
    assert done.returncode not in (0, 130)
    assert done.stderr.count("runwhy doctor") == 1, done.stderr
    assert "ready" not in done.stdout
