"""Drives a run: follows it, answers its local tool calls and returns the result."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing
from uuid import uuid4

from runwhy.client._async._io import Workers, notify, run_tool, sleep
from runwhy.client._async.event_follower import follow
from runwhy.client._async.http import Http
from runwhy.client.answer_reader import read
from runwhy.client.config import segment
from runwhy.client.errors import ConflictError, InvalidRequestError, NotFoundError
from runwhy.client.results import EventData, RunEvent, RunResult, conclude
from runwhy.client.retries import Backoff, Call
from runwhy.client.tools import Toolbox, result_text
from runwhy.core.json import JsonObject
from runwhy.errors import RunwhyError

# Seconds to wait for an existing answer to a replayed call: longer than the gap between stored
# events, shorter than a model takes.
REPLAY_GRACE = 0.25

_log = logging.getLogger("runwhy.client")


async def drive(
    http: Http, run_id: str, *, tools: Toolbox, after: int = 0, replayed: bool = False
) -> AsyncGenerator[RunEvent, None]:
    """Follow a run and answer its local tool calls; `replayed` if it may have started earlier."""
    answers = ToolAnswers(http, run_id, tools, grace=REPLAY_GRACE if replayed else 0.0)
    try:
        async with aclosing(follow(http, run_id, after=after)) as events:
            async for event in events:
                answers.handle(event)
                yield event
    finally:
        await answers.close()


async def finish(
    run_id: str,
    events: AsyncGenerator[RunEvent, None],
    *,
    metadata: Mapping[str, str],
    on_event: Callable[[RunEvent], object] | None,
    on_delta: Callable[[str], object] | None,
) -> RunResult:
    """Read a run's events and return its result. Raises: RunFailed, RunCancelled."""
    seen: list[RunEvent] = []
    async with aclosing(events):
        async for event in events:
            seen.append(event)
            await notify(on_event, event)
            if event.type == "assistant_delta":
                await notify(on_delta, event.text)
    return conclude(run_id, seen, metadata)


class ToolAnswers:
    """Answers local tool calls, each once, alongside the event stream."""

    def __init__(self, http: Http, run_id: str, tools: Toolbox, *, grace: float) -> None:
        self._http = http
        self._path = f"/agent-runs/{segment(run_id)}/tool-results"
        self._tools = tools
        self._grace = grace
        self._workers = Workers()
        self._seen: set[str] = set()
        self._answered: set[str] = set()

    def handle(self, event: RunEvent) -> None:
        """Handle an event: answer a new call of one of our tools."""
        if event.type == "local_tool_result_in":
            self._answered.add(read(EventData, event.data).tool_use_id)
        elif event.type == "local_tool_call":
            call = read(EventData, event.data)
            is_new = call.tool_use_id not in self._seen
            self._seen.add(call.tool_use_id)
            if is_new and self._tools.answers(call.name):
                self._workers.start(self._answer, call)

    async def close(self) -> None:
        """Cancel pending answers, because the run has ended or is no longer followed."""
        await self._workers.close()

    async def _answer(self, call: EventData) -> None:
        id, name = call.tool_use_id, call.name
        if self._grace:
            await sleep(self._grace)
        if id in self._answered:
            return
        try:
            await self._deliver({"toolUseId": id, **await self._outcome(call)})
        except RunwhyError as error:
            _log.warning("client.tool_result_not_delivered tool=%s id=%s error=%s", name, id, error)

    async def _outcome(self, call: EventData) -> JsonObject:
        tool = self._tools.handlers.get(call.name)
        if tool is None:
            return {"error": f"this client has no handler for tool {call.name}"}
        try:
            value = await run_tool(tool, call.args)
            return {"result": result_text(value)}
        except Exception as error:  # the model gets any error of a tool as its result
            return {"error": f"{type(error).__name__}: {error}"}

    async def _deliver(self, answer: JsonObject) -> None:
        try:
            await self._post(answer)
        except InvalidRequestError as error:
            refused = f"the server rejected the tool's result: {error.message}"
            await self._post({"toolUseId": answer["toolUseId"], "error": refused})

    async def _post(self, answer: JsonObject) -> None:
        call = Call(method="POST", path=self._path, json=answer, key=str(uuid4()))
        try:
            await self._http.send(call, backoff=Backoff(self._http.config.reconnect_for))
        except (NotFoundError, ConflictError):
            return  # already answered, or the run has ended
