"""Agents end with their server, however it ends, and so does everything that they started."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from tests.cli.processes import environment, served
from tests.server.api_client import Api, ok
from tests.support.servers import PATIENCE, running_server, server_settings

from runwhy.executors import leftovers, process
from runwhy.executors.leftovers import identify, write_record
from runwhy.executors.process import Launch, run_process
from runwhy.executors.supervisor import descendants

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
INIT = {"type": "system", "subtype": "init", "session_id": "s1", "cwd": "/", "model": "Auto"}


def agent_with_children(directory: Path) -> Path:
    """Create an agent that starts a child, a detached one, and a detached one without its mark.

    It ignores SIGTERM, and writes all process ids once they run.
    """
    program = directory / "cursor-with-children"
    program.write_text(
        dedent(f"""\
        #!{sys.executable}
        import json, os, signal, subprocess, sys, time
        from pathlib import Path

        sleep = [sys.executable, "-S", "-c", "import time; time.sleep(1000)"]
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        child = subprocess.Popen(sleep)
        detached = subprocess.Popen(sleep, start_new_session=True)
        unmarked = subprocess.Popen(sleep, start_new_session=True, env={{}})
        pids = [os.getpid(), child.pid, detached.pid, unmarked.pid]
        Path({str(directory / "pids")!r}).write_text(json.dumps(pids))
        print({json.dumps(INIT)!r}, flush=True)
        time.sleep(1000)
        """)
    )
    program.chmod(0o755)
    return program


def start(url: str, directory: Path) -> tuple[str, Sequence[int]]:
    """Start a run, and return its id and the processes of its agent."""
    api = Api(url)
    body = {"executor": "cursor", "executorOptions": {"cwd": str(directory)}, "prompt": "Do it"}
    run = ok(api.post("/agent-runs", body), 202)["runId"]
    api.events(run, until=("entry",))
    api.http.close()
    return run, json.loads((directory / "pids").read_text())


def wait_for_end(pids: Sequence[int]) -> None:
    for pid in pids:
        try:
            process = os.pidfd_open(pid)
        except ProcessLookupError:
            continue
        ended, _, _ = select.select([process], [], [], PATIENCE)
        os.close(process)
        assert ended, f"process {pid} is still running"


def test_killing_the_server_ends_the_agent_and_everything_it_started(tmp_path: Path) -> None:
    env = environment(tmp_path, RUNWHY_CURSOR_COMMAND=str(agent_with_children(tmp_path)))
    with served(env=env) as server:
        _, pids = start(server.url, tmp_path)
        server.process.send_signal(signal.SIGKILL)

        wait_for_end(pids)


def test_the_next_server_ends_what_a_killed_supervisor_left(tmp_path: Path) -> None:
    env = environment(tmp_path, RUNWHY_CURSOR_COMMAND=str(agent_with_children(tmp_path)))
    with served(env=env) as server:
        run, pids = start(server.url, tmp_path)
        record = json.loads((tmp_path / "agents" / f"{run}.json").read_text())
        assert descendants(server.process.pid) >= {record["supervisor"]["pid"], *pids}
        server.process.send_signal(signal.SIGSTOP)  # so that it cannot clean up
        os.kill(record["supervisor"]["pid"], signal.SIGKILL)
        server.process.send_signal(signal.SIGKILL)
        server.process.wait()
    agent, child, detached, unmarked = pids
    os.kill(unmarked, signal.SIGKILL)
    os.kill(detached, 0)  # it outlived its supervisor

    with served(env=env) as server:
        wait_for_end([agent, child, detached])
        api = Api(server.url)
        ended = api.ended(run)
        api.http.close()

    assert (ended["status"], ended["error"]["code"]) == ("failed", "agent_interrupted")
    assert list((tmp_path / "agents").iterdir()) == []


def test_a_program_that_the_agent_leaves_behind_does_not_hold_the_run(tmp_path: Path) -> None:
    program = tmp_path / "cursor-leaves"
    result = {"type": "result", "subtype": "success", "is_error": False, "result": "done"}
    program.write_text(
        f"#!/bin/sh\nsleep 1000 &\necho $! > {tmp_path / 'pid'}\n"
        f"echo '{json.dumps(INIT)}'\necho '{json.dumps(result)}'\n"
    )
    program.chmod(0o755)
    env = environment(tmp_path, RUNWHY_CURSOR_COMMAND=str(program))
    with served(env=env) as server:
        api = Api(server.url)
        body = {"executor": "cursor", "executorOptions": {"cwd": str(tmp_path)}, "prompt": "Go"}
        run = api.ended(ok(api.post("/agent-runs", body), 202)["runId"])
        api.http.close()

    assert run["status"] == "succeeded", run
    wait_for_end([int((tmp_path / "pid").read_text())])


def test_the_error_says_why_a_program_cannot_be_started(tmp_path: Path) -> None:
    program = tmp_path / "cursor-broken"
    program.write_bytes(b"\x7fELF but not really")
    program.chmod(0o755)
    env = environment(tmp_path, RUNWHY_CURSOR_COMMAND=str(program))
    with served(env=env) as server:
        api = Api(server.url)
        body = {"executor": "cursor", "executorOptions": {"cwd": str(tmp_path)}, "prompt": "Go"}
        run = api.ended(ok(api.post("/agent-runs", body), 202)["runId"])
        api.http.close()

    assert run["error"]["code"] == "agent_not_found"
    assert run["error"]["message"].endswith("cannot be started: Exec format error")


@contextmanager
def sleeper() -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(["sleep", "1000"], start_new_session=True) as process:
        try:
            yield process
        finally:
            process.kill()


def record_of(directory: Path) -> Any:
    return json.loads((directory / "run_1.json").read_text())


def test_only_the_very_processes_of_a_record_are_ended(tmp_path: Path) -> None:
    with sleeper() as agent, sleeper() as other:
        write_record(tmp_path, "run_1", supervisor=agent.pid, agent=agent.pid)
        running = record_of(tmp_path)
        assert leftovers.end_leftovers_of_dead_servers(tmp_path) == []

        reused = {"pid": other.pid, "started": running["agent"]["started"] + "0"}
        dead = {**running, "server": reused, "supervisor": reused}
        (tmp_path / "run_1.json").write_text(json.dumps({**dead, "agent": reused}))
        assert leftovers.end_leftovers_of_dead_servers(tmp_path) == ["run_1"]
        assert agent.poll() is None and other.poll() is None

        (tmp_path / "run_1.json").write_text(json.dumps(dead))
        assert leftovers.end_leftovers_of_dead_servers(tmp_path) == ["run_1"]
        assert agent.wait(PATIENCE) == -signal.SIGKILL
        assert not identify(agent.pid).is_running()
        assert other.poll() is None


@pytest.mark.skipif(not Path("/bin/ps").exists(), reason="ps is not installed")
def test_descendants_are_also_found_without_proc(monkeypatch: pytest.MonkeyPatch) -> None:
    with sleeper() as agent:
        monkeypatch.setattr("runwhy.executors.supervisor.IS_LINUX", False)
        monkeypatch.setattr(leftovers, "IS_LINUX", False)

        assert agent.pid in descendants(os.getpid())
        assert identify(agent.pid).is_running()


@pytest.mark.anyio
async def test_an_agent_runs_although_its_processes_cannot_be_recorded() -> None:
    """A full disk must not look like a missing program."""
    launch = Launch(
        command=["/bin/echo", "hello"],
        cwd="/",
        env={},
        run_id="run_1",
        records=Path("/proc/runwhy"),  # this folder cannot be created
    )
    async with run_process(launch, pipe_stdin=False) as agent:
        assert [line async for line in agent.lines()] == [b"hello"]


def test_an_agent_that_is_killed_at_its_start_is_not_reported_as_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    die = "import os; os.kill(os.getpid(), 9)"
    monkeypatch.setattr(process, "SUPERVISOR", [sys.executable, "-S", "-c", die])
    with running_server(server_settings(tmp_path, cursor_command="/bin/true")) as server:
        api = Api(server.url)
        body = {"executor": "cursor", "executorOptions": {"cwd": str(tmp_path)}, "prompt": "Go"}
        run = api.ended(ok(api.post("/agent-runs", body), 202)["runId"])
        api.http.close()

    assert run["error"]["code"] == "agent_failed"
    assert run["error"]["message"].endswith("was killed before it started")
