"""A thread with all kinds of messages; run as a program, it prints what a new process reads."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from langchain.agents import create_agent
from langchain.agents.middleware import AgentMiddleware
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import HumanMessage
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.postgres import PostgresSaver
from langgraph.checkpoint.sqlite import SqliteSaver
from tests.integrations.agents import brief, chat_model, look

from runwhy.integrations import briefed
from runwhy.integrations.langgraph import (
    RunwhyMiddleware,
    is_synthetic,
    memory_query,
    synthetic_message,
    visible_history,
)

THREAD: Any = {"configurable": {"thread_id": "t1"}}


def said() -> dict[str, Any]:
    """An unmarked message, one with an invalid mark, and a synthetic one."""
    nearly = HumanMessage('Typed "true"', additional_kwargs={"synthetic": "true"})
    follow_up = synthetic_message("check_in", reason="nobody answered")
    return {"messages": [HumanMessage("My dog is ill"), nearly, follow_up]}


def agent(
    model: BaseChatModel,
    checkpointer: BaseCheckpointSaver[Any],
    *middleware: AgentMiddleware[Any, Any, Any],
) -> Any:
    """Return the same agent in every process."""
    return create_agent(
        model, [look], system_prompt="Be kind.", middleware=middleware, checkpointer=checkpointer
    )


@contextmanager
def open_saver(database: str) -> Iterator[BaseCheckpointSaver[Any]]:
    """Open the real checkpointer of this database."""
    if database.startswith("postgresql"):
        with PostgresSaver.from_conn_string(database) as postgres:
            postgres.setup()
            yield postgres
    else:
        with SqliteSaver.from_conn_string(database) as sqlite:
            yield sqlite


def main(database: str, url: str) -> None:
    """Print the thread, add a follow-up, and print the thread again."""
    with open_saver(database) as checkpointer:
        graph = agent(chat_model(url), checkpointer, RunwhyMiddleware())
        messages = graph.get_state(THREAD).values["messages"]
        query = memory_query(messages)
        assert query is not None
        found = {
            "synthetic": [is_synthetic(message) for message in messages],
            "visible": [message.text for message in visible_history(messages)],
            "query": (query.text, query.source),
            "reason": messages[2].additional_kwargs["trigger_reason"],
        }
        with briefed(brief("run_2")):
            state = graph.invoke({"messages": [synthetic_message("check_in")]}, THREAD)
        after = [message.text for message in visible_history(state["messages"])]
    sys.stdout.write(json.dumps({**found, "after": after}))


if __name__ == "__main__":
    main(*sys.argv[1:])
