"""What PostgreSQL says of an error names its kind, and not the values that it was about."""

from __future__ import annotations

import traceback

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from whence.stores.postgres import postgres_engine

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
