"""Coding agents: options of a run, the agent's own session, and approvals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Literal

from runwhy.core.json import JsonObject
from runwhy.core.runs.events import NewEvent
from runwhy.core.runs.run import ModelUsed, Outcome, Tokens
from runwhy.core.runs.tags import Tags
from runwhy.core.runs.usage import Usage, usage_of, used

Approvals = Literal["ask", "deny", "allow"]
Decision = Literal["approve", "approve_for_run", "deny"]

APPROVALS: tuple[Approvals, ...] = ("ask", "deny", "allow")


@dataclass(frozen=True, slots=True, kw_only=True)
class CodingOptions:
    """Options of a run for its coding agent (`executorOptions`).

    `approvals` decides what happens to actions that the agent's own rules do not allow: ask a
    person, deny, or allow. `resume` is the agent's own session id; with `fork`, that session stays
    unchanged. With `after`, a run waits for the active run of the session to resume.
    """

    cwd: str | None = None
    approvals: Approvals = "ask"
    allowed_tools: tuple[str, ...] = ()
    resume: str | None = None
    fork: bool = False
    after: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentSession:
    """The agent's own session behind a run: its id for resuming, and where it works.

    `used` is what the agent has reported about its model calls so far in this run.
    """

    agent: str
    agent_session: str | None = None
    cwd: str | None = None
    branch: str | None = None
    model: str | None = None
    used: Usage | None = None


def with_reported_usage(outcome: Outcome, session: AgentSession) -> Outcome:
    """Return the outcome, with the usage and model that the agent reported if it has no total."""
    has_total = outcome.tokens != Tokens() or outcome.cost.picos is not None
    if session.used is None or has_total:
        return outcome
    model = outcome.model or agent_model(session.agent, session.model)
    return replace(used(outcome, session.used + usage_of(outcome)), model=model)


def agent_model(agent: str, model: str | None) -> ModelUsed | None:
    """Return the model that a coding agent says it uses, if it does."""
    return None if model is None else ModelUsed(id=model, provider=agent, vendor_model_id=model)


@dataclass(frozen=True, slots=True, kw_only=True)
class Approval:
    """An action of an agent that a person must allow or deny; undecided until then.

    `approve_for_run` also allows covered actions later in the same run, but not in other runs.
    """

    id: str
    asked: JsonObject  # the tool, its action, and its entry
    asked_at: datetime
    decision: Decision | None = None
    reason: str | None = None
    decided_by: str | None = None
    decided_at: datetime | None = None

    def within(self, tags: Tags) -> Approval:
        """Return the approval for a reader limited to tags: without the budget that asks."""
        if not tags or self.asked.get("tool") != "budget":
            return self
        return replace(self, id="", asked={**self.asked, "input": {}})

    @property
    def timeout(self) -> timedelta | None:
        """How long the worker of the request waits, if it is recorded."""
        seconds = self.asked.get("timeoutSeconds")
        return timedelta(seconds=seconds) if isinstance(seconds, int | float) else None

    @property
    def allowed(self) -> bool:
        """Whether the agent may do it, once or for the whole run."""
        return self.decision in ("approve", "approve_for_run")

    def covers(self, other: Approval) -> bool:
        """Whether the decision also holds for another request of the same run.

        That needs the same tool and the same input; different inputs may have the same title.
        An agent may have a wider rule.
        """
        given = self.asked.get("input")
        named = isinstance(given, Mapping) and set(given) - {"title"}
        same = (self.asked.get(name) == other.asked.get(name) for name in ("tool", "input"))
        return self.decision == "approve_for_run" and bool(named) and all(same)


def decision_event(decided: Approval) -> NewEvent:
    """Return the event of a decision."""
    data = {
        "approvalId": decided.id,
        "decision": decided.decision,
        "reason": decided.reason,
        "by": decided.decided_by,
    }
    return NewEvent(type="approval_decision", data=data)


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryBatch:
    """New output of an agent: transcript changes (wire form), its own session, and approvals."""

    changes: Sequence[JsonObject] = ()
    session: AgentSession | None = None
    approvals: Sequence[Approval] = field(default=())
