"""Database errors contain the kind of error, but no stored values."""

from __future__ import annotations

import traceback
from pathlib import Path

import pytest
from sqlalchemy import Column, MetaData, String, Table, insert, select, text
from sqlalchemy.exc import DBAPIError, IntegrityError

from runwhy.stores.postgres import postgres_engine
from runwhy.stores.sql.prepared_statements import PreparedStatement
from runwhy.stores.sqlite import sqlite_engine

STORED = "the plums are ripe"


def traceback_of(url: str, *statements: str) -> str:
    """Return the traceback of the first statement that fails."""
    engine = postgres_engine(url)
    try:
        with engine.begin() as conn:
            for statement in statements:
                conn.execute(text(statement), {"stored": STORED} if ":stored" in statement else {})
    except DBAPIError as error:
        return "".join(traceback.format_exception(error))
    finally:
        engine.dispose()
    raise AssertionError("no statement failed")


@pytest.mark.parametrize(
    ("statements", "kind"),
    [
        (
            ["CREATE TEMP TABLE t (k TEXT UNIQUE)", *["INSERT INTO t VALUES (:stored)"] * 2],
            "duplicate key value violates unique constraint",
        ),
        (
            [
                "CREATE TEMP TABLE t (k TEXT, n INT NOT NULL)",
                "INSERT INTO t VALUES (:stored, NULL)",
            ],
            "null value in column",
        ),
        (["SELECT CAST(:stored AS BIGINT)"], "[22P02]"),
        (["SELECT CAST(:stored AS JSON)"], "[22P02]"),
    ],
)
def test_a_postgres_error_contains_its_kind_but_no_stored_value(
    postgres_url: str, statements: list[str], kind: str
) -> None:
    log = traceback_of(postgres_url, *statements)

    assert kind in log
    assert STORED not in log and "plums" not in log


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_an_error_of_a_prepared_statement_contains_no_stored_value(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    table = Table("t", MetaData(), Column("k", String, primary_key=True), prefixes=["TEMPORARY"])
    add, find = (
        PreparedStatement(insert(table)),
        PreparedStatement(select(table).order_by(table.c.k)),
    )
    if kind == "sqlite":
        engine = sqlite_engine(tmp_path / "t.db")
    else:
        engine = postgres_engine(request.getfixturevalue("postgres_url"))
    with engine.connect() as conn:
        table.create(conn)
        assert add(conn, [{"k": STORED}, {"k": "a"}]).rowcount in (1, 2)
        assert find(conn, {}).scalars() == ["a", STORED]
        assert find(conn, {}).first().k == "a"
        assert find(conn, {}).mappings()[1] == {"k": STORED}
        with pytest.raises(IntegrityError) as failed:
            _ = add(conn, {"k": STORED}).rowcount  # on PostgreSQL, this waits for the error
    engine.dispose()
    assert STORED not in "".join(traceback.format_exception(failed.value))
