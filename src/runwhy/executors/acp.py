"""Agents of the Agent Client Protocol: one session and one prompt over JSON-RPC on stdio."""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from runwhy.core.agent_spec import ACP
from runwhy.core.agents.coding_agents import Decision
from runwhy.core.agents.entries import Usage
from runwhy.core.json import JsonObject, compact_json
from runwhy.core.runs.run import Tokens
from runwhy.executors.acp_agents import AcpAgent
from runwhy.executors.agent_task import (
    AgentTask,
    CannotStart,
    ProcessExit,
    ReportedCost,
    TokenFields,
    invalid,
    read_object,
    refuse_fork,
)
from runwhy.executors.process import AgentProcess, Launch, run_process
from runwhy.executors.transcript_writer import TranscriptWriter
from runwhy.ports import Clock

if TYPE_CHECKING:
    from acp.connection import Connection

PROTOCOL_VERSION = 1
CLIENT = {"name": "runwhy", "title": "Runwhy", "version": "1"}
# File and terminal requests of the agent are refused: it works on its own, under its own rules.
CAPABILITIES: JsonObject = {
    "fs": {"readTextFile": False, "writeTextFile": False},
    "terminal": False,
    "_meta": {"terminal_output": True},
}
CANCEL_PATIENCE = 2.0  # seconds for an agent to end its turn before its processes are ended
EXIT_PATIENCE = 2.0  # seconds for an agent to store its session and exit
NO_PERMISSION: JsonObject = {"outcome": {"outcome": "cancelled"}}
# Kinds of options for each decision, the preferred one first.
KINDS: Mapping[Decision, Sequence[str]] = {
    "approve": ("allow_once", "allow_always"),
    "approve_for_run": ("allow_always", "allow_once"),
    "deny": ("reject_once", "reject_always"),
}


class Acp:
    """Starts an agent and talks to it as its client."""

    variables: Sequence[str]
    envelope_limit = 4096

    def __init__(self, agent: AcpAgent) -> None:
        self._agent = agent
        self.name = f"{ACP}:{agent.name}"
        self.command = agent.command[0]
        self.variables = agent.variables
        self.token_fields: TokenFields = agent.token_fields

    async def run(self, task: AgentTask, transcript: TranscriptWriter) -> ProcessExit:
        """Run the agent and write its output to the transcript. Raises: CannotStart."""
        refuse_fork(task, self.name)
        if task.options.allowed_tools:
            raise CannotStart(invalid(f"{self.name} does not support allowedTools"))
        if task.options.resume is not None and not self._agent.can_resume:
            raise CannotStart(invalid(f"{self.name} cannot resume a session"))
        transcript.start_stream(self.name, session=task.options.resume, sender=task.sender)
        await asyncio.to_thread(importlib.import_module, "acp.connection")
        began = int(task.clock().timestamp() * 1000)
        async with run_process(self._launch(task), pipe_stdin=True) as process:
            turn = AcpTurn(self._agent, task, process, transcript)
            exited = await turn.run()
        await transcript.finish()
        return replace(exited, calls=await self._calls(task, transcript, began))

    async def _calls(
        self, task: AgentTask, transcript: TranscriptWriter, began: int
    ) -> Sequence[Tokens]:
        """Return the tokens of each model call, if only the agent's store has them."""
        session, read = transcript.stamp.agent_session, self._agent.read_calls
        if read is None or session is None:
            return ()
        return await asyncio.to_thread(read, {**task.launch.env, **self._agent.env}, session, began)

    def reported_cost(self, usage: Sequence[Usage]) -> ReportedCost | None:
        """Return None: costs come from the prices of the models."""
        return None

    def _launch(self, task: AgentTask) -> Launch:
        agent = self._agent
        asking = agent.asking_env if task.options.approvals != "allow" else {}
        launch = replace(task.launch, env={**task.launch.env, **agent.env, **asking})
        return launch.with_arguments(agent.command[1:])


