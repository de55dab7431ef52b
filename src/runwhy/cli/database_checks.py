"""The checks of `runwhy doctor` that read the database."""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Iterator
from typing import Any

from sqlalchemy import ColumnElement, Connection, func, select, text

from runwhy.cli.check_results import CheckResult, fail, ok, warn
from runwhy.cli.databases import open_read_only, read_schema_state
from runwhy.cli.exit_codes import explain
from runwhy.cli.settings_loader import database_name
from runwhy.core.queue.rules import DEFAULT_POOL
from runwhy.data_dir import ServerRecord
from runwhy.errors import InvalidInput
from runwhy.settings import Settings
from runwhy.stores import tables
from runwhy.stores.accounts import accounts, sealed_secrets
from runwhy.stores.runs import queue
from runwhy.stores.sql.migration import SchemaState
from runwhy.wiring import make_vault

CHECK_TIMEOUT = 5.0  # seconds to search an SQLite file for damage
MAX_CLOCK_SKEW = 5_000  # ms; with more, timers and schedules fire early or late
MAX_QUEUE_WAIT = 60  # seconds; a longer wait means that there are too few workers
CONNECTIONS = 16  # per server: its pools, and one connection that listens for notifications

_USED_CONNECTIONS = text(
    "SELECT (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'), "
    "current_setting('max_connections')::int "
    "- current_setting('superuser_reserved_connections')::int"
)
_DATABASE_TIME = text("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")  # ms


def check_database(settings: Settings, server: ServerRecord | None) -> Iterator[CheckResult]:
    """Run all checks of the database. An unreadable database yields a single failure."""
    name = database_name(settings)
    try:
        state = read_schema_state(settings)
        if not state.current:
            yield ok("database", f"{name} (created on first use)")
            return
        with open_read_only(settings) as conn:
            yield _database(settings, conn)
    except Exception as error:
        message = explain(error)[1][0]
        yield fail("database", f"{name}: {message}", _help(settings, message))
        return
    yield _schema(state)
    if state.is_newer:
        return
    with open_read_only(settings) as conn:
        if settings.is_postgres:
            yield _connections(conn)
        yield _clock(settings, conn)
        yield _queue(settings, server, conn)
        yield _keys(settings, conn)
        yield _secrets(settings, conn)


def _database(settings: Settings, conn: Connection) -> CheckResult:
    name = database_name(settings)
    if not _is_writable(settings, conn):
        do = "give this user write access to the file and its directory"
        if settings.is_postgres:
            do = "set RUNWHY_DATABASE_URL to the primary; this server is read-only or a standby"
        return fail("database", f"{name} is read-only", do)
    if not settings.is_postgres and (damage := _find_damage(conn)):
        do = "stop the server, move the file away, and restore a backup: `runwhy restore`"
        return fail("database", f"{name}: {damage}", do)
    return ok("database", name)


def _is_writable(settings: Settings, conn: Connection) -> bool:
    """Whether a server could write to the database."""
    if settings.is_postgres:
        return bool(conn.execute(text("SHOW transaction_read_only")).scalar_one() == "off")
    path = settings.sqlite_path
    return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)


def _find_damage(conn: Connection) -> str | None:
    """Check an SQLite file for damage, within a time limit."""
    until = time.monotonic() + CHECK_TIMEOUT
    driver: Any = conn.connection.driver_connection
    driver.set_progress_handler(lambda: time.monotonic() > until, 100_000)
    try:
        result = str(driver.execute("PRAGMA quick_check(1)").fetchone()[0])
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT:
            raise
        return None
    return None if result == "ok" else "the file is damaged: " + " ".join(result.split())


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


def _schema(state: SchemaState) -> CheckResult:
    version = f"version {state.current}"
    if state.is_newer:
        detail = f"{version}; this Runwhy supports up to {state.newest}"
        return fail("schema", detail, "upgrade Runwhy")
    if state.pending:
        detail = f"{version}; version {state.newest} is available"
        return warn("schema", detail, "`runwhy db upgrade`")
    return ok("schema", f"{version}, up to date")


def _connections(conn: Connection) -> CheckResult:
    used, limit = conn.execute(_USED_CONNECTIONS).one()
    detail = f"{used} of {limit} in use"
    if limit - used < CONNECTIONS:
        do = f"raise PostgreSQL's max_connections; a server uses up to {CONNECTIONS}"
        return warn("connections", detail, do)
    return ok("connections", detail)


