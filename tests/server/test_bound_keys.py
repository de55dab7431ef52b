"""A key bound to tags cannot see anything without these tags, on any route."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from tests.server.api_client import Api, ok, refused
from tests.support.servers import RunningServer

Connect = Callable[..., Api]

BASE = "/api/v1/workspaces/{slug}"
ACME = {"customer": "acme"}
SCOPES = ["runs:read", "sessions:read", "models:read"]
THEIRS = ("globex", "hush", "secretkey")  # words in everything that does not belong to acme

# Routes that a bound key can use in addition to single runs and sessions. A new route is denied
# to it until it filters by tags and is listed here.
OPEN = {"/agent-runs", "/agent-runs/facets", "/agent-runs/keys", "/agent-runs/histogram"}
OPEN.add("/agent-runs/aggregate")
OPEN.add("/queue")
OPEN |= {"/agent-sessions", "/models", "/inbox", "/inbox/stream", "/budgets"}
OPEN |= {"/alerts", "/alerts/templates"}
NEEDED: dict[str, list[dict[str, Any]]] = {
    "/agent-runs/facets": [{"key": key} for key in ("customer", "secretkey", "session")]
}
NEEDED["/agent-runs/aggregate"] = [
    {"by": ["customer", "session"], "interval": "day"},
    {"by": "secretkey", "measure": ["count", "tokens"]},
]
NEEDED["/agent-runs/histogram"] = [{"groupBy": "customer"}, {"groupBy": "secretkey"}]
NEEDED["/agent-runs/keys"] = [{}, {"prefix": "secret"}]
ASKED = [
    {},
    {"q": "customer:globex"},
    {"q": "customer:globex OR customer:acme"},
    {"q": "-customer:acme"},
    {"q": "hush"},
    {"q": "secretkei:x"},  # a typo that could be answered with a suggestion
    {"metadata": "customer:globex"},
]


SCHEDULES: dict[str, Any] = {
    "tools": [{"kind": "builtin", "name": "schedule_follow_up"}],
    "autonomy": {"enabled": True},
}
RECALLS = {"memory": {"enabled": True, "threshold": 0}}


def follow_up(reason: str) -> str:
    """Return the directive that makes the echo model schedule a follow-up."""
    asked = {"type": "check_in", "delaySeconds": 3600, "reason": reason}
    return f"[[tool schedule_follow_up {json.dumps(asked)}]]"


class Place:
    """A workspace with runs and sessions of two customers, and a key for one of them."""

    def __init__(self, api: Api, connect: Connect) -> None:
        self.api = api
        theirs = {"customer": "globex", "secretkey": "hush"}
        # A budget that counts all runs, and warns their models.
        limit = {"query": "", "measure": "tokens", "limit": 10_000, "period": "day"}
        warn = [{"action": "warn", "percent": 1}]
        ok(api.post("/budgets", {"name": "hush-all", **limit, "actions": warn}), 201)
        ok(api.post("/memories", {"text": "globex likes plums, but hush"}), 201)
        self.mine = api.session(metadata=ACME, name="ours", **SCHEDULES, **RECALLS)
        self.run = api.send(self.mine, "Hello")
        # A session of acme's with one run that is not acme's, by its own tags. It takes a command
        # of the terminal, and schedules a follow-up.
        self.api.ended(self.run)
        block = {"cmd": "make hush", "cwd": "/", "exitCode": 0, "output": "globex"}
        self.block = ok(api.post(f"/agent-sessions/{self.mine}/blocks", block), 201)["blockId"]
        self.within = api.send(self.mine, f"hush, globex {follow_up('hush')}", metadata=theirs)
        self.api.ended(self.within)
        self.later = api.send(self.mine, f"And then, plums? {follow_up('ours')}")
        # A session of acme's that is labelled with the message of a run that is not acme's.
        self.labelled = api.session(metadata=ACME)
        self.first = api.send(self.labelled, "hush, globex", metadata=theirs)
        self.other = api.session(metadata=theirs, name="theirs")
        self.lone = api.send(self.other, "hush, globex")
        # A session that is not acme's, with one run of acme's.
        self.guest = api.send(self.other, "Hello", metadata={**ACME, "secretkey": None})
        self.seen = {self.run, self.later, self.guest}
        for run in (*self.seen, self.within, self.first, self.lone):
            api.ended(run)
        theirs_too = {"query": "customer:globex", "measure": "runs", "limit": 1, "period": "day"}
        ok(api.post("/budgets", {"name": "globex", **theirs_too}), 201)
        counted = {"query": "customer:globex", "measure": "count", "windowSeconds": 60}
        ok(api.post("/alerts", {"name": "globex-runs", **counted, "threshold": 1}), 201)
        body = {"name": "acme", "scopes": SCOPES, "tags": ACME}
        made = ok(api.post("/keys", body), 201)
        assert made["tags"] == ACME
        self.bound = connect(api.url, api.base.rsplit("/", 1)[1], key=made["secret"])


@pytest.fixture
def place(both: Api, connect: Connect) -> Place:
    return Place(both, connect)


def reads(api: Api) -> Iterator[str]:
    document = ok(api.http.get(f"{api.url}/openapi.json"))
    for path, methods in document["paths"].items():
        if path.startswith(BASE) and "get" in methods:
            yield path.removeprefix(BASE)


def read(api: Api, path: str, **params: Any) -> tuple[int, str]:
    """Return a route's answer; for a stream, its events so far."""
    if not path.endswith("/stream"):
        response = api.http.get(path, params=params)
        return response.status_code, response.text
    lines = []
    with api.http.stream("GET", path, params=params) as response:
        if response.status_code != 200:
            return response.status_code, response.read().decode()
        ended = 0
        for line in response.iter_lines():
            lines.append(line)
            ended += line.startswith("event: result")
            if line.startswith("data: ") and "/inbox/" in path:  # it never ends
                break
            if ended == (2 if "session" in path else 1):  # as many as it may receive
                break
    return 200, "\n".join(lines)


