"""Imports: histories of coding agents, stored as ended runs."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, cast

import msgspec

from runwhy.core.agents.coding_agents import AgentSession
from runwhy.core.agents.entries import EntryChange, Stamp, change_json
from runwhy.core.context.sentinel import without_prefix
from runwhy.core.json import JsonObject
from runwhy.core.redaction import redact_json, redact_text
from runwhy.core.requests.history_import import (
    IMPORT,
    HistoryBatch,
    HistoryWrite,
    ImportProgress,
    KnownHistory,
    count,
    import_id,
    note,
    outcome_of,
)
from runwhy.core.requests.plan import InputMessage, RunRequest
from runwhy.core.runs.origin import Actor, Origin
from runwhy.core.runs.tags import MAX_VALUE
from runwhy.errors import Conflict
from runwhy.ports import Clock, HistoryFold, ImportStore

How = Literal["new", "ours", "partial", "whole"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportResult:
    """How far a history is imported: not at all, executed by Runwhy itself, in part, or whole."""

    how: How
    run_id: str | None = None
    taken: ImportProgress = field(default_factory=ImportProgress)


class Imports:
    """Imports histories once; each batch starts where the previous one ended."""

    def __init__(
        self,
        *,
        store: ImportStore,
        folds: Mapping[str, HistoryFold],
        clock: Clock,
        secrets: Sequence[str] = (),
    ) -> None:
        self._store = store
        self._folds = folds
        self._clock = clock
        self._secrets = secrets

    async def take(self, workspace: int, batch: HistoryBatch, actor: Actor) -> ImportResult:
        """Import the lines of a batch; without lines, only report the progress.

        Raises: Conflict: the batch does not start where the previous one ended.
        """
        known = await self._store.find_history(workspace, batch.agent, batch.agent_session)
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
        run_id = await self._store.write_history(write)
        return ImportResult(
            how="whole" if batch.last else "partial", run_id=run_id, taken=write.after
        )

    def _plan(
        self, workspace: int, batch: HistoryBatch, actor: Actor, known: KnownHistory | None
    ) -> HistoryWrite:
        before = known.taken if known else None
        taken, session, changes = self._fold(batch, before or ImportProgress())
        now = self._clock()
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
    ) -> tuple[ImportProgress, AgentSession, list[JsonObject]]:
        fold = self._folds[batch.agent]
        begun = taken.state is not None
        state = fold.load(taken.state or "") if begun else fold.start(session=batch.agent_session)
        collected: list[EntryChange] = []
        for line in batch.lines:
            if used := fold.used(line):
                taken = count(taken, *used)
            state, changes = fold.step(state, self._clean(line))
            for change in map(without_prefix, changes):
                taken = note(taken, change)
                collected.append(change)
        if batch.last:
            # The state before the end is stored, because more lines may follow.
            collected += fold.finish(state)[1]
        stamp: Stamp = state.stamp
        taken = replace(
            taken,
            offset=batch.end,
            state=fold.dump(state),
            whole=batch.last,
            entries=state.next_index,
        )
        return (
            taken,
            _session(stamp, batch.agent_session),
            [cast(JsonObject, change_json(change)) for change in collected],
        )

    def _clean(self, line: str) -> bytes | str:
        """Redact secrets in a line, and replace NUL."""
        line = line.replace("\\u0000", "\\ufffd")  # which some stores reject
        try:
            value: Any = msgspec.json.decode(line)
        except (ValueError, RecursionError):
            return redact_text(line, known=self._secrets)
        return msgspec.json.encode(redact_json(value, known=self._secrets))

    def _request(
        self,
        workspace: int,
        batch: HistoryBatch,
        actor: Actor,
        taken: ImportProgress,
        session: AgentSession,
    ) -> RunRequest:
        now = self._clock()
        facts = {
            "agent": batch.agent,
            "agent_session": batch.agent_session,
            "file": batch.file,
            "imported_at": now.isoformat(timespec="seconds"),
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
            origin=origin,
            messages=[InputMessage(role="user", text=prompt)],
            spec={"executor": batch.agent},
            tags=dict(batch.tags),
            trigger_tags=_place_tags(session),
        )


def _known_progress(known: KnownHistory | None) -> ImportResult:
    if known is None or known.taken is None:
        return ImportResult(how="new")
    how: How = "whole" if known.taken.whole else "partial"
    return ImportResult(how=how, run_id=known.run_id, taken=known.taken)


def _session(stamp: Stamp, agent_session: str) -> AgentSession:
    """Return the requested session, whatever its lines say."""
    cwd, branch = stamp.extensions.get("cwd"), stamp.extensions.get("branch")
    return AgentSession(
        agent=stamp.agent,
        agent_session=agent_session,
        cwd=cwd if isinstance(cwd, str) else None,
        branch=branch if isinstance(branch, str) else None,
        model=stamp.model,
    )


def _place_tags(session: AgentSession) -> dict[str, str]:
    tags = {"directory": session.cwd, "branch": session.branch}
    return {key: value for key, value in tags.items() if value and len(value) <= MAX_VALUE}
