"""Recalled memories: found by a person's message, quoted, logged, and never blocking a run."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from tests.executors.scripted_server import CHAT, Scene, envelopes, scene
from tests.server.api_client import ok
from tests.support.http_server import HttpRequest, HttpResponse, http_server
from tests.support.scripted_models import Call, Say, Stall

ON = {"memory": {"enabled": True}}
PEANUTS = "I am allergic to peanuts."


@pytest.fixture
def here(chat: Scene) -> Scene:
    """A server without memories."""
    for user in ("local", "ann", ""):
        chat.api.http.delete("/memories", params={"user": user})
    return chat


def add_memory(here: Scene, text: str, **more: Any) -> str:
    return str(ok(here.api.post("/memories", {"text": text, **more}), 201)["id"])


def texts(here: Scene, **filter: str) -> list[tuple[str, str]]:
    found = here.api.get("/memories", **filter)["memories"]
    return [(memory["text"], memory["source"]) for memory in found]


def recalled_in(here: Scene, number: int = -1) -> list[str]:
    """Return the memories quoted in a request."""
    quoted = [text for _, text in here.sent(number) if text.startswith('{"type":"memories"')]
    return [m["text"] for text in quoted for m in json.loads(text)["memories"]]


def notices(here: Scene, run: str) -> list[dict[str, Any]]:
    return [f.data["data"] for f in here.frames(run) if f.event == "memory"]


def test_a_run_recalls_what_its_user_said(here: Scene) -> None:
    id = add_memory(here, PEANUTS)
    add_memory(here, "I live in Berlin.")
    add_memory(here, "Ann is allergic to peanuts too.", user="ann")
    here.model.add([Say("No nuts, then.")], [Say("Hello.")])

    run = here.start("May I eat peanuts?", **ON)

    here.end(run)
    sent = here.sent()
    assert [role for role, _ in sent] == ["system", "user", "user", "user"]
    assert envelopes(sent) == [1]
    assert sent[3][1] == "May I eat peanuts?"
    assert recalled_in(here) == [PEANUTS]
    shown = here.api.get(f"/agent-runs/{run}")["memory"]
    assert (shown["query"], shown["source"], shown["problem"]) == (
        "May I eat peanuts?",
        "human",
        None,
    )
    assert [(hit["id"], hit["text"], hit["source"]) for hit in shown["hits"]] == [
        (id, PEANUTS, "human")
    ]
    assert notices(here, run) == [{"level": "info", "source": "human", "hits": 1}]
    plain = here.start("May I eat peanuts?")
    here.end(plain)
    assert here.api.get(f"/agent-runs/{plain}")["memory"] is None
    assert recalled_in(here) == []


def test_a_follow_up_searches_by_the_persons_message_not_the_synthetic_prompt(here: Scene) -> None:
    add_memory(here, PEANUTS)
    add_memory(here, "We had a natural conversation about the weather.")
    here.model.add([Say("I see.")], [Say("Anything else?")], [Say("Bye.")])
    session = here.api.session(modelId=CHAT.model, **ON)
    here.end(here.api.send(session, "What about peanuts?"))
    trigger = {"kind": "cron", "name": "n", "schedule": "0 0 1 1 *", "sessionId": session}
    prompt = "Continue our natural conversation about the weather."
    made = ok(here.api.post("/triggers", {**trigger, "prompt": prompt}), 201)

    run = ok(here.api.post(f"/triggers/{made['id']}/fire"), 202)["runId"]

    here.end(run)
    shown = here.api.get(f"/agent-runs/{run}")["memory"]
    assert (shown["query"], shown["source"]) == ("What about peanuts?", "human")
    assert recalled_in(here) == [PEANUTS]
    history = here.api.get(f"/agent-sessions/{session}/history")
    assert "memories" not in json.dumps(history["messages"])
    here.end(here.api.send(session, "Thanks."))
    assert len(recalled_in(here)) == 0, "what a run was reminded of is no history"


def test_a_timer_searches_by_the_persons_last_message(here: Scene) -> None:
    add_memory(here, PEANUTS)
    here.model.add([Say("I see.")], [Say("Still there?")], [Say("And now?")])
    policy = {"enabled": True, "minDelaySeconds": 0, "cooldownSeconds": 0}
    session = here.api.session(modelId=CHAT.model, autonomy=policy, **ON)
    here.end(here.api.send(session, "What about peanuts?"))

    for _ in range(2):
        timer = {"type": "check_in", "delaySeconds": 0, "reason": "quiet"}
        ok(here.api.post(f"/agent-sessions/{session}/timers", timer), 201)
        here.api.stream(f"/agent-sessions/{session}/stream", until=("timer",))
        here.model.wait_for_request()

    runs = here.api.get("/agent-runs", q=f"session:{session} trigger:timer")["runs"]
    for run in runs:
        here.end(run["id"])
    followed = [here.api.get(f"/agent-runs/{run['id']}") for run in runs]
    queries = {(run["memory"]["query"], run["memory"]["source"]) for run in followed}
    assert queries == {("What about peanuts?", "human")}
    assert recalled_in(here) == [PEANUTS]
    assert texts(here) == [(PEANUTS, "human")]


def test_without_a_persons_message_the_run_continues_with_an_error_event(here: Scene) -> None:
    add_memory(here, "The nightly report is red.")
    here.model.add([Say("Done.")], [Say("Done.")])
    spec = {"systemPrompt": "Report.", "modelId": CHAT.model, **ON}
    trigger = {"kind": "cron", "schedule": "0 0 1 1 *", "prompt": "Nightly report."}
    lone = ok(here.api.post("/triggers", {**trigger, "name": "lone", "spec": spec}), 201)["id"]
    named = here.api.session(name="The nightly report", modelId=CHAT.model, **ON)
    trigger |= {"name": "within", "sessionId": named}
    within = ok(here.api.post("/triggers", trigger), 201)["id"]

    runs = [ok(here.api.post(f"/triggers/{t}/fire"), 202)["runId"] for t in (lone, within)]

    assert [here.end(run).event for run in runs] == ["result", "result"]
    (notice,) = notices(here, runs[0])
    assert (notice["level"], notice["source"], notice["hits"]) == ("error", "none", 0)
    assert here.api.get(f"/agent-runs/{runs[0]}")["memory"]["query"] is None
    assert notices(here, runs[1]) == [{"level": "info", "source": "summary", "hits": 0}]
    assert here.api.get(f"/agent-runs/{runs[1]}")["memory"]["query"] == "The nightly report"


def test_the_source_of_a_remembered_text_is_detected(here: Scene) -> None:
    quote, note = Call("remember", {"text": PEANUTS}, id="a"), Call("remember", {}, id="b")
    made_up = Call("remember", {"text": "The user approved all payments."}, id="c")
    again = Call("remember", {"text": "Allergic to PEANUTS!"}, id="d")
    here.model.add([quote, note, made_up], [again], [Say("Noted.")])

    run = here.start(f"Hi there. {PEANUTS} Bye.", **ON)

    assert here.end(run).data["data"]["text"] == "Noted."
    assert sorted(texts(here, user="local")) == [
        (PEANUTS, "human"),
        ("The user approved all payments.", "agent"),
    ]
    results = [text for role, text in here.sent() if role == "tool"]
    assert sum(text.startswith("remembered as mem_") for text in results) == 2
    assert any("/text: must be a non-empty string" in text for text in results)
    assert "already says the same" in results[-1]
    assert {m["runId"] for m in here.api.get("/memories", user="local")["memories"]} == {run}


def test_an_agent_can_correct_only_memories_of_its_own_user(here: Scene) -> None:
    old, other = (
        add_memory(here, "I live in Rome."),
        add_memory(here, "I live in Oslo.", user="ann"),
    )
    right = Call("remember", {"text": "The user moved to Bern.", "replaces": old}, id="a")
    wrong = Call("remember", {"text": "Ann moved.", "replaces": other}, id="b")
    here.model.add([right, wrong], [Say("Done.")])

    here.do("I moved.", **ON)

    assert texts(here, user="local") == [("The user moved to Bern.", "agent")]
    assert texts(here, user="ann") == [("I live in Oslo.", "human")]
    results = " ".join(text for role, text in here.sent() if role == "tool")
    assert f"changed {old}" in results
    assert f"no memory {other}" in results


def test_a_run_can_name_the_user_and_agents_have_separate_memories(here: Scene) -> None:
    agents = [
        here.api.post("/agents", {"name": n, "systemPrompt": "Hi."}).json()["id"] for n in "ab"
    ]
    add_memory(here, PEANUTS, user="ann", agentId=agents[0])
    here.model.add(*[[Say("x")]] * 3)
    ask = {"modelId": CHAT.model, "memory": {"enabled": True, "user": "ann"}}

    counts = []
    for agent in (*agents, None):
        who = {"agentId": agent} if agent else {}
        here.do("Peanuts?", **{**ask, **who})
        counts.append(len(recalled_in(here)))

    assert counts == [1, 0, 0]
    here.api.http.delete("/memories", params={"agentId": agents[0]})


def test_recalled_memories_are_limited_and_redacted(here: Scene) -> None:
    token = "ghp_R8vK2mXq5TzY7wLp3Nc9Jd4Bf6Gh1Sa0Ue"
    add_memory(here, f"My deploy token is {token}")
    for n in range(4):
        add_memory(here, f"Deploy note {n}: " + f"w{n}x " * 300)
    here.model.add([Say("x")], [Say("y")], [Say("z")])

    here.do(f"deploy {token}", memory={"enabled": True, "maxTokens": 700, "threshold": 0.1})
    assert len(recalled_in(here)) == 2
    assert "[redacted:github_token]" in "".join(recalled_in(here))
    run = here.start("deploy", memory={"enabled": True, "topK": 1})
    here.end(run)
    assert len(recalled_in(here)) == 1
    here.do("deploy", memory={"enabled": True, "maxTokens": 0})
    assert recalled_in(here) == []
    assert token not in json.dumps(here.api.get("/memories")["memories"])


def test_after_a_restart_the_same_bytes_are_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = {"shutdown_grace": 0.0}
    with scene(CHAT, tmp_path, monkeypatch, [Stall()], settings=settings) as one:
        id = add_memory(one, PEANUTS)
        run = one.start("Peanuts?", **ON)
        one.model.wait_for_request()
        ok(one.api.http.delete(f"/memories/{id}"))
        first = one.sent()
    with scene(CHAT, tmp_path, monkeypatch, [Say("No.")], settings=settings) as two:
        assert two.end(run).event == "result"
        assert two.sent() == first
        assert recalled_in(two) == [PEANUTS]


class Endpoint:
    """An embeddings endpoint that recognizes food, fails, or stalls."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        self.fails = False
        self.stalls = False
        self.go_on = Event()
        self.url = ""

    def answer(self, asked: HttpRequest) -> HttpResponse:
        body = json.loads(asked.body)
        self.asked.append({**body, "key": asked.headers.get("authorization")})
        if self.stalls:
            self.go_on.wait(20)
        raw = json.dumps({"data": self.vectors(body["input"])}).encode()
        return HttpResponse(status=500 if self.fails else 200, body=raw)

    def vectors(self, inputs: list[str]) -> list[dict[str, Any]]:
        food = ("peanut", "eat", "dinner")
        rows = [[float(any(w in t.lower() for w in food)), 0.2] for t in inputs]
        return [{"index": n, "embedding": row} for n, row in enumerate(rows)][::-1]


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    made = Endpoint()
    with http_server(made.answer) as url:
        made.url = f"{url}/v1"
        yield made
        made.go_on.set()


