"""The feed: notifies subscribers that something changed."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from typing import Protocol


class Subscription(Protocol):
    """A subscriber's side of a topic."""

    async def wait(self, timeout: float) -> bool: ...


class Feed(Protocol):
    """Notifies subscribers of a change; they read the details from the store."""

    async def start(self) -> None: ...
    async def stop(self) -> None: ...
    def publish(self, topics: Sequence[str]) -> None: ...
    def is_followed(self, topic: str) -> bool: ...
    def subscribe(self, topic: str) -> AbstractAsyncContextManager[Subscription]: ...


def run_topic(run_id: str) -> str:
    """Return the topic of one run."""
    return f"run:{run_id}"


def session_topic(session_id: str) -> str:
    """Return the topic of one session."""
    return f"session:{session_id}"


def workspace_topic(workspace: int) -> str:
    """Return the topic of all runs of a workspace: one was added, has started or has ended."""
    return f"workspace:{workspace}"


def resources_topic(workspace: int) -> str:
    """Return the topic of the objects of a workspace, except runs.

    A resource such as a trigger, a session or a key was changed, a trigger was skipped, a webhook
    was received, a delivery or a reply was tried, or an erasure advanced.
    """
    return f"resources:{workspace}"


def inbox_topic(workspace: int) -> str:
    """Return the topic of the inbox of a workspace."""
    return f"inbox:{workspace}"


def inbox_topics(workspace: int) -> tuple[str, str]:
    """Return the topics to notify when the inbox of a workspace may have changed."""
    return INBOX_TOPIC, inbox_topic(workspace)


JOBS_TOPIC = "jobs"
RELAY_TOPIC = "relay"
TRIGGERS_TOPIC = "triggers"
REPLIES_TOPIC = "replies"
TIMERS_TOPIC = "timers"
ENDED_TOPIC = "ended"
OUTGOING_TOPIC = "outgoing"
CANCEL_TOPIC = "cancel"
ERASURES_TOPIC = "erasures"
ERASED_TOPIC = "erased"
INBOX_TOPIC = "inbox"
ALERTS_TOPIC = "alerts"
