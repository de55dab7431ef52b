"""Answers about the audit log."""

from __future__ import annotations

from datetime import datetime

from runwhy.wire.answers.shared import Actor, Answer


class AuditEntry(Answer):
    """One change. `before` and `after` contain the values that differ."""

    seq: int
    at: datetime
    actor: Actor
    action: str
    subject: str
    before: dict[str, object] | None
    after: dict[str, object] | None


class AuditList(Answer):
    """Changes, newest first."""

    changes: list[AuditEntry]
    next_cursor: str | None
