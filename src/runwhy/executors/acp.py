"""Agents of the Agent Client Protocol: one session and one prompt over JSON-RPC on stdio."""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from runwhy.core.agent_spec import ACP
from runwhy.core.agents.entries import Usage
from runwhy.core.json import JsonObject, compact_json
from runwhy.core.runs.run import Tokens
from runwhy.executors.acp_agents import AcpAgent
from runwhy.executors.acp_permissions import PermissionRequest, as_mapping
from runwhy.executors.acp_transport import RecordedTransport
from runwhy.executors.agent_task import (
    AgentTask,
    CannotStart,
    ProcessExit,
    ReportedCost,
    TokenFields,
    invalid,
    refuse_fork,
)
from runwhy.executors.process import AgentProcess, Launch, run_process
from runwhy.executors.transcript_writer import TranscriptWriter

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
MAX_EXPLANATIONS = 10  # turns of a run that only explain denials


class Acp:
    """Starts an agent and talks to it as its client."""

    variables: Sequence[str]
    envelope_limit = 4096

    def __init__(
        self, agent: AcpAgent, *, name: str | None = None, stream: str | None = None
    ) -> None:
        self._agent = agent
        self.name = name or f"{ACP}:{agent.name}"
        self._stream = stream or self.name
        self.command = agent.command[0]
        self.variables = agent.variables
        self.token_fields: TokenFields = agent.token_fields

    async def run(self, task: AgentTask, transcript: TranscriptWriter) -> ProcessExit:
        """Run the agent and write its output to the transcript. Raises: CannotStart."""
        refuse_fork(task, self.name)
        if task.options.allowed_tools and not self._agent.allow_tool_option:
            raise CannotStart(invalid(f"{self.name} does not support allowedTools"))
        if task.options.resume is not None and not self._agent.can_resume:
            raise CannotStart(invalid(f"{self.name} cannot resume a session"))
        transcript.start_stream(self._stream, session=task.options.resume, sender=task.sender)
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
        env = {**agent.default_env, **task.launch.env, **agent.env, **asking}
        allowed = [
            word for tool in task.options.allowed_tools for word in (agent.allow_tool_option, tool)
        ]
        launch = replace(task.launch, env=env)
        return launch.with_arguments([*agent.command[1:], *allowed])


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
        self._reasons: list[str] = []  # of denials that the agent does not know yet
        self.turns: list[Tokens] = []

    async def run(self) -> ProcessExit:
        """Run the turn, and end the agent's session. Raises: CannotStart."""
        from acp.exceptions import RequestError

        failure, missing = "", False
        try:
            await self._initialize()
            missing = not await self._open_session()
            if not missing:
                await self._work()
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
            turns=self.turns,
        )

    async def _initialize(self) -> None:
        params = {
            "protocolVersion": PROTOCOL_VERSION,
            "clientCapabilities": CAPABILITIES,
            "clientInfo": CLIENT,
        }
        answer = as_mapping(await self._connection.send_request("initialize", params))
        self._capabilities = as_mapping(answer.get("agentCapabilities"))

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
            answer = as_mapping(await self._connection.send_request("session/new", params))
            self._session = str(answer.get("sessionId") or "")
        else:
            self._session = resume
            method = self._resume_method()
            try:
                given = {"sessionId": resume, **params}
                answer = as_mapping(await self._connection.send_request(method, given))
            except RequestError:
                return False
        await self._set_mode(answer)
        if task.model is not None:
            await self._set_model(answer, task.model)
        return True

    def _takes_system_prompt(self) -> bool:
        return "systemPrompt" in as_mapping(self._capabilities.get("sessionCapabilities"))

    def _resume_method(self) -> str:
        if "resume" in as_mapping(self._capabilities.get("sessionCapabilities")):
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
        options = [as_mapping(option) for option in listed] if isinstance(listed, list) else []
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

    async def _work(self) -> None:
        """Send the task, after separate blocks with the envelope and the context.

        Reasons of denials follow in separate turns.
        """
        task = self._task
        rule = [] if self._takes_system_prompt() else [compact_json({"instructions": task.rule})]
        await self._prompt([*rule, task.envelope, *task.context, task.prompt], self._meta())
        for _ in range(MAX_EXPLANATIONS):
            if not self._reasons:
                return
            reasons, self._reasons = self._reasons, []
            await self._prompt(reasons, {"runwhy": {"denial": True}})

    async def _prompt(self, texts: Sequence[str], meta: JsonObject) -> None:
        params = {
            "sessionId": self._session,
            "prompt": [{"type": "text", "text": text} for text in texts],
            "_meta": meta,
        }
        await self._connection.send_request("session/prompt", params)
        result = self._transport.transcript.result
        usage = [use for use in (result.usage if result else ()) if use.scope == "turn"]
        tokens = [self._agent.token_fields.count(use.reported) for use in usage]
        self.turns = tokens if self._agent.usage_adds_up else [*self.turns, *tokens]

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
            return await self._decide(as_mapping(params))
        raise RequestError.method_not_found(method)

    async def _decide(self, params: Mapping[str, Any]) -> JsonObject:
        """Request approval, and answer with the option of the decision."""
        await self._transport.flush()  # show the tool call before asking for approval
        always = self._agent.always_ends_with_run
        request = PermissionRequest.of(params, always_ends_with_run=always)
        self._requests += 1
        id = f"{request.call_id}:{self._requests}"
        decided = await self._task.request_approval(id, request.details())
        if not decided.allowed and decided.reason and decided.decided_by:
            # The answer has no field for it, so it follows in a separate turn.
            self._reasons.append(f"The request ({request.tool}) was denied: {decided.reason}")
        return request.answer(decided.decision or "deny")
