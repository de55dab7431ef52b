"""Delivery: whether the reply of a run has reached the chat of its session."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class DeliveryStatus(StrEnum):
    """The state of a delivery. All but the first are final."""

    PENDING = "pending"
    DELIVERED = "delivered"
    FAILED = "failed"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """Delivery of a run's reply to the chat that its session belongs to.

    `message_id` is the first message in the chat, `parts` the number of further ones.
    """

    status: DeliveryStatus = DeliveryStatus.PENDING
    message_id: int | None = None
    parts: int = 0
    attempts: int = 0  # attempts that failed
    error: str | None = None  # why it failed or was skipped, or the last failed attempt
    at: datetime | None = None  # when the delivery ended
