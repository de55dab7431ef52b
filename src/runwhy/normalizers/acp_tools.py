"""Tool calls of the Agent Client Protocol: actions, results and statuses."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from msgspec.structs import replace

from runwhy.core.agents.actions import (
    Action,
    Change,
    CommandRun,
    FileChange,
    FileEdit,
    FileRead,
    Other,
    Search,
    Status,
    ToolResult,
)
from runwhy.core.agents.entries import EntryDelta, ToolUse
from runwhy.core.agents.entry_limits import MAX_TEXT
from runwhy.normalizers import tools
from runwhy.normalizers.acp_messages import Object, State, Time, quirks_of
from runwhy.normalizers.diffs import changed, hunks, patch
from runwhy.normalizers.fold_state import (
    Changes,
    close,
    ended,
    filled,
    keep_open,
    new_tool,
    reopen,
    tool_of,
)
from runwhy.normalizers.json_values import as_int, as_object, as_text

_STATUSES: Mapping[str, Status] = {"completed": "success", "failed": "failed"}
_CHANGES: Mapping[str, Change] = {"add": "add", "create": "add", "delete": "delete", "move": "move"}
_EXIT_LINE = re.compile(r"Exit code (\d{1,3})(?:\n|\Z)")
_SHELL_LINE = re.compile(r"<shellId: [^\n>]*>\n?\Z")


def handle_call(state: State, call: Object, time: Time) -> tuple[State, Changes]:
    """Add or update the tool use of a `tool_call`, a `tool_call_update` or a permission request."""
    id = as_text(call.get("toolCallId"))
    known = tool_of(state, id)
    if known is None:
        return _start(state, id, {**state.held.get(id, {}), **_present(call)}, time)
    if id not in state.open:
        return _repeat(state, known, call, time)
    return _update(state, known, call, time)


def _start(state: State, id: str, call: Object, time: Time) -> tuple[State, Changes]:
    """Add a tool use once its input has arrived."""
    if not id:
        return state, []
    if not _has_input(call):
        return replace(state, held={**state.held, id: call}), []
    name = _tool_name(state, id, call)
    state = replace(state, held={key: value for key, value in state.held.items() if key != id})
    entry = new_tool(state, name, _action(call), id=id, time=time)
    state, changes = keep_open(state, entry)
    state, more = _update(state, entry, call, time)
    return state, _merged(changes, more)


def _merged(first: Changes, more: Changes) -> Changes:
    return more if more and isinstance(more[0], ToolUse) else first + more


def _has_input(call: Object) -> bool:
    """Whether a call can be shown: it has begun or ended, or has more input than a directory."""
    shown = [block for block in _blocks(call) if block.get("type") != "terminal"]
    if call.get("status") not in (None, "pending") or shown:
        return True
    given = call.get("rawInput")
    named = set(given) - {"cwd"} if isinstance(given, Mapping) else given
    return bool(named)


def _update(state: State, known: ToolUse, call: Object, time: Time) -> tuple[State, Changes]:
    action = filled(known.action, _action(call, known))
    output = _output(replace(known, action=action), call)
    reported = _STATUSES.get(as_text(call.get("status")))
    if reported is None:
        return _progress(state, known, action, output)
    result = _result(call, output or (known.result.text if known.result else ""))
    status = _status(state, reported, call, result)
    entry = ended(known, stamp=state.stamp, status=status, result=result, time=time, action=action)
    return close(state, entry)


def _repeat(state: State, known: ToolUse, call: Object, time: Time) -> tuple[State, Changes]:
    """Handle an update of a call that has ended: only a new end changes it."""
    reported = _STATUSES.get(as_text(call.get("status")))
    if reported is None:
        return state, []
    result = _result(call, _output(known, call) or "")
    if not result.text and known.result is not None:
        result = known.result
    status = _status(state, reported, call, result)
    entry = ended(known, stamp=known.stamp, status=status, result=result, time=known.ended or time)
    return (state, []) if entry == known else close(state, entry)


def _progress(
    state: State, known: ToolUse, action: Action, output: str | None
) -> tuple[State, Changes]:
    """Update a running call: new output is a delta if it continues the known one."""
    before = known.result.text if known.result else ""
    entry = known if action == known.action else replace(known, action=action)
    if output is None or output == before or len(before) >= MAX_TEXT:
        return (state, []) if entry is known else reopen(state, entry)
    shown = replace(entry, result=ToolResult(text=output))
    if entry is known and output.startswith(before):
        state, _ = reopen(state, shown)
        return state, [EntryDelta(id=known.id, text=output[len(before) :])]
    return reopen(state, shown)


def _status(state: State, reported: Status, call: Object, result: ToolResult) -> Status:
    """Return the status of a call that ended; its exit code overrides the agent's word."""
    if result.exit_code is not None and not _was_cancelled(call):
        return "success" if result.exit_code == 0 and reported == "success" else "failed"
    return "interrupted" if state.cancelled or _was_cancelled(call) else reported


