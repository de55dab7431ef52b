"""Erasure: matching runs disappear from every table and file, and a receipt remains."""

from __future__ import annotations

import time
from typing import Any

import pytest
from tests.server.api_client import Api, ok, refused
from tests.server.erasure_scene import (
    ACME,
    MARK,
    in_files,
    kept_in,
    tell_everywhere,
    told_in,
)
from tests.support.servers import PATIENCE, RunningServer

from runwhy.core.erasure import NOTHING, add_digest

PLACES = {  # tables that contain a word stored everywhere
    *("runs", "run_texts", "parts", "events", "sessions", "entries", "agent_sessions"),
    *("approvals", "hook_deliveries", "outgoing", "blocks", "timers", "answers", "audit"),
    *("memories", "memory_spaces"),
}


def erased(api: Api, query: str, mode: str = "all", **more: Any) -> Any:
    """Return the receipt once the erasure is done."""
    begun = ok(api.post("/erasures", {"query": query, "mode": mode, **more}), 202)
    return done(api, begun["id"])


def done(api: Api, id: str) -> Any:
    until = time.monotonic() + PATIENCE
    while (told := api.get(f"/erasures/{id}"))["status"] != "done":
        assert time.monotonic() < until, told
        time.sleep(0.02)
    return told


def counted(api: Api, query: str, mode: str) -> Any:
    return ok(api.post("/erasures/preview", {"query": query, "mode": mode}))["counts"]


def without(counts: Any, *names: str) -> Any:
    return {name: count for name, count in counts.items() if count and name not in names}


def others(api: Api) -> None:
    """Create another run and an outgoing webhook."""
    api.ended(api.run("Hello", metadata={"customer": "globex"}))
    ok(api.post("/subscriptions", {"name": "s", "url": "https://example.org/hook"}), 201)


def test_no_content_is_left_in_any_table_or_file(either: RunningServer, both: Api) -> None:
    others(both)
    runs = tell_everywhere(either, both, tags={**ACME, "animal": MARK})
    either.call(either.runwhy.store.pack_runs(size=2))
    places = {"pack_columns", *PLACES}
    assert told_in(either, places) == places
    expected = counted(both, "customer:acme", "all")

    receipt = erased(both, "customer:acme")

    assert kept_in(either) == set()
    assert without(receipt["counts"]) == without(expected)
    assert receipt["counts"]["runs"] == len(runs)
    assert receipt["counts"]["sessions"] == 2
    for name in (
        "parts",
        "events",
        "entries",
        "memories",
        "commands",
        "timers",
        "approvals",
        "received",
        "sent",
        "bytes",
    ):
        assert receipt["counts"][name] > 0, name
    assert [run["metadata"] for run in both.get("/agent-runs")["runs"]] == [{"customer": "globex"}]
    assert both.get("/agent-runs/facets", key="customer")["values"] == [
        {"value": "globex", "count": 1}
    ]
    refused(both.http.get(f"/agent-runs/{runs[0]}"), 404, "not_found")
    if not either.runwhy.settings.is_postgres:
        assert in_files(either) == []


def test_tags_origin_and_usage_can_be_kept(either: RunningServer, both: Api) -> None:
    others(both)
    runs = tell_everywhere(either, both, tags=ACME)
    either.call(either.runwhy.store.pack_runs(size=2))
    assert "pack_columns" in kept_in(either)  # in the vocabulary of a pack
    before = [both.get(f"/agent-runs/{run}") for run in runs]
    assert told_in(either, PLACES) == PLACES
    expected = counted(both, "customer:acme", "content")

    receipt = erased(both, "customer:acme", "content")

    assert kept_in(either) == set()
    assert without(receipt["counts"]) == without(expected)
    for old, run in zip(before, runs, strict=True):
        new = both.get(f"/agent-runs/{run}")
        assert new["erasedAt"] is not None and new["finalText"] is None
        same = (
            "status",
            "metadata",
            "tokens",
            "turns",
            "model",
            "createdAt",
            "finishedAt",
            "executor",
        )
        assert {name: new[name] for name in same} == {name: old[name] for name in same}
        assert new["origin"]["trigger"] == old["origin"]["trigger"]
        assert both.events(run)[-1].event == "result"
    assert len(both.get("/agent-runs", q="customer:acme")["runs"]) == len(runs)
    assert erased(both, "customer:acme", "content")["counts"] == {}


