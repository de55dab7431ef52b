"""The durable queue on both stores: order, concurrency, cancellation and shutdown."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from sqlalchemy import text
from tests.services.site import FunctionExecutor, Site, Wire, echo, now, site_on, soon, until
from tests.support.builders import WORKSPACE, a_reply, a_result
from tests.support.contracts.scene import in_session

from runwhy.core.agent_spec import AgentSpec
from runwhy.core.runs.events import NewEvent
from runwhy.core.runs.log import PartKind
from runwhy.core.runs.run import Run, Status
from runwhy.ports import Progress, Work
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.store import SqlStore

pytestmark = pytest.mark.anyio

LOOK = {"kind": "local", "name": "look"}
WITH_TOOL = AgentSpec(system_prompt="Help.", tools=[LOOK])


@pytest.fixture
async def site(database: str) -> AsyncIterator[Site]:
    async with site_on(database) as site:
        yield site


class GatedExecutor:
    """An executor whose runs continue when the test opens a door."""

    def __init__(self) -> None:
        self.open = asyncio.Event()

    async def __call__(self, work: Work) -> str:
        await self.open.wait()
        return "through"


async def answer(site: Site, run: Run) -> None:
    """Send the client's result for the tool call of a waiting run."""
    parts = await site.store.list_parts(run.id)
    (call,) = next(part for part in reversed(parts) if part.tool_calls).tool_calls
    event = NewEvent(type="local_tool_result_in", data={"toolUseId": call.id})
    part = a_result(call.id, "42", run_id=run.id)
    await site.store.answer_tool(WORKSPACE, run.id, part, event)


async def nothing_is_held(site: Site) -> bool:
    return not await site.store.held("wrk_one")


async def test_an_outdated_server_stops_claiming_runs(
    site: Site,
) -> None:
    def later(tx: Tx) -> None:
        tx.conn.execute(text("INSERT INTO schema_migrations (number, name) VALUES (9999, 'x')"))

    def back(tx: Tx) -> None:
        tx.conn.execute(text("DELETE FROM schema_migrations WHERE number = 9999"))

    await site.store.in_transaction(later)
    wire = Wire(site.store)
    try:
        async with site.working(echo(), store=wire):
            run = await site.scene.start("Hello")
            await until(lambda: has_called(wire, "heartbeat", 3))
            assert wire.calls["claim"] == 0
            await site.store.in_transaction(back)
            assert (await site.ended(run)).status is Status.SUCCEEDED
    finally:
        await site.store.in_transaction(back)


async def has_called(wire: Wire, name: str, times: int) -> bool:
    return wire.calls[name] >= times


async def test_queued_runs_are_executed(site: Site) -> None:
    before = await site.scene.start("Hello")
    async with site.working(echo()):
        after = await site.scene.start("Hello again")
        runs = [await site.ended(run) for run in (before, after)]

    assert [run.status for run in runs] == [Status.SUCCEEDED] * 2
    assert all("offline echo model" in str(run.final_text) for run in runs)


async def test_runs_of_a_session_execute_in_order(site: Site) -> None:
    session = await site.scene.open_session()
    executor = FunctionExecutor(GatedExecutor())
    executor._behave.open.set()  # type: ignore[attr-defined]
    runs = [await site.scene.start(str(n), **in_session(session)) for n in range(8)]
    async with site.working(executor):
        for run in runs:
            await site.ended(run)

    assert executor.most == 1
    assert [work.run.id for work in executor.works] == [run.id for run in runs]
    earlier = [[turn.run_id for turn in work.earlier] for work in executor.works]
    assert earlier == [[run.id for run in runs[:n]] for n in range(8)]


async def test_concurrency_is_limited(site: Site) -> None:
    doors = GatedExecutor()
    executor = FunctionExecutor(doors)
    runs = [await site.scene.start() for _ in range(7)]
    async with site.working(executor, concurrency=3):
        await until(lambda: _is(executor.running, 3))
        assert await site.scene.waiting() == 4
        doors.open.set()
        for run in runs:
            await site.ended(run)

    assert executor.most == 3


