"""Binders: make a function with SQL statements a method of the store, one transaction a call.

The method has the parameters of the function without its first one, and its docstring.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection

from runwhy.errors import Locked
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.transactions import Transactions

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")
Operation = Callable[Concatenate[Transactions, P], Coroutine[Any, Any, T]]

PATIENCE = 30.0  # seconds; the locks of a lost server are released well before


def reads(ask: Callable[Concatenate[Connection, P], T], *, check: bool = False) -> Operation[P, T]:
    """Bind a read; a `check` is short and waits for no other work."""

    @wraps(ask)
    async def operation(store: Transactions, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await store.read(lambda conn: ask(conn, *args, **kwargs), check=check)

    return operation


def finds(
    ask: Callable[Concatenate[Tx, P], T],
    *,
    check: bool = False,
    short: Callable[Concatenate[Tx, P], T | None] | None = None,
) -> Operation[P, T]:
    """Bind a read whose statements depend on the dialect.

    `short` returns the same if that takes less time than the way to a thread, else None.
    """

    @wraps(ask)
    async def operation(store: Transactions, /, *args: P.args, **kwargs: P.kwargs) -> T:
        def bound(read: Callable[Concatenate[Tx, P], R]) -> Callable[[Connection], R]:
            return lambda conn: read(store.reading_tx(conn), *args, **kwargs)

        return await store.read(bound(ask), check=check, short=short and bound(short))

    return operation


def writes(
    change: Callable[Concatenate[Tx, P], T],
    *,
    key: Callable[P, str | None] | None = None,
    check: bool = False,
    shared: bool = False,
) -> Operation[P, T]:
    """Bind a write; `key` returns which session, run or trigger it locks, from its arguments.

    A `check` is short and waits for no other work. A `shared` write is short and frequent: it may
    be committed together with others.
    """

    @wraps(change)
    async def operation(store: Transactions, /, *args: P.args, **kwargs: P.kwargs) -> T:
        locked = key(*args, **kwargs) if key is not None else None
        return await store.write(
            lambda tx: change(tx, *args, **kwargs), key=locked, check=check, shared=shared
        )

    return operation


def writes_patiently(
    change: Callable[Concatenate[Tx, P], T], *, key: Callable[P, str]
) -> Operation[P, T]:
    """Bind a worker's write; while the session or run is locked, retry for `PATIENCE` seconds.

    The database rolled the transaction back, so nothing is written twice. Raises: Locked.
    """
    write = writes(change, key=key, shared=True)

    @wraps(change)
    async def operation(store: Transactions, /, *args: P.args, **kwargs: P.kwargs) -> T:
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                return await write(store, *args, **kwargs)
            except Locked as error:
                if time.monotonic() >= deadline:
                    raise
                await asyncio.sleep(error.retry_after)

    return operation
