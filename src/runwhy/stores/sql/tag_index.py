"""Tags as search terms: one token per tag, exact in case, that keeps prefixes."""

from __future__ import annotations

from collections.abc import Mapping

from runwhy.core.queries import And, Or, Query, TagIs, all_of, any_of

_PLAIN = frozenset(b"abcdefghijklmnopqrstuvwxyz0123456789-_.")
_WRITTEN = [chr(byte) if byte in _PLAIN else f"~{byte:02x}" for byte in range(256)]


def token(workspace: int, key: str, value: str) -> str:
    """The term of one tag. What the tokenizer would fold or split is written `~xx`."""
    return f"{workspace}.{_written(key)}={_written(value)}"


def tokens(workspace: int, tags: Mapping[str, str]) -> str:
    """The terms of all tags of a row, as FTS5 is given them."""
    return " ".join(token(workspace, key, value) for key, value in tags.items())


def match(workspace: int, tags: Mapping[str, str]) -> str:
    """The FTS5 question for rows that carry all of these tags."""
    return " AND ".join(f'"{token(workspace, key, value)}"' for key, value in tags.items())


def question(workspace: int, tags: Query) -> str:
    """What FTS5 is asked for rows that have the tags; only `TagIs`, `And` and `Or` occur."""
    match tags:
        case TagIs(key, value):
            return f'"{token(workspace, key, value)}"'
        case And(parts):
            return " AND ".join(f"({question(workspace, part)})" for part in parts)
        case Or(parts):
            return " OR ".join(f"({question(workspace, part)})" for part in parts)
        case _:
            raise ValueError(f"the index holds no {tags}")


def needed_tags(query: Query) -> Query | None:
    """The tags without which nothing matches, as the index can be asked for them.

    What matches the query matches them too; the other way round need not hold. None when there
    is no such tag.
    """
    match query:
        case TagIs():
            return query
        case And(parts):
            needed = [found for part in parts if (found := needed_tags(part)) is not None]
            return all_of(needed) if needed else None
        case Or(parts):
            each = [needed_tags(part) for part in parts]
            some = [found for found in each if found is not None]
            return any_of(some) if len(some) == len(each) else None
        case _:
            return None


def _written(text: str) -> str:
    return "".join([_WRITTEN[byte] for byte in text.encode()])
