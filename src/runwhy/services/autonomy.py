"""Autonomy: timers of sessions, which start runs when they are due."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import structlog

from runwhy.core.agents.specs import SCHEDULE_FOLLOW_UP
from runwhy.core.context.envelope import utc_text
from runwhy.core.json import JsonObject
from runwhy.core.redaction import redact_text
from runwhy.core.requests.plan import InputMessage, RunRequest
from runwhy.core.runs.origin import Actor, Origin
from runwhy.core.runs.run import Run
from runwhy.core.runs.tags import Tags
from runwhy.core.sessions.autonomy import (
    OTHER,
    TIMER,
    Blocked,
    Policy,
    check_cap,
    known_type,
    policy_of,
    prompt_for,
)
from runwhy.core.sessions.session import Session
from runwhy.core.sessions.timers import (
    BY_CALLER,
    BY_EVALUATOR,
    MAX_REASON,
    NOT_EVALUATED,
    Timer,
    TimerStatus,
    fire_time,
)
from runwhy.errors import InvalidInput, NotFound, Problem, RunwhyError, Unavailable
from runwhy.ports import AlreadyFired, Clock, IdempotencyKey, NewId, TimerStore
from runwhy.services.runs import Runs
from runwhy.services.visible_runs import VisibleRuns
from runwhy.wire.session_bodies import read_follow_up
from runwhy.write_tasks import complete_all

DUE_AT_ONCE = 1000
DEFERRED_FOR = timedelta(seconds=30)  # the end of the session's run comes first, as a rule
AT_A_TIME = 128  # concurrent sessions, which share commits

_log = structlog.get_logger("runwhy.autonomy")


@dataclass(frozen=True, slots=True, kw_only=True)
class Autonomy:
    """Use cases for timers, and the firing of due ones."""

    store: TimerStore
    runs: Runs
    clock: Clock
    new_id: NewId
    secrets: Sequence[str] = field(default=(), repr=False)

    async def policy_of(self, session: Session) -> Policy:
        """Return a session's policy: its agent's, overridden by its own."""
        agent_id = session.spec.agent_id
        agent = await self.store.get_agent(session.workspace, agent_id) if agent_id else None
        return policy_of(agent.spec.autonomy if agent else None, session.autonomy)

    async def add(
        self,
        session: Session,
        *,
        type: str,
        delay: float | None = None,
        fire_at: datetime | None = None,
        reason: str = "",
        key: str | None = None,
        created_by: str = BY_CALLER,
        created_by_run: str | None = None,
        once: IdempotencyKey | None = None,
        newest_run: int | None = None,
    ) -> Timer | None:
        """Schedule a follow-up; a pending one with the same key is replaced.

        Return None if `newest_run` is no longer the newest run of the session. Raises:
        InvalidInput, SessionEnded, Conflict.
        """
        policy, now = await self.policy_of(session), self.clock()
        timer = Timer(
            id=self.new_id("tmr"),
            workspace=session.workspace,
            session_id=session.id,
            type=known_type(type),
            asked_type=type,
            fire_at=fire_time(
                delay=delay,
                fire_at=fire_at,
                now=now,
                least=policy.min_delay_seconds,
                most=policy.max_delay_seconds,
            ),
            created_at=now,
            reason=redact_text(reason, known=self.secrets)[:MAX_REASON],
            key=key,
            created_by=created_by,
            created_by_run=created_by_run,
        )
        return await self.store.add_timer(timer, once=once, newest_run=newest_run)

    async def note_unevaluated(self, session: Session, reply: Run, reason: str) -> None:
        """Record why the evaluator did not run after a reply, once, as a blocked timer.

        Nothing is recorded if the session has a newer run. Raises: NotFound, SessionEnded.
        """
        now = self.clock()
        timer = Timer(
            id=self.new_id("tmr"),
            workspace=session.workspace,
            session_id=session.id,
            type=OTHER,
            asked_type=OTHER,
            fire_at=now,
            created_at=now,
            created_by=BY_EVALUATOR,
            created_by_run=reply.id,
            status=TimerStatus.BLOCKED,
            settled_at=now,
            code=NOT_EVALUATED,
            note=redact_text(reason, known=self.secrets),
        )
        once = IdempotencyKey(route=NOT_EVALUATED, key=reply.id, fingerprint=reply.id)
        await self.store.add_timer(timer, once=once, newest_run=reply.seq)

    async def schedule(self, run: Run, args: JsonObject, *, key: str) -> Timer | None:
        """Schedule a follow-up that an agent requests, once per `key`; None if it is too late.

        Raises: InvalidInput, SessionEnded, Conflict, Blocked (the policy does not allow it).
        """
        session = await self._session_of(run)
        policy = await self.policy_of(session)
        if not policy.enabled:
            raise Blocked("disabled", "autonomy is not enabled in this session")
        check_cap(policy, await self.store.follow_ups(session.id))
        requested = read_follow_up(args)
        digest = hashlib.sha256(key.encode()).hexdigest()
        return await self.add(
            session,
            type=requested.type,
            delay=requested.delay_seconds,
            reason=requested.reason,
            key=requested.key,
            created_by="agent",
            created_by_run=run.id,
            once=IdempotencyKey(route=SCHEDULE_FOLLOW_UP, key=digest, fingerprint=digest),
            newest_run=run.seq,
        )

    async def _session_of(self, run: Run) -> Session:
        found = None
        if run.session_id is not None:
            found = await self.store.get_session(run.workspace, run.session_id)
        if found is None:
            rule = "this run has no session, so a follow-up cannot be scheduled"
            raise InvalidInput([Problem("", rule)])
        return found

    async def list(
        self,
        session: Session,
        within: Tags,
        *,
        status: TimerStatus | None,
        limit: int,
        before: int | None,
    ) -> tuple[Sequence[Timer], int | None]:
        """Return timers that this reader may see, newest first, and the cursor of the next page."""
        visible = VisibleRuns(store=self.store, workspace=session.workspace, within=within)
        found: list[Timer] = []
        while len(found) <= limit:
            some = await self.store.list_timers(
                session.id, status=status, limit=limit + 1, before=before
            )
            found += await visible.choose(some)
            if len(some) <= limit:
                break
            before = some[-1].seq
        page = [await visible.without_others(timer) for timer in found[:limit]]
        return page, page[-1].seq if len(found) > limit else None

    async def get(self, session: Session, id: str, within: Tags) -> Timer:
        """Return the session's timer with this id, if this reader may see it. Raises: NotFound."""
        timer = await self.store.get_timer(session.workspace, session.id, id)
        visible = VisibleRuns(store=self.store, workspace=session.workspace, within=within)
        if timer is None or not await visible.choose([timer]):
            raise NotFound(f"no timer {id}")
        return await visible.without_others(timer)

    async def cancel(self, session: Session, id: str, *, by: str) -> Timer:
        """Cancel a pending timer; one that has fired is unchanged. Raises: NotFound."""
        timer = await self.get(session, id, {})
        note = f"cancelled by {by}"
        settled = await self._settle(timer, TimerStatus.CANCELLED, "cancelled", note)
        return settled or timer

    async def fire_due(self) -> datetime | None:
        """Fire the due timers; any server may. Return when the next one is due."""
        by_session: dict[str, list[Timer]] = {}
        for timer in await self.store.list_due_timers(at=self.clock(), limit=DUE_AT_ONCE):
            by_session.setdefault(timer.session_id, []).append(timer)
        slots = asyncio.Semaphore(AT_A_TIME)
        await complete_all(self._fire_all(due, slots) for due in by_session.values())
        return await self.store.next_timer()

    async def _fire_all(self, due: Sequence[Timer], slots: asyncio.Semaphore) -> None:
        async with slots:
            for (
                timer
            ) in due:  # in sequence: each passes the gate in the state the previous one left
                await self._fire(timer)

    async def _fire(self, timer: Timer) -> Run | None:
        try:
            return await self.runs.start(follow_up(timer, at=self.clock()))
        except AlreadyFired:
            return None
        except Unavailable:
            raise  # the timer stays due
        except Blocked as blocked:
            await self._block(timer, blocked)
        except RunwhyError as error:
            _log.warning("timer.start_failed", timer=timer.id, error=error.message)
            await self._settle(timer, TimerStatus.BLOCKED, "could_not_start", error.message)
        except Exception as error:  # a failing timer must not block others
            _log.exception("timer.fire_failed", timer=timer.id)
            note = type(error).__name__
            await self._settle(timer, TimerStatus.BLOCKED, "could_not_start", note)
        return None

    async def _block(self, timer: Timer, blocked: Blocked) -> None:
        """Store why a timer does not fire now; a deferred one stays pending."""
        if blocked.defer:
            to = self.clock() + DEFERRED_FOR
            await self.store.defer_timer(timer, to, code=blocked.code, note=blocked.note)
        else:
            await self._settle(timer, TimerStatus.BLOCKED, blocked.code, blocked.note)

    async def _settle(
        self, timer: Timer, status: TimerStatus, code: str, note: str
    ) -> Timer | None:
        at = self.clock()
        return await self.store.settle_timer(timer, status, code=code, note=note, at=at)


def follow_up(timer: Timer, *, at: datetime) -> RunRequest:
    """Return the run request of a timer. Its reason is a fact in the envelope, not a message."""
    facts = {
        "timer_id": timer.id,
        "trigger_name": timer.type,
        "trigger_type": timer.type,
        "trigger_reason": timer.reason,
        "scheduled_for_utc": utc_text(timer.fire_at),
    }
    return RunRequest(
        workspace=timer.workspace,
        origin=Origin(
            trigger=TIMER,
            trigger_id=timer.id,
            trigger_name=timer.type,
            actor=Actor(kind="system", id=timer.id, name=TIMER),
            attended=False,
            requested_at=at,
            scheduled_for=timer.fire_at,
            facts={name: value for name, value in facts.items() if value},
        ),
        messages=[InputMessage(role="user", text=prompt_for(timer.type))],
        session_id=timer.session_id,
        synthetic=True,
        trigger_type=timer.type,
        trigger_reason=timer.reason or None,
        timer_id=timer.id,
        scheduled_by_run=timer.created_by_run,
    )