async def test_a_run_that_waits_for_its_client_frees_its_slot(site: Site) -> None:
    async with site.working(echo(), concurrency=1):
        asking = await site.scene.start("[[tool look {}]]", spec=WITH_TOOL)
        await until(lambda: site.is_at(asking, Status.WAITING))
        other = await site.ended(await site.scene.start())
        assert await site.is_at(asking, Status.WAITING)
        await answer(site, asking)
        asked = await site.ended(asking)

    assert (other.status, asked.status) == (Status.SUCCEEDED, Status.SUCCEEDED)
    assert "tool look returned: 42" in str(asked.final_text)


async def test_a_cancel_interrupts_a_model_call_in_flight(site: Site) -> None:
    session = await site.scene.open_session()
    async with site.working(echo()):
        slow = await site.scene.start("[[sleep 300]]", **in_session(session))
        following = await site.scene.start("Hello", **in_session(session))
        await until(lambda: _said_something(site, slow))

        assert (await site.scene.cancel(slow)).status is Status.CANCELLED
        assert (await site.ended(following)).status is Status.SUCCEEDED
        assert (await site.events(slow))[-1].type == "cancelled"
        assert await nothing_is_held(site)


async def test_a_cancellation_is_noticed_without_the_feed(site: Site) -> None:
    async with site.working(echo()):
        slow = await site.scene.start("[[sleep 300]]")
        await until(lambda: _said_something(site, slow))
        site.store._announce = lambda topics: None
        await site.scene.cancel(slow)

        await until(lambda: nothing_is_held(site))


async def test_a_run_that_waits_for_its_client_can_be_cancelled(site: Site) -> None:
    async with site.working(echo()):
        run = await site.scene.start("[[tool look {}]]", spec=WITH_TOOL)
        await until(lambda: site.is_at(run, Status.WAITING))
        await site.scene.cancel(run)

        await until(lambda: nothing_is_held(site))
        await answer(site, run)  # late, and ignored
        assert (await site.events(run))[-1].type == "cancelled"


async def test_a_single_server_never_reaps_its_own_worker(site: Site) -> None:
    doors, wire = GatedExecutor(), Wire(site.store)
    run = await site.scene.start()
    async with site.working(FunctionExecutor(doors), store=wire, alone=True):
        await until(lambda: site.is_at(run, Status.RUNNING))
        await until(lambda: _is(wire.calls["heartbeat"] >= 5, True))
        doors.open.set()
        assert (await site.ended(run)).attempt == 1

    assert wire.calls["reap"] == 1  # at startup


async def test_an_executor_that_ignores_cancellation_keeps_its_lane(site: Site) -> None:
    begun, cleaning, cleaned = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def cling(work: Work) -> str:
        if not cleaning.is_set():
            try:
                begun.set()
                await asyncio.Event().wait()
            finally:
                cleaning.set()
                await cleaned.wait()
        return "done"

    session = await site.scene.open_session()
    async with site.working(FunctionExecutor(cling)):
        first = await site.scene.start(**in_session(session))
        second = await site.scene.start(**in_session(session))
        await soon(begun.wait())
        await site.scene.cancel(first)
        await soon(cleaning.wait())
        assert await site.is_at(second, Status.QUEUED)
        cleaned.set()
        await site.ended(second)


async def test_a_stopping_server_lets_runs_finish(site: Site) -> None:
    doors = GatedExecutor()
    run = await site.scene.start()
    async with site.working(FunctionExecutor(doors), concurrency=1) as jobs:
        await until(lambda: site.is_at(run, Status.RUNNING))
        stopping = asyncio.create_task(jobs.stop(grace=60))
        late = await site.scene.start()
        doors.open.set()
        await soon(stopping)

    assert (await site.ended(run)).attempt == 1
    assert await site.is_at(late, Status.QUEUED)


class SlowClaims(Wire):
    """A connection on which the test decides when the response to a claim arrives."""

    def __init__(self, store: SqlStore) -> None:
        super().__init__(store)
        self.arrive = asyncio.Event()

    async def claim(self, *args: Any, **kwargs: Any) -> Any:
        claims = await self._store.claim(*args, **kwargs)
        await self.arrive.wait()
        return claims


