"""Budgets over HTTP: the resource, refused runs, unknown prices, and who may see them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from tests.server.api_client import Api, ok, refused
from tests.support.servers import running_server, server_settings

ACME = {"customer": "acme"}
REFUSE = [{"action": "refuse"}]


def budget(api: Api, name: str = "acme-daily", **changes: Any) -> Any:
    body = {"name": name, "query": "customer:acme", "measure": "runs", "limit": 1, "period": "day"}
    return ok(api.post("/budgets", {**body, "actions": REFUSE, **changes}), 201)


def test_a_budget_is_created_shown_changed_and_deleted(both: Api) -> None:
    price = {"inputPer1MUsd": 1.5, "outputPer1MUsd": 2}
    cost = {"measure": "cost", "limit": 20, "timezone": "Europe/Berlin", "price": price}
    actions = [{"action": "stop"}, {"action": "warn", "percent": 80}]
    made = budget(both, **cost, actions=actions)

    assert made["id"].startswith("bud_")
    assert (made["limit"], made["used"], made["left"]) == (20, 0, 20)
    assert made["actions"] == [
        {"action": "warn", "percent": 80},
        {"action": "stop", "percent": 100},
    ]
    assert made["price"]["inputPer1MUsd"] == "1.5"
    assert made["resetsAt"].endswith("23:00:00.000Z") or made["resetsAt"].endswith("22:00:00.000Z")
    assert both.get("/budgets/acme-daily") == both.get(f"/budgets/{made['id']}") == made
    assert both.get("/budgets") == {"budgets": [made]}
    path = f"/budgets/{made['id']}"
    changed = ok(both.http.patch(path, json={"limit": 30.5, "price": None, "enabled": False}))
    assert (changed["limit"], changed["price"], changed["enabled"]) == (30.5, None, False)
    assert ok(both.http.delete("/budgets/acme-daily")) == {"ok": True}
    refused(both.http.get(path), 404, "not_found")
    removed, edited, added = both.get("/audit")["changes"][:3]
    log = [entry["action"] for entry in (removed, edited, added)]
    assert log == ["budget.removed", "budget.changed", "budget.added"]
    assert (edited["before"]["limit"], edited["after"]["limit"]) == (20, 30.5)  # dollars


def test_a_repeated_request_creates_one_budget(api: Api) -> None:
    body = {"name": "once", "measure": "runs", "limit": 1, "period": "day"}
    key = {"Idempotency-Key": "k"}

    first, second = (ok(api.post("/budgets", body, **key), 201) for _ in range(2))

    assert first["id"] == second["id"]
    refused(api.post("/budgets", body), 409, "conflict")


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"limit": 0}, "/limit"),
        ({"limit": -1}, "/limit"),
        ({"limit": 1e300}, "/limit"),
        ({"measure": "miles"}, "/measure"),
        ({"period": "year"}, "/period"),
        ({"timezone": "Mars/Olympus"}, "/timezone"),
        ({"query": "status:failed"}, "/query"),
        ({"query": "customer:("}, "/query"),
        ({"actions": []}, "/actions"),
        ({"actions": [{"action": "stop", "percent": 0}]}, "/actions/0/percent"),
        ({"price": {"inputPer1MUsd": 1, "outputPer1MUsd": 1}}, "/price"),
    ],
)
def test_what_is_wrong_with_a_budget_is_named(api: Api, changes: Any, field: str) -> None:
    body = {"name": "b", "measure": "runs", "limit": 1, "period": "day", **changes}

    error = refused(api.post("/budgets", body), 400, "invalid_request")

    assert field in {problem["field"] for problem in error["problems"]}


def test_a_refused_run_gets_429_with_the_budget(both: Api) -> None:
    budget(both)
    run = both.ended(both.run(metadata=ACME))
    assert run["budgets"] == [{"id": both.get("/budgets/acme-daily")["id"], "name": "acme-daily"}]

    body = {"systemPrompt": "Be brief.", "prompt": "Hello", "metadata": ACME}
    response = both.post("/agent-runs", body)

    error = refused(response, 429, "budget_exceeded")
    assert error["budget"]["name"] == "acme-daily"
    assert (error["budget"]["used"], error["budget"]["limit"]) == (1, 1)
    assert error["budget"]["resetsAt"] == both.get("/budgets/acme-daily")["resetsAt"]
    assert 0 < int(response.headers["Retry-After"]) <= 86_400
    assert "acme-daily" in error["message"] and "1 run of 1 run" in error["message"]
    assert both.get("/budgets/acme-daily")["refused"] == 1
    assert both.ended(both.run())["status"] == "succeeded"
    (found,) = both.get("/agent-runs", q="budget:acme-daily")["runs"]
    assert found["id"] == run["id"]


def test_a_limit_below_what_is_used_is_noticed_in_the_answer(both: Api) -> None:
    made = budget(both, limit=5)
    for _ in range(2):
        both.ended(both.run(metadata=ACME))
    assert made["notice"] is None

    changed = ok(both.http.patch("/budgets/acme-daily", json={"limit": 1}))

    words = "The budget acme-daily has reached its limit: 2 runs of 1 run a day used; it resets at"
    assert changed["notice"].startswith(words)
    assert changed["notice"].endswith("Until then, new runs are refused.")
    assert both.get("/budgets/acme-daily")["notice"] == changed["notice"]
    raised = ok(both.http.patch("/budgets/acme-daily", json={"limit": 9}))
    assert raised["notice"] is None


def doors(api: Api) -> Iterator[Callable[[], Any]]:
    """Yield every way to start a run of the customer, each as a function."""
    session = api.session(metadata=ACME)
    body = {"systemPrompt": "Be brief.", "prompt": "Hello", "metadata": ACME}
    yield lambda: api.post("/agent-runs", body)
    yield lambda: api.post("/agent-runs", body, **{"X-Tenant": "globex"})
    yield lambda: api.post(f"/agent-sessions/{session}/messages", {"prompt": "Hello"})
    yield lambda: api.post("/tasks", {"task": "Hello", "metadata": ACME})
    first = api.get("/agent-runs", limit=1)["runs"][0]["id"]
    yield lambda: api.post(f"/agent-runs/{first}/rerun", {})
    trigger = ok(
        api.post(
            "/triggers",
            {"kind": "cron", "name": "n", "schedule": "0 2 * * *", "prompt": "Go", "metadata": ACME}
            | {"systemPrompt": "Be brief."},
        ),
        201,
    )
    yield lambda: api.post(f"/triggers/{trigger['id']}/fire")
    body = {"kind": "webhook", "name": "w", "verify": "token", "prompt": "Go", "metadata": ACME}
    hook = ok(api.post("/triggers", {**body, "systemPrompt": "Be brief."}), 201)
    token = {"Authorization": f"Bearer {hook['secret']}", "Content-Type": "application/json"}
    url = f"{api.url}/hooks/{hook['id']}"
    yield lambda: api.http.post(url, content=b"{}", headers=token)


def test_no_door_skips_the_check(both: Api) -> None:
    budget(both)
    both.ended(both.run(metadata=ACME))

    for door in doors(both):
        response = door()
        assert response.status_code == 429, (response.url, response.text)
        refused(response, 429, "budget_exceeded")


def test_a_budget_refuses_what_starts_without_a_caller(both: Api) -> None:
    judged = both.session(metadata=ACME, autonomy={"enabled": True, "evaluator": "echo"})
    session = both.session(metadata=ACME, autonomy={"enabled": True})
    budget(both)
    both.ended(both.send(judged))
    both.post(f"/agent-sessions/{session}/timers", {"type": "check_in", "delaySeconds": 1})
    body = {"kind": "cron", "name": "n", "schedule": "* * * * * *", "prompt": "Go"}
    cron = both.post("/triggers", {**body, "systemPrompt": "Be brief.", "metadata": ACME}).json()
    timers, path = f"/agent-sessions/{session}/timers", f"/triggers/{cron['id']}/occurrences"
    deadline, done = time.monotonic() + 90, False

    while time.monotonic() < deadline and not done:
        (timer,), skips = both.get(timers)["timers"], both.get(path)["occurrences"]
        counted = both.get("/budgets/acme-daily")["refused"]
        unevaluated = both.get(f"/agent-sessions/{judged}/timers")["timers"]
        done = timer["status"] == "blocked" and bool(skips and unevaluated) and counted >= 3

    both.http.delete(f"/triggers/{cron['id']}")
    assert (timer["status"], timer["code"]) == ("blocked", "could_not_start")
    assert "the budget acme-daily refuses new runs" in timer["note"]
    assert (unevaluated[0]["status"], unevaluated[0]["code"]) == ("blocked", "not_evaluated")
    assert "the budget acme-daily refuses new runs" in unevaluated[0]["note"]
    assert skips[0]["status"] == "skipped"
    assert "the budget acme-daily refuses new runs" in skips[0]["reason"]
    assert len(both.get("/agent-runs", q="customer:acme")["runs"]) == 1  # no evaluator either
    assert counted >= 3


def test_a_key_that_is_limited_to_tags_sees_its_own_budgets(api: Api, connect: Any) -> None:
    budget(api)
    budget(api, "all", query="")
    api.ended(api.run(metadata=ACME))
    key = {"name": "acme", "scopes": ["runs:read"], "tags": ACME}
    secret = ok(api.post("/keys", key), 201)["secret"]
    bound = connect(api.url, api.base.rpartition("/")[2], key=secret)

    assert [each["name"] for each in bound.get("/budgets")["budgets"]] == ["acme-daily"]
    refused(bound.http.get("/budgets/all"), 404, "not_found")
    refused(bound.http.get("/budgets/all/periods"), 404, "not_found")
    assert len(bound.get("/budgets/acme-daily/periods")["periods"]) == 1
    refused(bound.http.delete("/budgets/acme-daily"), 403, "insufficient_scope")
    (run,) = bound.get("/agent-runs")["runs"]
    assert run["budgets"] == []


@pytest.fixture(scope="module")
def endpoint(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    """A server with an endpoint whose models have no known price."""
    providers = {"lab": {"base_url": "http://127.0.0.1:9/v1"}}
    settings = server_settings(tmp_path_factory.mktemp("endpoint"), providers=providers)
    with running_server(settings, work=False) as server:
        api = Api(server.url)
        yield api
        api.http.close()


def test_a_cost_budget_refuses_a_model_without_a_known_price(endpoint: Api) -> None:
    cost = {"measure": "cost", "actions": [{"action": "stop"}]}
    made = budget(endpoint, **cost)
    body = {"systemPrompt": "Be brief.", "prompt": "Hello", "metadata": ACME}

    error = refused(
        endpoint.post("/agent-runs", {**body, "modelId": "lab:secret-1"}), 400, "price_unknown"
    )

    assert error["problems"][0]["field"] == "/modelId"
    assert "acme-daily" in error["message"] and "lab:secret-1" in error["message"]
    endpoint.run(metadata=ACME, modelId="echo")
    price = {"inputPer1MUsd": 1, "outputPer1MUsd": 2}
    ok(endpoint.http.patch(f"/budgets/{made['id']}", json={"price": price}))
    endpoint.run(metadata=ACME, modelId="lab:secret-1")
