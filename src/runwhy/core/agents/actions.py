"""What an agent does with a tool, in the same words for every agent, and what came back."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Change = Literal["add", "update", "delete", "move"]
SearchScope = Literal["text", "files", "web"]
TodoStatus = Literal["pending", "in_progress", "completed"]
Status = Literal["running", "success", "failed", "denied", "interrupted"]


class Value(Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """A frozen value without a tag; it can hold no reference to itself, so no collector."""


class Tagged(Value, frozen=True, kw_only=True, gc=False, tag_field="type"):
    """A member of a closed union, told apart by `type`."""


class CommandRun(Tagged, frozen=True, kw_only=True, gc=False, tag="command_run"):
    """A command for a shell, without the shell that an agent wraps around it."""

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
    """Files that are added, changed, deleted or moved in one go."""

    changes: tuple[FileChange, ...]


class FileRead(Tagged, frozen=True, kw_only=True, gc=False, tag="file_read"):
    """A file, or some lines of it."""

    path: str
    offset: int | None = None
    limit: int | None = None


class Search(Tagged, frozen=True, kw_only=True, gc=False, tag="search"):
    """A search in the text of files, among their names, or on the web."""

    query: str
    scope: SearchScope
    path: str | None = None


class WebFetch(Tagged, frozen=True, kw_only=True, gc=False, tag="web_fetch"):
    """A page of the web, and what is wanted from it."""

    url: str
    prompt: str | None = None


class Mcp(Tagged, frozen=True, kw_only=True, gc=False, tag="mcp"):
    """A tool of an MCP server."""

    server: str
    tool: str
    arguments: object = None


class Task(Tagged, frozen=True, kw_only=True, gc=False, tag="task"):
    """Work that is handed to a subagent; its entries name this one as their parent."""

    description: str | None = None
    prompt: str | None = None
    subagent: str | None = None


class TodoItem(Value, frozen=True, kw_only=True, gc=False):
    """One line of an agent's own list of work."""

    text: str
    status: TodoStatus


class Todo(Tagged, frozen=True, kw_only=True, gc=False, tag="todo"):
    """The agent's list of work, as it now stands."""

    items: tuple[TodoItem, ...]


class Plan(Tagged, frozen=True, kw_only=True, gc=False, tag="plan"):
    """A plan that is shown before anything is done."""

    text: str


class QuestionItem(Value, frozen=True, kw_only=True, gc=False):
    """One question, and the answers on offer."""

    text: str
    options: tuple[str, ...] = ()


class Question(Tagged, frozen=True, kw_only=True, gc=False, tag="question"):
    """Something the agent asks of a person."""

    questions: tuple[QuestionItem, ...]


class Other(Tagged, frozen=True, kw_only=True, gc=False, tag="other"):
    """A tool that we have no word for, with its arguments as they were."""

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
    """An image or a document: base64 `data`, or the `url` where it lies."""

    media_type: str
    data: str | None = None
    url: str | None = None


class ToolResult(Value, frozen=True, kw_only=True, gc=False):
    """What a tool gave back; null where the agent does not tell."""

    text: str = ""
    exit_code: int | None = None
    stdout: str | None = None
    stderr: str | None = None
    structured: object = None
    attachments: tuple[Attachment, ...] = ()
