"""What `whence doctor` looks at: each check says how it stands and what to do."""

from __future__ import annotations

import os
import platform
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from typing import Literal

from whence.cli.configuration import database_name
from whence.cli.databases import (
    look_at_clock,
    look_at_newest,
    look_at_queue,
    look_at_schema,
    look_at_secrets,
    look_for_keys,
)
from whence.cli.exits import explain
from whence.data_dir import ServerNote, read_note
from whence.errors import InvalidInput, Unavailable
from whence.server.sockets import open_socket
from whence.server.static import FOLDER, INDEX
from whence.settings import Settings

OLDEST_SQLITE = (3, 35, 0)  # the first that can say what it has changed
# What each coding agent can do for us, by what its own help must name.
AGENTS = {
    "claude": {"approvals": "--input-format", "resume": "--resume", "fork": "--fork-session"},
    "codex": {"approvals": "app-server", "resume": "resume", "fork": "fork"},
    "copilot": {"resume": "--resume"},
    "cursor": {"resume": "--resume"},
}
ANSWER_WITHIN = 10.0
CLOCKS_APART = 5_000  # ms: more, and what is due comes early or late

State = Literal["ok", "warn", "fail"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """How one thing stands; `do` says what would help."""

    name: str
    state: State
    detail: str
    do: str = ""


def findings(settings: Settings) -> Iterator[Finding]:
    """All checks, one after the other; none of them changes anything."""
    note = read_note(settings.data_dir)
    server = note if note is not None and note.is_true else None
    yield _versions()
    yield _sqlite()
    yield _data_dir(settings)
    yield _server(server)
    yield _port(settings, server)
    yield _dashboard()
    yield from _database(settings, server)
    with ThreadPoolExecutor(len(AGENTS)) as pool:
        yield from pool.map(partial(_agent, settings), AGENTS)


def _versions() -> Finding:
    detail = f"Whence {version('whence')}, Python {platform.python_version()}, {sys.platform}"
    return Finding(name="versions", state="ok", detail=detail)


def _sqlite() -> Finding:
    detail = f"SQLite {sqlite3.sqlite_version}"
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        do = "use a Python with SQLite 3.35 or newer, or PostgreSQL"
        return Finding(name="sqlite", state="fail", detail=detail, do=do)
    return Finding(name="sqlite", state="ok", detail=detail)


def _data_dir(settings: Settings) -> Finding:
    directory = settings.data_dir
    there = next(parent for parent in (directory, *directory.parents) if parent.exists())
    if not os.access(there, os.W_OK):
        do = "let this user write there, or set WHENCE_DATA_DIR"
        detail = f"{directory} cannot be written"
        return Finding(name="data directory", state="fail", detail=detail, do=do)
    detail = str(directory) + ("" if there == directory else " (made when it is needed)")
    return Finding(name="data directory", state="ok", detail=detail)


def _server(server: ServerNote | None) -> Finding:
    if server is None:
        detail = "none runs; commands open the database themselves"
        return Finding(name="server", state="ok", detail=detail, do="start one: `whence serve`")
    return Finding(name="server", state="ok", detail=f"{server.url}, process {server.pid}")


def _port(settings: Settings, server: ServerNote | None) -> Finding:
    name = f"port {settings.port}"
    if server is not None and server.url.endswith(f":{settings.port}"):
        return Finding(name=name, state="ok", detail="used by the server")
    try:
        open_socket(settings.host, settings.port).close()
    except Unavailable as error:
        return Finding(name=name, state="warn", detail=error.message, do="`whence serve --port 0`")
    return Finding(name=name, state="ok", detail=f"free on {settings.host}")


def _dashboard() -> Finding:
    if (FOLDER / INDEX).is_file():
        return Finding(name="dashboard", state="ok", detail="built in")
    detail = "was not built into this installation; the rest works without it"
    do = "install once more where npm or PyPI can be reached, with WHENCE_REQUIRE_UI=1"
    return Finding(name="dashboard", state="warn", detail=detail, do=do)


def _database(settings: Settings, server: ServerNote | None) -> Iterator[Finding]:
    try:
        state = look_at_schema(settings)
    except Exception as error:
        yield Finding(
            name="database",
            state="fail",
            detail=f"{database_name(settings)}: {explain(error)[1][0]}",
            do="check WHENCE_DATABASE_URL, and that the database runs",
        )
        return
    new = " (made when it is needed)" if not state.current else ""
    yield Finding(name="database", state="ok", detail=database_name(settings) + new)
    if not state.current:
        return
    if state.is_newer:
        detail = f"{state.current}, but this Whence knows only {state.newest}"
        yield Finding(name="schema", state="fail", detail=detail, do="upgrade Whence")
    elif state.pending:
        detail = f"{state.current}, to become {state.newest}"
        yield Finding(name="schema", state="warn", detail=detail, do="`whence db upgrade`")
    else:
        yield Finding(name="schema", state="ok", detail=f"{state.current}, up to date")
    if not state.is_newer:
        yield _clock(settings)
        yield _queue(settings, server)
        yield _keys(settings)
        yield _secrets(settings)


def _clock(settings: Settings) -> Finding:
    now = time.time() * 1000
    theirs, newest = look_at_clock(settings), look_at_newest(settings)
    do = "set the clocks of both machines right, by NTP"
    if theirs is not None and abs(now - theirs) > CLOCKS_APART:
        detail = f"{(now - theirs) / 1000:+.0f} s from the database's"
        return Finding(name="clock", state="warn", detail=detail, do=do)
    if newest > now + CLOCKS_APART:
        detail = f"{(newest - now) / 1000:.0f} s behind the newest run"
        return Finding(name="clock", state="warn", detail=detail, do=do)
    return Finding(name="clock", state="ok", detail="agrees with what is in the database")


def _queue(settings: Settings, server: ServerNote | None) -> Finding:
    waiting, running = look_at_queue(settings)
    detail = f"{waiting} waiting, {running} taken"
    if (waiting or running) and server is None:
        do = "they go on when a server runs: `whence serve`"
        return Finding(name="queue", state="warn", detail=detail, do=do)
    return Finding(name="queue", state="ok", detail=detail)


def _keys(settings: Settings) -> Finding:
    if look_for_keys(settings):
        return Finding(name="keys", state="ok", detail="there are some")
    state: State = "ok" if settings.is_local else "fail"
    do = "`whence keys add NAME --scope admin`, to let other machines in"
    return Finding(name="keys", state=state, detail="none: only this machine is let in", do=do)


def _secrets(settings: Settings) -> Finding:
    try:
        right = look_at_secrets(settings)
    except InvalidInput as error:
        do = "`whence secrets key` prints one"
        return Finding(name="secret key", state="fail", detail=error.message, do=do)
    file = settings.secret_key_file
    place = "WHENCE_SECRET_KEY" if settings.secret_key else str(file)
    if right is None:
        detail = "nothing is sealed yet; the next start of the server does it"
        return Finding(name="secret key", state="ok", detail=detail)
    if not right:
        missing = not settings.secret_key and not file.exists()
        detail = f"{place} {'is not there' if missing else 'does not open the secrets'}"
        do = "bring back the key, or give up the secrets: `whence secrets forget`"
        return Finding(name="secret key", state="fail", detail=detail, do=do)
    if not settings.secret_key and file.stat().st_mode & 0o077:
        do = f"chmod 600 {file}"
        return Finding(name="secret key", state="warn", detail=f"others may read {file}", do=do)
    return Finding(name="secret key", state="ok", detail=place)


def _agent(settings: Settings, agent: str) -> Finding:
    command: str = getattr(settings, f"{agent}_command")
    path = shutil.which(command)
    if path is None:
        detail = f"not installed; only runs with the executor `{agent}` need it"
        return Finding(name=agent, state="ok", detail=detail)
    said = (_said(path, "--version") or "").strip()
    if not said:
        do = f"try `{command} --version` yourself"
        return Finding(name=agent, state="warn", detail=f"{path} does not say its version", do=do)
    detail = f"{said.splitlines()[0]} ({path})"
    help_text = _said(path, "--help") or ""
    can = [name for name, word in AGENTS[agent].items() if word in help_text]
    lacks = [name for name in AGENTS[agent] if name not in can]
    if lacks:
        do = f"a newer version of `{command}` may have it"
        return Finding(name=agent, state="warn", detail=f"{detail}: no {', '.join(lacks)}", do=do)
    return Finding(name=agent, state="ok", detail=f"{detail}: {', '.join(can)}")


def _said(path: str, option: str) -> str | None:
    try:
        done = subprocess.run(
            [path, option],
            capture_output=True,
            text=True,
            timeout=ANSWER_WITHIN,
            stdin=subprocess.DEVNULL,
            check=True,
        )
    except (OSError, subprocess.SubprocessError, UnicodeDecodeError):
        return None
    return done.stdout
