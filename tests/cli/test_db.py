"""`runwhy db` checks, upgrades and compacts databases."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.cli.processes import json_lines
from tests.support.migrations import add_migration
from tests.support.postgres import PostgresServer

from runwhy.cli import main


def db(*args: str) -> Result:
    return CliRunner().invoke(main, ["db", *args], prog_name="runwhy")


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty database."""
    if request.param == "sqlite":
        yield str(tmp_path / "new.db")
        return
    server: PostgresServer = request.getfixturevalue("postgres")
    yield server.create_database("new")
    server.drop_database("new")


def test_a_new_database_needs_an_upgrade(database: str) -> None:
    assert db("check", "--db", database).exit_code == 3

    upgraded = db("upgrade", "--db", database)
    assert upgraded.exit_code == 0 and "schema 0 → " in upgraded.stdout

    done = db("check", "--db", database, "--json")
    assert done.exit_code == 0
    (state,) = json_lines(done.stdout)
    assert state["state"] == "up_to_date" and state["current"] == state["newest"]
    assert "already" in db("upgrade", "--db", database).stdout


def test_check_changes_nothing(tmp_path: Path) -> None:
    new, foreign = tmp_path / "new.db", tmp_path / "foreign.db"
    sqlite3.connect(foreign).execute("CREATE TABLE t (x)").connection.close()
    before = foreign.read_bytes()

    assert db("check", "--db", str(new)).exit_code == 3
    assert db("check", "--db", str(foreign)).exit_code == 3
    assert not new.exists()
    assert foreign.read_bytes() == before
    assert sorted(file.name for file in tmp_path.iterdir()) == ["foreign.db"]


def test_an_older_database_is_upgraded_and_then_rejected_by_the_older_version(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    db("upgrade", "--db", database)
    with monkeypatch.context() as patch:
        add_migration(patch, tmp_path, number=9999, statement="CREATE TABLE later (x BIGINT)")
        pending = db("check", "--db", database)
        upgraded = db("upgrade", "--db", database)
        assert db("check", "--db", database).exit_code == 0
    checked = db("check", "--db", database)
    rejected = db("upgrade", "--db", database)

    assert pending.exit_code == 3 and "9999 is available: run `runwhy db upgrade`" in pending.stdout
    assert upgraded.exit_code == 0 and "→ 9999" in upgraded.stdout
    assert checked.exit_code == 4 and "newer than this Runwhy" in checked.stdout
    assert rejected.exit_code == 1 and "upgrade Runwhy" in rejected.stderr


def test_a_file_that_is_not_a_database_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "text.db"
    path.write_text("not a database " * 100)

    result = db("check", "--db", str(path))
    assert result.exit_code == 6 and "file is not a database" in result.stderr


def test_an_unreachable_database_is_reported_without_its_password() -> None:
    result = db("check", "--db", "postgresql://me:sesame@127.0.0.1:9/x")

    assert result.exit_code == 6
    assert "the database is not available" in result.stderr
    assert "sesame" not in result.output


def test_compact_reclaims_the_space_of_deleted_data(tmp_path: Path) -> None:
    path = tmp_path / "runwhy.db"
    assert db("upgrade", "--db", str(path)).exit_code == 0
    with sqlite3.connect(path) as conn:
        conn.execute("PRAGMA secure_delete=OFF")
        conn.execute("CREATE TABLE t AS SELECT zeroblob(1000000) AS x, 'zebrafish' AS y")
        conn.execute("DROP TABLE t")
    conn.close()
    before = path.stat().st_size

    done = db("compact", "--db", str(path))

    assert done.exit_code == 0, done.output
    assert path.stat().st_size < before - 900_000
    assert b"zebrafish" not in path.read_bytes()
    assert db("compact", "--db", str(tmp_path / "none.db")).exit_code == 1
