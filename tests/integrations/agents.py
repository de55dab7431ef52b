"""Agents as their developers write them: what they are told, what they can do, what they ask."""

from __future__ import annotations

from typing import Any

from langchain_openai import ChatOpenAI
from pydantic import SecretStr

from runwhy.integrations import Brief, brief_run

SECRET = b"the same in every process"


def brief(run_id: str = "run_1", **more: Any) -> Brief:
    """A brief of a run that a schedule started, in the session `t1`."""
    given = {"trigger": "cron", "session_id": "t1", "secret": SECRET, "timezone": "Europe/Berlin"}
    return brief_run(run_id=run_id, **{**given, **more})


def look(where: str) -> str:
    """Look somewhere."""
    return f"nothing at {where}"


def chat_model(url: str) -> ChatOpenAI:
    """A chat model of LangChain that asks the scripted server."""
    return ChatOpenAI(model="gpt-4o", base_url=url, api_key=SecretStr("sk-test"), streaming=True)
