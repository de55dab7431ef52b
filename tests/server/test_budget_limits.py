"""Budgets in force: model calls of every kind are reserved, counted, approved and stopped."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from tests.server.api_client import Api, ok
from tests.support.openai_server import OpenAi
from tests.support.scripted_models import USAGE, Fail, Say, ScriptedServer
from tests.support.servers import RunningServer, running_server, server_settings

ECHO = {"input": "1", "output": "10", "cache_read": "0.1"}
ACME = {"customer": "acme"}
STOP = [{"action": "stop"}]


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RunningServer]:
    """A server whose model echo has a price, once on each store."""
    changes: dict[str, Any] = {"prices": {"echo": ECHO}, "context_window": 2000}
    if request.param == "postgres":
        changes["database_url"] = request.getfixturevalue("postgres_url")
    directory = tmp_path_factory.mktemp("budgets")
    with running_server(server_settings(directory, **changes)) as running:
        yield running


@pytest.fixture
def api(server: RunningServer, request: pytest.FixtureRequest) -> Iterator[Api]:
    """A workspace of its own."""
    slug = f"b{abs(hash(request.node.name)) % 10**9}"
    everywhere = Api(server.url)
    ok(everywhere.http.post(f"{server.url}/api/v1/workspaces", json={"slug": slug}), 201)
    everywhere.http.close()
    made = Api(server.url, slug)
    yield made
    made.http.close()


def budget(api: Api, name: str = "acme", **changes: Any) -> Any:
    body = {"name": name, "measure": "cost", "limit": 1, "period": "day", "actions": STOP}
    return ok(api.post("/budgets", {**body, **changes}), 201)


def used(api: Api, name: str = "acme") -> Decimal:
    """Return the usage of a budget, which has nothing reserved after its runs."""
    found = api.get(f"/budgets/{name}")
    assert found["reserved"] == 0
    return Decimal(str(found["used"]))


def total(*runs: Any) -> Decimal:
    return sum((Decimal(run["cost"]) for run in runs), Decimal(0))


def test_the_used_amount_is_the_cost_of_the_runs(api: Api) -> None:
    budget(api)

    runs = [api.ended(api.run("Hello", metadata=ACME)) for _ in range(3)]

    assert all(run["status"] == "succeeded" for run in runs)
    assert used(api) == total(*runs) > 0


def test_a_run_is_stopped_before_a_call_that_the_budget_cannot_pay(api: Api) -> None:
    budget(api, limit=0.05)  # less than 8,192 tokens of output

    run = api.ended(api.run())

    assert run["status"] == "failed"
    assert (run["error"]["code"], run["error"]["errorClass"]) == ("budget_exceeded",) * 2
    assert "the budget acme is exceeded: $0 of $0.05 a day used" in run["error"]["message"]
    assert not run["error"]["retryable"]
    assert used(api) == 0
    assert api.get("/agent-runs", q="error:budget_exceeded budget:acme")["runs"][0] == run
    (item,) = api.get("/inbox", kind="budget")["items"]
    assert item["title"] == "The budget acme stopped 1 run"


@pytest.mark.parametrize(("longest", "status"), [(4_000, "succeeded"), (20_000, "failed")])
def test_the_output_limit_of_a_request_is_what_is_reserved(
    api: Api, longest: int, status: str
) -> None:
    budget(api, limit=0.05 if longest < 8192 else 0.15)

    run = api.ended(api.run(modelSettings={"maxTokens": longest}))

    assert run["status"] == status
    if status == "failed":
        assert "the next model call may use $0.2" in run["error"]["message"]


def test_a_higher_limit_closes_the_item_about_stopped_runs(api: Api) -> None:
    budget(api, limit=0.05)
    api.ended(api.run())
    assert api.get("/inbox", kind="budget")["open"] == 1

    ok(api.http.patch("/budgets/acme", json={"limit": 1}))

    assert api.get("/inbox", kind="budget")["open"] == 0


def test_a_run_that_calls_tools_is_stopped_between_two_calls(api: Api) -> None:
    budget(api, limit=0.085)
    tool = {"kind": "local", "name": "look", "description": "Look.", "parameters": {}}
    run = api.run('[[tool look {"at": "it"}]]', tools=[tool])
    call = api.waiting(run)
    ok(api.post(f"/agent-runs/{run}/tool-results", {"toolUseId": call, "result": "x" * 9000}))

    ended = api.ended(run)

    assert ended["error"]["code"] == "budget_exceeded"
    assert ended["turns"] == 1
    assert used(api) == total(ended) > 0


def test_a_failed_call_that_used_nothing_costs_nothing(api: Api) -> None:
    budget(api)

    run = api.ended(api.run("[[fail overloaded]]"))

    assert (run["status"], used(api)) == ("failed", 0)


def test_a_cancelled_call_counts_its_input(api: Api) -> None:
    budget(api, measure="tokens", limit=100_000)
    run = api.run("[[sleep 600]]")
    api.stream(f"/agent-runs/{run}/stream", until=["assistant_delta"])
    assert api.get("/budgets/acme")["reserved"] > 8192

    ok(api.post(f"/agent-runs/{run}/cancel"))

    api.stream(f"/agent-runs/{run}/stream")
    for _ in range(1000):
        found = api.get("/budgets/acme")
        if not found["reserved"]:
            break
    assert 0 < found["used"] < 1000
    assert found["reserved"] == 0


def test_a_timeout_counts_what_was_sent(api: Api) -> None:
    budget(api, measure="tokens", limit=100_000)

    run = api.ended(api.run("[[sleep 600]]", timeout=1))

    assert run["error"]["errorClass"] == "timeout"
    found = api.get("/budgets/acme")
    assert (0 < found["used"] < 1000, found["reserved"]) == (True, 0)


def test_child_runs_use_the_budget_of_their_parent(api: Api) -> None:
    budget(api, "tree", period="run", query="customer:acme")
    spawn = {"kind": "builtin", "name": "spawn_run"}
    task = json.dumps({"task": "Hello", "metadata": {"customer": "other"}})

    run = api.ended(api.run(f"[[tool spawn_run {task}]]", tools=[spawn], metadata=ACME))

    (child,) = api.get("/agent-runs", q=f"parent:{run['id']}")["runs"]
    assert [each["name"] for each in child["budgets"]] == ["tree"]
    assert used(api, "tree") == total(run, child)


def test_the_evaluator_counts_for_the_run_that_it_evaluates(api: Api) -> None:
    budget(api)
    session = api.session(autonomy={"enabled": True, "evaluator": "echo"}, metadata=ACME)
    run = api.ended(api.send(session))

    for _ in range(1000):
        children = api.get("/agent-runs", q=f"parent:{run['id']}")["runs"]
        if children and children[0]["finishedAt"]:
            break
    assert [each["name"] for each in children[0]["budgets"]] == ["acme"]
    assert used(api) == total(run, *children)


def test_a_key_limited_to_tags_does_not_learn_the_names_of_other_budgets(api: Api) -> None:
    warn = [{"action": "warn", "percent": 1}, {"action": "stop", "percent": 50}]
    budget(api, "everyone", query="", measure="tokens", limit=20_000, actions=warn)
    tool = {"kind": "local", "name": "look", "description": "Look.", "parameters": {}}
    run = api.run('[[tool look {"at": "it"}]]', tools=[tool], metadata=ACME)
    call = api.waiting(run)
    ok(api.post(f"/agent-runs/{run}/tool-results", {"toolUseId": call, "result": "done"}))
    api.ended(run)
    stopped = [{"action": "stop"}]
    ok(api.http.patch("/budgets/everyone", json={"limit": 1, "actions": stopped}))
    failed = api.run("Hello", metadata=ACME)
    api.ended(failed)
    key = {"name": "acme", "scopes": ["runs:read"], "tags": ACME}
    secret = ok(api.post("/keys", key), 201)["secret"]
    bound = Api(api.url, api.base.rpartition("/")[2], key=secret)

    for each, shown in ((run, "budget_warning"), (failed, "error")):
        events = {frame.event: frame.data for frame in bound.events(each)}
        assert shown in events
        assert "everyone" not in json.dumps(events)
        assert "everyone" not in json.dumps(bound.get(f"/agent-runs/{each}/messages"))
        assert "everyone" not in json.dumps(bound.get(f"/agent-runs/{each}"))
    assert "everyone" in json.dumps([frame.data for frame in api.events(run)])
    assert events["error"]["data"]["error"] == "a budget was exceeded"
    bound.http.close()


def test_a_warning_is_sent_to_webhooks_of_the_inbox(api: Api) -> None:
    hooks = []
    for query in ("customer:acme", "customer:globex", ""):
        hook = {"url": "https://ops.example.com/hook", "events": "inbox", "query": query}
        hooks.append(ok(api.post("/subscriptions", hook), 201)["id"])
    warn = [{"action": "warn", "percent": 1}]
    budget(api, query="customer:acme", measure="tokens", limit=1000, actions=warn)
    api.ended(api.run("Hello", metadata=ACME))

    def sent(hook: str) -> list[Any]:
        deliveries = api.get(f"/subscriptions/{hook}/deliveries")["deliveries"]
        return [json.loads(each["payload"])["data"]["kind"] for each in deliveries]

    deadline = time.monotonic() + 90
    while not (sent(hooks[0]) and sent(hooks[2])) and time.monotonic() < deadline:
        api.get("/inbox")  # the notices follow the inbox
    assert (sent(hooks[0]), sent(hooks[1]), sent(hooks[2])) == (["budget"], [], ["budget"])


def test_a_budget_of_runs_warns_once_when_a_new_run_reaches_the_share(api: Api) -> None:
    warn = [{"action": "warn", "percent": 50}]
    budget(api, query="customer:acme", measure="runs", limit=4, actions=warn)
    runs = [api.ended(api.run("Hello", metadata=ACME))["id"] for _ in range(3)]

    notices = api.get("/budgets/acme/notices")["notices"]
    assert [(each["percent"], each["used"], each["runId"]) for each in notices] == [
        (50, 2, runs[1])
    ]
    (item,) = api.get("/inbox", kind="budget")["items"]
    assert item["title"] == "50 % of the budget acme is used"


def test_the_envelope_says_what_is_left_and_a_crossed_threshold_adds_one_part(api: Api) -> None:
    warn = [{"action": "warn", "percent": 1}, {"action": "warn", "percent": 99}]
    budget(api, measure="tokens", limit=20_000, actions=warn)
    tool = {"kind": "local", "name": "look", "description": "Look.", "parameters": {}}
    run = api.run('[[tool look {"at": "it"}]]', tools=[tool])
    call = api.waiting(run)
    ok(api.post(f"/agent-runs/{run}/tool-results", {"toolUseId": call, "result": "done"}))

    ended = api.ended(run)

    assert ended["status"] == "succeeded"
    envelope = api.get(f"/agent-runs/{run}/envelope")
    (left,) = envelope["fields"]["budgets"]
    assert (left["name"], left["left"]) == ("acme", "20,000 tokens")
    assert left["limit"] == "20,000 tokens per day" and left["resets_at_utc"]
    assert envelope["sources"]["budgets"] == "server"
    warnings = [f.data["data"] for f in api.events(run) if f.event == "budget_warning"]
    assert [warning["budget"]["percent"] for warning in warnings] == [1]
    calls = api.get(f"/agent-runs/{run}/messages")["calls"]
    assert len(calls) == 2
    assert "1 % of the budget acme is used" in json.dumps(calls[1])
    assert "1 % of the budget acme is used" not in json.dumps(calls[0])
    notices = api.get("/budgets/acme/notices")["notices"]
    assert [(each["action"], each["percent"], each["runId"]) for each in notices] == [
        ("warn", 1, run)
    ]
    (item,) = api.get("/inbox", kind="budget")["items"]
    assert item["title"] == "1 % of the budget acme is used"
    ok(api.post(f"/inbox/{item['id']}/dismiss"))
    (item,) = api.get("/inbox", kind="budget")["items"]
    assert item["answer"]["action"] == "dismiss"


def test_a_question_waits_for_a_person(api: Api) -> None:
    budget(api, actions=[{"action": "ask", "percent": 1}])
    run = api.run()
    frames = api.stream(f"/agent-runs/{run}/stream", until=["approval_request"])
    asked = frames[-1].data["data"]
    assert asked["input"]["budget"] == "acme"
    (item,) = api.get("/inbox", kind="approval")["items"]
    assert "use more of a budget: acme, $0 of $1 a day used" in item["title"]
    assert "; a call may use $0.08" in item["title"]
    assert item["otherwise"] == "The run ends with `budget_exceeded`."
    assert api.get(f"/agent-runs/{run}")["status"] == "waiting"

    path = f"/agent-runs/{run}/approvals/{asked['approvalId']}"
    ok(api.post(path, {"decision": "approve"}))

    assert api.ended(run)["status"] == "succeeded"
    assert used(api) > 0


def test_a_question_about_a_budget_of_runs_has_no_amount_of_a_call(api: Api) -> None:
    budget(api, measure="runs", limit=1, actions=[{"action": "ask"}])
    api.ended(api.run())
    run = api.run()

    asked = api.stream(f"/agent-runs/{run}/stream", until=["approval_request"])[-1].data["data"]

    words = asked["input"]["reason"]
    assert words.startswith("acme, 2 runs of 1 run a day used; it resets at ")
    assert "a call may use" not in words
    ok(api.post(f"/agent-runs/{run}/cancel"))


@pytest.mark.parametrize(
    ("given", "shown"), [({"reason": "too much"}, "too much"), ({}, "the approval was denied")]
)
def test_a_denied_question_ends_the_run(api: Api, given: Any, shown: str) -> None:
    budget(api, actions=[{"action": "ask", "percent": 1}])
    run = api.run()
    frames = api.stream(f"/agent-runs/{run}/stream", until=["approval_request"])
    path = f"/agent-runs/{run}/approvals/{frames[-1].data['data']['approvalId']}"

    ok(api.post(path, {"decision": "deny", **given}))

    ended = api.ended(run)
    reset = api.get("/budgets/acme")["resetsAt"].replace(".000Z", "Z")
    assert ended["error"]["code"] == "budget_exceeded"
    assert ended["error"]["message"].endswith(f" used; it resets at {reset}; {shown}")
    assert used(api) == 0


def test_a_price_of_the_budget_replaces_that_of_the_model(api: Api) -> None:
    price = {"inputPer1MUsd": 100, "outputPer1MUsd": 0}
    budget(api, price=price)

    run = api.ended(api.run())

    assert used(api) == Decimal(run["tokens"]["inputTokens"]) / 10_000


def test_a_preview_says_what_would_have_been_stopped(api: Api) -> None:
    runs = [api.ended(api.run(metadata=ACME)) for _ in range(3)]
    api.ended(api.run())
    body = {"name": "p", "query": "customer:acme", "measure": "runs", "limit": 1, "period": "day"}

    found = ok(api.post("/budgets/preview", body))

    assert (found["runs"], found["stopped"], found["complete"]) == (3, 2, True)
    assert found["examples"] == [runs[2]["id"], runs[1]["id"]]
    assert [(each["used"], each["affected"]) for each in found["periods"]] == [(1, 2)]
    assert api.get("/budgets") == {"budgets": []}
    cost = ok(api.post("/budgets/preview", {**body, "measure": "cost"}))
    assert Decimal(str(cost["used"])) == total(*runs)


def test_every_measure_stops(api: Api) -> None:
    budget(api, "runs", measure="runs", limit=1, query="customer:a")
    budget(api, "time", measure="time", limit=0.05, query="customer:b")

    one, two = (api.ended(api.run(metadata={"customer": "a"})) for _ in range(2))
    api.ended(api.run("[[sleep 0.1]]", metadata={"customer": "b"}))
    three = api.ended(api.run(metadata={"customer": "b"}))

    assert one["status"] == "succeeded"
    assert "the budget runs is exceeded: 2 runs of 1 run a day" in two["error"]["message"]
    assert "the budget time is exceeded" in three["error"]["message"]


def test_streamed_retried_and_cached_calls_cost_what_the_provider_reports(
    tmp_path: Path,
) -> None:
    price = {"input": "10", "output": "20", "cache_read": "1"}
    with ScriptedServer(OpenAi(), [[Fail(429)], [Say("Hello there.")]]).serving() as model:
        settings = server_settings(
            tmp_path,
            providers={"lab": {"base_url": model.url}},
            prices={"lab:m": price},
            model_retry_wait=0.01,
        )
        with running_server(settings) as server:
            api = Api(server.url)
            budget(api, "tokens", measure="tokens", limit=1_000_000)
            budget(api)
            run = api.ended(api.run(modelId="lab:m"))

            tokens = USAGE["input"] + USAGE["output"]
            dollars = Decimal(200 * 10 + 1000 * 1 + 40 * 20) / 1_000_000
            assert len(model.requests) == 2
            assert run["status"] == "succeeded"
            assert (used(api), used(api, "tokens")) == (dollars, tokens)
            api.http.close()


def test_summaries_are_counted(tmp_path: Path) -> None:
    with ScriptedServer(OpenAi()).serving() as model:
        lab = {"base_url": model.url, "context_window": 2800, "output_limit": 500}
        settings = server_settings(
            tmp_path, providers={"lab": lab}, prices={"lab:m": {"input": "1", "output": "2"}}
        )
        with running_server(settings) as server:
            api = Api(server.url)
            budget(api)
            session = api.session(modelId="lab:m")
            runs = [api.ended(api.send(session, "x" * 900)) for _ in range(7)]

            events = [frame.event for run in runs for frame in api.events(run["id"])]
            assert "compaction" in events
            assert used(api) == total(*runs)
            assert {request.body["max_completion_tokens"] for request in model.requests} == {500}
            api.http.close()
