"""What every use case is handed: the time, new ids, who acts, and a key for doing things once."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime

from runwhy.core.accounts.audit import AuditContext
from runwhy.core.ids import Kind

Clock = Callable[[], datetime]
NewId = Callable[[Kind], str]

# Who asks for what is being done, as far as it is known: stores write it down with the change.
AUDIT_CONTEXT: ContextVar[AuditContext | None] = ContextVar("acting", default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class IdempotencyKey:
    """An idempotency key: the same one gives the same result again, another body is refused."""

    route: str
    key: str
    fingerprint: str
