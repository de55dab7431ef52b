"""Classifies LangChain messages by their marks, never by their text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage

from runwhy.briefs import ENVELOPE_MARK, QUOTED_MARK, SYNTHETIC_MARK
from runwhy.core.sessions.autonomy import prompt_for

MAX_QUERY = 2000  # characters


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryQuery:
    """The text to search memories for, and its source."""

    text: str
    source: Literal["message", "summary"]


def synthetic_message(
    trigger_type: str, *, reason: str | None = None, text: str | None = None
) -> HumanMessage:
    """Return a message that asks the model to follow up and is marked as synthetic.

    A type without its own prompt gets a general one, unless `text` is given.
    """
    marks = {SYNTHETIC_MARK: True, "trigger_type": trigger_type}
    if reason is not None:
        marks["trigger_reason"] = reason
    prompt = text if text is not None else prompt_for(trigger_type)
    return HumanMessage(prompt, additional_kwargs=marks)


def is_synthetic(message: BaseMessage) -> bool:
    """Return whether the message is synthetic. Unmarked messages come from a person."""
    return message.additional_kwargs.get(SYNTHETIC_MARK) is True


def speaks_for_a_person(message: BaseMessage) -> bool:
    """Return whether a person wrote this message, which decides its authority.

    Messages that LangChain's own middleware adds for the user (`lc_source`) do not count.
    """
    marks = message.additional_kwargs
    written = any(marks.get(mark) is True for mark in (SYNTHETIC_MARK, ENVELOPE_MARK, QUOTED_MARK))
    by_langchain = isinstance(marks.get("lc_source"), str)
    return isinstance(message, HumanMessage) and not written and not by_langchain


def visible_history(messages: Iterable[BaseMessage]) -> list[BaseMessage]:
    """Return the messages to show to a person: people's messages and non-empty answers."""
    return [message for message in messages if _is_visible(message)]


def memory_query(messages: Sequence[BaseMessage], summary: str | None = None) -> MemoryQuery | None:
    """Return the query for memories: a person's last message, else the summary, else None."""
    texts = (message.text.strip() for message in reversed(messages) if speaks_for_a_person(message))
    newest = next((text for text in texts if text), None)
    if newest is not None:
        return MemoryQuery(text=newest[:MAX_QUERY], source="message")
    if summary and summary.strip():
        return MemoryQuery(text=summary.strip()[:MAX_QUERY], source="summary")
    return None


def _is_visible(message: BaseMessage) -> bool:
    if isinstance(message, AIMessage):
        return bool(message.text.strip())
    return speaks_for_a_person(message)
