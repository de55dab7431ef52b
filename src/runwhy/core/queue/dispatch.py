"""Dispatch: what decides which runs a worker claims next."""

from __future__ import annotations

from dataclasses import dataclass, field

from runwhy.core.queue.limits import NO_LIMITS, Limits
from runwhy.core.queue.rotation import Rotation
from runwhy.core.queue.rules import DEFAULT_POOL


@dataclass(slots=True, kw_only=True)
class Dispatch:
    """The pools of a worker, the limits, and where its rotation stands."""

    pools: tuple[str, ...] = (DEFAULT_POOL,)
    limits: Limits = NO_LIMITS
    rotation: Rotation = field(default_factory=Rotation)
    retry_in: float | None = None  # seconds; set by a claim if it is worth another try by then
