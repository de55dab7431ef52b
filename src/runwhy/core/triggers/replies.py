"""Replies to channels: the text for a chat, and the retries of its delivery."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from runwhy.core.runs.delivery import Delivery, DeliveryStatus
from runwhy.core.runs.run import Run, Status, is_terminal
from runwhy.core.triggers.telegram import SENDING
from runwhy.core.triggers.trigger import TriggerKind

NO_TEXT = "(no text)"
MAX_PROBLEM = 300  # characters of an error that a chat is shown
MAX_ERROR = 300
WAITS = (5, 30, 120, 600, 1800, 3600, 7200, 14400)  # seconds between attempts


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """The reply of a run to a conversation of a channel.

    `next_at` is when to send it or try again; None until the run has ended, and at the end.
    """

    run_id: str
    trigger_id: str
    conversation: str  # the chat and its topic
    delivery: Delivery
    next_at: datetime | None = None

    @property
    def chat(self) -> tuple[int, int | None]:
        """The chat and the topic, if any."""
        chat, _, topic = self.conversation.partition(":")
        return int(chat), int(topic or 0) or None

    @property
    def is_repeated(self) -> bool:
        """Whether an earlier attempt may have sent the next message, without an answer."""
        return self.delivery.error == SENDING

    @property
    def is_open(self) -> bool:
        """Whether something is still to be sent."""
        return self.delivery.status is DeliveryStatus.PENDING


def asked_in_chat(run: Run) -> bool:
    """Whether a message in the chat started the run, so that a person waits for it there."""
    return run.origin.trigger == TriggerKind.TELEGRAM


def reply_text(run: Run) -> str | None:
    """Return the text that an ended run sends to its chat, or None.

    A run that no message in the chat started sends only its final text.
    """
    if not is_terminal(run.status):
        raise ValueError(f"{run.id} has not ended")
    if run.status is Status.SUCCEEDED and (run.final_text or "").strip():
        return run.final_text
    if not asked_in_chat(run):
        return None
    match run.status:
        case Status.SUCCEEDED:
            return NO_TEXT
        case Status.CANCELLED:
            return "The run was cancelled."
        case _:
            return f"The run failed: {run.failure_reason or 'unknown error'}"[:MAX_PROBLEM]


def skip_reason(run: Run) -> str:
    """Return why an ended run without a text for its chat sends nothing."""
    if run.status is Status.SUCCEEDED:
        return "the run has no text"
    return f"the run {run.status.value}" if run.status is Status.FAILED else "the run was cancelled"


def settle(
    reply: Reply, status: DeliveryStatus, *, at: datetime, error: str | None = None
) -> Reply:
    """Return a reply whose delivery has ended."""
    cut = None if error is None else error[:MAX_ERROR]
    return replace(
        reply, next_at=None, delivery=replace(reply.delivery, status=status, error=cut, at=at)
    )


def after_failure(
    reply: Reply, error: str, *, at: datetime, final: bool, wait: float = 0.0
) -> Reply:
    """Return a reply after a failed attempt: to be retried, or failed.

    `wait` is how long the channel asked to wait. After the last attempt, or if a retry cannot help
    (`final`), the delivery has failed.
    """
    attempts = reply.delivery.attempts + 1
    tried = replace(reply, delivery=replace(reply.delivery, attempts=attempts))
    if final or attempts > len(WAITS) or wait > WAITS[-1]:
        return settle(tried, DeliveryStatus.FAILED, at=at, error=error)
    again = at + timedelta(seconds=max(WAITS[attempts - 1], wait))
    noted = replace(tried.delivery, error=error[:MAX_ERROR])
    return replace(tried, delivery=noted, next_at=again)
