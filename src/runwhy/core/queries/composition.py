"""Combining queries, and iterating over their terms."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from runwhy.core.queries.ast import (
    All,
    And,
    HasTag,
    Not,
    Or,
    Query,
    TagIs,
    TagPrefix,
    TagTerm,
    Term,
)


def all_of(queries: Iterable[Query]) -> Query:
    """Return a query that matches what all queries match; everything if there are none."""
    parts: list[Query] = []
    for query in queries:
        match query:
            case All():
                pass
            case And():
                parts.extend(query.parts)
            case _:
                parts.append(query)
    if not parts:
        return All()
    return parts[0] if len(parts) == 1 else And(tuple(parts))


def any_of(queries: Iterable[Query]) -> Query:
    """Return a query that matches what any query matches; nothing if there are none."""
    parts: list[Query] = []
    for query in queries:
        parts.extend(query.parts if isinstance(query, Or) else (query,))
    if not parts:
        return Not(All())
    return parts[0] if len(parts) == 1 else Or(tuple(parts))


def and_also(query: Query, other: Query) -> Query:
    """Narrow a query by another, as a click on a facet does; existing terms are not repeated."""
    existing = query.parts if isinstance(query, And) else (query,)
    added = other.parts if isinstance(other, And) else (other,)
    return all_of([query, *(part for part in added if part not in existing)])


def terms(query: Query) -> Iterator[Term]:
    """Yield every term of the query, from left to right."""
    match query:
        case All():
            return
        case And() | Or():
            for part in query.parts:
                yield from terms(part)
        case Not():
            yield from terms(query.part)
        case _:
            yield query


def tag_terms(query: Query) -> tuple[TagTerm, ...]:
    """Return the terms about tags, from left to right."""
    return tuple(term for term in terms(query) if isinstance(term, TagIs | TagPrefix | HasTag))


def keys_used(query: Query) -> tuple[str, ...]:
    """Return the tag keys in the query, each once, from left to right."""
    return tuple(dict.fromkeys(term.key for term in tag_terms(query)))
