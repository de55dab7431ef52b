"""Agents: used by name, with a version for each change."""

from __future__ import annotations

from collections.abc import Callable

from tests.server.api_client import Api, ok, refused

Connect = Callable[..., Api]


def create(api: Api, name: str = "cook", **more: object) -> str:
    body = {"name": name, "systemPrompt": "Cook well.", **more}
    return str(ok(api.post("/agents", body), 201)["id"])


def test_an_agent_can_be_used_by_name_everywhere(both: Api) -> None:
    agent = create(both)

    run = ok(both.post("/agent-runs", {"agentId": "cook", "prompt": "Hi"}), 202)["runId"]
    session = ok(both.post("/agent-sessions", {"agentId": "cook"}), 201)["sessionId"]
    task = ok(both.post("/tasks", {"agentId": "cook", "task": "Hi"}), 202)["runId"]
    cron = {"kind": "cron", "name": "daily", "schedule": "0 2 * * *", "prompt": "Hi"}
    trigger = ok(both.post("/triggers", {**cron, "agentId": "cook"}), 201)
    memory = ok(both.post("/memories", {"text": "Ann likes plums.", "agentId": "cook"}), 201)
    sent = both.send(session, "Hello")

    assert ok(both.http.get("/agents/cook"))["id"] == agent
    for id in (run, task, sent):
        assert both.get(f"/agent-runs/{id}")["spec"]["agentId"] == agent
    assert both.get(f"/agent-sessions/{session}")["agentSpec"]["agentId"] == agent
    assert trigger["agentId"] == agent
    assert memory["agentId"] == agent
    renamed = ok(both.http.patch(f"/triggers/{trigger['id']}", json={"agentId": "cook"}))
    assert renamed["agentId"] == agent


def test_a_query_finds_runs_and_sessions_by_the_name_of_their_agent(both: Api) -> None:
    agent, other = create(both), create(both, "cleaner")
    run = both.run("Peel", agentId="cook")
    both.ended(run)
    both.ended(both.run("Sweep", agentId="cleaner"))
    session = ok(both.post("/agent-sessions", {"agentId": "cook"}), 201)["sessionId"]

    def found(q: str) -> list[str]:
        return [each["id"] for each in both.get("/agent-runs", q=q)["runs"]]

    for q in ("agent:cook", "agent:coo*", "-agent:cleaner", f"agent:{agent}", "agent:cook Peel"):
        assert found(q) == [run], q
    assert len(found("agent:c*")) == 2
    assert found("agent:nobody") == []
    assert len(found("-agent:nobody")) == 2
    sessions = both.get("/agent-sessions", q="agent:cook")["sessions"]
    assert [each["sessionId"] for each in sessions] == [session]
    assert both.get("/agent-sessions", q="agent:cleaner")["sessions"] == []
    counted = both.get("/agent-runs/aggregate", q="agent:cook", measure="count")
    assert counted["total"]["values"]["count"] == 1

    ok(both.http.patch(f"/agents/{agent}", json={"name": "chef"}))
    assert (found("agent:chef"), found("agent:cook")) == ([run], [])
    create(both, other)  # its name is the id of another agent, which wins
    assert len(found(f"agent:{other}")) == 1


def test_budgets_and_erasures_match_the_name_of_an_agent(both: Api) -> None:
    create(both)
    budget = {"name": "kitchen", "query": "agent:cook", "measure": "runs"}
    budget |= {"limit": 5, "period": "day", "actions": [{"action": "refuse"}]}
    ok(both.post("/budgets", budget), 201)
    run = both.run("Peel", agentId="cook")
    both.ended(run)
    again = ok(both.post(f"/agent-runs/{run}/rerun", {}), 202)["runId"]
    both.ended(again)
    both.ended(both.run("Sweep"))

    for id in (run, again):
        counted = both.get(f"/agent-runs/{id}")["budgets"]
        assert [each["name"] for each in counted] == ["kitchen"]
    preview = ok(both.post("/erasures/preview", {"query": "agent:cook"}))
    assert preview["counts"]["runs"] == 2


def test_a_child_run_can_name_its_agent(both: Api) -> None:
    agent = create(both)
    tools = {"tools": [{"kind": "builtin", "name": "spawn_run"}]}
    parent = both.run('[[tool spawn_run {"task": "Peel", "agentId": "cook"}]]', **tools)
    both.ended(parent)

    (child,) = both.get("/agent-runs", q=f"parent:{parent}")["runs"]
    assert (child["spec"]["agentId"], child["spec"]["agentVersion"]) == (agent, 1)


def test_an_id_wins_over_an_equal_name_and_names_are_unique(both: Api) -> None:
    first = create(both, "one")
    create(both, first)  # its name is the id of another agent

    assert both.get(f"/agents/{first}")["name"] == "one"
    taken = refused(both.post("/agents", {"name": "one", "systemPrompt": "x"}), 409, "conflict")
    assert "'one' already exists" in taken["message"]
    second = create(both, "two")
    refused(both.http.patch(f"/agents/{second}", json={"name": "one"}), 409, "conflict")


def test_every_change_keeps_the_former_version_with_its_actor(both: Api, connect: Connect) -> None:
    agent = create(both, modelId="echo")
    key = ok(both.post("/keys", {"name": "ann", "scopes": ["sessions:write"]}), 201)
    ann = connect(both.url, both.base.rsplit("/", 1)[1], key=key["secret"])
    first = both.run(agentId="cook", systemPrompt=None)
    ok(ann.http.patch("/agents/cook", json={"systemPrompt": "Cook fast.", "modelId": None}))
    ok(ann.http.patch("/agents/cook", json={"systemPrompt": "Cook fast."}))  # changes nothing
    second = both.run(agentId="cook", systemPrompt=None)

    new, old = both.get("/agents/cook/versions")["versions"]

    assert (new["version"], new["systemPrompt"]) == (2, "Cook fast.")
    assert "modelId" not in new or new["modelId"] is None
    assert (old["version"], old["systemPrompt"], old["modelId"]) == (1, "Cook well.", "echo")
    assert new["actor"] == {"kind": "key", "id": key["id"], "name": "ann"}
    assert old["actor"]["kind"] == "local"
    used = [both.get(f"/agent-runs/{run}")["spec"]["agentVersion"] for run in (first, second)]
    assert used == [1, 2]
    again = ok(both.post(f"/agent-runs/{first}/rerun", {}), 202)["runId"]
    assert both.get(f"/agent-runs/{again}")["spec"]["agentVersion"] == 1
    ok(both.http.delete(f"/agents/{agent}"))
    refused(both.http.get(f"/agents/{agent}/versions"), 404, "not_found")


def test_a_caller_cannot_claim_a_version(both: Api) -> None:
    create(both)

    run = both.run(agentId="cook", agentVersion=7)
    lone = both.run(agentVersion=7)

    assert both.get(f"/agent-runs/{run}")["spec"]["agentVersion"] == 1
    assert "agentVersion" not in both.get(f"/agent-runs/{lone}")["spec"]


def test_the_system_prompt_of_an_agent_cannot_be_removed(both: Api) -> None:
    create(both)

    body = refused(
        both.http.patch("/agents/cook", json={"systemPrompt": None}), 400, "invalid_request"
    )

    assert body["problems"][0]["field"] == "/systemPrompt"
    assert both.get("/agents/cook")["version"] == 1
