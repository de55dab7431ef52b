"""Run commands and servers in separate processes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PATIENCE = 180.0  # seconds
RUNWHY = [sys.executable, "-m", "runwhy"]
Done = subprocess.CompletedProcess[str]


def environment(data: Path, **more: str) -> dict[str, str]:
    """Return an environment without RUNWHY_ variables, except the given ones."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("RUNWHY_")}
    return {**kept, "RUNWHY_DATA_DIR": str(data), "COLUMNS": "100", **more}


def runwhy(
    *args: str, env: Mapping[str, str], text: str | None = None, cwd: Path | None = None
) -> Done:
    """Run a command and wait for its end."""
    return subprocess.run(
        [*RUNWHY, *args],
        env=env,
        input=text,
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


@contextmanager
def begun(
    *args: str, env: Mapping[str, str], patience: float = PATIENCE, **options: Any
) -> Iterator[subprocess.Popen[str]]:
    """Start a command, and kill it at the end or after a timeout."""
    given = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    process = subprocess.Popen([*RUNWHY, *args], env=env, text=True, **{**given, **options})
    watchdog = threading.Timer(patience, process.kill)
    watchdog.start()
    try:
        with process:
            try:
                yield process
            finally:
                process.kill()
    finally:
        watchdog.cancel()


@dataclass(frozen=True, slots=True, kw_only=True)
class Served:
    """A server in its own process."""

    url: str
    greeting: str
    env: Mapping[str, str]
    process: subprocess.Popen[str]

    def run(self, *args: str, text: str | None = None) -> Done:
        """Run a command that discovers the server."""
        return runwhy(*args, env=self.env, text=text)

    def end(self, number: int = signal.SIGTERM) -> tuple[int, str]:
        """Send a signal, and return the exit code and stderr."""
        self.process.send_signal(number)
        _, stderr = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, stderr


@contextmanager
def served(*args: str, env: Mapping[str, str], patience: float = PATIENCE) -> Iterator[Served]:
    """Run `runwhy serve` on a free port, and wait until it is ready."""
    with begun("serve", "--port", "0", *args, env=env, patience=patience) as process:
        assert process.stdout is not None and process.stderr is not None
        first = process.stdout.readline()
        assert first.startswith("Runwhy is ready"), first + process.stderr.read()
        greeting = first + "".join(process.stdout.readline() for _ in range(4))
        yield Served(url=first.split()[-1], greeting=greeting, env=env, process=process)


def json_lines(text: str) -> list[Any]:
    """Parse the output of `--json`."""
    return [json.loads(line) for line in text.splitlines()]
