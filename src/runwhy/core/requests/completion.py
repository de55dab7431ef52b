"""Completions: requests in the form of a model provider's API, and the run that each becomes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from runwhy.core.agent_spec import NO_SPEC, AgentSpec
from runwhy.core.context.seal import SEAL_MARK
from runwhy.core.json import JsonObject, compact_json
from runwhy.core.requests.plan import InputMessage
from runwhy.core.runs.log import REPEATS, Part, PartKind, ToolCall, Turn
from runwhy.core.runs.provenance import Provenance
from runwhy.core.runs.tags import Override
from runwhy.core.views import sent_results, whole_exchanges
from runwhy.errors import Problem

AGENT_PREFIX = "agent:"
DEFAULT_PROMPT = "You are a helpful assistant."
_CALL_ID = re.compile(r"(?:call|toolu)_([0-9a-hjkmnp-tv-z]{26})_(\d{1,4})")


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion:
    """A request for one completion. `model` is the id of a model, or `agent:NAME`.

    `at` are the fields of the messages, for problems. It may continue a run (`previous`) or a
    session.
    """

    model: str
    messages: Sequence[InputMessage]
    at: Sequence[str]
    spec: AgentSpec = NO_SPEC
    tags: Override = field(default_factory=dict)
    claims: JsonObject = field(default_factory=dict)
    previous: str | None = None
    session_id: str | None = None
    background: bool = False

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
    """Yield the problems in the order of calls and results, which models reject.

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
    """Return the run and the number of the call from the id of a call; None for other ids."""
    found = _CALL_ID.fullmatch(id)
    return (f"run_{found[1]}", int(found[2])) if found else None


def with_model_ids(
    messages: Sequence[InputMessage], run_id: str, calls: Sequence[ToolCall]
) -> list[InputMessage]:
    """Return results with the ids that the model of the run gave its calls."""
    ids = {call_id("call", run_id, number): call for number, call in enumerate(calls)}
    found = []
    for message in messages:
        call = ids.get(message.tool_use_id or "") if message.role == "tool" else None
        named = call and replace(message, tool_use_id=call.id, tool_name=call.name)
        found.append(named or message)
    return found


def history_of(turns: Sequence[Turn], answered: Sequence[InputMessage]) -> list[InputMessage]:
    """Return a conversation as the messages of a new run that continues it.

    They are copies: none of them is a person's words in the new run. `answered` are the messages
    after it, which may hold the results of its last calls.
    """
    kept = [turn for turn in turns if not turn.rolled_back]
    last = frozenset(message.tool_use_id for message in answered if message.role == "tool")
    later = [*(sent_results(turn.parts) for turn in kept), last][1:]
    return [
        _copied(part)
        for turn, results in zip(kept, later, strict=True)
        for part in whole_exchanges(turn, results)
        if part.kind not in (PartKind.CONTEXT, PartKind.SUMMARY, PartKind.ENVELOPE)
    ]


def native_of(part: Part) -> JsonObject:
    """Return the provider's own form of a reply, if another run can send it again.

    A reply that mentions the seal of its run cannot be sent: its signature would not match.
    """
    native = part.data.get("native")
    return {} if native is None or SEAL_MARK in compact_json(native) else {"native": native}


def _copied(part: Part) -> InputMessage:
    files = part.data.get("attachments")
    data = {**native_of(part), **({"attachments": files} if files else {})}
    return InputMessage(
        role=part.role,
        text=part.text,
        data={REPEATS: part.run_id, **data},
        provenance=Provenance.TOOL if part.role == "tool" else Provenance.AGENT,
        tool_calls=part.tool_calls,
        tool_use_id=part.tool_use_id,
        tool_name=part.tool_name,
        ok=part.ok,
    )


def continued_run(messages: Sequence[InputMessage]) -> str | None:
    """Return the run whose calls the newest results answer, as the client claims."""
    for message in reversed(messages):
        if message.role == "user":
            return None
        if message.role == "tool" and (found := call_of(message.tool_use_id or "")):
            return found[0]
    return None