def test_no_read_route_reveals_anything_without_the_tags(place: Place) -> None:
    for path in reads(place.api):
        names = re.findall(r"\{(\w+)\}", path)
        beneath = [name for name in names if name not in ("run_id", "session_id")]
        if "run_id" in names or "session_id" in names:
            for id in (place.within, place.lone, place.other):
                hidden = re.sub(r"\{\w+\}", id, path)
                assert read(place.bound, hidden)[0] in (403, 404), path
        if "run_id" in names and not beneath:
            for id in sorted(place.seen):
                tells_nothing(place, path.replace("{run_id}", id), 200)
        elif "session_id" in names and not beneath:
            closed = 403 if path.endswith("/terminals") else 200  # needs another scope
            tells_nothing(place, path.replace("{session_id}", place.mine), closed)
        elif not names and path in OPEN:
            for more in NEEDED.get(path, [{}]):
                for asked in ASKED if path != "/models" else [{}]:
                    tells_nothing(place, path, 200, **asked, **more)
        elif "run_id" not in names and "session_id" not in names:
            status, text = read(place.bound, re.sub(r"\{\w+\}", "x", path))
            closed = 404 if path.startswith(("/budgets/", "/alerts/")) else 403
            assert status == closed, f"{path} is open to a key that is bound to tags: {text}"


def test_a_bound_key_cannot_search_by_budget(place: Place) -> None:
    for query in ("budget:hush*", "has:budget", "-budget:hush-all OR customer:acme"):
        for path in ("/agent-runs", "/agent-runs/facets", "/agent-runs/aggregate"):
            params = {"q": query, "key": "customer"} if "facets" in path else {"q": query}
            refused(place.bound.http.get(path, params=params), 400, "invalid_request")
        assert place.api.get("/agent-runs", q=query)["runs"]


