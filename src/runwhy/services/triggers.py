"""Triggers: create, change, pause, and fire them."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

import structlog

from runwhy.core.agents.spec_secrets import without_secrets
from runwhy.core.requests.plan import InputMessage, RunRequest
from runwhy.core.runs.origin import Actor, Origin
from runwhy.core.runs.run import Run
from runwhy.core.triggers.health import Activity, Health, health_of
from runwhy.core.triggers.rules import TriggerVariables, checked
from runwhy.core.triggers.trigger import (
    AUTOMATIC,
    CANNOT_START,
    CLOCK_TOLERANCE,
    Due,
    Occurrence,
    OccurrenceStatus,
    Overlap,
    PastRun,
    Trigger,
    TriggerKind,
    TriggerPast,
    cron_facts,
    origin_of_run,
    plan_due,
    planned_key,
    skip_reason,
    spec_of_run,
    time_before_next,
    too_many_failures,
)
from runwhy.errors import Conflict, InvalidInput, Problem, RunwhyError, Unavailable
from runwhy.ports import AlreadyFired, Clock, IdempotencyKey, NewId, TriggerStore
from runwhy.services.operations import finds, must_find, pages, passes_on
from runwhy.services.runs import Runs
from runwhy.write_tasks import complete_all

AT_A_TIME = 128  # concurrent triggers, which share commits
DUE_AT_ONCE = 1000

_log = structlog.get_logger("runwhy.triggers")


@dataclass(slots=True)
class _LastCheck:
    """When the clock was last compared with the schedules."""

    at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Triggers:
    """Use cases for triggers, and the firing of due schedules."""

    store: TriggerStore
    runs: Runs
    clock: Clock
    new_id: NewId
    server: str = ""
    secrets: Sequence[str] = field(default=(), repr=False)
    variables: TriggerVariables = field(default_factory=TriggerVariables)
    _checked: _LastCheck = field(default_factory=_LastCheck, init=False)

    get = finds(TriggerStore.get_trigger, "trigger")  # by id or name
    list = passes_on(TriggerStore.list_triggers)
    occurrences = pages(TriggerStore.list_occurrences)

    async def add(self, draft: Trigger, *, once: IdempotencyKey | None = None) -> Trigger:
        """Create a trigger. Raises: InvalidInput, Conflict (the name is taken)."""
        now = self.clock()
        spec = without_secrets(draft.spec, known=self.secrets)
        made = replace(draft, id=self.new_id("trg"), created_at=now, updated_at=now, spec=spec)
        agent_id = await self._check_references(made)
        valid = checked(replace(made, agent_id=agent_id), now=now, variables=self.variables)
        return await self.store.add_trigger(valid, once=once)

    async def newest(self, workspace: int) -> Mapping[str, Occurrence]:
        """Return the newest occurrence of each trigger, by trigger id."""
        found = await self.store.newest_occurrences(workspace)
        return {occurrence.trigger_id: occurrence for occurrence in found}

    async def health(self, workspace: int, triggers: Sequence[Trigger]) -> Mapping[str, Health]:
        """Return the health of triggers of a workspace, by trigger id."""
        only = triggers[0].id if len(triggers) == 1 else None
        found, now = await self.store.list_activity(workspace, only), self.clock()
        return {
            trigger.id: health_of(trigger, found.get(trigger.id, Activity()), now=now)
            for trigger in triggers
        }

    async def change(
        self, workspace: int, id: str, change: Callable[[Trigger], Trigger]
    ) -> Trigger:
        """Change a trigger; existing runs stay unchanged. Raises: NotFound, InvalidInput."""
        now = self.clock()
        old = await self.get(workspace, id)

        def decide(found: Trigger) -> Trigger:
            new = replace(change(found), version=found.version + 1, updated_at=now)
            spec = without_secrets(new.spec, known=self.secrets)
            new = replace(new, spec=spec, agent_id=agent_id)
            same_times = new.config == found.config and new.enabled == found.enabled
            again = replace(new, resumed_at=now) if new.enabled and not found.enabled else new
            valid = checked(again, now=now, variables=self.variables)
            return replace(valid, next_at=found.next_at) if same_times else valid

        agent_id = await self._check_references(change(old))
        changed = await self.store.change_trigger(workspace, old.id, decide)
        return must_find(changed, f"trigger {id}")

    async def pause(self, workspace: int, id: str, note: str) -> Trigger:
        """Pause a trigger, with a note on why."""
        return await self.change(
            workspace, id, lambda t: replace(t, enabled=False, note=note or None)
        )

    async def resume(self, workspace: int, id: str) -> Trigger:
        """Resume a trigger; occurrences missed while it was paused do not fire."""
        return await self.change(workspace, id, lambda t: replace(t, enabled=True, note=None))

    async def remove(self, workspace: int, id: str) -> None:
        """Delete a trigger; its runs stay. Raises: NotFound."""
        trigger = await self.get(workspace, id)
        await self.store.remove_trigger(workspace, trigger.id)

    async def fire_now(self, workspace: int, id: str, actor: Actor) -> Run:
        """Run a trigger now, regardless of its schedule; the run is attended by `actor`."""
        trigger, now = await self.get(workspace, id), self.clock()
        if not trigger.prompt.strip():
            raise Conflict(f"trigger {trigger.name!r} has no prompt, so it cannot be run manually")
        past = await self.store.trigger_past(trigger)
        run_id = self.new_id("run")
        key = f"now:{run_id}"
        origin = origin_of_run(trigger, _facts(trigger, key, now, past), at=now, by=actor)
        occurrence = Occurrence(
            trigger_id=trigger.id, key=key, at=now, reason="started manually", lane=_lane(trigger)
        )
        request = _request(trigger, origin)
        return await self.runs.start(request, id=run_id, occurrence=occurrence)

    async def fire_due(self) -> datetime | None:
        """Fire the due triggers; any server may. Return when the next one is due."""
        await self._rewind_after_clock_change()
        due = await self.store.list_due(at=self.clock(), limit=DUE_AT_ONCE)
        # Each server has its own order, so that two rarely try the same trigger at the same time.
        mine = sorted(due, key=lambda t: zlib.crc32(f"{self.server}{t.id}".encode()))
        slots = asyncio.Semaphore(AT_A_TIME)
        await complete_all(self._fire_one(trigger, slots) for trigger in mine)
        return await self.store.next_due()

    async def _rewind_after_clock_change(self) -> None:
        """Set schedules back that moved ahead while the clock was wrong.

        This is checked at the start, and whenever the clock has been set back by ten minutes.
        """
        now, last = self.clock(), self._checked.at
        if last is None or now < last - CLOCK_TOLERANCE:
            for trigger in await self.store.list_triggers_written_after(now + CLOCK_TOLERANCE):
                first = time_before_next(trigger, now=now)
                if first is None or not await self.store.rewind_trigger(trigger, first, at=now):
                    continue
                _log.warning("trigger.rewound", trigger=trigger.id, to=first.isoformat())
        self._checked.at = now

    async def _fire_one(self, trigger: Trigger, slots: asyncio.Semaphore) -> None:
        async with slots:
            now = self.clock()
            try:
                for due in plan_due(trigger, now=now):
                    if not await self._take_step(trigger, due, now):
                        return
            except RunwhyError:
                raise
            except Exception as error:  # a failing trigger must not block others
                _log.exception("trigger.plan_failed", trigger=trigger.id)
                note = f"{AUTOMATIC}{type(error).__name__}"
                await self.pause(trigger.workspace, trigger.id, note)

    async def _take_step(self, trigger: Trigger, due: Due, now: datetime) -> bool:
        """Fire or skip one step; False if another server has moved the schedule."""
        if due.reason is not None:
            return await self._skip(trigger, due, now, due.reason)
        past = await self.store.trigger_past(trigger)
        if note := too_many_failures(trigger, past.ended):
            await self._skip(trigger, due, now, note)
            await self.pause(trigger.workspace, trigger.id, note)
            return False
        busy = _earlier(past.busy, due.planned_at)
        if reason := skip_reason(trigger, busy):
            return await self._skip(trigger, due, now, reason)
        if trigger.overlap is Overlap.CANCEL_PREVIOUS:
            for run in busy:
                reason = f"a newer occurrence of {trigger.name} is due"
                await self.runs.cancel(trigger.workspace, run.id, reason=reason)
        return await self._start(trigger, due, now, past)

    async def _start(self, trigger: Trigger, due: Due, now: datetime, past: TriggerPast) -> bool:
        key = planned_key(due.planned_at)
        facts = _facts(trigger, key, due.planned_at, past)
        origin = origin_of_run(trigger, facts, at=now, planned_at=due.planned_at)
        occurrence = Occurrence(
            trigger_id=trigger.id,
            key=key,
            at=now,
            planned_at=due.planned_at,
            moves_to=due.moves_to,
            lane=_lane(trigger),
        )
        try:
            await self.runs.start(_request(trigger, origin), occurrence=occurrence)
        except AlreadyFired:  # by another server, or before the clock was set back
            await self.store.pass_over(occurrence)
            return False
        except Unavailable:
            raise  # the trigger stays due
        except RunwhyError as error:
            _log.warning("trigger.start_failed", trigger=trigger.id, error=error.message)
            return await self._skip(trigger, due, now, f"{CANNOT_START}{readable_reason(error)}")
        return True

    async def _skip(self, trigger: Trigger, due: Due, now: datetime, reason: str) -> bool:
        return await self.store.skip_occurrence(
            Occurrence(
                trigger_id=trigger.id,
                key=planned_key(due.planned_at),
                at=now,
                status=OccurrenceStatus.SKIPPED,
                planned_at=due.planned_at,
                until=due.until if due.count > 1 else None,
                count=due.count,
                reason=reason,
                moves_to=due.moves_to,
            )
        )

    async def _check_references(self, trigger: Trigger) -> str | None:
        """Return the id of its agent, which may be given by name. Raises: InvalidInput."""
        problems, agent = [], None
        named, session = trigger.agent_id, trigger.session_id
        if named and (agent := await self.store.get_agent(trigger.workspace, named)) is None:
            problems.append(Problem("/agentId", f"no agent {named}"))
        if session and await self.store.get_session(trigger.workspace, session) is None:
            problems.append(Problem("/sessionId", f"no session {session}"))
        if problems:
            raise InvalidInput(problems)
        self.runs.check(spec_of_run(trigger))
        return agent.id if agent else trigger.agent_id


def _request(trigger: Trigger, origin: Origin) -> RunRequest:
    return RunRequest(
        workspace=trigger.workspace,
        origin=origin,
        messages=[InputMessage(role="user", text=trigger.prompt)],
        spec=spec_of_run(trigger),
        trigger_tags=trigger.tags,
        agent_id=trigger.agent_id,
        session_id=trigger.session_id,
    )


def _facts(
    trigger: Trigger, key: str, planned_at: datetime, past: TriggerPast
) -> dict[str, str | int | bool | None]:
    if trigger.kind is not TriggerKind.CRON:
        return {}
    facts = cron_facts(
        trigger, key=key, planned_at=planned_at, previous=past.last, missed=past.missed
    )
    return dict(facts)


def readable_reason(error: RunwhyError) -> str:
    """Return the message of an error, without JSON pointers: no request is there to correct."""
    if not isinstance(error, InvalidInput):
        return error.message
    named = (replace(one, field=one.field.strip("/").replace("/", ".")) for one in error.problems)
    return "; ".join(map(str, named))


def _lane(trigger: Trigger) -> str | None:
    return trigger.id if trigger.overlap is Overlap.QUEUE else None


def _earlier(busy: Sequence[PastRun], planned_at: datetime) -> list[PastRun]:
    """Return runs of earlier occurrences; the current one may just have been started elsewhere."""
    return [run for run in busy if run.scheduled_for != planned_at]
