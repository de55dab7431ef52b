"""The store as the services know it: async methods, each one transaction in a thread."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, Concatenate, ParamSpec, TypeVar

import msgspec
import structlog
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError, IntegrityError

from whence.core.audit import Audited, AuditFilter
from whence.core.autonomy import FollowUps
from whence.core.blocks import Block, Pending
from whence.core.coding import AgentSession, Approval, Told
from whence.core.counting import Count, CountKey, Facet, Histogram, Interval
from whence.core.events import Event, NewEvent
from whence.core.imports import HistoryWrite, KnownHistory
from whence.core.jsons import JsonObject
from whence.core.log import Part, Turn
from whence.core.memories import Memory, MemoryFacts, MemoryFilter, MemorySource
from whence.core.planning import Plan, RunRequest, Surroundings
from whence.core.queries import Query
from whence.core.runs import EnvelopeFacts, Outcome, Run, Status
from whence.core.saved_views import SavedView
from whence.core.sessions import Session, SessionPatch
from whence.core.subscriptions import Outgoing, Subscriber
from whence.core.timers import Timer, TimerStatus
from whence.core.triggers import HookDelivery, Occurrence, Trigger, TriggerKind, TriggerPast
from whence.core.workspaces import Agent, Key, Workspace
from whence.errors import Unavailable
from whence.ports import (
    ACTING,
    Claim,
    Clock,
    FoundMemories,
    Hold,
    Once,
    RunFilter,
    SessionFilter,
    SessionPage,
)
from whence.stores import (
    accounts,
    approvals,
    audit,
    blocks,
    channels,
    counting,
    entries,
    finding,
    histograms,
    hook_deliveries,
    imports,
    jobs,
    log,
    memories,
    occurrences,
    outgoing,
    packing,
    repacking,
    runs,
    saved_views,
    session_lists,
    sessions,
    subscriptions,
    timers,
    triggers,
)
from whence.stores.dialect import Dialect, Tx
from whence.stores.migrate import SchemaState

P = ParamSpec("P")
T = TypeVar("T")
_log = structlog.get_logger("whence.store")


class SqlStore(ABC):
    """Keeps things in a SQL database; `sqlite` and `postgres` say how one is reached."""

    dialect: Dialect

    def __init__(self, announce: Callable[[Sequence[str]], None]) -> None:
        self._announce = announce

    @abstractmethod
    async def open(self) -> None:
        """Connect, and bring the schema up to date. Raises: NewerSchema."""

    @abstractmethod
    async def close(self) -> None:
        """Finish what is being written, and let go of the database."""

    @abstractmethod
    async def schema(self) -> SchemaState:
        """How far the database's schema is; changes nothing."""

    @abstractmethod
    async def _read_tx(self, work: Callable[[Connection], T]) -> T: ...

    @abstractmethod
    async def _write_tx(self, work: Callable[[Connection], T], after: Callable[[], None]) -> T: ...

    async def _read(
        self, ask: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        return await self._asked(self._read_tx(lambda conn: ask(conn, *args, **kwargs)))

    async def _find(
        self, ask: Callable[Concatenate[Tx, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        return await self._asked(
            self._read_tx(lambda conn: ask(Tx(conn, self.dialect), *args, **kwargs))
        )

    async def _write(
        self, change: Callable[Concatenate[Tx, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        topics: list[str] = []
        acting = ACTING.get()  # here, because the work is done by another thread

        def work(conn: Connection) -> T:
            tx = Tx(conn, self.dialect, acting)
            result = change(tx, *args, **kwargs)
            log.write_events(tx)
            topics[:] = dict.fromkeys(tx.topics)
            self.dialect.announce(conn, topics)
            return result

        return await self._asked(self._write_tx(work, lambda: self._announce(topics)))

    async def in_transaction(
        self, change: Callable[Concatenate[Tx, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Do something of one's own to the tables: all of it, or nothing."""
        return await self._write(change, *args, **kwargs)

    async def _asked(self, answer: Awaitable[T], *, why: bool = False) -> T:
        """The answer; when the database cannot give one now, the driver's error becomes ours.

        `why` tells what it said, which may name hosts and users: for who starts the server.
        """
        try:
            return await answer
        except DBAPIError as error:
            if not self.dialect.is_away(error):
                raise
            _log.warning("the database cannot be used", error=str(error.orig))
            said = f": {error.orig}" if why else ""
            raise Unavailable(f"the database cannot be used now{said}") from error

    async def ping(self) -> None:
        await self._read(lambda conn: conn.execute(text("SELECT 1")))

    # Workspaces, keys, agents

    async def get_workspace(self, slug: str) -> Workspace | None:
        return await self._read(accounts.get_workspace, slug)

    async def list_workspaces(self) -> Sequence[Workspace]:
        return await self._read(accounts.list_workspaces)

    async def add_workspace(self, slug: str, name: str, *, at: datetime) -> Workspace:
        return await self._write(accounts.add_workspace, slug, name, at)

    async def add_key(self, key: Key, *, once: Once | None = None) -> Key:
        return await self._write(accounts.add_key, key, once)

    async def find_key(self, hash: str, *, at: datetime) -> Key | None:
        return await self._read(accounts.find_key, hash, at)

    async def list_keys(self, workspace: int) -> Sequence[Key]:
        return await self._read(accounts.list_keys, workspace)

    async def remove_key(self, workspace: int, id: str, *, at: datetime) -> bool:
        return await self._write(accounts.remove_key, workspace, id, at)

    async def rotate_key(self, workspace: int, id: str, rotate: Callable[[Key], Key]) -> Key | None:
        return await self._write(accounts.rotate_key, workspace, id, rotate)

    async def has_keys(self) -> bool:
        return await self._read(accounts.has_keys)

    async def add_agent(self, agent: Agent, *, once: Once | None = None) -> Agent:
        return await self._write(accounts.add_agent, agent, once)

    async def get_agent(self, workspace: int, id: str) -> Agent | None:
        return await self._read(accounts.get_agent, workspace, id)

    async def list_agents(self, workspace: int) -> Sequence[Agent]:
        return await self._read(accounts.list_agents, workspace)

    async def change_agent(
        self, workspace: int, id: str, change: Callable[[Agent], Agent]
    ) -> Agent | None:
        return await self._write(accounts.change_agent, workspace, id, change)

    async def remove_agent(self, workspace: int, id: str) -> bool:
        return await self._write(accounts.remove_agent, workspace, id)

    async def server_secret(self, name: str, make: Callable[[], str]) -> str:
        return await self._write(accounts.server_secret, name, make)

    async def forget_answers(self, *, before: datetime) -> int:
        return await self._write(accounts.forget_answers, before)

    async def list_audit(
        self, workspace: int, filter: AuditFilter, *, limit: int, before: int | None = None
    ) -> Sequence[Audited]:
        return await self._read(audit.list_audit, workspace, filter, limit, before)

    # Saved views

    async def add_saved_view(self, view: SavedView, *, once: Once | None = None) -> SavedView:
        return await self._write(saved_views.add, view, once)

    async def list_saved_views(self, workspace: int) -> Sequence[SavedView]:
        return await self._read(saved_views.list_views, workspace)

    async def remove_saved_view(self, workspace: int, id: str) -> bool:
        return await self._write(saved_views.remove, workspace, id)

    # Memories

    async def add_memory(
        self, memory: Memory, *, capacity: int, once: Once | None = None
    ) -> Memory:
        return await self._write(memories.add, memory, capacity, once)

    async def get_memory(self, workspace: int, id: str) -> Memory | None:
        return await self._find(memories.get, workspace, id)

    async def list_memories(
        self, workspace: int, filter: MemoryFilter, *, limit: int, before: int | None = None
    ) -> Sequence[Memory]:
        return await self._find(memories.list_memories, workspace, filter, limit, before)

    async def change_memory(
        self, workspace: int, id: str, text: str, source: MemorySource, *, at: datetime
    ) -> Memory | None:
        return await self._write(memories.change, workspace, id, text, source, at)

    async def remove_memory(self, workspace: int, id: str) -> bool:
        return await self._write(memories.remove, workspace, id)

    async def forget_memories(self, workspace: int, filter: MemoryFilter) -> int:
        return await self._write(memories.forget, workspace, filter)

    async def find_memories(
        self, workspace: int, filter: MemoryFilter, terms: Sequence[str], *, limit: int
    ) -> FoundMemories:
        return await self._find(memories.find, workspace, filter, terms, limit)

    async def memory_vectors(
        self, workspace: int, filter: MemoryFilter, *, of: str, limit: int
    ) -> Sequence[tuple[Memory, bytes | None]]:
        return await self._find(memories.vectors, workspace, filter, of, limit)

    async def set_memory_vectors(self, of: str, made: Mapping[str, tuple[str, bytes]]) -> None:
        return await self._write(memories.set_vectors, of, made)

    # Blocks

    async def save_block(self, block: Block, event: NewEvent | None = None) -> Block:
        return await self._write(blocks.save, block, event)

    async def get_block(self, workspace: int, id: str) -> Block | None:
        return await self._find(blocks.get, workspace, id)

    async def list_blocks(
        self, session_id: str, *, terminal_id: str | None = None, after: int = 0, limit: int = 50
    ) -> Sequence[Block]:
        return await self._find(blocks.list_blocks, session_id, terminal_id, after, limit)

    async def pending_blocks(self, session_id: str, *, at: datetime, limit: int) -> Pending:
        return await self._find(blocks.pending, session_id, at, limit)

    async def remove_pending(self, session_id: str, id: str) -> bool:
        return await self._write(blocks.remove_pending, session_id, id)

    async def set_attach(self, session_id: str, attach: bool) -> None:
        return await self._write(blocks.set_attach, session_id, attach)

    async def end_running_blocks(self, *, at: datetime) -> int:
        return await self._write(blocks.end_running, at)

    # Entries

    async def list_entries(
        self, run_id: str, *, after: int = -1, limit: int = 200
    ) -> Sequence[JsonObject]:
        return await self._read(entries.list_entries, run_id, after=after, limit=limit)

    async def get_agent_session(self, run_id: str) -> AgentSession | None:
        return await self._read(entries.get_session, run_id)

    async def list_approvals(self, run_id: str) -> Sequence[Approval]:
        return await self._read(approvals.list_approvals, run_id)

    async def get_approval(self, run_id: str, id: str) -> Approval | None:
        return await self._read(approvals.get, run_id, id)

    async def decide_approval(self, run: Run, decided: Approval, event: NewEvent) -> Approval:
        return await self._write(approvals.decide, run, decided, event)

    async def find_history(
        self, workspace: int, agent: str, agent_session: str
    ) -> KnownHistory | None:
        return await self._read(imports.find, workspace, agent, agent_session)

    async def write_history(self, batch: HistoryWrite) -> str:
        return await self._write(imports.write, batch)

    # Sessions

    async def add_session(self, session: Session, *, once: Once | None = None) -> Session:
        return await self._write(sessions.add_session, session, once)

    async def get_session(self, workspace: int, id: str) -> Session | None:
        return await self._find(sessions.get, workspace, id)

    async def list_sessions(
        self,
        workspace: int,
        filter: SessionFilter,
        *,
        limit: int,
        offset: int = 0,
        before: tuple[int, int] | None = None,
        as_of: int | None = None,
    ) -> SessionPage:
        return await self._find(
            session_lists.list_sessions, workspace, filter, limit, offset, before, as_of
        )

    async def patch_session(self, workspace: int, id: str, patch: SessionPatch) -> Session:
        return await self._write(sessions.patch_session, workspace, id, patch)

    async def end_session(self, workspace: int, id: str, *, at: datetime) -> Session:
        return await self._write(runs.end_session, workspace, id, at)

    # Runs

    async def add_run(
        self,
        request: RunRequest,
        decide: Callable[[Surroundings], Plan],
        *,
        once: Once | None = None,
        occurrence: Occurrence | None = None,
    ) -> Run:
        return await self._write(runs.add_run, request, decide, once, occurrence)

    async def get_run(self, workspace: int, id: str) -> Run | None:
        return await self._read(runs.get_run, workspace, id)

    async def list_runs(
        self, workspace: int, filter: RunFilter, *, limit: int, before: int | None = None
    ) -> Sequence[Run]:
        return await self._find(finding.list_runs, workspace, filter, limit, before)

    async def cancel_run(self, workspace: int, id: str, *, reason: str, at: datetime) -> Run:
        return await self._write(runs.cancel_run, workspace, id, reason=reason, at=at)

    async def answer_tool(self, workspace: int, run_id: str, part: Part, event: NewEvent) -> None:
        return await self._write(runs.answer_tool, workspace, run_id, part, event)

    async def list_events(
        self, run_id: str, *, after: int = 0, limit: int = 500
    ) -> Sequence[Event]:
        return await self._read(log.list_events, run_id, after=after, limit=limit)

    async def last_event(self, run_id: str) -> Event | None:
        return await self._read(log.last_event, run_id)

    async def list_session_events(
        self, session_id: str, *, after: int = 0, limit: int = 500
    ) -> Sequence[tuple[int, Event]]:
        return await self._read(log.list_session_events, session_id, after=after, limit=limit)

    async def last_session_event(self, session_id: str) -> int:
        return await self._read(log.last_session_event, session_id)

    async def list_parts(self, run_id: str) -> Sequence[Part]:
        return await self._read(log.list_parts, run_id)

    async def list_turns(self, session_id: str, *, before: int | None = None) -> Sequence[Turn]:
        return await self._read(log.list_turns, session_id, before=before)

    # Triggers

    async def add_trigger(self, trigger: Trigger, *, once: Once | None = None) -> Trigger:
        return await self._write(triggers.add, trigger, once)

    async def get_trigger(self, workspace: int, id: str) -> Trigger | None:
        return await self._read(triggers.get, workspace, id)

    async def find_trigger(self, id: str) -> Trigger | None:
        return await self._read(triggers.find, id)

    async def list_triggers(self, workspace: int) -> Sequence[Trigger]:
        return await self._read(triggers.list_triggers, workspace)

    async def list_triggers_of(self, kind: TriggerKind) -> Sequence[Trigger]:
        return await self._read(triggers.list_of_kind, kind)

    async def change_trigger(
        self, workspace: int, id: str, change: Callable[[Trigger], Trigger]
    ) -> Trigger | None:
        return await self._write(triggers.change, workspace, id, change)

    async def remove_trigger(self, workspace: int, id: str) -> bool:
        return await self._write(triggers.remove, workspace, id)

    async def list_due(self, *, at: datetime, limit: int) -> Sequence[Trigger]:
        return await self._read(triggers.list_due, at, limit)

    async def next_due(self) -> datetime | None:
        return await self._read(triggers.next_due)

    async def trigger_past(self, trigger: Trigger) -> TriggerPast:
        return await self._read(triggers.past, trigger)

    async def skip_occurrence(self, occurrence: Occurrence) -> bool:
        return await self._write(triggers.skip, occurrence)

    async def find_occurrence(self, trigger_id: str, key: str) -> Occurrence | None:
        return await self._read(occurrences.find, trigger_id, key)

    async def list_occurrences(
        self, trigger_id: str, *, limit: int, before: int | None = None
    ) -> Sequence[Occurrence]:
        return await self._read(occurrences.list_occurrences, trigger_id, limit, before)

    async def newest_occurrences(self, workspace: int) -> Sequence[Occurrence]:
        return await self._read(occurrences.newest, workspace)

    async def list_unanswered(self, trigger_id: str) -> Sequence[Occurrence]:
        return await self._read(channels.list_unanswered, trigger_id)

    async def note_reply(self, occurrence: Occurrence) -> None:
        return await self._write(channels.note_reply, occurrence)

    async def move_cursor(self, trigger_id: str, cursor: int) -> None:
        return await self._write(channels.move_cursor, trigger_id, cursor)

    async def get_channel_session(self, trigger_id: str, key: str) -> str | None:
        return await self._read(channels.get_session, trigger_id, key)

    async def set_channel_session(self, trigger_id: str, key: str, session_id: str) -> None:
        return await self._write(channels.set_session, trigger_id, key, session_id)

    async def hold_lease(self, name: str, holder: str, *, seconds: float, at: datetime) -> bool:
        return await self._write(channels.hold_lease, name, holder, seconds, at)

    async def drop_lease(self, name: str, holder: str) -> None:
        return await self._write(channels.drop_lease, name, holder)

    async def add_delivery(self, delivery: HookDelivery, *, keep: int) -> None:
        return await self._write(hook_deliveries.add, delivery, keep)

    async def get_delivery(self, trigger_id: str, id: str) -> HookDelivery | None:
        return await self._read(hook_deliveries.get, trigger_id, id)

    async def list_deliveries(self, trigger_id: str) -> Sequence[HookDelivery]:
        return await self._read(hook_deliveries.list_deliveries, trigger_id)

    # Timers

    async def add_timer(
        self, timer: Timer, *, once: Once | None = None, newest_run: int | None = None
    ) -> Timer | None:
        return await self._write(timers.add, timer, once, newest_run)

    async def get_timer(self, workspace: int, session_id: str, id: str) -> Timer | None:
        return await self._read(timers.get, workspace, session_id, id)

    async def list_timers(
        self,
        session_id: str,
        *,
        status: TimerStatus | None = None,
        limit: int,
        before: int | None = None,
    ) -> Sequence[Timer]:
        return await self._read(timers.list_timers, session_id, status, limit, before)

    async def list_due_timers(self, *, at: datetime, limit: int) -> Sequence[Timer]:
        return await self._read(timers.list_due, at, limit)

    async def next_timer(self) -> datetime | None:
        return await self._read(timers.next_due)

    async def settle_timer(
        self, timer: Timer, status: TimerStatus, *, code: str, note: str, at: datetime
    ) -> Timer | None:
        return await self._write(timers.settle, timer, status, code, note, at)

    async def follow_ups(self, session_id: str) -> FollowUps:
        return await self._read(timers.past, session_id)

    # Finding

    async def count_values(
        self, workspace: int, query: Query, key: CountKey, *, limit: int
    ) -> Facet:
        return await self._find(counting.facet, workspace, query, key, limit)

    async def count_keys(
        self, workspace: int, query: Query, *, prefix: str = "", limit: int
    ) -> Sequence[Count]:
        return await self._find(counting.keys, workspace, query, prefix, limit)

    async def count_over_time(
        self,
        workspace: int,
        query: Query,
        *,
        interval: Interval | None,
        group_by: CountKey | None,
        limit: int,
        now: datetime,
    ) -> Histogram:
        return await self._find(
            histograms.histogram, workspace, query, interval, group_by, limit, now
        )

    async def pack_runs(self, *, size: int = packing.PACK) -> int:
        """Put ended runs into packs while there are enough of them; how many packs were made."""
        made = 0
        for workspace in await self.list_workspaces():
            while await self._pack(workspace.id, size):
                made += 1
            while made and await self._repack(workspace.id, size):
                pass
        return made

    async def _repack(self, workspace: int, size: int) -> bool:
        pack = await self._find(repacking.plan_large, workspace, size)
        if pack is None:
            return False
        try:
            await self._write(repacking.add_large, pack)
        except (repacking.Outrun, IntegrityError):  # another server was faster
            return False
        return True

    async def _pack(self, workspace: int, size: int) -> bool:
        if not await self._read(packing.is_due, workspace, size):
            return False
        settled = await self._read(self.dialect.search.settled)
        pack = await self._find(packing.plan_pack, workspace, settled, size)
        if pack is None:
            return False
        columns = await asyncio.to_thread(packing.columns_of, pack)
        try:
            return await self._write(packing.add_pack, pack, columns)
        except IntegrityError:  # another server was faster
            return False

    # Subscriptions

    async def add_subscription(
        self, subscription: Subscriber, *, once: Once | None = None
    ) -> Subscriber:
        return await self._write(subscriptions.add, subscription, once)

    async def get_subscription(self, workspace: int, id: str) -> Subscriber | None:
        return await self._read(subscriptions.get, workspace, id)

    async def list_subscriptions(self, workspace: int) -> Sequence[Subscriber]:
        return await self._read(subscriptions.list_subscriptions, workspace)

    async def change_subscription(
        self, workspace: int, id: str, change: Callable[[Subscriber], Subscriber]
    ) -> Subscriber | None:
        return await self._write(subscriptions.change, workspace, id, change)

    async def remove_subscription(self, workspace: int, id: str) -> bool:
        return await self._write(subscriptions.remove, workspace, id)

    async def list_ended(self, *, limit: int) -> Sequence[Run]:
        return await self._read(outgoing.list_ended, limit)

    async def settle_ended(self, run_id: str, made: Sequence[Outgoing]) -> bool:
        return await self._write(outgoing.settle, run_id, made)

    async def claim_outgoing(
        self, *, at: datetime, until: datetime, limit: int
    ) -> Sequence[tuple[Outgoing, Subscriber]]:
        return await self._write(outgoing.claim, at, until, limit)

    async def note_attempt(self, tried: Outgoing) -> None:
        return await self._write(outgoing.note_attempt, tried)

    async def next_outgoing(self) -> datetime | None:
        return await self._read(outgoing.next_due)

    async def get_outgoing(self, subscription_id: str, id: str) -> Outgoing | None:
        return await self._read(outgoing.get, subscription_id, id)

    async def list_outgoing(
        self, subscription_id: str, *, limit: int, before: int | None = None
    ) -> Sequence[Outgoing]:
        return await self._read(outgoing.list_outgoing, subscription_id, limit, before)

    # The queue

    async def join(self, worker: str, name: str, *, at: datetime) -> None:
        return await self._write(jobs.join, worker, name, at)

    async def beat(self, worker: str, *, at: datetime) -> bool:
        return await self._write(jobs.beat, worker, at)

    async def leave(self, worker: str) -> None:
        return await self._write(jobs.leave, worker)

    async def claim(self, worker: str, *, limit: int, clock: Clock) -> Sequence[Claim]:
        return await self._write(jobs.claim, worker, limit, clock)

    async def held(self, worker: str) -> Sequence[Hold]:
        return await self._read(jobs.held, worker)

    async def reap(self, *, older_than: float, at: datetime) -> int:
        return await self._write(jobs.reap, older_than, at)

    async def let_go(self, hold: Hold) -> None:
        return await self._write(jobs.let_go, hold)

    async def record(
        self,
        claim: Claim,
        *,
        at: datetime,
        parts: Sequence[Part] = (),
        events: Sequence[NewEvent] = (),
        status: Status | None = None,
        envelope: EnvelopeFacts | None = None,
        told: Told | None = None,
        memory: MemoryFacts | None = None,
    ) -> Sequence[Part]:
        return await self._write(
            jobs.record, claim, at, parts, events, status, envelope, told, memory
        )

    async def finish(
        self,
        claim: Claim,
        outcome: Outcome,
        *,
        at: datetime,
        parts: Sequence[Part] = (),
        events: Sequence[NewEvent] = (),
    ) -> None:
        return await self._write(jobs.finish, claim, outcome, at, parts, events)

    async def queue_depth(self) -> tuple[int, int]:
        return await self._read(jobs.queue_depth)


_encode = msgspec.json.Encoder().encode


def _to_json(value: object) -> str:
    return _encode(value).decode()


def _from_json(text: str | bytes) -> Any:
    return msgspec.json.decode(text)


def engine_options() -> dict[str, Any]:
    """How both engines read and write JSON columns; errors of theirs do not say what was said."""
    return {
        "json_serializer": _to_json,
        "json_deserializer": _from_json,
        "hide_parameters": True,
    }
