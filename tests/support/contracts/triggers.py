"""Contract of triggers, occurrences, channels and subscriptions."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from tests.support.builders import WORKSPACE, a_request, an_origin
from tests.support.clock import NOON
from tests.support.contracts.scene import DONE, AnyStore, Scene

from runwhy.core.agent_spec import AgentSpec
from runwhy.core.runs.delivery import Delivery, DeliveryStatus
from runwhy.core.runs.run import Failure, Outcome, Run, Status
from runwhy.core.triggers.health import MAX_RECENT, Activity
from runwhy.core.triggers.replies import after_failure, settle
from runwhy.core.triggers.subscriptions import Outgoing, OutgoingStatus, Subscriber
from runwhy.core.triggers.trigger import (
    HookDelivery,
    Occurrence,
    OccurrenceStatus,
    Trigger,
    TriggerConfig,
    TriggeredRun,
    TriggerKind,
)
from runwhy.errors import Conflict
from runwhy.ports import AlreadyFired, SubscriptionStore, TriggerStore

Stored = Any  # a store with all of its parts


def a_trigger(**changes: Any) -> Trigger:
    """Return a schedule that is due at noon."""
    trigger = Trigger(
        id="trg_1",
        workspace=WORKSPACE,
        kind=TriggerKind.CRON,
        name="nightly",
        prompt="Look.",
        tags={"env": "prod"},
        spec=AgentSpec(model_id="echo"),
        config=TriggerConfig(schedule="0 * * * *"),
        secret="s",
        next_at=NOON,
        created_by="Ada",
        created_at=NOON,
        updated_at=NOON,
    )
    return replace(trigger, **changes)


def at_noon(**changes: Any) -> Occurrence:
    """Return the occurrence that is planned for noon."""
    planned = Occurrence(
        trigger_id="trg_1",
        key="noon",
        at=NOON,
        planned_at=NOON,
        moves_to=NOON + timedelta(hours=1),
    )
    return replace(planned, **changes)


def all_of(store: AnyStore) -> Stored:
    """Return the store with its methods for triggers and subscriptions."""
    return store


async def fire(scene: Scene, occurrence: Occurrence, **facts: Any) -> Run:
    """Add a run as a trigger does."""
    origin = an_origin(trigger="cron", trigger_id=occurrence.trigger_id, facts=facts)
    request = a_request(origin=origin)
    return await scene.store.add_run(
        request, lambda around: scene.decide(request, around), occurrence=occurrence
    )


class TriggersContract:
    """Triggers fire once per occurrence, and occurrences are stored."""

    async def test_a_trigger_can_be_added_changed_and_removed(self, scene: Scene) -> None:
        store: TriggerStore = all_of(scene.store)
        trigger = await store.add_trigger(a_trigger())

        assert await store.get_trigger(WORKSPACE, trigger.id) == trigger
        assert await store.get_trigger(WORKSPACE, "nightly") == trigger
        assert await store.get_trigger(2, trigger.id) is None
        with pytest.raises(Conflict):
            await store.add_trigger(a_trigger(id="trg_2"))
        changed = await store.change_trigger(
            WORKSPACE, trigger.id, lambda t: replace(t, enabled=False, note="later")
        )
        assert changed == replace(trigger, enabled=False, note="later")
        assert await store.list_triggers(WORKSPACE) == [changed]
        assert await store.list_triggers_of(TriggerKind.CRON) == []
        assert await store.remove_trigger(WORKSPACE, trigger.id)
        assert await store.find_trigger(trigger.id) is None

    async def test_a_due_trigger_is_found_until_it_has_fired(self, scene: Scene) -> None:
        store: TriggerStore = all_of(scene.store)
        trigger = await store.add_trigger(a_trigger())

        assert await store.list_due(at=NOON - timedelta(seconds=1), limit=9) == []
        assert await store.list_due(at=NOON, limit=9) == [trigger]
        run = await fire(scene, at_noon())
        assert await store.list_due(at=NOON, limit=9) == []
        assert await store.next_due() == NOON + timedelta(hours=1)
        (occurrence,) = await store.list_occurrences(trigger.id, limit=9)
        assert (occurrence.run_id, occurrence.status) == (run.id, OccurrenceStatus.FIRED)
        assert await store.newest_occurrences(WORKSPACE) == [occurrence]
        assert await store.newest_occurrences(2) == []

    async def test_an_occurrence_fires_once_among_several_servers(self, crowd: list[Scene]) -> None:
        store: TriggerStore = all_of(crowd[0].store)
        await store.add_trigger(a_trigger())

        tries = [fire(scene, at_noon()) for scene in crowd * 10]
        results = await asyncio.gather(*tries, return_exceptions=True)

        fired = [result for result in results if isinstance(result, Run)]
        refused = [result for result in results if isinstance(result, AlreadyFired)]
        assert (len(fired), len(refused)) == (1, len(results) - 1)

    async def test_a_repeated_occurrence_key_returns_the_first_run(self, scene: Scene) -> None:
        store: TriggerStore = all_of(scene.store)
        await store.add_trigger(a_trigger(next_at=None))
        delivery = at_noon(key="msg_1", planned_at=None, moves_to=None)
        first = await fire(scene, delivery)

        with pytest.raises(AlreadyFired) as again:
            await fire(scene, delivery)
        assert again.value.run_id == first.id

    async def test_a_paused_schedule_does_not_fire(self, scene: Scene) -> None:
        store: TriggerStore = all_of(scene.store)
        await store.add_trigger(a_trigger(enabled=False))

        with pytest.raises(AlreadyFired):
            await fire(scene, at_noon())
        assert await store.list_occurrences("trg_1", limit=9) == []

    async def test_the_past_runs_of_a_trigger_are_returned(self, scene: Scene) -> None:
        store: TriggerStore = all_of(scene.store)
        trigger = await store.add_trigger(a_trigger())
        run = await fire(scene, at_noon())
        later = NOON + timedelta(hours=1)
        skipped = at_noon(
            key="later",
            planned_at=later,
            moves_to=None,
            status=OccurrenceStatus.SKIPPED,
            count=3,
        )
        assert await store.skip_occurrence(skipped)
        assert not await store.skip_occurrence(skipped)

        past = await store.trigger_past(trigger)
        assert past.last is not None
        assert (past.last.id, past.last.status) == (run.id, Status.QUEUED)
        assert [busy.id for busy in past.busy] == [run.id]
        assert (past.ended, past.missed) == ([], 3)
        await scene.finish(await scene.take(run))
        assert (await store.trigger_past(trigger)).ended == [Status.SUCCEEDED]

    async def test_the_activity_of_each_trigger_has_its_newest_runs_and_what_was_skipped_since(
        self, scene: Scene
    ) -> None:
        store: TriggerStore = all_of(scene.store)
        for number in (1, 2, 3):
            await store.add_trigger(a_trigger(id=f"trg_{number}", name=f"t{number}"))
        failed = Outcome(status=Status.FAILED, failure=Failure(message="x" * 300))
        outcomes = [DONE, *[failed] * MAX_RECENT]
        made = [await _ended_run(scene, "trg_1", f"{n}", one) for n, one in enumerate(outcomes)]
        other = await fire(scene, _unplanned("trg_2", "other"), missed=7)
        skipped = at_noon(status=OccurrenceStatus.SKIPPED, count=2)
        assert skipped.moves_to is not None
        assert await store.skip_occurrence(skipped)
        assert await store.skip_occurrence(
            replace(skipped, key="later", planned_at=skipped.moves_to)
        )

        found = await store.list_activity(WORKSPACE)

        assert [run.id for run in found["trg_1"].recent] == [run.id for run in made[:0:-1]]
        newest = found["trg_1"].recent[0]
        assert (newest.status, newest.reason) == (Status.FAILED, "x" * 200)
        assert (newest.started_at, newest.finished_at) == (NOON, NOON)
        assert found["trg_1"].fired is not None
        assert (found["trg_1"].fired.run_id, found["trg_1"].missed) == (made[-1].id, 4)
        (queued,) = found["trg_2"].recent
        assert (queued.id, queued.status, queued.missed_before) == (other.id, Status.QUEUED, 7)
        assert (found["trg_2"].missed, found["trg_3"]) == (0, Activity(recent=[]))
        assert await store.list_activity(WORKSPACE, "trg_1") == {"trg_1": found["trg_1"]}
        assert await store.list_activity(2) == {}

    async def test_the_activity_has_the_reason_if_the_last_planned_time_could_not_start_a_run(
        self, scene: Scene
    ) -> None:
        store: TriggerStore = all_of(scene.store)
        await store.add_trigger(a_trigger())
        reasons = ("start failed: a", "missed", "start failed: b", "the earlier run is active")
        found = []
        for hours, reason in enumerate(reasons):
            planned = NOON + timedelta(hours=hours)
            moves_to = planned + timedelta(hours=1)
            skipped = at_noon(key=reason, at=planned, planned_at=planned, moves_to=moves_to)
            skipped = replace(skipped, status=OccurrenceStatus.SKIPPED, reason=reason)
            assert await store.skip_occurrence(skipped)
            one = (await store.list_activity(WORKSPACE))["trg_1"]
            found.append((one.start_error, one.blocked_since, one.missed))

        assert found == [("a", NOON, 1), (None, None, 2), ("b", NOON, 3), (None, None, 4)]

    async def test_occurrences_have_the_status_and_times_of_their_runs(self, scene: Scene) -> None:
        store: TriggerStore = all_of(scene.store)
        await store.add_trigger(a_trigger())
        run = await fire(scene, at_noon())
        scene.clock.advance(seconds=5)
        claim = await scene.take(run)
        scene.clock.advance(seconds=5)
        await scene.finish(claim)
        skipped = at_noon(
            key="later",
            planned_at=NOON + timedelta(hours=1),
            status=OccurrenceStatus.SKIPPED,
        )
        assert await store.skip_occurrence(skipped)

        later, first = await store.list_occurrences("trg_1", limit=9)
        assert later.run is None
        assert first.run == TriggeredRun(
            id=run.id,
            status=Status.SUCCEEDED,
            created_at=NOON,
            started_at=NOON + timedelta(seconds=5),
            finished_at=NOON + timedelta(seconds=10),
        )
        assert await store.list_occurrences("trg_1", limit=9, before=later.seq) == [first]
        assert await store.newest_occurrences(WORKSPACE) == [later]

    async def test_the_number_of_stored_deliveries_is_limited(self, scene: Scene) -> None:
        store: TriggerStore = all_of(scene.store)
        await store.add_trigger(a_trigger())
        for number in range(5):
            delivery = HookDelivery(
                id=f"dlv_{number}",
                trigger_id="trg_1",
                at=NOON,
                headers={"a": "b"},
                body="{}",
                verified=number > 0,
                outcome="accepted",
            )
            await store.add_delivery(delivery, keep=2)

        kept = await store.list_deliveries("trg_1")
        assert [delivery.id for delivery in kept] == ["dlv_4", "dlv_3", "dlv_0"]
        assert await store.get_delivery("trg_1", "dlv_4") == kept[0]

    async def test_the_read_position_and_sessions_of_a_channel_are_stored(
        self, scene: Scene
    ) -> None:
        store: TriggerStore = all_of(scene.store)
        await store.add_trigger(a_trigger())
        await store.move_cursor("trg_1", 7)
        await store.set_channel_session("trg_1", "1:0", "ses_1")
        await store.set_channel_session("trg_1", "1:0", "ses_2")

        found = await store.find_trigger("trg_1")
        assert found is not None
        assert found.cursor == 7
        assert await store.get_channel_session("trg_1", "1:0") == "ses_2"

    async def test_a_reply_is_stored_with_its_run_and_due_when_the_run_has_ended(
        self, scene: Scene
    ) -> None:
        store: TriggerStore = all_of(scene.store)
        await store.add_trigger(a_trigger(kind=TriggerKind.TELEGRAM))
        session = await scene.open_session()
        other = await scene.start(session_id=session.id)  # before the session has a chat
        await scene.finish(await scene.take(other))
        await store.set_channel_session("trg_1", "7:3", session.id)
        now = scene.clock()

        asked = await scene.started(
            session_id=session.id, origin=an_origin(trigger="telegram", trigger_id="trg_1")
        )
        (early,) = await store.list_replies("trg_1", at=now)
        assert (early.run_id, early.chat, early.next_at) == (asked.run.id, (7, 3), None)
        assert asked.run.delivery == early.delivery == Delivery()
        assert (await scene.get(other)).delivery is None
        sent = replace(early, delivery=Delivery(message_id=9, parts=1))
        await store.note_reply(sent)
        await scene.finish(asked)
        assert [one.next_at for one in await store.list_replies("trg_1", at=now)] == [now]
        assert await store.next_reply("trg_1") == now

        await store.note_reply(settle(sent, DeliveryStatus.DELIVERED, at=now))
        assert await store.list_replies("trg_1", at=now) == []
        assert await store.next_reply("trg_1") is None
        done = Delivery(status=DeliveryStatus.DELIVERED, message_id=9, parts=1, at=now)
        assert (await scene.get(asked.run)).delivery == done

    async def test_a_run_that_no_message_started_replies_only_when_it_has_ended(
        self, scene: Scene
    ) -> None:
        store: TriggerStore = all_of(scene.store)
        await store.add_trigger(a_trigger(kind=TriggerKind.TELEGRAM))
        session = await scene.open_session()
        await store.set_channel_session("trg_1", "7:0", session.id)
        claim = await scene.started(session_id=session.id)

        assert await store.list_replies("trg_1", at=scene.clock()) == []
        await scene.cancel(claim.run)
        (reply,) = await store.list_replies("trg_1", at=scene.clock())
        assert reply.run_id == claim.run.id
        later = after_failure(reply, "502: Bad Gateway", at=scene.clock(), final=False)
        await store.note_reply(later)
        assert await store.list_replies("trg_1", at=scene.clock()) == []
        assert await store.next_reply("trg_1") == scene.clock() + timedelta(seconds=5)

    async def test_a_sent_reply_is_found_by_its_message(self, scene: Scene) -> None:
        store: TriggerStore = all_of(scene.store)
        await store.add_trigger(a_trigger(kind=TriggerKind.TELEGRAM))
        session = await scene.open_session()
        await store.set_channel_session("trg_1", "7:0", session.id)
        runs = []
        for message in (10, 20):
            claim = await scene.started(session_id=session.id)
            await scene.finish(claim)
            (reply,) = await store.list_replies("trg_1", at=scene.clock())
            sent = replace(reply, delivery=Delivery(message_id=message))
            await store.note_reply(settle(sent, DeliveryStatus.DELIVERED, at=scene.clock()))
            runs.append(claim.run.id)

        async def found(message: int | None, conversation: str = "7:0") -> str | None:
            reply = await store.find_reply("trg_1", conversation, message_id=message)
            return None if reply is None else reply.run_id

        assert [await found(None), await found(12), await found(20)] == [runs[1], runs[0], runs[1]]
        assert [await found(9), await found(None, "8:0")] == [None, None]

    async def test_a_deleted_bot_fails_its_open_replies(self, scene: Scene) -> None:
        store: TriggerStore = all_of(scene.store)
        await store.add_trigger(a_trigger(kind=TriggerKind.TELEGRAM))
        session = await scene.open_session()
        await store.set_channel_session("trg_1", "7:0", session.id)
        claim = await scene.started(session_id=session.id)

        assert await store.remove_trigger(WORKSPACE, "trg_1")

        delivery = (await scene.get(claim.run)).delivery
        assert delivery is not None
        assert (delivery.status, delivery.error) == (DeliveryStatus.FAILED, "the bot was deleted")
        await scene.finish(claim)

    async def test_a_lease_has_one_holder(self, scene: Scene) -> None:
        store: TriggerStore = all_of(scene.store)

        assert await store.hold_lease("x", "a", seconds=60, at=scene.clock())
        assert not await store.hold_lease("x", "b", seconds=60, at=scene.clock())
        assert await store.hold_lease("x", "a", seconds=60, at=scene.clock())
        await store.drop_lease("x", "b")
        assert not await store.hold_lease("x", "b", seconds=60, at=scene.clock())
        await store.drop_lease("x", "a")
        assert await store.hold_lease("x", "b", seconds=60, at=scene.clock())

    async def test_deliveries_about_an_ended_run_are_created_once(self, crowd: list[Scene]) -> None:
        scene, store = crowd[0], all_of(crowd[0].store)
        subscriptions: SubscriptionStore = store
        before = await scene.started()
        await scene.finish(before)
        assert await subscriptions.list_ended(limit=9) == []
        owner = Subscriber(
            id="sub_1",
            workspace=WORKSPACE,
            name="ops",
            url="https://example.com",
            secret="whsec_bmV3",
            created_at=NOON,
            updated_at=NOON,
        )
        await subscriptions.add_subscription(owner)
        claim = await scene.started()
        await scene.finish(claim)

        (ended,) = await subscriptions.list_ended(limit=9)
        assert ended.id == claim.run.id
        made = [_outgoing(f"msg_{number}", ended.id) for number, _ in enumerate(crowd)]
        settled = await asyncio.gather(
            *(
                all_of(each.store).settle_ended(ended.id, [outgoing])
                for each, outgoing in zip(crowd, made, strict=True)
            )
        )
        assert sum(settled) == 1
        later = NOON + timedelta(minutes=1)
        ((taken, subscriber),) = await subscriptions.claim_outgoing(at=NOON, until=later, limit=9)
        assert subscriber == owner
        assert await subscriptions.claim_outgoing(at=NOON, until=later, limit=9) == []
        assert await subscriptions.next_outgoing() == later
        done = replace(taken, status=OutgoingStatus.DELIVERED, next_at=None, attempts=1)
        await subscriptions.note_attempt(done)
        assert await subscriptions.list_outgoing("sub_1", limit=9) == [done]
        assert await subscriptions.remove_subscription(WORKSPACE, "sub_1")


def _unplanned(trigger_id: str, key: str) -> Occurrence:
    return at_noon(trigger_id=trigger_id, key=key, planned_at=None, moves_to=None)


async def _ended_run(scene: Scene, trigger_id: str, key: str, outcome: Outcome) -> Run:
    run = await fire(scene, _unplanned(trigger_id, key))
    await scene.finish(await scene.take(run), outcome)
    return run


def _outgoing(id: str, run_id: str) -> Outgoing:
    return Outgoing(
        id=id,
        subscription_id="sub_1",
        run_id=run_id,
        type="run.succeeded",
        payload="{}",
        created_at=NOON,
        next_at=NOON,
    )
