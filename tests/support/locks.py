"""Locks that another connection to PostgreSQL holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import psycopg


@contextmanager
def held_rows(
    url: str, *queries: str, values: Sequence[object], commit: bool = False
) -> Iterator[None]:
    """Hold rows in an open transaction until the end of the block; then commit, or roll back."""
    with psycopg.connect(url.replace("+psycopg", "")) as db:
        for query in queries:
            db.execute(query.encode(), values)
        yield
        if not commit:
            db.rollback()


@contextmanager
def held_session(url: str, session_id: str) -> Iterator[None]:
    """Hold the rows of a session until the end of the block."""
    rows = (
        "SELECT 1 FROM sessions WHERE id = %s FOR UPDATE",
        "SELECT 1 FROM session_counters WHERE session_id = %s FOR UPDATE",
    )
    with held_rows(url, *rows, values=[session_id]):
        yield


def with_lock_timeout(url: str, timeout: str) -> str:
    """Return the URL of a database whose statements wait this long for a lock."""
    return f"{url}&options=-c%20lock_timeout%3D{timeout}"
