"""Coding agents: options of a run, the agent's own session, and approvals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Literal

from runwhy.core.json import JsonObject
from runwhy.core.runs.events import NewEvent
from runwhy.core.runs.tags import Tags

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
    """The agent's own session behind a run: its id for resuming, and where it works."""

    agent: str
    agent_session: str | None = None
    cwd: str | None = None
    branch: str | None = None
    model: str | None = None


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
