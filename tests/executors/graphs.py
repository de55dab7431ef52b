"""Graphs that the server may run in these tests, written as their developers would."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from langchain.agents import create_agent
from langchain_core.messages import AIMessage
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.types import interrupt

from runwhy.integrations.langgraph import RunwhyMiddleware

CHECKPOINTS = "RUNWHY_TEST_CHECKPOINTS"
looked: list[str] = []


@tool
def look(where: str) -> str:
    """Look somewhere."""
    looked.append(where)
    return f"nothing at {where}"


@tool
def book(flight: str) -> str:
    """Book a flight after approval."""
    answer = interrupt({"question": f"Book {flight}?"})
    return "booked" if answer == {"agreed": True} else f"not booked: {answer}"


def chat() -> ChatOpenAI:
    """The address and the key come from the environment."""
    return ChatOpenAI(model="gpt-4o", streaming=True, max_retries=0)


@asynccontextmanager
async def agent() -> AsyncIterator[Any]:
    """An agent with its own checkpointer."""
    async with AsyncSqliteSaver.from_conn_string(os.environ[CHECKPOINTS]) as checkpointer:
        yield create_agent(
            chat(),
            [look, book],
            system_prompt="Be brief.",
            middleware=[RunwhyMiddleware()],
            checkpointer=checkpointer,
        )


def aside() -> Any:
    """A graph with calls that are not the agent's own, before and after it."""

    async def summarize(state: MessagesState) -> dict[str, Any]:
        await chat().with_config(tags=["runwhy:apart"]).ainvoke("Summarize.")
        return {}

    graph = StateGraph(MessagesState)
    for name, node in (("before", summarize), ("agent", forgetful()), ("after", summarize)):
        graph.add_node(name, node)
    graph.add_edge(START, "before")
    graph.add_edge("before", "agent")
    graph.add_edge("agent", "after")
    graph.add_edge("after", END)
    return graph.compile()


def forgetful() -> Any:
    """An agent without a checkpointer."""
    return create_agent(chat(), middleware=[RunwhyMiddleware()])


def unbriefed() -> Any:
    """An agent without the envelope."""
    return create_agent(chat())


def _greet(state: MessagesState) -> dict[str, Any]:
    return {"messages": [AIMessage(f"You said: {state['messages'][-1].text}"), ("ai", "Bye.")]}


polite = StateGraph(MessagesState).add_node("only", _greet).add_edge(START, "only")
modelless = polite.add_edge("only", END).compile()


def _break(state: MessagesState) -> dict[str, Any]:
    raise LookupError("no shelf, and the key is sk-proj-Zq8vT3mNpX5wL1kR7cBd2FhJ4sG6yA9e")


broken = StateGraph(MessagesState).add_node("only", _break).add_edge(START, "only")
broken_graph = broken.add_edge("only", END).compile()
no_graph = {"not": "a graph"}
