"""What `runwhy doctor` looks at in a database, without changing it."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

from runwhy.cli.check_results import CheckResult, State
from runwhy.cli.database_inspection import (
    read_database_clock,
    count_connections,
    newest_run_time,
    read_queue,
    read_schema_state,
    check_secret_key,
    find_damage,
    has_api_keys,
    is_writable,
)
from runwhy.cli.exit_codes import explain
from runwhy.cli.settings_loader import database_name
from runwhy.data_dir import ServerRecord
from runwhy.errors import InvalidInput
from runwhy.settings import Settings

CLOCKS_APART = 5_000  # ms: more, and what is due comes early or late
WAITED_LONG = 60  # seconds that a run waits where enough servers are at work
CONNECTIONS = 15  # that one server may have at a time: its pool, and one that listens


def check_database(settings: Settings, server: ServerRecord | None) -> Iterator[CheckResult]:
    """All checks of the database; of one that cannot be read there is only one."""
    try:
        state = read_schema_state(settings)
        yield _database(settings, new=not state.current)
    except Exception as error:
        said = explain(error)[1][0]
        detail = f"{database_name(settings)}: {said}"
        yield CheckResult(name="database", state="fail", detail=detail, do=_help(settings, said))
        return
    if not state.current:
        return
    if state.is_newer:
        detail = f"{state.current}, but this Runwhy knows only {state.newest}"
        yield CheckResult(name="schema", state="fail", detail=detail, do="upgrade Runwhy")
        return
    if state.pending:
        detail = f"{state.current}, to become {state.newest}"
        yield CheckResult(name="schema", state="warn", detail=detail, do="`runwhy db upgrade`")
    else:
        yield CheckResult(name="schema", state="ok", detail=f"{state.current}, up to date")
    if settings.is_postgres:
        yield _connections(settings)
    yield _clock(settings)
    yield _queue(settings, server)
    yield _keys(settings)
    yield _secrets(settings)


def _database(settings: Settings, *, new: bool) -> CheckResult:
    name = database_name(settings)
    if new:
        return CheckResult(name="database", state="ok", detail=f"{name} (made when it is needed)")
    if not is_writable(settings):
        do = "let this user write to it and to its directory"
        if settings.is_postgres:
            do = "it is a standby, or set to be read-only: name the primary in RUNWHY_DATABASE_URL"
        return CheckResult(name="database", state="fail", detail=f"{name} can only be read", do=do)
    if damage := find_damage(settings):
        do = "end the server, move the file away, and bring back a backup: `runwhy restore`"
        return CheckResult(name="database", state="fail", detail=f"{name}: {damage}", do=do)
    return CheckResult(name="database", state="ok", detail=name)


def _help(settings: Settings, said: str) -> str:
    if not settings.is_postgres:
        path = settings.sqlite_path
        if os.access(path, os.R_OK) and path.is_file():
            return "if it is the right file, bring back a backup of it: `runwhy restore`"
        return f"let this user read {path}, or name another file in RUNWHY_DATABASE_URL"
    if "too many" in said or "connection slots" in said:
        return "raise max_connections of PostgreSQL, or the limit of the role; or end what has them"
    if "password" in said or "authentication" in said or "role" in said:
        return "check the user in RUNWHY_DATABASE_URL, and PGPASSWORD or ~/.pgpass"
    return "check RUNWHY_DATABASE_URL, and that the database runs"


def _connections(settings: Settings) -> CheckResult:
    taken, most = count_connections(settings)
    detail = f"{taken} of {most} are taken"
    if most - taken < CONNECTIONS:
        do = f"a server has up to {CONNECTIONS}: raise max_connections of PostgreSQL"
        return CheckResult(name="connections", state="warn", detail=detail, do=do)
    return CheckResult(name="connections", state="ok", detail=detail)


def _clock(settings: Settings) -> CheckResult:
    now = time.time() * 1000
    theirs, newest = read_database_clock(settings), newest_run_time(settings)
    if theirs is not None and abs(now - theirs) > CLOCKS_APART:
        way = "ahead of" if now > theirs else "behind"
        detail = f"{abs(now - theirs) / 1000:.0f} s {way} that of the database"
        do = "set the clocks of both machines right, by NTP"
        return CheckResult(name="clock", state="warn", detail=detail, do=do)
    if newest > now + CLOCKS_APART:
        detail = f"{(newest - now) / 1000:.0f} s behind the newest run"
        do = "set the clock right, by NTP; it was ahead before, or is behind now"
        return CheckResult(name="clock", state="warn", detail=detail, do=do)
    return CheckResult(name="clock", state="ok", detail="agrees with what is in the database")


def _queue(settings: Settings, server: ServerRecord | None) -> CheckResult:
    queue = read_queue(settings)
    at_work = max(queue.servers, 1 if server is not None else 0)
    detail = f"{queue.waiting} waiting, {queue.taken} taken"
    if (queue.waiting or queue.taken) and not at_work:
        do = "they go on when a server runs: `runwhy serve`"
        return CheckResult(name="queue", state="warn", detail=detail, do=do)
    waited = time.time() - queue.oldest / 1000
    if queue.waiting and waited > WAITED_LONG:
        do = "raise RUNWHY_CONCURRENCY, or start more servers on one PostgreSQL"
        detail += f", one of them for {waited:.0f} s"
        return CheckResult(name="queue", state="warn", detail=detail, do=do)
    return CheckResult(name="queue", state="ok", detail=f"{detail}, {at_work} at work")


def _keys(settings: Settings) -> CheckResult:
    if has_api_keys(settings):
        return CheckResult(name="keys", state="ok", detail="there are some")
    state: State = "ok" if settings.is_local else "fail"
    do = "`runwhy keys add NAME --scope admin`, to let other machines in"
    return CheckResult(name="keys", state=state, detail="none: only this machine is let in", do=do)


def _secrets(settings: Settings) -> CheckResult:
    try:
        right = check_secret_key(settings)
    except InvalidInput as error:
        do = "`runwhy secrets key` prints one"
        return CheckResult(name="secret key", state="fail", detail=error.message, do=do)
    file = settings.secret_key_file
    place = "RUNWHY_SECRET_KEY" if settings.secret_key else str(file)
    if right is None:
        detail = "nothing is sealed yet; the next start of the server does it"
        return CheckResult(name="secret key", state="ok", detail=detail)
    if not right:
        missing = not settings.secret_key and not file.exists()
        detail = f"{place} {'is not there' if missing else 'does not open the secrets'}"
        do = "bring back the key, or give up the secrets: `runwhy secrets forget`"
        if settings.secret_key and file.exists():
            do = f"it may be the one in {file}; else {do}"
        return CheckResult(name="secret key", state="fail", detail=detail, do=do)
    if not settings.secret_key and file.stat().st_mode & 0o077:
        do = f"chmod 600 {file}"
        return CheckResult(name="secret key", state="warn", detail=f"others may read {file}", do=do)
    return CheckResult(name="secret key", state="ok", detail=place)
