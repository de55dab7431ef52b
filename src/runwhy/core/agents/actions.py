"""Tool actions and results of coding agents, in one form for every agent."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Change = Literal["add", "update", "delete", "move"]
SearchScope = Literal["text", "files", "web"]
TodoStatus = Literal["pending", "in_progress", "completed"]
Status = Literal["running", "success", "failed", "denied", "interrupted"]


class Value(Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """A frozen value without a type tag.

    It cannot contain itself, so garbage collection skips it.
    """


class Tagged(Value, frozen=True, kw_only=True, gc=False, tag_field="type"):
    """A member of a closed union, distinguished by `type`."""


class CommandRun(Tagged, frozen=True, kw_only=True, gc=False, tag="command_run"):
    """A shell command, without the shell that an agent wraps around it."""

    command: str
    cwd: str | None = None
    description: str | None = None


class FileChange(Value, frozen=True, kw_only=True, gc=False):
    """One file that an edit touches; `diff` has line numbers once the edit was made."""

    path: str
    change: Change
    diff: str | None = None
    moved_to: str | None = None


class FileEdit(Tagged, frozen=True, kw_only=True, gc=False, tag="file_edit"):
    """Files added, changed, deleted or moved in one edit."""

    changes: tuple[FileChange, ...]


class FileRead(Tagged, frozen=True, kw_only=True, gc=False, tag="file_read"):
    """A file, or some of its lines."""

    path: str
    offset: int | None = None
    limit: int | None = None


class Search(Tagged, frozen=True, kw_only=True, gc=False, tag="search"):
    """A search in file contents, file names, or the web."""

    query: str
    scope: SearchScope
    path: str | None = None


class WebFetch(Tagged, frozen=True, kw_only=True, gc=False, tag="web_fetch"):
    """A web page, and what the agent wants from it."""

    url: str
    prompt: str | None = None


class Mcp(Tagged, frozen=True, kw_only=True, gc=False, tag="mcp"):
    """A tool of an MCP server."""

    server: str
    tool: str
    arguments: object = None


class Task(Tagged, frozen=True, kw_only=True, gc=False, tag="task"):
    """Work given to a subagent, whose entries name this one as their parent."""

    description: str | None = None
    prompt: str | None = None
    subagent: str | None = None


class TodoItem(Value, frozen=True, kw_only=True, gc=False):
    """One item of an agent's to-do list."""

    text: str
    status: TodoStatus


class Todo(Tagged, frozen=True, kw_only=True, gc=False, tag="todo"):
    """The agent's current to-do list."""

    items: tuple[TodoItem, ...]


class Plan(Tagged, frozen=True, kw_only=True, gc=False, tag="plan"):
    """A plan shown before the agent acts."""

    text: str


class QuestionItem(Value, frozen=True, kw_only=True, gc=False):
    """One question and its suggested answers."""

    text: str
    options: tuple[str, ...] = ()


class Question(Tagged, frozen=True, kw_only=True, gc=False, tag="question"):
    """Questions from the agent to a person."""

    questions: tuple[QuestionItem, ...]


class Other(Tagged, frozen=True, kw_only=True, gc=False, tag="other"):
    """A tool without its own action type, with its original arguments."""

    arguments: object = None


Action = (
    CommandRun
    | FileEdit
    | FileRead
    | Search
    | WebFetch
    | Mcp
    | Task
    | Todo
    | Plan
    | Question
    | Other
)


class Attachment(Value, frozen=True, kw_only=True, gc=False):
    """An image or a document: base64 `data`, or its `url`."""

    media_type: str
    data: str | None = None
    url: str | None = None


class ToolResult(Value, frozen=True, kw_only=True, gc=False):
    """The result of a tool; fields are null if the agent does not report them."""

    text: str = ""
    exit_code: int | None = None
    stdout: str | None = None
    stderr: str | None = None
    structured: object = None
    attachments: tuple[Attachment, ...] = ()
