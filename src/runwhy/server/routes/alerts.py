"""Routes for alerts."""

from __future__ import annotations

from typing import Annotated

from pydantic import AwareDatetime, Field

from runwhy.core.accounts.workspaces import Scope
from runwhy.core.alerts.decision import limits_of
from runwhy.core.alerts.templates import TEMPLATES
from runwhy.server.callers import caller_with
from runwhy.server.dependencies import ClockDep, IdempotencyDep, ServicesDep, base_path
from runwhy.server.query_params import PageDep, next_cursor
from runwhy.server.routing import Router, answers_with
from runwhy.services.access import Caller
from runwhy.wire.alert_bodies import AlertBody, AlertPatchBody, AlertPreviewBody
from runwhy.wire.alerts import (
    Alert,
    AlertEvent,
    AlertEventList,
    AlertList,
    AlertPreview,
    AlertTemplate,
    AlertTemplateList,
)
from runwhy.wire.answer import Ok

router = Router(base_path("{slug}") + "/alerts", tag="alerts")

Reader = Annotated[Caller, caller_with(Scope.RUNS_READ, tag_aware=True)]
# An alert tells its recipients about runs.
Writer = Annotated[Caller, caller_with(Scope.TRIGGERS_WRITE, Scope.RUNS_READ)]


@router.post("", answers_with(Alert, 201))
async def add_alert(
    caller: Writer,
    body: AlertBody,
    once: IdempotencyDep,
    services: ServicesDep,
    clock: ClockDep,
) -> object:
    """Create an alert: a measure of matching runs, and a threshold at which people are notified."""
    by = caller.actor.name or caller.actor.id or caller.actor.kind
    draft = body.draft(caller.workspace.id, by, clock())
    made = await services.alerts.add(draft, once=once)
    return Alert.of(made, await services.alerts.state(made))


@router.post("/preview", answers_with(AlertPreview))
async def preview_alert(
    caller: Writer, body: AlertPreviewBody, services: ServicesDep, clock: ClockDep
) -> object:
    """Simulate an alert on past runs. Nothing is created."""
    draft = body.draft(caller.workspace.id, "", clock())
    found = await services.alerts.preview(draft, since=body.since)
    limits = limits_of(draft)
    return AlertPreview.of(found, threshold=limits.fire, resolve_threshold=limits.resolve)


@router.get("", answers_with(AlertList))
async def list_alerts(caller: Reader, services: ServicesDep) -> object:
    """List alerts, with their states."""
    found = await services.alerts.list(caller.workspace.id, within=caller.tags)
    return AlertList(alerts=[Alert.of(alert, state) for alert, state in found])


@router.get("/templates", answers_with(AlertTemplateList))
async def list_templates(caller: Reader) -> object:
    """List templates: common alerts that need only a few parameters."""
    return AlertTemplateList(templates=[AlertTemplate.of(each) for each in TEMPLATES.values()])


@router.get("/{alert_id}", answers_with(Alert))
async def get_alert(alert_id: str, caller: Reader, services: ServicesDep) -> object:
    """Get an alert by id or name, with its state."""
    found = await services.alerts.get(caller.workspace.id, alert_id, within=caller.tags)
    return Alert.of(found, await services.alerts.state(found))


@router.get("/{alert_id}/events", answers_with(AlertEventList))
async def list_alert_events(
    alert_id: str, caller: Reader, services: ServicesDep, page: PageDep
) -> object:
    """List the changes of an alert's state, newest first."""
    found = await services.alerts.get(caller.workspace.id, alert_id, within=caller.tags)
    question = {"alertEvents": found.id}
    events, more = await services.alerts.events(
        found, limit=page.limit, before=page.start(question, None)
    )
    shown = [AlertEvent.of(each) for each in events]
    return AlertEventList(events=shown, next_cursor=next_cursor(question, more))


@router.get("/{alert_id}/chart", answers_with(AlertPreview))
async def get_alert_chart(
    alert_id: str,
    caller: Reader,
    services: ServicesDep,
    since: Annotated[
        AwareDatetime | None, Field(description="At most 31 days ago; by default 7 days.")
    ] = None,
) -> object:
    """Get the values of an alert over time, and when its current condition held."""
    found = await services.alerts.get(caller.workspace.id, alert_id, within=caller.tags)
    chart = await services.alerts.preview(found, since=since)
    limits = limits_of(found)
    return AlertPreview.of(chart, threshold=limits.fire, resolve_threshold=limits.resolve)


@router.patch("/{alert_id}", answers_with(Alert))
async def change_alert(
    alert_id: str, caller: Writer, body: AlertPatchBody, services: ServicesDep
) -> object:
    """Update an alert by id or name. Omitted fields keep their values."""
    changed = await services.alerts.change(caller.workspace.id, alert_id, body.over)
    return Alert.of(changed, await services.alerts.state(changed))


@router.delete("/{alert_id}", answers_with(Ok))
async def remove_alert(alert_id: str, caller: Writer, services: ServicesDep) -> object:
    """Delete an alert by id or name, with its history."""
    await services.alerts.remove(caller.workspace.id, alert_id)
    return Ok(ok=True)