@dataclass(slots=True, eq=False)
class RecordedTransport:
    """Messages of both directions, each added to the transcript before it is handled.

    `failure` is the error of a write to the transcript, which ends the conversation.
    """

    process: AgentProcess
    transcript: TranscriptWriter
    clock: Clock
    failure: BaseException | None = field(default=None, init=False)
    recording: bool = field(default=True, init=False)
    _lines: Any = field(init=False)
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock, init=False)

    def __post_init__(self) -> None:
        self._lines = self.process.lines()

    async def send(self, message: dict[str, Any]) -> None:
        """Record a message of ours and send it."""
        await self._record(b"out", compact_json(message).encode())
        await self.process.send(message)

    async def receive(self) -> dict[str, Any] | None:
        """Return the next message of the agent, or None at the end."""
        async for line in self._lines:
            message = read_object(line)
            try:
                await (self._record(b"in", line) if message else self._add(line))
            except Exception as error:
                self.failure = error
                return None
            if message:
                return message
        return None

    async def close(self) -> None:
        """Close the agent's stdin."""
        self.process.close_stdin()

    async def flush(self) -> None:
        """Write the pending changes of the transcript."""
        async with self._lock:
            await self.transcript.flush()

    async def _record(self, direction: bytes, message: bytes) -> None:
        at = int(self.clock().timestamp() * 1000)
        await self._add(b'{"dir":"%b","at":%d,"msg":%b}' % (direction, at, message))

    async def _add(self, line: bytes) -> None:
        async with self._lock:  # a line of either direction changes the state of the fold
            if self.recording:
                await self.transcript.add_line(line)


