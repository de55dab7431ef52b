"""The start of a session, from the first lines of its history."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, replace

import msgspec

from runwhy.core.agents.session_start import SessionStart, StartKind
from runwhy.normalizers.fold_state import Line
from runwhy.normalizers.json_values import NOT_READABLE, as_object, as_text

SEARCHED = 50  # lines; the start is in the first ones
_CODEX_SOURCES: Mapping[str, StartKind] = {
    "exec": "scripted",
    "mcp": "scripted",
    "cli": "interactive",
    "vscode": "interactive",
}
_read = msgspec.json.Decoder(dict[str, object]).decode
Record = Mapping[str, object]


def read_start(agent: str, lines: Iterable[Line]) -> SessionStart:
    """Return how the session started; the first line that has a value decides about it."""
    found = SessionStart()
    for line, _ in zip(lines, range(SEARCHED), strict=False):
        try:
            record = _read(line)
        except NOT_READABLE:
            continue
        found = _merged(found, _READERS[agent](record))
    return found


def _merged(known: SessionStart, more: SessionStart) -> SessionStart:
    missing = [field.name for field in fields(known) if getattr(known, field.name) is None]
    return replace(known, **{name: getattr(more, name) for name in missing})


def _claude(record: Record) -> SessionStart:
    """Each line has the place; the entry point of `claude -p` and the SDKs begins with `sdk`."""
    entry, source = _text(record, "entrypoint"), _text(record, "promptSource")
    kind: StartKind | None = None
    if (entry or source or "").startswith("sdk") or source == "sdk":
        kind = "scripted"
    elif entry == "cli" or source is not None:
        kind = "interactive"
    return SessionStart(
        kind=kind,
        client=entry or source,
        parent=_text(as_object(record.get("forkedFrom")), "sessionId"),
        directory=_text(record, "cwd"),
        branch=_text(record, "gitBranch"),
        version=_text(record, "version"),
    )


def _codex(record: Record) -> SessionStart:
    details = as_object(record.get("payload"))
    if record.get("type") != "session_meta":
        return SessionStart()
    source = details.get("source")
    spawned = as_object(as_object(as_object(source).get("subagent")).get("thread_spawn"))
    kind = _CODEX_SOURCES.get(as_text(source))
    return SessionStart(
        kind="subagent" if "subagent" in as_object(source) else kind,
        client=_text(details, "originator"),
        parent=_text(spawned, "parent_thread_id")
        or _text(details, "parent_thread_id", "forked_from_id"),
        directory=_text(details, "cwd"),
        branch=_text(as_object(details.get("git")), "branch"),
        version=_text(details, "cli_version"),
    )


def _copilot(record: Record) -> SessionStart:
    details = as_object(record.get("data"))
    if record.get("type") != "session.start":
        return SessionStart()
    place = as_object(details.get("context"))
    return SessionStart(
        client=_text(details, "producer"),
        parent=_text(details, "parentSessionId"),
        directory=_text(place, "cwd"),
        branch=_text(place, "branch"),
        version=_text(details, "copilotVersion"),
    )


def _opencode(record: Record) -> SessionStart:
    """`opencode run` denies questions to the user; no other field shows how a session started."""
    if record.get("type") != "session":
        return SessionStart()
    parent, rules = _text(record, "parent_id"), record.get("permission")
    given = [as_object(rule) for rule in rules] if isinstance(rules, list) else []
    scripted = any((r.get("permission"), r.get("action")) == ("question", "deny") for r in given)
    return SessionStart(
        kind="subagent" if parent else "scripted" if scripted else None,
        parent=parent,
        directory=_text(record, "directory"),
        branch=_text(record, "branch"),
        version=_text(record, "version"),
    )


def _text(record: Record, *names: str) -> str | None:
    return next((text for name in names if (text := as_text(record.get(name)))), None)


_READERS: Mapping[str, Callable[[Record], SessionStart]] = {
    "claude": _claude,
    "codex": _codex,
    "copilot": _copilot,
    "opencode": _opencode,
}