def _was_cancelled(call: Object) -> bool:
    raw = as_object(call.get("rawOutput"))
    return raw.get("outcome") == "cancelled"


def _tool_name(state: State, id: str, call: Object) -> str:
    meta, quirks = as_object(call.get("_meta")), quirks_of(state)
    named = as_text(call.get("name")) or as_text(meta.get("toolName"))
    named = named or as_text(as_object(meta.get("claudeCode")).get("toolName"))
    if not named and quirks.id_names_tool:
        named = id.partition("__")[0] if "__" in id else ""
    if not named and quirks.first_title_is_tool:
        held = state.held.get(id, call)
        named = as_text(held.get("title"))
    return named or as_text(call.get("kind")) or "tool"


def _present(call: Object) -> Object:
    return {name: value for name, value in call.items() if value is not None}


# --- actions ---------------------------------------------------------------------------------


def _action(call: Object, known: ToolUse | None = None) -> Action:
    """Return the action of a call by its kind; a known call keeps its kind."""
    given = call.get("rawInput")
    arguments = as_object(given)
    maker = _ACTIONS.get(as_text(call.get("kind")))
    if known is not None:
        maker = _ACTIONS_BY_TYPE.get(type(known.action))
    action = maker(call, arguments) if maker else None
    if action is not None:
        return action
    return tools.todo(arguments) or tools.plan(arguments) or Other(arguments=given)


def _command(call: Object, arguments: Object) -> Action:
    run = tools.command_run(arguments)
    if isinstance(run, CommandRun):
        return replace(run, command=tools.unwrapped(run.command))
    words = arguments.get("command")
    if isinstance(words, list):
        return CommandRun(
            command=" ".join(map(str, words)), cwd=as_text(arguments.get("cwd")) or None
        )
    return CommandRun(command=as_text(call.get("title")))


def _read(call: Object, arguments: Object) -> Action:
    action = tools.file_read(arguments)
    return action or FileRead(path=_location(call))


def _edit(call: Object, arguments: Object) -> Action:
    found = _diffs(call)
    if found:
        return FileEdit(changes=found)
    text = call.get("rawInput")
    written = patch(text) if isinstance(text, str) else None
    if written is not None:
        return written
    action = tools.file_write(arguments) if "content" in arguments else tools.file_edit(arguments)
    if action is not None:
        return action
    path = _location(call)
    return FileEdit(changes=(FileChange(path=path, change="update"),) if path else ())


def _search(call: Object, arguments: Object) -> Action:
    query = as_text(call.get("title"))
    return tools.search_in("text")(arguments) or Search(query=query, scope="text")


def _fetch(call: Object, arguments: Object) -> Action | None:
    return tools.web_fetch(arguments)


_ACTIONS: Mapping[str, Callable[[Object, Object], Action | None]] = {
    "execute": _command,
    "read": _read,
    "edit": _edit,
    "delete": _edit,
    "move": _edit,
    "search": _search,
    "fetch": _fetch,
}
_ACTIONS_BY_TYPE: Mapping[type, Callable[[Object, Object], Action | None]] = {
    CommandRun: lambda call, arguments: _command({}, arguments),
    FileRead: lambda call, arguments: _read({}, arguments),
    FileEdit: _edit,
    Search: lambda call, arguments: _search({}, arguments),
}


def _location(call: Object) -> str:
    places = call.get("locations")
    first = as_object(places[0]) if isinstance(places, list) and places else {}
    return as_text(first.get("path"))


