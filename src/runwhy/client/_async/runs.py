"""Client methods for runs."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import aclosing
from typing import Literal, Unpack

from runwhy.client._async.http import Http
from runwhy.client._async.run_driver import drive, finish
from runwhy.client.answer_reader import read
from runwhy.client.config import segment
from runwhy.client.options import RerunOptions, RunOptions
from runwhy.client.request_bodies import body_of, check_options, plain_query, query_of
from runwhy.client.results import RunEvent, RunResult
from runwhy.client.tools import ToolLike, toolbox
from runwhy.core.json import JsonObject
from runwhy.wire.aggregates import MeasureName, RunAggregate
from runwhy.wire.runs import Run, RunAccepted, RunContinuation, RunContinuations, RunPage

_PAGE = 200
SortName = Literal["created", "duration", "tokens", "cost"]
OrderName = Literal["desc", "asc"]
IntervalName = Literal["none", "auto", "minute", "hour", "day", "week"]


def _listed(given: str | Sequence[str]) -> list[str]:
    return [given] if isinstance(given, str) else list(given)


class RunCalls:
    """Methods for runs."""

    _http: Http

    async def run_agent(
        self,
        prompt: str | None = None,
        *,
        on_event: Callable[[RunEvent], object] | None = None,
        on_delta: Callable[[str], object] | None = None,
        **options: Unpack[RunOptions],
    ) -> RunResult:
        """Run an agent and wait for its result, answering local tool calls.

        Raises: RunFailed, RunCancelled, ApiError, ConnectionFailed.
        """
        accepted = await self.start_run(prompt, **options)
        return await finish(
            accepted.run_id,
            self._drive(accepted, options),
            metadata=accepted.metadata,
            on_event=on_event,
            on_delta=on_delta,
        )

    async def stream_agent(
        self, prompt: str | None = None, **options: Unpack[RunOptions]
    ) -> AsyncGenerator[RunEvent, None]:
        """Run an agent and yield its events, answering local tool calls.

        The run starts when the first event is requested. A failed run yields its `error` event and
        ends. Raises: ApiError, ConnectionFailed.
        """
        accepted = await self.start_run(prompt, **options)
        async with aclosing(self._drive(accepted, options)) as events:
            async for event in events:
                yield event

    async def start_run(
        self, prompt: str | None = None, **options: Unpack[RunOptions]
    ) -> RunAccepted:
        """Start a run without waiting for it."""
        check_options(RunOptions, options)
        body = body_of(prompt=prompt, **options)
        key = options.get("idempotency_key")
        return read(RunAccepted, await self._http.create("/agent-runs", body, key=key))

    async def rerun(
        self, run_id: str, prompt: str | None = None, **options: Unpack[RerunOptions]
    ) -> RunAccepted:
        """Repeat a run with the same messages, spec and tags, except for the given options.

        It does not wait for the new run; use `wait` or `follow`. Raises: ApiError.
        """
        check_options(RerunOptions, options)
        path = f"/agent-runs/{segment(run_id)}/rerun"
        body, key = body_of(prompt=prompt, **options), options.get("idempotency_key")
        return read(RunAccepted, await self._http.create(path, body, key=key))

    def _drive(self, accepted: RunAccepted, options: RunOptions) -> AsyncGenerator[RunEvent, None]:
        tools = toolbox(options.get("tools"), drives=True)
        replayed = options.get("idempotency_key") is not None
        return drive(self._http, accepted.run_id, tools=tools, replayed=replayed)

    def follow(
        self, run_id: str, *, after: int = 0, tools: Sequence[ToolLike] | None = None
    ) -> AsyncGenerator[RunEvent, None]:
        """Yield a run's events after number `after`; answer calls of `tools`.

        Raises: ApiError, ConnectionFailed.
        """
        return drive(self._http, run_id, tools=toolbox(tools), after=after, replayed=True)

    async def wait(
        self,
        run_id: str,
        *,
        tools: Sequence[ToolLike] | None = None,
        on_event: Callable[[RunEvent], object] | None = None,
        on_delta: Callable[[str], object] | None = None,
    ) -> RunResult:
        """Wait for the end of a run. Raises: RunFailed, RunCancelled."""
        events = self.follow(run_id, tools=tools)
        return await finish(run_id, events, metadata={}, on_event=on_event, on_delta=on_delta)

    async def get_run(self, run_id: str) -> Run:
        """Return a run."""
        return read(Run, await self._http.get(f"/agent-runs/{segment(run_id)}"))

    async def list_continuations(self, run_id: str) -> Sequence[RunContinuation]:
        """Return the runs that continue a run, such as with the results of its tool calls."""
        path = f"/agent-runs/{segment(run_id)}/continuations"
        return read(RunContinuations, await self._http.get(path)).runs

    async def list_runs(
        self,
        query: str | None = None,
        *,
        metadata: Mapping[str, str] | None = None,
        status: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        sort: SortName | None = None,
        order: OrderName | None = None,
    ) -> RunPage:
        """Return a page of runs that match the query and have every given tag.

        The newest come first by default. `sort` can be "created", "duration", "tokens" or "cost",
        and `order` "desc" or "asc".
        """
        where = query_of(q=query, metadata=metadata, status=status)
        params = [*where, *query_of(sort=sort, order=order, limit=limit, cursor=cursor)]
        return read(RunPage, await self._http.get("/agent-runs", params))

    async def iter_runs(
        self,
        query: str | None = None,
        *,
        metadata: Mapping[str, str] | None = None,
        status: str | None = None,
        limit: int | None = None,
        sort: SortName | None = None,
        order: OrderName | None = None,
    ) -> AsyncGenerator[Run, None]:
        """Yield all matching runs in the order of `list_runs`, at most `limit`."""
        cursor: str | None = None
        left = limit
        while left is None or left > 0:
            page = await self.list_runs(
                query,
                metadata=metadata,
                status=status,
                limit=_PAGE if left is None else min(left, _PAGE),
                cursor=cursor,
                sort=sort,
                order=order,
            )
            for run in page.runs:
                yield run
            left = None if left is None else left - len(page.runs)
            cursor = page.next_cursor
            if cursor is None:
                return

    async def aggregate(
        self,
        query: str | None = None,
        *,
        measure: MeasureName | Sequence[MeasureName] = "count",
        by: str | Sequence[str] = (),
        interval: IntervalName | None = None,
        timezone: str | None = None,
        limit: int | None = None,
        order_by: MeasureName | None = None,
        metadata: Mapping[str, str] | None = None,
        status: str | None = None,
    ) -> RunAggregate:
        """Return measures of the matching runs, by up to two keys and over time.

        Measures are "count", "failed", "rate", "p50", "p95", "cost" and "tokens". A key is a field
        such as "model", or a tag. Without an interval, there is no series. Hours, days and weeks
        are those of `timezone`, such as "Europe/Berlin"; UTC by default.
        """
        asked = {"measure": _listed(measure), "by": _listed(by)}
        params = [
            *query_of(q=query, metadata=metadata, status=status),
            *plain_query(asked),
            *query_of(interval=interval, timezone=timezone, limit=limit, order_by=order_by),
        ]
        return read(RunAggregate, await self._http.get("/agent-runs/aggregate", params))

    async def cancel_run(self, run_id: str) -> None:
        """Cancel a run; a finished run is not changed."""
        await self._http.act(f"/agent-runs/{segment(run_id)}/cancel", {})

    async def send_tool_result(
        self, run_id: str, tool_use_id: str, *, result: str | None = None, error: str | None = None
    ) -> None:
        """Answer a local tool call with its result or an error."""
        answer = body_of(tool_use_id=tool_use_id, result=result, error=error)
        await self._http.act(f"/agent-runs/{segment(run_id)}/tool-results", answer)

    async def submit(
        self,
        task: str,
        *,
        timeout: float | None = None,
        metadata: Mapping[str, str] | None = None,
        context: JsonObject | None = None,
        agent_id: str | None = None,
        model_id: str | None = None,
        system_prompt: str | None = None,
        executor: str | None = None,
        executor_options: JsonObject | None = None,
        pool: str | None = None,
        idempotency_key: str | None = None,
    ) -> RunAccepted:
        """Queue a task; time in the queue does not count against `timeout`."""
        body = body_of(
            task=task,
            timeout=timeout,
            metadata=metadata,
            context=context,
            agent_id=agent_id,
            model_id=model_id,
            system_prompt=system_prompt,
            executor=executor,
            executor_options=executor_options,
            pool=pool,
        )
        return read(RunAccepted, await self._http.create("/tasks", body, key=idempotency_key))
