"""The evaluator: after a reply, a model may propose the next follow-up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import structlog

from runwhy.core.agent_spec import AgentSpec
from runwhy.core.requests.plan import SUBTASK, InputMessage, RunRequest
from runwhy.core.runs.log import Turn
from runwhy.core.runs.origin import Actor, Origin
from runwhy.core.runs.run import Run, Status
from runwhy.core.runs.tags import Override
from runwhy.core.sessions.autonomy import (
    EVALUATES,
    PROPOSAL_SCHEMA,
    Blocked,
    Policy,
    check_cap,
    evaluates,
    evaluator_prompt,
    evaluator_task,
    read_proposal,
)
from runwhy.core.sessions.session import Session, SessionStatus
from runwhy.core.sessions.timers import BY_EVALUATOR, TimerStatus
from runwhy.core.views import user_view
from runwhy.errors import NotFound, RunwhyError, Unavailable
from runwhy.ports import Clock, IdempotencyKey, TimerStore
from runwhy.services.autonomy import Autonomy
from runwhy.services.runs import Runs

KEY = BY_EVALUATOR  # a newer proposal replaces an older one

_log = structlog.get_logger("runwhy.evaluator")


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluator:
    """Evaluates each reply in a separate run, and applies the proposal when that run has ended.

    It may be notified of a run more than once; it evaluates once and applies a proposal once.
    """

    store: TimerStore
    runs: Runs
    autonomy: Autonomy
    clock: Clock

    async def ended(self, run: Run) -> None:
        """Handle an ended run: evaluate a reply, or apply the proposal of an evaluator's run."""
        if run.status is not Status.SUCCEEDED:
            return
        if evaluates(run):
            await self._take(run)
        elif run.session_id is not None:
            await self._ask(run, run.session_id)

    async def _ask(self, run: Run, session_id: str) -> None:
        """Start the evaluator's run, unless its answer could not be used."""
        session = await self.store.get_session(run.workspace, session_id)
        policy = await self._open_policy(session)
        if session is None or policy is None or policy.evaluator is None:
            return
        if await self.store.list_timers(session_id, status=TimerStatus.PENDING, limit=1):
            return  # a follow-up is already pending
        turns = await self.store.list_turns(session_id)
        if not turns or turns[-1].run_id != run.id:
            return  # the session has a newer run, or was erased
        messages = user_view(turns)
        task = evaluator_task([(message.part.role, message.part.text) for message in messages])
        request = self._request(run, policy, task, _tags_of_some(run, turns))
        try:
            await self.runs.start(request, once=_once(run))
        except (Unavailable, NotFound):
            raise  # it is tried again, or the reply was erased
        except RunwhyError as error:
            _log.warning("evaluator.start_failed", run=run.id, error=error.message)
            await self.autonomy.note_unevaluated(session, run, error.message)

    async def _open_policy(self, session: Session | None) -> Policy | None:
        """Return the policy if it allows one more follow-up."""
        if session is None or session.status is SessionStatus.ENDED:
            return None
        policy = await self.autonomy.policy_of(session)
        try:
            check_cap(policy, await self.store.follow_ups(session.id))
        except Blocked:
            return None
        return policy if policy.enabled else None

    def _request(self, run: Run, policy: Policy, task: str, hidden: Override) -> RunRequest:
        return RunRequest(
            workspace=run.workspace,
            origin=Origin(
                trigger=SUBTASK,
                actor=Actor(kind="system", name=KEY),
                attended=False,
                requested_at=self.clock(),
                facts={EVALUATES: run.id},
            ),
            messages=[InputMessage(role="user", text=task)],
            spec=AgentSpec(
                name=KEY,
                system_prompt=evaluator_prompt(policy),
                model_id=policy.evaluator,
                output_schema=PROPOSAL_SCHEMA,
            ),
            parent_run_id=run.id,
            tags=hidden,
        )

    async def _take(self, run: Run) -> None:
        reply = await self.store.get_run(run.workspace, str(run.parent_run_id))
        if reply is None or reply.session_id is None:
            return
        session = await self.store.get_session(run.workspace, reply.session_id)
        policy = await self._open_policy(session)
        proposal = read_proposal(run.final_text, policy) if policy is not None else None
        if session is None or proposal is None:
            _log.debug("evaluator.no_proposal", run=run.id)
            return
        await self.autonomy.add(
            session,
            type=proposal.type,
            delay=proposal.delay_seconds,
            reason=proposal.reason,
            key=KEY,
            created_by=BY_EVALUATOR,
            created_by_run=reply.id,
            once=_once(run),
            newest_run=reply.seq,
        )


def _tags_of_some(run: Run, turns: Sequence[Turn]) -> Override:
    """Remove the tags that not all runs of the conversation have.

    The evaluator's run quotes every run of the session, so its readers must be allowed to see each.
    """
    mine = run.tagging.tags.items()
    return {key: None for key, value in mine if any(t.tags.get(key) != value for t in turns)}


def _once(run: Run) -> IdempotencyKey:
    return IdempotencyKey(route=KEY, key=run.id, fingerprint=run.id)
