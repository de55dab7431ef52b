"""Statements on PostgreSQL that are sent without waiting for each answer."""
# ruff: noqa: PT012 (a transaction that fails has several statements)

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Connection,
    Engine,
    LargeBinary,
    MetaData,
    String,
    Table,
    bindparam,
    insert,
    select,
    text,
    update,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, OperationalError

from runwhy.stores.postgres import postgres_engine
from runwhy.stores.sql.prepared_statements import PreparedStatement

THINGS = Table(
    "things",
    MetaData(),
    Column("id", BigInteger, primary_key=True),
    Column("name", String),
    Column("good", Boolean),
    Column("bytes", LargeBinary),
    Column("tags", JSON().with_variant(JSONB(), "postgresql")),
)
ADD = PreparedStatement(insert(THINGS))
ALL = PreparedStatement(select(THINGS).order_by(THINGS.c.id))
RENAME = PreparedStatement(
    update(THINGS)
    .where(THINGS.c.id == bindparam("of_id", type_=BigInteger))
    .values(name=bindparam("to"))
)


def thing(id: int, **values: Any) -> dict[str, Any]:
    return {"id": id, "name": None, "good": None, "bytes": None, "tags": None, **values}


@pytest.fixture
def engine(postgres_url: str) -> Iterator[Engine]:
    engine = postgres_engine(postgres_url, connections=1)
    with engine.begin() as conn:
        conn.execute(text("DROP TABLE IF EXISTS things"))
        THINGS.create(conn)
    yield engine
    with engine.begin() as conn:
        conn.execute(text("DROP TABLE things"))
    engine.dispose()


def names(engine: Engine) -> list[Any]:
    with engine.connect() as conn:
        return [row["name"] for row in ALL(conn, {}).mappings()]


def test_values_of_every_type_come_back_as_they_were(engine: Engine) -> None:
    row = thing(
        2**40, name="100 % 'ü' \\ $1", good=False, bytes=b"\0\xff\\", tags='{"a": [1, "b"]}'
    )
    with engine.begin() as conn:
        ADD(conn, row)
        ADD(conn, [thing(1, good=True), thing(2)])
        first, second, third = ALL(conn, {}).mappings()
        assert first == thing(1, good=True)
        assert second == thing(2)
        assert third == {**row, "tags": {"a": [1, "b"]}}
        assert ALL(conn, {}).first().id == 1
        assert ALL(conn, {}).scalars() == [1, 2, 2**40]


def test_a_text_with_the_character_nul_is_refused_and_not_cut(engine: Engine) -> None:
    with pytest.raises(DataError), engine.begin() as conn:
        ADD(conn, thing(1, name="before\0after"))
    assert names(engine) == []


def test_statements_take_effect_in_order_and_count_their_rows(engine: Engine) -> None:
    with engine.begin() as conn:
        ADD(conn, [thing(1, name="a"), thing(2, name="b")])
        renamed = RENAME(conn, {"of_id": 2, "to": "c"})
        missing = RENAME(conn, {"of_id": 3, "to": "c"})
        conn.execute(text("UPDATE things SET name = name || '!' WHERE id = 1"))
        assert (renamed.rowcount, missing.rowcount) == (1, 0)
    assert names(engine) == ["a!", "c"]


def test_an_error_that_nothing_waits_for_fails_the_commit(engine: Engine) -> None:
    with pytest.raises(IntegrityError), engine.begin() as conn:
        ADD(conn, thing(1, name="first"))
        ADD(conn, thing(1, name="second"))
        RENAME(conn, {"of_id": 1, "to": "third"})
    assert names(engine) == []  # and the connection can be used again


def test_an_error_is_raised_by_the_next_statement_that_waits(engine: Engine) -> None:
    for statement in (lambda conn: ALL(conn, {}).mappings(), lambda conn: _with_cursor(conn)):
        with pytest.raises(IntegrityError), engine.begin() as conn:
            ADD(conn, [thing(1), thing(1)])
            statement(conn)
        assert names(engine) == []


def _with_cursor(conn: Connection) -> None:
    conn.execute(text("SELECT 1"))


