"""Follow-ups through the public API, with a clock that stands still and a scripted model."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.executors.talking import CHAT, Scene, scene
from tests.server.calling import Api, Frame, frames_of, ok, refused

from whence.core.autonomy import prompt_for
from whence.testing.clock import FrozenClock
from whence.testing.scripted import Call, Fail, Say, Stall
from whence.testing.servers import RunningServer

TOOL = {"kind": "builtin", "name": "schedule_follow_up"}
LONG = "x" * 900
POLICY = {"enabled": True, "maxConsecutive": 2, "cooldownSeconds": 15}


class Chat:
    """A conversation with a scripted model, in which time passes by hand."""

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
        """Time passes and what is due fires; the run, if one came of it."""
        self.here.model.add(*([Say(text)] for text in answer))
        before = set(self.runs())
        self.clock.advance(seconds=seconds)
        self.here.server.call(self.here.server.whence.services.autonomy.fire_due())
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
        """Everything that a reader of the user's view can get of this session."""
        paths = (self.path, f"{self.path}/history", f"{self.path}/events", f"{self.path}/timers")
        answers = [self.api.http.get(path).text for path in (*paths, "/agent-sessions")]
        frames = self.stream()
        return "\n".join([*answers, *(json.dumps(frame.data) for frame in frames)])

    def stream(self, **params: Any) -> list[Frame]:
        """The stream of the session up to its newest event."""
        last = self.api.get(f"{self.path}/history")["lastSeq"]
        frames: list[Frame] = []
        with self.api.http.stream("GET", f"{self.path}/stream", params=params) as response:
            for frame in frames_of(response):
                frames.append(frame)
                if frame.id >= last:
                    break
        return frames


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Scene, FrozenClock]]:
    clock = FrozenClock()
    directory = tmp_path_factory.mktemp("autonomy")
    settings = {"model_retries": 0}
    with (
        pytest.MonkeyPatch.context() as patch,
        scene(CHAT, directory, patch, settings=settings, clock=clock, fire=False) as made,
    ):
        yield made, clock


@pytest.fixture
def chat(running: tuple[Scene, FrozenClock]) -> Iterator[Chat]:
    here, clock = running
    here.model.forget()
    made = Chat(here, clock)
    made.begin()
    yield made
    for session in made.sessions:
        ok(here.api.http.delete(f"/agent-sessions/{session}"))  # with the timers that still wait


def test_a_follow_up_is_answered_naturally_and_only_the_reply_is_shown(chat: Chat) -> None:
    chat.say("I will think about Rome.")
    chat.ask(type="waiting_for_decision", reason="Rome or Lisbon?")

    run = chat.pass_time(60, "So, is it Rome?")

    prompt = prompt_for("waiting_for_decision")
    assert chat.here.sent()[-1] == ("user", prompt)
    sent = chat.here.sent()
    envelope = json.loads(sent[-2][1])["whence_meta"]
    assert (envelope["trigger"], envelope["attended"]) == ("timer", False)
    assert (envelope["trigger_type"], envelope["trigger_reason"]) == (
        "waiting_for_decision",
        "Rome or Lisbon?",
    )
    assert sum("Rome or Lisbon?" in text for _, text in sent) == 1  # as data, and only there
    assert [(m["role"], m["content"], m.get("trigger")) for m in chat.history()] == [
        ("user", "I will think about Rome.", None),
        ("assistant", "Answer to I will think about Rome.", None),
        (
            "assistant",
            "So, is it Rome?",
            {"kind": "timer", "type": "waiting_for_decision", "runId": run},
        ),
    ]
    assert chat.api.get(f"{chat.path}/history")["total"] == 3
    assert prompt not in chat.seen()
    (marked,) = [m for m in chat.history("operator") if m["synthetic"]]
    assert (marked["content"], marked["provenance"], marked["triggerReason"]) == (
        prompt,
        "timer",
        "Rome or Lisbon?",
    )


def test_a_person_who_types_the_very_prompt_stays_visible(chat: Chat) -> None:
    chat.say(prompt_for("check_in"))
    chat.ask()
    chat.pass_time(60, "Hello again.")

    shown = [m["content"] for m in chat.history() if m["role"] == "user"]
    assert shown == [prompt_for("check_in")]
    assert chat.api.get("/agent-sessions")["sessions"][0]["summary"] == prompt_for("check_in")


