"""Inputs of every use case: the clock, new ids, the actor, and an idempotency key."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime

from runwhy.core.accounts.audit import AuditContext
from runwhy.core.ids import Kind

Clock = Callable[[], datetime]
NewId = Callable[[Kind], str]

# The actor behind the current change, if known. Stores write it to the audit log.
AUDIT_CONTEXT: ContextVar[AuditContext | None] = ContextVar("acting", default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class IdempotencyKey:
    """An idempotency key: a repeated request returns the first result; another body is an error."""

    route: str
    key: str
    fingerprint: str
