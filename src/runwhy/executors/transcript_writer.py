"""Transcript writer: folds an agent's output lines into entries and stores them in batches."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, cast

from runwhy.core.agents.coding_agents import AgentSession, EntryBatch
from runwhy.core.agents.entries import (
    AssistantMessage,
    EntryChange,
    Error,
    Result,
    Stamp,
    change_json,
)
from runwhy.core.json import JsonObject
from runwhy.core.redaction import redact_json
from runwhy.core.runs.events import NewEvent
from runwhy.core.runs.provenance import Provenance
from runwhy.ports import Fold, Journal

FLUSH_AFTER = 0.05  # seconds; changes within this time share one write
FLUSH_AT = 256  # changes


class TranscriptWriter:
    """Writes the transcript of an agent's run and keeps its result, error and last message."""

    def __init__(
        self, journal: Journal, folds: Mapping[str, Fold], *, cwd: str, secrets: Sequence[str]
    ) -> None:
        self._journal = journal
        self._folds = folds
        self._cwd = cwd
        self._secrets = secrets
        self._pending: list[JsonObject] = []
        self._flushing: asyncio.Task[None] | None = None
        self.turns = 0
        self._known: AgentSession | None = None
        self.result: Result | None = None
        self.error: Error | None = None
        self.last_message = ""

    def start_stream(
        self, stream: str, *, session: str | None, sender: Provenance, model: str | None = None
    ) -> None:
        """Start folding a stream of this kind; `model` is for streams that do not report it."""
        self._fold = self._folds[stream]
        self._state = self._fold.start(session=session, model=model, sender=sender)

    def learn_model(self, model: str) -> None:
        """Stamp the following entries with a model that the stream does not report."""
        self._state = self._fold.learn_model(self._state, model)

    @property
    def stamp(self) -> Stamp:
        """The agent's name, session and model, as far as known."""
        return cast(Stamp, self._state.stamp)

    async def add_line(self, line: bytes | str) -> None:
        """Add one line of output. Raises: Superseded, Unavailable if an earlier write failed."""
        self._state, changes = self._fold.step(self._state, line)
        await self._add_changes(changes)

    async def finish(self) -> None:
        """Close open entries and write everything that is pending."""
        self._state, changes = self._fold.finish(self._state)
        await self._add_changes(changes)
        await self.flush()

    async def flush(self) -> None:
        """Write the pending changes now."""
        if self._flushing is not None:
            flushing, self._flushing = self._flushing, None
            if not flushing.done():
                flushing.cancel()
                await asyncio.gather(flushing, return_exceptions=True)
            elif not flushing.cancelled():
                flushing.result()  # raises if another worker has claimed the run
        await self._write()

    async def _add_changes(self, changes: Sequence[EntryChange]) -> None:
        for change in changes:
            self._track(change)
            self._enqueue(cast(JsonObject, redact_json(_json(change), known=self._secrets)))
        if not self._pending and self._session() == self._known:
            return
        if len(self._pending) >= FLUSH_AT:
            await self.flush()
        elif self._flushing is None:
            self._flushing = asyncio.create_task(self._flush_soon())
        elif self._flushing.done():
            self._flushing.result()
            self._flushing = asyncio.create_task(self._flush_soon())

    def _track(self, change: EntryChange) -> None:
        match change:
            case Result():
                self.result = change
            case Error():
                self.error = change
            case AssistantMessage(parent=None, partial=False):
                self.last_message = change.text

    def _enqueue(self, change: JsonObject) -> None:
        """Queue a change; adjacent deltas of one text are merged."""
        last = self._pending[-1] if self._pending else None
        if last and change["type"] == last["type"] == "delta" and change["id"] == last["id"]:
            self._pending[-1] = {**change, "text": f"{last['text']}{change['text']}"}
        else:
            self._pending.append(change)

    async def _flush_soon(self) -> None:
        await asyncio.sleep(FLUSH_AFTER)
        await self._write()

    async def _write(self) -> None:
        changes, self._pending = self._pending, []
        session = self._session()
        if not changes and session == self._known:
            return
        batch = EntryBatch(changes=changes, session=None if session == self._known else session)
        self._known = session
        write = self._journal.append(events=self._events(changes), batch=batch)
        await _finish_write(write)

    def _session(self) -> AgentSession:
        stamp = self.stamp
        branch = stamp.extensions.get("branch")
        return AgentSession(
            agent=stamp.agent,
            agent_session=stamp.agent_session,
            cwd=self._cwd,
            branch=branch if isinstance(branch, str) else None,
            model=stamp.model,
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


def _json(change: EntryChange) -> Any:
    return change_json(change)


async def _finish_write(work: Any) -> None:
    """Wait for a write even when cancelled, so that changes taken from the queue are not lost."""
    task = asyncio.ensure_future(work)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        raise
