"""Actions of coding agents' tools, derived from their arguments."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping

from runwhy.core.agents.actions import (
    Action,
    Attachment,
    CommandRun,
    FileChange,
    FileEdit,
    FileRead,
    Mcp,
    Other,
    Plan,
    Question,
    QuestionItem,
    Search,
    SearchScope,
    Task,
    Todo,
    TodoItem,
    TodoStatus,
    WebFetch,
)
from runwhy.normalizers.diffs import added

Arguments = Mapping[str, object]
Tool = Callable[[Arguments], Action | None]

_SHELLS = frozenset({"bash", "sh", "zsh", "dash", "fish"})


def action_of(tools: Mapping[str, Tool], name: str, arguments: object) -> Action:
    """Return the action of a tool; a call without the required arguments is kept unchanged."""
    tool = tools.get(name)
    action = tool(arguments) if tool and isinstance(arguments, Mapping) else None
    return action or Other(arguments=arguments)


def text(arguments: Arguments, *names: str) -> str | None:
    """Return the first of these arguments that is non-empty text."""
    for name in names:
        value = arguments.get(name)
        if isinstance(value, str) and value:
            return value
    return None


def number(arguments: Arguments, *names: str) -> int | None:
    """Return the first of these arguments that is an integer."""
    for name in names:
        value = arguments.get(name)
        if isinstance(value, int) and not isinstance(value, bool):
            return value
    return None


def path_of(arguments: Arguments) -> str | None:
    return text(arguments, "file_path", "path", "filePath", "notebook_path", "targetFile")


def command_run(arguments: Arguments) -> Action | None:
    command = text(arguments, "command", "cmd")
    if command is None:
        return None
    cwd = text(arguments, "cwd", "workingDirectory", "workdir")
    return CommandRun(command=command, cwd=cwd, description=text(arguments, "description"))


def file_read(arguments: Arguments) -> Action | None:
    path = path_of(arguments)
    if path is None:
        return None
    return FileRead(path=path, offset=number(arguments, "offset"), limit=number(arguments, "limit"))


def file_edit(arguments: Arguments) -> Action | None:
    """One replacement in a file, or several."""
    path = path_of(arguments)
    if path is None:
        return None
    several = arguments.get("edits")
    edits = several if isinstance(several, list) else [arguments]
    hunks = [_replacement(edit) for edit in edits if isinstance(edit, Mapping)]
    diff = "".join(hunk for hunk in hunks if hunk)
    return FileEdit(changes=(FileChange(path=path, change="update", diff=diff or None),))


def file_write(arguments: Arguments) -> Action | None:
    """A write of a whole file; the result shows whether the file existed."""
    path = path_of(arguments)
    content = text(arguments, "content", "file_text", "fileText", "contents", "streamContent")
    if path is None:
        return None
    diff = added(content) if content else None
    return FileEdit(changes=(FileChange(path=path, change="add", diff=diff),))


def file_delete(arguments: Arguments) -> Action | None:
    path = path_of(arguments)
    return FileEdit(changes=(FileChange(path=path, change="delete"),)) if path else None


def search_in(scope: SearchScope) -> Tool:
    """Return a search action whose query has one of several argument names."""

    def search(arguments: Arguments) -> Action | None:
        names = ("pattern", "query", "globPattern", "glob_pattern", "searchTerm", "regex")
        path = text(arguments, "path", "targetDirectory")
        query = text(arguments, *names) or (path if scope == "files" else None)
        return Search(query=query, scope=scope, path=path) if query else None

    return search


def web_fetch(arguments: Arguments) -> Action | None:
    url = text(arguments, "url")
    return WebFetch(url=url, prompt=text(arguments, "prompt")) if url else None


def task(arguments: Arguments) -> Action | None:
    return Task(
        description=text(arguments, "description", "name"),
        prompt=text(arguments, "prompt"),
        subagent=text(arguments, "subagent_type", "subagentType", "agent_type", "agentType"),
    )


def todo(arguments: Arguments) -> Action | None:
    """A to-do list; agents spell the status of an item in many ways."""
    items = arguments.get("todos")
    if not isinstance(items, list):
        return None
    return Todo(items=tuple(todo_item(item) for item in items if isinstance(item, Mapping)))


def todo_item(item: Arguments) -> TodoItem:
    reported = (text(item, "status") or "").removeprefix("TODO_STATUS_").lower()
    done = item.get("completed") is True or reported == "completed"
    started = reported in ("in_progress", "inprogress")
    status: TodoStatus = "completed" if done else "in_progress" if started else "pending"
    return TodoItem(text=text(item, "content", "text", "step") or "", status=status)


def plan(arguments: Arguments) -> Action | None:
    plan_text = text(arguments, "plan", "text")
    return Plan(text=plan_text) if plan_text else None


def question(arguments: Arguments) -> Action | None:
    """One question, or a list of them."""
    several = arguments.get("questions")
    items = several if isinstance(several, list) else [arguments]
    questions = tuple(_question_item(one) for one in items if isinstance(one, Mapping))
    return Question(questions=questions) if any(one.text for one in questions) else None


def mcp_named(name: str, arguments: object) -> Mcp | None:
    """The tool of an MCP server, from a name such as `mcp__server__tool`."""
    prefix, _, rest = name.partition("__")
    server, separator, tool = rest.partition("__")
    if prefix != "mcp" or not separator:
        return None
    return Mcp(server=server, tool=tool, arguments=arguments)


def unwrapped(command: str) -> str:
    """Return a command without its shell wrapper: `/bin/bash -lc 'ls'` becomes `ls`."""
    shell, _, rest = command.partition(" ")
    if shell.rpartition("/")[2] not in _SHELLS or not rest.startswith(("-lc ", "-c ")):
        return command
    try:
        words = shlex.split(command)
    except ValueError:
        return command
    return words[2] if len(words) == 3 else command


def content_of(blocks: object) -> tuple[str, tuple[Attachment, ...]]:
    """Return the text and images of a list of MCP content blocks."""
    texts: list[str] = []
    attachments: list[Attachment] = []
    for block in blocks if isinstance(blocks, list) else []:
        if not isinstance(block, Mapping):
            continue
        words, data = block.get("text"), block.get("data")
        if isinstance(words, str):
            texts.append(words)
        elif isinstance(data, str):
            media = text(block, "mimeType", "mime_type", "media_type")
            attachments.append(Attachment(media_type=media or "", data=data))
    return "\n".join(texts), tuple(attachments)


def _replacement(edit: Arguments) -> str | None:
    old = text(edit, "old_string", "oldString", "old_str") or ""
    new = text(edit, "new_string", "newString", "new_str") or ""
    before = "".join(f"-{line}\n" for line in old.splitlines())
    after = "".join(f"+{line}\n" for line in new.splitlines())
    return f"@@ @@\n{before}{after}" if old or new else None  # the position is not known yet


def _question_item(one: Arguments) -> QuestionItem:
    offered = one.get("options", one.get("choices"))
    options = offered if isinstance(offered, list) else []
    labels = [o if isinstance(o, str) else text(o, "label") for o in options if _is_option(o)]
    return QuestionItem(
        text=text(one, "question", "prompt", "text") or "",
        options=tuple(label for label in labels if label),
    )


def _is_option(option: object) -> bool:
    return isinstance(option, (str, Mapping))
