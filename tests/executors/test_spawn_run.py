"""Child runs: lineage, tags, inherited spec and limits."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.executors.scripted_server import CHAT, Scene, fields, scene
from tests.support.scripted_models import Call, Fail, Reply, Request, Say, ScriptedServer, Stall

SPAWN = {"kind": "builtin", "name": "spawn_run"}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Scene]:
    settings = {"max_subruns": 2, "max_subrun_depth": 2, "concurrency": 1, "model_retries": 0}
    with scene(CHAT, tmp_path, monkeypatch, settings=settings) as made:
        yield made


def spawn(task: str, id: str = "call_a", **more: Any) -> Call:
    return Call("spawn_run", {"task": task, **more}, id=id)


def child_of(here: Scene, run: str) -> dict[str, Any]:
    found = [r for r in here.api.get("/agent-runs")["runs"] if r["parentRunId"] == run]
    assert len(found) == 1
    child: dict[str, Any] = found[0]
    return child


def test_a_child_run_returns_its_result_to_the_parent(here: Scene) -> None:
    here.model.add([spawn("Count the files.")], [Say("There are 7.")], [Say("Seven, then.")])

    run = here.start("Report.", tools=[SPAWN], metadata={"customer": "acme"})

    assert here.end(run).data["data"]["text"] == "Seven, then."
    assert here.sent(1)[-1] == ("user", "Count the files.")
    assert here.sent(2)[-1] == ("tool", "There are 7.")
    child = child_of(here, run)
    assert (child["rootRunId"], child["sessionId"]) == (run, None)
    assert child["metadata"] == {"customer": "acme"}
    assert child["metadataSources"] == {"customer": "parent"}
    assert (child["origin"]["trigger"], child["origin"]["attended"]) == ("subtask", False)
    assert child["origin"]["actor"] == {"kind": "agent", "id": run, "name": None}


def test_the_childs_envelope_names_the_original_trigger(here: Scene) -> None:
    here.model.add([spawn("Deeper.")], [spawn("Deepest.", "call_b")])
    here.model.add([Say("c")], [Say("b")], [Say("a")])
    body = {"task": "Go.", "modelId": CHAT.model, "systemPrompt": "Hi."}

    agent = here.api.post(
        "/agents", {"name": "a", "systemPrompt": "Hi.", "tools": [SPAWN], "modelId": CHAT.model}
    ).json()
    run = here.api.post("/tasks", {**body, "agentId": agent["id"]}).json()["runId"]
    here.end(run)

    told = fields(here.sent(2))
    child = child_of(here, run)["id"]
    assert (told["trigger"], told["root_trigger"], told["root_run_id"]) == (
        "subtask",
        "daemon",
        run,
    )
    assert (told["parent_run_id"], told["depth"]) == (child, 2)
    assert fields(here.sent(1))["parent_run_id"] == run


def test_a_call_can_set_the_childs_agent_tags_and_context(here: Scene) -> None:
    called = spawn(
        "Look.",
        systemPrompt="You look.",
        metadata={"part": "1"},
        context={"file": "a.txt", "token": "ghp_R8vK2mXq5TzY7wLp3Nc9Jd4Bf6Gh1Sa0Ue"},
    )
    here.model.add([called], [Say("Seen.")], [Say("Done.")])

    run = here.start("Go.", tools=[SPAWN], metadata={"customer": "acme"})
    here.end(run)

    sent = here.sent(1)
    assert sent[0][1].startswith("You look.")
    assert fields(sent)["context"] == {"file": "a.txt", "token": "[redacted:github_token]"}
    assert child_of(here, run)["metadata"] == {"customer": "acme", "part": "1"}


def test_lineage_cannot_be_forged(here: Scene) -> None:
    here.model.add([Say("Parent.")], [Say("Child.")])
    parent = here.start("Go.")
    here.end(parent)

    claims = {"root_trigger": "cron", "root_run_id": "run_x", "depth": 0, "trigger": "cron"}
    run = here.start("Go on.", parentRunId=parent, context=claims, trigger="cron", rootRunId="x")
    here.end(run)

    shown = here.api.get(f"/agent-runs/{run}")
    assert (shown["parentRunId"], shown["rootRunId"]) == (parent, parent)
    assert shown["origin"]["trigger"] == "subtask"
    told = fields(here.sent())
    assert (told["root_trigger"], told["root_run_id"]) == ("api", parent)
    assert told["context"] == claims


def test_count_and_depth_of_child_runs_are_limited(here: Scene) -> None:
    many = [spawn(f"Part {n}.", f"call_{n}") for n in (1, 2, 3)]
    here.model.add(many, [Say("x")], [Say("y")], [Say("Enough.")])

    run = here.start("Go.", tools=[SPAWN])
    assert here.end(run).data["data"]["text"] == "Enough."
    results = [text for role, text in here.sent() if role == "tool"]
    assert sum("may start 2 child runs" in text for text in results) == 1

    here.model.forget()
    for n in range(3):
        here.model.add([spawn("Deeper.", f"call_{n}")])
    here.model.add([Say("Bottom.")], [Say("Middle.")], [Say("Top.")])
    assert here.do("Dig.", tools=[SPAWN]).data["data"]["text"] == "Top."
    assert "2 levels deep" in here.sent(3)[-1][1]


def test_the_parent_gets_a_childs_failure_as_the_result(here: Scene) -> None:
    here.model.add([spawn("Try.")], [Fail(400, "no such thing")], [Say("Oh.")])

    run = here.start("Go.", tools=[SPAWN])

    assert here.end(run).data["data"]["text"] == "Oh."
    assert "failed: " in here.sent()[-1][1] and "no such thing" in here.sent()[-1][1]


@pytest.mark.parametrize("args", [{}, {"task": " "}, {"task": "x", "agentId": "agt_none"}])
def test_an_invalid_call_is_refused_with_the_reason(here: Scene, args: dict[str, Any]) -> None:
    here.model.add([Call("spawn_run", args, id="call_a")], [Say("I see.")])

    assert here.do("Go.", tools=[SPAWN]).data["data"]["text"] == "I see."
    assert "spawn_run: " in here.sent()[-1][1]
    assert len(here.model.requests) == 2


def test_client_tools_are_not_inherited(here: Scene) -> None:
    here.model.add([spawn("Look.")], [Say("x")], [Say("y")])

    here.do("Go.", tools=[SPAWN, {"kind": "local", "name": "look"}])

    names = [[t["function"]["name"] for t in r.body["tools"]] for r in here.model.requests]
    assert names == [["spawn_run", "look"], ["spawn_run"], ["spawn_run", "look"]]


def test_cancelling_a_run_cancels_its_child_runs(here: Scene) -> None:
    here.model.add([spawn("Wait.")], [Stall()])
    run = here.start("Go.", tools=[SPAWN])
    here.model.wait_for_request()
    here.model.wait_for_request()

    here.api.post(f"/agent-runs/{run}/cancel")

    assert here.end(run).event == "cancelled"
    child = child_of(here, run)
    assert child["status"] == "cancelled"
    assert child["failureReason"] == f"{run} was cancelled"


def test_a_timed_out_run_cancels_its_child_runs(here: Scene) -> None:
    here.model.add([spawn("Wait.")], [Stall()])

    run = here.start("Go.", tools=[SPAWN], timeout=4)

    assert here.end(run).data["data"]["errorClass"] == "timeout"
    child = child_of(here, run)
    assert (child["status"], child["failureReason"]) == ("cancelled", f"{run} failed")


def test_after_a_restart_the_parent_waits_for_the_same_child(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = {"shutdown_grace": 0.0}
    with scene(CHAT, tmp_path, monkeypatch, [spawn("Wait.")], [Stall()], settings=settings) as one:
        run = one.start("Go.", tools=[SPAWN])
        one.model.wait_for_request()
        one.model.wait_for_request()
        first = child_of(one, run)["id"]

    def replies(request: Request) -> Reply:
        told = request.raw.decode()
        return [Say("Waited.")] if "Wait." in told and "spawn_run" not in told else [Say("All.")]

    with scene(CHAT, tmp_path, monkeypatch, settings=settings) as two:
        monkeypatch.setattr(ScriptedServer, "take", _by(replies))
        assert two.end(run).event == "result"
        assert child_of(two, run)["id"] == first


def _by(choose: Any) -> Any:
    def take(self: ScriptedServer, request: Request) -> Reply:
        self.requests.append(request)
        reply: Reply = choose(request)
        return reply

    return take


def test_an_unknown_builtin_tool_is_rejected_immediately(here: Scene) -> None:
    body = {"systemPrompt": "Hi.", "prompt": "x", "tools": [{"kind": "builtin", "name": "other"}]}

    said = here.api.post("/agent-runs", body)

    assert said.status_code == 400
    assert said.json()["problems"][0]["field"] == "/tools/0/name"
