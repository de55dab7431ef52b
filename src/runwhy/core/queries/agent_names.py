"""Names of agents in queries, replaced by the ids that runs and sessions have."""

from __future__ import annotations

from collections.abc import Mapping

from runwhy.core.queries.ast import (
    And,
    Field,
    FieldIs,
    FieldPrefix,
    Not,
    Or,
    Query,
    all_of,
    any_of,
    terms,
)


def names_agents(query: Query) -> bool:
    """Whether a query compares the agent, and so may contain names."""
    return any(
        isinstance(term, FieldIs | FieldPrefix) and term.field is Field.AGENT
        for term in terms(query)
    )


def with_agent_ids(query: Query, ids: Mapping[str, str]) -> Query:
    """Return a query that also matches the ids of the agents that it names.

    `ids` has the id of each agent of the workspace by its name. An id wins over
    an equal name. An unknown name matches nothing.
    """
    match query:
        case And(parts):
            return all_of(with_agent_ids(part, ids) for part in parts)
        case Or(parts):
            return any_of(with_agent_ids(part, ids) for part in parts)
        case Not(part):
            return Not(with_agent_ids(part, ids))
        case FieldIs(Field.AGENT, value) if value in ids and value not in ids.values():
            return any_of([query, FieldIs(Field.AGENT, ids[value])])
        case FieldPrefix(Field.AGENT, prefix):
            named = [id for name, id in ids.items() if name.startswith(prefix)]
            return any_of([query, *(FieldIs(Field.AGENT, id) for id in named)])
        case _:
            return query
