"""The inbox over HTTP: items, scopes, tags, dismissals, and the stream."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from tests.server.api_client import Api, frames_of, ok, refused
from tests.support.servers import RunningServer

from runwhy.core.agents.coding_agents import Approval
from runwhy.core.inbox.derive import delivery_item
from runwhy.core.inbox.findings import FailedDeliveries
from runwhy.core.inbox.history import changes_of
from runwhy.ports import inbox_topics
from runwhy.stores.runs import approvals
from runwhy.stores.sql.dialect import Tx
from runwhy.wiring import wall_clock

Connect = Callable[..., Api]
TOOL = {"kind": "local", "name": "look"}
CRON = {"kind": "cron", "name": "nightly", "schedule": "0 2 * * *", "prompt": "Look."}
BASH: dict[str, Any] = {"tool": "Bash", "input": {"command": "make deploy"}}


def ask(server: RunningServer, api: Api, id: str = "toolu_1", **more: Any) -> str:
    """Start a run that waits, and let it request an approval; return the run's id."""
    asked = more.pop("asked", BASH)
    run = api.run("[[tool look {}]]", tools=[TOOL], **more)
    api.waiting(run)
    store = server.runwhy.store
    found = api.get(f"/agent-runs/{run}")
    while found["status"] != "waiting":
        found = api.get(f"/agent-runs/{run}")

    def add(tx: Tx) -> None:
        at = wall_clock()
        approvals.add(tx, run, Approval(id=id, asked=asked, asked_at=at))
        for workspace in range(1, 99):
            tx.notify(*inbox_topics(workspace))

    server.call(store.in_transaction(add))
    return run


@pytest.fixture
def paused(both: Api) -> str:
    """A paused schedule."""
    id = str(ok(both.post("/triggers", CRON), 201)["id"])
    ok(both.post(f"/triggers/{id}/pause", {"note": "later"}))
    return id


def test_an_approval_is_listed_with_its_run_and_its_deadline(
    either: RunningServer, both: Api
) -> None:
    assert both.get("/inbox") == {"items": [], "open": 0, "nextCursor": None}
    run = ask(either, both, metadata={"customer": "acme"})
    found = both.get("/inbox")
    (item,) = found["items"]

    assert found["open"] == 1
    assert (item["kind"], item["runId"], item["approvalId"]) == ("approval", run, "toolu_1")
    assert item["title"] == "The agent wants to run a command: make deploy"
    assert item["asked"] == BASH
    assert item["actions"] == ["approve", "approve_for_run", "deny"]
    assert item["metadata"] == {"customer": "acme"}
    assert item["otherwise"].startswith("The request is denied")
    assert item["deadline"] > item["since"]
    decision = {"decision": "deny", "reason": "not today"}
    ok(both.post(f"/agent-runs/{run}/approvals/toolu_1", decision))
    after = both.get("/inbox")
    (answered,) = after["items"]
    assert (after["open"], answered["id"], answered["actions"]) == (0, item["id"], [])
    assert answered["answer"]["action"] == "deny"
    assert answered["answer"]["reason"] == "not today"
    ok(both.post(f"/agent-runs/{run}/cancel", {}))


def test_the_deadline_of_an_approval_is_that_of_its_worker(
    either: RunningServer, both: Api
) -> None:
    ask(either, both, asked={**BASH, "timeoutSeconds": 7200})

    (item,) = both.get("/inbox")["items"]

    since, deadline = (datetime.fromisoformat(item[name]) for name in ("since", "deadline"))
    assert deadline - since == timedelta(hours=2)


def test_items_can_be_filtered_by_kind_and_read_in_pages(
    either: RunningServer, both: Api, paused: str
) -> None:
    run = ask(either, both)
    everything = both.get("/inbox")["items"]
    assert [item["kind"] for item in everything] == ["approval", "paused_trigger"]
    only = both.get("/inbox", kind="paused_trigger")
    assert [item["triggerId"] for item in only["items"]] == [paused]
    assert only["open"] == 2
    first = both.get("/inbox", limit=1)
    second = both.get("/inbox", limit=1, cursor=first["nextCursor"])
    assert [*first["items"], *second["items"]] == everything
    assert second["nextCursor"] is None
    refused(both.http.get("/inbox", params={"kind": "nonsense"}), 400, "invalid_request")
    ok(both.post(f"/agent-runs/{run}/cancel", {}))


def test_a_dismissed_item_returns_when_it_changes(both: Api, paused: str) -> None:
    (item,) = both.get("/inbox")["items"]
    ok(both.post(f"/inbox/{item['id']}/dismiss"))
    ok(both.post(f"/inbox/{item['id']}/dismiss"))  # again, without effect
    found = both.get("/inbox")
    assert (found["open"], found["items"][0]["answer"]["action"]) == (0, "dismiss")
    ok(both.post(f"/triggers/{paused}/resume"))
    assert both.get("/inbox")["items"][0]["answer"]["action"] == "dismiss"
    ok(both.post(f"/triggers/{paused}/pause", {"note": "again"}))

    assert both.get("/inbox")["open"] == 1
    changes = both.get("/audit", action="inbox")["changes"]
    assert [(one["action"], one["subject"]) for one in changes] == [("inbox.dismissed", item["id"])]


