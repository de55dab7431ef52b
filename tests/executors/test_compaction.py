"""Compaction: the request, the input of the summary, and the history that people see."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.executors.scripted_server import (
    ANTHROPIC,
    CHAT,
    WIRES,
    Scene,
    Wire,
    envelopes,
    scene,
    unsealed,
)
from tests.executors.test_models import LOOK, answer, wait_for_call
from tests.server.api_client import Api
from tests.support.scripted_models import Call, Fail, Say

LONG = "x" * 900  # 300 tokens by our estimate
TOKENS = 2800
ACME = {"customer": "acme"}


def small(wire: Wire, **more: Any) -> dict[str, Any]:
    """Settings that give this model a small context window."""
    name = wire.model.partition(":")[0]
    return {"providers": {name: {"context_window": TOKENS}}, "model_retries": 0, **more}


@pytest.fixture(scope="module", params=[CHAT, ANTHROPIC], ids=lambda wire: wire.name)
def _tight(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Scene]:
    wire: Wire = request.param
    directory = tmp_path_factory.mktemp(wire.name)
    with (
        pytest.MonkeyPatch.context() as patch,
        scene(wire, directory, patch, settings=small(wire)) as made,
    ):
        yield made


@pytest.fixture
def tight(_tight: Scene) -> Scene:
    """A model with a small window, on two APIs."""
    _tight.model.forget()
    return _tight


def chat_for(here: Scene, turns: int, session: str | None = None) -> str:
    """Create a session with this many long turns."""
    session = session or here.api.session(modelId=here.wire.model, metadata=ACME)
    for number in range(turns):
        here.model.add([Say(f"answer {number}")])
        assert here.end(here.api.send(session, f"question {number} {LONG}")).event == "result"
    return session


def happened(here: Scene, run: str) -> list[dict[str, Any]]:
    return [f.data["data"] for f in here.frames(run) if f.event == "compaction"]


def test_history_that_no_longer_fits_is_summarized_but_stays_visible_to_people(
    tight: Scene,
) -> None:
    session = chat_for(tight, 5)
    seen = tight.api.get(f"/agent-sessions/{session}/history", view="user")["messages"]
    full = tight.sent()
    tight.model.forget()
    tight.model.add([Say("They asked five things.")], [Say("answer 5")])

    run = tight.api.send(session, f"question 5 {LONG}")

    assert tight.end(run).data["data"]["text"] == "answer 5"
    asked, sent = tight.sent(0), tight.sent(1)
    assert len(tight.model.requests) == 2
    _is_made_of(asked, full, sent)
    assert envelopes(sent) == [len(sent) - 2]
    assert sent[0] == full[0]
    assert sent[1][0] == "user" and sent[1][1].endswith("\n\nThey asked five things.")
    assert sent[-1] == ("user", f"question 5 {LONG}")
    assert sent[-4:-2] == [full[-1], ("assistant", "answer 4")]  # the newest is unchanged

    after = tight.api.get(f"/agent-sessions/{session}/history", view="user")["messages"]
    assert after[: len(seen)] == seen  # with their times
    assert len(after) == len(seen) + 2
    shown = tight.api.get(f"/agent-runs/{run}")
    assert (shown["turns"], shown["tokens"]["outputTokens"]) == (1, 80)  # both calls count as usage
    (event,) = happened(tight, run)
    assert (event["ok"], event["scope"], event["messages"]) == (True, "history", 8)
    assert event["tokensAfter"] < TOKENS * 4 // 5 < event["tokensBefore"]
    summary, call = tight.api.get(f"/agent-runs/{run}/messages")["calls"]
    assert (summary["purpose"], call["purpose"]) == ("summary", "reply")
    assert [m["content"] for m in call["messages"]] == [text for _, text in unsealed(sent)]


def test_a_caller_limited_to_tags_cannot_read_other_runs_through_a_summary(tight: Scene) -> None:
    session = chat_for(tight, 4)
    tight.model.add([Say("answer")], [Say("They said hush.")], [Say("answer 5")])
    theirs = {"customer": "globex"}
    tight.end(tight.api.send(session, f"hush {LONG}", metadata=theirs))
    run = tight.api.send(session, f"question 5 {LONG}")
    assert [event["ok"] for event in happened(tight, run)] == [True]

    asked = {"name": "acme", "scopes": ["runs:read", "sessions:read"], "tags": ACME}
    bound = Api(tight.server.url, key=tight.api.post("/keys", asked).json()["secret"])
    paths = (f"/agent-runs/{run}/messages", f"/agent-runs/{run}/log")
    told = [bound.get(path) for path in paths]
    told.append(bound.get(f"/agent-sessions/{session}/history", view="operator"))
    bound.http.close()

    assert all("summary hidden: it also covers runs" in str(shown) for shown in told)
    assert all("hush" not in str(shown) for shown in told)


def _is_made_of(asked: list[tuple[str, str]], full: list[tuple[str, str]], sent: Any) -> None:
    """Check that the summary covers everything that left the request, without envelopes."""
    assert [role for role, _ in asked] == ["system", "user"]
    given = [json.loads(line) for line in asked[1][1].splitlines()]
    gone = [(role, text) for role, text in full[1:] if (role, text) not in sent]
    said = [(role, text) for role, text in gone if not text.startswith('{"runwhy_meta"')]
    assert [(line["from"], line["text"]) for line in given] == said
    assert "runwhy_meta" not in asked[0][1] + asked[1][1]


def test_later_turns_extend_the_request_and_a_second_summary_includes_the_first(
    tight: Scene,
) -> None:
    session = chat_for(tight, 5)
    tight.model.add([Say("SUMMARY ONE")])
    chat_for(tight, 1, session)
    compacted = tight.sent()
    tight.model.forget()

    tight.model.add([Say("Short.")])
    tight.end(tight.api.send(session, "Short?"))

    before = [m for n, m in enumerate(compacted) if n not in envelopes(compacted)]
    assert tight.sent()[: len(before)] == before
    assert len(tight.model.requests) == 1  # nothing is summarized twice
    chat_for(tight, 3, session)
    tight.model.forget()
    tight.model.add([Say("SUMMARY TWO")])
    chat_for(tight, 1, session)
    first = json.loads(tight.sent(0)[1][1].splitlines()[0])
    assert first["earlier summary"].endswith("SUMMARY ONE")
    assert tight.sent()[1][1].endswith("SUMMARY TWO")
    assert "SUMMARY ONE" not in str(tight.sent())


def test_tool_rounds_of_a_long_run_are_summarized_and_the_envelope_keeps_its_place(
    tight: Scene,
) -> None:
    rounds = 6
    for number in range(rounds):
        tight.model.add([Call("look", {"at": number}, id=f"call_{number}")])
    tight.model.add([Say("Looked at five.")], [Say("All seen.")])

    run = tight.start("Look.", tools=[LOOK])
    for number in range(rounds):
        wait_for_call(tight, run, number + 1)
        assert answer(tight, run, f"call_{number}", f"found {number} {LONG}") == 200

    assert tight.end(run).data["data"]["text"] == "All seen."
    first, asked, last = tight.sent(0), tight.sent(-2), tight.sent(-1)
    assert last[:3] == first[:3]  # system, envelope, task
    assert envelopes(last) == [1]
    assert last[3][1].endswith("Looked at five.")
    assert last[-1] == ("tool", f"found 5 {LONG}")
    lines = [json.loads(line) for line in asked[1][1].splitlines()]
    results = [line["result"] for line in lines if "result" in line]
    kept = [text for role, text in last if role == "tool"]
    assert results + kept == [f"found {number} {LONG}" for number in range(rounds)]
    assert [event["scope"] for event in happened(tight, run)] == ["rounds"]


def test_a_failed_summary_does_not_fail_the_run(tight: Scene) -> None:
    session = chat_for(tight, 5)
    tight.model.forget()
    tight.model.add([Fail(500, "no summary today", "api_error")], [Say("answer 5")])

    run = tight.api.send(session, f"question 5 {LONG}")

    assert tight.end(run).data["data"]["text"] == "answer 5"
    assert len(tight.sent()) == 13  # everything: system, five turns, envelope, task
    (event,) = happened(tight, run)
    assert event["ok"] is False and "no summary today" in event["error"]


def test_a_context_window_error_is_retried_with_a_shorter_context(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    too_long = Fail(400, "too long", "invalid_request_error", "context_length_exceeded")
    with scene(CHAT, tmp_path, monkeypatch) as here:
        session = chat_for(here, 2)
        here.model.add([too_long], [Say("They asked.")], [Say("answer")])
        run = here.api.send(session, f"Now {LONG}")

        assert here.end(run).data["data"]["text"] == "answer"
        assert here.sent()[1][1].endswith("They asked.")
        here.model.add([too_long])
        assert here.do("Alone.").data["data"]["errorClass"] == "context_window"


@pytest.mark.parametrize("wire", WIRES, ids=lambda wire: wire.name)
def test_after_a_restart_nothing_is_summarized_again_and_the_same_bytes_are_sent(
    wire: Wire, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = small(wire, shutdown_grace=0.0)
    with scene(wire, tmp_path, monkeypatch, settings=settings) as one:
        session = chat_for(one, 5)
        one.model.add([Say("A summary.")], [Call("look", {"at": "x"}, id="call_a")])
        run = one.api.send(session, f"Look {LONG}", tools=[LOOK])
        call = wait_for_call(one, run)["toolUseId"]
        before, whole = one.sent(), one.model.requests[-1].body
    with scene(wire, tmp_path, monkeypatch, [Say("Seen.")], settings=settings) as two:
        answer(two, run, call, "a tree")
        assert two.end(run).data["data"]["text"] == "Seen."
        assert len(two.model.requests) == 1
        assert two.sent()[: len(before)] == before
        key = "input" if wire.name == "responses" else "messages"
        assert two.model.requests[0].body[key][: len(whole[key])] == whole[key]
