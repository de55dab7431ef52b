"""Compare the rows and the responses of two versions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import create_engine, inspect, text

# SQLite search indexes have no rows. `run_ends` starts again in a restored database.
SEARCHES = ("run_tags", "session_tags", "memory_words", "run_ends")
MOVES = {"lastOccurrence", "nextAt", "nextTimes", "total"}  # fields that depend on the time
MOVES |= {"inWords"}  # a text that may be worded differently
NAMES = ("id", "sessionId", "seq", "index", "key")

Contents = Mapping[str, list[str]]


def contents(url: str, columns: Contents | None = None) -> Contents:
    """Return the column names and then the rows of each table; of `columns` only, if given."""
    engine = create_engine(url)
    found = {}
    with engine.connect() as conn:
        looking = inspect(conn)
        for table in columns or looking.get_table_names():
            if not table.startswith(SEARCHES):
                names = ", ".join(f'"{column["name"]}"' for column in looking.get_columns(table))
                names = columns[table][0] if columns else names
                rows = conn.execute(text(f'SELECT {names} FROM "{table}"')).all()
                found[table] = [names, *sorted(map(str, rows))]
    engine.dispose()
    return found


def differences(old: Any, new: Any, path: str = "") -> Iterator[str]:
    """Yield what differs from an old response. Fields that were added since are ignored."""
    if isinstance(old, dict) and isinstance(new, dict):
        for name in old.keys() - MOVES:
            yield from differences(old[name], new.get(name), f"{path}/{name}")
    elif isinstance(old, list) and isinstance(new, list):
        names = [
            name
            for name in NAMES
            if any(isinstance(value, dict) and name in value for value in old)
        ]
        by_name = {_name(value, place, names): value for place, value in enumerate(new)}
        for place, value in enumerate(old):
            name = _name(value, place, names)
            yield from differences(value, by_name.get(name), f"{path}/{name}")
    elif old != new:
        yield f"{path}: {old!r} is now {new!r}"


def _name(value: Any, place: int, names: Sequence[str]) -> str:
    """Identify a member of a list: by one of the names that the old ones had, value or place."""
    if isinstance(value, dict):
        return str(next((value[key] for key in names if key in value), place))
    return str(value)
