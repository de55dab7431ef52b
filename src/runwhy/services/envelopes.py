"""Envelopes: the one a run had, or a preview for a request."""

from __future__ import annotations

from dataclasses import dataclass

from runwhy.core.agent_spec import NO_SPEC
from runwhy.core.context.briefing import BriefingSettings, envelope_for, facts_of
from runwhy.core.context.compaction import shown_within
from runwhy.core.context.envelope_sources import ShownEnvelope, sources_of
from runwhy.core.requests.plan import PlanInputs, RunRequest, plan_run
from runwhy.core.runs.log import PartKind
from runwhy.core.runs.run import Run
from runwhy.core.runs.tags import Tags
from runwhy.errors import InvalidInput, Problem
from runwhy.ports import Clock, ConversationStore
from runwhy.services.operations import must_find
from runwhy.services.runs import ANYTHING, Runs
from runwhy.wire.specs import resolve_spec

NO_RUN = "run_" + "0" * 26  # as long as a real id


@dataclass(frozen=True, slots=True, kw_only=True)
class Envelopes:
    """Shows people the envelopes of runs."""

    store: ConversationStore
    runs: Runs
    clock: Clock
    settings: BriefingSettings

    async def of_run(self, run: Run, within: Tags = ANYTHING) -> ShownEnvelope:
        """Return the envelope of a run; a preview if it has not started.

        A reader limited to tags does not see its budgets.
        """
        parts = shown_within(await self.store.list_parts(run.id), within)
        text = next((part.text for part in parts if part.kind is PartKind.ENVELOPE), None)
        if text is None or run.envelope is None:
            return self._planned(run, run_id=run.id)
        return ShownEnvelope(
            run_id=run.id,
            written=True,
            text=text,
            facts=run.envelope,
            sources=sources_of(text, run),
        )

    async def of_request(self, request: RunRequest) -> ShownEnvelope:
        """Preview the envelope of a request; nothing is stored.

        Raises: InvalidInput, InvalidModel, NotFound, SessionEnded.
        """
        self.runs.check(request.spec)
        inputs = await self._plan_inputs(request)
        plan = plan_run(request, inputs, id=NO_RUN, at=self.clock())
        return self._planned(plan.run, run_id=None)

    def _planned(self, run: Run, *, run_id: str | None) -> ShownEnvelope:
        spec = resolve_spec(run.spec)
        made, text = envelope_for(run, spec, at=self.clock(), seal="", settings=self.settings)
        return ShownEnvelope(
            run_id=run_id,
            written=False,
            text=text,
            facts=facts_of(made, text),
            sources=sources_of(text, run),
        )

    async def _plan_inputs(self, request: RunRequest) -> PlanInputs:
        mine = request.workspace
        session = parent = agent = None
        if request.session_id is not None:
            found = await self.store.get_session(mine, request.session_id)
            session = must_find(found, f"session {request.session_id}")
        agent_id = request.agent_id or (session.spec.agent_id if session else None)
        if agent_id:
            agent = await self.store.get_agent(mine, agent_id)
            if agent is None:
                raise InvalidInput([Problem("/agentId", f"no agent {agent_id}")])
        if request.parent_run_id is not None:
            parent = await self.store.get_run(mine, request.parent_run_id)
            if parent is None:
                raise InvalidInput([Problem("/parentRunId", f"no run {request.parent_run_id}")])
        return PlanInputs(
            session=session,
            agent_spec=agent.spec if agent else NO_SPEC,
            agent_id=agent.id if agent else None,
            agent_version=agent.version if agent else None,
            parent=parent,
        )
