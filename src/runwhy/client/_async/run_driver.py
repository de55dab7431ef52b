"""Brings a run to its end: follows it, answers its calls of local tools, and concludes."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing
from uuid import uuid4

from runwhy.client import json_reader
from runwhy.client._async._io import Workers, notify, run_tool, sleep
from runwhy.client._async.event_follower import follow
from runwhy.client._async.http import Http
from runwhy.client.config import segment
from runwhy.client.errors import ConflictError, InvalidRequestError, NotFoundError
from runwhy.client.results import RunEvent, RunResult, conclude
from runwhy.client.retries import Call, Patience
from runwhy.client.tools import Toolbox, result_text
from runwhy.core.json import JsonObject
from runwhy.errors import RunwhyError

# How long a call waits in case that its answer follows in a replay: long against the time between
# two events that are there already, short against what a model takes.
REPLAY_GRACE = 0.25

_log = logging.getLogger("runwhy.client")


async def drive(
    http: Http, run_id: str, *, tools: Toolbox, after: int = 0, replayed: bool = False
) -> AsyncGenerator[RunEvent, None]:
    """Follow a run and answer its calls of local tools; a `replayed` one may have begun before."""
    answers = Answers(http, run_id, tools, grace=REPLAY_GRACE if replayed else 0.0)
    try:
        async with aclosing(follow(http, run_id, after=after)) as events:
            async for event in events:
                answers.see(event)
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
    """Read a run to its end. Raises: RunFailed, RunCancelled."""
    seen: list[RunEvent] = []
    async with aclosing(events):
        async for event in events:
            seen.append(event)
            await notify(on_event, event)
            if event.type == "assistant_delta":
                await notify(on_delta, event.text)
    return conclude(run_id, seen, metadata)


class Answers:
    """Answers the calls of local tools, each once, beside the stream that they come from."""

    def __init__(self, http: Http, run_id: str, tools: Toolbox, *, grace: float) -> None:
        self._http = http
        self._path = f"/agent-runs/{segment(run_id)}/tool-results"
        self._tools = tools
        self._grace = grace
        self._workers = Workers()
        self._taken: set[str] = set()
        self._answered: set[str] = set()

    def see(self, event: RunEvent) -> None:
        """Take up a call that is ours and was not taken up before."""
        id = json_reader.text(event.data, "toolUseId")
        if event.type == "local_tool_result_in":
            self._answered.add(id)
        elif event.type == "local_tool_call" and id not in self._taken:
            self._taken.add(id)
            if self._tools.answers(json_reader.text(event.data, "name")):
                self._workers.start(self._answer, event.data)

    async def close(self) -> None:
        """Leave what is not yet done: the run has ended, or nobody follows it any more."""
        await self._workers.close()

    async def _answer(self, call: JsonObject) -> None:
        id, name = json_reader.text(call, "toolUseId"), json_reader.text(call, "name")
        if self._grace:
            await sleep(self._grace)
        if id in self._answered:
            return
        try:
            await self._deliver({"toolUseId": id, **await self._outcome(name, call)})
        except RunwhyError as error:
            _log.warning("the result of %s (%s) was not delivered: %s", name, id, error)

    async def _outcome(self, name: str, call: JsonObject) -> JsonObject:
        tool = self._tools.handlers.get(name)
        if tool is None:
            return {"error": f"this client has no handler for the tool {name}"}
        try:
            value = await run_tool(tool, json_reader.table(call, "args"))
            return {"result": result_text(value)}
        except Exception as error:  # whatever a tool raises is an answer for the model
            return {"error": f"{type(error).__name__}: {error}"}

    async def _deliver(self, answer: JsonObject) -> None:
        try:
            await self._post(answer)
        except InvalidRequestError as error:
            refused = f"the result of the tool was refused: {error.message}"
            await self._post({"toolUseId": answer["toolUseId"], "error": refused})

    async def _post(self, answer: JsonObject) -> None:
        call = Call(method="POST", path=self._path, json=answer, key=str(uuid4()))
        try:
            await self._http.send(call, patience=Patience(self._http.config.reconnect_for))
        except (NotFoundError, ConflictError):
            return  # somebody else answered, or the run has ended
