"""Cost of runs and sessions: sums, queries, webhooks, metrics, and prices that change."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from tests.server.api_client import Api, ok
from tests.support.servers import running_server, server_settings

from runwhy.core.runs.log import PartKind

ECHO = {"input": "1.25", "output": "10", "cache_read": "0.125"}


def expected(run: Any, price: dict[str, str] = ECHO) -> Decimal:
    tokens = run["tokens"]
    dollars = Decimal(price["input"]) * tokens["inputTokens"]
    dollars += Decimal(price["output"]) * tokens["outputTokens"]
    return dollars / 1_000_000


def do(api: Api, prompt: str = "Hello", **more: Any) -> Any:
    return api.ended(api.run(prompt, **more))


@pytest.fixture(scope="module")
def _priced(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    settings = server_settings(tmp_path_factory.mktemp("cost"), prices={"echo": ECHO})
    with running_server(settings) as server:
        api = Api(server.url)
        yield api
        api.http.close()


@pytest.fixture
def priced(_priced: Api) -> Api:
    """A server whose model echo has a price."""
    return _priced


def test_echo_costs_what_the_settings_say(priced: Api) -> None:
    run = do(priced)

    assert Decimal(run["cost"]) == expected(run) > 0
    assert "E" not in run["cost"] and not run["cost"].endswith("0")
    assert run["unpricedCalls"] == 0
    assert isinstance(run["firstTokenMs"], int)


def test_without_a_price_echo_is_free_and_not_unknown(api: Api) -> None:
    run = do(api)

    assert (run["cost"], run["unpricedCalls"]) == ("0", 0)


def test_a_later_price_changes_no_past_run(tmp_path: Path) -> None:
    def with_price(price: dict[str, str] | None) -> Iterator[Api]:
        prices = {"echo": price} if price else {}
        with running_server(server_settings(tmp_path, prices=prices)) as server:
            api = Api(server.url)
            yield api
            api.http.close()

    runs: list[Any] = []
    doubled = {"input": "2.5", "output": "20"}
    for price in (ECHO, doubled, None):
        for api in with_price(price):
            session = api.session()
            runs.append(api.ended(api.send(session)))
            for before in runs:
                again = api.get(f"/agent-runs/{before['id']}")
                total = api.get(f"/agent-sessions/{before['sessionId']}")
                assert again["cost"] == before["cost"] == total["cost"]
    first, second, last = (Decimal(run["cost"]) for run in runs)
    assert (first, second, last) == (expected(runs[0]), expected(runs[1], doubled), 0)


def test_a_session_has_the_sums_of_its_ended_runs(priced: Api) -> None:
    session = priced.session()
    new = priced.get(f"/agent-sessions/{session}")
    assert (new["cost"], new["unpricedCalls"], new["firstTokenMs"]) == (None, 0, None)
    assert new["tokens"]["inputTokens"] == 0

    runs = [priced.ended(priced.send(session, f"Question {n}")) for n in range(3)]

    shown = priced.get(f"/agent-sessions/{session}")
    assert Decimal(shown["cost"]) == sum(Decimal(run["cost"]) for run in runs)
    for name in shown["tokens"]:
        assert shown["tokens"][name] == sum(run["tokens"][name] for run in runs)
    assert shown["firstTokenMs"] == runs[0]["firstTokenMs"]
    (listed,) = priced.get("/agent-sessions", q=f"session:{session}")["sessions"]
    for name in ("cost", "tokens", "unpricedCalls", "firstTokenMs"):
        assert listed[name] == shown[name]


def test_the_run_of_a_child_is_not_counted_again(priced: Api) -> None:
    session = priced.session(tools=[{"kind": "builtin", "name": "spawn_run"}])
    task = '[[tool spawn_run {"task": "Count.", "systemPrompt": "You count."}]]'
    run = priced.ended(priced.send(session, task))

    (child,) = priced.get("/agent-runs", q=f"parent:{run['id']}")["runs"]

    assert Decimal(child["cost"]) == expected(child) > 0
    assert Decimal(run["cost"]) == expected(run)
    assert priced.get(f"/agent-sessions/{session}")["cost"] == run["cost"]


def test_runs_and_sessions_are_found_by_cost_tokens_and_first_token(priced: Api) -> None:
    session = priced.session(metadata={"for": "queries"})
    run = priced.ended(priced.send(session, "Hello"))
    tokens, cost = run["tokens"], run["cost"]
    true = [
        *(f"cost:{cost}", f"cost>={cost}", "cost<1", "has:cost", "unpriced_calls:0"),
        *(f"input_tokens:{tokens['inputTokens']}", "cached_tokens:0", "tokens>10"),
        *("first_token<60s", "has:first_token"),
    ]
    false = ["cost>1", f"cost<{cost}", "cached_tokens>0", "first_token>60s", "unpriced_calls>0"]

    for path, name in (("/agent-runs", "runs"), ("/agent-sessions", "sessions")):
        for query, found in [*((q, 1) for q in true), *((q, 0) for q in false)]:
            listed = priced.get(path, q=f"for:queries {query}")[name]
            assert len(listed) == found, (path, query)


def test_a_key_bound_to_tags_does_not_see_the_usage_of_a_session(priced: Api) -> None:
    session = priced.session(metadata={"customer": "bound"})
    priced.ended(priced.send(session))
    priced.ended(priced.send(session, metadata={"customer": "other"}))
    asked = {"name": "bound", "scopes": ["sessions:read"], "tags": {"customer": "bound"}}
    key = ok(priced.post("/keys", asked), 201)["secret"]
    reader = {"Authorization": f"Bearer {key}"}

    shown = ok(priced.http.get(f"/agent-sessions/{session}", headers=reader))

    names = ("cost", "tokens", "unpricedCalls", "firstTokenMs")
    assert [shown[name] for name in names] == [None] * 4
    for query in ("cost>0", "has:cost", "tokens>0", "unpriced_calls:0", "first_token<60s"):
        found = ok(priced.http.get("/agent-sessions", params={"q": query}, headers=reader))
        assert found["sessions"] == [], query


def test_metrics_sum_the_cost_by_model(priced: Api) -> None:
    def counted(name: str) -> float:
        text = priced.http.get(f"{priced.http.base_url}".split("/api/")[0] + "/metrics").text
        lines = [line for line in text.splitlines() if line.startswith(f"{name}{{")]
        return sum(float(line.rpartition(" ")[2]) for line in lines if 'model="echo"' in line)

    before = counted("runwhy_cost_usd_total")
    runs = [do(priced), do(priced)]

    grown = counted("runwhy_cost_usd_total") - before
    assert grown == pytest.approx(float(sum(Decimal(run["cost"]) for run in runs)))
    assert counted("runwhy_unpriced_model_calls_total") == 0


def test_the_list_of_models_has_the_price(priced: Api) -> None:
    echo = next(model for model in priced.get("/models")["models"] if model["id"] == "echo")

    assert echo["pricing"] == {
        "inputPer1MUsd": 1.25,
        "outputPer1MUsd": 10.0,
        "cacheReadPer1MUsd": 0.125,
    }


def test_a_run_that_times_out_keeps_the_cost_of_its_calls(priced: Api) -> None:
    look = {"kind": "local", "name": "look", "parameters": {"type": "object"}}

    run = do(priced, "[[tool look {}]]", tools=[look], timeout=5)

    assert (run["status"], run["turns"]) == ("failed", 1)
    assert Decimal(run["cost"]) == expected(run) > 0


def test_a_run_that_continues_after_a_restart_keeps_the_cost_of_its_calls(tmp_path: Path) -> None:
    look = {"kind": "local", "name": "look", "parameters": {"type": "object"}}
    with running_server(server_settings(tmp_path, prices={"echo": ECHO})) as server:
        api = Api(server.url)
        run = api.run("[[tool look {}]]", tools=[look])
        use = api.waiting(run)
        api.http.close()
    dear = {"input": "100", "output": "100"}
    with running_server(server_settings(tmp_path, prices={"echo": dear})) as server:
        api = Api(server.url)
        ok(api.post(f"/agent-runs/{run}/tool-results", {"toolUseId": use, "result": "plums"}))
        ended = api.ended(run)
        parts = server.call(server.runwhy.store.list_parts(run))
        api.http.close()

    replies = [part.data for part in parts if part.kind is PartKind.REPLY]
    prices = [reply["call"]["price"]["inputPer1MUsd"] for reply in replies]  # type: ignore[index]
    costs = [reply["call"]["cost"] for reply in replies]  # type: ignore[index]
    assert prices == ["1.25", "100"]
    assert Decimal(ended["cost"]) == Decimal(sum(costs)) / 10**12
    assert Decimal(ended["cost"]) < expected(ended, dear)
