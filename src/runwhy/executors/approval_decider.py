"""Decisions about actions of coding agents: by the run's options, or by a person."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import cast

from runwhy.core.agents.coding_agents import Approval, Approvals, EntryBatch, decision_event
from runwhy.core.agents.entry_limits import bound_entry
from runwhy.core.durations import render_duration
from runwhy.core.json import JsonObject
from runwhy.core.redaction import redact_json
from runwhy.ports import Clock, Journal, Progress

FOR_RUN = "the same request was allowed for this run"
NOT_BY_OPTIONS = "the run's options deny every approval"


@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovalDecider:
    """Decides the approvals of one run. Its agent starts once, so no decision has to be stored."""

    journal: Journal
    approvals: Approvals
    clock: Clock
    timeout: timedelta
    known_secrets: tuple[str, ...]
    _for_run: list[Approval] = field(default_factory=list, init=False)

    async def decide(self, request: Approval) -> Approval:
        """Return the request with its decision. Without one in time, it is denied."""
        if self.approvals == "allow":
            return replace(request, decision="approve", decided_by="run options")
        if self.approvals == "deny":
            return replace(request, decision="deny", reason=NOT_BY_OPTIONS)
        shown = replace(request, asked=await asyncio.to_thread(self._redact, request.asked))
        if earlier := next((one for one in self._for_run if one.covers(request)), None):
            return await self._repeat(earlier, shown)
        decided = await self.journal.request_approval(shown, timeout=self.timeout)
        await self.journal.resume()
        if decided.decision is None:
            reason = f"no decision within {render_duration(self.timeout)}"
            return replace(decided, decision="deny", reason=reason)
        if decided.decision == "approve_for_run":
            self._for_run.append(replace(decided, asked=request.asked))
        return decided

    async def _repeat(self, earlier: Approval, request: Approval) -> Approval:
        """Record a request that an earlier decision of this run covers, with its decision."""
        decided = replace(
            request,
            decision="approve",
            reason=FOR_RUN,
            decided_by=earlier.decided_by,
            decided_at=self.clock(),
        )
        batch = EntryBatch(approvals=[decided])
        await self.journal.append(Progress(events=[decision_event(decided)], batch=batch))
        return decided

    def _redact(self, request: JsonObject) -> JsonObject:
        """Return the details of a request within the limits, without secrets."""
        details = bound_entry({**request, "timeoutSeconds": self.timeout.total_seconds()})
        return cast(JsonObject, redact_json(details, known=self.known_secrets))  # type: ignore[arg-type]
