"""Contract of alerts: fired and resolved once, over restarts, crashes, silences and clock steps."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import text
from tests.support.builders import WORKSPACE
from tests.support.contracts.inbox import a_subscriber, ask, items
from tests.support.contracts.scene import DONE, Scene
from tests.support.contracts.triggers import a_trigger

from runwhy.core.alerts.alert import (
    INBOX,
    Alert,
    AlertEvent,
    AlertMeasure,
    AlertState,
    AlertStatus,
    Comparison,
    Recipient,
    RecipientKind,
)
from runwhy.core.alerts.preview import Firing
from runwhy.core.inbox.items import InboxItem, ItemKind
from runwhy.core.runs.events import NewEvent
from runwhy.core.runs.run import Failure, Outcome, Status
from runwhy.core.triggers.subscriptions import Outgoing
from runwhy.core.triggers.trigger import TriggerConfig, TriggerKind
from runwhy.errors import Conflict
from runwhy.ports.alerts import AlertChange
from runwhy.services.alert_changes import AlertChanges
from runwhy.services.alert_evaluator import AlertEvaluator
from runwhy.services.alerts import Alerts
from runwhy.stores.alerts import alerts as in_sql

FAILED = Outcome(status=Status.FAILED, failure=Failure(message="no such host"))
ACME = {"customer": "acme"}
HOOK = Recipient(kind=RecipientKind.WEBHOOK, id="sub_1")
BOT = Recipient(kind=RecipientKind.TELEGRAM, id="trg_bot")
FIRING, OK, BROKEN = AlertStatus.FIRING, AlertStatus.OK, AlertStatus.BROKEN


class Dies(Exception):
    """The server dies."""


class DyingStore:
    """A store whose server dies before or after it stores a decision."""

    def __init__(self, store: Any, *, before: bool) -> None:
        self._store, self._before = store, before

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def settle_alerts(self, changes: Sequence[AlertChange]) -> Sequence[bool]:
        if not self._before:
            await self._store.settle_alerts(changes)
        raise Dies


def changes_of(scene: Scene) -> AlertChanges:
    store: Any = scene.store
    return AlertChanges(store=store, clock=scene.clock, new_id=scene.new_id)


def service(scene: Scene) -> Alerts:
    """Return the service on the store of a scene."""
    store: Any = scene.store
    return Alerts(store=store, clock=scene.clock, new_id=scene.new_id, changes=changes_of(scene))


def evaluator(scene: Scene, server: str = "wrk_one", store: Any = None) -> AlertEvaluator:
    """Return an evaluator that has just started."""
    used: Any = store or scene.store
    return AlertEvaluator(store=used, changes=changes_of(scene), clock=scene.clock, server=server)


def an_alert(scene: Scene, **changes: Any) -> Alert:
    """Build an alert that fires at two failed runs of a customer in a minute."""
    now = scene.clock()
    given: dict[str, Any] = {
        "name": "acme-failures",
        "query": "customer:acme",
        "measure": AlertMeasure.FAILED,
        "window": 60,
        "threshold": 2.0,
        "recipients": (INBOX, HOOK),
        **changes,
    }
    return Alert(
        id="", workspace=WORKSPACE, created_at=now, updated_at=now, watched_from=now, **given
    )


async def add(scene: Scene, **changes: Any) -> Alert:
    """Add an alert with the outgoing webhook that it notifies."""
    store: Any = scene.store
    if await store.get_subscription(WORKSPACE, "sub_1") is None:
        await store.add_subscription(a_subscriber())
    return await service(scene).add(an_alert(scene, **changes))


async def end(scene: Scene, outcome: Outcome = FAILED, **tags: str) -> None:
    """Let a run of acme, or with other tags, start and end."""
    claim = await scene.started(tags=tags or ACME)
    await scene.finish(claim, outcome)


async def rounds(scene: Scene, running: AlertEvaluator, seconds: float) -> None:
    """Evaluate every second, and a second longer, so that times have settled."""
    for _ in range(round(seconds)):
        scene.clock.advance(seconds=1)
        await running.evaluate()


async def state(scene: Scene, alert: Alert) -> AlertState:
    return await service(scene).state(alert)


async def events(scene: Scene, alert: Alert) -> list[AlertEvent]:
    """Return the history of an alert, oldest first."""
    store: Any = scene.store
    return [*reversed(await store.list_alert_events(alert, limit=99))]


async def sent(scene: Scene) -> list[Outgoing]:
    """Return the deliveries, oldest first."""
    store: Any = scene.store
    return [*reversed(await store.list_outgoing("sub_1", limit=99))]


async def types(scene: Scene) -> list[str]:
    return [each.type for each in await sent(scene)]


async def open_alerts(scene: Scene) -> list[InboxItem]:
    """Return the open items of the inbox about alerts."""
    found = await items(scene)
    return [each for each in found if each.kind is ItemKind.ALERT and each.is_open]


class AlertsContract:
    """Tests of alerts that every store passes."""

    async def test_an_alert_fires_and_resolves_with_its_history_and_notices(
        self, scene: Scene
    ) -> None:
        alert, running = await add(scene), evaluator(scene)
        await running.evaluate()
        await running.evaluate()
        scene.clock.advance(seconds=1)
        await end(scene)
        await end(scene, DONE)
        await end(scene, customer="globex")
        await running.evaluate()
        assert await types(scene) == []
        scene.clock.advance(seconds=5)
        await end(scene)
        fired_at = scene.clock()
        await running.evaluate()

        now = await state(scene, alert)
        assert (now.status, now.value, now.since) == (FIRING, 2, fired_at)
        (delivery,) = await sent(scene)
        payload = json.loads(delivery.payload)
        assert (delivery.type, payload["type"]) == ("alert.firing", "alert.firing")
        assert payload["data"]["state"] == "firing"
        assert payload["data"]["alert"]["name"] == "acme-failures"
        assert payload["data"]["title"] == ("The alert acme-failures fires: failed runs 2 in 1 min")
        (item,) = await open_alerts(scene)
        assert item.id == f"alert:{alert.id}"
        assert (item.since, item.tags) == (fired_at, ACME)
        assert item.told == {"sub_1"}
        await rounds(scene, running, 70)
        assert await types(scene) == ["alert.firing", "alert.resolved"]
        assert [each.status for each in await events(scene, alert)] == [FIRING, OK]
        assert all(each.is_announced for each in await events(scene, alert))
        assert await open_alerts(scene) == []

    async def test_a_restart_repeats_nothing(self, scene: Scene) -> None:
        alert = await add(scene)
        for _ in range(2):
            await end(scene)
        for _ in range(3):
            running = evaluator(scene)
            await rounds(scene, running, 3)

        assert await types(scene) == ["alert.firing"]
        await rounds(scene, evaluator(scene), 70)
        assert await types(scene) == ["alert.firing", "alert.resolved"]
        assert len(await events(scene, alert)) == 2

    async def test_two_evaluators_at_once_notify_once(self, crowd: list[Scene]) -> None:
        scene = crowd[0]
        alert = await add(scene)
        # Both believe that they hold the lease.
        both = [evaluator(each, "wrk_same") for each in (crowd[0], crowd[-1])]
        for each in both:
            await each.evaluate()
        for _ in range(2):
            await end(scene)
        scene.clock.advance(seconds=1)
        await asyncio.gather(*(each.evaluate() for each in both))
        for _ in range(70):
            scene.clock.advance(seconds=1)
            await asyncio.gather(*(each.evaluate() for each in both))

        assert await types(scene) == ["alert.firing", "alert.resolved"]
        assert len(await events(scene, alert)) == 2

    async def test_only_the_holder_of_the_lease_evaluates(self, scene: Scene) -> None:
        await add(scene)
        first, second = evaluator(scene, "wrk_a"), evaluator(scene, "wrk_b")
        await first.evaluate()
        for _ in range(2):
            await end(scene)

        await rounds(scene, second, 3)
        assert await types(scene) == []
        await rounds(scene, first, 1)
        assert await types(scene) == ["alert.firing"]

    @pytest.mark.parametrize("before", [True, False])
    async def test_a_server_that_dies_while_it_decides_notifies_once(
        self, scene: Scene, before: bool
    ) -> None:
        await add(scene)
        for _ in range(2):
            await end(scene)
        dying = evaluator(scene, store=DyingStore(scene.store, before=before))
        with pytest.raises(Dies):
            await rounds(scene, dying, 3)
        # The same server may also live on, after an error of the database.
        dying.store = scene.store  # type: ignore[assignment]
        await rounds(scene, dying, 3)

        await rounds(scene, evaluator(scene), 3)

        assert await types(scene) == ["alert.firing"]

    async def test_runs_that_end_while_windows_are_read_count_once(self, scene: Scene) -> None:
        alert = await add(scene, measure=AlertMeasure.COUNT, threshold=99.0)
        running = evaluator(scene)
        for number in range(1, 8):
            await end(scene)
            if number == 4:
                await service(scene).change(
                    WORKSPACE, alert.id, lambda old: replace(old, window=90)
                )
            await rounds(scene, running, 2)
            (value,) = running.board.values(at=0).values()
            assert value == number

    async def test_an_absence_fires_once_over_restarts(self, scene: Scene) -> None:
        alert = await add(scene, measure=AlertMeasure.ABSENCE, threshold=None, window=120)
        begun = scene.clock()
        for _ in range(5):
            await rounds(scene, evaluator(scene), 26)
        await rounds(scene, evaluator(scene), 20)

        assert await types(scene) == ["alert.firing"]
        (event,) = await events(scene, alert)
        assert event.at == begun + timedelta(seconds=120)
        claim = await scene.started(tags=ACME)  # it has not ended yet
        await rounds(scene, evaluator(scene), 3)
        assert await types(scene) == ["alert.firing", "alert.resolved"]
        await scene.finish(claim)
        await rounds(scene, evaluator(scene), 3)
        assert len(await events(scene, alert)) == 2

    async def test_an_absence_of_successes_counts_when_runs_end(self, scene: Scene) -> None:
        alert = await add(
            scene,
            measure=AlertMeasure.ABSENCE,
            query="customer:acme status:succeeded",
            threshold=None,
            window=60,
        )
        running = evaluator(scene)
        await rounds(scene, running, 30)
        await end(scene)  # failed
        await rounds(scene, running, 40)
        assert (await state(scene, alert)).status is FIRING
        await end(scene, DONE)
        await rounds(scene, running, 2)
        assert (await state(scene, alert)).status is OK

    async def test_a_clock_that_is_set_back_and_forth_ends_in_the_right_state(
        self, scene: Scene
    ) -> None:
        alert = await add(scene, measure=AlertMeasure.ABSENCE, threshold=None, window=600)
        counts = await add(
            scene, name="many", measure=AlertMeasure.COUNT, threshold=2.0, window=600
        )
        running, right = evaluator(scene), scene.clock()
        await rounds(scene, running, 3)
        scene.clock.now = right + timedelta(hours=5)
        await rounds(scene, running, 3)
        assert (await state(scene, alert)).status is FIRING
        scene.clock.now = right + timedelta(seconds=10)
        await rounds(scene, running, 3)
        for _ in range(2):
            await end(scene)
        await rounds(scene, running, 3)

        assert (await state(scene, alert)).status is OK
        assert (await state(scene, counts)).status is FIRING

    async def test_a_silenced_alert_notifies_when_the_silence_ends(self, scene: Scene) -> None:
        until = scene.clock() + timedelta(seconds=30)
        alert = await add(scene, silenced_until=until, window=600)
        for _ in range(2):
            await end(scene)
        running = evaluator(scene)
        await rounds(scene, running, 20)

        assert (await state(scene, alert)).status is FIRING
        assert await types(scene) == []
        assert await open_alerts(scene) == []
        await rounds(scene, running, 20)
        assert await types(scene) == ["alert.firing"]
        first, second = await events(scene, alert)
        assert (first.is_announced, second.is_announced) == (False, True)
        assert second.reason == "the silence ended"
        assert first.at < until <= second.at

    async def test_a_disabled_or_deleted_alert_is_resolved(self, scene: Scene) -> None:
        alert, running = await add(scene, window=600), evaluator(scene)
        for _ in range(2):
            await end(scene)
        await rounds(scene, running, 3)
        await service(scene).change(WORKSPACE, alert.id, lambda old: replace(old, enabled=False))
        await rounds(scene, running, 3)
        assert await types(scene) == ["alert.firing", "alert.resolved"]
        assert (await events(scene, alert))[-1].reason == "the alert was disabled"
        await service(scene).change(WORKSPACE, alert.id, lambda old: replace(old, enabled=True))
        await rounds(scene, running, 3)
        await service(scene).remove(WORKSPACE, alert.id)
        await rounds(scene, running, 3)

        assert await types(scene) == ["alert.firing", "alert.resolved"] * 2

    async def test_an_alert_that_cannot_be_evaluated_says_so(self, scene: Scene) -> None:
        alert, running = await add(scene), evaluator(scene)
        await rounds(scene, running, 2)
        broken = f"UPDATE alerts SET query = '(((' WHERE id = '{alert.id}'"
        await scene.store.in_transaction(lambda tx: _run(tx, broken))
        await rounds(scene, evaluator(scene), 3)

        now = await state(scene, alert)
        assert now.status is BROKEN
        assert now.problem is not None
        (item,) = await open_alerts(scene)
        assert "cannot be evaluated" in item.title
        assert await types(scene) == []
        await service(scene).change(
            WORKSPACE, alert.id, lambda old: replace(old, query="customer:acme")
        )
        await rounds(scene, evaluator(scene), 3)
        assert (await state(scene, alert)).status is OK

    async def test_an_alert_about_a_deleted_schedule_is_broken(self, scene: Scene) -> None:
        store: Any = scene.store
        await store.add_trigger(a_trigger())
        alert = await add(
            scene,
            measure=AlertMeasure.ABSENCE,
            query="",
            threshold=None,
            schedule="nightly",
            window=600,
        )
        running = evaluator(scene)
        await rounds(scene, running, 3)
        assert alert.query == "trigger.id:trg_1"
        assert (await state(scene, alert)).status is OK
        await store.remove_trigger(WORKSPACE, "trg_1")
        await rounds(scene, running, 3)

        found = await state(scene, alert)
        assert (found.status, found.problem) == (BROKEN, "the schedule trg_1 does not exist")

    async def test_a_missed_schedule_fires_after_the_planned_time(self, scene: Scene) -> None:
        store: Any = scene.store
        await store.add_trigger(a_trigger(config=TriggerConfig(schedule="0 9 * * 1-5")))
        alert = await add(
            scene,
            measure=AlertMeasure.ABSENCE,
            query="",
            threshold=None,
            schedule="trg_1",
            window=600,
        )
        tomorrow = datetime.fromisoformat("2026-11-04T09:00:00Z")
        scene.clock.now = tomorrow + timedelta(seconds=590)
        running = evaluator(scene)
        await rounds(scene, running, 5)
        assert (await state(scene, alert)).status is OK
        await rounds(scene, running, 10)

        (event,) = await events(scene, alert)
        assert (event.status, event.at) == (FIRING, tomorrow + timedelta(minutes=10))

    async def test_an_approval_that_waits_fires_until_it_is_decided(self, scene: Scene) -> None:
        alert = await add(scene, measure=AlertMeasure.APPROVAL_AGE, threshold=None, window=60)
        running = evaluator(scene)
        claim = await scene.started(tags=ACME)
        asked = await ask(scene, claim)
        await rounds(scene, running, 65)

        (event,) = await events(scene, alert)
        assert (event.status, event.at) == (FIRING, asked.asked_at + timedelta(seconds=60))
        decided = replace(asked, decision="approve", decided_by="me", decided_at=scene.clock())
        decision = NewEvent(type="approval_decision", data={})
        await scene.store.decide_approval(claim.run, decided, decision)
        await rounds(scene, running, 2)
        assert (await state(scene, alert)).status is OK

    async def test_a_bot_gets_a_message_when_an_alert_fires_and_resolves(
        self, scene: Scene
    ) -> None:
        store: Any = scene.store
        config = TriggerConfig(inbox_chat_id=42)
        bot = a_trigger(id="trg_bot", name="bot", kind=TriggerKind.TELEGRAM, config=config)
        await store.add_trigger(bot)
        await add(scene, recipients=(BOT,))
        for _ in range(2):
            await end(scene)
        await rounds(scene, evaluator(scene), 70)

        first, second = await store.list_due_notices("trg_bot", at=scene.clock())
        assert (first.chat_id, first.closed_at is not None) == (42, True)
        assert first.text.startswith("The alert acme-failures fires: failed runs 2 in 1 min\n")
        assert second.text.startswith("The alert acme-failures is resolved")
        assert await store.list_open_notices("trg_bot") == []

    async def test_a_removed_webhook_is_named_in_the_history(self, scene: Scene) -> None:
        store: Any = scene.store
        alert = await add(scene)
        await store.remove_subscription(WORKSPACE, "sub_1")
        for _ in range(2):
            await end(scene)
        await rounds(scene, evaluator(scene), 3)

        (event,) = await events(scene, alert)
        assert event.reason == "a recipient does not exist"

    async def test_failures_that_double_are_compared_with_the_window_before(
        self, scene: Scene
    ) -> None:
        alert = await add(
            scene, comparison=Comparison.PREVIOUS, threshold=2.0, minimum=3, window=60
        )
        running = evaluator(scene)
        for count in (2, 2, 5):
            for _ in range(count):
                await end(scene)
            await rounds(scene, running, 62)

        (event,) = [each for each in await events(scene, alert) if each.status is FIRING]
        assert event.value == 2

    async def test_words_in_the_text_of_runs_can_be_watched(self, scene: Scene) -> None:
        alert = await add(scene, query="refund", measure=AlertMeasure.COUNT, threshold=1.0)
        running = evaluator(scene)
        await rounds(scene, running, 2)
        await scene.finish(await scene.started("Hello"))
        await rounds(scene, running, 2)
        assert (await state(scene, alert)).status is OK
        await scene.finish(await scene.started("A refund, please"))
        await rounds(scene, running, 2)
        assert (await state(scene, alert)).status is FIRING

    async def test_a_preview_says_when_the_alert_did_fire(self, scene: Scene) -> None:
        since = scene.clock()
        alert = await add(scene, resolve_threshold=1.0)
        absent = await add(
            scene, name="absent", measure=AlertMeasure.ABSENCE, threshold=None, window=45
        )
        running = evaluator(scene)
        for pause in (3, 4, 70, 10, 2, 90, 5):
            await end(scene)
            await rounds(scene, running, pause)
        await rounds(scene, running, 2)

        for each in (alert, absent):
            preview = await service(scene).preview(each, since=since)
            happened: list[Firing] = []
            for event in await events(scene, each):
                if event.status is FIRING:
                    happened.append(Firing(event.at, None, event.value))
                else:
                    happened[-1] = happened[-1]._replace(until=event.at)
            assert happened
            assert list(preview.firings) == happened

    async def test_the_history_is_bounded(
        self, scene: Scene, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(in_sql, "KEPT_EVENTS", 3)
        alert, running = await add(scene, window=10), evaluator(scene)
        for _ in range(3):
            await end(scene)
            await end(scene)
            await rounds(scene, running, 13)

        assert [each.status for each in await events(scene, alert)] == [OK, FIRING, OK]

    async def test_names_are_unique_and_the_last_value_is_shown(self, scene: Scene) -> None:
        alert, running = await add(scene), evaluator(scene)
        with pytest.raises(Conflict):
            await add(scene)
        await end(scene)
        await rounds(scene, running, 3)
        running._noted_at = 0.0  # as if time had passed
        await rounds(scene, running, 1)

        now = await state(scene, alert)
        assert (now.status, now.value) == (OK, 1)
        assert now.measured_at is not None


def _run(tx: Any, statement: str) -> None:
    tx.conn.execute(text(statement))