async def test_a_run_that_is_being_claimed_when_the_server_stops_is_finished(site: Site) -> None:
    wire = SlowClaims(site.store)
    run = await site.scene.start()
    async with site.working(FunctionExecutor(_at_once), store=wire) as jobs:
        await until(lambda: site.is_at(run, Status.RUNNING))
        stopping = asyncio.create_task(jobs.stop(grace=60))
        await asyncio.sleep(0)
        wire.arrive.set()
        await soon(stopping)

    assert (await site.ended(run)).attempt == 1


async def test_a_stopping_server_requeues_slow_runs(site: Site) -> None:
    run = await site.scene.start("[[sleep 300]]")
    async with site.working(echo()) as jobs:
        await until(lambda: _said_something(site, run))
        await soon(jobs.stop(grace=0.01))

    assert await site.is_at(run, Status.QUEUED)
    assert (await site.scene.get(run)).attempt == 2
    executor = FunctionExecutor(_at_once)
    async with site.working(executor, "two"):
        assert (await site.ended(run)).attempt == 2
    (work,) = executor.works
    assert [part.kind for part in work.journal.parts][-1] is PartKind.ENVELOPE  # not repeated


async def test_a_stopping_server_does_not_wait_for_clients(site: Site) -> None:
    run = await site.scene.start("[[tool look {}]]", spec=WITH_TOOL)
    async with site.working(echo()) as jobs:
        await until(lambda: site.is_at(run, Status.WAITING))
        await soon(jobs.stop(grace=3600))
    await answer(site, run)  # works while no server is running

    async with site.working(echo(), "two"):
        ended = await site.ended(run)
    assert (ended.status, ended.turns, ended.attempt) == (Status.SUCCEEDED, 2, 2)


async def test_steps_done_before_a_stop_are_not_repeated(site: Site) -> None:
    async def reply_and_hang(work: Work) -> str:
        await work.journal.append(Progress(parts=[a_reply("step one", run_id=work.run.id)]))
        said.set()
        await asyncio.Event().wait()
        return ""

    said = asyncio.Event()
    run = await site.scene.start()
    async with site.working(FunctionExecutor(reply_and_hang)):
        await soon(said.wait())
    executor = FunctionExecutor(_at_once)
    async with site.working(executor, "two"):
        await site.ended(run)

    assert [part.text for part in executor.works[0].journal.parts] == ["Hello", "step one"]


async def test_a_write_in_progress_survives_a_stop(site: Site) -> None:
    begun = asyncio.Event()

    async def write_until_stopped(work: Work) -> str:
        number = 0
        while True:
            number += 1
            begun.set()
            await work.journal.append(Progress(parts=[a_reply(str(number), run_id=work.run.id)]))

    run = await site.scene.start()
    async with site.working(FunctionExecutor(write_until_stopped)):
        await soon(begun.wait())

    texts = [part.text for part in (await site.store.list_parts(run.id))[1:]]
    assert texts == [str(n + 1) for n in range(len(texts))]
    assert await site.is_at(run, Status.QUEUED)


async def test_stopping_a_queue_that_never_started_is_harmless(site: Site) -> None:
    await soon(site.jobs("one").stop(grace=60))


async def test_a_single_server_takes_over_runs_of_dead_workers_regardless_of_their_clock(
    site: Site,
) -> None:
    run = await site.scene.start()
    ahead = now().replace(year=2100)
    await site.store.register_worker("wrk_dead", "dead", at=ahead)
    await site.store.claim("wrk_dead", limit=1, clock=lambda: ahead)

    async with site.working(echo(), alone=True):
        assert (await site.ended(run)).attempt == 2


async def _at_once(work: Work) -> str:
    return "done"


async def _is(found: Any, wanted: Any) -> bool:
    return bool(found == wanted)


async def _said_something(site: Site, run: Run) -> bool:
    return any(event.type == "assistant_delta" for event in await site.events(run))
