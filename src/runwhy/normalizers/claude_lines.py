"""The lines of Claude Code's stream: the fields that we read, and their types."""

from __future__ import annotations

from msgspec import Raw, Struct, field, json


class Block(Struct, gc=False):
    """A content block of any type; which fields it has depends on `type`."""

    type: str
    text: str = ""
    thinking: str = ""
    id: str = ""
    name: str = ""
    input: object = None
    tool_use_id: str = ""
    content: str | list[Block] | None = None
    is_error: bool | None = None
    source: object = None
    title: str | None = None
    url: str | None = None


class Message(Struct, gc=False):
    """A message of the Messages API: one block a line, or for users any number."""

    id: str | None = None
    model: str | None = None
    content: str | list[Block] = ""


class StreamLine(Struct, gc=False, tag_field="type"):
    """What lines of every type may have; `type` may stand anywhere in the line."""

    session_id: str | None = None
    uuid: str | None = None
    timestamp: object = None
    parent_tool_use_id: str | None = None


class Assistant(StreamLine, gc=False, tag="assistant", kw_only=True):
    """One block of a reply, or an API error that the CLI words like one."""

    message: Message
    is_api_error_message: bool = False
    api_error_type: object = None
    error: object = None


class Decision(Struct, gc=False):
    """Whether a tool was allowed to run."""

    decision: str | None = None


class ResultMeta(Struct, gc=False):
    """What the CLI tells about a tool's result beside it."""

    id: str | None = None
    permission_decision: Decision | None = None
    non_execution_kind: str | None = None


class User(StreamLine, gc=False, tag="user", kw_only=True):
    """Results of tools, an echo of stdin, or something that the CLI wrote itself."""

    message: Message
    is_replay: bool = field(default=False, name="isReplay")
    is_synthetic: bool = field(default=False, name="isSynthetic")
    tool_use_result: Raw = field(default_factory=Raw)
    tool_result_meta: list[ResultMeta] | None = None


class System(StreamLine, gc=False, tag="system", kw_only=True):
    """A line of the CLI itself; which fields it has depends on `subtype`."""

    subtype: str = ""
    model: str | None = None
    cwd: str | None = None
    permission_mode: str | None = field(default=None, name="permissionMode")
    mcp_servers: object = None
    claude_code_version: str | None = None
    tool_use_id: str | None = None
    hook_id: str | None = None
    hook_name: str | None = None
    output: object = None
    summary: object = None
    content: object = None
    attempt: object = None
    max_retries: object = None
    error: object = None
    error_status: object = None
    compact_metadata: object = None


class ResultLine(StreamLine, gc=False, tag="result", kw_only=True):
    """The end of a turn; `is_error` decides, whatever `subtype` says.

    What does not decide is read loosely: a new shape of it must not hide the end.
    """

    is_error: bool = False
    subtype: str | None = None
    terminal_reason: str | None = None
    api_error_type: object = None
    result: str | None = None
    errors: object = None
    structured_output: object = None
    num_turns: object = None
    duration_ms: object = None
    usage: object = None
    model_usage: object = field(default=None, name="modelUsage")
    total_cost_usd: object = None


class Delta(Struct, gc=False):
    """More of a block."""

    type: str = ""
    text: str = ""
    thinking: str = ""


class Event(Struct, gc=False):
    """A raw event of the Messages API."""

    type: str = ""
    index: int = 0
    message: Message | None = None
    delta: Delta | None = None


class StreamEvent(StreamLine, gc=False, tag="stream_event", kw_only=True):
    """A piece of a reply that is still being written."""

    event: Event
    api_message_id: str | None = None


class Head(Struct, gc=False):
    """Only the type, of a line that is none of the above."""

    type: str = ""


class Hunk(Struct, gc=False, rename="camel"):
    """A part of a file that was changed."""

    old_start: int
    old_lines: int
    new_start: int
    new_lines: int
    lines: list[str]


class EditOutcome(Struct, gc=False):
    """What an edit did to its file."""

    type: str | None = None
    structured_patch: list[Hunk] = field(default_factory=list, name="structuredPatch")


class CommandOutcome(Struct, gc=False):
    """What a command printed."""

    stdout: str | None = None
    stderr: str | None = None
    interrupted: bool = False


AnyLine = Assistant | User | System | ResultLine | StreamEvent
_any_line: json.Decoder[AnyLine] = json.Decoder(AnyLine)

read_line = _any_line.decode
read_head = json.Decoder(Head).decode
read_edit = json.Decoder(EditOutcome).decode
read_command = json.Decoder(CommandOutcome).decode
