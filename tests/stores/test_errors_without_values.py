"""What PostgreSQL says of an error names its kind, and not the values that it was about."""

from __future__ import annotations

import traceback
from pathlib import Path

import pytest
from sqlalchemy import Column, MetaData, String, Table, insert, select, text
from sqlalchemy.exc import DBAPIError, IntegrityError

from runwhy.stores.postgres import postgres_engine
from runwhy.stores.sql.prepared_statements import PreparedStatement
from runwhy.stores.sqlite import sqlite_engine

SAID = "the plums are ripe"


def told(url: str, *statements: str) -> str:
    """What a log would have of the first of these statements that fails."""
    engine = postgres_engine(url)
    try:
        with engine.begin() as conn:
            for statement in statements:
                conn.execute(text(statement), {"said": SAID} if ":said" in statement else {})
    except DBAPIError as error:
        return "".join(traceback.format_exception(error))
    finally:
        engine.dispose()
    raise AssertionError("nothing failed")


@pytest.mark.parametrize(
    ("statements", "kind"),
    [
        (
            ["CREATE TEMP TABLE t (k TEXT UNIQUE)", *["INSERT INTO t VALUES (:said)"] * 2],
            "duplicate key value violates unique constraint",
        ),
        (
            ["CREATE TEMP TABLE t (k TEXT, n INT NOT NULL)", "INSERT INTO t VALUES (:said, NULL)"],
            "null value in column",
        ),
        (["SELECT CAST(:said AS BIGINT)"], "[22P02]"),
        (["SELECT CAST(:said AS JSON)"], "[22P02]"),
    ],
)
def test_an_error_names_its_kind_but_no_value(
    postgres_url: str, statements: list[str], kind: str
) -> None:
    log = told(postgres_url, *statements)

    assert kind in log
    assert SAID not in log and "plums" not in log


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_so_does_an_error_of_a_prepared_statement(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    table = Table("t", MetaData(), Column("k", String, primary_key=True), prefixes=["TEMPORARY"])
    add, find = PreparedStatement(insert(table)), PreparedStatement(select(table).order_by(table.c.k))
    if kind == "sqlite":
        engine = sqlite_engine(tmp_path / "t.db")
    else:
        engine = postgres_engine(request.getfixturevalue("postgres_url"))
    with engine.connect() as conn:
        table.create(conn)
        assert add(conn, [{"k": SAID}, {"k": "a"}]).rowcount in (1, 2)
        assert find(conn, {}).scalars() == ["a", SAID]
        assert find(conn, {}).first().k == "a"
        assert find(conn, {}).mappings()[1] == {"k": SAID}
        with pytest.raises(IntegrityError) as failed:
            add(conn, {"k": SAID})
    engine.dispose()
    assert SAID not in "".join(traceback.format_exception(failed.value))