def test_a_blocked_follow_up_asks_no_model_and_says_why(chat: Chat) -> None:
    chat.begin(autonomy={"enabled": False})
    chat.say("Bye.")
    asked = len(chat.here.model.requests)
    chat.ask()

    assert chat.pass_time(60) is None

    assert len(chat.here.model.requests) == asked
    (timer,) = chat.timers()
    assert (timer["status"], timer["code"], timer["runId"]) == ("blocked", "disabled", None)
    assert timer["note"] and timer["settledAt"]


def test_the_cap_holds_until_a_person_speaks(chat: Chat) -> None:
    chat.say("Hm.")
    for text in ("One?", "Two?", "Three?"):
        chat.ask()
        chat.pass_time(60, text)
    assert [t["code"] for t in chat.timers()] == [None, None, "max_consecutive"]
    chat.here.model.forget()
    chat.say("Back.")
    chat.ask()

    assert chat.pass_time(60, "Good.") is not None


def test_yes_sent_twice_is_two_messages_and_cancels_what_waits(chat: Chat) -> None:
    waiting = chat.ask()
    first, second = chat.say("yes"), chat.say("yes")

    assert first != second
    assert [m["content"] for m in chat.history() if m["role"] == "user"] == ["yes", "yes"]
    timer = chat.api.get(f"{chat.path}/timers/{waiting['id']}")
    assert (timer["status"], timer["cancelledBy"]) == ("cancelled", first)
    assert chat.pass_time(600) is None


def test_a_timer_is_cancelled_once_and_then_stays_as_it_is(chat: Chat) -> None:
    timer = chat.ask()
    path = f"{chat.path}/timers/{timer['id']}"

    cancelled = ok(chat.api.http.delete(path))
    chat.clock.advance(seconds=5)

    assert (cancelled["status"], cancelled["code"]) == ("cancelled", "cancelled")
    assert ok(chat.api.http.delete(path)) == chat.api.get(path) == cancelled
    assert chat.api.get(f"{chat.path}/timers", status="pending")["timers"] == []
    refused(chat.api.http.delete(f"{chat.path}/timers/tmr_none"), 404, "not_found")


def test_an_idempotency_key_makes_one_timer(chat: Chat) -> None:
    body = {"type": "check_in", "delaySeconds": 60}
    headers = {"Idempotency-Key": f"once-{chat.session}"}

    answers = [chat.api.post(f"{chat.path}/timers", body, **headers) for _ in range(2)]

    assert ok(answers[0], 201) == ok(answers[1], 201)
    assert len(chat.timers()) == 1


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"type": "check_in"}, "/delaySeconds"),
        (
            {"type": "check_in", "delaySeconds": 1, "fireAt": "2026-11-03T12:00:00Z"},
            "/delaySeconds",
        ),
        ({"type": "check_in", "delaySeconds": -1}, "/delaySeconds"),
        ({"type": "check_in", "delaySeconds": "soon"}, "/delaySeconds"),
        ({"type": "check_in", "fireAt": "tomorrow"}, "/fireAt"),
        ({"type": "check_in", "fireAt": "2026-11-03T12:00:00"}, "/fireAt"),
        ({"type": "check_in", "fireAt": "9999-12-31T23:59:59-14:00"}, "/fireAt"),
        ({"type": "", "delaySeconds": 1}, "/type"),
        ({"type": 7, "delaySeconds": 1}, "/type"),
        ({"type": "x" * 65, "delaySeconds": 1}, "/type"),
        ({"type": "check_in", "delaySeconds": 1, "reason": "x" * 501}, "/reason"),
        ({"type": "check_in", "delaySeconds": 1, "key": ""}, "/key"),
    ],
)
def test_a_timer_that_makes_no_sense_is_refused_by_field(
    chat: Chat, body: dict[str, Any], field: str
) -> None:
    problem = refused(chat.api.post(f"{chat.path}/timers", body), 400, "invalid_request")

    assert problem["problems"][0]["field"] == field
    assert chat.timers() == []