def test_a_bound_key_does_not_see_which_budget_asks(both: Api, connect: Connect) -> None:
    ask = {"query": "", "measure": "tokens", "limit": 10, "period": "day"}
    ok(both.post("/budgets", {"name": "hush", **ask, "actions": [{"action": "ask"}]}), 201)
    run = both.run(metadata=ACME)
    path = f"/agent-runs/{run}/approvals"
    while not (found := both.get(path)["approvals"]):  # until the run asks
        pass
    key = ok(both.post("/keys", {"name": "acme", "scopes": SCOPES, "tags": ACME}), 201)
    bound = connect(both.url, both.base.rsplit("/", 1)[1], key=key["secret"])

    shown = bound.get(path)["approvals"]

    assert found[0]["asked"]["input"]["budget"] == "hush"
    assert [(one["id"], one["asked"]) for one in shown] == [("", {"tool": "budget", "input": {}})]
    assert "hush" not in bound.http.get(path).text + bound.http.get("/inbox").text
    ok(both.http.post(f"/agent-runs/{run}/cancel"))


def tells_nothing(place: Place, path: str, status: int, **params: str) -> None:
    got, text = read(place.bound, path, **params)
    assert got == status, (path, text)
    told = json.loads(text) if text.startswith("{") else {"stream": text}
    told = {name: value for name, value in told.items() if name not in ("key", "groupBy", "by")}
    for mark in (*THEIRS, place.within, place.lone):
        assert mark not in str(told), (path, params, told)


def test_a_bound_key_sees_everything_with_the_tags(place: Place) -> None:
    bound = place.bound

    assert {run["id"] for run in bound.get("/agent-runs")["runs"]} == place.seen
    listed = bound.get("/agent-sessions")["sessions"]
    assert {one["sessionId"]: one["summary"] for one in listed} == {
        place.labelled: "",
        place.mine: "ours",
    }
    facet = bound.get("/agent-runs/facets", key="customer")
    assert facet["values"] == [{"value": "acme", "count": 3}] and not facet["other"]
    assert bound.get("/agent-runs/keys")["keys"] == [{"key": "customer", "count": 3}]
    history = bound.get(f"/agent-sessions/{place.mine}/history")
    assert {message["runId"] for message in history["messages"]} == {place.run, place.later}
    assert len(place.api.get("/agent-runs")["runs"]) == 6


def test_a_bound_key_sees_the_timers_of_visible_runs_and_of_callers(place: Place) -> None:
    timers = f"/agent-sessions/{place.mine}/timers"
    by_caller = ok(place.api.post(timers, {"type": "reminder", "delaySeconds": 3600}), 201)
    every = place.api.get(timers)["timers"]
    hidden = next(timer for timer in every if timer["createdByRun"] == place.within)
    assert (hidden["reason"], hidden["cancelledBy"]) == ("hush", place.later)

    shown = place.bound.get(timers)["timers"]
    assert [(timer["id"] == by_caller["id"], timer["reason"]) for timer in shown] == [
        (True, ""),
        (False, "ours"),
    ]
    assert shown[1]["createdByRun"] == place.later
    page = place.bound.get(timers, limit=1)
    rest = place.bound.get(timers, limit=1, cursor=page["nextCursor"])
    assert page["timers"] + rest["timers"] == shown and rest["nextCursor"] is None
    refused(place.bound.http.get(f"{timers}/{hidden['id']}"), 404, "not_found")
    assert place.bound.get(f"{timers}/{by_caller['id']}")["id"] == by_caller["id"]


def test_a_bound_key_does_not_learn_which_hidden_message_cancelled_a_timer(place: Place) -> None:
    theirs = {"customer": "globex"}
    hidden = place.api.ended(place.api.send(place.mine, "hush", metadata=theirs))["id"]

    timers = f"/agent-sessions/{place.mine}/timers"
    cancelled = place.api.get(timers)["timers"][0]
    assert (cancelled["code"], cancelled["cancelledBy"]) == ("answered", hidden)
    shown = place.bound.get(timers)["timers"][0]
    assert (shown["id"], shown["code"]) == (cancelled["id"], "answered")
    assert (shown["cancelledBy"], shown["note"]) == (None, None)


def test_a_bound_key_does_not_find_sessions_by_hidden_words(place: Place) -> None:
    for words in ("hush", "globex", "-hush", "hush OR status:active"):
        found = place.bound.get("/agent-sessions", q=words)["sessions"]
        assert place.labelled not in [one["sessionId"] for one in found], words
    assert place.api.get("/agent-sessions", q="hush")["total"] == 2


