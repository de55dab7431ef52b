"""Tags as FTS5 terms: one case-sensitive token per tag."""

from __future__ import annotations

from collections.abc import Mapping

from runwhy.core.queries import And, HasTag, Or, Query, TagIs, TagPrefix, all_of, any_of
from runwhy.core.queries.ast import TagTerm

_PLAIN = frozenset(b"abcdefghijklmnopqrstuvwxyz0123456789-_.")
_ESCAPED = [chr(byte) if byte in _PLAIN else f"~{byte:02x}" for byte in range(256)]


def token(workspace: int, key: str, value: str) -> str:
    """Return the term of one tag; bytes that the tokenizer would fold or split become `~xx`."""
    return f"{workspace}.{_escape(key)}={_escape(value)}"


def tokens(workspace: int, tags: Mapping[str, str]) -> str:
    """Return the terms of all tags of a row, separated by spaces."""
    return " ".join(token(workspace, key, value) for key, value in tags.items())


def match_query(workspace: int, tags: Query) -> str:
    """Return the FTS5 query for rows with the tags; `tags` has only tags, `And` and `Or`."""
    match tags:
        case TagIs(key, value):
            return f'"{token(workspace, key, value)}"'
        case TagPrefix(key, prefix):
            return f'"{token(workspace, key, prefix)}" *'
        case HasTag(key):
            return f'"{token(workspace, key, "")}" *'
        case And(parts):
            return " AND ".join(f"({match_query(workspace, part)})" for part in parts)
        case Or(parts):
            return " OR ".join(f"({match_query(workspace, part)})" for part in parts)
        case _:
            raise ValueError(f"the tag index cannot answer {tags}")


def is_about_tags(query: Query) -> bool:
    """Return whether a query has only tags, `And` and `Or`."""
    match query:
        case And(parts) | Or(parts):
            return all(map(is_about_tags, parts))
        case _:
            return isinstance(query, TagTerm)


def needed_tags(query: Query) -> Query | None:
    """Return the tags that every match has, as a query for the index.

    The result matches every row that the query matches, and possibly more. None if no tag is
    required.
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


def _escape(text: str) -> str:
    return "".join([_ESCAPED[byte] for byte in text.encode()])
