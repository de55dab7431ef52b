"""What `runwhy doctor` looks at in a database, without changing it."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

from runwhy.cli.check_results import Finding, State
from runwhy.cli.database_inspection import (
    look_at_clock,
    look_at_connections,
    look_at_newest,
    look_at_queue,
    look_at_schema,
    look_at_secrets,
    look_for_damage,
    look_for_keys,
    look_whether_writable,
)
from runwhy.cli.exit_codes import explain
from runwhy.cli.settings_loader import database_name
from runwhy.data_dir import ServerNote
from runwhy.errors import InvalidInput
from runwhy.settings import Settings

CLOCKS_APART = 5_000  # ms: more, and what is due comes early or late
WAITED_LONG = 60  # seconds that a run waits where enough servers are at work
CONNECTIONS = 15  # that one server may have at a time: its pool, and one that listens


def database_findings(settings: Settings, server: ServerNote | None) -> Iterator[Finding]:
    """All checks of the database; of one that cannot be read there is only one."""
    try:
        state = look_at_schema(settings)
        yield _database(settings, new=not state.current)
    except Exception as error:
        said = explain(error)[1][0]
        detail = f"{database_name(settings)}: {said}"
        yield Finding(name="database", state="fail", detail=detail, do=_help(settings, said))
        return
    if not state.current:
        return
    if state.is_newer:
        detail = f"{state.current}, but this Runwhy knows only {state.newest}"
        yield Finding(name="schema", state="fail", detail=detail, do="upgrade Runwhy")
        return
    if state.pending:
        detail = f"{state.current}, to become {state.newest}"
        yield Finding(name="schema", state="warn", detail=detail, do="`runwhy db upgrade`")
    else:
        yield Finding(name="schema", state="ok", detail=f"{state.current}, up to date")
    if settings.is_postgres:
        yield _connections(settings)
    yield _clock(settings)
    yield _queue(settings, server)
    yield _keys(settings)
    yield _secrets(settings)


def _database(settings: Settings, *, new: bool) -> Finding:
    name = database_name(settings)
    if new:
        return Finding(name="database", state="ok", detail=f"{name} (made when it is needed)")
    if not look_whether_writable(settings):
        do = "let this user write to it and to its directory"
        if settings.is_postgres:
            do = "it is a standby, or set to be read-only: name the primary in RUNWHY_DATABASE_URL"
        return Finding(name="database", state="fail", detail=f"{name} can only be read", do=do)
    if damage := look_for_damage(settings):
        do = "end the server, move the file away, and bring back a backup: `runwhy restore`"
        return Finding(name="database", state="fail", detail=f"{name}: {damage}", do=do)
    return Finding(name="database", state="ok", detail=name)


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


def _connections(settings: Settings) -> Finding:
    taken, most = look_at_connections(settings)
    detail = f"{taken} of {most} are taken"
    if most - taken < CONNECTIONS:
        do = f"a server has up to {CONNECTIONS}: raise max_connections of PostgreSQL"
        return Finding(name="connections", state="warn", detail=detail, do=do)
    return Finding(name="connections", state="ok", detail=detail)


def _clock(settings: Settings) -> Finding:
    now = time.time() * 1000
    theirs, newest = look_at_clock(settings), look_at_newest(settings)
    if theirs is not None and abs(now - theirs) > CLOCKS_APART:
        way = "ahead of" if now > theirs else "behind"
        detail = f"{abs(now - theirs) / 1000:.0f} s {way} that of the database"
        do = "set the clocks of both machines right, by NTP"
        return Finding(name="clock", state="warn", detail=detail, do=do)
    if newest > now + CLOCKS_APART:
        detail = f"{(newest - now) / 1000:.0f} s behind the newest run"
        do = "set the clock right, by NTP; it was ahead before, or is behind now"
        return Finding(name="clock", state="warn", detail=detail, do=do)
    return Finding(name="clock", state="ok", detail="agrees with what is in the database")


def _queue(settings: Settings, server: ServerNote | None) -> Finding:
    queue = look_at_queue(settings)
    at_work = max(queue.servers, 1 if server is not None else 0)
    detail = f"{queue.waiting} waiting, {queue.taken} taken"
    if (queue.waiting or queue.taken) and not at_work:
        do = "they go on when a server runs: `runwhy serve`"
        return Finding(name="queue", state="warn", detail=detail, do=do)
    waited = time.time() - queue.oldest / 1000
    if queue.waiting and waited > WAITED_LONG:
        do = "raise RUNWHY_CONCURRENCY, or start more servers on one PostgreSQL"
        detail += f", one of them for {waited:.0f} s"
        return Finding(name="queue", state="warn", detail=detail, do=do)
    return Finding(name="queue", state="ok", detail=f"{detail}, {at_work} at work")


def _keys(settings: Settings) -> Finding:
    if look_for_keys(settings):
        return Finding(name="keys", state="ok", detail="there are some")
    state: State = "ok" if settings.is_local else "fail"
    do = "`runwhy keys add NAME --scope admin`, to let other machines in"
    return Finding(name="keys", state=state, detail="none: only this machine is let in", do=do)


def _secrets(settings: Settings) -> Finding:
    try:
        right = look_at_secrets(settings)
    except InvalidInput as error:
        do = "`runwhy secrets key` prints one"
        return Finding(name="secret key", state="fail", detail=error.message, do=do)
    file = settings.secret_key_file
    place = "RUNWHY_SECRET_KEY" if settings.secret_key else str(file)
    if right is None:
        detail = "nothing is sealed yet; the next start of the server does it"
        return Finding(name="secret key", state="ok", detail=detail)
    if not right:
        missing = not settings.secret_key and not file.exists()
        detail = f"{place} {'is not there' if missing else 'does not open the secrets'}"
        do = "bring back the key, or give up the secrets: `runwhy secrets forget`"
        if settings.secret_key and file.exists():
            do = f"it may be the one in {file}; else {do}"
        return Finding(name="secret key", state="fail", detail=detail, do=do)
    if not settings.secret_key and file.stat().st_mode & 0o077:
        do = f"chmod 600 {file}"
        return Finding(name="secret key", state="warn", detail=f"others may read {file}", do=do)
    return Finding(name="secret key", state="ok", detail=place)