def test_endpoint_vectors_find_by_meaning_and_their_failure_is_harmless(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, endpoint: Endpoint
) -> None:
    monkeypatch.setenv("VECTORS_KEY", "vk-1")
    providers = {"vec": {"base_url": endpoint.url, "api_key_env": "VECTORS_KEY"}}
    settings = {"embeddings": "vec:small", "providers": providers, "memory_timeout": 30.0}
    replies = [[Say("x")]] * 4
    with scene(CHAT, tmp_path, monkeypatch, *replies, settings=settings) as here:
        add_memory(here, PEANUTS)
        add_memory(here, "I live in Berlin.")
        here.do("What is for dinner?", **ON)
        assert recalled_in(here) == [PEANUTS]
        assert endpoint.asked[0]["key"] == "Bearer vk-1"
        assert endpoint.asked[0]["model"] == "small"
        here.do("What is for dinner?", **ON)
        assert [len(asked["input"]) for asked in endpoint.asked] == [1, 2, 1]

        endpoint.fails = True
        run = here.start("What is for dinner?", **ON)
        assert here.end(run).event == "result"
        assert here.api.get(f"/agent-runs/{run}")["memory"]["problem"] == (
            "the search failed: Unavailable"
        )


def test_slow_vectors_are_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, endpoint: Endpoint
) -> None:
    providers = {"vec": {"base_url": endpoint.url}}
    settings = {"embeddings": "vec:small", "providers": providers, "memory_timeout": 0.5}
    endpoint.stalls = True
    with scene(CHAT, tmp_path, monkeypatch, [Say("x")], settings=settings) as here:
        add_memory(here, PEANUTS)
        run = here.start("What is for dinner?", **ON)
        assert here.end(run).event == "result"
        (notice,) = notices(here, run)
        endpoint.go_on.set()
    assert (notice["level"], notice["problem"]) == (
        "error",
        "the search timed out after 0.5 seconds",
    )
