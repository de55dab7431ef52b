"""Where the envelope stands among LangChain messages: right before the task, in every call."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from langchain_core.messages import (
    AIMessage,
    AnyMessage,
    BaseMessage,
    HumanMessage,
    SystemMessage,
    ToolMessage,
)

from runwhy.briefs import ENVELOPE_MARK, QUOTED_MARK, Brief


def tell(
    messages: Sequence[AnyMessage], brief: Brief, *, task: str | None = None
) -> list[AnyMessage]:
    """These messages as the model is sent them: the rule in the system prompt, the envelope once,
    right before the task. What is stored stays without it.

    `task` is the id of the message that asks for something; without it, the last human message is.
    A task that is gone, because a summary took its place, leaves the envelope in front.
    """
    system = [message for message in messages if isinstance(message, SystemMessage)]
    said = [message for message in messages if not isinstance(message, SystemMessage)]
    first = with_rule(system[0] if system else None, brief)
    return [first, *system[1:], *tell_before(said, brief, task=task or task_id(said))]


def tell_before(
    messages: Sequence[AnyMessage], brief: Brief, *, task: str | None
) -> list[AnyMessage]:
    """The messages besides the system prompt, with the envelope in its place."""
    said = [message for message in messages if not is_told(message)]
    at = next((n for n, m in enumerate(said) if m.id == task), 0) if task else len(said)
    return [*answered(said[:at]), *told(brief), *said[at:]]


def told(brief: Brief) -> list[AnyMessage]:
    """The envelope, and what was gathered for the model."""
    quoted = [HumanMessage(q, additional_kwargs={QUOTED_MARK: True}) for q in brief.quoted]
    return [HumanMessage(brief.envelope, additional_kwargs={ENVELOPE_MARK: True}), *quoted]


def is_told(message: BaseMessage) -> bool:
    """Whether a message is one that `told` made."""
    marks = message.additional_kwargs
    return marks.get(ENVELOPE_MARK) is True or marks.get(QUOTED_MARK) is True


def with_rule(system: SystemMessage | None, brief: Brief) -> SystemMessage:
    """The system prompt, with the rule at its end."""
    if system is None or not system.content:
        return SystemMessage(brief.rule)
    if isinstance(system.content, str):
        content: str | list[str | dict[str, object]] = f"{system.content}\n\n{brief.rule}"
    else:
        content = [*system.content, {"type": "text", "text": f"\n\n{brief.rule}"}]
    return system.model_copy(update={"content": content})


def task_id(messages: Sequence[BaseMessage]) -> str | None:
    """The id of the message that asks: the last human one."""
    people = (m.id for m in reversed(messages) if isinstance(m, HumanMessage))
    return next(people, None)


def answered(history: Iterable[AnyMessage]) -> list[AnyMessage]:
    """History without calls that nobody answered, as a run leaves them that was cut short: a
    model refuses a conversation with such a call in it."""
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
