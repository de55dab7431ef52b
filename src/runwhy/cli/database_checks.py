"""The checks of `runwhy doctor` that read the database."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

from runwhy.cli.check_results import CheckResult, State
from runwhy.cli.database_inspection import (
    check_secret_key,
    count_connections,
    find_damage,
    has_api_keys,
    is_writable,
    newest_run_time,
    read_database_clock,
    read_queue,
    read_schema_state,
)
from runwhy.cli.exit_codes import explain
from runwhy.cli.settings_loader import database_name
from runwhy.data_dir import ServerRecord
from runwhy.errors import InvalidInput
from runwhy.settings import Settings

MAX_CLOCK_SKEW = 5_000  # ms; with more, timers and schedules fire early or late
MAX_QUEUE_WAIT = 60  # seconds; a longer wait means that there are too few workers
CONNECTIONS = 15  # per server: its pools, and one connection that listens for notifications


def check_database(settings: Settings, server: ServerRecord | None) -> Iterator[CheckResult]:
    """Run all checks of the database. An unreadable database yields a single failure."""
    try:
        state = read_schema_state(settings)
        yield _database(settings, new=not state.current)
    except Exception as error:
        message = explain(error)[1][0]
        detail = f"{database_name(settings)}: {message}"
        yield CheckResult(name="database", state="fail", detail=detail, do=_help(settings, message))
        return
    if not state.current:
        return
    if state.is_newer:
        detail = f"version {state.current}; this Runwhy supports up to {state.newest}"
        yield CheckResult(name="schema", state="fail", detail=detail, do="upgrade Runwhy")
        return
    if state.pending:
        detail = f"version {state.current}; version {state.newest} is available"
        yield CheckResult(name="schema", state="warn", detail=detail, do="`runwhy db upgrade`")
    else:
        yield CheckResult(name="schema", state="ok", detail=f"version {state.current}, up to date")
    if settings.is_postgres:
        yield _connections(settings)
    yield _clock(settings)
    yield _queue(settings, server)
    yield _keys(settings)
    yield _secrets(settings)


def _database(settings: Settings, *, new: bool) -> CheckResult:
    name = database_name(settings)
    if new:
        return CheckResult(name="database", state="ok", detail=f"{name} (created on first use)")
    if not is_writable(settings):
        do = "give this user write access to the file and its directory"
        if settings.is_postgres:
            do = "set RUNWHY_DATABASE_URL to the primary; this server is read-only or a standby"
        return CheckResult(name="database", state="fail", detail=f"{name} is read-only", do=do)
    if damage := find_damage(settings):
        do = "stop the server, move the file away, and restore a backup: `runwhy restore`"
        return CheckResult(name="database", state="fail", detail=f"{name}: {damage}", do=do)
    return CheckResult(name="database", state="ok", detail=name)


def _help(settings: Settings, message: str) -> str:
    if not settings.is_postgres:
        path = settings.sqlite_path
        if os.access(path, os.R_OK) and path.is_file():
            return "if this is the right file, restore a backup: `runwhy restore`"
        return f"give this user read access to {path}, or set RUNWHY_DATABASE_URL to another file"
    if "too many" in message or "connection slots" in message:
        return "close connections, or raise PostgreSQL's max_connections or the limit of the role"
    if "password" in message or "authentication" in message or "role" in message:
        return "check the user in RUNWHY_DATABASE_URL, and PGPASSWORD or ~/.pgpass"
    return "check RUNWHY_DATABASE_URL and that the database is running"


def _connections(settings: Settings) -> CheckResult:
    used, limit = count_connections(settings)
    detail = f"{used} of {limit} in use"
    if limit - used < CONNECTIONS:
        do = f"raise PostgreSQL's max_connections; a server uses up to {CONNECTIONS}"
        return CheckResult(name="connections", state="warn", detail=detail, do=do)
    return CheckResult(name="connections", state="ok", detail=detail)


def _clock(settings: Settings) -> CheckResult:
    now = time.time() * 1000
    database_time, newest = read_database_clock(settings), newest_run_time(settings)
    if database_time is not None and abs(now - database_time) > MAX_CLOCK_SKEW:
        direction = "ahead of" if now > database_time else "behind"
        detail = f"{abs(now - database_time) / 1000:.0f} s {direction} the database"
        do = "synchronize the clocks of both machines with NTP"
        return CheckResult(name="clock", state="warn", detail=detail, do=do)
    if newest > now + MAX_CLOCK_SKEW:
        detail = f"{(newest - now) / 1000:.0f} s behind the newest run"
        do = "synchronize the clock with NTP"
        return CheckResult(name="clock", state="warn", detail=detail, do=do)
    return CheckResult(name="clock", state="ok", detail="in sync with the database")


def _queue(settings: Settings, server: ServerRecord | None) -> CheckResult:
    queue = read_queue(settings)
    servers = max(queue.servers, 1 if server is not None else 0)
    detail = f"{queue.waiting} queued, {queue.taken} claimed"
    if (queue.waiting or queue.taken) and not servers:
        do = "start a server to execute them: `runwhy serve`"
        return CheckResult(name="queue", state="warn", detail=detail, do=do)
    waited = time.time() - queue.oldest / 1000
    if queue.waiting and waited > MAX_QUEUE_WAIT:
        do = "raise RUNWHY_CONCURRENCY, or start more servers on the same PostgreSQL database"
        detail += f", oldest waiting for {waited:.0f} s"
        return CheckResult(name="queue", state="warn", detail=detail, do=do)
    return CheckResult(name="queue", state="ok", detail=f"{detail}, {servers} active servers")


def _keys(settings: Settings) -> CheckResult:
    if has_api_keys(settings):
        return CheckResult(name="keys", state="ok", detail="at least one valid key")
    state: State = "ok" if settings.is_local else "fail"
    do = "create one for other machines: `runwhy keys add NAME --scope admin`"
    return CheckResult(name="keys", state=state, detail="none; only this machine has access", do=do)


def _secrets(settings: Settings) -> CheckResult:
    try:
        valid = check_secret_key(settings)
    except InvalidInput as error:
        do = "create a key: `runwhy secrets key`"
        return CheckResult(name="secret key", state="fail", detail=error.message, do=do)
    file = settings.secret_key_file
    source = "RUNWHY_SECRET_KEY" if settings.secret_key else str(file)
    if valid is None:
        detail = "nothing is encrypted yet; the next start of the server creates the key"
        return CheckResult(name="secret key", state="ok", detail=detail)
    if not valid:
        missing = not settings.secret_key and not file.exists()
        detail = f"{source} {'does not exist' if missing else 'does not decrypt the secrets'}"
        do = "restore the key, or discard the secrets: `runwhy secrets forget`"
        if settings.secret_key and file.exists():
            do = f"try the key in {file}, {do}"
        return CheckResult(name="secret key", state="fail", detail=detail, do=do)
    if not settings.secret_key and file.stat().st_mode & 0o077:
        do = f"chmod 600 {file}"
        detail = f"other users can read {file}"
        return CheckResult(name="secret key", state="warn", detail=detail, do=do)
    return CheckResult(name="secret key", state="ok", detail=source)
