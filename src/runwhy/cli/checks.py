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
from pathlib import Path

from runwhy.cli.acp_checks import check_acp_agent, is_newer
from runwhy.cli.check_results import CheckResult, fail, ok, warn
from runwhy.cli.database_checks import check_database
from runwhy.cli.restate_checks import check_restate
from runwhy.cli.settings_loader import database_name
from runwhy.data_dir import ServerRecord, find_server
from runwhy.errors import Unavailable
from runwhy.executors.coding_agents import acp_agents
from runwhy.server.dashboard_files import FOLDER, INDEX
from runwhy.server.sockets import open_socket
from runwhy.settings import Settings

MIN_SQLITE = (3, 35, 0)  # the first version with RETURNING
# Features of each coding agent, and the word in its --help that shows support for them.
AGENTS = {
    "claude": {"approvals": "--input-format", "resume": "--resume", "fork": "--fork-session"},
    "codex": {"approvals": "app-server", "resume": "resume", "fork": "fork"},
    "copilot": {"approvals": "--acp", "resume": "--resume"},
    "cursor": {"resume": "--resume"},
}
# Versions that the tests run with, and the packages on npm.
TESTED = {
    "claude": ("2.1.325", "@anthropic-ai/claude-code"),
    "codex": ("0.166.0", "@openai/codex"),
    "copilot": ("1.0.102", "@github/copilot"),
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
    if settings.queue == "restate":
        yield from check_restate(settings)
    with ThreadPoolExecutor(len(AGENTS)) as pool:
        yield from pool.map(partial(_agent, settings), AGENTS)
        yield from pool.map(check_acp_agent, acp_agents(settings).values())


def _versions() -> CheckResult:
    detail = f"Runwhy {version('runwhy')}, Python {platform.python_version()}, {sys.platform}"
    return ok("versions", detail)


def _sqlite() -> CheckResult:
    detail = f"SQLite {sqlite3.sqlite_version}"
    if sqlite3.sqlite_version_info < MIN_SQLITE:
        do = "use a Python build with SQLite 3.35 or newer, or use PostgreSQL"
        return fail("sqlite", detail, do)
    return ok("sqlite", detail)


def _data_dir(settings: Settings) -> CheckResult:
    directory = settings.data_dir
    existing = _nearest(directory)
    if not os.access(existing, os.W_OK):
        do = "give this user write access, or set RUNWHY_DATA_DIR"
        return fail("data directory", f"{directory} is not writable", do)
    note = "" if existing == directory else " (created on first use)"
    return ok("data directory", f"{directory}{note}")


def _disk(settings: Settings) -> CheckResult:
    existing = _nearest(settings.data_dir if settings.is_postgres else settings.sqlite_path.parent)
    free = shutil.disk_usage(existing).free
    detail = f"{free / (1 << 30):.1f} GiB free in {existing}"
    if free < LOW_DISK_SPACE:
        do = "free disk space, or set RUNWHY_DATABASE_URL and RUNWHY_DATA_DIR to another disk"
        return warn("disk", detail, do)
    return ok("disk", detail)


def _nearest(directory: Path) -> Path:
    """Return the directory, or the nearest directory above it that exists."""
    return next(parent for parent in (directory, *directory.parents) if parent.exists())


def _server(server: ServerRecord | None) -> CheckResult:
    if server is None:
        detail = "not running; commands open the database directly"
        return ok("server", detail, "start it: `runwhy serve`")
    return ok("server", f"{server.url}, process {server.pid}")


def _port(settings: Settings, server: ServerRecord | None) -> CheckResult:
    name = f"port {settings.port}"
    if server is not None and server.url.endswith(f":{settings.port}"):
        return ok(name, "used by the server")
    try:
        open_socket(settings.host, settings.port).close()
    except Unavailable as error:
        return warn(name, error.message, "`runwhy serve --port 0`")
    return ok(name, f"free on {settings.host}")


def _dashboard() -> CheckResult:
    if (FOLDER / INDEX).is_file():
        return ok("dashboard", "installed")
    detail = "not included in this installation; everything else works"
    do = "reinstall with RUNWHY_REQUIRE_UI=1 and access to npm or PyPI"
    return warn("dashboard", detail, do)


def _agent(settings: Settings, agent: str) -> CheckResult:
    command: str = getattr(settings, f"{agent}_command")
    path = shutil.which(command)
    if path is None:
        return ok(agent, f"not installed; needed only for runs with the executor `{agent}`")
    installed = (_output_of(path, "--version") or "").strip()
    if not installed:
        do = f"run `{command} --version` to see the error"
        return warn(agent, f"{path} does not say its version", do)
    detail = f"{installed.splitlines()[0]} ({path})"
    help_text = _output_of(path, "--help") or ""
    supported = [name for name, word in AGENTS[agent].items() if word in help_text]
    missing = [name for name in AGENTS[agent] if name not in supported]
    if missing:
        return warn(agent, f"{detail}: no {', '.join(missing)}", f"upgrade `{command}`")
    detail = f"{detail}: {', '.join(supported)}"
    version, package = TESTED.get(agent, ("", ""))
    if version and is_newer(installed, version):
        do = f"if a run fails, install the tested version: {package}@{version}"
        return warn(agent, f"{detail}; newer than the tested {version}", do)
    return ok(agent, detail)


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
