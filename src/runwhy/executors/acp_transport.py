"""Messages between us and an agent of the Agent Client Protocol, recorded in the transcript."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

from runwhy.core.json import compact_json
from runwhy.executors.agent_task import read_object
from runwhy.executors.process import AgentProcess
from runwhy.executors.transcript_writer import TranscriptWriter
from runwhy.ports import Clock


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
