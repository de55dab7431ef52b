"""Sealed secrets in SQL: check and rotate the key, and replace lost secrets."""

from __future__ import annotations

import secrets as random
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Column, Connection, Table, inspect, select, update

from runwhy.stores import tables
from runwhy.stores.sql import rows
from runwhy.vault import Vault, WrongSecretKey
from runwhy.wire.specs import spec_of

CHECK = "vault"  # name of a sealed test value that shows whether the key is right

_secrets = tables.secrets


def prepare(conn: Connection, vault: Vault) -> None:
    """Check that the vault has the key of this database, or create a key for a new database.

    Raises: WrongSecretKey.
    """
    if not vault.seals:
        return
    check = _check_value(conn)
    if check is None:
        vault.make_key()
        conn.execute(_secrets.insert().values(name=CHECK, value=vault.seal(CHECK)))
    else:
        _must_open(vault, check)


def state_of(conn: Connection, vault: Vault) -> bool | None:
    """Return whether the vault has the right key, or None if nothing is sealed yet."""
    if not inspect(conn).has_table(_secrets.name):
        return None
    check = _check_value(conn)
    return None if check is None else vault.opens(check)


def _check_value(conn: Connection) -> str | None:
    value: str | None = conn.execute(
        select(_secrets.c.value).where(_secrets.c.name == CHECK)
    ).scalar()
    return value


def _must_open(vault: Vault, check: str) -> None:
    if vault.opens(check):
        return
    problem = "is not the one" if vault.has_key else "is missing: there is one"
    raise WrongSecretKey(
        f"the secret key {problem} that sealed the secrets in this database; set "
        "RUNWHY_SECRET_KEY to that key or restore the file `secret-key`; if the key is lost, "
        "`runwhy secrets forget` replaces those secrets so that the server can start"
    )


def rotate(conn: Connection, vault: Vault) -> int:
    """Seal every secret with the first key; return how many. Raises: WrongSecretKey."""
    count = 0

    def counted(text: str) -> str:
        nonlocal count
        count += 1
        return vault.reseal(text)

    change_all(conn, counted)
    return count - 1  # without the check value


def forget(conn: Connection, vault: Vault) -> int:
    """Replace each secret that cannot be opened with a random one; return how many."""
    lost = -1  # the check value is lost, too

    def replaced(text: str) -> str:
        nonlocal lost
        if vault.opens(text):
            return vault.reseal(text)
        lost += 1
        return vault.seal(random.token_hex(32))

    vault.make_key()
    change_all(conn, replaced)
    return max(lost, 0)


def change_all(conn: Connection, change: Callable[[str], str]) -> None:
    """Replace each stored secret with the result of `change`."""
    for table in tables.SCHEMA.tables.values():
        if columns := tables.secret_columns(table):
            _change_columns(conn, table, columns, change)
        if "spec" in table.c:
            _change_specs(conn, table, change)


def _change_columns(
    conn: Connection, table: Table, columns: Sequence[Column[Any]], change: Callable[[str], str]
) -> None:
    key = table.c.name if table is _secrets else table.c.id
    for row in conn.execute(select(key, *columns)).all():
        old = dict(zip((column.name for column in columns), row[1:], strict=True))
        new = {name: change(text) for name, text in old.items() if text is not None}
        if {**old, **new} != old:
            conn.execute(update(table).where(key == row[0]).values(new))


def _change_specs(conn: Connection, table: Table, change: Callable[[str], str]) -> None:
    with_tools = table.c.spec.like('%"headers":%') | table.c.spec.like('%"url":%')
    for id in conn.execute(select(table.c.id).where(with_tools)).scalars().all():
        mine = table.c.id == id
        text = conn.execute(select(table.c.spec).where(mine)).scalar_one()
        changed = rows.spec_text(spec_of(rows.from_json(text)), change)
        if changed != text:
            conn.execute(update(table).where(mine).values(spec=changed))
