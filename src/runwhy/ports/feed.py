"""The feed: how listeners are told that something changed."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from typing import Protocol


class Subscription(Protocol):
    """Somebody who is told that something changed."""

    async def wait(self, timeout: float) -> bool: ...


class Feed(Protocol):
    """Tells listeners that something changed; what it was, they read from the store."""

    async def start(self) -> None: ...
    async def stop(self) -> None: ...
    def publish(self, topics: Sequence[str]) -> None: ...
    def subscribe(self, topic: str) -> AbstractAsyncContextManager[Subscription]: ...


def run_topic(run_id: str) -> str:
    """What listeners to one run subscribe to."""
    return f"run:{run_id}"


def session_topic(session_id: str) -> str:
    """What listeners to one session subscribe to."""
    return f"session:{session_id}"


JOBS_TOPIC = "jobs"
TRIGGERS_TOPIC = "triggers"
TIMERS_TOPIC = "timers"
ENDED_TOPIC = "ended"
OUTGOING_TOPIC = "outgoing"
CANCEL_TOPIC = "cancel"
ERASURES_TOPIC = "erasures"
