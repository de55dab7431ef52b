"""The command line in processes of its own, as people use it."""

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

PATIENCE = 60.0  # seconds; nothing in a test takes longer, unless something is wrong
RUNWHY = [sys.executable, "-m", "runwhy"]
Done = subprocess.CompletedProcess[str]


def environment(data: Path, **more: str) -> dict[str, str]:
    """An environment in which nothing is set but the data directory and what is given."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("RUNWHY_")}
    return {**kept, "RUNWHY_DATA_DIR": str(data), "COLUMNS": "100", **more}


def runwhy(
    *args: str, env: Mapping[str, str], text: str | None = None, cwd: Path | None = None
) -> Done:
    """Run a command to its end."""
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
    """A command that goes on; it is killed at the end, or when it takes too long."""
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
    """A server that runs in a process of its own."""

    url: str
    greeting: str
    env: Mapping[str, str]
    process: subprocess.Popen[str]

    def run(self, *args: str, text: str | None = None) -> Done:
        """A command that finds the server by itself."""
        return runwhy(*args, env=self.env, text=text)

    def end(self, number: int = signal.SIGTERM) -> tuple[int, str]:
        """Send a signal; the exit code, and what it said on stderr."""
        self.process.send_signal(number)
        _, said = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, said


@contextmanager
def served(*args: str, env: Mapping[str, str], patience: float = PATIENCE) -> Iterator[Served]:
    """`runwhy serve`, on a free port, once it is ready."""
    with begun("serve", "--port", "0", *args, env=env, patience=patience) as process:
        assert process.stdout is not None and process.stderr is not None
        first = process.stdout.readline()
        assert first.startswith("Runwhy is ready"), first + process.stderr.read()
        greeting = first + "".join(process.stdout.readline() for _ in range(4))
        yield Served(url=first.split()[-1], greeting=greeting, env=env, process=process)


def json_lines(text: str) -> list[Any]:
    """What `--json` printed."""
    return [json.loads(line) for line in text.splitlines()]
