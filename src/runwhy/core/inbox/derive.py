"""Items derived from what the store finds: pure functions, one per kind of item."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from runwhy.core.agents.approval_text import agent_name, summarize
from runwhy.core.agents.coding_agents import Approval
from runwhy.core.alerts.alert import AlertStatus
from runwhy.core.alerts.alert import required_tags as required_alert_tags
from runwhy.core.alerts.notices import condition_text, title_text
from runwhy.core.budgets.budget import Action, Budget, Usage, required_tags
from runwhy.core.budgets.notices import BUDGET_TOOL
from runwhy.core.budgets.periods import Period, window_at
from runwhy.core.budgets.reservation import amount_text, used_text
from runwhy.core.display_text import cut
from runwhy.core.inbox.findings import (
    BudgetEvents,
    DecidedApproval,
    FailedDeliveries,
    FailedReply,
    IdleQueue,
    OpenAlert,
    SuspectRun,
    WaitingRun,
)
from runwhy.core.inbox.items import InboxItem, ItemAction, ItemAnswer, ItemKind
from runwhy.core.runs.origin_line import origin_line
from runwhy.core.runs.run import Run, is_terminal
from runwhy.core.runs.tags import Tags
from runwhy.core.triggers.health import Health, HealthState
from runwhy.core.triggers.trigger import AUTOMATIC, Trigger

CLIENT_PATIENCE = timedelta(seconds=30)  # a client that is connected answers sooner
MAX_TITLE = 300
BUDGET_DENIED = "The run ends with `budget_exceeded`."
DECISIONS = (ItemAction.APPROVE, ItemAction.APPROVE_FOR_RUN, ItemAction.DENY)


def item_id(kind: ItemKind, *of: str) -> str:
    """Return the id of an item, which is the same each time the item is derived."""
    return ":".join((kind, *of))


def approval_items(waiting: WaitingRun, *, timeout: timedelta) -> Iterator[InboxItem]:
    """Return the requests of a coding agent that wait for a decision."""
    for approval in waiting.approvals:
        yield _approval_item(waiting.run, approval, timeout)


def _approval_item(run: Run, approval: Approval, timeout: timedelta) -> InboxItem:
    return InboxItem(
        id=item_id(ItemKind.APPROVAL, run.id, approval.id),
        kind=ItemKind.APPROVAL,
        title=cut(f"{agent_name(run.executor)} wants to {summarize(approval.asked)}", MAX_TITLE),
        why=origin_line(run),
        since=approval.asked_at,
        changed_at=approval.asked_at,
        actions=DECISIONS,
        otherwise=BUDGET_DENIED
        if approval.asked.get("tool") == BUDGET_TOOL
        else "The request is denied, and the agent continues without it.",
        deadline=approval.asked_at + (timeout if approval.timeout is None else approval.timeout),
        run_id=run.id,
        trigger_id=run.origin.trigger_id,
        approval_id=approval.id,
        asked=approval.asked,
        tags=run.tagging.tags,
    )


def item_within(item: InboxItem, tags: Tags) -> InboxItem:
    """Return an item for a reader limited to tags: without the budget that asks."""
    asked = item.asked
    if not tags or asked is None or asked.get("tool") != BUDGET_TOOL:
        return item
    return replace(
        item,
        id=item_id(item.kind, item.run_id or ""),
        title="A run wants to continue over a budget",
        approval_id=None,
        asked={**asked, "input": {}},
    )


def decided_item(decided: DecidedApproval) -> InboxItem:
    """Return a request that was decided."""
    run, approval = decided.run, decided.approval
    answer = ItemAnswer(
        action=approval.decision or "",
        by=approval.decided_by or "unknown",
        at=approval.decided_at or approval.asked_at,
        reason=approval.reason,
    )
    asked = _approval_item(run, approval, timedelta())
    title = cut(f"{agent_name(run.executor)} wanted to {summarize(approval.asked)}", MAX_TITLE)
    return replace(asked, title=title, actions=(), otherwise="", deadline=None, answer=answer)


def client_tool_items(
    waiting: WaitingRun, *, timeout: timedelta, now: datetime
) -> Iterator[InboxItem]:
    """Return the tool calls that no client has answered for a while."""
    run, since = waiting.run, waiting.called_at
    if since is None or now - since < CLIENT_PATIENCE:
        return
    for call in waiting.calls:
        yield InboxItem(
            id=item_id(ItemKind.CLIENT_TOOL, run.id, call.id),
            kind=ItemKind.CLIENT_TOOL,
            title=f"No client has answered the call of {cut(call.name, MAX_TITLE)}",
            why=origin_line(run),
            since=since,
            changed_at=since,
            actions=(ItemAction.CANCEL_RUN, ItemAction.DISMISS),
            otherwise="The run fails. Connect the client that has this tool, or cancel the run.",
            deadline=since + timeout,
            run_id=run.id,
            trigger_id=run.origin.trigger_id,
            asked={"tool": call.name, "input": call.args},
            tags=run.tagging.tags,
        )


def suspect_item(suspect: SuspectRun) -> InboxItem:
    """Return a run that ended its server more than once and is tried again."""
    run = suspect.run
    since = run.started_at or run.created_at
    return InboxItem(
        id=item_id(ItemKind.CRASHED_RUN, run.id),
        kind=ItemKind.CRASHED_RUN,
        title=f"The server died {_times(suspect.crashes)} while it executed this run",
        why=origin_line(run),
        since=since,
        changed_at=since,
        actions=(ItemAction.CANCEL_RUN, ItemAction.DISMISS),
        otherwise="The run is retried automatically, and fails if the server dies again.",
        run_id=run.id,
        trigger_id=run.origin.trigger_id,
        tags=run.tagging.tags,
    )


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def crashed_item(run: Run) -> InboxItem:
    """Return a run that is not tried again, because its server died too often."""
    since = run.finished_at or run.created_at
    reason = run.failure_reason or "the run crashed repeatedly"
    return InboxItem(
        id=item_id(ItemKind.CRASHED_RUN, run.id),
        kind=ItemKind.CRASHED_RUN,
        title=cut(reason[0].upper() + reason[1:], MAX_TITLE),
        why=origin_line(run),
        since=since,
        changed_at=since,
        actions=(ItemAction.RERUN, ItemAction.DISMISS),
        otherwise="The run stays failed.",
        run_id=run.id,
        trigger_id=run.origin.trigger_id,
        tags=run.tagging.tags,
    )


def idle_queue_item(idle: IdleQueue) -> InboxItem:
    """Return the item that no server works on some runs; `idle.runs` are not empty."""
    first, count = idle.runs[0], idle.total
    waits = "1 run waits" if count == 1 else f"{count} runs wait"
    return InboxItem(
        id=item_id(ItemKind.NO_WORKER),
        kind=ItemKind.NO_WORKER,
        title=cut(f"{waits}, and {_without_workers(idle.pools)}", MAX_TITLE),
        why=f"The oldest: {origin_line(first)}",
        since=first.created_at,
        changed_at=first.created_at,
        actions=(),
        otherwise=_until_a_worker(idle.pools),
        run_id=first.id,
        tags=first.tagging.tags,
    )


def _without_workers(pools: Sequence[str]) -> str:
    if not pools:
        return "no server works on the queue"
    names = " and ".join(filter(None, [", ".join(pools[:-1]), pools[-1]]))
    return (
        f"the pool {names} has no worker"
        if len(pools) == 1
        else f"the pools {names} have no worker"
    )


def _until_a_worker(pools: Sequence[str]) -> str:
    if not pools:
        return "The runs wait until a server with workers starts. Check with `runwhy doctor`."
    options = " ".join(f"--pool {pool}" for pool in pools)
    return (
        f"The runs wait until a worker starts: run `runwhy worker {options}`, or add "
        f"{', '.join(pools)} to RUNWHY_WORKER_POOLS of a server."
    )


def trigger_item(trigger: Trigger, health: Health) -> InboxItem | None:
    """Return the item of a trigger whose runs fail or cannot start, or that is paused."""
    if health.state is HealthState.PAUSED:
        return _paused_item(trigger, health)
    return _failing_item(trigger, health) if health.state is HealthState.FAILING else None


def _paused_item(trigger: Trigger, health: Health) -> InboxItem:
    reason = (trigger.note or "").removeprefix(AUTOMATIC)
    note = f": {cut(reason, MAX_TITLE)}" if reason else ""
    return InboxItem(
        id=item_id(ItemKind.PAUSED_TRIGGER, trigger.id),
        kind=ItemKind.PAUSED_TRIGGER,
        title=f"{cut(trigger.name, MAX_TITLE)} is paused{note}",
        why=_trigger_line(trigger),
        since=trigger.updated_at,
        changed_at=trigger.updated_at,
        actions=(ItemAction.RESUME_TRIGGER, ItemAction.DISMISS),
        otherwise="It starts no runs until it is resumed.",
        run_id=health.recent[0].id if health.failure_streak else None,
        trigger_id=trigger.id,
        tags=trigger.tags,
    )


def _failing_item(trigger: Trigger, health: Health) -> InboxItem:
    ended = [run for run in health.recent if is_terminal(run.status)]
    streak = ended[: health.failure_streak]
    if health.start_error is not None:
        newest, since = None, health.blocked_since or trigger.updated_at
        title = f"{trigger.name} cannot start runs: {health.start_error}"
    else:
        newest, since = streak[0], streak[-1].finished_at or streak[-1].created_at
        times = "The last run" if len(streak) == 1 else f"The last {len(streak)} runs"
        reason = f": {newest.reason}" if newest.reason else ""
        title = f"{times} of {trigger.name} failed{reason}"
    return InboxItem(
        id=item_id(ItemKind.FAILING_TRIGGER, trigger.id),
        kind=ItemKind.FAILING_TRIGGER,
        title=cut(title, MAX_TITLE),
        why=_trigger_line(trigger),
        since=since,
        changed_at=since,
        actions=(ItemAction.RERUN, ItemAction.DISMISS) if newest else (ItemAction.DISMISS,),
        otherwise=_pauses_after(trigger, len(streak))
        if newest
        else "The schedule tries again at each planned time.",
        run_id=newest.id if newest else None,
        trigger_id=trigger.id,
        tags=trigger.tags,
    )


def _pauses_after(trigger: Trigger, failures: int) -> str:
    if trigger.config.schedule is None:
        return "It keeps starting runs."
    if not trigger.pause_after:
        return "The schedule continues."
    left = trigger.pause_after - failures
    if left <= 0:
        return "The schedule pauses at its next planned time."
    more = "1 more failure" if left == 1 else f"{left} more failures"
    return f"The schedule pauses after {more} in a row."


def _trigger_line(trigger: Trigger) -> str:
    schedule = trigger.config.schedule
    when = f"{schedule} {trigger.config.timezone or 'UTC'}" if schedule else ""
    by = f"set up by {cut(trigger.created_by, MAX_TITLE)}" if trigger.created_by else ""
    kind = "schedule" if schedule else trigger.kind.value
    return " · ".join(part for part in (f"{kind} {trigger.name}", when, by) if part)


def delivery_item(failed: FailedDeliveries) -> InboxItem:
    """Return the deliveries of an outgoing webhook that were given up."""
    name = cut(failed.name or failed.url, MAX_TITLE)
    count = "1 delivery" if failed.count == 1 else f"{failed.count} deliveries"
    reason = failed.last_error or (failed.last_status and f"returned HTTP {failed.last_status}")
    return InboxItem(
        id=item_id(ItemKind.FAILED_DELIVERY, failed.subscription_id),
        kind=ItemKind.FAILED_DELIVERY,
        title=cut(f"{count} to {name} failed: {reason or 'no response'}", MAX_TITLE),
        why=f"outgoing webhook to {cut(failed.url, MAX_TITLE)}",
        since=failed.first_at,
        changed_at=failed.last_at,
        actions=(ItemAction.DISMISS,),
        otherwise="The deliveries are not sent again. Replay them on the webhook's page.",
        subject_id=failed.subscription_id,
    )


def budget_item(found: BudgetEvents, *, now: datetime) -> InboxItem:
    """Return the item of a budget: a warning, or the runs that it stopped."""
    budget = found.budget
    usage = Usage(used=found.used)
    if found.action is Action.WARN:
        title = f"{found.percent} % of the budget {budget.name} is used"
    else:
        runs = "1 run" if found.count == 1 else f"{found.count} runs"
        title = f"The budget {budget.name} stopped {runs}"
    return InboxItem(
        id=item_id(ItemKind.BUDGET, budget.id, found.scope, found.action, str(found.percent)),
        kind=ItemKind.BUDGET,
        title=cut(title, MAX_TITLE),
        why=f"{used_text(budget, usage)} · {budget.query or 'all runs'}",
        since=found.first_at,
        changed_at=found.last_at,
        actions=(ItemAction.DISMISS,),
        otherwise=_budget_outlook(found, now),
        subject_id=budget.id,
        tags=required_tags(budget),
    )


def alert_item(found: OpenAlert) -> InboxItem:
    """Return an alert that fires, or that cannot be evaluated."""
    alert, state = found.alert, found.state
    is_firing = state.status is AlertStatus.FIRING
    return InboxItem(
        id=item_id(ItemKind.ALERT, alert.id),
        kind=ItemKind.ALERT,
        title=cut(title_text(alert, state), MAX_TITLE),
        why=cut(f"{condition_text(alert)} · {alert.query or 'all runs'}", MAX_TITLE),
        since=state.since,
        changed_at=state.since,
        actions=(ItemAction.DISMISS,),
        otherwise="The item closes when the alert is resolved."
        if is_firing
        else "No notifications are sent until the alert is changed.",
        trigger_id=alert.schedule,
        subject_id=alert.id,
        tags=required_alert_tags(alert),
        told=frozenset(each.id for each in alert.recipients if each.id is not None),
    )


def _budget_outlook(found: BudgetEvents, now: datetime) -> str:
    budget, period = found.budget, found.budget.period
    if period.is_timed and window_at(period, budget.timezone, found.first_at).end <= now:
        return "The budget has been reset since then."
    if found.action is Action.WARN:
        return _next_action(budget)
    if period.is_timed:
        return "Further runs are stopped until the budget resets or its limit is raised."
    if period is Period.FOREVER:
        return "Further runs are stopped until the limit is raised."
    return f"Each {period} is stopped at the limit until it is raised."


def _next_action(budget: Budget) -> str:
    for action, effect in _BUDGET_EFFECTS.items():
        if (level := budget.level(action)) is not None:
            return f"At {amount_text(budget.measure, level)}, {effect}."
    return "Nothing is stopped."


_BUDGET_EFFECTS = {
    Action.STOP: "runs are stopped",
    Action.REFUSE: "new runs are refused",
    Action.ASK: "runs need an approval to continue",
}


def reply_item(failed: FailedReply) -> InboxItem:
    """Return a reply that did not reach its chat."""
    run = failed.run
    error = run.delivery.error if run.delivery is not None else None
    return InboxItem(
        id=item_id(ItemKind.FAILED_DELIVERY, run.id),
        kind=ItemKind.FAILED_DELIVERY,
        title=cut(f"A reply did not reach its chat: {error or 'unknown reason'}", MAX_TITLE),
        why=origin_line(run),
        since=failed.at,
        changed_at=failed.at,
        actions=(ItemAction.DISMISS,),
        otherwise="The reply is not sent again. It is in the run.",
        run_id=run.id,
        trigger_id=failed.trigger_id,
        tags=run.tagging.tags,
    )


def open_items(items: Sequence[InboxItem]) -> int:
    """Return how many items wait for a person."""
    return sum(item.is_open for item in items)