def test_a_session_with_other_runs_is_kept_without_the_erased_content(both: Api) -> None:
    session = both.session()
    first = both.send(session, f"I am {MARK}", metadata=ACME)
    both.ended(first)
    second = both.send(session, "And I am not")
    both.ended(second)
    assert MARK in both.get("/agent-sessions")["sessions"][0]["summary"]

    erased(both, "customer:acme")

    (left,) = both.get("/agent-sessions")["sessions"]
    assert MARK not in left["summary"]
    said = [message["content"] for message in both.get(f"/agent-sessions/{session}")["messages"]]
    assert said[0] == "And I am not" and len(said) == 2


def test_open_runs_are_not_erased_and_are_reported(both: Api) -> None:
    session = both.session(metadata=ACME)
    both.ended(both.send(session, "Hello"))
    tools = [{"kind": "local", "name": "lookup", "parameters": {"type": "object"}}]
    busy = both.send(session, "[[tool lookup {}]]", tools=tools)
    both.waiting(busy)
    both.ended(both.run("Hello", metadata=ACME))

    receipt = erased(both, "customer:acme")

    assert (receipt["counts"]["runs"], receipt["counts"]["skipped"]) == (1, 2)
    assert len(both.get("/agent-runs", q="customer:acme")["runs"]) == 2
    ok(both.post(f"/agent-runs/{busy}/cancel"))


def test_the_receipt_has_the_actor_the_counts_and_a_digest_of_the_ids(both: Api) -> None:
    run = both.run("Hello", metadata=ACME)
    both.ended(run)

    receipt = erased(both, "customer:acme", hideQuery=True)

    assert receipt["query"] is None and receipt["mode"] == "all"
    assert receipt["digest"] == add_digest(NOTHING, [run])
    assert receipt["actor"]["kind"] == "local"
    assert both.get("/erasures")["erasures"][0] == receipt
    (change,) = both.get("/audit", action="erasure")["changes"]
    assert (change["action"], change["subject"]) == ("erasure.started", receipt["id"])
    assert change["after"] == {"mode": "all", "query": None}


def test_a_preview_names_the_enabled_triggers_that_may_create_more_matching_runs(
    both: Api,
) -> None:
    session = both.session(metadata=ACME)
    made = {name: _schedule(both, name, metadata=ACME) for name in ("nightly", "paused")}
    made["hourly"] = _schedule(both, "hourly", sessionId=session)
    _schedule(both, "others", metadata={"customer": "globex"})
    ok(both.post("/triggers/paused/pause", {}))
    query = {"query": "customer:acme"}

    preview = ok(both.post("/erasures/preview", query))

    named = [{"id": made[name], "name": name} for name in ("hourly", "nightly")]
    assert (preview["triggers"], preview["triggerCount"]) == (named, 2)
    past = ok(both.post("/erasures/preview", {"query": "customer:acme created<2026-01-01"}))
    assert (past["triggers"], past["triggerCount"]) == ([], 0)
    erased(both, "customer:acme")
    enabled = {each["name"]: each["enabled"] for each in both.get("/triggers")["triggers"]}
    assert enabled == {"nightly": True, "paused": False, "hourly": True, "others": True}
    assert ok(both.post("/erasures/preview", query))["triggers"] == named


def test_a_preview_names_at_most_twenty_triggers_and_counts_the_others(both: Api) -> None:
    for number in range(22):
        _schedule(both, f"n{number:02}", metadata=ACME)

    preview = ok(both.post("/erasures/preview", {"query": "customer:acme"}))

    assert [each["name"] for each in preview["triggers"]] == [f"n{n:02}" for n in range(20)]
    assert preview["triggerCount"] == 22


