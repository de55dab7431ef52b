"""Codex: a JSON-RPC conversation with `codex app-server`, or `codex exec` in older versions."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from runwhy.core.agents.coding_agents import Decision
from runwhy.core.agents.entries import Usage
from runwhy.core.context.sentinel import wrap
from runwhy.core.json import JsonObject
from runwhy.core.runs.run import Tokens
from runwhy.executors.agent_task import (
    AgentTask,
    Approvals,
    ProcessExit,
    ReportedCost,
    TokenFields,
    as_argument,
    read_object,
    run_prompt,
)
from runwhy.executors.process import AgentProcess, run_process
from runwhy.executors.transcript_writer import TranscriptWriter

NO_THREAD = ("no rollout found", "thread not found", "invalid thread id")
UNKNOWN_METHOD = -32601
REASON = "runwhy-denied-"  # prefix of our ids of messages that give a reason
NO_SERVER = "unrecognized subcommand"
ROLLOUT_BEGINNING = 256  # lines; the model is in the context of the first turn
_HAS_ITEM = re.compile(rb'"type":\s*"(?:item\.|turn\.completed)')
CALL_TOKENS = TokenFields(
    input=("inputTokens",),
    cached=("cachedInputTokens",),
    cache_write=("cacheWriteInputTokens",),
    reasoning=("reasoningOutputTokens",),
    output=("outputTokens",),
)
CLIENT = {"name": "runwhy", "title": "Runwhy", "version": "1"}


class RpcFailed(Exception):
    """Codex rejected a request or exited."""


class Codex:
    """Starts `codex app-server`, or `codex exec` if the installed version has no app server."""

    name = "codex"
    variables: Sequence[str] = ("CODEX_*", "OPENAI_*", "AZURE_OPENAI_*")
    envelope_limit = 3_000  # Codex truncates context values from 4,000 on; leaves room for escaping
    token_fields = TokenFields()  # it reports totals of the thread, so calls are counted

    def __init__(self, command: str = "codex") -> None:
        self.command = command

    async def run(self, task: AgentTask, transcript: TranscriptWriter) -> ProcessExit:
        """Run the agent and write its output to the transcript."""
        transcript.start_stream("codex-app-server", session=None, sender=task.sender)
        launch = task.launch.with_arguments(["app-server"])
        async with run_process(launch, pipe_stdin=True) as process:
            async with Approvals(transcript) as approvals:
                turn = AppServerTurn(process, task, transcript, approvals)
                failure = ""
                try:
                    await turn.run()
                except RpcFailed as error:
                    failure = str(error)
            process.close_stdin()
        if failure and NO_SERVER in process.stderr:
            return await run_with_exec(task, transcript)
        await transcript.finish()
        session_missing = any(words in failure for words in NO_THREAD)
        code = 1 if failure else 0
        return ProcessExit(
            code=code,
            stderr=failure or process.stderr,
            session_missing=session_missing,
            calls=turn.calls,
        )

    def reported_cost(self, usage: Sequence[Usage]) -> ReportedCost | None:
        """Return None: it reports no cost."""
        return None


class AppServerTurn:
    """One turn over JSON-RPC: our requests, and notifications and requests from Codex."""

    def __init__(
        self,
        process: AgentProcess,
        task: AgentTask,
        transcript: TranscriptWriter,
        approvals: Approvals,
    ) -> None:
        self._process = process
        self._task = task
        self._transcript = transcript
        self._lines: AsyncIterator[bytes] = process.lines()
        self._next_id = 0
        self._approvals = approvals
        self._responses: dict[int, asyncio.Future[None]] = {}  # of requests sent during the turn
        self._completed = False
        self._counting = False
        self.calls: list[Tokens] = []

    async def run(self) -> None:
        """Run the turn from `initialize` to `turn/completed`. Raises: RpcFailed."""
        capabilities = {"experimentalApi": True, "requestAttestation": False}
        await self._call("initialize", {"clientInfo": CLIENT, "capabilities": capabilities})
        await self._process.send({"method": "initialized"})
        thread = await self._thread()
        if self._task.context:
            items = [_item(text) for text in self._task.context]
            await self._call("thread/inject_items", {"threadId": thread, "items": items})
        self._counting = True
        await self._call("turn/start", _turn(self._task, thread))
        while not self._completed:
            await self._step()

    async def _thread(self) -> str:
        task, options = self._task, self._task.options
        params: dict[str, object] = {
            "cwd": task.cwd,
            "developerInstructions": task.rule,
            **_PERMISSIONS[options.approvals],
            **({"model": task.model} if task.model else {}),
        }
        method = "thread/start"
        if options.resume is not None:
            method = "thread/fork" if options.fork else "thread/resume"
            params |= {"threadId": options.resume, "excludeTurns": True}
        result = await self._call(method, params)
        thread = result.get("thread")
        return str(thread["id"]) if isinstance(thread, dict) else ""

    async def _call(self, method: str, params: JsonObject) -> JsonObject:
        """Send a request and process lines until its response arrives. Raises: RpcFailed."""
        id, self._next_id = self._next_id, self._next_id + 1
        await self._process.send({"method": method, "id": id, "params": params})
        while True:
            message = await self._step()
            if "method" in message or message.get("id") != id:
                continue
            error, result = message.get("error"), message.get("result")
            if isinstance(error, dict):
                raise RpcFailed(str(error.get("message") or error))
            return result if isinstance(result, dict) else {}

    async def _step(self) -> dict[str, Any]:
        """Read and handle one message. Raises: RpcFailed at the end of the stream."""
        try:
            line = await anext(self._lines)
        except StopAsyncIteration:
            await self._process.wait()
            raise RpcFailed(
                self._process.stderr or "codex exited before the turn completed"
            ) from None
        if (message := read_object(line)) is None:
            await self._transcript.add_line(line)
            return {}
        if ("error" not in message or "method" in message) and not _is_reason(message):
            await self._transcript.add_line(line)
        if "method" in message and "id" in message:
            await self._handle_request(message)
        self._track(message)
        return message

    def _track(self, message: dict[str, Any]) -> None:
        params = message.get("params")
        if "method" not in message and message.get("id") in list(self._responses):
            self._responses.pop(message["id"]).set_result(None)
        if message.get("method") == "turn/completed":
            self._completed = True
        elif message.get("method") == "thread/tokenUsage/updated" and isinstance(params, dict):
            usage = params.get("tokenUsage")
            last = usage.get("last") if isinstance(usage, dict) else None
            if isinstance(last, dict) and self._counting:
                self.calls.append(CALL_TOKENS.count(last))

    async def _handle_request(self, request: dict[str, Any]) -> None:
        if not str(request["method"]).endswith("/requestApproval"):
            refusal = {
                "code": UNKNOWN_METHOD,
                "message": "this client does not support the request",
            }
            await self._process.send({"id": request["id"], "error": refusal})
            return
        await self._approvals.start(self._answer(request))

    async def _answer(self, request: dict[str, Any]) -> None:
        given = request.get("params")
        params: dict[str, Any] = given if isinstance(given, dict) else {}
        fields = ("command", "cwd", "reason", "grantRoot", "permissions")
        details = {
            "tool": str(request["method"]).removesuffix("/requestApproval").rpartition("/")[2],
            "input": {name: params[name] for name in fields if params.get(name) is not None},
            "entryId": params.get("itemId"),
            "description": params.get("reason"),
        }
        id = f"{params.get('itemId')}:{request['id']}"
        decided = await self._task.request_approval(id, details)
        answer: JsonObject = {"decision": _DECISIONS[decided.decision or "deny"]}
        if request["method"] == "item/permissions/requestApproval":
            scope = "session" if decided.decision == "approve_for_run" else "turn"
            granted = params.get("permissions") if decided.allowed else {}
            answer = {"permissions": granted, "scope": scope}
        if not decided.allowed and decided.reason:
            await self._send_reason(params, details["tool"], decided.reason)
        await self._process.send({"id": request["id"], "result": answer})

    async def _send_reason(self, params: dict[str, Any], tool: object, reason: str) -> None:
        """Send the reason of a denial to the model, as input of the turn.

        Codex's response to an approval has no field for it. Codex reads the input before the next
        model call, so it must have received it before the denial.
        """
        id, self._next_id = self._next_id, self._next_id + 1
        received = self._responses[id] = asyncio.get_running_loop().create_future()
        text = f"The request ({tool}) was denied: {reason}"
        steer = {
            "threadId": params.get("threadId"),
            "expectedTurnId": params.get("turnId"),
            "clientUserMessageId": f"{REASON}{params.get('itemId')}",
            "input": [{"type": "text", "text": text, "text_elements": []}],
        }
        await self._process.send({"method": "turn/steer", "id": id, "params": steer})
        await received  # an error too: older versions cannot receive it


# A session of Codex's is its process here, which ends with the run.
_DECISIONS: Mapping[Decision, str] = {
    "approve": "accept",
    "approve_for_run": "acceptForSession",
    "deny": "decline",
}
_PERMISSIONS: Mapping[str, JsonObject] = {
    "ask": {"approvalPolicy": "untrusted", "sandbox": "workspace-write"},
    "deny": {"approvalPolicy": "never", "sandbox": "workspace-write"},
    "allow": {"approvalPolicy": "never", "sandbox": "danger-full-access"},
}


def _turn(task: AgentTask, thread: str) -> JsonObject:
    """The task as input; the envelope goes into additional context, which Codex does not echo."""
    value = escape(task.envelope)
    context = {"runwhy_meta": {"value": value, "kind": "application"}}
    return {
        "threadId": thread,
        "clientUserMessageId": f"{task.run.id}-task",
        "turnTrigger": task.run.origin.trigger,
        "input": [{"type": "text", "text": task.prompt, "text_elements": []}],
        "additionalContext": context,
    }


def _is_reason(message: dict[str, Any]) -> bool:
    """Whether Codex echoes the reason of a denial, which the approval already shows."""
    params = message.get("params")
    item = params.get("item") if isinstance(params, dict) else None
    sent = item.get("clientId") if isinstance(item, dict) else None
    return isinstance(sent, str) and sent.startswith(REASON)


def escape(text: str) -> str:
    """Escape JSON so that it cannot close the tag Codex wraps around it; its value is unchanged."""
    return text.replace("<", "\\u003c")


def _item(text: str) -> JsonObject:
    content = [{"type": "input_text", "text": text}]
    return {"type": "message", "role": "user", "content": content}


async def run_with_exec(task: AgentTask, transcript: TranscriptWriter) -> ProcessExit:
    """Run the task with `codex exec`, which takes one prompt and cannot ask for approval.

    The envelope precedes the task in the prompt; this stream does not echo it.
    """
    resume = task.options.resume
    session = None if task.options.fork else resume
    transcript.start_stream("codex-exec", session=session, sender=task.sender, model=task.model)
    text, _ = wrap([task.envelope, *task.context], task.prompt)

    async def handle_line(line: bytes) -> None:
        await _learn_model(task, transcript, line)
        await transcript.add_line(line)

    arguments = [*_exec_arguments(task), "-"]
    exited = await run_prompt(task, transcript, arguments, handle_line, stdin=text)
    session_missing = resume is not None and NO_THREAD[0] in exited.stderr
    return replace(exited, session_missing=session_missing)


async def _learn_model(task: AgentTask, transcript: TranscriptWriter, line: bytes) -> None:
    """Read the model from Codex's record, unless the run names one; it is not in the stream."""
    stamp = transcript.stamp
    if stamp.model is None and stamp.agent_session is not None and _HAS_ITEM.search(line):
        model = await asyncio.to_thread(rollout_model, task.launch.env, stamp.agent_session)
        if model is not None:
            transcript.learn_model(model)


