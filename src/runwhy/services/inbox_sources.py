"""The sources of the inbox: one per kind of item, on top of the store."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from runwhy.core.accounts.workspaces import Scope
from runwhy.core.inbox import derive
from runwhy.core.inbox.items import (
    MAX_PER_KIND,
    SHOWN_AFTER_ANSWER,
    SHOWN_FOR,
    InboxItem,
    ItemKind,
)
from runwhy.core.runs.tags import carries
from runwhy.core.triggers.health import Activity, health_of
from runwhy.ports import InboxStore
from runwhy.services.inbox import FindItems, InboxSource, InboxView

SILENT_FOR = 30.0  # seconds without a heartbeat of any server


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreSources:
    """Finds items in the store. The timeouts limit the time to answer."""

    store: InboxStore
    approval_timeout: timedelta
    tool_timeout: timedelta

    def sources(self) -> Sequence[InboxSource]:
        """Return the sources of all kinds of items."""
        triggers = Scope.TRIGGERS_READ
        return (
            _source(self.waiting, ItemKind.APPROVAL, ItemKind.CLIENT_TOOL),
            _source(self.decided, ItemKind.APPROVAL),
            _source(self.crashed, ItemKind.CRASHED_RUN),
            _source(self.idle_queue, ItemKind.NO_WORKER),
            _source(
                self.triggers, ItemKind.FAILING_TRIGGER, ItemKind.PAUSED_TRIGGER, scope=triggers
            ),
            _source(self.deliveries, ItemKind.FAILED_DELIVERY, scope=triggers),
            _source(self.replies, ItemKind.FAILED_DELIVERY, about_runs=True),
            _source(self.budgets, ItemKind.BUDGET),
            _source(self.alerts, ItemKind.ALERT),
        )

    async def waiting(self, view: InboxView) -> Sequence[InboxItem]:
        """Find approvals that wait, and tool calls that no client answers."""
        found = await self.store.list_waiting(view.workspace, limit=MAX_PER_KIND)
        return [
            item
            for waiting in found
            for item in (
                *derive.approval_items(waiting, timeout=self.approval_timeout),
                *derive.client_tool_items(waiting, timeout=self.tool_timeout, now=view.now),
            )
        ]

    async def decided(self, view: InboxView) -> Sequence[InboxItem]:
        """Find approvals that were decided within a day."""
        since = view.now - SHOWN_AFTER_ANSWER
        found = await self.store.list_decided(view.workspace, since=since, limit=MAX_PER_KIND)
        return [derive.decided_item(one) for one in found]

    async def crashed(self, view: InboxView) -> Sequence[InboxItem]:
        """Find runs whose servers died repeatedly."""
        since, limit = view.now - SHOWN_FOR, MAX_PER_KIND
        suspects = await self.store.list_suspects(view.workspace, limit=limit)
        ended = await self.store.list_crashed(view.workspace, since=since, limit=limit)
        return [*map(derive.suspect_item, suspects), *map(derive.crashed_item, ended)]

    async def idle_queue(self, view: InboxView) -> Sequence[InboxItem]:
        """Find out whether runs wait although no server works on the queue."""
        idle = await self.store.find_idle_queue(
            view.workspace, silent_for=SILENT_FOR, at=view.now, limit=MAX_PER_KIND
        )
        if idle is not None and view.within:
            mine = [run for run in idle.runs if carries(run.tagging.tags, view.within)]
            idle = replace(idle, runs=mine, total=len(mine))
        return [derive.idle_queue_item(idle)] if idle is not None and idle.runs else []

    async def triggers(self, view: InboxView) -> Sequence[InboxItem]:
        """Find triggers whose runs fail, and paused ones."""
        found = await self.store.list_triggers(view.workspace)
        if not found:
            return ()
        activity = await self.store.list_activity(view.workspace)
        items = (
            derive.trigger_item(
                trigger, health_of(trigger, activity.get(trigger.id, Activity()), now=view.now)
            )
            for trigger in found
        )
        return [item for item in items if item is not None]

    async def deliveries(self, view: InboxView) -> Sequence[InboxItem]:
        """Find outgoing webhooks whose deliveries were given up."""
        since = view.now - SHOWN_FOR
        found = await self.store.list_failed_deliveries(
            view.workspace, since=since, limit=MAX_PER_KIND
        )
        return [derive.delivery_item(one) for one in found]

    async def replies(self, view: InboxView) -> Sequence[InboxItem]:
        """Find replies that did not reach their chats."""
        since = view.now - SHOWN_FOR
        found = await self.store.list_failed_replies(
            view.workspace, since=since, limit=MAX_PER_KIND
        )
        return [derive.reply_item(one) for one in found]

    async def budgets(self, view: InboxView) -> Sequence[InboxItem]:
        """Find warnings of budgets, and runs that they stopped."""
        since = view.now - SHOWN_FOR
        found = await self.store.list_budget_events(view.workspace, since=since, limit=MAX_PER_KIND)
        return [derive.budget_item(one, now=view.now) for one in found]

    async def alerts(self, view: InboxView) -> Sequence[InboxItem]:
        """Find alerts that fire, or cannot be evaluated."""
        found = await self.store.list_open_alerts(view.workspace, at=view.now, limit=MAX_PER_KIND)
        return [derive.alert_item(one) for one in found]


def _source(
    find: FindItems,
    *kinds: ItemKind,
    scope: Scope = Scope.RUNS_READ,
    about_runs: bool = False,
) -> InboxSource:
    return InboxSource(kinds=frozenset(kinds), find=find, scope=scope, about_runs=about_runs)
