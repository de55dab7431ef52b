"""Workers that die, are reaped, or lose their database or its responses: each run ends once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack

import pytest
from tests.services.site import FunctionExecutor, Site, Wire, echo, site_on, soon, until
from tests.support.contracts.scene import in_session
from tests.support.postgres import PostgresServer, running_postgres

from runwhy.core.runs.events import TERMINAL
from runwhy.core.runs.run import Status
from runwhy.ports import Progress, Work

pytestmark = pytest.mark.anyio


@pytest.fixture
async def site(database: str) -> AsyncIterator[Site]:
    async with site_on(database) as site:
        yield site


@pytest.fixture
async def other(site: Site, database: str) -> AsyncIterator[Site]:
    """Return a second server if the database allows it, else a second worker of the first."""
    if database.startswith("sqlite"):
        yield site
    else:
        async with site_on(database, beside=site) as other:
            yield other


class GatedExecutor:
    """An executor that emits text, then waits until the test releases it."""

    def __init__(self) -> None:
        self.begun = asyncio.Event()
        self.open = asyncio.Event()
        self.stopped = asyncio.Event()

    async def __call__(self, work: Work) -> str:
        try:
            await work.journal.append(Progress())
            self.begun.set()
            await self.open.wait()
            return f"attempt {work.run.attempt}"
        except asyncio.CancelledError:
            self.stopped.set()
            raise


async def _at_once(work: Work) -> str:
    return f"attempt {work.run.attempt}"


async def test_a_run_longer_than_the_heartbeat_timeout_stays_with_a_live_worker(
    site: Site, other: Site
) -> None:
    slow, judge = GatedExecutor(), Wire(other.store)
    run = await site.scene.start()
    async with site.working(FunctionExecutor(slow)):
        await until(lambda: site.is_at(run, Status.RUNNING))
        async with other.working(FunctionExecutor(_at_once), "two", store=judge):
            await until(lambda: _reached(judge, "reap", 15))
            slow.open.set()
            ended = await site.ended(run)

    assert (ended.final_text, ended.attempt) == ("attempt 1", 1)


async def test_a_silent_worker_is_replaced_and_writes_nothing_when_it_returns(
    site: Site, other: Site
) -> None:
    slow, wire = GatedExecutor(), Wire(site.store)
    session = await site.scene.open_session()
    run = await site.scene.start(**in_session(session))
    following = await site.scene.start(**in_session(session))
    async with site.working(FunctionExecutor(slow), store=wire):
        await until(lambda: site.is_at(run, Status.RUNNING))
        wire.is_cut = True
        async with other.working(FunctionExecutor(_at_once), "two"):
            taken = await other.ended(run)
            await other.ended(following)
        before = await other.events(run)
        slow.open.set()  # the worker has finished, but cannot write the outcome
        wire.is_cut = False
        beats = wire.calls["heartbeat"]
        await until(lambda: _reached(wire, "heartbeat", beats + 3))

        assert (taken.final_text, taken.attempt) == ("attempt 2", 2)
        assert await other.events(run) == before
        again = await site.scene.start()  # the worker has registered again
        assert (await site.ended(again)).status is Status.SUCCEEDED


async def test_a_reaped_worker_stops_immediately(site: Site) -> None:
    slow = GatedExecutor()
    run = await site.scene.start()
    async with site.working(FunctionExecutor(slow), concurrency=1):
        await soon(slow.begun.wait())
        await site.store.deregister_worker("wrk_one")
        await soon(slow.stopped.wait())
        slow.open.set()
        ended = await site.ended(run)

    assert ended.attempt == 2


async def test_a_claim_with_a_lost_response_is_released(site: Site) -> None:
    wire = Wire(site.store)
    wire.lose_answers_of = {"claim"}
    run = await site.scene.start()
    async with site.working(FunctionExecutor(_at_once), store=wire):
        await until(lambda: site.is_at(run, Status.RUNNING))
        wire.lose_answers_of = set()
        ended = await site.ended(run)

    assert ended.final_text == "attempt 2"


async def test_an_outcome_with_a_lost_response_counts(site: Site) -> None:
    wire = Wire(site.store)
    wire.lose_answers_of = {"finish"}
    executor = FunctionExecutor(_at_once)
    run = await site.scene.start()
    async with site.working(executor, store=wire):
        ended = await site.ended(run)
        beats = wire.calls["heartbeat"]
        await until(lambda: _reached(wire, "heartbeat", beats + 3))

    assert ended.final_text == "attempt 1"
    assert len(executor.works) == 1


@pytest.mark.parametrize("lost", [{"finish"}, {"record"}, {"finish", "release"}])
async def test_a_run_that_cannot_be_written_is_retried(site: Site, lost: set[str]) -> None:
    wire = Wire(site.store)
    wire.lose_calls_of = lost

    async def speak(work: Work) -> str:
        await work.journal.append(Progress())
        return f"attempt {work.run.attempt}"

    run = await site.scene.start()
    async with site.working(FunctionExecutor(speak), store=wire):
        await until(lambda: _failed(wire, lost))
        wire.lose_calls_of = set()
        ended = await site.ended(run)

    assert ended.status is Status.SUCCEEDED
    assert ended.attempt > 1


async def test_a_worker_does_not_reap_others_after_a_database_outage(
    site: Site, other: Site
) -> None:
    slow, wires = GatedExecutor(), [Wire(site.store), Wire(other.store)]
    runs = [await site.scene.start() for _ in range(2)]
    executor = FunctionExecutor(slow)
    times = {"beat_every": 0.5, "dead_after": 1.5, "concurrency": 1}
    async with (
        site.working(executor, store=wires[0], **times),
        other.working(executor, "two", store=wires[1], **times),
    ):
        await until(lambda: _is(executor.running == 2))
        for wire in wires:
            wire.is_cut = True
        for wire in wires:
            await until(lambda wire=wire: _is(wire.failed["heartbeat"] >= 4))
        for wire in wires:
            wire.is_cut = False
        beats = [wire.calls["heartbeat"] + 4 for wire in wires]
        for wire, wanted in zip(wires, beats, strict=True):
            await until(lambda wire=wire, wanted=wanted: _reached(wire, "heartbeat", wanted))
        slow.open.set()
        ended = [await site.ended(run) for run in runs]

    assert [run.attempt for run in ended] == [1, 1]


async def test_a_server_stops_while_its_database_is_unavailable(site: Site) -> None:
    wire = Wire(site.store)
    run = await site.scene.start("[[sleep 300]]")
    async with site.working(echo(), store=wire) as jobs:
        await until(lambda: site.is_at(run, Status.RUNNING))
        wire.is_cut = True
        await soon(jobs.stop(grace=0))
        wire.is_cut = False

    async with site.working(FunctionExecutor(_at_once), "two", alone=True):
        assert (await site.ended(run)).attempt == 2


@pytest.fixture(scope="module")
def own_postgres() -> Iterator[PostgresServer]:
    """A server that a test may stop."""
    with running_postgres() as server:
        yield server


@pytest.mark.parametrize("immediate", [True, False], ids=["crash", "shutdown"])
async def test_runs_survive_a_restart_of_postgres(
    own_postgres: PostgresServer, immediate: bool
) -> None:
    name = f"restart_{immediate}".lower()
    url = own_postgres.create_database(name)
    async with AsyncExitStack() as stack:
        one = await stack.enter_async_context(site_on(url))
        two = await stack.enter_async_context(site_on(url, beside=one))
        sessions = [await one.scene.open_session() for _ in range(3)]
        runs = []
        for number in range(5):
            runs += [await one.scene.start("[[sleep 0.3]]", **in_session(s)) for s in sessions]
            runs += [await one.scene.start(f"[[sleep 0.{number}]]") for _ in range(2)]
        for site, worker in ((one, "one"), (two, "two")):
            await stack.enter_async_context(site.working(echo(), worker, concurrency=4))
        await until(lambda: _some_ended(one, 3))
        await asyncio.to_thread(own_postgres.restart, immediate=immediate)

        for run in runs:
            assert (await two.ended(run)).status is Status.SUCCEEDED
        for session in sessions:
            told = await one.store.list_session_events(session.id)
            assert [number for number, _ in told] == list(range(1, len(told) + 1))
            ends = [event.run_id for _, event in told if event.type in TERMINAL]
            assert ends == [run.id for run in runs if run.session_id == session.id]


async def _some_ended(site: Site, count: int) -> bool:
    return len(await site.scene.ids(status=Status.SUCCEEDED)) >= count


async def _reached(wire: Wire, name: str, count: int) -> bool:
    return wire.calls[name] >= count


async def _failed(wire: Wire, names: set[str]) -> bool:
    return all(wire.failed[name] for name in names)


async def _is(holds: bool) -> bool:
    return holds