class AcpTurn:
    """One prompt: our requests, and the permissions that the agent requests."""

    def __init__(
        self,
        agent: AcpAgent,
        task: AgentTask,
        process: AgentProcess,
        transcript: TranscriptWriter,
    ) -> None:
        from acp.connection import Connection

        self._agent = agent
        self._task = task
        self._process = process
        self._transport = RecordedTransport(process, transcript, task.clock)
        self._connection: Connection = Connection(self._handle, self._transport)
        self._capabilities: Mapping[str, Any] = {}
        self._session = ""
        self._requests = 0

    async def run(self) -> ProcessExit:
        """Run the turn, and end the agent's session. Raises: CannotStart."""
        from acp.exceptions import RequestError

        failure, missing = "", False
        try:
            await self._initialize()
            missing = not await self._open_session()
            if not missing:
                await self._prompt()
        except RequestError as error:
            failure = str(error)
        except ConnectionError:
            if self._transport.failure is not None:
                raise self._transport.failure from None
            await self._process.wait()
            failure = self._process.stderr or f"{self._agent.name} exited before the turn ended"
        except asyncio.CancelledError:
            await self._cancel()
            raise
        finally:
            await self._end()
        return ProcessExit(
            code=1 if failure else 0,
            stderr=failure or self._process.stderr,
            session_missing=missing,
        )

    async def _initialize(self) -> None:
        params = {
            "protocolVersion": PROTOCOL_VERSION,
            "clientCapabilities": CAPABILITIES,
            "clientInfo": CLIENT,
        }
        answer = await self._connection.send_request("initialize", params)
        self._capabilities = _mapping(_mapping(answer).get("agentCapabilities"))

    # --- the session -----------------------------------------------------------------------

    async def _open_session(self) -> bool:
        """Start or resume the session, with its mode and model; return whether it exists."""
        from acp.exceptions import RequestError

        task, resume = self._task, self._task.options.resume
        params: dict[str, Any] = {"cwd": task.cwd, "mcpServers": [], "_meta": self._meta()}
        if self._takes_system_prompt():
            content = [{"type": "text", "text": task.rule}]
            params["systemPrompt"] = {"mode": "append", "content": content}
        if resume is None:
            answer = _mapping(await self._connection.send_request("session/new", params))
            self._session = str(answer.get("sessionId") or "")
        else:
            self._session = resume
            method = self._resume_method()
            try:
                given = {"sessionId": resume, **params}
                answer = _mapping(await self._connection.send_request(method, given))
            except RequestError:
                return False
        await self._set_mode(answer)
        if task.model is not None:
            await self._set_model(answer, task.model)
        return True

    def _takes_system_prompt(self) -> bool:
        return "systemPrompt" in _mapping(self._capabilities.get("sessionCapabilities"))

    def _resume_method(self) -> str:
        if "resume" in _mapping(self._capabilities.get("sessionCapabilities")):
            return "session/resume"
        if self._capabilities.get("loadSession"):
            return "session/load"
        raise CannotStart(invalid(f"{ACP}:{self._agent.name} cannot resume a session"))

    async def _set_mode(self, session: Mapping[str, Any]) -> None:
        """Select the mode with permission requests, or the one for runs that allow everything."""
        agent = self._agent
        allow = self._task.options.approvals == "allow"
        mode = agent.allowing_mode if allow else agent.asking_mode
        if mode is not None:
            params = {"sessionId": self._session, "modeId": mode}
            await self._connection.send_request("session/set_mode", params)

    async def _set_model(self, session: Mapping[str, Any], model: str) -> None:
        from acp.exceptions import RequestError

        listed = session.get("configOptions")
        options = [_mapping(option) for option in listed] if isinstance(listed, list) else []
        chosen = next((option for option in options if option.get("category") == "model"), None)
        method, params = "session/set_model", {"modelId": model}
        if chosen is not None:
            method = "session/set_config_option"
            params = {"configId": str(chosen.get("id")), "value": model}
        try:
            await self._connection.send_request(method, {"sessionId": self._session, **params})
        except RequestError as error:
            message = f"{ACP}:{self._agent.name} rejects the model {model}: {error}"
            raise CannotStart(invalid(message)) from error
        self._transport.transcript.learn_model(model)

    # --- the prompt ------------------------------------------------------------------------

    async def _prompt(self) -> None:
        """Send the task, after separate blocks with the envelope and the context."""
        task = self._task
        rule = [] if self._takes_system_prompt() else [compact_json({"instructions": task.rule})]
        texts = [*rule, task.envelope, *task.context, task.prompt]
        params = {
            "sessionId": self._session,
            "prompt": [{"type": "text", "text": text} for text in texts],
            "_meta": self._meta(),
        }
        await self._connection.send_request("session/prompt", params)

    def _meta(self) -> JsonObject:
        """The run's id and visible tags, and the trace, for the agent and not for its model."""
        task = self._task
        trace = task.launch.env.get("TRACEPARENT")
        about = {"runId": task.run.id, "tags": dict(task.visible_tags)}
        return {"runwhy": about, **({"traceparent": trace} if trace else {})}

    async def _cancel(self) -> None:
        """Ask the agent to end its turn; its processes are ended afterwards in any case."""
        self._transport.recording = False  # the run has ended
        if not self._session:
            return
        with suppress(Exception, asyncio.CancelledError):
            params = {"sessionId": self._session}
            await self._connection.send_notification("session/cancel", params)
            self._process.close_stdin()
            await asyncio.wait_for(self._process.wait(), CANCEL_PATIENCE)

    async def _end(self) -> None:
        """Let the agent store its session and exit."""
        self._process.close_stdin()
        with suppress(TimeoutError, asyncio.CancelledError):
            await asyncio.wait_for(self._process.wait(), EXIT_PATIENCE)
        with suppress(Exception):
            await self._connection.close()

    # --- requests of the agent -------------------------------------------------------------

    async def _handle(self, method: str, params: Any, is_notification: bool) -> Any:
        from acp.exceptions import RequestError

        if is_notification:
            return None
        if method == "session/request_permission":
            return await self._decide(_mapping(params))
        raise RequestError.method_not_found(method)

    async def _decide(self, params: Mapping[str, Any]) -> JsonObject:
        """Request approval, and select the first option of a kind that matches."""
        await self._transport.flush()  # show the tool call before asking for approval
        call = _mapping(params.get("toolCall"))
        id = str(call.get("toolCallId"))
        details = {
            "tool": call.get("name") or call.get("kind") or "tool",
            "input": _input(call),
            "entryId": id,
            "description": call.get("title"),
        }
        options = params.get("options")
        if self._agent.always_ends_with_run and (always := _find(options, ["allow_always"])):
            details["forRun"] = always.get("name")
        self._requests += 1
        decided = await self._task.request_approval(f"{id}:{self._requests}", details)
        decision = decided.decision or "deny"
        if decision == "approve_for_run" and not self._agent.always_ends_with_run:
            decision = "approve"
        option = _find(options, KINDS[decision])
        if option is None:
            return NO_PERMISSION
        return {"outcome": {"outcome": "selected", "optionId": option.get("optionId")}}


def _find(options: Any, kinds: Sequence[str]) -> Mapping[str, Any] | None:
    """Return the first option of the first kind that is offered; ids and order differ by agent."""
    offered = [_mapping(option) for option in options] if isinstance(options, list) else []
    fitting = (option for kind in kinds for option in offered if option.get("kind") == kind)
    return next(fitting, None)


def _input(call: Mapping[str, Any]) -> JsonObject:
    """Return what a person decides about: the input, or the diff and the title."""
    given = call.get("rawInput")
    if isinstance(given, Mapping) and given:
        return dict(given)
    blocks = [_mapping(block) for block in call.get("content") or () if isinstance(block, Mapping)]
    diffs = [dict(block) for block in blocks if block.get("type") == "diff"]
    told: dict[str, Any] = {"title": call.get("title")}
    if isinstance(given, str) and given:
        told["input"] = given
    return {**told, "diffs": diffs} if diffs else told


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
