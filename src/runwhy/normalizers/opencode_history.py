"""Sessions of opencode, as records of its database.

A record is a `session`, a `part` of a message, or a `reply`: the end of a message of the model.
Parts keep the form in which opencode stores them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from runwhy.core.agents.actions import Action, Attachment, FileEdit, Status, ToolResult
from runwhy.core.agents.entries import AssistantMessage, Stamp, Thinking
from runwhy.core.agents.opencode_messages import tokens_of
from runwhy.core.runs.provenance import Provenance
from runwhy.normalizers import tools
from runwhy.normalizers.diffs import hunks, patch
from runwhy.normalizers.fold_state import (
    Changes,
    Fold,
    Line,
    TextKind,
    Used,
    add,
    complete,
    ended,
    fail,
    learn,
    new_tool,
    notice,
    prompt,
    unreadable,
    unrecognized,
)
from runwhy.normalizers.json_values import NOT_READABLE, as_int, as_object, as_text, time_of

AGENT = "acp:opencode"  # the executor that resumes these sessions
_QUIET_PARTS = frozenset({"agent", "patch", "snapshot", "step-finish", "step-start", "subtask"})
_STATUSES: Mapping[str, Status] = {"completed": "success", "error": "failed"}
_DENIED = ("The user rejected permission", "The user has specified a rule which prevents")


class State(Fold, frozen=True, kw_only=True, gc=False):
    """State of the fold."""

    stamp: Stamp = Stamp(agent=AGENT)


class _Record(Struct, gc=False):
    type: str
    id: str = ""
    role: str = ""
    timestamp: object = None
    model: object = None
    data: dict[str, object] = {}
    parent_id: object = None
    directory: object = None
    branch: object = None
    version: object = None


_read = msgspec.json.Decoder(_Record).decode
Object = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a message: its id, who wrote the message, when, and what opencode stored."""

    id: str
    role: str
    time: datetime | None
    data: Object


def normalize(state: State, line: Line) -> tuple[State, Changes]:
    """Normalize one record. An unknown one becomes an entry."""
    try:
        record = _read(line)
    except NOT_READABLE as error:
        return unreadable(state, line, error)
    time = time_of(record.timestamp)
    if record.type == "session":
        return _session(state, record), []
    state = learn(state, model=record.model)
    if record.type == "reply":
        return _reply(state, record, time)
    kind = as_text(record.data.get("type"))
    handler = _PARTS.get(kind) if record.type == "part" else None
    if handler is not None:
        return handler(state, _Part(record.id, record.role, time, record.data))
    quiet = record.type == "part" and kind in _QUIET_PARTS
    return (state, []) if quiet else unrecognized(state, line, "unknown_type")


def used(line: Line) -> Used | None:
    """Return the tokens of a reply."""
    try:
        record = _read(line)
    except NOT_READABLE:
        return None
    counts = as_object(record.data.get("tokens"))
    if record.type != "reply" or not counts:
        return None
    return record.id, tokens_of(counts)


def _session(state: State, record: _Record) -> State:
    """Record where the session started. The prompts of a subagent come from an agent."""
    if record.parent_id:
        state = replace(state, sender=Provenance.AGENT)
    return learn(
        state,
        session=record.id,
        cwd=as_text(record.directory) or None,
        branch=as_text(record.branch) or None,
        agentVersion=as_text(record.version) or None,
    )


def _reply(state: State, record: _Record, time: datetime | None) -> tuple[State, Changes]:
    """End a reply, and add its error."""
    error = as_object(record.data.get("error"))
    if not error:
        return replace(state, failed=False), []
    name = as_text(error.get("name"))
    if name == "MessageAbortedError":
        return notice(state, "notice", "The turn ended: aborted", time=time)
    details = as_object(error.get("data"))
    message = as_text(details.get("message")) or name or "The model request failed"
    status = as_int(details.get("statusCode"))
    return fail(state, message, id=None, code=None if status is None else str(status), time=time)


