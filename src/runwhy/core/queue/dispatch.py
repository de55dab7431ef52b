"""Dispatch: the state of a worker that its claims depend on."""

from __future__ import annotations

from dataclasses import dataclass, field

from runwhy.core.queue.limits import NO_LIMITS, Limits
from runwhy.core.queue.rotation import Rotation
from runwhy.core.queue.rules import DEFAULT_POOL


@dataclass(slots=True, kw_only=True)
class Dispatch:
    """The pools, limits and rotation of a worker."""

    pools: tuple[str, ...] = (DEFAULT_POOL,)
    limits: Limits = NO_LIMITS
    rotation: Rotation = field(default_factory=Rotation)
    retry_in: float | None = None  # seconds; set by a claim if it is worth another try by then
