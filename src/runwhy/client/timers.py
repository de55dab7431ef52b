"""Timers of a session as the server keeps them; `raw` is always the whole JSON."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from runwhy.client import reading
from runwhy.core.jsons import JsonObject


@dataclass(frozen=True, slots=True, kw_only=True)
class Timer:
    """A follow-up of a session; `code` and `note` say why it came to nothing."""

    id: str
    session_id: str
    type: str
    status: str
    reason: str
    key: str | None
    fire_at: datetime | None
    code: str | None
    note: str | None
    run_id: str | None
    cancelled_by: str | None
    created_by: str
    created_at: datetime | None
    settled_at: datetime | None
    raw: JsonObject = field(repr=False)


def read_timer(raw: JsonObject) -> Timer:
    """A timer, from its JSON."""
    return Timer(
        id=reading.text(raw, "id"),
        session_id=reading.text(raw, "sessionId"),
        type=reading.text(raw, "type"),
        status=reading.text(raw, "status"),
        reason=reading.text(raw, "reason"),
        key=reading.text_or_none(raw, "key"),
        fire_at=reading.time_or_none(raw, "fireAt"),
        code=reading.text_or_none(raw, "code"),
        note=reading.text_or_none(raw, "note"),
        run_id=reading.text_or_none(raw, "runId"),
        cancelled_by=reading.text_or_none(raw, "cancelledBy"),
        created_by=reading.text(raw, "createdBy"),
        created_at=reading.time_or_none(raw, "createdAt"),
        settled_at=reading.time_or_none(raw, "settledAt"),
        raw=raw,
    )