def _text(state: State, part: _Part) -> tuple[State, Changes]:
    text = as_text(part.data.get("text"))
    if not text or part.data.get("ignored"):
        return state, []
    if part.role != "user":
        return _written(state, part, AssistantMessage)
    if part.data.get("synthetic"):
        return notice(state, "notice", text, id=part.id, time=part.time)
    return prompt(replace(state, failed=False), text, id=part.id, time=part.time)


def _reasoning(state: State, part: _Part) -> tuple[State, Changes]:
    return _written(state, part, Thinking) if as_text(part.data.get("text")) else (state, [])


def _written(state: State, part: _Part, kind: TextKind) -> tuple[State, Changes]:
    text, time = as_text(part.data.get("text")), _began(part)
    return complete(state, kind, text, id=part.id, time=time)


def _file(state: State, part: _Part) -> tuple[State, Changes]:
    """Add a file that the user attached. Its content is kept if it is part of the message."""
    media, url = as_text(part.data.get("mime")), as_text(part.data.get("url"))
    head, _, content = url.partition(";base64,")
    inline = bool(content) and head.startswith("data:")
    file = Attachment(
        media_type=media, data=content if inline else None, url=None if inline else url or None
    )
    name = as_text(part.data.get("filename"))
    return prompt(state, name, id=part.id, time=part.time, attachments=(file,))


def _tool(state: State, part: _Part) -> tuple[State, Changes]:
    """Add a tool use with its result; one without a result was interrupted."""
    name, call = as_text(part.data.get("tool")), as_object(part.data.get("state"))
    id = as_text(part.data.get("callID")) or part.id
    entry = new_tool(state, name, _action(name, call), id=id, time=_began(part))
    output = as_text(call.get("output")) or as_text(call.get("error"))
    code = as_int(as_object(call.get("metadata")).get("exit"))
    status: Status = _STATUSES.get(as_text(call.get("status")), "interrupted")
    if code:
        status = "failed"
    if as_text(call.get("error")).startswith(_DENIED):
        status = "denied"
    end = time_of(as_object(call.get("time")).get("end"))
    result = ToolResult(text=output, exit_code=code)
    return add(state, ended(entry, stamp=state.stamp, status=status, result=result, time=end))


def _retry(state: State, part: _Part) -> tuple[State, Changes]:
    details = as_object(as_object(part.data.get("error")).get("data"))
    text = as_text(details.get("message")) or "The model call is retried"
    return notice(state, "retry", text, id=part.id, time=part.time)


def _compaction(state: State, part: _Part) -> tuple[State, Changes]:
    return notice(state, "compaction", "Conversation compacted", id=part.id, time=part.time)


_PARTS: Mapping[str, Callable[[State, _Part], tuple[State, Changes]]] = {
    "text": _text,
    "reasoning": _reasoning,
    "file": _file,
    "tool": _tool,
    "retry": _retry,
    "compaction": _compaction,
}


def _began(part: _Part) -> datetime | None:
    own = as_object(part.data.get("time")) or as_object(
        as_object(part.data.get("state")).get("time")
    )
    return time_of(own.get("start")) or part.time


def _action(name: str, call: Object) -> Action:
    given = call.get("input")
    written = patch(as_text(as_object(given).get("patchText"))) if name == "apply_patch" else None
    action = written or tools.action_of(_TOOLS, name, given)
    diff = as_text(as_object(call.get("metadata")).get("diff"))
    if diff and isinstance(action, FileEdit) and len(action.changes) == 1:
        change = replace(action.changes[0], diff=hunks(diff) or action.changes[0].diff)
        return replace(action, changes=(change,))
    return action


_TOOLS: Mapping[str, tools.Tool] = {
    "bash": tools.command_run,
    "edit": tools.file_edit,
    "glob": tools.search_in("files"),
    "grep": tools.search_in("text"),
    "question": tools.question,
    "read": tools.file_read,
    "task": tools.task,
    "todowrite": tools.todo,
    "webfetch": tools.web_fetch,
    "websearch": tools.search_in("web"),
    "write": tools.file_write,
}
