"""Rate limits and rotation of keys."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

from tests.server.api_client import Api, ok, refused
from tests.support.clock import FrozenClock
from tests.support.servers import running_server, server_settings

from runwhy.core.accounts.workspaces import Scope

Connect = Callable[..., Api]


def test_a_rate_limited_key_gets_retry_after(connect: Connect, tmp_path: Path) -> None:
    clock = FrozenClock()
    settings = server_settings(tmp_path, rate_limit=60, rate_burst=2)
    with running_server(settings, clock=clock, work=False) as server:
        local = connect(server.url)
        keys = [ok(local.post("/keys", {"name": n, "scopes": ["runs:read"]}), 201) for n in "ab"]
        busy, calm = (connect(server.url, key=key["secret"]) for key in keys)
        for _ in range(2):
            ok(busy.http.get("/agent-runs"))

        response = busy.http.get("/agent-runs")

        refused(response, 429, "rate_limited")
        assert response.headers["retry-after"] == "1"
        ok(calm.http.get("/agent-runs"))
        for _ in range(5):
            ok(local.http.get("/agent-runs"))
        clock.advance(seconds=1)
        ok(busy.http.get("/agent-runs"))


def test_a_rotated_key_keeps_its_id_and_its_old_secret_for_a_while(
    connect: Connect, tmp_path: Path
) -> None:
    clock = FrozenClock()
    with running_server(server_settings(tmp_path, host="0.0.0.0"), clock=clock, work=False) as it:
        first = it.call(it.runwhy.access.add_key(1, "admin", frozenset({Scope.ADMIN})))[1]
        admin = connect(it.url, key=first)
        body = {"name": "ci", "scopes": ["runs:read"], "tags": {"customer": "acme"}}
        made = ok(admin.post("/keys", body), 201)

        new = ok(admin.post(f"/keys/{made['id']}/rotate", {"graceSeconds": 60}))

        assert new["secret"] != made["secret"] and new["id"] == made["id"]
        assert new["hint"] == new["secret"][:9] + "…" and new["tags"] == {"customer": "acme"}
        old, now = (connect(it.url, key=key["secret"]) for key in (made, new))
        ok(old.http.get("/agent-runs"))
        ok(now.http.get("/agent-runs"))
        clock.advance(seconds=61)
        refused(old.http.get("/agent-runs"), 401, "unauthorized")
        ok(now.http.get("/agent-runs"))
        refused(admin.post("/keys/key_x/rotate", {}), 404, "not_found")
        wrong = admin.post(f"/keys/{made['id']}/rotate", {"graceSeconds": -1})
        assert refused(wrong, 400, "invalid_request")["problems"][0]["field"] == "/graceSeconds"


def test_an_expired_key_is_refused_with_the_reason(connect: Connect, tmp_path: Path) -> None:
    clock = FrozenClock()
    with running_server(server_settings(tmp_path, host="0.0.0.0"), clock=clock, work=False) as it:
        first = it.call(it.runwhy.access.add_key(1, "admin", frozenset({Scope.ADMIN})))[1]
        admin = connect(it.url, key=first)
        expires = (clock() + timedelta(minutes=1)).isoformat()
        body = {"name": "short", "scopes": ["runs:read"], "expiresAt": expires}
        made = ok(admin.post("/keys", body), 201)
        short = connect(it.url, key=made["secret"])
        ok(short.http.get("/agent-runs"))
        session = f"{it.url}/api/v1/session"
        browser, ours = connect(it.url), {"X-Runwhy-Dashboard": "1"}
        ok(browser.http.post(session, json={"key": made["secret"]}, headers=ours))
        ok(browser.http.get("/agent-runs", headers=ours))

        clock.advance(seconds=60)

        body = refused(short.http.get("/agent-runs"), 401, "unauthorized")
        assert "the key 'short' expired on " in body["message"]
        again = browser.http.post(session, json={"key": made["secret"]}, headers=ours)
        assert "expired" in refused(again, 401, "unauthorized")["message"]
        for path in ("/agent-runs", session):
            ended = refused(browser.http.get(path, headers=ours), 401, "unauthorized")
            assert "the key 'short' expired on " in ended["message"]
        listed = {key["name"]: key["expiresAt"] for key in admin.get("/keys")["keys"]}
        assert listed["admin"] is None and listed["short"] == made["expiresAt"]
        added = admin.get("/audit", action="key.added")["changes"][0]["after"]
        assert added["expires_at"] is not None
        refusals = admin.get("/audit", action="access")["changes"]
        assert refusals
        ok(browser.http.delete(session, headers=ours))


def test_a_key_that_expires_in_the_past_is_refused(connect: Connect, tmp_path: Path) -> None:
    with running_server(server_settings(tmp_path), work=False) as it:
        api = connect(it.url)
        for at in ("2020-01-01T00:00:00Z", "2020-01-01T00:00:00", "soon"):
            body = {"name": "x", "scopes": ["runs:read"], "expiresAt": at}
            found = refused(api.post("/keys", body), 400, "invalid_request")
            assert found["problems"][0]["field"] == "/expiresAt"


def test_a_key_with_an_unknown_field_is_refused(connect: Connect, tmp_path: Path) -> None:
    with running_server(server_settings(tmp_path), work=False) as it:
        api = connect(it.url)
        body = {"name": "x", "scopes": ["runs:read"], "metadata": {"customer": "acme"}}

        found = refused(api.post("/keys", body), 400, "invalid_request")

        (problem,) = found["problems"]
        assert problem["field"] == "/metadata"
        assert problem["problem"].endswith("use name, scopes, client, tags, expiresAt")
        assert [key["name"] for key in api.get("/keys")["keys"]] == []


def test_the_name_and_the_expiry_of_a_key_can_be_changed(connect: Connect, tmp_path: Path) -> None:
    clock = FrozenClock()
    with running_server(server_settings(tmp_path, host="0.0.0.0"), clock=clock, work=False) as it:
        first = it.call(it.runwhy.access.add_key(1, "admin", frozenset({Scope.ADMIN})))[1]
        admin = connect(it.url, key=first)
        made = ok(admin.post("/keys", {"name": "ci", "scopes": ["runs:read"]}), 201)
        path, user = f"/keys/{made['id']}", connect(it.url, key=made["secret"])

        soon = (clock() + timedelta(minutes=1)).isoformat()
        changed = ok(admin.http.patch(path, json={"name": "ci-2", "expiresAt": soon}))

        assert (changed["name"], changed["scopes"]) == ("ci-2", ["runs:read"])
        assert admin.get(path) == changed and "secret" not in changed
        assert ok(admin.http.patch(path, json={"name": "ci-3"}))["expiresAt"] is not None
        assert ok(admin.http.patch(path, json={"expiresAt": None}))["expiresAt"] is None
        ok(admin.http.patch(path, json={"expiresAt": soon}))
        newest = admin.get("/audit", action="key.changed")["changes"][-1]
        assert newest["before"] == {"name": "ci", "expires_at": None}
        assert newest["after"]["name"] == "ci-2"
        ok(user.http.get("/agent-runs"))
        clock.advance(seconds=60)
        refused(user.http.get("/agent-runs"), 401, "unauthorized")
        body = refused(admin.http.patch(path, json={"expiresAt": None}), 409, "conflict")
        assert "has expired; create another one" in body["message"]


def test_the_access_of_a_key_cannot_be_changed(connect: Connect, tmp_path: Path) -> None:
    with running_server(server_settings(tmp_path), work=False) as it:
        api = connect(it.url)
        made = ok(api.post("/keys", {"name": "ci", "scopes": ["runs:read"]}), 201)
        path = f"/keys/{made['id']}"
        for field, value in (("scopes", ["admin"]), ("tags", {}), ("client", "cli")):
            wrong = api.http.patch(path, json={"name": "x", field: value})
            (problem,) = refused(wrong, 400, "invalid_request")["problems"]
            assert problem["field"] == f"/{field}"
            assert problem["problem"] == "cannot be changed; create another key"
        past = api.http.patch(path, json={"expiresAt": "2020-01-01T00:00:00Z"})
        assert refused(past, 400, "invalid_request")["problems"][0]["field"] == "/expiresAt"
        assert api.get(path)["name"] == "ci"
        refused(api.http.get("/keys/key_x"), 404, "not_found")
        refused(api.http.patch("/keys/key_x", json={"name": "x"}), 404, "not_found")