def test_a_rollback_discards_statements_that_were_not_waited_for(engine: Engine) -> None:
    with pytest.raises(KeyError), engine.begin() as conn:
        ADD(conn, thing(1))
        raise KeyError
    with engine.connect() as conn:
        ADD(conn, thing(2))
    assert names(engine) == []


def test_a_statement_that_could_not_be_prepared_is_prepared_again(engine: Engine) -> None:
    add = PreparedStatement(insert(THINGS))
    with pytest.raises(IntegrityError), engine.begin() as conn:
        ADD(conn, [thing(1), thing(1)])
        add(conn, thing(2))  # skipped by the database, because of the error before
    with engine.begin() as conn:
        add(conn, thing(2, name="kept"))
    assert names(engine) == ["kept"]


def test_rollbacks_keep_prepared_statements_beside_those_of_cursors(engine: Engine) -> None:
    for number in range(30):  # the driver prepares a statement of a cursor after some executions
        with engine.connect() as conn:
            conn.execute(text("SELECT name FROM things WHERE id = :id"), {"id": number})
            ADD(conn, thing(number))
            conn.rollback()
        with engine.begin() as conn:
            assert RENAME(conn, {"of_id": number, "to": "x"}).rowcount == 0
    with engine.connect() as conn:
        prepared = conn.execute(text("SELECT name FROM pg_prepared_statements")).scalars().all()
    assert sum(name.startswith("runwhy_") for name in prepared) <= 3
    assert names(engine) == []


def test_statements_are_prepared_again_if_something_discards_them(engine: Engine) -> None:
    with engine.begin() as conn:
        ADD(conn, thing(1, name="first"))
        conn.execute(text("DEALLOCATE ALL"))
        with pytest.raises(DBAPIError):
            _ = ADD(conn, thing(2)).rowcount
        conn.rollback()
    with engine.begin() as conn:
        ADD(conn, thing(3, name="again"))
    assert names(engine) == ["again"]


@pytest.mark.parametrize("waits", [True, False])
def test_a_connection_that_the_database_ends_is_replaced(engine: Engine, waits: bool) -> None:
    killed = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = :pid"
    other = postgres_engine(engine.url.render_as_string(), connections=1)
    with pytest.raises(OperationalError), engine.begin() as conn:
        ADD(conn, thing(1))
        pid = conn.execute(text("SELECT pg_backend_pid()")).scalar()
        with other.connect() as killer:
            killer.execute(text(killed), {"pid": pid})
        result = ADD(conn, thing(2))
        if waits:
            _ = result.rowcount
    other.dispose()
    with engine.begin() as conn:
        ADD(conn, thing(3, name="later"))
    assert names(engine) == ["later"]


def test_an_idle_connection_that_the_database_ended_is_not_used(engine: Engine) -> None:
    with engine.connect() as conn:
        pid = conn.execute(text("SELECT pg_backend_pid()")).scalar()
    other = postgres_engine(engine.url.render_as_string(), connections=1)
    with other.connect() as killer:
        gone = text("SELECT pg_terminate_backend(:pid, 10000)")  # waits until it has ended
        assert killer.execute(gone, {"pid": pid}).scalar()
    other.dispose()
    with engine.begin() as conn:
        ADD(conn, thing(1, name="without an error"))
    assert names(engine) == ["without an error"]


def test_many_rows_are_sent_while_the_database_answers(engine: Engine) -> None:
    with engine.begin() as conn:
        ADD(conn, [thing(number, name="x" * 2000) for number in range(3000)])
        assert len(ALL(conn, {}).scalars()) == 3000


def test_a_lock_timeout_is_an_error_of_the_database(engine: Engine) -> None:
    other = postgres_engine(engine.url.render_as_string(), connections=1, lock_timeout="10ms")
    with engine.begin() as conn:
        ADD(conn, thing(1))
    with engine.begin() as holder:
        assert RENAME(holder, {"of_id": 1, "to": "held"}).rowcount == 1
        with pytest.raises(DBAPIError) as failed, other.begin() as conn:
            RENAME(conn, {"of_id": 1, "to": "late"})
        assert getattr(failed.value.orig, "sqlstate", None) == "55P03"
    other.dispose()
    assert names(engine) == ["held"]
