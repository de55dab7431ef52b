"""LangChain and LangGraph: puts the envelope into every model call and marks synthetic messages."""

from __future__ import annotations

from runwhy.integrations.missing_extras import needs

with needs("langgraph"):
    from runwhy.integrations.langgraph.envelope_position import add_envelope as add_envelope
    from runwhy.integrations.langgraph.messages import MemoryQuery as MemoryQuery
    from runwhy.integrations.langgraph.messages import (
        is_synthetic as is_synthetic,
    )
    from runwhy.integrations.langgraph.messages import memory_query as memory_query
    from runwhy.integrations.langgraph.messages import (
        speaks_for_a_person as speaks_for_a_person,
    )
    from runwhy.integrations.langgraph.messages import synthetic_message as synthetic_message
    from runwhy.integrations.langgraph.messages import visible_history as visible_history
    from runwhy.integrations.langgraph.middleware import RunwhyMiddleware as RunwhyMiddleware

__all__ = [
    "MemoryQuery",
    "RunwhyMiddleware",
    "add_envelope",
    "is_synthetic",
    "memory_query",
    "speaks_for_a_person",
    "synthetic_message",
    "visible_history",
]
