"""Findings of the store for the inbox; `core.inbox.derive` turns them into items."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from runwhy.core.agents.coding_agents import Approval
from runwhy.core.alerts.alert import Alert, AlertState
from runwhy.core.budgets.budget import Action, Budget
from runwhy.core.runs.log import ToolCall
from runwhy.core.runs.run import Run


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingRun:
    """A run that waits: for decisions about `approvals`, or for results of `calls`."""

    run: Run
    approvals: Sequence[Approval] = ()
    calls: Sequence[ToolCall] = ()
    called_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DecidedApproval:
    """An approval that was decided, and its run."""

    run: Run
    approval: Approval


@dataclass(frozen=True, slots=True, kw_only=True)
class SuspectRun:
    """A run whose server died while it executed the run; it is tried again."""

    run: Run
    crashes: int
    next_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class FailedDeliveries:
    """Deliveries of an outgoing webhook that were given up, since the last dismissal if any."""

    subscription_id: str
    name: str
    url: str
    count: int
    first_at: datetime
    last_at: datetime
    last_error: str | None
    last_status: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class BudgetEvents:
    """The actions of a budget in one of its periods: warnings at a threshold, or stopped runs."""

    budget: Budget
    scope: str
    action: Action
    percent: int
    count: int
    used: int  # when it happened last
    first_at: datetime
    last_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenAlert:
    """An alert that fires or cannot be evaluated, and its state."""

    alert: Alert
    state: AlertState


@dataclass(frozen=True, slots=True, kw_only=True)
class FailedReply:
    """A reply that did not reach its chat."""

    run: Run
    trigger_id: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class IdleQueue:
    """Runs that wait although no server works on their pools. `runs` are the oldest.

    `pools` are their pools if other pools have workers; empty if no server works at all.
    """

    runs: Sequence[Run]
    total: int
    pools: Sequence[str] = ()
