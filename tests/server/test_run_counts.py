"""Searching and counting runs over HTTP."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from tests.server.api_client import Api, refused

CUSTOMERS = ("acme", "acme", "acme", "globex", "initech")


@pytest.fixture
def ended(both: Api) -> Api:
    """A workspace with five ended runs."""
    for number, customer in enumerate(CUSTOMERS):
        env = "prod" if number % 2 else "dev"
        both.ended(both.run(f"Order {number}", metadata={"customer": customer, "env": env}))
    return both


def prompts(api: Api, path: str = "/agent-runs", **params: Any) -> list[str]:
    """Return the prompts of the runs that match a query, newest first."""
    runs = api.get(path, limit=200, **params)["runs"]
    found = [api.get(f"/agent-runs/{run['id']}/messages")["calls"][-1] for run in runs]
    return [call["messages"][-1]["content"] for call in found]


@pytest.mark.parametrize(
    ("q", "found"),
    [
        ("customer:acme", 3),
        ("customer:acme env:dev", 2),
        ("customer:acme OR customer:globex", 4),
        ("-customer:acme", 2),
        ("customer:in*", 1),
        ("has:customer", 5),
        ("has:other", 0),
        ("status:succeeded model:echo", 5),
        ("-status:succeeded", 0),
        ("created>-1h tokens>=0 duration<1h", 5),
        ("created<-1h", 0),
        ("trigger:api executor:builtin -has:session", 5),
        ('"order 3"', 1),
        ("ORDER -customer:acme", 2),
        ("", 5),
    ],
)
def test_a_query_finds_runs(ended: Api, q: str, found: int) -> None:
    assert len(ended.get("/agent-runs", q=q)["runs"]) == found


def test_a_query_is_combined_with_metadata_and_status(ended: Api) -> None:
    asked = {"metadata": "customer:acme", "status": "succeeded", "q": "env:dev"}
    assert prompts(ended, **asked) == ["Order 2", "Order 0"]


def test_an_invalid_query_is_rejected_with_its_column(both: Api) -> None:
    for path in ("/agent-runs", "/agent-sessions", "/agent-runs/keys", "/agent-runs/histogram"):
        answer = refused(both.http.get(path, params={"q": "env:"}), 400, "invalid_request")
        assert answer["problems"][0] == {
            "field": "q",
            "problem": 'column 5: expected a value after "env:"',
        }


def test_a_long_query_is_rejected_with_the_limit(both: Api) -> None:
    response = both.http.get("/agent-runs", params={"q": "x" * 2001})
    assert refused(response, 400, "invalid_request")["problems"][0]["limit"] == 2000


def test_an_unknown_key_matches_nothing_and_gets_a_suggestion(ended: Api) -> None:
    answer = ended.get("/agent-runs", q="custmer:acme")
    assert answer["runs"] == []
    assert answer["suggestions"] == [
        {
            "written": "custmer",
            "meant": "customer",
            "message": 'did you mean "customer" instead of "custmer"?',
        }
    ]
    assert "suggestions" not in ended.get("/agent-runs", q="customer:acme")


def test_paging_a_query_is_complete_while_runs_arrive(ended: Api) -> None:
    seen: list[str] = []
    params: dict[str, Any] = {"q": "customer:acme created>-1h", "limit": 1}
    while True:
        page = ended.get("/agent-runs", **params)
        seen += [run["id"] for run in page["runs"]]
        ended.run("New", metadata={"customer": "acme"})
        if page["nextCursor"] is None:
            break
        params["cursor"] = page["nextCursor"]
    assert len(seen) == len(set(seen)) == 3


def test_a_cursor_is_valid_only_for_its_query(ended: Api) -> None:
    cursor = ended.get("/agent-runs", q="customer:acme", limit=1)["nextCursor"]
    other = ended.http.get("/agent-runs", params={"q": "customer:globex", "cursor": cursor})
    refused(other, 400, "invalid_request")


def test_the_count_of_a_value_equals_the_runs_that_filtering_finds(ended: Api) -> None:
    for key in ("customer", "env", "status", "trigger", "model", "actor", "executor"):
        for q in ("", "env:dev", "-customer:acme"):
            facet = ended.get("/agent-runs/facets", key=key, q=q)
            assert facet["key"] == key
            for each in facet["values"]:
                more = f'{q} {key}:"{each["value"]}"'
                assert len(ended.get("/agent-runs", q=more)["runs"]) == each["count"]


def test_values_beyond_the_limit_are_counted_as_other(ended: Api) -> None:
    assert ended.get("/agent-runs/facets", key="customer", limit=1) == {
        "key": "customer",
        "values": [{"value": "acme", "count": 3}],
        "other": 2,
    }


def test_an_invalid_key_to_count_by_is_rejected(both: Api) -> None:
    for key in ("created", "a/b", ""):
        answer = refused(
            both.http.get("/agent-runs/facets", params={"key": key}), 400, "invalid_request"
        )
        assert answer["problems"][0]["field"] == "key"
    response = both.http.get("/agent-runs/histogram", params={"groupBy": "tokens"})
    assert refused(response, 400, "invalid_request")["problems"][0]["field"] == "groupBy"


def test_keys_are_listed_with_their_counts(ended: Api) -> None:
    ended.run(metadata={"extra": "x", "env": "dev"})
    listed = ended.get("/agent-runs/keys")["keys"]
    assert {each["key"]: each["count"] for each in listed} == {"customer": 5, "env": 6, "extra": 1}
    assert ended.get("/agent-runs/keys", prefix="e", limit=1)["keys"] == [
        {"key": "env", "count": 6}
    ]
    assert ended.get("/agent-runs/keys", q="has:extra")["keys"] == [
        {"key": "env", "count": 1},
        {"key": "extra", "count": 1},
    ]


def test_a_histogram_is_grouped_by_any_key_and_has_no_gap(ended: Api) -> None:
    told = ended.get("/agent-runs/histogram", q="created>-2h", groupBy="customer", limit=1)
    assert (told["interval"], told["groupBy"], told["groups"]) == ("minute", "customer", ["acme"])
    buckets = told["buckets"]
    assert 120 <= len(buckets) <= 122
    assert all(one["start"] < two["start"] for one, two in pairwise(buckets))
    assert sum(each["count"] for each in buckets) == 5
    assert sum(each["counts"].get("acme", 0) for each in buckets) == 3
    assert sum(each["other"] for each in buckets) == 2
    assert sum(each["none"] for each in buckets) == 0


def test_a_histogram_without_a_key_is_not_grouped(ended: Api) -> None:
    told = ended.get("/agent-runs/histogram", interval="day")
    assert told["groupBy"] is None and told["groups"] == []
    assert sum(each["count"] for each in told["buckets"]) == 5
    assert set(told["buckets"][0]) == {"start", "count"}


def test_a_histogram_without_runs_is_empty(both: Api) -> None:
    assert both.get("/agent-runs/histogram", groupBy="env")["buckets"] == []


def test_too_many_intervals_are_rejected(both: Api) -> None:
    params = {"q": "created>-52w", "interval": "minute"}
    answer = refused(both.http.get("/agent-runs/histogram", params=params), 400, "invalid_request")
    assert answer["problems"][0]["field"] == "interval"


def test_sessions_are_searched_with_the_same_grammar(both: Api) -> None:
    acme = both.session(metadata={"customer": "acme"}, name="Refunds")
    other = both.session(metadata={"customer": "globex"})
    both.ended(both.send(other, "Where is my parcel?"))
    both.http.delete(f"/agent-sessions/{acme}")

    def found(q: str) -> list[str]:
        return [each["sessionId"] for each in both.get("/agent-sessions", q=q)["sessions"]]

    assert found("customer:acme") == [acme]
    assert found("-customer:acme") == [other]
    assert found("status:ended has:finished") == [acme]
    assert found("REFUND") == [acme]
    assert found("parcel created>-1h") == [other]
    assert found(f"session:{other}") == [other]
    assert found("has:trigger") == []
    assert found("customer:acme OR parcel") == [other, acme]
    refused(both.http.get("/agent-sessions", params={"q": "status:failed"}), 400, "invalid_request")


def test_paging_sessions_is_complete_while_they_are_used(both: Api) -> None:
    sessions = [both.session(metadata={"n": str(number)}) for number in range(6)]
    for session in sessions:
        both.ended(both.send(session))
    seen: list[str] = []
    params: dict[str, Any] = {"q": "has:n", "limit": 2}
    while True:
        page = both.get("/agent-sessions", **params)
        seen += [each["sessionId"] for each in page["sessions"]]
        for session in sessions[:3]:  # moves them to the front
            both.ended(both.send(session))
        both.session(metadata={"n": "new"})
        if page["nextCursor"] is None:
            break
        params["cursor"] = page["nextCursor"]
    assert seen == sessions[::-1]


def test_measures_are_computed_by_value_and_over_time(ended: Api) -> None:
    found = ended.get(
        "/agent-runs/aggregate",
        measure=["count", "failed", "rate", "tokens", "cost"],
        by="customer",
        interval="day",
        limit=1,
    )
    assert found["measures"] == ["count", "failed", "rate", "tokens", "cost"]
    assert (found["by"], found["interval"]) == (["customer"], "day")
    assert [bucket[10:] for bucket in found["buckets"]] == ["T00:00:00.000Z"]
    first, other = found["groups"][0], found["other"]
    assert (first["key"], first["values"]["count"], other["values"]["count"]) == (["acme"], 3, 2)
    assert found["total"]["values"] == found["total"]["series"][0]
    assert found["total"]["values"].keys() == {
        *("count", "failed", "rate", "tokens", "inputTokens", "cachedTokens"),
        *("cost", "unpricedCalls"),
    }
    assert found["total"]["values"]["rate"] == 0


@pytest.mark.parametrize("path", ["/agent-runs/aggregate", "/agent-runs/histogram"])
def test_days_start_at_midnight_in_the_given_time_zone(ended: Api, path: str) -> None:
    found = ended.get(path, interval="day", timezone="Asia/Kathmandu")
    starts = [each if isinstance(each, str) else each["start"] for each in found["buckets"]]
    assert found["timezone"] == "Asia/Kathmandu"
    assert {start[10:] for start in starts} == {"T18:15:00.000Z"}


def test_without_keys_and_interval_only_the_total_is_returned(ended: Api) -> None:
    found = ended.get("/agent-runs/aggregate", q="customer:acme")
    assert found == {
        "measures": ["count"],
        "by": [],
        "interval": None,
        "timezone": "UTC",
        "buckets": [],
        "total": {"values": {"count": 3}, "series": []},
        "groups": [],
        "other": None,
    }


def test_runs_without_a_value_are_a_group(ended: Api) -> None:
    ended.ended(ended.run("Order without a customer", metadata={"env": "prod"}))
    found = ended.get("/agent-runs/aggregate", by=["customer", "env"], measure="p95")
    assert len(found["groups"]) == 5
    assert [None, "prod"] in [group["key"] for group in found["groups"]]
    assert all(group["values"].keys() == {"p95"} for group in found["groups"])


def test_measures_of_no_runs_are_zero_or_unknown(both: Api) -> None:
    found = both.get("/agent-runs/aggregate", measure=["count", "rate", "p50", "cost"])
    assert found["total"]["values"] == {
        "count": 0,
        "rate": None,
        "p50": None,
        "cost": "0",
        "unpricedCalls": 0,
    }


@pytest.mark.parametrize(
    ("params", "field"),
    [
        ({"by": ["customer", "env", "team"]}, "by"),
        ({"by": ["customer", "customer"]}, "by"),
        ({"by": "duration"}, "by"),
        ({"measure": "mean"}, "measure"),
        ({"orderBy": "mean"}, "orderBy"),
        ({"interval": "year"}, "interval"),
        ({"interval": "day", "timezone": "Berlin"}, "timezone"),
        ({"interval": "minute", "q": "created>2026-01-01"}, "interval"),
        ({"limit": 101}, "limit"),
    ],
)
def test_an_impossible_aggregate_is_rejected_with_its_parameter(
    both: Api, params: dict[str, Any], field: str
) -> None:
    response = both.http.get("/agent-runs/aggregate", params=params)
    assert refused(response, 400, "invalid_request")["problems"][0]["field"].startswith(field)


def test_sorted_pages_follow_each_other_and_belong_to_their_order(ended: Api) -> None:
    everything = ended.get("/agent-runs", sort="duration", limit=200)["runs"]
    first = ended.get("/agent-runs", sort="duration", limit=2)
    seen, cursor = first["runs"], first["nextCursor"]
    ended.ended(ended.run("Too late", metadata={}))
    while cursor:
        page = ended.get("/agent-runs", sort="duration", limit=2, cursor=cursor)
        seen, cursor = seen + page["runs"], page["nextCursor"]
    assert [run["id"] for run in seen] == [run["id"] for run in everything]
    for other in ({}, {"sort": "cost"}, {"sort": "duration", "order": "asc"}):
        wrong = {**other, "cursor": first["nextCursor"]}
        response = ended.http.get("/agent-runs", params=wrong)
        assert refused(response, 400, "invalid_request")["problems"][0]["field"] == "cursor"
