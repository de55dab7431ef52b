"""Transcripts: all entries of a run, in order, folded from their changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from msgspec import convert, to_builtins

from runwhy.core.agents.actions import ToolResult
from runwhy.core.agents.entries import Entry, EntryChange, EntryDelta, Retraction, ToolUse


def transcript(changes: Iterable[EntryChange]) -> tuple[Entry, ...]:
    """Fold changes into entries; a later change with the same id completes the earlier one.

    A tool use that is repeated without a result (it was interrupted) keeps its output so far.
    """
    entries: dict[str, Entry] = {}
    grown: dict[str, list[EntryDelta]] = {}
    for change in changes:
        if isinstance(change, EntryDelta):
            grown.setdefault(change.id, []).append(change)
            continue
        if not (isinstance(change, ToolUse) and change.result is None):
            grown.pop(change.id, None)  # the complete text replaces the deltas
        if isinstance(change, Retraction):
            entries.pop(change.id, None)
        else:
            entries[change.id] = change
    for id, deltas in grown.items():
        if id in entries:
            fields = to_builtins(entries[id], builtin_types=(datetime,))
            text = "".join(delta.text for delta in deltas)
            whole = with_streamed(fields, text, ended=deltas[-1].last)
            entries[id] = convert(whole, Entry, builtin_types=(datetime,))
    return tuple(sorted(entries.values(), key=lambda entry: entry.index))


def with_streamed(entry: Mapping[str, Any], text: str, *, ended: bool) -> dict[str, Any]:
    """Return the JSON of an entry with the text of its deltas; `ended` if one was the last."""
    match entry:
        case {"type": "assistant_message" | "thinking"}:
            partial = entry["partial"] and not ended
            return {**entry, "text": entry["text"] + text, "partial": partial}
        case {"type": "tool_use", "result": result} if text:
            result = result or {**to_builtins(ToolResult()), "attachments": []}
            return {**entry, "result": {**result, "text": result["text"] + text}}
        case _:
            return {**entry}
