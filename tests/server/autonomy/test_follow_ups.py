"""Follow-ups through the API, with a manual clock and a scripted model."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.server.api_client import ok, refused
from tests.server.autonomy.conversation import Chat

from runwhy.core.sessions.autonomy import prompt_for


def test_a_follow_up_is_answered_naturally_and_only_the_reply_is_shown(chat: Chat) -> None:
    chat.say("I will think about Rome.")
    chat.ask(type="waiting_for_decision", reason="Rome or Lisbon?")

    run = chat.pass_time(60, "So, is it Rome?")

    prompt = prompt_for("waiting_for_decision")
    assert chat.here.sent()[-1] == ("user", prompt)
    sent = chat.here.sent()
    envelope = json.loads(sent[-2][1])["runwhy_meta"]
    assert (envelope["trigger"], envelope["attended"]) == ("timer", False)
    assert (envelope["trigger_type"], envelope["trigger_reason"]) == (
        "waiting_for_decision",
        "Rome or Lisbon?",
    )
    assert sum("Rome or Lisbon?" in text for _, text in sent) == 1  # only as data
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


def test_a_user_message_with_the_text_of_the_prompt_stays_visible(chat: Chat) -> None:
    chat.say(prompt_for("check_in"))
    chat.ask()
    chat.pass_time(60, "Hello again.")

    shown = [m["content"] for m in chat.history() if m["role"] == "user"]
    assert shown == [prompt_for("check_in")]
    assert chat.api.get("/agent-sessions")["sessions"][0]["summary"] == prompt_for("check_in")


def test_a_blocked_follow_up_calls_no_model_and_has_a_reason(chat: Chat) -> None:
    chat.begin(autonomy={"enabled": False})
    chat.say("Bye.")
    asked = len(chat.here.model.requests)
    chat.ask()

    assert chat.pass_time(60) is None

    assert len(chat.here.model.requests) == asked
    (timer,) = chat.timers()
    assert (timer["status"], timer["code"], timer["runId"]) == ("blocked", "disabled", None)
    assert timer["note"] and timer["settledAt"]


def test_the_limit_applies_until_a_person_sends_a_message(chat: Chat) -> None:
    chat.say("Hm.")
    for text in ("One?", "Two?", "Three?"):
        chat.ask()
        chat.pass_time(60, text)
    assert [t["code"] for t in chat.timers()] == [None, None, "max_consecutive"]
    chat.here.model.forget()
    chat.say("Back.")
    chat.ask()

    assert chat.pass_time(60, "Good.") is not None


def test_the_same_text_sent_twice_is_two_messages_and_cancels_pending_timers(chat: Chat) -> None:
    waiting = chat.ask()
    first, second = chat.say("yes"), chat.say("yes")

    assert first != second
    assert [m["content"] for m in chat.history() if m["role"] == "user"] == ["yes", "yes"]
    timer = chat.api.get(f"{chat.path}/timers/{waiting['id']}")
    assert (timer["status"], timer["cancelledBy"]) == ("cancelled", first)
    assert chat.pass_time(600) is None


def test_cancelling_a_timer_twice_changes_nothing(chat: Chat) -> None:
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
def test_an_invalid_timer_is_rejected_with_its_field(
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
def test_an_invalid_policy_is_rejected(chat: Chat, policy: dict[str, Any]) -> None:
    body = {"systemPrompt": "Hi.", "autonomy": policy}

    refused(chat.api.post("/agent-sessions", body), 400, "invalid_request")


def test_an_evaluator_must_be_a_known_model(chat: Chat) -> None:
    policy = {"autonomy": {"evaluator": "nobody:home"}}
    agent = {"name": "a", "systemPrompt": "Hi.", **policy}

    refused(chat.api.http.patch(chat.path, json=policy), 400, "invalid_model")
    refused(chat.api.post("/agents", agent), 400, "invalid_model")


def test_a_patch_merges_the_policy_and_null_removes_a_field(chat: Chat) -> None:
    for change in ({"maxConsecutive": 9}, {"cooldownSeconds": None}):
        ok(chat.api.http.patch(chat.path, json={"autonomy": change}))

    assert chat.api.get(chat.path)["autonomy"] == {"enabled": True, "maxConsecutive": 9}


@pytest.mark.parametrize("mark", ["synthetic", "trigger_type", "trigger_reason"])
def test_callers_cannot_set_the_marks_of_follow_ups(chat: Chat, mark: str) -> None:
    path = f"{chat.path}/messages"
    message = {"role": "user", "content": "Hi", "metadata": {mark: True}}

    refused(chat.api.post(path, {"prompt": "Hi", "metadata": {mark: "x"}}), 400, "invalid_request")
    refused(chat.api.post(path, {"messages": [message]}), 400, "invalid_request")


def test_the_stream_has_the_messages_and_the_cause_of_a_reply(chat: Chat) -> None:
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
