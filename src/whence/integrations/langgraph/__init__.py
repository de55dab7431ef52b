"""LangChain and LangGraph: the envelope in every model call, and messages told apart by marks."""

from __future__ import annotations

from whence.integrations.extras import needs

with needs("langgraph"):
    from whence.integrations.langgraph.messages import MemoryQuery as MemoryQuery
    from whence.integrations.langgraph.messages import (
        is_synthetic as is_synthetic,
    )
    from whence.integrations.langgraph.messages import memory_query as memory_query
    from whence.integrations.langgraph.messages import (
        speaks_for_a_person as speaks_for_a_person,
    )
    from whence.integrations.langgraph.messages import synthetic_message as synthetic_message
    from whence.integrations.langgraph.messages import visible_history as visible_history
    from whence.integrations.langgraph.middleware import WhenceMiddleware as WhenceMiddleware
    from whence.integrations.langgraph.telling import tell as tell

__all__ = [
    "MemoryQuery",
    "WhenceMiddleware",
    "is_synthetic",
    "memory_query",
    "speaks_for_a_person",
    "synthetic_message",
    "tell",
    "visible_history",
]
