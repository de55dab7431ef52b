"""Answers about the messages of sessions and the logs of runs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Annotated, Any, Literal, Self

from msgspec import Meta

from runwhy.core.json import JsonObject
from runwhy.core.runs.events import Event as CoreEvent
from runwhy.core.runs.log import Part, PartKind, Turn
from runwhy.core.runs.provenance import Provenance
from runwhy.core.views import HistoryMessage, unprompted_part, user_view
from runwhy.core.views import SessionEvent as FollowedEvent
from runwhy.wire.answer import (
    Answer,
    Cursor,
    Json,
    JsonAnswer,
    RunId,
    SessionId,
    Time,
    answer_time,
    time_text,
)
from runwhy.wire.model_calls import CallUsage
from runwhy.wire.runs import ToolCall, attachments_json

Role = Literal["system", "user", "assistant", "tool"]


class ReplyTrigger(Answer):
    """The cause of a message that no person requested: a timer, schedule or webhook."""

    kind: str
    type: str | None
    run_id: RunId

    @classmethod
    def of(cls, turn: Turn, part: Part) -> Self:
        return cls(kind=turn.trigger, type=part.trigger_type, run_id=turn.run_id)


class SentCommand(Answer):
    """A shell command that was attached to a user's message."""

    block_id: str
    cmd: str
    exit_code: int | None


class Extras(JsonAnswer):
    """Additions to the text of a message, each only if there are any."""

    attachments: Sequence[Json] | None = None
    commands: Sequence[SentCommand] | None = None
    damaged: bool | None = None
    trigger: ReplyTrigger | None = None

    @classmethod
    def of(cls, shown: HistoryMessage, /, **given: Any) -> Self:
        part, cause = shown.part, shown.unprompted
        return cls(
            attachments=attachments_json(part) or None,
            commands=_commands(shown) or None,
            damaged=part.damaged or None,
            trigger=None if cause is None else ReplyTrigger.of(shown.turn, cause),
            **given,
        )


def _commands(shown: HistoryMessage) -> list[SentCommand]:
    """Return the user's commands attached to a message, without their output."""
    if not shown.part.by_a_person:
        return []
    contexts = (p for p in shown.turn.parts if p.kind is PartKind.CONTEXT and "blocks" in p.data)
    commands = [each for part in contexts for each in json.loads(part.text)["commands"]]
    return [
        SentCommand(block_id=each["block_id"], cmd=each["cmd"], exit_code=each["exit_code"])
        for each in commands
    ]


class Message(Extras):
    """A message in the user's history."""

    role: Literal["user", "assistant"]
    content: str

    @classmethod
    def of(cls, shown: HistoryMessage, /, **given: Any) -> Self:
        return super().of(shown, role=shown.part.role, content=shown.part.text, **given)


class SessionEvent(Extras):
    """A message as a stream frame, to restore a chat."""

    seq: int
    type: Literal["user_message", "assistant_message"]
    text: str
    run_id: RunId
    at: Time

    @classmethod
    def of(cls, shown: HistoryMessage, /, **given: Any) -> Self:
        part = shown.part
        return super().of(
            shown,
            type="user_message" if part.role == "user" else "assistant_message",
            text=part.text,
            run_id=shown.turn.run_id,
            at=answer_time(part.at),
            **given,
        )


class SessionEvents(Answer):
    """Messages of a session, oldest first. Pass `nextBeforeSeq` as `beforeSeq` for earlier ones."""

    session_id: SessionId
    total: int
    events: Sequence[SessionEvent]
    next_before_seq: int | None
    truncated: bool


class HistoryItem(Extras):
    """A message or part of a session. Fields after `at` are only in the operator view."""

    seq: int
    run_id: RunId
    role: Role
    content: str
    at: Time
    kind: str | None = None
    provenance: Provenance | None = None
    thinking: str | None = None
    tool_calls: Sequence[ToolCall] | None = None
    tool_use_id: str | None = None
    tool_name: str | None = None
    ok: bool | None = None
    synthetic: bool | None = None
    trigger_type: str | None = None
    trigger_reason: str | None = None
    rolled_back: bool | None = None

    @classmethod
    def of(cls, shown: HistoryMessage, /, **given: Any) -> Self:
        part = shown.part
        return super().of(
            shown,
            run_id=shown.turn.run_id,
            role=part.role,
            content=part.text,
            at=answer_time(part.at),
            **given,
        )


class OperatorItem(HistoryItem):
    """A part of a session with all its fields, for operators."""

    kind: str
    provenance: Provenance
    thinking: str
    tool_calls: Sequence[ToolCall]
    tool_use_id: str | None
    tool_name: str | None
    ok: bool
    synthetic: bool
    trigger_type: str | None
    trigger_reason: str | None
    rolled_back: bool

    @classmethod
    def of(cls, shown: HistoryMessage, /, **given: Any) -> Self:
        part = shown.part
        return super().of(
            shown,
            kind=part.kind,
            provenance=part.provenance,
            thinking=part.thinking,
            tool_calls=[ToolCall.of(call) for call in part.tool_calls],
            tool_use_id=part.tool_use_id,
            tool_name=part.tool_name,
            ok=part.ok,
            synthetic=part.synthetic,
            trigger_type=part.trigger_type,
            trigger_reason=part.trigger_reason,
            rolled_back=shown.turn.rolled_back,
            **given,
        )


class LoggedPart(OperatorItem):
    """A part of a run's log."""

    visible: Annotated[bool, Meta(description="Whether it is in the user's history.")]
    call: Annotated[
        CallUsage | None, Meta(description="The model call that led to this part, if any.")
    ]


class RunLog(Answer):
    """The parts of a run's log, in order."""

    run_id: RunId
    parts: Sequence[LoggedPart]


class History(Answer):
    """The history of a session, oldest first."""

    session_id: SessionId
    view: Literal["user", "operator"]
    total: int
    messages: Sequence[HistoryItem]
    next_cursor: Cursor
    last_seq: Annotated[int, Meta(description="Event after which to resume the stream.")]


def run_event_json(event: CoreEvent) -> JsonObject:
    """Return an event of the run's stream."""
    return {"seq": event.seq, "type": event.type, "data": event.data}


def session_event_json(followed: FollowedEvent) -> JsonObject:
    """Return an event of the session's stream, with its number there.

    The event that opens a run also contains the run's user-visible messages.
    """
    event = followed.event
    of_run = {} if _NO_RUN & event.data.keys() else {"runId": event.run_id}
    opening = {} if followed.turn is None else _opening(followed.turn)
    data = {**event.data, **of_run, **opening}
    return {"seq": followed.number, "type": event.type, "data": data, "at": time_text(event.at)}


_NO_RUN = {"blockId", "timerId"}  # events of a session outside its runs


def _opening(turn: Turn) -> dict[str, object]:
    visible = [shown for shown in user_view([turn]) if shown.part.kind is PartKind.MESSAGE]
    messages = [{**Message.of(one).as_json(), "at": time_text(one.part.at)} for one in visible]
    part = unprompted_part(turn)
    reply = {} if part is None else {"reply": ReplyTrigger.of(turn, part)}
    return {"messages": messages, **reply}
