"""Completions: requests in the form of a model provider's API, and the run that each becomes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from runwhy.core.agent_spec import NO_SPEC, AgentSpec
from runwhy.core.json import JsonObject
from runwhy.core.requests.plan import InputMessage
from runwhy.core.runs.log import ToolCall
from runwhy.core.runs.provenance import Provenance
from runwhy.core.runs.tags import Override
from runwhy.errors import Problem

AGENT_PREFIX = "agent:"
DEFAULT_PROMPT = "You are a helpful assistant."
CONTINUES = "continues_run_id"  # fact: the run whose tool calls or conversation this one continues
_CALL_ID = re.compile(r"(?:call|toolu)_([0-9a-hjkmnp-tv-z]{26})_(\d{1,4})")


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion:
    """A request for one completion. `model` is the id of a model, or `agent:NAME`."""

    model: str
    messages: Sequence[InputMessage]
    spec: AgentSpec = NO_SPEC
    tags: Override = field(default_factory=dict)
    claims: JsonObject = field(default_factory=dict)

    @property
    def agent(self) -> str | None:
        """The name or id of the agent, if the model names one."""
        is_agent = self.model.startswith(AGENT_PREFIX)
        return self.model.removeprefix(AGENT_PREFIX) if is_agent else None

    @property
    def has_prompt(self) -> bool:
        """Whether a message holds instructions."""
        return any(m.role == "system" and m.text.strip() for m in self.messages)


def claimed(messages: Sequence[InputMessage]) -> list[InputMessage]:
    """Return the messages with their provenance.

    Everything that a client says about the past is its claim. Only the last user message is a
    person's words, because the client sends it now.
    """
    users = [at for at, message in enumerate(messages) if message.role == "user"]
    last = users[-1] if users else None
    return [
        replace(message, provenance=Provenance.AGENT)
        if message.role == "user" and at != last
        else message
        for at, message in enumerate(messages)
    ]


def exchange_problems(
    messages: Sequence[InputMessage],
    at: Sequence[str],
    open_calls: Sequence[ToolCall] = (),
) -> Iterator[Problem]:
    """Yield what is wrong with the order of calls and results; models reject such a conversation.

    `at` are the fields of the messages. `open_calls` are the calls before the first message.
    """
    waiting = {call.id for call in open_calls}
    for message, where in zip(messages, at, strict=True):
        if message.role == "tool":
            if message.tool_use_id in waiting:
                waiting.remove(message.tool_use_id)
            else:
                yield Problem(where, f"no open tool call has the id {message.tool_use_id!r}")
        elif message.role != "system":
            yield from _unanswered(waiting, where)
            waiting = {call.id for call in message.tool_calls}
    spoken = [(m, where) for m, where in zip(messages, at, strict=True) if m.role != "system"]
    yield from _unanswered(waiting, spoken[-1][1] if spoken else "")
    if not waiting and (not spoken or spoken[-1][0].role == "assistant"):
        where = spoken[-1][1] if spoken else ""
        yield Problem(where, "the last message must be from the user or a tool")


def _unanswered(waiting: set[str], where: str) -> Iterator[Problem]:
    if waiting:
        ids = ", ".join(sorted(waiting))
        yield Problem(where, f"the tool calls {ids} have no result")


def call_id(prefix: str, run_id: str, number: int) -> str:
    """Return the id under which a client gets a tool call: it names the run and the call."""
    return f"{prefix}_{run_id.removeprefix('run_')}_{number}"


def call_of(id: str) -> tuple[str, int] | None:
    """Return the run and the number of the call in such an id; None for any other id."""
    found = _CALL_ID.fullmatch(id)
    return (f"run_{found[1]}", int(found[2])) if found else None


def continued_run(messages: Sequence[InputMessage]) -> str | None:
    """Return the run whose calls the newest results answer, as the client claims."""
    for message in reversed(messages):
        if message.role == "user":
            return None
        if message.role == "tool" and (found := call_of(message.tool_use_id or "")):
            return found[0]
    return None
