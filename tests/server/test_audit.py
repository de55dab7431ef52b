"""The audit log: every change with its actor, written in the same transaction."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.server.api_client import SPEC, Api, ok, refused
from tests.support.clock import NOON
from tests.support.servers import RunningServer

from runwhy.core.accounts.audit import AuditContext
from runwhy.core.queries.saved_views import SavedView
from runwhy.core.runs.origin import Actor
from runwhy.errors import Conflict
from runwhy.ports import AUDIT_CONTEXT
from runwhy.stores.accounts import audit
from runwhy.stores.sql.dialect import Tx

Connect = Callable[..., Api]


def changes(api: Api, **asked: Any) -> list[Any]:
    found: list[Any] = api.get("/audit", **asked)["changes"]
    return found


def did(api: Api, **asked: Any) -> list[str]:
    return [change["action"] for change in changes(api, **asked)]


def test_every_change_is_logged_with_its_actor_and_differences(both: Api) -> None:
    agent = ok(both.post("/agents", {"name": "a", **SPEC}), 201)["id"]
    ok(both.http.patch(f"/agents/{agent}", json={"systemPrompt": "Be long."}))
    ok(both.http.delete(f"/agents/{agent}"))

    removed, changed, added = changes(both, subject=agent)

    assert [c["action"] for c in (added, changed, removed)] == [
        "agent.added",
        "agent.changed",
        "agent.removed",
    ]
    assert added["before"] is None and added["after"]["name"] == "a"
    assert changed["before"] == {"spec": {"name": "a", "systemPrompt": "Be brief."}}
    assert changed["after"]["spec"]["systemPrompt"] == "Be long."
    assert removed["after"] is None and removed["before"]["id"] == agent
    assert changed["actor"] == {"kind": "local", "id": None, "name": "this machine"}


def test_all_kinds_of_changes_are_logged_without_secrets(both: Api) -> None:
    key = ok(both.post("/keys", {"name": "k", "scopes": ["admin"]}), 201)
    new = ok(both.post(f"/keys/{key['id']}/rotate", {"graceSeconds": 0}))
    ok(both.http.delete(f"/keys/{key['id']}"))
    view = ok(both.post("/views", {"name": "v", "params": "q=x"}), 201)["id"]
    ok(both.http.patch(f"/views/{view}", json={"name": "w"}))
    ok(both.http.delete(f"/views/{view}"))
    trigger = {"kind": "webhook", "name": "t", "prompt": "p", "spec": SPEC, "verify": "token"}
    hook = ok(both.post("/triggers", trigger), 201)
    ok(both.http.patch(f"/triggers/{hook['id']}", json={"prompt": "other"}))
    ok(both.http.delete(f"/triggers/{hook['id']}"))
    body = {"name": "s", "url": "https://example.org/hook"}
    subscription = ok(both.post("/subscriptions", body), 201)
    again = ok(both.post(f"/subscriptions/{subscription['id']}/rotate"))
    ok(both.http.delete(f"/subscriptions/{subscription['id']}"))
    session = both.session()
    ok(both.http.patch(f"/agent-sessions/{session}", json={"metadata": {"env": "prod"}}))
    ok(both.http.delete(f"/agent-sessions/{session}"))

    told = both.get("/audit", limit=200)

    actions = [change["action"] for change in reversed(told["changes"])]
    assert actions == [
        *("workspace.added", "key.added", "key.rotated", "key.removed"),
        *("view.added", "view.changed", "view.removed"),
        *("trigger.added", "trigger.changed", "trigger.removed"),
        *("subscription.added", "subscription.changed", "subscription.removed"),
        *("session.changed", "session.ended"),
    ]
    for secret in (key["secret"], new["secret"], subscription["secret"], again["secret"]):
        assert secret not in str(told)
    assert hook.get("secret") is None or hook["secret"] not in str(told)
    [rotated] = changes(both, action="key.rotated")
    assert rotated["after"]["hash"] == "[redacted]"


def test_changes_of_memories_and_timers_are_logged_without_deleted_text(both: Api) -> None:
    memory = ok(both.post("/memories", {"text": "Ann likes plums."}), 201)["id"]
    ok(both.http.patch(f"/memories/{memory}", json={"text": "Ann likes pears."}))
    ok(both.http.delete(f"/memories/{memory}"))
    timers = f"/agent-sessions/{both.session()}/timers"
    timer = ok(both.post(timers, {"type": "check_in", "delaySeconds": 3600}), 201)["id"]
    ok(both.http.delete(f"{timers}/{timer}"))

    told = both.get("/audit")

    assert [change["action"] for change in reversed(told["changes"])][1:] == [
        *("memory.added", "memory.changed", "memory.removed"),
        *("timer.added", "timer.cancelled"),
    ]
    assert "Ann likes" not in str(told)


def test_the_log_can_be_filtered_and_paged(both: Api) -> None:
    made = [ok(both.post("/agents", {"name": n, **SPEC}), 201)["id"] for n in "abc"]
    ok(both.http.delete(f"/agents/{made[0]}"))

    assert did(both, action="agent") == ["agent.removed", *["agent.added"] * 3]
    assert did(both, action="agent.removed") == ["agent.removed"]
    assert did(both, action="agen") == did(both, actor="nobody") == []
    assert len(did(both, actor="this machine")) == len(did(both, actor="local")) == 5
    at = changes(both)[0]["at"]
    assert "agent.removed" in did(both, since=at)
    assert "agent.removed" not in did(both, until=at)
    page = both.get("/audit", limit=2, action="agent")
    rest = both.get("/audit", limit=2, action="agent", cursor=page["nextCursor"])
    assert [c["subject"] for c in page["changes"] + rest["changes"]] == [made[0], *made[::-1]]
    assert rest["nextCursor"] is None
    refused(both.http.get("/audit", params={"since": "noon"}), 400, "invalid_request")


def test_a_change_that_is_rolled_back_is_not_logged(either: RunningServer, both: Api) -> None:
    def half(tx: Tx) -> None:
        audit.record(tx, "agent.added", 1, "agt_half", after=a_view())
        raise Conflict("no")

    async def by_somebody() -> None:
        AUDIT_CONTEXT.set(AuditContext(actor=Actor(kind="local"), at=NOON))
        await either.runwhy.store.in_transaction(half)

    with pytest.raises(Conflict):
        either.call(by_somebody())
    default = Api(either.url)
    assert did(default, subject="agt_half") == []
    default.http.close()


def a_view() -> SavedView:
    more = {"page": "runs", "params": "", "created_by": "me"}
    return SavedView(id="v", workspace=1, name="n", created_at=NOON, **more)


def test_only_admins_read_the_audit_log(connect: Connect, both: Api) -> None:
    key = ok(both.post("/keys", {"name": "ci", "scopes": ["runs:write", "sessions:write"]}), 201)
    api = connect(both.url, both.base.rsplit("/", 1)[1], key=key["secret"])

    refused(api.http.get("/audit"), 403, "insufficient_scope")
    ok(api.post("/agents", {"name": "a", **SPEC}), 201)

    [added] = changes(both, actor=key["id"], action="agent")
    assert added["actor"] == {"kind": "key", "id": key["id"], "name": "ci"}