def test_a_settled_item_stays_with_the_person_and_the_time(
    both: Api, paused: str, with_scopes: Callable[..., Api]
) -> None:
    (item,) = both.get("/inbox")["items"]
    ok(both.post(f"/triggers/{paused}/resume"))
    found = both.get("/inbox")

    (shown,) = found["items"]
    assert (found["open"], shown["id"], shown["actions"]) == (0, item["id"], [])
    assert shown["title"] == item["title"]
    assert shown["answer"]["action"] == "resume_trigger"
    changed = both.get("/audit", action="trigger.changed")["changes"][0]
    assert shown["answer"]["at"] == changed["at"]
    assert shown["answer"]["by"] in (changed["actor"]["name"], changed["actor"]["kind"])
    reader = with_scopes("runs:read")
    assert reader.get("/inbox")["items"] == []  # it may not read triggers
    ok(both.post(f"/triggers/{paused}/pause", {"note": "again"}))
    assert [one["answer"] for one in both.get("/inbox")["items"]] == [None]


def test_settled_deliveries_are_shown_only_with_the_scope_of_their_webhook(
    either: RunningServer, both: Api, with_scopes: Callable[..., Api]
) -> None:
    store, at = either.runwhy.store, wall_clock()
    workspace = either.call(store.get_workspace(both.base.rsplit("/", 1)[1]))
    assert workspace is not None
    failed = FailedDeliveries(
        subscription_id="sub_1",
        name="ledger",
        url="https://ledger.example/",
        count=1,
        first_at=at,
        last_at=at,
        last_error=None,
        last_status=410,
    )
    seen = changes_of(workspace.id, [], [delivery_item(failed)])
    either.call(store.note_seen(workspace.id, seen, at=at))

    (shown,) = both.get("/inbox")["items"]
    assert shown["answer"] is not None and "ledger" in shown["title"]
    assert with_scopes("runs:read", "triggers:read").get("/inbox")["items"] == [shown]
    assert with_scopes("runs:read").get("/inbox")["items"] == []


def test_an_approval_cannot_be_dismissed(either: RunningServer, both: Api) -> None:
    run = ask(either, both)
    refused(both.post(f"/inbox/approval:{run}:toolu_1/dismiss"), 409, "conflict")
    refused(both.post("/inbox/approval:run_1:toolu_1/dismiss"), 404, "not_found")
    ok(both.post(f"/agent-runs/{run}/cancel", {}))


@pytest.fixture
def with_scopes(both: Api, connect: Connect) -> Callable[..., Api]:
    def make(*scopes: str, **tags: str) -> Api:
        body = {"name": "some", "scopes": scopes, "tags": tags}
        made = ok(both.post("/keys", body), 201)
        return connect(both.url, both.base.rsplit("/", 1)[1], key=made["secret"])

    return make


def test_a_key_sees_what_its_scopes_and_tags_allow(
    either: RunningServer, both: Api, paused: str, with_scopes: Callable[..., Api]
) -> None:
    mine = ask(either, both, metadata={"customer": "acme"})
    theirs = ask(either, both, metadata={"customer": "globex"})

    def seen(api: Api) -> list[tuple[Any, list[str]]]:
        return [(one["runId"], one["actions"]) for one in api.get("/inbox")["items"]]

    reader = with_scopes("runs:read")
    assert seen(reader) == [(mine, []), (theirs, [])]
    refused(reader.post("/inbox/x/dismiss"), 403, "insufficient_scope")
    bound = with_scopes("runs:read", customer="acme")
    assert seen(bound) == [(mine, [])]
    assert bound.get("/inbox")["open"] == 1
    refused(bound.post("/inbox/x/dismiss"), 403, "insufficient_scope")
    watcher = with_scopes("runs:write", "triggers:read")
    assert [kinds for _, kinds in seen(watcher)][-1] == ["dismiss"]
    refused(with_scopes("sessions:read").http.get("/inbox"), 403, "insufficient_scope")
    for run in (mine, theirs):
        ok(both.post(f"/agent-runs/{run}/cancel", {}))


def events(api: Api) -> Iterator[tuple[str, Any]]:
    with api.http.stream("GET", "/inbox/stream") as response:
        for frame in frames_of(response):
            yield frame.event, frame.data["data"]


def test_the_stream_starts_with_the_state_and_follows_it(either: RunningServer, both: Api) -> None:
    stream = events(both)
    assert next(stream) == ("inbox", {"open": 0})
    run = ask(either, both)
    assert next(event for event in stream if event[0] == "inbox") == ("inbox", {"open": 1})
    ok(both.post(f"/agent-runs/{run}/approvals/toolu_1", {"decision": "approve"}))
    assert next(event for event in stream if event[0] == "inbox") == ("inbox", {"open": 0})
    ok(both.post(f"/agent-runs/{run}/cancel", {}))
    assert next(event for event in stream if event[0] == "runs") == ("runs", {})


def test_the_stream_reports_changes_of_resources(both: Api) -> None:
    stream = events(both)
    assert next(stream) == ("inbox", {"open": 0})

    def reported() -> bool:
        return next(event for event in stream if event[0] == "resources") == ("resources", {})

    trigger = ok(both.post("/triggers", CRON), 201)["id"]
    assert reported()
    both.session()
    assert reported()
    ok(both.post("/erasures", {"query": "customer:nobody", "mode": "all"}), 202)
    assert reported()
    ok(both.http.delete(f"/triggers/{trigger}"))
    assert reported()


def test_a_bound_key_learns_nothing_of_others_from_the_stream(
    either: RunningServer, both: Api, with_scopes: Callable[..., Api]
) -> None:
    stream = events(with_scopes("runs:read", customer="acme"))
    assert next(stream) == ("inbox", {"open": 0})
    theirs = ask(either, both, metadata={"customer": "globex"})
    mine = ask(either, both, metadata={"customer": "acme"})

    assert next(stream) == ("inbox", {"open": 1})
    for run in (mine, theirs):
        ok(both.post(f"/agent-runs/{run}/cancel", {}))
