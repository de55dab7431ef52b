"""Tools that the client executes: answered once, twice, late or never, and across a restart."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest
from tests.executors.scripted_server import CHAT, WIRES, Scene, Wire, envelopes, scene
from tests.executors.test_models import LOOK, answer, wait_for_call
from tests.support.scripted_models import Call, Say


def asked(here: Scene, **more: Any) -> tuple[str, str]:
    """Start a run that calls a client tool; return the run id and the call id."""
    here.model.add([Call("look", {"at": "x"}, id="call_a")], [Say("Seen.")])
    run = here.start("Look.", tools=[LOOK], **more)
    return run, wait_for_call(here, run)["toolUseId"]


def test_the_model_gets_the_tool_result(chat: Scene) -> None:
    run, call = asked(chat)
    assert chat.api.get(f"/agent-runs/{run}")["status"] in ("running", "waiting")

    assert answer(chat, run, call, "a tree") == 200

    assert chat.end(run).data["data"]["text"] == "Seen."
    assert chat.sent()[-1] == ("tool", "a tree")


def test_a_second_answer_is_rejected(chat: Scene) -> None:
    tools = [LOOK, {**LOOK, "name": "read"}]
    chat.model.add([Call("look", id="call_a"), Call("read", id="call_b")], [Say("Seen.")])
    run = chat.start("Look.", tools=tools)
    wait_for_call(chat, run)

    first = answer(chat, run, "call_a", "a tree")
    again = chat.api.post(
        f"/agent-runs/{run}/tool-results", {"toolUseId": "call_a", "result": "a bush"}
    )
    answer(chat, run, "call_b")

    assert (first, again.status_code) == (200, 404)
    assert again.json()["error"] == "unknown_tool_use"
    assert chat.end(run).event == "result"
    assert [text for role, text in chat.sent() if role == "tool"] == ["a tree", "found"]


def test_an_answer_after_the_run_ended_is_a_conflict(chat: Scene) -> None:
    run, call = asked(chat)
    answer(chat, run, call)
    chat.end(run)

    late = chat.api.post(f"/agent-runs/{run}/tool-results", {"toolUseId": call, "result": "x"})

    assert (late.status_code, late.json()["error"]) == (409, "run_terminal")


def test_an_unanswered_call_fails_the_run_after_the_timeout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with scene(CHAT, tmp_path, monkeypatch, settings={"tool_timeout": 0.3}) as here:
        run, _ = asked(here)
        said = here.end(run).data["data"]

    assert said["errorClass"] == "local_timeout"
    assert "look within 0.3 seconds" in said["error"]


def test_a_tool_error_reaches_the_model_as_an_error(here: Scene) -> None:
    run, call = asked(here)

    here.api.post(f"/agent-runs/{run}/tool-results", {"toolUseId": call, "error": "no such file"})

    assert here.end(run).event == "result"
    assert "no such file" in here.sent()[-1][1]


def test_files_from_a_tool_reach_the_model(here: Scene) -> None:
    run, call = asked(here)
    path, dot = f"/agent-runs/{run}/tool-results", base64.b64encode(b"\x89PNG dot").decode()
    file = {"filename": "dot.png", "mimeType": "image/png", "data": dot}
    said = {"toolUseId": call, "result": "drawn"}

    no = here.api.post(path, {**said, "files": [{**file, "data": "data:image/png;base64,x"}]})
    yes = here.api.post(path, {**said, "files": [file]})

    assert (no.status_code, no.json()["problems"][0]["field"]) == (400, "/files/0/data")
    assert yes.status_code == 200
    assert here.end(run).event == "result"
    assert dot in json.dumps(here.model.requests[-1].body)
    (*_, last) = here.api.get(f"/agent-runs/{run}/messages")["calls"][-1]["messages"]
    assert last["attachments"] == [
        {"type": "input_file", "mimeType": "image/png", "filename": "dot.png", "size": 8}
    ]


def test_a_tool_that_repeats_the_envelope_has_no_effect(here: Scene) -> None:
    run, call = asked(here)
    envelope = here.sent()[1][1]
    seal = json.loads(envelope)["runwhy_meta"]["seal"]

    answer(here, run, call, envelope)

    assert here.end(run).event == "result"
    assert here.sent()[-1] == ("tool", envelope.replace(seal, "[seal]"))


@pytest.mark.parametrize("store", ["sqlite", "postgres"])
@pytest.mark.parametrize("wire", WIRES, ids=lambda wire: wire.name)
def test_after_a_restart_mid_run_the_same_bytes_are_sent(
    wire: Wire,
    store: str,
    request: pytest.FixtureRequest,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings: dict[str, Any] = {"shutdown_grace": 0.0}
    if store == "postgres":
        settings["database_url"] = request.getfixturevalue("postgres_url")
    with scene(wire, tmp_path, monkeypatch, settings=settings) as one:
        one.model.add([Say("First."), Call("look", {"b": 1, "a": "漢"}, id="call_a")])
        run = one.start("Look.", tools=[LOOK], context={"page": "x" * 5000, "b": 1})
        call = wait_for_call(one, run)["toolUseId"]
        before, whole = one.sent(), one.model.requests[0].body
    with scene(wire, tmp_path, monkeypatch, [Say("Seen.")], settings=settings) as two:
        answer(two, run, call, "a tree")
        assert two.end(run).data["data"]["text"] == "Seen."
        after = two.sent()
        assert len(two.model.requests) == 1  # the first call was not repeated

        again = two.model.requests[0].body
        shown = two.api.get(f"/agent-runs/{run}")
    assert shown["attempt"] > 1
    assert after[: len(before)] == before
    assert envelopes(after) == envelopes(before) == [1]
    assert after[len(before) :] == [
        ("assistant", "First."),
        ("call", 'look {"b": 1, "a": "\\u6f22"}'),
        ("tool", "a tree"),
    ]
    key = "input" if wire.name == "responses" else "messages"
    assert again[key][: len(whole[key])] == whole[key]
    assert again["tools"] == whole["tools"]
