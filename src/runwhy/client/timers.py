"""Timers as the client returns them; `raw` is the full JSON."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from runwhy.client import json_reader
from runwhy.core.json import JsonObject


@dataclass(frozen=True, slots=True, kw_only=True)
class Timer:
    """A follow-up of a session; `code` and `note` explain why it did not fire."""

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
    """Parse a timer."""
    return Timer(
        id=json_reader.text(raw, "id"),
        session_id=json_reader.text(raw, "sessionId"),
        type=json_reader.text(raw, "type"),
        status=json_reader.text(raw, "status"),
        reason=json_reader.text(raw, "reason"),
        key=json_reader.text_or_none(raw, "key"),
        fire_at=json_reader.time_or_none(raw, "fireAt"),
        code=json_reader.text_or_none(raw, "code"),
        note=json_reader.text_or_none(raw, "note"),
        run_id=json_reader.text_or_none(raw, "runId"),
        cancelled_by=json_reader.text_or_none(raw, "cancelledBy"),
        created_by=json_reader.text(raw, "createdBy"),
        created_at=json_reader.time_or_none(raw, "createdAt"),
        settled_at=json_reader.time_or_none(raw, "settledAt"),
        raw=raw,
    )
