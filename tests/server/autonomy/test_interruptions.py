"""Follow-ups across a restart and a compaction, and with the real clock."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.executors.scripted_server import CHAT, scene
from tests.server.api_client import Api, ok
from tests.server.autonomy.conversation import LONG, Chat
from tests.support.clock import FrozenClock
from tests.support.scripted_models import Say, Stall
from tests.support.servers import RunningServer

from runwhy.core.sessions.autonomy import prompt_for


def test_a_follow_up_survives_a_restart_before_its_reply(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = FrozenClock()
    settings: Any = {"settings": {"model_retries": 0}, "clock": clock, "fire": False}
    with scene(CHAT, tmp_path, monkeypatch, **settings) as here:
        chat = Chat(here, clock)
        chat.begin()
        chat.say("Hello")
        chat.ask()
        here.model.add([Say("Are y"), Stall()])
        clock.advance(seconds=60)
        here.server.call(here.server.runwhy.services.autonomy.fire_due())
        for _ in range(2):
            here.model.wait_for_request()
        queued = here.api.send(chat.session, "I am back.")
    with scene(CHAT, tmp_path, monkeypatch, **settings) as here:
        again = Chat(here, clock)
        again.session = chat.session
        here.model.add([Say("Are you there?")], [Say("Good.")])
        here.api.ended(queued)

        assert [m["content"] for m in again.history()] == [
            "Hello",
            "Answer to Hello",
            "Are you there?",
            "I am back.",
            "Good.",
        ]
        (timer,) = again.timers()
        follow_up = here.api.get(f"/agent-runs/{timer['runId']}")
        assert (follow_up["status"], follow_up["attempt"]) == ("succeeded", 2)
        assert prompt_for("check_in") not in again.seen()


def test_a_compaction_hides_the_prompt_and_keeps_the_users_history(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = FrozenClock()
    window = {"openai-chat": {"context_window": 2800}}
    settings: Any = {"settings": {"model_retries": 0, "providers": window}, "clock": clock}
    with scene(CHAT, tmp_path, monkeypatch, **settings, fire=False) as here:
        chat = Chat(here, clock)
        chat.begin()
        chat.say(f"0 {LONG}", Say("Hm."))
        chat.ask()
        first = chat.pass_time(60, "Still there?")
        for number in range(1, 5):
            chat.say(f"{number} {LONG}", Say("Hm."))
        here.model.forget()
        here.model.add([Say("They counted.")])
        chat.say(f"5 {LONG}", Say("Hm."))
        chat.ask()
        second = chat.pass_time(60, "And now?")

        summarized = json.dumps(here.sent(0))
        assert "Still there?" in summarized and prompt_for("check_in") not in summarized
        assert any(text.endswith("They counted.") for _, text in here.sent())
        assert here.sent()[-1] == ("user", prompt_for("check_in"))
        history = chat.history()
        assert [m["trigger"]["runId"] for m in history if "trigger" in m] == [first, second]
        assert len([m for m in history if m["role"] == "user"]) == 6
        assert prompt_for("check_in") not in chat.seen()


def test_the_ticker_fires_a_due_timer(api: Api, local: RunningServer) -> None:
    session = api.session(autonomy={"enabled": True})
    ok(api.post(f"/agent-sessions/{session}/timers", {"type": "odd", "delaySeconds": 0.05}), 201)

    frames = api.stream(f"/agent-sessions/{session}/stream", until=("result",))

    assert [f.data["data"]["status"] for f in frames if f.event == "timer"] == ["pending", "fired"]
