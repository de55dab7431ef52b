"""Position of the envelope among LangChain messages: directly before the task, in every call."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from langchain_core.messages import (
    AIMessage,
    AnyMessage,
    BaseMessage,
    HumanMessage,
    SystemMessage,
    ToolMessage,
)

from runwhy.briefs import ENVELOPE_MARK, QUOTED_MARK, Brief
from runwhy.core.context.seal import mask_seal_json

M = TypeVar("M", bound=BaseMessage)


def add_envelope(
    messages: Sequence[AnyMessage], brief: Brief, *, task: str | None = None
) -> list[AnyMessage]:
    """Return the messages to send: the rule in the system prompt, the envelope before the task.

    `task` is the id of the task's message; it defaults to the last human message. If a summary has
    replaced the task, the envelope comes first. The given messages are not changed. The seal is
    masked in all other messages.
    """
    system = [message for message in messages if isinstance(message, SystemMessage)]
    others = [message for message in messages if not isinstance(message, SystemMessage)]
    first = with_rule(system[0] if system else None, brief)
    rest = [mask_message(message, brief.seal) for message in system[1:]]
    return [first, *rest, *insert_before_task(others, brief, task=task or task_id(others))]


def insert_before_task(
    messages: Sequence[AnyMessage], brief: Brief, *, task: str | None
) -> list[AnyMessage]:
    """Return the messages without the system prompt, with the envelope before the task."""
    others = [message for message in messages if not is_envelope_message(message)]
    at = next((n for n, m in enumerate(others) if m.id == task), 0) if task else len(others)
    others = [mask_message(message, brief.seal) for message in others]
    return [*drop_unanswered_calls(others[:at]), *envelope_messages(brief), *others[at:]]


def mask_message(message: M, seal: str) -> M:
    """Return the message without the seal."""
    names = ("content", "tool_calls", "additional_kwargs")
    values = {name: getattr(message, name) for name in names if hasattr(message, name)}
    clean = mask_seal_json(values, seal)
    return message if clean == values else message.model_copy(update=clean)


def envelope_messages(brief: Brief) -> list[AnyMessage]:
    """Return the envelope and the quoted context as messages."""
    quoted = [HumanMessage(q, additional_kwargs={QUOTED_MARK: True}) for q in brief.quoted]
    return [HumanMessage(brief.envelope, additional_kwargs={ENVELOPE_MARK: True}), *quoted]


def is_envelope_message(message: BaseMessage) -> bool:
    """Return whether `envelope_messages` made this message."""
    marks = message.additional_kwargs
    return marks.get(ENVELOPE_MARK) is True or marks.get(QUOTED_MARK) is True


def with_rule(system: SystemMessage | None, brief: Brief) -> SystemMessage:
    """Return the system prompt with the rule appended."""
    system = mask_message(system, brief.seal) if system is not None else None
    if system is None or not system.content:
        return SystemMessage(brief.rule)
    if isinstance(system.content, str):
        content: str | list[str | dict[str, object]] = f"{system.content}\n\n{brief.rule}"
    else:
        content = [*system.content, {"type": "text", "text": f"\n\n{brief.rule}"}]
    return system.model_copy(update={"content": content})


def task_id(messages: Sequence[BaseMessage]) -> str | None:
    """Return the id of the last human message."""
    people = (m.id for m in reversed(messages) if isinstance(m, HumanMessage))
    return next(people, None)


def drop_unanswered_calls(history: Iterable[AnyMessage]) -> list[AnyMessage]:
    """Return the history without unanswered tool calls, which models reject."""
    history = list(history)
    results = {m.tool_call_id for m in history if isinstance(m, ToolMessage)}
    kept: list[AnyMessage] = []
    for message in history:
        if isinstance(message, AIMessage) and message.tool_calls:
            calls = [call for call in message.tool_calls if call["id"] in results]
            if len(calls) < len(message.tool_calls):
                if not calls and not message.text.strip():
                    continue
                message = AIMessage(message.text, id=message.id, tool_calls=calls)
        kept.append(message)
    return kept
