"""A server process of a soak."""

from __future__ import annotations

from pathlib import Path

from tests.support.chaos import ServerProcess


class SoakServer(ServerProcess):
    """A server with default settings, an adjustable clock, and a model that can end it."""

    def __init__(self, database: str, directory: Path, clock: Path, more: dict[str, str]) -> None:
        super().__init__(database, directory, module="bench.soak_server")
        for name in ("RUNWHY_WORKER_BEAT", "RUNWHY_WORKER_DEAD_AFTER"):
            del self._env[name]
        self._log = directory.with_name(f"{directory.name}.log")  # not on the full disk
        self._env |= {**more, "SOAK_CLOCK": str(clock)}

    @property
    def pid(self) -> int:
        """Return the process id, or 0 if the server is not running."""
        return self._process.pid if self._process is not None and not self.has_exited() else 0

    @property
    def log_path(self) -> Path:
        """Return the file with the server's output."""
        return self._log