def rollout_model(env: Mapping[str, str], thread: str) -> str | None:
    """Return the model in Codex's record of a thread, or None if it is not recorded yet."""
    home = Path(env.get("CODEX_HOME") or Path(env.get("HOME", "~")).expanduser() / ".codex")
    for path in sorted((home / "sessions").glob(f"*/*/*/rollout-*{thread}.jsonl")):
        with path.open("rb") as lines:
            for line, _ in zip(lines, range(ROLLOUT_BEGINNING), strict=False):
                if b'"turn_context"' in line and (model := _turn_model(line)):
                    return model
    return None


def _turn_model(line: bytes) -> str | None:
    record = read_object(line) or {}
    payload = record.get("payload") if record.get("type") == "turn_context" else None
    model = payload.get("model") if isinstance(payload, dict) else None
    return model if isinstance(model, str) and model else None


def _exec_arguments(task: AgentTask) -> list[str]:
    options = task.options
    verb = [] if options.resume is None else ["fork" if options.fork else "resume"]
    arguments = ["exec", *verb, "--json", "--skip-git-repo-check"]
    if options.approvals == "allow":
        arguments += ["--dangerously-bypass-approvals-and-sandbox"]
    if task.model is not None:
        arguments += ["-m", task.model]
    arguments += ["-c", f"developer_instructions={_toml(as_argument('systemPrompt', task.rule))}"]
    return arguments + ([options.resume] if options.resume is not None else [])


def _toml(text: str) -> str:
    """Quote text as a TOML basic string."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