# --- diffs -----------------------------------------------------------------------------------


def _blocks(call: Object) -> list[Object]:
    blocks = call.get("content")
    return [as_object(block) for block in blocks] if isinstance(blocks, list) else []


def _diffs(call: Object) -> tuple[FileChange, ...]:
    """Return the changes of the diffs in a call; a diff with line numbers is preferred."""
    found = [block for block in _blocks(call) if block.get("type") == "diff"]
    numbered = _numbered(call) if len(found) == 1 else ""
    return tuple(_change(block, numbered) for block in found if as_text(block.get("path")))


def _change(block: Object, numbered: str) -> FileChange:
    old, new = as_text(block.get("oldText")), as_text(block.get("newText"))
    kind = as_text(as_object(block.get("_meta")).get("kind"))
    change: Change = _CHANGES.get(kind) or ("update" if old else "add")
    diff = numbered or changed(old, new)
    return FileChange(path=as_text(block.get("path")), change=change, diff=diff or None)


def _numbered(call: Object) -> str:
    """Return the diff with line numbers that some agents report in addition to a fragment."""
    raw = as_object(call.get("rawOutput"))
    text = as_text(as_object(raw.get("metadata")).get("diff")) or as_text(raw.get("fileDiff"))
    if text:
        return hunks(text)
    response = as_object(
        as_object(as_object(call.get("_meta")).get("claudeCode")).get("toolResponse")
    )
    parts = response.get("structuredPatch")
    return "".join(_hunk(as_object(part)) for part in parts) if isinstance(parts, list) else ""


def _hunk(part: Object) -> str:
    lines = part.get("lines")
    body = "".join(f"{line}\n" for line in lines) if isinstance(lines, list) else ""
    old = f"{part.get('oldStart')},{part.get('oldLines')}"
    return f"@@ -{old} +{part.get('newStart')},{part.get('newLines')} @@\n{body}"


# --- results ---------------------------------------------------------------------------------


def _output(known: ToolUse, call: Object) -> str | None:
    """Return the complete output so far, or None if the update does not contain output."""
    meta = as_object(call.get("_meta"))
    before = known.result.text if known.result else ""
    for name in ("terminal_output_delta", "terminal_output"):
        if isinstance(meta.get(name), Mapping):
            return (before + as_text(as_object(meta[name]).get("data")))[: MAX_TEXT + 1]
    if call.get("status") == "pending" or not isinstance(known.action, (CommandRun, Other)):
        return None
    texts = _texts(call)
    description = getattr(known.action, "description", None)
    return texts if texts and texts != description else None


def _texts(call: Object) -> str:
    inner = [as_object(b.get("content")) for b in _blocks(call) if b.get("type") == "content"]
    text, _ = tools.content_of([dict(block) for block in inner])
    return text


def _result(call: Object, output: str) -> ToolResult:
    raw = call.get("rawOutput")
    structured = as_object(raw)
    text = _raw_text(raw) or output or _texts(call)
    exit_code = _exit_code(call, structured)
    line = _EXIT_LINE.match(text)
    if line is not None:
        exit_code = int(line[1]) if exit_code is None else exit_code
        text = text[line.end() :]
    inner = [as_object(b.get("content")) for b in _blocks(call) if b.get("type") == "content"]
    _, images = tools.content_of([dict(block) for block in inner])
    return ToolResult(text=_SHELL_LINE.sub("", text), exit_code=exit_code, attachments=images)


def _raw_text(raw: object) -> str:
    if isinstance(raw, str):
        return raw
    fields = as_object(raw)
    names = ("output", "content", "error", "message")
    return next((as_text(fields[name]) for name in names if as_text(fields.get(name))), "")


def _exit_code(call: Object, raw: Object) -> int | None:
    """Return the exit code, which each agent reports in another place."""
    terminal = as_object(as_object(call.get("_meta")).get("terminal_exit"))
    parts = raw.get("contents")
    shells = [as_object(part) for part in parts] if isinstance(parts, list) else []
    codes = [
        terminal.get("exit_code"),
        as_object(raw.get("metadata")).get("exit"),
        raw.get("exitCode"),
        *(shell.get("exitCode") for shell in shells),
    ]
    return next((code for value in codes if (code := as_int(value)) is not None), None)
