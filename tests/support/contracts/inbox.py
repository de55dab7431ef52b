"""Contract of the inbox: it finds exactly the items that wait for a person."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from tests.support.builders import WORKSPACE, a_call, a_reply, a_result, an_origin
from tests.support.clock import NOON
from tests.support.contracts.scene import OTHER, WORKER, Scene
from tests.support.contracts.triggers import a_trigger, at_noon, fire

from runwhy.core.accounts.workspaces import Scope
from runwhy.core.agent_spec import AgentSpec
from runwhy.core.agents.coding_agents import Approval, EntryBatch
from runwhy.core.inbox.derive import CLIENT_PATIENCE
from runwhy.core.inbox.items import InboxItem, ItemAction, ItemKind
from runwhy.core.inbox.notices import Notice
from runwhy.core.runs.delivery import DeliveryStatus
from runwhy.core.runs.events import NewEvent
from runwhy.core.runs.run import Failure, Outcome, Status
from runwhy.core.triggers.replies import settle
from runwhy.core.triggers.subscriptions import Outgoing, OutgoingStatus, Subscriber, after_attempt
from runwhy.core.triggers.trigger import OccurrenceStatus, TriggerConfig, TriggerKind
from runwhy.errors import Conflict
from runwhy.feeds.in_process import InProcessFeed
from runwhy.ports import Claim, Progress
from runwhy.services.inbox import Inbox, InboxView
from runwhy.services.inbox_sources import SILENT_FOR, StoreSources

FAILED = Outcome(status=Status.FAILED, failure=Failure(message="no such host"))
HOUR = timedelta(hours=1)
BASH: dict[str, Any] = {"tool": "Bash", "input": {"command": "make deploy"}}


def inbox_of(scene: Scene) -> Inbox:
    """Return the inbox on the store of a scene."""
    store: Any = scene.store
    sources = StoreSources(store=store, approval_timeout=HOUR, tool_timeout=2 * HOUR)
    return Inbox(store=store, feed=InProcessFeed(), clock=scene.clock, sources=sources.sources())


async def items(scene: Scene, workspace: int = WORKSPACE, **changes: Any) -> list[InboxItem]:
    """Return all items of an inbox now."""
    view = InboxView(workspace=workspace, now=scene.clock(), **changes)
    return await inbox_of(scene).items(view)


async def open_items(scene: Scene, **changes: Any) -> list[InboxItem]:
    """Return the items that wait for a person."""
    return [item for item in await items(scene, **changes) if item.is_open]


async def settled(scene: Scene) -> tuple[str, str, str | None]:
    """Return how the only item was settled: the action, the person and the reason."""
    (item,) = await items(scene)
    assert item.answer is not None
    return item.answer.action, item.answer.by, item.answer.reason


async def dismiss(scene: Scene, item: InboxItem) -> None:
    view = InboxView(workspace=WORKSPACE, now=scene.clock())
    await inbox_of(scene).dismiss(view, item.id, by="Ada")


async def ask(scene: Scene, claim: Claim, id: str = "toolu_1", **more: Any) -> Approval:
    """Let the agent of a run request an approval, and wait."""
    approval = Approval(id=id, asked={**BASH, **more}, asked_at=scene.clock())
    progress = Progress(status=Status.WAITING, batch=EntryBatch(approvals=[approval]))
    await scene.store.record(claim, progress, at=scene.clock())
    return approval


async def call(scene: Scene, claim: Claim) -> None:
    """Let the model of a run call two tools of the client, and wait."""
    calls = (a_call("c1", "look"), a_call("c2", "touch"))
    part = a_reply("", *calls, run_id=claim.run.id, at=scene.clock())
    progress = Progress(parts=[part], status=Status.WAITING)
    await scene.store.record(claim, progress, at=scene.clock())


def a_subscriber(**changes: Any) -> Subscriber:
    made = Subscriber(
        id="sub_1",
        workspace=WORKSPACE,
        name="ops",
        url="https://example.com/hook",
        secret="s",
        created_at=NOON,
        updated_at=NOON,
    )
    return replace(made, **changes)


async def send(scene: Scene, id: str, run_id: str) -> Outgoing:
    """Add a delivery that fails for good after a day."""
    store: Any = scene.store
    now = scene.clock()
    made = Outgoing(
        id=id,
        subscription_id="sub_1",
        run_id=run_id,
        type="run.failed",
        payload="{}",
        created_at=now,
        next_at=now,
    )
    await store.settle_ended(run_id, [made])
    scene.clock.advance(seconds=86_400)
    failed = after_attempt(made, now=scene.clock(), status=500, error="returned HTTP 500")
    await store.note_attempt(failed)
    return failed


def a_notice() -> Notice:
    return Notice(
        id="ntc_1",
        workspace=WORKSPACE,
        target="trg_1",
        item_id="approval:run_1:toolu_1",
        opened_at=NOON,
        nonce="n" * 22,
        expires_at=NOON + HOUR,
        chat_id=7,
    )


class InboxContract:
    """Items are derived from the state of runs, triggers and deliveries."""

    async def test_an_approval_waits_until_it_is_decided(self, scene: Scene) -> None:
        claim = await scene.started(tags={"customer": "acme"})
        assert await items(scene) == []
        approval = await ask(scene, claim)
        (item,) = await items(scene)

        assert item.id == f"approval:{claim.run.id}:toolu_1"
        assert (item.kind, item.title) == (
            ItemKind.APPROVAL,
            "The agent wants to run a command: make deploy",
        )
        assert (item.run_id, item.approval_id) == (claim.run.id, "toolu_1")
        assert (item.since, item.deadline) == (NOON, NOON + HOUR)
        assert (item.asked, item.tags) == (BASH, {"customer": "acme"})
        assert "“Hello”" in item.why
        assert await items(scene, workspace=2) == []
        decided = replace(approval, decision="deny", reason="no", decided_by="Ada")
        decided = replace(decided, decided_at=scene.clock())
        event = NewEvent(type="approval_decision", data={})
        await scene.store.decide_approval(claim.run, decided, event)
        (answered,) = await items(scene)
        assert answered.id == item.id
        assert not answered.is_open
        assert answered.answer is not None
        assert (answered.answer.by, answered.answer.action) == ("Ada", "deny")
        await scene.cancel(claim.run)
        await scene.store.deregister_worker(WORKER)
        scene.clock.advance(seconds=86_401)
        assert await items(scene) == []

    async def test_an_approval_of_a_run_that_has_ended_waits_no_more(self, scene: Scene) -> None:
        claim = await scene.started()
        await ask(scene, claim)
        (item,) = await items(scene)
        await scene.cancel(claim.run)

        assert await settled(scene) == ("resolved", "", "the run was cancelled")
        (gone,) = await items(scene)
        assert (gone.id, gone.title, gone.actions) == (item.id, item.title, ())
        scene.clock.advance(seconds=86_401)
        assert await items(scene) == []

    async def test_an_approval_that_timed_out_waits_no_more(self, scene: Scene) -> None:
        claim = await scene.started()
        await ask(scene, claim)
        assert await open_items(scene) != []
        await scene.store.record(claim, Progress(status=Status.RUNNING), at=scene.clock())

        assert await settled(scene) == ("resolved", "", "the request no longer waits")

    async def test_a_request_that_nobody_answered_in_time_says_so(self, scene: Scene) -> None:
        claim = await scene.started()
        await ask(scene, claim, timeoutSeconds=5)
        assert await open_items(scene) != []
        scene.clock.advance(seconds=5)
        await scene.store.record(claim, Progress(status=Status.RUNNING), at=scene.clock())

        assert await settled(scene) == ("resolved", "", "nobody answered in time")

    async def test_a_tool_call_waits_if_no_client_answers_for_a_while(self, scene: Scene) -> None:
        claim = await scene.started()
        await call(scene, claim)
        assert await items(scene) == []
        scene.clock.advance(seconds=CLIENT_PATIENCE.total_seconds())
        found = await items(scene)

        assert [item.kind for item in found] == [ItemKind.CLIENT_TOOL] * 2
        assert [item.title for item in found] == [
            "No client has answered the call of look",
            "No client has answered the call of touch",
        ]
        assert found[0].deadline == NOON + 2 * HOUR
        answer = a_result("c1", "stars", run_id=claim.run.id)
        event = NewEvent(type="local_tool_result_in", data={})
        await scene.store.answer_tool(WORKSPACE, claim.run.id, answer, event)
        left, answered = await items(scene)
        assert left.id == f"client_tool:{claim.run.id}:c2"
        assert answered.answer is not None
        assert answered.answer.reason == "a client answered"

    async def test_a_run_that_crashes_is_an_item_until_it_is_repeated(self, scene: Scene) -> None:
        run = await scene.start()
        for _ in range(2):
            await scene.take(run)
            await scene.crash()
        (suspect,) = await items(scene)
        assert suspect.title == "The server died 2 times while it executed this run"
        assert ItemAction.CANCEL_RUN in suspect.actions
        await scene.end_quarantine()
        await scene.take(run)
        await scene.crash()
        (crashed,) = await items(scene)
        assert (crashed.id, crashed.run_id) == (suspect.id, run.id)
        assert crashed.title == "The server died 3 times while it executed this run"
        assert ItemAction.RERUN in crashed.actions
        again = await scene.start(origin=an_origin(rerun_of=run.id))

        action, by, _ = await settled(scene)
        assert (action, by) == ("rerun", again.origin.actor.name or again.origin.actor.kind)

    async def test_runs_without_a_worker_are_one_item(self, scene: Scene) -> None:
        await scene.start(tags={"customer": "acme"})
        await scene.start(tags={"customer": "globex"})
        assert await items(scene) == []
        for worker in (WORKER, OTHER):
            await scene.store.deregister_worker(worker)
        scene.clock.advance(seconds=SILENT_FOR + 1)
        (item,) = await items(scene)
        (theirs,) = await items(scene, within={"customer": "globex"})

        assert item.title == "2 runs wait, and no server works on the queue"
        assert theirs.title == "1 run waits, and no server works on the queue"
        assert theirs.tags == {"customer": "globex"}
        assert await items(scene, workspace=2) == []

    async def test_runs_of_a_pool_without_a_worker_are_an_item(self, scene: Scene) -> None:
        await scene.start()
        waits = await scene.start(spec=AgentSpec(system_prompt="Help.", pool="gpu"))
        scene.clock.advance(seconds=SILENT_FOR + 1)
        await scene.store.register_worker(WORKER, WORKER, at=scene.clock())
        (item,) = await items(scene)
        assert item.title == "1 run waits, and the pool gpu has no worker"
        assert (item.run_id, item.since) == (waits.id, NOON)
        assert item.otherwise == (
            "The runs wait until a worker starts: run `runwhy worker --pool gpu`, or add gpu to "
            "RUNWHY_WORKER_POOLS of a server."
        )

        await scene.store.register_worker("third", "third", pools=["gpu"], at=scene.clock())
        assert await open_items(scene) == []

    async def test_a_schedule_that_failed_often_enough_pauses_at_its_next_time(
        self, scene: Scene
    ) -> None:
        store: Any = scene.store
        config = TriggerConfig(schedule="0 * * * *", pause_after_failures=1)
        await store.add_trigger(a_trigger(config=config))
        await fire(scene, at_noon(key="a", moves_to=None, planned_at=None))
        (claim,) = await scene.claim()
        await scene.finish(claim, FAILED)
        (item,) = await items(scene)

        assert item.otherwise == "The schedule pauses at its next planned time."

    async def test_a_trigger_that_fails_is_an_item_until_a_run_succeeds(self, scene: Scene) -> None:
        store: Any = scene.store
        await store.add_trigger(a_trigger())
        for key in ("a", "b"):
            scene.clock.advance(seconds=60)
            await fire(scene, at_noon(key=key, moves_to=None, planned_at=None))
            (claim,) = await scene.claim()
            await scene.finish(claim, FAILED)
        (item,) = await items(scene)

        assert item.title == "The last 2 runs of nightly failed: no such host"
        assert item.since == NOON + timedelta(seconds=60)
        assert (item.trigger_id, item.run_id) == ("trg_1", claim.run.id)
        assert item.otherwise == "The schedule pauses after 3 more failures in a row."
        assert await items(scene, scopes=frozenset({Scope.RUNS_READ})) == []
        await dismiss(scene, item)
        (dismissed,) = await items(scene)
        assert dismissed.answer is not None and dismissed.answer.by == "Ada"
        await fire(scene, at_noon(key="c", moves_to=None, planned_at=None))
        await scene.finish((await scene.claim())[0])
        assert (await settled(scene))[:2] == ("dismiss", "Ada")
        scene.clock.advance(seconds=60)
        await fire(scene, at_noon(key="d", moves_to=None, planned_at=None))
        await scene.finish((await scene.claim())[0], FAILED)
        (again,) = await items(scene)
        assert again.is_open  # the dismissal does not cover a new failure

    async def test_a_schedule_that_cannot_start_runs_is_an_item_until_one_starts(
        self, scene: Scene
    ) -> None:
        store: Any = scene.store
        await store.add_trigger(a_trigger())
        for key in ("a", "b"):
            scene.clock.advance(seconds=60)
            skipped = at_noon(key=key, at=scene.clock(), moves_to=NOON)
            skipped = replace(skipped, status=OccurrenceStatus.SKIPPED, reason="start failed: full")
            assert await store.skip_occurrence(skipped)
        (item,) = await items(scene)

        assert item.title == "nightly cannot start runs: full"
        assert (item.since, item.run_id) == (NOON + timedelta(seconds=60), None)
        assert item.otherwise == "The schedule tries again at each planned time."
        assert item.actions == (ItemAction.DISMISS,)
        await fire(scene, at_noon(key="c", moves_to=None, planned_at=None))
        assert await open_items(scene) == []

    async def test_a_paused_trigger_is_an_item_until_it_is_resumed(self, scene: Scene) -> None:
        store: Any = scene.store
        await store.add_trigger(a_trigger(enabled=False, note="paused automatically: broken"))
        (item,) = await items(scene)

        assert item.title == "nightly is paused: broken"
        assert item.actions == (ItemAction.RESUME_TRIGGER, ItemAction.DISMISS)
        await store.change_trigger(WORKSPACE, "trg_1", lambda t: replace(t, enabled=True))
        assert await settled(scene) == ("resolved", "", "the trigger is not paused")
        await store.change_trigger(WORKSPACE, "trg_1", lambda t: replace(t, enabled=False))
        (again,) = await items(scene)
        assert again.is_open

    async def test_failed_deliveries_are_one_item_per_webhook(self, scene: Scene) -> None:
        store: Any = scene.store
        await store.add_subscription(a_subscriber())
        for id in ("msg_1", "msg_2"):
            claim = await scene.started()
            await scene.finish(claim)
            await send(scene, id, claim.run.id)
        (item,) = await items(scene)

        assert item.title == "2 deliveries to ops failed: returned HTTP 500"
        assert (item.subject_id, item.run_id) == ("sub_1", None)
        await dismiss(scene, item)
        assert [one.is_open for one in await items(scene)] == [False]
        claim = await scene.started()
        await scene.finish(claim)
        failed = await send(scene, "msg_3", claim.run.id)
        (third,) = await items(scene)
        assert third.title == "1 delivery to ops failed: returned HTTP 500"
        assert await items(scene, within={"customer": "acme"}) == []
        again = replace(failed, status=OutgoingStatus.PENDING, failed_at=None)  # a replay
        await store.note_attempt(again)
        assert await settled(scene) == ("resolved", "", "sent again")

    async def test_a_reply_that_did_not_reach_its_chat_is_an_item(self, scene: Scene) -> None:
        store: Any = scene.store
        config = TriggerConfig(allowed_chat_ids=[7])
        await store.add_trigger(a_trigger(kind=TriggerKind.TELEGRAM, config=config, next_at=None))
        session = await scene.open_session()
        await store.set_channel_session("trg_1", "7:0", session.id)
        claim = await scene.started(session_id=session.id)
        await scene.finish(claim)
        (reply,) = await store.list_replies("trg_1", at=scene.clock())
        blocked = settle(reply, DeliveryStatus.FAILED, at=scene.clock(), error="403: blocked")
        await store.note_reply(blocked)
        (item,) = await items(scene)

        assert item.title == "A reply did not reach its chat: 403: blocked"
        assert (item.run_id, item.trigger_id) == (claim.run.id, "trg_1")

    async def test_a_notice_is_written_once_among_several_servers(self, crowd: list[Scene]) -> None:
        stores: list[Any] = [scene.store for scene in crowd]
        made = [
            await one.open_notice(replace(a_notice(), id=f"ntc_{number}"))
            for number, one in enumerate(stores)
        ]
        assert made == [True, *[False] * (len(stores) - 1)]
        (notice,) = await stores[0].list_open_notices("trg_1")
        closed = [await one.close_notice(notice, at=NOON) for one in stores]
        assert closed == made
        assert await stores[0].list_open_notices("trg_1") == []
        assert await stores[0].list_due_notices("trg_1", at=NOON) == []  # nothing was sent

    async def test_a_message_that_was_sent_is_changed_when_its_item_is_closed(
        self, scene: Scene
    ) -> None:
        store: Any = scene.store
        await store.open_notice(replace(a_notice(), next_at=NOON))
        (notice,) = await store.list_due_notices("trg_1", at=NOON)
        await store.close_notice(notice, at=NOON)  # while the message is being sent
        assert await store.next_notice("trg_1") is None
        await store.note_notice(replace(notice, message_id=5, next_at=None))
        (due,) = await store.list_due_notices("trg_1", at=NOON)
        assert (due.message_id, due.closed_at) == (5, NOON)

    async def test_a_button_decides_once(self, scene: Scene) -> None:
        store: Any = scene.store
        claim = await scene.started()
        approval = await ask(scene, claim)
        notice = replace(a_notice(), run_id=claim.run.id, approval_id=approval.id)
        await store.open_notice(notice)
        decided = replace(approval, decision="approve", decided_by="ada", decided_at=NOON)
        event = NewEvent(type="approval_decision", data={})
        await store.decide_by_notice(notice, "press-1", claim.run, decided, event)
        for _ in range(2):
            with pytest.raises(Conflict):
                await store.decide_by_notice(notice, "press-2", claim.run, decided, event)
        assert (await store.get_notice(notice.id)).pressed == "press-1"

    async def test_a_button_of_a_decided_request_stays_unused(self, scene: Scene) -> None:
        store: Any = scene.store
        claim = await scene.started()
        approval = await ask(scene, claim)
        notice = replace(a_notice(), run_id=claim.run.id, approval_id=approval.id)
        await store.open_notice(notice)
        decided = replace(approval, decision="deny", decided_by="eve", decided_at=NOON)
        event = NewEvent(type="approval_decision", data={})
        await store.decide_approval(claim.run, decided, event)
        with pytest.raises(Conflict):
            await store.decide_by_notice(notice, "press-1", claim.run, decided, event)
        assert (await store.get_notice(notice.id)).pressed is None  # rolled back together
