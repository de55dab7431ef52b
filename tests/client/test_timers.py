"""Timers of a session: created, listed and cancelled."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from tests.client.scripted_server import Json, Script

TIMER = {
    "id": "tmr_1",
    "sessionId": "ses_1",
    "type": "check_in",
    "status": "pending",
    "reason": "silence",
    "fireAt": "2026-11-03T12:10:00.000Z",
}


def test_a_timer_is_created_with_the_wire_names(client: Any, server: Script) -> None:
    server.on("POST", "/agent-sessions/ses_1/timers", Json(TIMER, status=201))
    at = datetime(2026, 11, 3, 12, 10, tzinfo=UTC)

    timer = client.session("ses_1").add_timer("check_in", fire_at=at, reason="silence", key="k")

    (sent,) = server.seen("POST")
    assert sent.body == {
        "type": "check_in",
        "fireAt": "2026-11-03T12:10:00+00:00",
        "reason": "silence",
        "key": "k",
    }
    assert (timer.id, timer.fire_at, timer.run_id) == ("tmr_1", at, None)


def test_cancelling_returns_the_current_timer(client: Any, server: Script) -> None:
    server.on("DELETE", "/agent-sessions/ses_1/timers/tmr_1", Json(TIMER))
    server.on("GET", "/agent-sessions/ses_1/timers/tmr_1", Json({**TIMER, "status": "cancelled"}))
    server.on("GET", "/agent-sessions/ses_1/timers", Json({"timers": [TIMER], "nextCursor": None}))

    assert client.session("ses_1").cancel_timer("tmr_1").status == "cancelled"
    assert [timer.id for timer in client.session("ses_1").timers()] == ["tmr_1"]
