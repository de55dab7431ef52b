"""A real Restate server for tests, one node or several, with its data in a folder."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx2
import pytest
from tests.support.chaos import free_port

INSTALL = Path(__file__).parents[2] / "scripts" / "restate-server"
START_WITHIN = 60.0  # seconds


def restate_program() -> str:
    """Install the server and return its path. Skips the test if that fails; fails in CI."""
    try:
        done = subprocess.run([INSTALL], capture_output=True, text=True, timeout=600)
        problem = done.stderr[-500:] if done.returncode else ""
    except OSError as error:
        problem = str(error)
    if problem:
        message = f"the Restate server cannot be installed: {problem}"
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(message)
    return done.stdout.strip()


@dataclass(slots=True, kw_only=True)
class RestateNode:
    """A node of Restate, which can be killed and started again with its data."""

    program: str
    directory: Path
    name: str = "n1"
    first: RestateNode | None = None  # of the cluster; None: this is the first
    replication: int = 1
    options: str = ""  # further lines of its configuration file
    ports: Sequence[int] = field(default_factory=lambda: _ports())
    _process: subprocess.Popen[bytes] | None = None

    @property
    def ingress(self) -> str:
        """Return the URL of the ingress."""
        return f"http://127.0.0.1:{self.ports[0]}"

    @property
    def admin(self) -> str:
        """Return the URL of the admin API."""
        return f"http://127.0.0.1:{self.ports[1]}"

    def environment(self, service: str | None = None, port: int | None = None) -> dict[str, str]:
        """Return the variables of Runwhy servers that use this node and one database.

        They share the address for its calls.
        """
        return {
            "RUNWHY_QUEUE": "restate",
            "RUNWHY_RESTATE_INGRESS_URL": self.ingress,
            "RUNWHY_RESTATE_ADMIN_URL": self.admin,
            "RUNWHY_RESTATE_BIND": f"127.0.0.1:{port or free_port()}",
            "RUNWHY_RESTATE_SERVICE": service or f"Lane{uuid4().hex[:8]}",
        }

    def start(self) -> None:
        """Start the node without waiting until it is ready."""
        self.directory.mkdir(parents=True, exist_ok=True)
        config = self.directory / f"{self.name}.toml"
        config.write_text(self._config())
        with (self.directory / f"{self.name}.log").open("ab") as log:
            command = [self.program, "--no-logo", "--config-file", str(config)]
            self._process = subprocess.Popen(
                command, stdout=log, stderr=log, start_new_session=True, env=_environ()
            )

    def _config(self) -> str:
        fabric = f"http://127.0.0.1:{self.ports[2]}"
        first = self.first or self
        known = f"http://127.0.0.1:{first.ports[2]}"
        provision = "true" if self.first is None else "false"
        return f"""
cluster-name = "runwhy-tests"
node-name = "{self.name}"
base-dir = "{self.directory}"
auto-provision = {provision}
default-num-partitions = 4
default-replication = {self.replication}
bind-address = "127.0.0.1:{self.ports[2]}"
advertised-address = "{fabric}"
listen-mode = "tcp"
disable-telemetry = true
log-filter = "warn"
rocksdb-total-memory-size = "64 MiB"
{self.options}
[metadata-client]
addresses = ["{known}"]
[ingress]
bind-address = "127.0.0.1:{self.ports[0]}"
[admin]
bind-address = "127.0.0.1:{self.ports[1]}"
"""

    def wait_until_ready(self) -> None:
        """Wait until the node accepts runs. Raises: TimeoutError."""
        end = time.monotonic() + START_WITHIN
        while not (_answers(f"{self.ingress}/restate/health") and _answers(f"{self.admin}/health")):
            if time.monotonic() > end or (self._process and self._process.poll() is not None):
                log = (self.directory / f"{self.name}.log").read_text()
                raise TimeoutError(f"Restate is not ready:\n{log[-2000:]}")
            time.sleep(0.05)

    def kill(self) -> None:
        """Send SIGKILL. Does nothing if the node is not running."""
        if self._process is not None:
            if self._process.poll() is None:
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None

    def query(self, sql: str) -> list[dict[str, Any]]:
        """Return rows of Restate's own tables."""
        headers = {"accept": "application/json"}
        answer = httpx2.post(f"{self.admin}/query", json={"query": sql}, headers=headers)
        answer.raise_for_status()
        rows: list[dict[str, Any]] = answer.json()["rows"]
        return rows


def _ports() -> list[int]:
    return [free_port() for _ in range(3)]


def _environ() -> dict[str, str]:
    return {key: value for key, value in os.environ.items() if not key.startswith("RESTATE_")}


def _answers(url: str) -> bool:
    try:
        return httpx2.get(url, timeout=2).status_code == 200
    except httpx2.HTTPError:
        return False


@contextmanager
def running_restate(directory: Path, options: str = "") -> Iterator[RestateNode]:
    """Run one node until the end of the block."""
    node = RestateNode(program=restate_program(), directory=directory, options=options)
    node.start()
    try:
        node.wait_until_ready()
        yield node
    finally:
        node.kill()


@contextmanager
def running_cluster(directory: Path, *, nodes: int) -> Iterator[list[RestateNode]]:
    """Run a cluster whose data is on two nodes, until the end of the block."""
    program = restate_program()
    first = RestateNode(program=program, directory=directory, replication=2)
    cluster = [first]
    for number in range(2, nodes + 1):
        node = replace(first, name=f"n{number}", first=first, ports=_ports())
        cluster.append(node)
    try:
        for node in cluster:
            node.start()
        for node in cluster:
            node.wait_until_ready()
        yield cluster
    finally:
        for node in cluster:
            node.kill()
