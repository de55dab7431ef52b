"""Codex: `codex app-server`, a conversation in JSON-RPC in which it can ask and be answered."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

from runwhy.core.json import JsonObject
from runwhy.core.runs.run import Tokens
from runwhy.executors.agent_executor import Ending, Job, answered, approval_of
from runwhy.executors.codex_exec import work_by_exec
from runwhy.executors.process import AgentProcess, running
from runwhy.executors.transcript_writer import Teller

MAX_VALUE = 3_900  # characters of a context value: from 4,000 on Codex cuts it in the middle
NO_THREAD = ("no rollout found", "thread not found", "invalid thread id")
UNKNOWN_METHOD = -32601
NO_SERVER = "unrecognized subcommand"
CLIENT = {"name": "runwhy", "title": "Runwhy", "version": "1"}


class RpcFailed(Exception):
    """Codex refused a request."""


class Codex:
    """Starts `codex app-server`; `codex exec` where a version has no server."""

    name = "codex"
    variables: Sequence[str] = ("CODEX_*", "OPENAI_*", "AZURE_OPENAI_*")
    envelope_limit = 3_000  # so that it fits when escaped, too

    def __init__(self, command: str = "codex") -> None:
        self.command = command

    async def work(self, job: Job, teller: Teller) -> Ending:
        """Do it; what happens is told on the way."""
        teller.begin("codex-app-server", session=None, sender=job.sender)
        launch = job.launch.with_arguments(["app-server"])
        async with running(launch, fed=True) as process:
            talk = Conversation(process, job, teller)
            try:
                await talk.hold()
                failure = ""
            except RpcFailed as error:
                failure = str(error)
            finally:
                await talk.close()
            process.close_stdin()
        if failure and NO_SERVER in process.stderr:
            return await work_by_exec(job, teller)
        await teller.finish()
        missing = any(words in failure for words in NO_THREAD)
        code = 1 if failure else 0
        return Ending(
            code=code, stderr=failure or process.stderr, missing=missing, tokens=talk.tokens
        )

    def tokens(self, usage: Mapping[str, object]) -> Tokens:
        """Its sums are those of a whole thread; what a run used is counted call by call."""
        return Tokens()


class Conversation:
    """One turn over JSON-RPC: requests of ours, notifications, and requests of Codex."""

    def __init__(self, process: AgentProcess, job: Job, teller: Teller) -> None:
        self._process = process
        self._job = job
        self._teller = teller
        self._lines: AsyncIterator[bytes] = process.lines()
        self._next_id = 0
        self._asking: set[asyncio.Task[None]] = set()
        self._over = False
        self._counting = False
        self.tokens = Tokens()

    async def hold(self) -> None:
        """From the greeting to the end of the turn. Raises: RpcFailed."""
        capabilities = {"experimentalApi": True, "requestAttestation": False}
        await self._call("initialize", {"clientInfo": CLIENT, "capabilities": capabilities})
        await self._process.send({"method": "initialized"})
        thread = await self._thread()
        if self._job.context:
            items = [_item(text) for text in self._job.context]
            await self._call("thread/inject_items", {"threadId": thread, "items": items})
        self._counting = True
        await self._call("turn/start", _turn(self._job, thread))
        while not self._over:
            await self._step()

    async def close(self) -> None:
        """Nobody needs an answer any more."""
        await answered(self._asking)

    async def _thread(self) -> str:
        job, options = self._job, self._job.options
        params: dict[str, object] = {
            "cwd": job.cwd,
            "developerInstructions": job.rule,
            **_PERMISSIONS[options.approvals],
            **({"model": job.model} if job.model else {}),
        }
        method = "thread/start"
        if options.resume is not None:
            method = "thread/fork" if options.fork else "thread/resume"
            params |= {"threadId": options.resume, "excludeTurns": True}
        result = await self._call(method, params)
        thread = result.get("thread")
        return str(thread["id"]) if isinstance(thread, dict) else ""

    async def _call(self, method: str, params: JsonObject) -> JsonObject:
        """Ask, and read on until the answer. Raises: RpcFailed."""
        id, self._next_id = self._next_id, self._next_id + 1
        await self._process.send({"method": method, "id": id, "params": params})
        while True:
            told = await self._step()
            if "method" in told or told.get("id") != id:
                continue
            error, result = told.get("error"), told.get("result")
            if isinstance(error, dict):
                raise RpcFailed(str(error.get("message") or error))
            return result if isinstance(result, dict) else {}

    async def _step(self) -> dict[str, Any]:
        """The next line, told and dealt with. Raises: RpcFailed when there is none."""
        try:
            line = await anext(self._lines)
        except StopAsyncIteration:
            await self._process.wait()
            raise RpcFailed(self._process.stderr or "codex ended in the middle") from None
        try:
            told = json.loads(line)
        except (ValueError, RecursionError):
            told = None
        if not isinstance(told, dict):
            await self._teller.take(line)
            return {}
        if "error" not in told or "method" in told:
            await self._teller.take(line)
        if "method" in told and "id" in told:
            await self._asked(told)
        self._notice(told)
        return told

    def _notice(self, told: dict[str, Any]) -> None:
        params = told.get("params")
        if told.get("method") == "turn/completed":
            self._over = True
        elif told.get("method") == "thread/tokenUsage/updated" and isinstance(params, dict):
            usage = params.get("tokenUsage")
            last = usage.get("last") if isinstance(usage, dict) else None
            if isinstance(last, dict) and self._counting:
                self.tokens += _tokens(last)

    async def _asked(self, request: dict[str, Any]) -> None:
        if not str(request["method"]).endswith("/requestApproval"):
            refusal = {"code": UNKNOWN_METHOD, "message": "nobody can answer this here"}
            await self._process.send({"id": request["id"], "error": refusal})
            return
        await self._teller.flush()  # whoever is asked sees what it is about
        task = asyncio.create_task(self._answer(request))
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)

    async def _answer(self, request: dict[str, Any]) -> None:
        given = request.get("params")
        params: dict[str, Any] = given if isinstance(given, dict) else {}
        shown = ("command", "cwd", "reason", "grantRoot", "permissions")
        asked = {
            "tool": str(request["method"]).removesuffix("/requestApproval").rpartition("/")[2],
            "input": {name: params[name] for name in shown if params.get(name) is not None},
            "entryId": params.get("itemId"),
            "description": params.get("reason"),
        }
        id = f"{params.get('itemId')}:{request['id']}"
        decided = await self._job.decide(approval_of(id, asked, self._job.clock))
        yes = decided.decision == "approve"
        answer: JsonObject = {"decision": "accept" if yes else "decline"}
        if request["method"] == "item/permissions/requestApproval":
            answer = {"permissions": params.get("permissions") if yes else {}}
        await self._process.send({"id": request["id"], "result": answer})


_PERMISSIONS: Mapping[str, JsonObject] = {
    "ask": {"approvalPolicy": "untrusted", "sandbox": "workspace-write"},
    "deny": {"approvalPolicy": "never", "sandbox": "workspace-write"},
    "allow": {"approvalPolicy": "never", "sandbox": "danger-full-access"},
}


def _turn(job: Job, thread: str) -> JsonObject:
    """The task by itself; what the model is told besides goes beside it, and is not echoed."""
    value = escaped(job.envelope)
    context = {"runwhy_meta": {"value": value, "kind": "application"}}
    return {
        "threadId": thread,
        "clientUserMessageId": f"{job.run.id}-task",
        "turnTrigger": job.run.origin.trigger,
        "input": [{"type": "text", "text": job.prompt, "text_elements": []}],
        "additionalContext": context,
    }


def escaped(text: str) -> str:
    """JSON in which nothing can close the tag that Codex puts around it; still the same JSON."""
    return text.replace("<", "\\u003c")


def _item(text: str) -> JsonObject:
    content = [{"type": "input_text", "text": text}]
    return {"type": "message", "role": "user", "content": content}


def _tokens(usage: Mapping[str, object]) -> Tokens:
    def count(name: str) -> int:
        value = usage.get(name)
        return value if isinstance(value, int) else 0

    return Tokens(
        input=count("inputTokens"),
        cached=count("cachedInputTokens"),
        reasoning=count("reasoningOutputTokens"),
        output=count("outputTokens"),
    )