def test_a_bound_key_does_not_see_recalled_memories(place: Place) -> None:
    memory = place.api.get(f"/agent-runs/{place.later}")["memory"]
    assert "globex" in memory["hits"][0]["text"]
    assert "memories hidden" in str(place.bound.get(f"/agent-runs/{place.later}/log"))
    assert place.bound.get(f"/agent-runs/{place.later}")["memory"] is None


def test_a_cursor_does_not_widen_the_access_of_a_bound_key(place: Place) -> None:
    theirs = place.api.get("/agent-runs", limit=1)["nextCursor"]
    refused(place.bound.http.get("/agent-runs", params={"cursor": theirs}), 400, "invalid_request")

    page = place.bound.get("/agent-runs", limit=2)
    rest = place.bound.get("/agent-runs", limit=2, cursor=page["nextCursor"])

    assert {run["id"] for run in page["runs"] + rest["runs"]} == place.seen


def test_a_bound_key_changes_nothing(place: Place) -> None:
    bound = place.bound
    for response in (
        bound.post("/agent-runs", {"systemPrompt": "x", "prompt": "y", "metadata": ACME}),
        bound.post(f"/agent-runs/{place.run}/cancel"),
        bound.post("/views", {"name": "n", "params": ""}),
        bound.http.delete(f"/agent-sessions/{place.mine}"),
    ):
        refused(response, 403, "insufficient_scope")


@pytest.mark.parametrize("scope", ["runs:write", "sessions:write", "triggers:read", "admin"])
def test_a_key_with_tags_must_be_read_only(api: Api, scope: str) -> None:
    body = {"name": "n", "scopes": ["runs:read", scope], "tags": ACME}

    said = refused(api.post("/keys", body), 400, "invalid_request")

    assert said["problems"][0]["field"] == "/scopes" and scope in said["message"]
    refused(api.post("/keys", {**body, "tags": {"a b": 1}}), 400, "invalid_request")


def test_signing_in_with_a_bound_key_keeps_the_bound(
    place: Place, connect: Connect, either: RunningServer
) -> None:
    secret = str(place.bound.http.headers["authorization"]).removeprefix("Bearer ")
    slug = place.api.base.rsplit("/", 1)[1]
    dashboard = connect(either.url, slug)
    ours = {"X-Runwhy-Dashboard": "1"}
    url = f"{either.url}/api/v1/session"

    said = ok(dashboard.http.post(url, json={"key": secret}, headers=ours))

    assert said["tags"] == ACME
    assert {run["id"] for run in dashboard.get("/agent-runs")["runs"]} == place.seen
    refused(dashboard.http.get(f"/agent-runs/{place.lone}"), 404, "not_found")


def test_mcp_tools_respect_the_tags_of_a_bound_key(place: Place) -> None:
    def call(session: str, tool: str, **arguments: Any) -> str:
        headers = {
            "Accept": "application/json, text/event-stream",
            "X-Runwhy-Workspace": place.api.base.rsplit("/", 1)[1],
            "X-Runwhy-Session": session,
        }
        params = {"name": tool, "arguments": arguments}
        body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        return str(ok(place.bound.http.post(f"{place.api.url}/mcp", json=body, headers=headers)))

    found = call(place.mine, "runs_search", query="customer:globex OR customer:acme")

    assert all(run in found for run in place.seen - {place.guest})  # it is in another session
    assert not any(mark in found for mark in (*THEIRS, place.within, place.lone))
    hidden = call(place.mine, "run_origin", run_id=place.within)
    missing = call(place.mine, "run_origin", run_id="run_missing")
    elsewhere = call(place.mine, "run_origin", run_id=place.guest)
    assert "not_found" in missing
    assert hidden.replace(place.within, "run_missing") == missing
    assert elsewhere.replace(place.guest, "run_missing") == missing
    assert "hush" not in call(place.mine, "blocks_since")
    unseen = call(place.mine, "blocks_read", block_id=place.block)
    assert unseen.replace(place.block, "blk_x") == call(place.mine, "blocks_read", block_id="blk_x")
    assert place.later in call(place.mine, "run_origin")
    assert "not_found" in call(place.other, "runs_search", query="")
