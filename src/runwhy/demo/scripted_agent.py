"""Claude Code without its program: scripted output lines for the real executor."""

from __future__ import annotations

import asyncio
import json
import uuid
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from runwhy.core.json import JsonObject
from runwhy.demo.scripted_model import Advance
from runwhy.executors.claude import LineProcess
from runwhy.executors.process import Launch
from runwhy.ports import Clock

MODEL = "claude-sonnet-4-5-20250929"
TOOLS = ["Task", "Bash", "Glob", "Grep", "Read", "Edit", "Write", "TodoWrite", "WebFetch"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentStep:
    """A text of the agent, a tool call, or both. `details` is the structured tool result.

    With `asks`, the tool call needs an approval.
    """

    text: str = ""
    tool: str = ""
    input: Mapping[str, object] = field(default_factory=dict)
    result: str = ""
    details: Mapping[str, object] = field(default_factory=dict)
    ok: bool = True
    asks: str = ""
    seconds: float = 3.0


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentScript:
    """The steps of one run. The text of the last step is the answer."""

    steps: Sequence[AgentStep]
    failure: str = ""


class ScriptedAgent:
    """Replaces the program `claude`."""

    def __init__(self, clock: Clock, advance: Advance) -> None:
        self.clock = clock
        self.wait = advance
        self._expected: dict[str, AgentScript] = {}

    def expect(self, task: str, script: AgentScript) -> None:
        """Use this script for runs with this task."""
        self._expected[task] = script

    def script_of(self, task: str) -> AgentScript:
        """Return the script for a task."""
        return self._expected[task]

    @asynccontextmanager
    async def start(self, launch: Launch, *, pipe_stdin: bool) -> AsyncIterator[LineProcess]:
        """Yield the scripted process."""
        yield _ScriptedProcess(self, launch)


class _ScriptedProcess:
    """Writes the lines of `claude -p --output-format stream-json`."""

    def __init__(self, agent: ScriptedAgent, launch: Launch) -> None:
        self._agent = agent
        self._cwd = launch.cwd
        self._session = _session(launch.command)
        self._task: asyncio.Queue[str] = asyncio.Queue()
        self._decisions: asyncio.Queue[JsonObject] = asyncio.Queue()
        self._number = 0
        self._sent = self._said = 0  # characters

    @property
    def stderr(self) -> str:
        return ""

    async def send(self, message: JsonObject) -> None:
        sent: Any = message
        if sent["type"] == "user":
            self._task.put_nowait(sent["message"]["content"][-1]["text"])
        else:
            self._decisions.put_nowait(sent["response"]["response"])

    def close_stdin(self) -> None:
        pass

    async def wait(self) -> int:
        return 0

    async def lines(self) -> AsyncIterator[bytes]:
        task = await self._task.get()
        script = self._agent.script_of(task)
        self._sent = len(task)
        yield self._line(
            type="system",
            subtype="init",
            cwd=self._cwd,
            tools=TOOLS,
            mcp_servers=[],
            model=MODEL,
            permissionMode="default",
        )
        for step in script.steps:
            async for line in self._step(step):
                yield line
        yield self._result(script)

    async def _step(self, step: AgentStep) -> AsyncIterator[bytes]:
        self._agent.wait(step.seconds)
        if step.text:
            yield self._assistant({"type": "text", "text": step.text})
        if not step.tool:
            return
        use = f"toolu_{self._id('use').replace('-', '')[:24]}"
        yield self._assistant(
            {"type": "tool_use", "id": use, "name": step.tool, "input": dict(step.input)}
        )
        if step.asks:
            request = {
                "subtype": "can_use_tool",
                "tool_name": step.tool,
                "input": dict(step.input),
                "tool_use_id": use,
                "description": step.asks,
            }
            yield self._line(
                type="control_request", request_id=self._id("request"), request=request
            )
            decided = await self._decisions.get()
            if decided["behavior"] != "allow":
                yield self._tool_result(use, str(decided["message"]), {}, ok=False)
                return
        self._agent.wait(step.seconds / 2)
        yield self._tool_result(use, step.result, step.details, ok=step.ok)

    def _assistant(self, block: JsonObject) -> bytes:
        self._said += len(str(block))
        message = {
            "id": f"msg_{self._id('message').replace('-', '')[:24]}",
            "type": "message",
            "role": "assistant",
            "model": MODEL,
            "content": [block],
            "usage": self._usage(),
        }
        return self._line(type="assistant", message=message, parent_tool_use_id=None)

    def _tool_result(
        self, use: str, text: str, details: Mapping[str, object], *, ok: bool
    ) -> bytes:
        self._sent += len(text)
        content: dict[str, object] = {"type": "tool_result", "tool_use_id": use, "content": text}
        if not ok:
            content["is_error"] = True
        more = {"tool_use_result": dict(details)} if details else {}
        return self._line(
            type="user",
            message={"role": "user", "content": [content]},
            parent_tool_use_id=None,
            **more,
        )

    def _result(self, script: AgentScript) -> bytes:
        failed = bool(script.failure)
        return self._line(
            type="result",
            subtype="error_during_execution" if failed else "success",
            is_error=failed,
            result=script.failure or script.steps[-1].text,
            num_turns=len(script.steps),
            usage=self._usage(),
        )

    def _usage(self) -> JsonObject:
        return {
            "input_tokens": 4 + self._sent // 4,
            "cache_creation_input_tokens": 0,
            "cache_read_input_tokens": self._number * (self._sent // 8),
            "output_tokens": self._said // 4,
        }

    def _line(self, **fields: object) -> bytes:
        at = self._agent.clock().isoformat().replace("+00:00", "Z")
        shared = {"session_id": self._session, "uuid": self._id("line"), "timestamp": at}
        return json.dumps({**fields, **shared}).encode()

    def _id(self, what: str) -> str:
        self._number += 1
        return str(uuid.uuid5(uuid.NAMESPACE_OID, f"{self._session} {what} {self._number}"))


def _session(command: Sequence[str]) -> str:
    """Return the session id from the command line."""
    named = dict(pairwise(command))
    return named.get("--session-id") or named["--resume"]
