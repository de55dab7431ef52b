"""LangGraph runs through the HTTP API, with a scripted model behind a real graph."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.executors import graphs
from tests.executors.scripted_server import CHAT, Scene, envelopes, fields, scene
from tests.server.api_client import ok
from tests.support.scripted_models import Call, Fail, Say, Stall

from runwhy.core.runs.log import PartKind
from runwhy.core.runs.usage import read_call

HERE = "tests.executors.graphs"
NAMES = (
    "agent",
    "aside",
    "modelless",
    "forgetful",
    "unbriefed",
    "broken_graph",
    "no_graph",
    "missing",
)
SETTINGS = {"graphs": tuple(f"{HERE}:{name}" for name in NAMES), "tool_timeout": 20.0}
PATIENCE = 90.0


@contextmanager
def server(directory: Path) -> Iterator[Scene]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(graphs.CHECKPOINTS, str(directory / "checkpoints.db"))
        with scene(CHAT, directory, patch, settings=SETTINGS) as made:
            made.model.keep_alive = False  # LangChain does not close its connections
            yield made


@pytest.fixture(scope="module")
def _server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    with server(tmp_path_factory.mktemp("langgraph")) as made:
        yield made


@pytest.fixture
def here(_server: Scene) -> Scene:
    _server.model.forget()
    graphs.looked.clear()
    return _server


def spec(graph: str = "agent") -> dict[str, Any]:
    return {"executor": "langgraph", "executorOptions": {"graph": f"{HERE}:{graph}"}}


def session(here: Scene, graph: str = "agent") -> str:
    made: str = here.api.post("/agent-sessions", spec(graph)).json()["sessionId"]
    return made


def say(here: Scene, session: str, prompt: str) -> str:
    answer = here.api.post(f"/agent-sessions/{session}/messages", {"prompt": prompt})
    run: str = answer.json()["runId"]
    return run


def start(here: Scene, graph: str = "agent", prompt: str = "Do it.", **more: Any) -> str:
    return here.api.run(prompt, systemPrompt="Be kind.", **spec(graph), **more)


def test_a_graph_gets_the_envelope_and_its_work_is_logged(here: Scene) -> None:
    here.model.add([Say("I look."), Call("look", {"where": "home"})], [Say("Nothing there.")])

    run = start(here, prompt="Is it there?", context={"room": 7})
    frames = here.frames(run)

    kinds = [frame.event for frame in frames if frame.event != "assistant_delta"]
    assert kinds == [
        *("queued", "started", "assistant_message", "tool_call", "tool_result"),
        *("assistant_message", "result"),
    ]
    spoken = "".join(f.data["data"]["text"] for f in frames if f.event == "assistant_delta")
    assert spoken == "I look.Nothing there."
    for number in (0, 1):
        sent = here.sent(number)
        assert fields(sent)["run_id"] == run and fields(sent)["context"] == {"room": 7}
        assert sent[envelopes(sent)[0] + 1] == ("user", "Is it there?")
        assert sent[0][1].startswith("Be brief.\n\nBe kind.\n\n# Run context")
    shown = here.api.get(f"/agent-runs/{run}")
    assert (shown["finalText"], shown["turns"]) == ("Nothing there.", 2)
    assert shown["tokens"]["inputTokens"] == 2400 and shown["model"]["id"] == "openai:gpt-4o"
    assert shown["envelope"]["bytes"] > 100
    assert (shown["cost"], shown["unpricedCalls"]) == ("0.0043", 0)  # the public price of gpt-4o
    parts = here.server.call(here.server.runwhy.store.list_parts(run))
    calls = [read_call(part.data["call"]) for part in parts if part.kind is PartKind.REPLY]
    assert [call and call.cost.picos for call in calls] == [2_150_000_000] * 2
    for call in calls:
        assert call and call.first_token_ms is not None
        assert call.first_token_ms <= call.duration_ms
    assert shown["firstTokenMs"] == (calls[0] and calls[0].first_token_ms)


def test_calls_that_are_not_the_agents_own_count_too(here: Scene) -> None:
    here.model.add([Say("In short.")], [Say("Hello.")], [Say("Said hello.")])

    shown = here.api.ended(start(here, "aside"))

    assert (shown["finalText"], shown["turns"]) == ("Hello.", 1)
    assert shown["cost"] == "0.00645"
    assert shown["tokens"]["inputTokens"] == 3600


def test_a_session_is_a_thread_of_the_graphs_checkpointer(here: Scene) -> None:
    here.model.add([Say("Hello Ada.")], [Say("You are Ada.")])
    id = session(here)

    here.end(say(here, id, "I am Ada."))
    here.end(say(here, id, "Who am I?"))

    texts = [text for _, text in here.sent()]
    assert texts[1:3] == ["I am Ada.", "Hello Ada."] and texts[-1] == "Who am I?"
    assert len(envelopes(here.sent())) == 1 and envelopes(here.sent()) == [3]
    history = here.api.get(f"/agent-sessions/{id}/history")["messages"]
    assert [m["content"] for m in history] == [
        *("I am Ada.", "Hello Ada.", "Who am I?", "You are Ada.")
    ]


def test_a_graph_without_a_checkpointer_gets_the_history_of_the_session(here: Scene) -> None:
    here.model.add([Say("Hello Ada.")], [Say("You are Ada.")])
    id = session(here, "forgetful")

    here.end(say(here, id, "I am Ada."))
    here.end(say(here, id, "Who am I?"))

    assert [text for _, text in here.sent()][1:3] == ["I am Ada.", "Hello Ada."]


def test_messages_from_nodes_without_a_model_are_logged(here: Scene) -> None:
    frames = here.frames(start(here, "modelless", prompt="Hello"))

    said = [f.data["data"]["text"] for f in frames if f.event == "assistant_message"]
    assert said == ["You said: Hello", "Bye."]
    assert frames[-1].data["data"]["text"] == "Bye."


def test_the_client_answers_an_interrupt_and_the_graph_continues(here: Scene) -> None:
    here.model.add([Call("book", {"flight": "LIS"})], [Say("Booked.")])

    run = start(here, prompt="Book it.")
    path = f"/agent-runs/{run}/stream"
    call = here.api.stream(path, until=["local_tool_call", "error"])[-1].data["data"]
    answer = {"toolUseId": call["toolUseId"], "result": '{"agreed": true}'}
    ok(here.api.post(f"/agent-runs/{run}/tool-results", answer))

    assert call["name"] == "interrupt" and call["args"] == {"value": {"question": "Book LIS?"}}
    assert here.end(run).event == "result"
    assert ("tool", "booked") in here.sent()


def test_a_run_can_be_cancelled_and_the_session_continues(here: Scene) -> None:
    here.model.add([Call("look", {"where": "home"})], [Say("Wait"), Stall()], [Say("Here.")])
    id = session(here)

    run = say(here, id, "First")
    assert here.model.arrived.acquire(timeout=PATIENCE)
    assert here.model.arrived.acquire(timeout=PATIENCE)
    here.api.post(f"/agent-runs/{run}/cancel", {})
    assert here.end(run).event == "cancelled"
    here.model.go_on.set()

    assert here.end(say(here, id, "Second")).event == "result"
    assert here.sent()[-1] == ("user", "Second")


def test_model_errors_have_their_class(here: Scene) -> None:
    here.model.add([Fail(429, "slow down")])

    error = here.end(start(here, "forgetful")).data["data"]

    assert (error["errorClass"], error["apiStatus"]) == ("rate_limit", 429)
    assert error["retryable"] is True


def test_graph_errors_are_reported_without_secrets(here: Scene) -> None:
    error = here.end(start(here, "broken_graph")).data["data"]

    assert (error["code"], error["errorClass"]) == ("graph_failed", "unknown")
    assert error["error"].startswith("LookupError: no shelf") and "sk-proj" not in error["error"]


def test_a_model_is_not_called_without_the_envelope(here: Scene) -> None:
    error = here.end(start(here, "unbriefed")).data["data"]

    assert error["code"] == "envelope_lost" and "RunwhyMiddleware" in error["error"]
    assert here.model.requests == []


@pytest.mark.parametrize("graph", ["no_graph", "missing"])
def test_an_object_that_is_not_a_graph_fails_with_a_clear_error(here: Scene, graph: str) -> None:
    error = here.end(start(here, graph)).data["data"]

    assert error["code"] == "graph_unusable" and f"{HERE}:{graph}" in error["error"]


@pytest.mark.parametrize("options", [{"graph": "os:system"}, {}])
def test_only_configured_graphs_can_be_run(here: Scene, options: dict[str, Any]) -> None:
    body = {"prompt": "x", "executor": "langgraph", "executorOptions": options}
    answer = here.api.post("/agent-runs", body)

    assert answer.status_code == 400
    (problem,) = answer.json()["problems"]
    assert problem["field"] == "/executorOptions/graph" and f"{HERE}:agent" in problem["problem"]


def test_after_a_restart_the_graph_continues_from_its_last_checkpoint(tmp_path: Path) -> None:
    graphs.looked.clear()
    with server(tmp_path) as before:
        before.model.add([Call("look", {"where": "home"})], [Stall()])
        run = start(before, prompt="Is it there?")
        assert before.model.arrived.acquire(timeout=PATIENCE)
        assert before.model.arrived.acquire(timeout=PATIENCE)
    with server(tmp_path) as after:
        after.model.add([Say("Nothing there.")])
        assert after.end(run).data["data"]["text"] == "Nothing there."

        assert after.sent() == before.sent()  # the same bytes at the same positions
        assert graphs.looked == ["home"]
        assert after.api.get(f"/agent-runs/{run}")["turns"] == 2
