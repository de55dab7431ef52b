"""Settings of every model call: retries, timeouts, caching and secrets to redact."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class CallSettings:
    """How this server calls models."""

    retries: int = 4
    longest_wait: float = 60.0
    idle_timeout: float = 300.0
    cache: bool = True
    secrets: Sequence[str] = field(default=(), repr=False)
    retried: Callable[[str, str], None] | None = None  # called with provider and model
