"""Agents and briefs for the tests, written as their developers would."""

from __future__ import annotations

from typing import Any

from langchain_openai import ChatOpenAI
from pydantic import SecretStr

from runwhy.integrations import Brief, brief_run

SECRET = b"the same in every process"


def brief(run_id: str = "run_1", **more: Any) -> Brief:
    """Return the brief of a scheduled run in session `t1`."""
    given = {"trigger": "cron", "session_id": "t1", "secret": SECRET, "timezone": "Europe/Berlin"}
    return brief_run(run_id=run_id, **{**given, **more})


def look(where: str) -> str:
    """Look somewhere."""
    return f"nothing at {where}"


def chat_model(url: str) -> ChatOpenAI:
    """Return a LangChain chat model that calls the scripted server."""
    return ChatOpenAI(model="gpt-4o", base_url=url, api_key=SecretStr("sk-test"), streaming=True)