@pytest.mark.parametrize(
    "policy",
    [
        {"minDelaySeconds": 10, "maxDelaySeconds": 5},
        {"maxConsecutive": -1},
        {"enabled": "yes"},
        {"cooldownSeconds": 86_401},
    ],
)
def test_a_policy_that_makes_no_sense_is_refused(chat: Chat, policy: dict[str, Any]) -> None:
    body = {"systemPrompt": "Hi.", "autonomy": policy}

    refused(chat.api.post("/agent-sessions", body), 400, "invalid_request")


def test_an_evaluator_must_be_a_model_that_there_is(chat: Chat) -> None:
    policy = {"autonomy": {"evaluator": "nobody:home"}}
    agent = {"name": "a", "systemPrompt": "Hi.", **policy}

    refused(chat.api.http.patch(chat.path, json=policy), 400, "invalid_model")
    refused(chat.api.post("/agents", agent), 400, "invalid_model")


def test_a_patch_merges_the_policy_and_null_takes_a_field_away(chat: Chat) -> None:
    for change in ({"maxConsecutive": 9}, {"cooldownSeconds": None}):
        ok(chat.api.http.patch(chat.path, json={"autonomy": change}))

    assert chat.api.get(chat.path)["autonomy"] == {"enabled": True, "maxConsecutive": 9}


@pytest.mark.parametrize("mark", ["synthetic", "trigger_type", "trigger_reason"])
def test_the_marks_of_follow_ups_cannot_be_claimed(chat: Chat, mark: str) -> None:
    path = f"{chat.path}/messages"
    message = {"role": "user", "content": "Hi", "metadata": {mark: True}}

    refused(chat.api.post(path, {"prompt": "Hi", "metadata": {mark: "x"}}), 400, "invalid_request")
    refused(chat.api.post(path, {"messages": [message]}), 400, "invalid_request")


def test_the_stream_tells_a_chat_what_was_said_and_why_a_reply_comes(chat: Chat) -> None:
    asked = chat.say("Hello")
    chat.ask()
    run = chat.pass_time(60, "Still there?")

    frames = chat.stream()

    opened = [frame.data["data"] for frame in frames if frame.event == "queued"]
    assert [(o["runId"], o["trigger"]) for o in opened] == [(asked, "api"), (run, "timer")]
    assert [[m["content"] for m in o["messages"]] for o in opened] == [["Hello"], []]
    assert "reply" not in opened[0]
    assert opened[1]["reply"] == {"kind": "timer", "type": "check_in", "runId": run}
    timers = [frame.data["data"] for frame in frames if frame.event == "timer"]
    assert [one["status"] for one in timers] == ["pending", "fired"]
    assert all("runId" not in one for one in timers)
    said = [f.data["data"]["text"] for f in frames if f.event == "assistant_message"]
    assert said == ["Answer to Hello", "Still there?"]
    assert [frame.id for frame in frames] == list(range(1, len(frames) + 1))
    assert chat.stream(lastSeq=len(frames) - 1) == frames[-1:]


@pytest.mark.parametrize("reason", ["\x01" * 500, "漢" * 500, '"' * 500, "🎂" * 500])
def test_the_longest_reason_still_fits_into_the_envelope(chat: Chat, reason: str) -> None:
    chat.ask(reason=reason)

    run = chat.api.get(f"/agent-runs/{chat.pass_time(60, 'Yes?')}")

    assert (run["status"], run["envelope"]["bytes"] <= 4096) == ("succeeded", True)
    assert run["origin"]["facts"]["trigger_reason"] == reason


def schedule(**args: Any) -> Call:
    return Call("schedule_follow_up", {"type": "check_in", "delaySeconds": 60, **args}, id="call_1")


def test_an_agent_asks_for_a_follow_up_within_the_policy(chat: Chat) -> None:
    chat.begin(tools=[TOOL])
    chat.here.model.add([schedule(reason="they left", key="k")], [Say("See you.")])
    run = chat.api.send(chat.session, "I must go.")
    chat.api.ended(run)

    (timer,) = chat.timers()
    assert (timer["createdBy"], timer["reason"], timer["status"]) == (
        "agent",
        "they left",
        "pending",
    )
    role, text = chat.here.sent()[-1]
    assert role == "tool" and json.loads(text)["timer_id"] == timer["id"]
    assert chat.pass_time(60, "Back?") is not None


