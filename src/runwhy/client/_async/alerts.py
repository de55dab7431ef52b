"""Client methods for alerts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from runwhy.client._async.http import Http
from runwhy.client.answer_reader import read, read_all
from runwhy.client.config import segment
from runwhy.client.request_bodies import body_of, query_of
from runwhy.wire.alerts import (
    Alert,
    AlertEventList,
    AlertPreview,
    AlertTemplate,
    ComparisonName,
    DirectionName,
    MeasureName,
)
from runwhy.wire.answer import time_text

Recipients = Sequence[Mapping[str, str]]


class AlertCalls:
    """Methods for alerts."""

    _http: Http

    async def create_alert(
        self,
        name: str,
        *,
        measure: MeasureName | None = None,
        window_seconds: int | None = None,
        threshold: float | None = None,
        resolve_threshold: float | None = None,
        query: str | None = None,
        comparison: ComparisonName | None = None,
        direction: DirectionName | None = None,
        minimum: int | None = None,
        schedule: str | None = None,
        recipients: Recipients | None = None,
        template: str | None = None,
        parameters: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> Alert:
        """Create an alert: a measure of matching runs, and a threshold that notifies people.

        `recipients` are objects such as `{"kind": "webhook", "id": "sub_…"}`. Without them, the
        inbox shows the alert. With a template, only its `parameters` are needed.
        """
        body = body_of(
            name=name,
            query=query,
            measure=measure,
            comparison=comparison,
            window_seconds=window_seconds,
            direction=direction,
            threshold=threshold,
            resolve_threshold=resolve_threshold,
            minimum=minimum,
            schedule=schedule,
            recipients=recipients,
            template=template,
            parameters=parameters,
        )
        return read(Alert, await self._http.create("/alerts", body, key=idempotency_key))

    async def preview_alert(
        self,
        *,
        measure: MeasureName | None = None,
        window_seconds: int | None = None,
        threshold: float | None = None,
        resolve_threshold: float | None = None,
        query: str | None = None,
        comparison: ComparisonName | None = None,
        direction: DirectionName | None = None,
        minimum: int | None = None,
        schedule: str | None = None,
        template: str | None = None,
        parameters: Mapping[str, str] | None = None,
        since: datetime | None = None,
    ) -> AlertPreview:
        """Return when the alert would have fired since a time, by default 7 days ago."""
        body = body_of(
            query=query,
            measure=measure,
            comparison=comparison,
            window_seconds=window_seconds,
            direction=direction,
            threshold=threshold,
            resolve_threshold=resolve_threshold,
            minimum=minimum,
            schedule=schedule,
            template=template,
            parameters=parameters,
            since=None if since is None else time_text(since),
        )
        return read(AlertPreview, await self._http.create("/alerts/preview", body))

    async def get_alert(self, alert: str) -> Alert:
        """Return an alert by id or name, with its state."""
        return read(Alert, await self._http.get(f"/alerts/{segment(alert)}"))

    async def list_alerts(self) -> Sequence[Alert]:
        """Return all alerts of the workspace, with their states."""
        return read_all(Alert, (await self._http.get("/alerts")).get("alerts"))

    async def list_alert_templates(self) -> Sequence[AlertTemplate]:
        """Return the templates: common alerts that need only a few parameters."""
        return read_all(AlertTemplate, (await self._http.get("/alerts/templates")).get("templates"))

    async def list_alert_events(
        self, alert: str, *, limit: int = 50, cursor: str | None = None
    ) -> AlertEventList:
        """Return the changes of an alert's state, newest first."""
        params = query_of(limit=limit, cursor=cursor)
        found = await self._http.get(f"/alerts/{segment(alert)}/events", params)
        return read(AlertEventList, found)

    async def update_alert(
        self,
        alert: str,
        *,
        name: str | None = None,
        measure: MeasureName | None = None,
        window_seconds: int | None = None,
        threshold: float | None = None,
        resolve_threshold: float | None = None,
        query: str | None = None,
        comparison: ComparisonName | None = None,
        direction: DirectionName | None = None,
        minimum: int | None = None,
        schedule: str | None = None,
        recipients: Recipients | None = None,
        enabled: bool | None = None,
    ) -> Alert:
        """Update the given fields of an alert, by id or name."""
        body = body_of(
            name=name,
            query=query,
            measure=measure,
            comparison=comparison,
            window_seconds=window_seconds,
            direction=direction,
            threshold=threshold,
            resolve_threshold=resolve_threshold,
            minimum=minimum,
            schedule=schedule,
            recipients=recipients,
            enabled=enabled,
        )
        return read(Alert, await self._http.change(f"/alerts/{segment(alert)}", body))

    async def silence_alert(self, alert: str, until: datetime | None) -> Alert:
        """Send no notices of an alert until a time; None ends the silence."""
        body: dict[str, Any] = {"silencedUntil": None if until is None else time_text(until)}
        return read(Alert, await self._http.change(f"/alerts/{segment(alert)}", body))

    async def delete_alert(self, alert: str) -> None:
        """Delete an alert with its history, by id or name."""
        await self._http.remove(f"/alerts/{segment(alert)}")
