"""A conversation with a manual clock."""

from __future__ import annotations

import json
from typing import Any

from tests.executors.scripted_server import CHAT, Scene
from tests.server.api_client import Frame, frames_of, ok
from tests.support.clock import FrozenClock
from tests.support.scripted_models import Say

TOOL = {"kind": "builtin", "name": "schedule_follow_up"}
LONG = "x" * 900
POLICY = {"enabled": True, "maxConsecutive": 2, "cooldownSeconds": 15}


class Chat:
    """A conversation with a scripted model and a manual clock."""

    def __init__(self, here: Scene, clock: FrozenClock) -> None:
        self.here = here
        self.api = here.api
        self.clock = clock
        self.session = ""
        self.sessions: list[str] = []

    def begin(self, **more: Any) -> str:
        given = {"modelId": CHAT.model, "autonomy": POLICY, **more}
        self.session = self.api.session(**given)
        self.sessions.append(self.session)
        return self.session

    @property
    def path(self) -> str:
        return f"/agent-sessions/{self.session}"

    def say(self, text: str, *answer: Any) -> str:
        self.here.model.add([*answer] if answer else [Say(f"Answer to {text}")])
        run = self.api.send(self.session, text)
        self.api.ended(run)
        return run

    def ask(self, **body: Any) -> Any:
        given = {"type": "check_in", "delaySeconds": 60, **body}
        return ok(self.api.post(f"{self.path}/timers", given), 201)

    def pass_time(self, seconds: float, *answer: str) -> str | None:
        """Advance the clock, fire due timers, and return the run that started, if any."""
        self.here.model.add(*([Say(text)] for text in answer))
        before = set(self.runs())
        self.clock.advance(seconds=seconds)
        self.here.server.call(self.here.server.runwhy.services.autonomy.fire_due())
        new = set(self.runs()) - before
        for run in new:
            self.api.ended(run)
        return new.pop() if new else None

    def runs(self) -> list[str]:
        found = self.api.get("/agent-runs", q=f"session:{self.session}")["runs"]
        return [run["id"] for run in found]

    def timers(self) -> list[Any]:
        listed: list[Any] = self.api.get(f"{self.path}/timers")["timers"]
        return listed[::-1]

    def history(self, view: str = "user") -> list[Any]:
        messages: list[Any] = self.api.get(f"{self.path}/history", view=view)["messages"]
        return messages

    def seen(self) -> str:
        """Return everything that a user can read about this session."""
        paths = (self.path, f"{self.path}/history", f"{self.path}/events", f"{self.path}/timers")
        answers = [self.api.http.get(path).text for path in (*paths, "/agent-sessions")]
        frames = self.stream()
        return "\n".join([*answers, *(json.dumps(frame.data) for frame in frames)])

    def stream(self, **params: Any) -> list[Frame]:
        """Return the stream of the session up to its newest event."""
        last = self.api.get(f"{self.path}/history")["lastSeq"]
        frames: list[Frame] = []
        with self.api.http.stream("GET", f"{self.path}/stream", params=params) as response:
            for frame in frames_of(response):
                frames.append(frame)
                if frame.id >= last:
                    break
        return frames
