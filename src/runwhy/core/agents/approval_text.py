"""Text of an approval request for people."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from runwhy.core.agent_spec import BUILTIN
from runwhy.core.display_text import escape_controls, one_line

MAX_LINES = 20  # of one value that is not a command
MAX_SUMMARY = 200  # characters
_TOOLS = {
    "Bash": "run a command",
    "commandExecution": "run a command",
    "Edit": "change a file",
    "MultiEdit": "change a file",
    "fileChange": "change files",
    "NotebookEdit": "change a notebook",
    "Read": "read a file",
    "WebFetch": "read a web page",
    "WebSearch": "search the web",
    "Write": "write a file",
    "permissions": "get more permissions",
    "budget": "use more of a budget",
}
_MAIN = ("command", "file_path", "path", "notebook_path", "url", "query", "grantRoot", "reason")
_CHANGES = {"old_string": "-", "new_string": "+"}


def agent_name(executor: str) -> str:
    """Return the name of the agent that makes a request."""
    return "The agent" if executor == BUILTIN else executor


def summarize(asked: Mapping[str, Any]) -> str:
    """Return the action of the agent on one line, such as `run a command: make deploy`."""
    given = _input(asked)
    main = next((given[name] for name in _MAIN if given.get(name)), None)
    detail = main if main is not None else given or asked.get("description")
    if not detail:
        return _action(asked)
    text = one_line(f"{_action(asked)}: {_text(detail)}")
    return text if len(text) <= MAX_SUMMARY else text[: MAX_SUMMARY - 1] + "…"


def question(asked: Mapping[str, Any], agent: str = BUILTIN) -> str:
    """Return the question with all values that the agent sent, on several lines."""
    return escape_controls("\n".join(_lines(asked, agent)))


def _lines(asked: Mapping[str, Any], agent: str) -> Iterator[str]:
    given = _input(asked)
    reason = asked.get("description") or given.get("description")
    if given.get("description") == reason:
        given.pop("description", None)
    yield f"{one_line(agent_name(agent))} wants to {_action(asked)}{_reason(reason)}"
    command = given.pop("command", None)
    if command is not None:
        yield from _block(_command(command), "  $ ", most=None)  # a hidden line could do anything
    for name, value in given.items():
        mark = _CHANGES.get(name)
        if mark is not None:
            yield from _block(_text(value), f"  {mark} ", every=True)
        else:
            yield from _block(_text(value), f"  {one_line(name)}: ")
    if rule := asked.get("forRun"):
        yield f"  for this run: {one_line(str(rule))}"


def _input(asked: Mapping[str, Any]) -> dict[str, Any]:
    given = asked.get("input")
    return dict(given) if isinstance(given, Mapping) else {"input": given} if given else {}


def _action(asked: Mapping[str, Any]) -> str:
    tool = str(asked.get("tool") or "")
    return _TOOLS.get(tool) or (f"use {one_line(tool)}" if tool else "use a tool")


def _reason(reason: object) -> str:
    return f" ({one_line(str(reason))})" if reason else ""


def _command(value: object) -> str:
    """Return a command line; Codex can send its words in a list."""
    if isinstance(value, list):
        import shlex

        return shlex.join(str(word) for word in value)
    return _text(value)


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _block(
    text: str, label: str, *, every: bool = False, most: int | None = MAX_LINES
) -> Iterator[str]:
    """Yield the lines of a text after its label, and how many lines are not shown."""
    lines = text.splitlines() or [""]
    below = label if every else " " * len(label)
    for number, line in enumerate(lines[:most]):
        yield (below if number else label) + line
    if most is not None and len(lines) > most:
        yield f"{' ' * len(label)}… {len(lines) - most} more lines"