def _clock(settings: Settings, conn: Connection) -> CheckResult:
    now = time.time() * 1000
    database_time = _database_time(conn) if settings.is_postgres else now
    runs = tables.runs.c
    newest = conn.execute(select(runs.created_at).order_by(runs.seq.desc()).limit(1)).scalar() or 0
    if abs(now - database_time) > MAX_CLOCK_SKEW:
        direction = "ahead of" if now > database_time else "behind"
        detail = f"{abs(now - database_time) / 1000:.0f} s {direction} the database"
        return warn("clock", detail, "synchronize the clocks of both machines with NTP")
    if newest > now + MAX_CLOCK_SKEW:
        detail = f"{(newest - now) / 1000:.0f} s behind the newest run"
        return warn("clock", detail, "synchronize the clock with NTP")
    return ok("clock", "in sync with the database")


def _database_time(conn: Connection) -> int:
    return int(conn.execute(_DATABASE_TIME).scalar_one())


def _queue(settings: Settings, server: ServerRecord | None, conn: Connection) -> CheckResult:
    waiting, oldest = queue.queue_depth(conn)
    taken = _count(conn, tables.jobs.c.worker.is_not(None))
    now = _database_time(conn) if settings.is_postgres else round(time.time() * 1000)
    since = now - round(settings.worker_dead_after * 1000)
    alive = _count(conn, tables.workers.c.beat_at >= since)
    servers = max(alive, 1 if server is not None else 0)
    detail = f"{waiting} queued, {taken} claimed"
    if (waiting or taken) and not servers:
        return warn("queue", detail, "start a server to execute them: `runwhy serve`")
    if idle_pools := _pools_without_worker(conn, since):
        commands = ", ".join(f"`runwhy worker --pool {pool}`" for pool in idle_pools)
        names = ", ".join(idle_pools)
        fix = f"run {commands}, or add {names} to RUNWHY_WORKER_POOLS of a server"
        return warn("queue", f"{detail}; no worker for {names}", fix)
    waited = time.time() - oldest / 1000
    if waiting and waited > MAX_QUEUE_WAIT:
        do = "raise RUNWHY_CONCURRENCY, or start more servers on the same PostgreSQL database"
        return warn("queue", f"{detail}, oldest waiting for {waited:.0f} s", do)
    return ok("queue", f"{detail}, {servers} active servers")


def _pools_without_worker(conn: Connection, since: int) -> list[str]:
    """Return the pools of queued runs that no active worker executes."""
    alive = select(tables.workers.c.pools).where(tables.workers.c.beat_at >= since)
    served = {pool for pools in conn.execute(alive).scalars() for pool in json.loads(pools)}
    waiting = select(tables.jobs.c.pool).where(tables.jobs.c.worker.is_(None)).distinct()
    return sorted(set(conn.execute(waiting).scalars()) - served - {DEFAULT_POOL})


def _count(conn: Connection, condition: ColumnElement[bool]) -> int:
    return conn.execute(select(func.count()).where(condition)).scalar_one()


def _keys(settings: Settings, conn: Connection) -> CheckResult:
    if accounts.has_keys(conn):
        return ok("keys", "at least one valid key")
    do = "create one for other machines: `runwhy keys add NAME --scope admin`"
    return (ok if settings.is_local else fail)("keys", "none; only this machine has access", do)


def _secrets(settings: Settings, conn: Connection) -> CheckResult:
    try:
        valid = sealed_secrets.state_of(conn, make_vault(settings))
    except InvalidInput as error:
        return fail("secret key", error.message, "create a key: `runwhy secrets key`")
    file = settings.secret_key_file
    source = "RUNWHY_SECRET_KEY" if settings.secret_key else str(file)
    if valid is None:
        detail = "nothing is encrypted yet; the next start of the server creates the key"
        return ok("secret key", detail)
    if not valid:
        missing = not settings.secret_key and not file.exists()
        detail = f"{source} {'does not exist' if missing else 'does not decrypt the secrets'}"
        do = "restore the key, or discard the secrets: `runwhy secrets forget`"
        if settings.secret_key and file.exists():
            do = f"try the key in {file}, {do}"
        return fail("secret key", detail, do)
    if not settings.secret_key and file.stat().st_mode & 0o077:
        return warn("secret key", f"other users can read {file}", f"chmod 600 {file}")
    return ok("secret key", source)
