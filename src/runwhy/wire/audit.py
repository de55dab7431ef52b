"""Answers about the audit log."""

from __future__ import annotations

from collections.abc import Sequence

from runwhy.wire.answer import Actor, Answer, Copied, Json, Time


class AuditEntry(Copied):
    """One change. `before` and `after` contain the values that differ."""

    seq: int
    at: Time
    actor: Actor
    action: str
    subject: str
    before: Json | None
    after: Json | None


class AuditList(Answer):
    """Changes, newest first."""

    changes: Sequence[AuditEntry]
    next_cursor: str | None
