"""The checks of `runwhy doctor`."""

from __future__ import annotations

import os
import platform
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib.metadata import version

from runwhy.cli.check_results import CheckResult
from runwhy.cli.database_checks import check_database
from runwhy.cli.settings_loader import database_name
from runwhy.data_dir import ServerRecord, find_server
from runwhy.errors import Unavailable
from runwhy.server.dashboard_files import FOLDER, INDEX
from runwhy.server.sockets import open_socket
from runwhy.settings import Settings

MIN_SQLITE = (3, 35, 0)  # the first version with RETURNING
# Features of each coding agent, and the word in its --help that shows support for them.
AGENTS = {
    "claude": {"approvals": "--input-format", "resume": "--resume", "fork": "--fork-session"},
    "codex": {"approvals": "app-server", "resume": "resume", "fork": "fork"},
    "copilot": {"resume": "--resume"},
    "cursor": {"resume": "--resume"},
}
COMMAND_TIMEOUT = 10.0  # seconds
LOW_DISK_SPACE = 1 << 30  # bytes


def run_checks(settings: Settings) -> Iterator[CheckResult]:
    """Run all checks in order. No check changes anything."""
    server = find_server(settings.data_dir, database_name(settings))
    yield _versions()
    yield _sqlite()
    yield _data_dir(settings)
    yield _disk(settings)
    yield _server(server)
    yield _port(settings, server)
    yield _dashboard()
    yield from check_database(settings, server)
    with ThreadPoolExecutor(len(AGENTS)) as pool:
        yield from pool.map(partial(_agent, settings), AGENTS)


def _versions() -> CheckResult:
    detail = f"Runwhy {version('runwhy')}, Python {platform.python_version()}, {sys.platform}"
    return CheckResult(name="versions", state="ok", detail=detail)


def _sqlite() -> CheckResult:
    detail = f"SQLite {sqlite3.sqlite_version}"
    if sqlite3.sqlite_version_info < MIN_SQLITE:
        do = "use a Python build with SQLite 3.35 or newer, or use PostgreSQL"
        return CheckResult(name="sqlite", state="fail", detail=detail, do=do)
    return CheckResult(name="sqlite", state="ok", detail=detail)


def _data_dir(settings: Settings) -> CheckResult:
    directory = settings.data_dir
    existing = next(parent for parent in (directory, *directory.parents) if parent.exists())
    if not os.access(existing, os.W_OK):
        do = "give this user write access, or set RUNWHY_DATA_DIR"
        detail = f"{directory} is not writable"
        return CheckResult(name="data directory", state="fail", detail=detail, do=do)
    detail = str(directory) + ("" if existing == directory else " (created on first use)")
    return CheckResult(name="data directory", state="ok", detail=detail)


def _disk(settings: Settings) -> CheckResult:
    directory = settings.data_dir if settings.is_postgres else settings.sqlite_path.parent
    existing = next(parent for parent in (directory, *directory.parents) if parent.exists())
    free = shutil.disk_usage(existing).free
    detail = f"{free / (1 << 30):.1f} GiB free in {existing}"
    if free < LOW_DISK_SPACE:
        do = "free disk space, or set RUNWHY_DATABASE_URL and RUNWHY_DATA_DIR to another disk"
        return CheckResult(name="disk", state="warn", detail=detail, do=do)
    return CheckResult(name="disk", state="ok", detail=detail)


def _server(server: ServerRecord | None) -> CheckResult:
    if server is None:
        detail = "not running; commands open the database directly"
        return CheckResult(name="server", state="ok", detail=detail, do="start it: `runwhy serve`")
    return CheckResult(name="server", state="ok", detail=f"{server.url}, process {server.pid}")


def _port(settings: Settings, server: ServerRecord | None) -> CheckResult:
    name = f"port {settings.port}"
    if server is not None and server.url.endswith(f":{settings.port}"):
        return CheckResult(name=name, state="ok", detail="used by the server")
    try:
        open_socket(settings.host, settings.port).close()
    except Unavailable as error:
        return CheckResult(
            name=name, state="warn", detail=error.message, do="`runwhy serve --port 0`"
        )
    return CheckResult(name=name, state="ok", detail=f"free on {settings.host}")


def _dashboard() -> CheckResult:
    if (FOLDER / INDEX).is_file():
        return CheckResult(name="dashboard", state="ok", detail="installed")
    detail = "not included in this installation; everything else works"
    do = "reinstall with RUNWHY_REQUIRE_UI=1 and access to npm or PyPI"
    return CheckResult(name="dashboard", state="warn", detail=detail, do=do)


def _agent(settings: Settings, agent: str) -> CheckResult:
    command: str = getattr(settings, f"{agent}_command")
    path = shutil.which(command)
    if path is None:
        detail = f"not installed; needed only for runs with the executor `{agent}`"
        return CheckResult(name=agent, state="ok", detail=detail)
    installed = (_output_of(path, "--version") or "").strip()
    if not installed:
        do = f"run `{command} --version` to see the error"
        return CheckResult(
            name=agent, state="warn", detail=f"{path} does not say its version", do=do
        )
    detail = f"{installed.splitlines()[0]} ({path})"
    help_text = _output_of(path, "--help") or ""
    supported = [name for name, word in AGENTS[agent].items() if word in help_text]
    missing = [name for name in AGENTS[agent] if name not in supported]
    if missing:
        do = f"upgrade `{command}`"
        return CheckResult(
            name=agent, state="warn", detail=f"{detail}: no {', '.join(missing)}", do=do
        )
    return CheckResult(name=agent, state="ok", detail=f"{detail}: {', '.join(supported)}")


def _output_of(path: str, option: str) -> str | None:
    try:
        done = subprocess.run(
            [path, option],
            capture_output=True,
            text=True,
            timeout=COMMAND_TIMEOUT,
            stdin=subprocess.DEVNULL,
            check=True,
        )
    except (OSError, subprocess.SubprocessError, UnicodeDecodeError):
        return None
    return done.stdout