def _schedule(api: Api, name: str, **more: Any) -> str:
    body = {"kind": "cron", "name": name, "schedule": "0 2 1 1 *", "prompt": "Go"}
    made = ok(api.post("/triggers", {**body, "systemPrompt": "Be brief.", **more}), 201)
    return str(made["id"])


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"query": "customer:("}, "/query"),
        ({"query": ""}, "/query"),
        ({"query": "a:b", "mode": "some"}, "/mode"),
        ({}, "/query"),
    ],
)
def test_an_invalid_erasure_is_rejected_with_its_field(api: Api, body: Any, field: str) -> None:
    for path in ("/erasures", "/erasures/preview"):
        assert (
            refused(api.post(path, body), 400, "invalid_request")["problems"][0]["field"] == field
        )


def test_only_admins_can_erase(api: Api, local: RunningServer) -> None:
    key = ok(api.post("/keys", {"name": "k", "scopes": ["runs:write"]}), 201)["secret"]
    headers = {"Authorization": f"Bearer {key}"}
    body = {"query": "customer:acme"}
    for path in ("/erasures", "/erasures/preview", "/retention-rules"):
        refused(api.http.post(path, json=body, headers=headers), 403, "insufficient_scope")


def test_a_rule_erases_old_runs_and_leaves_a_receipt(both: Api) -> None:
    both.ended(both.run("Hello", metadata=ACME))
    rule = {"name": "old", "query": "customer:acme", "olderThanSeconds": 3600, "mode": "all"}
    made = ok(both.post("/retention-rules", rule), 201)

    assert ok(both.post("/retention-rules/old/apply"))["erasure"] is None
    assert len(both.get("/agent-runs")["runs"]) == 1
    (listed,) = both.get("/retention-rules")["rules"]
    assert listed["id"] == made["id"] and listed["appliedAt"] is not None
    assert listed["asks"].startswith("(customer:acme) created<")
    refused(both.post("/retention-rules", rule), 409, "conflict")
    ok(both.http.delete("/retention-rules/old"))
    assert both.get("/retention-rules")["rules"] == []


def test_a_patch_changes_only_the_given_fields_of_a_rule(both: Api) -> None:
    rule = {"name": "old", "query": "customer:acme", "olderThanSeconds": 3600, "mode": "all"}
    made = ok(both.post("/retention-rules", rule), 201)
    ok(both.post("/retention-rules", {**rule, "name": "other"}), 201)

    ok(both.http.patch("/retention-rules/old", json={"mode": "content", "query": ""}))
    new = ok(both.http.patch(f"/retention-rules/{made['id']}", json={"olderThanSeconds": 7200}))

    wanted = {"name": "old", "query": "", "olderThanSeconds": 7200, "mode": "content"}
    assert {name: new[name] for name in wanted} == wanted
    kept = both.get("/retention-rules")["rules"][0]
    assert {**kept, "asks": new["asks"]} == new  # which contains the time
    for body, status, code in (
        ({"name": "other"}, 409, "conflict"),
        ({"olderThanSeconds": 60}, 400, "invalid_request"),
        ({"query": "a:("}, 400, "invalid_request"),
    ):
        refused(both.http.patch("/retention-rules/old", json=body), status, code)
    refused(both.http.patch("/retention-rules/nobody", json={}), 404, "not_found")
    assert both.get("/audit", action="retention.changed")["changes"][0]["after"] == {
        "age_seconds": 7200
    }


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"query": "customer:("}, "/query"),
        ({"olderThanSeconds": 60}, "/olderThanSeconds"),
        ({"olderThanSeconds": 10**15}, "/olderThanSeconds"),
        ({"mode": None}, "/mode"),
        ({"name": ""}, "/name"),
    ],
)
def test_an_invalid_rule_is_rejected_with_its_field(api: Api, change: Any, field: str) -> None:
    rule = {"name": "r", "query": "a:b", "olderThanSeconds": 3600, "mode": "all", **change}
    assert (
        refused(api.post("/retention-rules", rule), 400, "invalid_request")["problems"][0]["field"]
        == field
    )
