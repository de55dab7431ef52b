"""Telling what a coding agent does: lines become entries, gathered for a moment, then durable."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, cast

from runwhy.core.agents.coding_agents import AgentSession, Told
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

FLUSH_AFTER = 0.05  # changes that come within so many seconds are one write
FLUSH_AT = 256  # changes


class Teller:
    """Folds an agent's lines and writes what they tell; knows at the end how it went."""

    def __init__(
        self, journal: Journal, folds: Mapping[str, Fold], *, cwd: str, secrets: Sequence[str]
    ) -> None:
        self._journal = journal
        self._folds = folds
        self._cwd = cwd
        self._secrets = secrets
        self._waiting: list[JsonObject] = []
        self._flushing: asyncio.Task[None] | None = None
        self.turns = 0
        self._known: AgentSession | None = None
        self.result: Result | None = None
        self.error: Error | None = None
        self.said = ""

    def begin(self, stream: str, *, session: str | None, sender: Provenance) -> None:
        """What comes next are lines of this kind of stream."""
        self._fold = self._folds[stream]
        self._state = self._fold.start(session=session, sender=sender)

    @property
    def stamp(self) -> Stamp:
        """The agent's own marks, as far as they are known."""
        return cast(Stamp, self._state.stamp)

    async def take(self, line: bytes | str) -> None:
        """One line. Raises: Superseded, Unavailable when what came before could not be kept."""
        self._state, changes = self._fold.step(self._state, line)
        await self._tell(changes)

    async def finish(self) -> None:
        """The stream has ended: nothing stays running, everything is written."""
        self._state, changes = self._fold.finish(self._state)
        await self._tell(changes)
        await self.flush()

    async def flush(self) -> None:
        """Write what was gathered."""
        if self._flushing is not None:
            flushing, self._flushing = self._flushing, None
            if not flushing.done():
                flushing.cancel()
                await asyncio.gather(flushing, return_exceptions=True)
            elif not flushing.cancelled():
                flushing.result()  # a run that was taken away stops here
        await self._write()

    async def _tell(self, changes: Sequence[EntryChange]) -> None:
        for change in changes:
            self._notice(change)
            self._gather(cast(JsonObject, redact_json(_json(change), known=self._secrets)))
        if not self._waiting and self._session() == self._known:
            return
        if len(self._waiting) >= FLUSH_AT:
            await self.flush()
        elif self._flushing is None:
            self._flushing = asyncio.create_task(self._flush_soon())
        elif self._flushing.done():
            self._flushing.result()
            self._flushing = asyncio.create_task(self._flush_soon())

    def _notice(self, change: EntryChange) -> None:
        match change:
            case Result():
                self.result = change
            case Error():
                self.error = change
            case AssistantMessage(parent=None, partial=False):
                self.said = change.text

    def _gather(self, change: JsonObject) -> None:
        """Neighbouring pieces of one text are one piece."""
        last = self._waiting[-1] if self._waiting else None
        if last and change["type"] == last["type"] == "delta" and change["id"] == last["id"]:
            self._waiting[-1] = {**change, "text": f"{last['text']}{change['text']}"}
        else:
            self._waiting.append(change)

    async def _flush_soon(self) -> None:
        await asyncio.sleep(FLUSH_AFTER)
        await self._write()

    async def _write(self) -> None:
        changes, self._waiting = self._waiting, []
        session = self._session()
        if not changes and session == self._known:
            return
        told = Told(changes=changes, session=None if session == self._known else session)
        self._known = session
        writing = self._journal.append(events=self._events(changes), told=told)
        await _to_its_end(writing)

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
        """Every change, and for those who only want the words, each message that is whole."""
        events: list[NewEvent] = []
        for change in changes:
            events.append(NewEvent(type="entry", data=change))
            if change["type"] == "assistant_message" and not (
                change["partial"] or change["parent"]
            ):
                self.turns += 1
                said = {"text": change["text"], "turn": self.turns}
                events.append(NewEvent(type="assistant_message", data=said))
        return events


def _json(change: EntryChange) -> Any:
    return change_json(change)


async def _to_its_end(work: Any) -> None:
    """Wait for a write, also when cancelled: what was taken from the list must not be lost."""
    task = asyncio.ensure_future(work)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        raise
