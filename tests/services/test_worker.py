"""The worker ends every run, regardless of its executor."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from tests.services.site import FunctionExecutor, Site, Wire, echo, now, site_on, soon
from tests.support.builders import a_reply
from tests.support.contracts.scene import in_session
from tests.support.inline_queue import InlineJobs

from runwhy.core.agent_spec import AgentSpec
from runwhy.core.agents.specs import MAX_TOOL_TURNS
from runwhy.core.runs.run import ErrorClass, Failure, Outcome, Run, Status
from runwhy.errors import RateLimited, Unavailable
from runwhy.ports import Executor, Need, Progress, Superseded, Suspended, TextDelta, Work
from runwhy.services.worker import Worker

pytestmark = pytest.mark.anyio


@pytest.fixture
async def site(database: str) -> AsyncIterator[Site]:
    async with site_on(database) as site:
        yield site


async def jobs_with(site: Site, executor: Executor, store: Any = None) -> InlineJobs:
    """Return a queue that runs due jobs on request."""
    store = store or site.store
    jobs = InlineJobs(store, now, worker="wrk_inline")
    worker = Worker(
        store=store,
        jobs=jobs,
        feed=site.feed,
        clock=now,
        executors={"builtin": executor},
    )
    await jobs.start(worker.perform)
    return jobs


async def run_with(site: Site, executor: Executor, **changes: Any) -> Run:
    """Execute one run."""
    run = await site.scene.start(**changes)
    jobs = await jobs_with(site, executor)
    assert await soon(jobs.run_all()) == [run.id]
    await jobs.stop(grace=0)
    return await site.ended(run)


def raising(error: BaseException) -> FunctionExecutor:
    async def fail(work: Work) -> str:
        raise error

    return FunctionExecutor(fail)


class FixedExecutor:
    """An executor with a fixed outcome."""

    def __init__(self, outcome: Outcome) -> None:
        self._outcome = outcome

    async def execute(self, work: Work) -> Outcome:
        return self._outcome


async def test_a_run_is_executed_from_request_to_result(site: Site) -> None:
    run = await run_with(site, echo(), tags={"customer": "acme"})

    assert (run.status, run.turns) == (Status.SUCCEEDED, 1)
    assert run.model is not None
    types = [event.type for event in await site.events(run)]
    assert types[:2] == ["queued", "started"]
    assert types[-2:] == ["assistant_message", "result"]
    parts = await site.store.list_parts(run.id)
    assert [part.kind.value for part in parts] == ["message", "message", "envelope", "reply"]


async def test_an_executor_receives_the_earlier_turns(site: Site) -> None:
    session = await site.scene.open_session()
    executor = FunctionExecutor(_at_once)
    for _ in range(2):
        await run_with(site, executor, **in_session(session))

    assert [len(work.earlier) for work in executor.works] == [0, 1]
    assert executor.works[0].spec.max_tool_turns == MAX_TOOL_TURNS


async def test_an_unknown_executor_fails_the_run(site: Site) -> None:
    spec = AgentSpec(system_prompt="Help.", executor="elsewhere")
    run = await run_with(site, echo(), spec=spec)

    assert run.status is Status.FAILED
    assert "unknown executor 'elsewhere'" in str(run.failure_reason)


@pytest.mark.parametrize("error", [ValueError("secret"), TimeoutError(), KeyError("x")])
async def test_a_crashing_executor_fails_its_run_without_leaking_secrets(
    site: Site, error: Exception
) -> None:
    run = await run_with(site, raising(error))

    assert run.failure_reason == f"internal error: {type(error).__name__}"


async def test_a_rate_limited_executor_fails_its_run(site: Site) -> None:
    run = await run_with(site, raising(RateLimited("the queue is full")))

    assert (run.status, run.failure_reason) == (Status.FAILED, "the queue is full")


async def test_an_unreadable_spec_fails_its_run(site: Site) -> None:
    spec = AgentSpec(system_prompt="Help.", tools=[{"kind": "local", "no": "name"}])
    run = await run_with(site, echo(), spec=spec)

    assert run.failure_reason == "internal error: KeyError"


async def test_a_run_that_exceeds_its_timeout_fails(site: Site) -> None:
    async def for_ever(work: Work) -> str:
        await work.journal.delta(TextDelta(text="I was say"))
        await asyncio.Event().wait()
        return ""

    run = await run_with(
        site, FunctionExecutor(for_ever), spec=AgentSpec(system_prompt="x", timeout=0.05)
    )

    assert run.failure is not None
    assert run.failure.error_class is ErrorClass.TIMEOUT
    assert run.failure.message == "timed out after 0.05 seconds"
    assert [event.type for event in await site.events(run)][-2:] == ["assistant_delta", "error"]


async def test_the_time_of_an_attempt_before_a_suspension_counts(site: Site) -> None:
    async def for_ever(work: Work) -> str:
        await asyncio.Event().wait()
        return ""

    run = await site.scene.start(spec=AgentSpec(system_prompt="x", timeout=600))
    jobs = await jobs_with(site, FunctionExecutor(for_ever))
    (claim,) = await site.store.claim("wrk_inline", limit=1, clock=now)

    await soon(jobs._perform(replace(claim, since=now() - timedelta(hours=1))))

    ended = await site.ended(run)
    assert ended.failure is not None
    assert ended.failure.message == "timed out after 600 seconds"


async def test_a_suspension_ends_with_the_timeout_of_the_run(site: Site) -> None:
    need = Need(until=now() + timedelta(days=1), last_part=0)
    run = await site.scene.start(spec=AgentSpec(system_prompt="x", timeout=600))
    jobs = await jobs_with(site, raising(Suspended(need)))
    (claim,) = await site.store.claim("wrk_inline", limit=1, clock=now)

    with pytest.raises(Suspended) as raised:
        await soon(jobs._perform(claim))

    assert raised.value.need == replace(need, until=claim.since + timedelta(seconds=600))
    assert (await site.store.get_run(1, run.id)).status is Status.RUNNING


async def test_unstorable_text_is_replaced_in_an_outcome(site: Site) -> None:
    failure = Failure(message="bad \ud800", partial_text="\0")
    failed = await run_with(site, FixedExecutor(Outcome(status=Status.FAILED, failure=failure)))
    done = await run_with(
        site, FixedExecutor(Outcome(status=Status.SUCCEEDED, text="\ud83d\ude42\0"))
    )

    assert failed.failure == Failure(message="bad \ufffd", partial_text="\ufffd")
    assert done.final_text == "🙂\ufffd"


async def test_an_outcome_that_cannot_be_written_still_ends_the_run(site: Site) -> None:
    class Broken:
        async def execute(self, work: Work) -> Outcome:
            part = a_reply("x", run_id=work.run.id, data={"what": object()})
            work.journal.write_at_end(Progress(parts=[part]))
            return Outcome(status=Status.SUCCEEDED, text="done")

    run = await run_with(site, Broken())

    assert run.status is Status.FAILED
    assert str(run.failure_reason).startswith("internal error: ")


async def test_an_unavailable_store_fails_no_run(site: Site) -> None:
    wire = Wire(site.store)
    run = await site.scene.start()
    jobs = await jobs_with(site, echo(), wire)
    wire.lose_calls_of = {"record"}
    with pytest.raises(Unavailable):
        await jobs.run_next()
    wire.lose_calls_of = set()

    assert await jobs.run_all() == [run.id]
    ended = await site.ended(run)
    assert (ended.status, ended.attempt) == (Status.SUCCEEDED, 2)


async def test_a_run_cancelled_during_execution_stays_cancelled(site: Site) -> None:
    async def cancel_and_go_on(work: Work) -> str:
        await site.scene.cancel(work.run)
        return "too late"

    run = await run_with(site, FunctionExecutor(cancel_and_go_on))

    assert (run.status, run.final_text) == (Status.CANCELLED, None)
    assert await site.store.held("wrk_inline") == []  # its lane is free


async def test_superseded_is_not_a_failure(site: Site) -> None:
    run = await site.scene.start()
    jobs = await jobs_with(site, raising(Superseded(run.id)))
    await jobs.run_next()

    assert await site.is_at(run, Status.QUEUED)


async def _at_once(work: Work) -> str:
    return "done"
