"""Follow-ups requested by an agent or an evaluator, within the policy."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.executors.scripted_server import CHAT
from tests.server.autonomy.conversation import POLICY, TOOL, Chat
from tests.support.scripted_models import Call, Fail, Say


def until_timers(chat: Chat) -> list[Any]:
    """Return the timers once there is one, which is after the evaluator's run has ended."""
    chat.api.stream(f"{chat.path}/stream", until=("timer",))
    return chat.timers()


def schedule(**args: Any) -> Call:
    return Call("schedule_follow_up", {"type": "check_in", "delaySeconds": 60, **args}, id="call_1")


def test_an_agent_schedules_a_follow_up_within_the_policy(chat: Chat) -> None:
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


def test_a_follow_up_has_the_tags_of_a_run_that_lacks_those_of_the_session(chat: Chat) -> None:
    chat.begin(tools=[TOOL], metadata={"customer": "acme", "env": "prod"})
    chat.here.model.add([schedule(reason="globex left")], [Say("See you.")])
    other = {"customer": "globex", "ticket": "7"}
    run = chat.api.ended(chat.api.send(chat.session, "I must go.", metadata=other))

    follow_up = chat.api.get(f"/agent-runs/{chat.pass_time(60, 'Back?')}")

    assert follow_up["metadata"] == run["metadata"] == {"env": "prod", **other}
    assert "globex left" in str(follow_up["origin"]["facts"])
    assert chat.timers()[0]["createdByRun"] == run["id"]


def test_a_follow_up_has_the_current_tags_of_the_session_if_its_run_has_them(chat: Chat) -> None:
    chat.begin(tools=[TOOL], metadata={"customer": "acme"})
    chat.here.model.add([schedule()], [Say("See you.")])
    chat.api.ended(chat.api.send(chat.session, "I must go.", metadata={"ticket": "7"}))

    follow_up = chat.api.get(f"/agent-runs/{chat.pass_time(60, 'Back?')}")

    assert follow_up["metadata"] == {"customer": "acme"}


@pytest.mark.parametrize(
    ("policy", "args", "told"),
    [
        ({"enabled": False}, {}, "not enabled"),
        ({**POLICY, "maxConsecutive": 0}, {}, "the limit is 0"),
        ({**POLICY, "minDelaySeconds": 100}, {}, "at least 100 seconds"),
        (POLICY, {"delaySeconds": "soon"}, "/delaySeconds"),
        (POLICY, {"type": None, "reason": 7}, "/type"),
    ],
)
def test_a_rejected_follow_up_is_explained_to_the_agent(
    chat: Chat, policy: Any, args: Any, told: str
) -> None:
    chat.begin(tools=[TOOL], autonomy=policy)
    chat.here.model.add([schedule(**args)], [Say("Well.")])

    ended = chat.api.ended(chat.api.send(chat.session, "Bye."))

    assert ended["status"] == "succeeded"
    assert told in chat.here.sent()[-1][1]
    assert chat.timers() == []


def test_a_run_outside_a_session_cannot_schedule_a_follow_up(chat: Chat) -> None:
    chat.here.model.add([schedule()], [Say("Well.")])

    chat.here.do("Go.", tools=[TOOL])

    assert "this run has no session" in chat.here.sent()[-1][1]


def evaluated(chat: Chat, *answer: Any, **policy: Any) -> list[Any]:
    """Play one exchange that an evaluator judges with this answer, and return its runs."""
    chat.begin(autonomy={**POLICY, "evaluator": CHAT.model, **policy})
    chat.here.model.add([Say("Which dates?")], [*answer])
    reply = chat.api.send(chat.session, "Plan a trip.")
    for _ in range(2):  # the reply, and the evaluation
        chat.here.model.wait_for_request()
    found = chat.api.get("/agent-runs", q=f"parent:{reply}")["runs"]
    return [chat.api.ended(run["id"]) for run in found]


PROPOSED = (
    '{"follow_up": true, "type": "question_unanswered", "delay_seconds": 5, "reason": "dates"}'
)


def test_an_evaluator_proposes_a_follow_up_within_the_limits(chat: Chat) -> None:
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


def test_an_evaluator_has_only_the_tags_that_the_whole_conversation_has(chat: Chat) -> None:
    evaluator = {**POLICY, "evaluator": CHAT.model}
    chat.begin(metadata={"customer": "acme", "env": "prod"})
    chat.here.model.add([Say("Hm.")])
    chat.api.ended(chat.api.send(chat.session, "hush", metadata={"customer": "globex"}))
    chat.api.http.patch(chat.path, json={"autonomy": evaluator}).raise_for_status()
    chat.here.model.add([Say("Which dates?")], [Say(PROPOSED)])
    reply = chat.api.send(chat.session, "Plan a trip.")
    for _ in range(3):  # both replies, and the evaluation
        chat.here.model.wait_for_request()

    (timer,) = until_timers(chat)
    (judged,) = chat.api.get("/agent-runs", q=f"parent:{reply}")["runs"]
    assert judged["metadata"] == {"env": "prod"}
    assert timer["createdByRun"] == reply


@pytest.mark.parametrize("answer", [Say("Sure, tomorrow!"), Say('{"follow_up": false}'), Fail(500)])
def test_an_evaluator_that_fails_or_answers_nonsense_proposes_nothing(
    chat: Chat, answer: Any
) -> None:
    runs = evaluated(chat, answer)

    assert len(runs) == 1
    assert chat.timers() == []
