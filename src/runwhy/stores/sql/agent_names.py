"""Names of agents in queries, looked up in the workspace."""

from __future__ import annotations

from sqlalchemy import Connection, select

from runwhy.core.queries import Query
from runwhy.core.queries.agent_names import names_agents, with_agent_ids
from runwhy.stores import tables

_agents = tables.agents


def resolve_agents(conn: Connection, workspace: int, query: Query) -> Query:
    """Return a query that matches agents by id for one that may name them."""
    if not names_agents(query):
        return query
    names = select(_agents.c.name, _agents.c.id).where(_agents.c.workspace == workspace)
    return with_agent_ids(query, {row.name: row.id for row in conn.execute(names)})
