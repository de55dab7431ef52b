"""Timers by their old module, until all routes import them from the new ones."""

from runwhy.core.json import JsonObject
from runwhy.core.sessions.timers import Timer
from runwhy.wire import sessions
from runwhy.wire.session_bodies import TimerBody as TimerBody


def timer_json(timer: Timer) -> JsonObject:
    return sessions.Timer.of(timer).as_json()
