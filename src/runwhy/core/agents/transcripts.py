"""Transcripts: all entries of a run, in order, folded from their changes."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from runwhy.core.agents.actions import ToolResult
from runwhy.core.agents.entries import (
    AssistantMessage,
    Entry,
    EntryChange,
    EntryDelta,
    Retraction,
    Thinking,
    ToolUse,
)


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
            entries[id] = _grow(entries[id], deltas)
    return tuple(sorted(entries.values(), key=lambda entry: entry.index))


def _grow(entry: Entry, deltas: list[EntryDelta]) -> Entry:
    more = "".join(delta.text for delta in deltas)
    if isinstance(entry, (AssistantMessage, Thinking)):
        return replace(entry, text=entry.text + more, partial=not deltas[-1].last)
    if isinstance(entry, ToolUse):
        result = entry.result or ToolResult()
        return replace(entry, result=replace(result, text=result.text + more))
    return entry
