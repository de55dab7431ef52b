"""Contract of budgets: which apply, which usage is counted, and which runs are refused."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from tests.support.builders import WORKSPACE, a_reply, an_envelope, an_origin
from tests.support.contracts.engine_jobs import claimed, hand_over, need_of
from tests.support.contracts.scene import DONE, OTHER, Scene, in_session

from runwhy.core.agent_spec import AgentSpec
from runwhy.core.agents.coding_agents import EntryBatch
from runwhy.core.budgets.budget import Action, Budget, Measure, Threshold, Usage
from runwhy.core.budgets.notices import approval_of
from runwhy.core.budgets.periods import Period
from runwhy.core.budgets.reservation import CallNeed
from runwhy.core.queries import parse
from runwhy.core.runs.cost import Cost
from runwhy.core.runs.events import NewEvent
from runwhy.core.runs.log import Part, PartKind
from runwhy.core.runs.prices import Price
from runwhy.core.runs.run import Tokens
from runwhy.core.runs.usage import CallFacts, call_json
from runwhy.core.runs.usage import Usage as UsedTokens
from runwhy.errors import BudgetExceeded, Conflict
from runwhy.ports import Claim, Progress, Superseded

ACME = {"customer": "acme"}
REFUSE = (Threshold(action=Action.REFUSE),)


def a_budget(scene: Scene, name: str = "acme", **changes: Any) -> Budget:
    """Build a budget of two runs a day that refuses further ones."""
    budget = Budget(
        id=scene.new_id("bud"),
        workspace=WORKSPACE,
        name=name,
        query="customer:acme",
        measure=Measure.RUNS,
        period=Period.DAY,
        limit=2,
        actions=REFUSE,
        created_at=scene.clock(),
        updated_at=scene.clock(),
    )
    return replace(budget, **changes)


async def add(scene: Scene, name: str = "acme", **changes: Any) -> Budget:
    """Add a budget to the store."""
    budget = a_budget(scene, name, **changes)
    return await scene.store.add_budget(budget, used=await scene.store.used_before(budget))


async def usage(scene: Scene, budget: Budget) -> Usage:
    """Return the current usage of a budget."""
    return (await scene.store.budget_usage([budget], at=scene.clock()))[budget.id]


class BudgetsContract:
    """Budgets as a resource, and the runs that they count and refuse."""

    async def test_a_budget_is_stored_changed_and_removed_by_name(self, scene: Scene) -> None:
        made = await add(scene, limit=5, actions=(Threshold(action=Action.STOP, percent=90),))

        assert await scene.store.get_budget(WORKSPACE, "acme") == made
        assert await scene.store.get_budget(WORKSPACE, made.id) == made
        assert await scene.store.list_budgets(WORKSPACE) == [made]
        with pytest.raises(Conflict, match="already exists"):
            await add(scene)
        changed = await scene.store.change_budget(
            WORKSPACE, "acme", lambda old: replace(old, limit=9)
        )
        assert changed == replace(made, limit=9)
        assert await scene.store.remove_budget(WORKSPACE, "acme", at=scene.clock())
        assert await scene.store.list_budgets(WORKSPACE) == []
        assert not await scene.store.remove_budget(WORKSPACE, "acme", at=scene.clock())

    async def test_the_budgets_of_a_run_are_stored_and_found_with_it(self, scene: Scene) -> None:
        made = await add(scene)
        await add(scene, "other", query="customer:globex")

        run, other = await scene.start(tags=ACME), await scene.start()

        assert [each.name for each in (await scene.get(run)).budgets] == ["acme"]
        assert (await scene.get(other)).budgets == ()
        for text in ("budget:acme", f"budget:{made.id}", "budget:ac*", "has:budget"):
            assert await scene.ids(query=parse(text, now=scene.clock())) == [run.id], text
        assert await scene.ids(query=parse("-budget:acme", now=scene.clock())) == [other.id]
        assert await scene.ids(query=parse("budget:acm", now=scene.clock())) == []

    async def test_a_change_of_budgets_applies_to_the_next_run(self, scene: Scene) -> None:
        before = await scene.start(tags=ACME)
        await add(scene)
        during = await scene.start(tags=ACME)
        await scene.store.remove_budget(WORKSPACE, "acme", at=scene.clock())
        after = await scene.start(tags=ACME)

        applied = [len((await scene.get(run)).budgets) for run in (before, during, after)]
        assert applied == [0, 1, 0]

    async def test_a_full_budget_refuses_runs_until_its_period_ends(self, scene: Scene) -> None:
        made = await add(scene)
        for _ in range(2):
            await scene.start(tags=ACME)

        with pytest.raises(BudgetExceeded) as refused:
            await scene.start(tags=ACME)

        assert (refused.value.budget, refused.value.used, refused.value.limit) == ("acme", 2, 2)
        midnight = datetime.combine(
            scene.clock().date() + timedelta(days=1), datetime.min.time(), scene.clock().tzinfo
        )
        assert refused.value.resets_at == midnight
        assert len(await scene.ids()) == 2
        await scene.start()  # without the tag
        scene.clock.now = midnight
        await scene.start(tags=ACME)
        assert (await usage(scene, made)).used == 1

    async def test_concurrent_runs_never_exceed_the_limit(self, crowd: list[Scene]) -> None:
        await add(crowd[0], limit=5)

        async def one(scene: Scene) -> bool:
            try:
                await scene.start(tags=ACME)
            except BudgetExceeded:
                return False
            return True

        started = await asyncio.gather(*(one(scene) for scene in crowd for _ in range(6)))

        assert sum(started) == min(5, len(started))
        assert len(await crowd[0].ids()) == sum(started)

    async def test_a_budget_that_is_created_again_continues(self, scene: Scene) -> None:
        made = await add(scene)
        for _ in range(2):
            await scene.start(tags=ACME)
        await scene.store.remove_budget(WORKSPACE, "acme", at=scene.clock())

        again = await add(scene, "renamed")

        assert again.id == made.id
        with pytest.raises(BudgetExceeded, match="renamed"):
            await scene.start(tags=ACME)

    async def test_a_budget_that_is_created_again_counts_what_was_used_without_it(
        self, scene: Scene
    ) -> None:
        made = await add(scene)
        await scene.start(tags=ACME)
        for days in (0, 1):
            await scene.store.remove_budget(WORKSPACE, "acme", at=scene.clock())
            scene.clock.advance(days=days)
            for _ in range(2):
                await scene.start(tags=ACME)

            again = await add(scene)

            assert again.id == made.id
            assert (await usage(scene, again)).used == 3 - days

    async def test_a_new_budget_with_a_price_counts_past_runs_at_this_price(
        self, scene: Scene
    ) -> None:
        tokens = Tokens(input=10, cached=4, cache_write=2, output=5)
        await scene.finish(await scene.started(tags=ACME), replace(DONE, tokens=tokens))
        price = Price(
            input=Decimal(1),
            output=Decimal(10),
            cache_read=Decimal("0.5"),
            cache_write=Decimal(2),
        )

        budget = await add(scene, measure=Measure.COST, price=price)

        assert (await usage(scene, budget)).used == price.cost(tokens) > 0

    async def test_a_new_budget_counts_what_was_used_in_its_period(self, scene: Scene) -> None:
        async def end(**outcome: Any) -> None:
            claim = await scene.started(tags=ACME)
            scene.clock.advance(seconds=3)
            await scene.finish(claim, replace(DONE, **outcome))

        await end(cost=Cost(picos=7), tokens=Tokens(input=5, output=2))
        scene.clock.advance(days=1)
        await end(cost=Cost(picos=4), tokens=Tokens(input=3, output=1))
        await end(cost=Cost(picos=6), tokens=Tokens(input=9, output=2))
        await scene.start()

        found = {
            measure: (await usage(scene, await add(scene, measure, measure=measure))).used
            for measure in Measure
        }
        lasting = await add(scene, "all", measure=Measure.COST, period=Period.FOREVER, query="")
        assert found == {"cost": 10, "tokens": 15, "runs": 2, "time": 6000}
        assert (await usage(scene, lasting)).used == 17

    async def test_sessions_are_counted_each_by_itself(self, scene: Scene) -> None:
        await add(scene, query="", period=Period.SESSION, limit=1)
        one, two = await scene.open_session(), await scene.open_session()

        await scene.start(**in_session(one))
        await scene.start(**in_session(two))
        with pytest.raises(BudgetExceeded):
            await scene.start(**in_session(one))

    async def test_refused_runs_are_counted(self, scene: Scene) -> None:
        made = await add(scene)
        scope = (await usage(scene, made)).scope
        await scene.store.note_refusal(WORKSPACE, made.id, scope, at=scene.clock())
        await scene.store.note_refusal(WORKSPACE, "bud_gone", scope, at=scene.clock())

        (period,) = await scene.store.list_budget_periods(made, limit=5)
        assert (period.usage.refused, period.usage.used, period.limit) == (1, 0, 2)

    async def test_changed_tags_of_a_session_change_no_run(self, scene: Scene) -> None:
        made = await add(scene, measure=Measure.TOKENS, limit=10)
        session = await scene.open_session(tags=ACME)
        run = await scene.start(**in_session(session))
        await scene.patch(session, tags={"customer": None})

        later = await scene.start(**in_session(session))

        assert [each.id for each in (await scene.get(run)).budgets] == [made.id]
        assert (await scene.get(later)).budgets == ()


TOKENS: dict[str, Any] = {
    "measure": Measure.TOKENS,
    "limit": 1000,
    "actions": (Threshold(action=Action.STOP),),
}
CALL = CallNeed(model="echo", input=100, output=200)


def replied(claim: Claim, tokens: int, **data: Any) -> Part:
    """Build the reply of a call that used these tokens."""
    used = {"input": tokens, "output": 0}
    return a_reply("Done.", run_id=claim.run.id, data={"tokens": used, **data})


async def record(scene: Scene, claim: Claim, *parts: Part) -> None:
    """Record parts of a run."""
    await scene.store.record(claim, Progress(parts=parts), at=scene.clock())


async def reserve(scene: Scene, claim: Claim, need: CallNeed = CALL) -> bool:
    """Reserve a call; return whether it is allowed."""
    decision = await scene.store.reserve(claim, need, at=scene.clock())
    return decision.failure is None and decision.ask is None


async def numbers(scene: Scene, budget: Budget) -> tuple[int, int]:
    """Return the used and reserved amounts."""
    found = await usage(scene, budget)
    return found.used, found.reserved


class ReservationsContract:
    """Reservations before calls, and their settlement in every case."""

    async def test_a_call_is_reserved_and_settled_by_what_it_used(self, scene: Scene) -> None:
        budget = await add(scene, **TOKENS)
        claim = await scene.started(tags=ACME)

        assert await reserve(scene, claim)
        assert await numbers(scene, budget) == (0, 300)
        await record(scene, claim, replied(claim, 120))
        assert await numbers(scene, budget) == (120, 0)
        assert await reserve(scene, claim)
        await scene.finish(claim, parts=[replied(claim, 80)])
        assert await numbers(scene, budget) == (200, 0)

    async def test_a_claim_has_what_was_used_of_the_budgets_of_its_run(self, scene: Scene) -> None:
        budget = await add(scene, **TOKENS)
        first = await scene.started(tags=ACME)
        assert await reserve(scene, first)
        await record(scene, first, replied(first, 120))
        second, other = await scene.started(tags=ACME), await scene.started()

        assert [(each.id, used.used) for each, used in first.budgets] == [(budget.id, 0)]
        assert [(each.id, used.used) for each, used in second.budgets] == [(budget.id, 120)]
        assert list(other.budgets) == []

    async def test_a_reservation_writes_the_progress_before_the_call(self, scene: Scene) -> None:
        budget = await add(scene, **{**TOKENS, "limit": 500})
        allowed, stopped = [await scene.started(tags=ACME) for _ in range(2)]

        for claim in (allowed, stopped):  # also if the call is not allowed
            opening = Progress(parts=[an_envelope(run_id=claim.run.id)])
            decision = await scene.store.reserve(claim, CALL, opening, at=scene.clock())
            assert (decision.failure is None) is (claim is allowed)
            parts = await scene.store.list_parts(claim.run.id)
            assert [part.kind for part in parts] == [PartKind.MESSAGE, PartKind.ENVELOPE]
            assert [part.index for part in parts] == [0, 1]
        assert await numbers(scene, budget) == (0, 300)

    async def test_a_worker_that_lost_its_run_neither_writes_nor_reserves(
        self, scene: Scene
    ) -> None:
        budget = await add(scene, **TOKENS)
        claim = await scene.started(tags=ACME)
        await scene.store.release(claim.hold)
        opening = Progress(parts=[an_envelope(run_id=claim.run.id)])

        with pytest.raises(Superseded):
            await scene.store.reserve(claim, CALL, opening, at=scene.clock())
        assert len(await scene.store.list_parts(claim.run.id)) == len(claim.parts)
        assert await numbers(scene, budget) == (0, 0)

    async def test_two_calls_of_a_run_at_once_are_reserved_together(self, scene: Scene) -> None:
        budget = await add(scene, **TOKENS)
        claim = await scene.started(tags=ACME)

        assert await reserve(scene, claim) and await reserve(scene, claim)
        assert await numbers(scene, budget) == (0, 600)
        await record(scene, claim, replied(claim, 120))
        assert await numbers(scene, budget) == (120, 0)

    async def test_a_call_that_is_not_recorded_leaves_the_others_of_its_run_reserved(
        self, scene: Scene
    ) -> None:
        budget = await add(scene, **TOKENS)
        claim = await scene.started(tags=ACME)
        assert await reserve(scene, claim) and await reserve(scene, claim)

        await scene.store.settle_estimate(claim, CALL, replace(CALL, output=7), at=scene.clock())
        assert await numbers(scene, budget) == (107, 300)
        await record(scene, claim, replied(claim, 120))

        assert await numbers(scene, budget) == (227, 0)

    async def test_a_worker_that_lost_its_run_settles_no_call_of_the_next_one(
        self, scene: Scene
    ) -> None:
        budget = await add(scene, **TOKENS)
        lost = await scene.started(tags=ACME)
        assert await reserve(scene, lost)
        await scene.crash()
        (claim,) = await scene.claim(OTHER)
        assert await reserve(scene, claim)

        await scene.store.settle_estimate(lost, CALL, CallNeed(), at=scene.clock())

        assert await numbers(scene, budget) == (300, 300)
        await scene.finish(claim, parts=[replied(claim, 50)])
        assert await numbers(scene, budget) == (350, 0)

    async def test_a_call_that_may_exceed_the_limit_is_stopped(self, scene: Scene) -> None:
        budget = await add(scene, **{**TOKENS, "limit": 650})
        one, two, three = [await scene.started(tags=ACME) for _ in range(3)]

        assert await reserve(scene, one) and await reserve(scene, two)
        decision = await scene.store.reserve(three, CALL, at=scene.clock())

        assert decision.failure is not None
        assert decision.failure.code == decision.failure.error_class == "budget_exceeded"
        assert "acme" in decision.failure.message and "650 tokens" in decision.failure.message
        assert await numbers(scene, budget) == (0, 600)
        await record(scene, one, replied(one, 10))
        assert await reserve(scene, three)
        (notice,) = await scene.store.list_budget_notices(budget, limit=9)
        assert (notice.action, notice.run_id) == (Action.STOP, three.run.id)
        assert (notice.used, notice.needed) == (0, 900)  # with the two calls in progress

    async def test_usage_that_is_not_reported_counts_as_reserved(self, scene: Scene) -> None:
        budget = await add(scene, **TOKENS)
        claim = await scene.started(tags=ACME)
        lost = a_reply(run_id=claim.run.id, kind=PartKind.FAILED_CALL)
        unpriced = call_json(CallFacts(started_at=scene.clock(), duration_ms=1))

        await reserve(scene, claim)
        await record(scene, claim, lost)
        assert await numbers(scene, budget) == (300, 0)
        await reserve(scene, claim)
        await record(scene, claim, replied(claim, 0, call=unpriced))
        assert await numbers(scene, budget) == (600, 0)

    async def test_a_call_that_failed_without_usage_costs_nothing(self, scene: Scene) -> None:
        budget = await add(scene, **TOKENS)
        claim = await scene.started(tags=ACME)

        await reserve(scene, claim)
        failed = replied(claim, 0)
        await record(scene, claim, replace(failed, kind=PartKind.FAILED_CALL))

        assert await numbers(scene, budget) == (0, 0)

    async def test_a_crash_is_settled_once_when_the_run_is_released(self, scene: Scene) -> None:
        budget = await add(scene, **TOKENS)
        claim = await scene.started(tags=ACME)
        await reserve(scene, claim)

        await scene.crash()

        assert await numbers(scene, budget) == (300, 0)
        with pytest.raises(Superseded):
            await record(scene, claim, replied(claim, 5))
        await scene.store.settle_estimate(claim, CALL, CALL, at=scene.clock())
        with pytest.raises(Superseded):
            await reserve(scene, claim)
        (again,) = await scene.claim(OTHER)
        assert await reserve(scene, again)
        await scene.finish(again, parts=[replied(again, 50)])
        assert await numbers(scene, budget) == (350, 0)

    async def test_a_cancelled_call_counts_what_it_has_used(self, scene: Scene) -> None:
        budget = await add(scene, **TOKENS)
        claim = await scene.started(tags=ACME)
        await reserve(scene, claim)

        await scene.cancel(claim.run)
        assert await numbers(scene, budget) == (0, 300)  # until its worker has stopped
        await scene.store.settle_estimate(claim, CALL, replace(CALL, output=7), at=scene.clock())
        await scene.store.release(claim.hold)

        assert await numbers(scene, budget) == (107, 0)

    async def test_a_cancelled_call_of_a_run_that_an_engine_has_is_settled_once(
        self, scene: Scene
    ) -> None:
        budget = await add(scene, **TOKENS)
        await scene.start(tags=ACME)
        (job,) = await hand_over(scene)
        claim = await claimed(scene, job)
        assert await reserve(scene, claim)
        assert await scene.store.suspend(claim.hold, "awk-1", await need_of(scene, claim))

        await scene.cancel(claim.run)
        assert await numbers(scene, budget) == (300, 0)
        await scene.store.drop_cancelled(job)

        assert await numbers(scene, budget) == (300, 0)

    async def test_a_call_of_a_suspended_run_is_settled_after_it_resumes(
        self, scene: Scene
    ) -> None:
        budget = await add(scene, **TOKENS)
        await scene.start(tags=ACME)
        (job,) = await hand_over(scene)
        claim = await claimed(scene, job)
        assert await reserve(scene, claim)
        assert await scene.store.suspend(claim.hold, "awk-1", await need_of(scene, claim))

        resumed = await claimed(scene, job)
        assert await numbers(scene, budget) == (0, 300)
        await scene.finish(resumed, parts=[replied(resumed, 50)])

        assert await numbers(scene, budget) == (50, 0)

    async def test_a_cancelled_call_of_a_dead_worker_counts_as_reserved(self, scene: Scene) -> None:
        budget = await add(scene, **TOKENS)
        claim = await scene.started(tags=ACME)
        await reserve(scene, claim)
        await scene.cancel(claim.run)

        await scene.crash()

        assert await numbers(scene, budget) == (300, 0)

    async def test_a_call_counts_in_the_period_in_which_it_began(self, scene: Scene) -> None:
        budget = await add(scene, **TOKENS, timezone="Europe/Berlin")
        claim = await scene.started(tags=ACME)
        await reserve(scene, claim)

        scene.clock.advance(hours=12)  # past 23:00 UTC, midnight in Berlin
        assert await numbers(scene, budget) == (0, 0)
        await record(scene, claim, replied(claim, 120))
        assert await reserve(scene, claim)
        assert await numbers(scene, budget) == (0, 300)

        new, old = await scene.store.list_budget_periods(budget, limit=5)
        assert (old.usage.used, old.usage.reserved) == (120, 0)
        assert old.usage.resets_at == new.start

    @pytest.mark.parametrize(
        ("period", "before", "reset"),
        [
            (Period.WEEK, "2026-10-24T12:00Z", "2026-10-25T23:00Z"),  # winter time began at 01:00Z
            (Period.MONTH, "2026-10-24T12:00Z", "2026-10-31T23:00Z"),
            (Period.WEEK, "2026-03-28T12:00Z", "2026-03-29T22:00Z"),  # summer time
            (Period.MONTH, "2026-03-28T12:00Z", "2026-03-31T22:00Z"),
        ],
    )
    async def test_a_period_with_a_clock_change_ends_at_local_midnight(
        self, scene: Scene, period: Period, before: str, reset: str
    ) -> None:
        scene.clock.now = datetime.fromisoformat(before)
        changes: dict[str, Any] = {**TOKENS, "period": period, "limit": 500}
        budget = await add(scene, **changes, timezone="Europe/Berlin")
        claim = await scene.started(tags=ACME)
        await reserve(scene, claim)
        await record(scene, claim, replied(claim, 300))

        scene.clock.now = datetime.fromisoformat(reset) - timedelta(seconds=1)
        assert not await reserve(scene, claim)
        assert (await usage(scene, budget)).resets_at == datetime.fromisoformat(reset)
        scene.clock.advance(seconds=1)
        assert await reserve(scene, claim)
        assert await numbers(scene, budget) == (0, 300)

    async def test_a_clock_that_is_set_back_gives_nothing_back(self, scene: Scene) -> None:
        budget = await add(scene, **{**TOKENS, "limit": 500})
        claim = await scene.started(tags=ACME)
        await reserve(scene, claim)
        await record(scene, claim, replied(claim, 300))

        scene.clock.advance(days=1)
        assert await reserve(scene, claim)
        await record(scene, claim, replied(claim, 280))
        scene.clock.advance(days=-1)
        assert await numbers(scene, budget) == (300, 0)
        assert not await reserve(scene, claim)
        scene.clock.advance(days=1)
        assert not await reserve(scene, claim)
        assert await numbers(scene, budget) == (280, 0)

    async def test_a_child_uses_the_budget_of_its_parent(self, scene: Scene) -> None:
        budget = await add(scene, **{**TOKENS, "period": Period.RUN, "limit": 500})
        parent = await scene.started(tags=ACME)
        await reserve(scene, parent)
        child = await scene.started(
            tags={"customer": None},
            parent_run_id=parent.run.id,
            origin=an_origin(trigger="subtask"),
        )

        assert not await reserve(scene, child)
        await record(scene, parent, replied(parent, 100))
        assert await reserve(scene, child)
        assert await numbers(scene, budget) == (100, 300)

    async def test_cached_tokens_cost_what_the_price_says(self, scene: Scene) -> None:
        price = Price(input=Decimal(10), output=Decimal(20), cache_read=Decimal(1))
        cost: dict[str, Any] = {**TOKENS, "measure": Measure.COST, "limit": 10**12}
        own = await add(scene, "own", **cost, price=price)
        known = await add(scene, "known", **cost)
        claim = await scene.started(tags=ACME)
        tokens = {"input": 1000, "cached": 900, "output": 10}
        facts = CallFacts(started_at=scene.clock(), duration_ms=1, cost=Cost(picos=77))

        need = replace(CALL, price=Price(input=Decimal(1), output=Decimal(1)))
        assert await reserve(scene, claim, need)
        part = replied(claim, 0, call=call_json(facts))
        await record(scene, claim, replace(part, data={**part.data, "tokens": tokens}))

        expected = (100 * 10 + 900 * 1 + 10 * 20) * 10**6
        assert await numbers(scene, own) == (expected, 0)
        assert await numbers(scene, known) == (77, 0)

    async def test_an_unknown_price_is_not_zero(self, scene: Scene) -> None:
        await add(scene, **{**TOKENS, "measure": Measure.COST})
        claim = await scene.started(tags=ACME)

        decision = await scene.store.reserve(claim, CALL, at=scene.clock())

        assert decision.failure is not None
        assert decision.failure.code == "price_unknown"

    async def test_a_removed_budget_settles_its_calls_and_stops_nothing(self, scene: Scene) -> None:
        budget = await add(scene, **{**TOKENS, "limit": 350})
        claim = await scene.started(tags=ACME)
        await reserve(scene, claim)
        await scene.store.remove_budget(WORKSPACE, "acme", at=scene.clock())

        await record(scene, claim, replied(claim, 120))
        assert await reserve(scene, claim)
        again = await add(scene, "again", **{**TOKENS, "limit": 350})
        assert await numbers(scene, again) == (120, 0)
        assert again.id == budget.id
        assert not await reserve(scene, claim)

    async def test_warnings_are_noted_once_in_a_period(self, scene: Scene) -> None:
        warn = tuple(Threshold(action=Action.WARN, percent=percent) for percent in (10, 50))
        budget = await add(scene, **{**TOKENS, "actions": warn})
        claim = await scene.started(tags=ACME)

        for tokens in (90, 20, 30, 500):
            await reserve(scene, claim)
            await record(scene, claim, replied(claim, tokens))

        found = await scene.store.list_budget_notices(budget, limit=9)
        assert [(each.percent, each.used) for each in found] == [(50, 640), (10, 110)]

    async def test_the_time_of_runs_is_counted_until_they_end(self, scene: Scene) -> None:
        time: dict[str, Any] = {**TOKENS, "measure": Measure.TIME, "limit": 10_000}
        budget = await add(scene, **time)
        claim = await scene.started(tags=ACME)

        scene.clock.advance(seconds=4)
        assert await reserve(scene, claim)
        assert (await usage(scene, budget)).used == 4000
        scene.clock.advance(seconds=-9)
        assert await reserve(scene, claim)
        scene.clock.advance(seconds=7)
        await scene.finish(claim)
        assert (await usage(scene, budget)).used == 11_000
        assert not await reserve(scene, await scene.started(tags=ACME))

    async def test_the_time_of_a_run_that_crashes_is_counted_once(self, scene: Scene) -> None:
        time: dict[str, Any] = {**TOKENS, "measure": Measure.TIME, "limit": 60_000}
        budget = await add(scene, **time)
        claim = await scene.started(tags=ACME)
        scene.clock.advance(seconds=4)
        assert await reserve(scene, claim)
        scene.clock.advance(seconds=2)
        await scene.crash()
        (again,) = await scene.claim(OTHER)

        scene.clock.advance(seconds=1)
        assert await reserve(scene, again)

        assert (await usage(scene, budget)).used == 7000
        scene.clock.advance(seconds=3)
        await scene.finish(again)
        assert (await usage(scene, budget)).used == 10_000

    async def test_settled_calls_leave_the_time_that_was_counted(self, scene: Scene) -> None:
        time = await add(scene, "time", **{**TOKENS, "measure": Measure.TIME, "limit": 60_000})
        tokens = await add(scene, "tokens", **TOKENS)
        claim = await scene.started(tags=ACME)

        scene.clock.advance(seconds=2)
        assert await reserve(scene, claim) and await reserve(scene, claim)
        await scene.store.settle_estimate(claim, CALL, replace(CALL, output=7), at=scene.clock())
        await record(scene, claim, replied(claim, 120))
        scene.clock.advance(seconds=3)
        await scene.finish(claim)

        assert await numbers(scene, tokens) == (227, 0)
        assert await numbers(scene, time) == (5000, 0)

    async def test_calls_without_reservations_are_counted_by_their_total(
        self, scene: Scene
    ) -> None:
        budget = await add(scene, **TOKENS)
        spec = AgentSpec(executor="claude")
        claim = await scene.started(tags=ACME, spec=spec)

        for total in (100, 250, 250):
            used = UsedTokens(tokens=Tokens(input=total))
            decision = await scene.store.check_usage(claim, used, at=scene.clock())
            assert decision.failure is None
        assert await numbers(scene, budget) == (250, 0)
        used = UsedTokens(tokens=Tokens(input=1200))
        decision = await scene.store.check_usage(claim, used, at=scene.clock())
        assert decision.failure is not None
        outcome = replace(DONE, tokens=Tokens(input=1300))
        await scene.finish(claim, outcome)
        assert await numbers(scene, budget) == (1300, 0)

    async def test_a_coding_agent_that_is_cancelled_gives_nothing_back(self, scene: Scene) -> None:
        budgets = [await add(scene, "tokens", **TOKENS)]
        cost: dict[str, Any] = {**TOKENS, "measure": Measure.COST}
        budgets += [await add(scene, "cost", **cost)]
        for outcome in (None, DONE):
            claim = await scene.started(tags=ACME, spec=AgentSpec(executor="claude"))
            used = UsedTokens(tokens=Tokens(input=100), cost=Cost(picos=70))
            await scene.store.check_usage(claim, used, at=scene.clock())

            if outcome is None:
                await scene.store.cancel_run(WORKSPACE, claim.run.id, reason="x", at=scene.clock())
            else:
                await scene.finish(claim, outcome)

        assert [await numbers(scene, budget) for budget in budgets] == [(200, 0), (140, 0)]

    async def test_a_question_is_answered_by_an_approval(self, scene: Scene) -> None:
        ask = (Threshold(action=Action.ASK, percent=20),)
        budget = await add(scene, **{**TOKENS, "actions": ask})
        claim = await scene.started(tags=ACME)

        decision = await scene.store.reserve(claim, CALL, at=scene.clock())
        assert decision.ask is not None
        asked = approval_of(*decision.ask, at=scene.clock())
        batch = EntryBatch(approvals=[asked])
        await scene.store.record(claim, Progress(batch=batch), at=scene.clock())
        assert not await reserve(scene, claim)
        decided = replace(asked, decision="approve", decided_by="me", decided_at=scene.clock())
        event = NewEvent(type="approval_decided", data={})
        await scene.store.decide_approval(claim.run, decided, event)
        assert await reserve(scene, claim)
        assert await numbers(scene, budget) == (0, 300)
        (notice,) = await scene.store.list_budget_notices(budget, limit=9)
        assert notice.action is Action.ASK
