"""Imports: histories of coding agents, stored as ended runs."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, Literal, cast

import msgspec
from msgspec.structs import replace as with_fields

from runwhy.core.agent_spec import AgentSpec
from runwhy.core.agents.coding_agents import AgentSession
from runwhy.core.agents.entries import EntryChange, Stamp, Unrecognized, change_json
from runwhy.core.agents.session_start import SessionStart
from runwhy.core.context.sentinel import without_prefix
from runwhy.core.json import JsonObject, compact_json
from runwhy.core.redaction import redact_json
from runwhy.core.redaction_batches import redact_values
from runwhy.core.requests.history_import import (
    EXECUTORS,
    IMPORT,
    HistoryBatch,
    HistoryWrite,
    ImportProgress,
    KnownHistory,
    Period,
    count,
    import_id,
    is_own,
    newest,
    note,
    outcome_of,
)
from runwhy.core.requests.plan import InputMessage, RunRequest
from runwhy.core.runs.origin import Actor, Origin, redacted_origin
from runwhy.core.runs.run import Tokens
from runwhy.core.runs.tags import MAX_VALUE
from runwhy.errors import Conflict
from runwhy.ports import Clock, HistoryFold, ImportStore

ReadStart = Callable[[str, Sequence[str]], SessionStart]  # of an agent's history
How = Literal["new", "ours", "partial", "whole"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportResult:
    """How far a history is imported: not at all, executed by Runwhy itself, in part, or whole."""

    how: How
    run_id: str | None = None
    taken: ImportProgress = field(default_factory=ImportProgress)


@dataclass(frozen=True, slots=True, kw_only=True)
class Imports:
    """Imports histories once; each batch starts where the previous one ended."""

    store: ImportStore
    folds: Mapping[str, HistoryFold]
    read_start: ReadStart
    clock: Clock
    secrets: Sequence[str] = field(default=(), repr=False)

    async def take(self, workspace: int, batch: HistoryBatch, actor: Actor) -> ImportResult:
        """Import the lines of a batch; without lines, only report the progress.

        Raises: Conflict: the batch does not start where the previous one ended.
        """
        executors = EXECUTORS[batch.agent]
        known = await self.store.find_history(workspace, executors, batch.agent_session)
        if known is not None and known.taken is None:
            return ImportResult(how="ours", run_id=known.run_id)
        if not batch.lines:
            return _known_progress(known)
        before = known.taken if known else None
        at = before.offset if before else 0
        if batch.start != at:
            raise Conflict(
                f"the batch starts at byte {batch.start}; the next byte to import is {at}"
            )
        write = await asyncio.to_thread(self._plan, workspace, batch, actor, known)
        run_id = await self.store.write_history(write)
        return ImportResult(
            how="whole" if batch.last else "partial", run_id=run_id, taken=write.after
        )

    def _plan(
        self, workspace: int, batch: HistoryBatch, actor: Actor, known: KnownHistory | None
    ) -> HistoryWrite:
        before = known.taken if known else None
        batch = replace(batch, lines=_not_own(batch.lines, known.own if known else ()))
        taken, session, changes = self._fold(batch, before or ImportProgress())
        now = self.clock()
        began = taken.began or now
        id = import_id(workspace, batch.agent, batch.agent_session, began)
        return HistoryWrite(
            workspace=workspace,
            run_id=known.run_id if known else id,
            request=None if known else self._request(workspace, batch, actor, taken, session),
            session=session,
            changes=changes,
            before=known.mark if known else None,
            after=taken,
            began=began,
            ended=taken.ended or now,
            outcome=outcome_of(taken, agent=batch.agent, model=session.model)
            if batch.last
            else None,
        )

    def _fold(
        self, batch: HistoryBatch, taken: ImportProgress
    ) -> tuple[ImportProgress, AgentSession, Sequence[JsonObject]]:
        fold = self.folds[batch.agent]
        begun = taken.state is not None
        state = fold.load(taken.state or "") if begun else fold.start(session=batch.agent_session)
        collected: list[EntryChange] = []
        used: list[tuple[str, Tokens]] = []
        for line in batch.lines:
            line = line.replace("\\u0000", "\\ufffd")  # which some stores reject
            if report := fold.used(line):
                used.append(report)
            state, changes = fold.step(state, line)
            collected += map(without_prefix, changes)
        taken = note(count(taken, used), collected)
        if batch.last:
            # The state before the end is stored, because more lines may follow.
            collected += fold.finish(state)[1]
        session = _session(state.stamp, batch.agent_session)
        taken = replace(
            taken,
            offset=batch.end,
            state=fold.dump(state),
            whole=batch.last,
            entries=state.next_index,
        )
        return self._redacted(taken, session, newest(collected))

    def _redacted(
        self, taken: ImportProgress, session: AgentSession, changes: Sequence[EntryChange]
    ) -> tuple[ImportProgress, AgentSession, Sequence[JsonObject]]:
        """Redact everything that is stored. Other content of the lines is not kept."""
        state = msgspec.json.decode(taken.state or "null")
        facts = {"prompt": taken.prompt, "said": taken.said, "failure": taken.failure}
        place = {"cwd": session.cwd, "branch": session.branch, "model": session.model}
        entries = [self._json(change) for change in changes]
        found = redact_values([state, facts, place, *entries], known=self.secrets)
        clean: Any = found[0]
        if clean != state:
            taken = replace(taken, state=json.dumps(clean, ensure_ascii=False))
        taken = replace(taken, **cast(Any, found[1]))
        session = replace(session, **cast(Any, found[2]))
        return taken, session, cast(Sequence[JsonObject], found[3:])

    def _json(self, change: EntryChange) -> Any:
        """Return the wire form; an unknown line is redacted as the JSON that it is."""
        if not isinstance(change, Unrecognized):
            return change_json(change)
        try:
            value: Any = msgspec.json.decode(change.line)
        except (ValueError, RecursionError):
            return change_json(change)
        clean = redact_json(value, known=self.secrets)
        if clean != value:
            change = with_fields(change, line=compact_json(clean))
        return change_json(change)

    def _request(
        self,
        workspace: int,
        batch: HistoryBatch,
        actor: Actor,
        taken: ImportProgress,
        session: AgentSession,
    ) -> RunRequest:
        now = self.clock()
        start = self.read_start(batch.agent, batch.lines)
        facts = {
            "agent": batch.agent,
            "agent_session": batch.agent_session,
            "file": batch.file,
            "imported_at": now.isoformat(timespec="seconds"),
            **start.facts(),
        }
        origin = Origin(
            trigger=IMPORT,
            actor=actor,
            attended=False,
            requested_at=taken.began or now,
            facts=facts,
        )
        prompt = taken.prompt or f"{batch.agent} session {batch.agent_session}"
        return RunRequest(
            workspace=workspace,
            origin=redacted_origin(origin, known=self.secrets),
            messages=[InputMessage(role="user", text=prompt)],
            spec=_spec(EXECUTORS[batch.agent][0]),
            tags=dict(batch.tags),
            trigger_tags=_tags(session, start),
        )


class _Timed(msgspec.Struct, gc=False):
    timestamp: datetime | None = None


_read_time = msgspec.json.Decoder(_Timed).decode


def _not_own(lines: Sequence[str], own: Sequence[Period]) -> Sequence[str]:
    """Drop the lines that runs of this server wrote; a line without a time follows the previous."""
    if not own:
        return lines
    kept: list[str] = []
    dropping = False
    for line in lines:
        with suppress(ValueError, RecursionError):
            time = _read_time(line).timestamp
            if time is not None:
                dropping = is_own(own, time if time.tzinfo else time.replace(tzinfo=UTC))
        if not dropping:
            kept.append(line)
    return kept


def _known_progress(known: KnownHistory | None) -> ImportResult:
    if known is None or known.taken is None:
        return ImportResult(how="new")
    how: How = "whole" if known.taken.whole else "partial"
    return ImportResult(how=how, run_id=known.run_id, taken=known.taken)


def _session(stamp: Stamp, agent_session: str) -> AgentSession:
    """Return the requested session; its lines may name another."""
    cwd, branch = stamp.extensions.get("cwd"), stamp.extensions.get("branch")
    return AgentSession(
        agent=stamp.agent,
        agent_session=agent_session,
        cwd=cwd if isinstance(cwd, str) else None,
        branch=branch if isinstance(branch, str) else None,
        model=stamp.model,
    )


def _spec(executor: str) -> AgentSpec:
    name, _, agent = executor.partition(":")
    return AgentSpec(executor=name, executor_options={"agent": agent} if agent else None)


def _tags(session: AgentSession, start: SessionStart) -> dict[str, str]:
    tags = {"directory": session.cwd, "branch": session.branch, "started_as": start.kind}
    return {key: value for key, value in tags.items() if value and len(value) <= MAX_VALUE}
