"""Transcript writer: folds an agent's output lines into entries and stores them in batches."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar, cast

from runwhy.core.agents.coding_agents import AgentSession, EntryBatch
from runwhy.core.agents.entries import (
    AssistantMessage,
    EntryChange,
    EntryDelta,
    Error,
    Result,
    Stamp,
    change_json,
)
from runwhy.core.agents.entry_limits import MAX_TEXT, bound_entry, truncate
from runwhy.core.context.seal import SealFilter
from runwhy.core.json import JsonObject, JsonValue
from runwhy.core.redaction import redact_json
from runwhy.core.runs.events import NewEvent
from runwhy.core.runs.provenance import Provenance
from runwhy.errors import Unavailable
from runwhy.executors.usage_meter import UsageMeter
from runwhy.ports import Fold, Journal, Progress, Superseded
from runwhy.write_tasks import DelayedWrite, uninterrupted

FLUSH_AFTER = 0.05  # seconds; changes within this time share one write
FLUSH_AT = 256  # changes
LARGE = 32 * 1024  # characters; redacting them takes about 10 ms
TRUNCATED = "\n… truncated"  # the size follows with the complete entry
_BASE64 = re.compile(r"[A-Za-z0-9+/]++={0,2}")
T = TypeVar("T")


@dataclass(slots=True, kw_only=True, eq=False)
class TranscriptWriter:
    """Writes the transcript of an agent's run and keeps its result, error and last message."""

    journal: Journal
    folds: Mapping[str, Fold]
    cwd: str
    secrets: Sequence[str] = field(repr=False)
    meter: UsageMeter
    seal: str = field(default="", repr=False)
    turns: int = field(default=0, init=False)
    result: Result | None = field(default=None, init=False)
    error: Error | None = field(default=None, init=False)
    last_message: str = field(default="", init=False)
    _fold: Fold = field(init=False)
    _state: Any = field(default=None, init=False)  # None until a stream starts
    _filters: dict[object, SealFilter] = field(default_factory=dict, init=False)  # by entry
    _pending: list[JsonObject] = field(default_factory=list, init=False)
    _grown: dict[str, int] = field(default_factory=dict, init=False)  # streamed text by open entry
    _known: AgentSession | None = field(default=None, init=False)
    _delayed: DelayedWrite = field(init=False)

    def __post_init__(self) -> None:
        self._delayed = DelayedWrite(self._write, FLUSH_AFTER)

    def start_stream(
        self, stream: str, *, session: str | None, sender: Provenance, model: str | None = None
    ) -> None:
        """Start folding a stream of this kind; `model` is for streams that do not report it."""
        self._fold = self.folds[stream]
        self._state = self._fold.start(session=session, model=model, sender=sender)

    def learn_model(self, model: str) -> None:
        """Stamp the following entries with a model that the stream does not report."""
        self._state = self._fold.learn_model(self._state, model)

    @property
    def stamp(self) -> Stamp:
        """The agent's name, session and model, as far as known."""
        return cast(Stamp, self._state.stamp)

    async def add_line(self, line: bytes | str) -> None:
        """Add one line of output.

        Raises: Superseded, Unavailable if an earlier write failed; ModelFailed if a budget does
        not allow more.
        """
        step = partial(self._fold.step, self._state, line)
        self._state, changes = await _in_thread_if_large(len(line), step)
        has_grown = await self.meter.add_line(line, self.stamp.model)
        await self._add_changes(changes)
        if has_grown:
            await self.meter.check()

    async def finish(self) -> None:
        """Close open entries and write everything that is pending."""
        self._state, changes = self._fold.finish(self._state)
        await self._add_changes(changes)
        for entry in [*self._filters]:
            self._show_held(entry)
        await self.flush()

    async def flush(self) -> None:
        """Write the pending changes now."""
        self._delayed.check()
        await self._delayed.stop()
        await self._write()

    async def close(self) -> None:
        """Write what is pending, unless the run has ended, and nothing afterwards."""
        await self._delayed.stop()
        if self._state is None:
            return
        with suppress(Superseded, Unavailable):
            await self._write()

    async def _add_changes(self, changes: Sequence[EntryChange]) -> None:
        for change in changes:
            self._track(change)
            if (bounded := self._bound(change)) is not None:
                self._enqueue(await self._redact(bounded))
        if not self._pending and self._session() == self._known:
            return
        if len(self._pending) >= FLUSH_AT:
            await self.flush()
        else:
            self._delayed.request()

    def _track(self, change: EntryChange) -> None:
        match change:
            case Result():
                self.result = change
            case Error():
                self.error = change
            case AssistantMessage(parent=None, partial=False):
                self.last_message = truncate(change.text)

    def _bound(self, change: EntryChange) -> JsonObject | None:
        """Return the change within the limits of an entry, or None if the entry is full."""
        if not isinstance(change, EntryDelta):
            self._grown.pop(change.id, None)
            return bound_entry(change_json(change))
        before = self._grown.get(change.id, 0)
        self._grown[change.id] = before + len(change.text)
        if self._grown[change.id] <= MAX_TEXT or change.last:
            return change_json(change)  # the last one is short
        note = {**change_json(change), "text": TRUNCATED}
        return note if before <= MAX_TEXT else None

    async def _redact(self, change: JsonObject) -> JsonObject:
        """Redact a change, except for large images."""
        images = [_image(attachment) for attachment in _attachments(change)]
        for attachment, image in zip(_attachments(change), images, strict=True):
            attachment["data"] = None if image else attachment.get("data")
        redact = partial(redact_json, cast(JsonValue, change), known=self.secrets)
        redacted = cast(JsonObject, await _in_thread_if_large(_size(change), redact))
        for attachment, image in zip(_attachments(redacted), images, strict=True):
            attachment["data"] = image or attachment.get("data")
        return redacted

    def _enqueue(self, change: JsonObject) -> None:
        """Queue a change. Text that may begin the seal waits for the rest of its entry."""
        if change["type"] != "delta":
            self._show_held(change.get("id"))
            self._queue_change(change)
            return
        filter = self._filters.setdefault(change["id"], SealFilter(self.seal))
        text = filter.add(str(change["text"]))
        if change["last"]:
            text += self._filters.pop(change["id"]).finish()
        if text or change["last"]:
            self._queue_change({**change, "text": text})

    def _show_held(self, entry: object) -> None:
        filter = self._filters.pop(entry, None)
        if filter is not None and (text := filter.finish()):
            self._queue_change({"type": "delta", "id": entry, "text": text, "last": False})

    def _queue_change(self, change: JsonObject) -> None:
        """Queue a change; adjacent deltas of one text are merged."""
        last = self._pending[-1] if self._pending else None
        if last and change["type"] == last["type"] == "delta" and change["id"] == last["id"]:
            self._pending[-1] = {**change, "text": f"{last['text']}{change['text']}"}
        else:
            self._pending.append(change)

    async def _write(self) -> None:
        changes, self._pending = self._pending, []
        session = self._session()
        if not changes and session == self._known:
            return
        batch = EntryBatch(changes=changes, session=None if session == self._known else session)
        self._known = session
        await uninterrupted(
            self.journal.append(Progress(events=self._events(changes), batch=batch))
        )

    def _session(self) -> AgentSession:
        stamp = self.stamp
        branch = stamp.extensions.get("branch")
        return AgentSession(
            agent=stamp.agent,
            agent_session=stamp.agent_session,
            cwd=self.cwd,
            branch=branch if isinstance(branch, str) else None,
            model=stamp.model,
            used=self.meter.used,
        )

    def _events(self, changes: Sequence[JsonObject]) -> list[NewEvent]:
        """Return one event per change, and one per complete message."""
        events: list[NewEvent] = []
        for change in changes:
            events.append(NewEvent(type="entry", data=change))
            if change["type"] == "assistant_message" and not (
                change["partial"] or change["parent"]
            ):
                self.turns += 1
                message = {"text": change["text"], "turn": self.turns}
                events.append(NewEvent(type="assistant_message", data=message))
        return events


async def _in_thread_if_large(size: int, work: Callable[[], T]) -> T:
    """Do the work, in a thread if it would hold up other requests."""
    return await asyncio.to_thread(work) if size > LARGE else work()


def _attachments(change: JsonObject) -> list[dict[str, object]]:
    """Return the attachments of a message or of a tool's result."""
    holders = [item for item in (change, change.get("result")) if isinstance(item, Mapping)]
    return [each for holder in holders for each in cast(Any, holder.get("attachments") or ())]


def _image(attachment: JsonObject) -> str | None:
    """Return the data of a large attachment that is base64: no secret can be found in it."""
    data = attachment.get("data")
    is_image = isinstance(data, str) and len(data) > LARGE and _BASE64.fullmatch(data)
    return cast(str, data) if is_image else None


def _size(value: object) -> int:
    """Return the number of characters in a JSON value, up to a large one."""
    size, waiting = 0, [value]
    while waiting and size <= LARGE:
        item = waiting.pop()
        if isinstance(item, str):
            size += len(item)
        elif isinstance(item, Mapping):
            waiting += [*item, *item.values()]
        elif isinstance(item, (list, tuple)):
            waiting += item
    return size
