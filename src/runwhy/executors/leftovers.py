"""Leftovers: processes of a run whose server died together with the supervisor of its agent.

A record in the data directory names the processes of each running agent by process id and start
time, so that a process that got a reused id is never touched. On Linux all processes of a run are
also found by a variable in their environment.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from runwhy.data_dir import write_privately
from runwhy.executors.supervisor import GRACE, PAUSE

MARK = "RUNWHY_RUN_ID"  # set in the environment of every process of a run
PATIENCE = GRACE + 1.0  # seconds for a supervisor to end its agent
IS_LINUX = sys.platform.startswith("linux")
_GONE = (ProcessLookupError, PermissionError)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcessId:
    """A process, identified by its id and start time."""

    pid: int
    started: str

    def is_running(self) -> bool:
        """Whether this very process still runs."""
        return bool(self.started) and start_time(self.pid) == self.started


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcessRecord:
    """The processes behind a run: the server, the supervisor and the agent."""

    run_id: str
    server: ProcessId
    supervisor: ProcessId
    agent: ProcessId


def identify(pid: int) -> ProcessId:
    """Return the identity of a running process."""
    return ProcessId(pid=pid, started=start_time(pid))


def write_record(directory: Path, run_id: str, *, supervisor: int, agent: int) -> None:
    """Record the processes of a run that this server started."""
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    record = ProcessRecord(
        run_id=run_id,
        server=identify(os.getpid()),
        supervisor=identify(supervisor),
        agent=identify(agent),
    )
    write_privately(_file(directory, run_id), json.dumps(asdict(record)) + "\n", place=os.replace)


def end_leftovers(directory: Path, run_id: str) -> None:
    """End every process that is left of a run, and forget its record."""
    if (record := _read(_file(directory, run_id))) is not None:
        _end_recorded(record)
    _kill_marked(run_id)
    _file(directory, run_id).unlink(missing_ok=True)


def end_leftovers_of_dead_servers(directory: Path) -> Sequence[str]:
    """End the processes of servers that no longer run. Return the ids of their runs."""
    records = [record for file in directory.glob("*.json") if (record := _read(file)) is not None]
    runs = [record.run_id for record in records if not record.server.is_running()]
    for run_id in runs:
        end_leftovers(directory, run_id)
    return runs


def start_time(pid: int) -> str:
    """Return when a process started, in a form that differs after a reboot; "" if it has exited."""
    if not IS_LINUX:
        ps = ["/bin/ps", "-o", "lstart=", "-p", str(pid)]
        env = {"LC_ALL": "C"}
        return subprocess.run(
            ps, capture_output=True, text=True, env=env, check=False
        ).stdout.strip()
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        fields = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
    except OSError:
        return ""
    return "" if fields[0] in (b"Z", b"X") else f"{boot} {fields[19].decode()}"


def _end_recorded(record: ProcessRecord) -> None:
    """Let the supervisor end the agent; without it, kill the agent's process group."""
    if record.supervisor.is_running():
        with suppress(*_GONE):
            os.kill(record.supervisor.pid, signal.SIGTERM)
            os.kill(record.supervisor.pid, signal.SIGCONT)
        until = time.monotonic() + PATIENCE
        while record.supervisor.is_running() and time.monotonic() < until:
            time.sleep(PAUSE)
    if record.agent.is_running():
        with suppress(*_GONE):
            os.killpg(record.agent.pid, signal.SIGKILL)


def _kill_marked(run_id: str) -> None:
    """Kill processes of a run by the mark in their environment (Linux only)."""
    if not IS_LINUX:
        return
    mark = f"{MARK}={run_id}".encode()
    for _ in range(3):  # a later pass finds processes started during this one
        found = [pid for pid in _processes() if mark in _environment(pid)]
        if not found:
            return
        for pid in found:
            with suppress(*_GONE):
                os.kill(pid, signal.SIGKILL)


def _processes() -> list[int]:
    mine = os.getpid()
    return [
        int(p.name) for p in Path("/proc").iterdir() if p.name.isdigit() and int(p.name) != mine
    ]


def _environment(pid: int) -> Sequence[bytes]:
    try:
        return Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:  # it has exited or belongs to another user
        return ()


def _file(directory: Path, run_id: str) -> Path:
    return directory / f"{run_id}.json"


def _read(file: Path) -> ProcessRecord | None:
    try:
        data = json.loads(file.read_text())
        ids = {name: ProcessId(**data[name]) for name in ("server", "supervisor", "agent")}
        return ProcessRecord(run_id=data["run_id"], **ids)
    except (OSError, ValueError, KeyError, TypeError):
        return None
