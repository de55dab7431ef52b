"""Answers about who changed what."""

from __future__ import annotations

from datetime import datetime

from runwhy.wire.answers.shared import Actor, Answer


class AuditEntry(Answer):
    """One change; of a thing that was changed, `before` and `after` have what differs."""

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
