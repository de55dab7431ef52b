"""Alerts: use cases for defining them, their states, and previews on past runs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from runwhy.core.alerts.alert import (
    Alert,
    AlertMeasure,
    AlertState,
    AlertStatus,
    Comparison,
    Recipient,
    RecipientKind,
    check_alert,
    counts_at_creation,
    is_within,
    parse_alert_query,
)
from runwhy.core.alerts.preview import (
    MAX_PREVIEWED,
    MAX_RUNS,
    PREVIEWED,
    Preview,
    preview_absence,
    preview_approvals,
    preview_window,
)
from runwhy.core.alerts.templates import schedule_query
from runwhy.core.alerts.window import RollingWindow
from runwhy.core.runs.tags import Tags
from runwhy.core.triggers.trigger import Trigger, TriggerKind
from runwhy.errors import InvalidInput, Problem
from runwhy.ports import AlertStore, Clock, IdempotencyKey, NewId
from runwhy.services.alert_changes import AlertChanges
from runwhy.services.operations import must_find, pages

_RESOLVED = ("schedule", "query", "recipients")
_DEFINITION = ("query", "measure", "schedule", "window", "enabled")


@dataclass(frozen=True, slots=True, kw_only=True)
class Alerts:
    """Use cases for alerts. Readers limited to tags see only alerts about runs with these tags."""

    store: AlertStore
    clock: Clock
    new_id: NewId
    changes: AlertChanges

    events = pages(AlertStore.list_alert_events)

    async def add(self, draft: Alert, *, once: IdempotencyKey | None = None) -> Alert:
        """Create an alert. Raises: InvalidInput, Conflict."""
        now = self.clock()
        made = replace(
            await self._resolved(draft),
            id=self.new_id("alr"),
            created_at=now,
            updated_at=now,
            watched_from=now,
        )
        check_alert(made, now=now)
        await self._check_recipients(made)
        return await self.store.add_alert(made, once=once)

    async def get(self, workspace: int, id: str, *, within: Tags) -> Alert:
        """Return an alert by id or name. Raises: NotFound."""
        found = await self.store.get_alert(workspace, id)
        visible = found if found is not None and is_within(found, within) else None
        return must_find(visible, f"alert {id}")

    async def list(self, workspace: int, *, within: Tags) -> Sequence[tuple[Alert, AlertState]]:
        """Return the alerts with their states."""
        found = await self.store.list_alerts(workspace)
        visible = [each for each in found if is_within(each, within)]
        states = await self.store.alert_states(visible)
        return [(each, states.get(each.id) or _unknown(each)) for each in visible]

    async def state(self, alert: Alert) -> AlertState:
        """Return the state of an alert."""
        return (await self.store.alert_states([alert])).get(alert.id) or _unknown(alert)

    async def change(self, workspace: int, id: str, change: Callable[[Alert], Alert]) -> Alert:
        """Change an alert, by id or name. Raises: NotFound, InvalidInput, Conflict."""
        old = must_find(await self.store.get_alert(workspace, id), f"alert {id}")
        asked = await self._resolved(change(old))
        await self._check_recipients(asked, known=old)
        resolved: dict[str, Any] = {name: getattr(asked, name) for name in _RESOLVED}

        def decide(old: Alert) -> Alert:
            now = self.clock()
            new = replace(change(old), **resolved, updated_at=now)
            if any(getattr(new, name) != getattr(old, name) for name in _DEFINITION):
                new = replace(new, watched_from=now)
            check_alert(new, now=now)
            return new

        return must_find(await self.store.change_alert(workspace, id, decide), f"alert {id}")

    async def remove(self, workspace: int, id: str) -> None:
        """Delete an alert with its history, by id or name. Raises: NotFound."""
        found = must_find(await self.store.get_alert(workspace, id), f"alert {id}")
        state = await self.state(found)
        if state.is_announced:
            change = await self.changes.of_status(
                found, state, AlertStatus.OK, "the alert was deleted"
            )
            await self.store.settle_alerts([change])
        must_find(await self.store.remove_alert(workspace, found.id) or None, f"alert {id}")

    async def preview(self, draft: Alert, *, since: datetime | None) -> Preview:
        """Return when an alert would have fired, had it been created at `since`.

        Raises: InvalidInput.
        """
        now = self.clock()
        alert = await self._resolved(draft)
        check_alert(alert, now=now)
        start = now - PREVIEWED if since is None else since
        if not now - MAX_PREVIEWED - timedelta(minutes=1) <= start < now:
            rule = f"must be a time in the last {MAX_PREVIEWED.days} days"
            raise InvalidInput([Problem("/since", rule, MAX_PREVIEWED.days)])
        match alert.measure:
            case AlertMeasure.ABSENCE:
                return await self._preview_absence(alert, start, now)
            case AlertMeasure.APPROVAL_AGE:
                return await self._preview_approvals(alert, start, now)
            case _:
                return await self._preview_window(alert, start, now)

    async def _preview_window(self, alert: Alert, since: datetime, now: datetime) -> Preview:
        compares = alert.comparison is Comparison.PREVIOUS
        reach = timedelta(milliseconds=RollingWindow(alert.window, compares=compares).reach)
        query = parse_alert_query(alert.query, now=now)
        runs = await self.store.list_ended_matches(
            alert.workspace, query, since=since - reach, limit=MAX_RUNS + 1
        )
        found = await asyncio.to_thread(
            preview_window, alert, runs[-MAX_RUNS:], since=since, until=now
        )
        found.is_complete = len(runs) <= MAX_RUNS
        return found

    async def _preview_absence(self, alert: Alert, since: datetime, now: datetime) -> Preview:
        query = parse_alert_query(alert.query, now=now)
        if counts_at_creation(query):
            times = await self.store.list_created_matches(
                alert.workspace, query, since=since, limit=MAX_RUNS + 1
            )
        else:
            runs = await self.store.list_ended_matches(
                alert.workspace, query, since=since, limit=MAX_RUNS + 1
            )
            times = [run.at for run in runs]
        trigger = await self._schedule(alert)
        found = await asyncio.to_thread(
            preview_absence,
            alert,
            times[-MAX_RUNS:],
            since=since,
            until=now,
            schedule=trigger.schedule if trigger else None,
            scheduled_since=trigger.created_at if trigger else None,
        )
        found.is_complete = len(times) <= MAX_RUNS
        return found

    async def _preview_approvals(self, alert: Alert, since: datetime, now: datetime) -> Preview:
        query = parse_alert_query(alert.query, now=now)
        asked = await self.store.list_asked(alert.workspace, query, since=since, limit=MAX_RUNS + 1)
        found = await asyncio.to_thread(
            preview_approvals, alert, asked[-MAX_RUNS:], since=since, until=now
        )
        found.is_complete = len(asked) <= MAX_RUNS
        return found

    async def _resolved(self, alert: Alert) -> Alert:
        """Return an alert with the id of its schedule, and by default with a query for its runs.

        Raises: InvalidInput.
        """
        recipients = tuple([await self._by_id(alert, each) for each in alert.recipients])
        found = replace(alert, recipients=recipients)
        trigger = await self._schedule(alert)
        if trigger is None:
            return found
        return replace(found, schedule=trigger.id, query=alert.query or schedule_query(trigger.id))

    async def _by_id(self, alert: Alert, recipient: Recipient) -> Recipient:
        """Return a recipient with the id of its bot, which may be given by name."""
        if recipient.kind is not RecipientKind.TELEGRAM or recipient.id is None:
            return recipient
        bot = await self.store.get_trigger(alert.workspace, recipient.id)
        return recipient if bot is None else replace(recipient, id=bot.id)

    async def _schedule(self, alert: Alert) -> Trigger | None:
        if alert.schedule is None:
            return None
        trigger = await self.store.get_trigger(alert.workspace, alert.schedule)
        if trigger is None or trigger.kind is not TriggerKind.CRON:
            raise InvalidInput([Problem("/schedule", f"no schedule {alert.schedule!r}")])
        return trigger

    async def _check_recipients(self, alert: Alert, known: Alert | None = None) -> None:
        """Check that recipients exist, but for those of the known alert. Raises: InvalidInput."""
        problems = []
        for index, each in enumerate(alert.recipients):
            if each.id is None or (known is not None and each in known.recipients):
                continue
            at = f"/recipients/{index}/id"
            if each.kind is RecipientKind.WEBHOOK:
                if await self.store.get_subscription(alert.workspace, each.id) is None:
                    problems.append(Problem(at, f"no outgoing webhook {each.id!r}"))
                continue
            bot = await self.store.get_trigger(alert.workspace, each.id)
            if bot is None or bot.kind is not TriggerKind.TELEGRAM:
                problems.append(Problem(at, f"no Telegram trigger {each.id!r}"))
            elif bot.config.inbox_chat_id is None:
                problems.append(Problem(at, "is a Telegram trigger without inboxChatId"))
        if problems:
            raise InvalidInput(problems)


def _unknown(alert: Alert) -> AlertState:
    return AlertState(alert_id=alert.id, workspace=alert.workspace, since=alert.created_at)