@pytest.mark.parametrize(
    ("policy", "args", "told"),
    [
        ({"enabled": False}, {}, "not enabled"),
        ({**POLICY, "maxConsecutive": 0}, {}, "0 are allowed"),
        ({**POLICY, "minDelaySeconds": 100}, {}, "at least 100 seconds"),
        (POLICY, {"delaySeconds": "soon"}, "/delaySeconds"),
        (POLICY, {"type": None, "reason": 7}, "/type"),
    ],
)
def test_what_an_agent_may_not_ask_for_it_is_told(
    chat: Chat, policy: Any, args: Any, told: str
) -> None:
    chat.begin(tools=[TOOL], autonomy=policy)
    chat.here.model.add([schedule(**args)], [Say("Well.")])

    ended = chat.api.ended(chat.api.send(chat.session, "Bye."))

    assert ended["status"] == "succeeded"
    assert told in chat.here.sent()[-1][1]
    assert chat.timers() == []


def test_outside_a_session_there_is_nothing_to_come_back_to(chat: Chat) -> None:
    chat.here.model.add([schedule()], [Say("Well.")])

    chat.here.do("Go.", tools=[TOOL])

    assert "belongs to no session" in chat.here.sent()[-1][1]


def evaluated(chat: Chat, *answer: Any, **policy: Any) -> list[Any]:
    """One exchange, after which an evaluator answers this; its runs."""
    chat.begin(autonomy={**POLICY, "evaluator": CHAT.model, **policy})
    chat.here.model.add([Say("Which dates?")], [*answer])
    reply = chat.api.send(chat.session, "Plan a trip.")
    for _ in range(2):  # the reply, and what is thought of it
        chat.here.model.wait_for_request()
    found = chat.api.get("/agent-runs", q=f"parent:{reply}")["runs"]
    return [chat.api.ended(run["id"]) for run in found]


PROPOSED = (
    '{"follow_up": true, "type": "question_unanswered", "delay_seconds": 5, "reason": "dates"}'
)


def test_an_evaluator_proposes_a_follow_up_within_the_bounds(chat: Chat) -> None:
    (run,) = evaluated(chat, Say(PROPOSED), minDelaySeconds=30, maxConsecutive=1)

    (timer,) = until_timers(chat)
    assert (timer["type"], timer["createdBy"]) == ("question_unanswered", "evaluator")
    assert timer["fireAt"].startswith((chat.clock().replace(microsecond=0)).strftime("%Y"))
    assert (run["origin"]["trigger"], run["sessionId"]) == ("subtask", None)
    conversation = json.loads(chat.here.sent(1)[-1][1])["conversation"]
    assert [one["text"] for one in conversation] == ["Plan a trip.", "Which dates?"]
    assert chat.pass_time(29) is None
    chat.here.model.add([Say("Any dates yet?")])
    assert chat.pass_time(1) is not None


@pytest.mark.parametrize("answer", [Say("Sure, tomorrow!"), Say('{"follow_up": false}'), Fail(500)])
def test_an_evaluator_that_fails_or_babbles_proposes_nothing(chat: Chat, answer: Any) -> None:
    runs = evaluated(chat, answer)

    assert len(runs) == 1
    assert chat.timers() == []


def test_a_follow_up_outlives_a_restart_between_its_trigger_and_its_reply(
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
        here.server.call(here.server.whence.services.autonomy.fire_due())
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


def test_a_compaction_in_between_tells_no_prompt_and_people_keep_everything(
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


def until_timers(chat: Chat) -> list[Any]:
    """The timers, once there is one: it is made after the evaluator's run has ended."""
    chat.api.stream(f"{chat.path}/stream", until=("timer",))
    return chat.timers()


def test_the_ticker_fires_by_itself(api: Api, local: RunningServer) -> None:
    session = api.session(autonomy={"enabled": True})
    ok(api.post(f"/agent-sessions/{session}/timers", {"type": "odd", "delaySeconds": 0.05}), 201)

    frames = api.stream(f"/agent-sessions/{session}/stream", until=("result",))

    assert [f.data["data"]["status"] for f in frames if f.event == "timer"] == ["pending", "fired"]
