"""Signing in to the dashboard over HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import httpx2
import pytest
from tests.support import callers
from tests.support.clock import FrozenClock
from tests.support.servers import RunningServer, running_server, server_settings

from runwhy.core.accounts.sign_ins import IDLE
from runwhy.core.accounts.workspaces import ALL_SCOPES, Scope
from runwhy.services.access import hash_secret

OURS = {"X-Runwhy-Dashboard": "1"}
BASE = "/api/v1/workspaces/default"
RUNS, SESSIONS = f"{BASE}/agent-runs", f"{BASE}/agent-sessions"


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock()


@pytest.fixture
def server(tmp_path: Path, clock: FrozenClock) -> Iterator[RunningServer]:
    with running_server(server_settings(tmp_path, host="0.0.0.0"), clock=clock) as running:
        yield running


def make_key(server: RunningServer, *, scopes: frozenset[Scope] = ALL_SCOPES) -> tuple[str, str]:
    key, secret = server.call(server.runwhy.access.add_key(1, "ci", scopes))
    assert secret is not None
    return key.id, secret


def browser(server: RunningServer) -> httpx2.Client:
    return callers.client(base_url=server.url)


def test_signing_in_with_a_key_sets_a_cookie_that_works(server: RunningServer) -> None:
    _, secret = make_key(server)
    with browser(server) as client:
        assert client.get("/api/v1/session").status_code == 401

        said = client.post("/api/v1/session", json={"key": secret}, headers=OURS)

        assert said.status_code == 200
        assert said.json()["workspace"] == {"slug": "default", "name": "Default"}
        assert said.json()["actor"]["name"] == "ci"
        assert "admin" in said.json()["scopes"]
        assert client.get("/api/v1/workspaces/default/agent-runs").status_code == 200
        assert client.get("/api/v1/session").json()["actor"]["kind"] == "key"


def test_scripts_and_other_sites_cannot_use_the_cookie(server: RunningServer) -> None:
    _, secret = make_key(server)
    with browser(server) as client:
        said = client.post("/api/v1/session", json={"key": secret}, headers=OURS)

    cookie = said.headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=strict" in cookie and "path=/api" in cookie
    assert secret not in said.headers["set-cookie"] and secret not in said.text


@pytest.mark.parametrize("behind_https", [False, True])
def test_the_cookie_is_secure_behind_an_https_proxy(tmp_path: Path, behind_https: bool) -> None:
    settings = server_settings(tmp_path, host="0.0.0.0", behind_https=behind_https)
    with running_server(settings) as server, browser(server) as client:
        _, secret = make_key(server)
        said = client.post("/api/v1/session", json={"key": secret}, headers=OURS)

    assert ("secure" in said.headers["set-cookie"].lower()) is behind_https


def test_changes_with_the_cookie_need_the_dashboard_header(server: RunningServer) -> None:
    _, secret = make_key(server)
    body = {"systemPrompt": "Be brief.", "prompt": "Hello"}
    with browser(server) as client:
        client.post("/api/v1/session", json={"key": secret}, headers=OURS)
        runs = "/api/v1/workspaces/default/agent-runs"

        assert client.post(runs, json=body).json()["error"] == "forbidden"
        said = client.post(runs, json=body, headers=OURS)
        assert said.status_code == 202, said.text


def test_signing_in_needs_the_dashboard_header(server: RunningServer) -> None:
    _, secret = make_key(server)
    with browser(server) as client:
        assert client.post("/api/v1/session", json={"key": secret}).status_code == 403


def test_an_unknown_key_is_rejected_and_sets_no_cookie(server: RunningServer) -> None:
    with browser(server) as client:
        said = client.post("/api/v1/session", json={"key": "rwk_no"}, headers=OURS)

    assert said.status_code == 401
    assert "set-cookie" not in said.headers


def test_revoking_a_key_ends_its_sign_ins(server: RunningServer) -> None:
    key_id, secret = make_key(server)
    with browser(server) as client:
        client.post("/api/v1/session", json={"key": secret}, headers=OURS)
        server.call(server.runwhy.access.remove_key(1, key_id))

        assert client.get("/api/v1/session").status_code == 401


def test_a_sign_in_lasts_twelve_hours_after_its_last_use(
    server: RunningServer, clock: FrozenClock
) -> None:
    _, secret = make_key(server)
    with browser(server) as client:
        client.post("/api/v1/session", json={"key": secret}, headers=OURS)
        clock.advance(hours=11, minutes=59)
        assert client.get("/api/v1/session").status_code == 200
        clock.advance(hours=11, minutes=59)
        assert client.get("/api/v1/session").status_code == 200
        clock.advance(hours=12, minutes=1)
        assert client.get("/api/v1/session").status_code == 401


def test_a_sign_in_ends_after_a_week_even_if_it_is_used(
    server: RunningServer, clock: FrozenClock
) -> None:
    _, secret = make_key(server)
    with browser(server) as client:
        client.post("/api/v1/session", json={"key": secret}, headers=OURS)
        for _ in range(14 - 1):
            clock.advance(hours=11, minutes=59)
            assert client.get("/api/v1/session").status_code == 200
        clock.advance(hours=13)

        assert client.get("/api/v1/session").status_code == 401


def test_any_request_counts_as_use_of_a_sign_in(server: RunningServer, clock: FrozenClock) -> None:
    _, secret = make_key(server)
    with browser(server) as client:
        client.post("/api/v1/session", json={"key": secret}, headers=OURS)
        for _ in range(3):
            clock.advance(hours=11)
            assert client.get(RUNS).status_code == 200


def test_signing_out_voids_a_copy_of_the_cookie_and_its_streams(server: RunningServer) -> None:
    key_id, secret = make_key(server)
    server.runwhy.app.state.ping_every = 0.05
    with browser(server) as client, browser(server) as thief, browser(server) as other:
        client.post("/api/v1/session", json={"key": secret}, headers=OURS)
        other.post("/api/v1/session", json={"key": secret}, headers=OURS)
        thief.cookies.update(client.cookies)
        made = thief.post(SESSIONS, json={"systemPrompt": "x"}, headers=OURS).json()
        stream = f"{SESSIONS}/{made['sessionId']}/stream"
        with thief.stream("GET", stream) as opened:
            assert opened.status_code == 200
            assert client.delete("/api/v1/session", headers=OURS).status_code == 200
            opened.read()  # until the server closes it

        assert thief.get("/api/v1/session").status_code == 401
        assert thief.get(RUNS).status_code == 401
        assert other.get(RUNS).status_code == 200  # another sign-in with the same key
        told = other.get(f"{BASE}/audit", params={"action": "signin"}).json()["changes"]
        assert [one["action"] for one in told] == ["signin.closed", *["signin.opened"] * 2]
        assert {one["subject"] for one in told} == {key_id}


def test_signing_out_needs_the_dashboard_header(server: RunningServer) -> None:
    _, secret = make_key(server)
    with browser(server) as client:
        assert client.delete("/api/v1/session").status_code == 200  # there is nothing to void
        client.post("/api/v1/session", json={"key": secret}, headers=OURS)
        assert client.delete("/api/v1/session").status_code == 403
        assert client.get(RUNS).status_code == 200


def test_rotating_a_key_ends_its_sign_ins_with_the_old_secret(
    server: RunningServer, clock: FrozenClock
) -> None:
    key_id, secret = make_key(server)
    with browser(server) as before, browser(server) as late, browser(server) as after:
        before.post("/api/v1/session", json={"key": secret}, headers=OURS)
        grace = timedelta(hours=1)
        _, new = server.call(server.runwhy.access.rotate_key(1, key_id, grace=grace))
        late.post("/api/v1/session", json={"key": secret}, headers=OURS)
        after.post("/api/v1/session", json={"key": new}, headers=OURS)
        found = [client.get(RUNS).status_code for client in (before, late, after)]
        assert found == [200, 200, 200]
        clock.advance(hours=1, seconds=1)

        found = [client.get(RUNS).status_code for client in (before, late, after)]
        assert found == [401, 401, 200]


def test_sign_ins_are_stored_as_hashes_and_deleted_when_they_have_ended(
    server: RunningServer, clock: FrozenClock
) -> None:
    _, secret = make_key(server)
    store = server.runwhy.store
    with browser(server) as client:
        client.post("/api/v1/session", json={"key": secret}, headers=OURS)
        token = client.cookies["runwhy_session"]
    assert server.call(store.find_sign_in(token)) is None
    assert server.call(store.find_sign_in(hash_secret(token))) is not None

    def forget() -> int:
        return server.call(store.forget_sign_ins(unused_since=clock() - IDLE, at=clock()))

    assert forget() == 0
    clock.advance(hours=12, minutes=1)
    assert forget() == 1


def test_a_sign_in_works_on_every_server_of_a_database(tmp_path: Path, postgres_url: str) -> None:
    given = {"host": "0.0.0.0", "database_url": postgres_url}
    with (
        running_server(server_settings(tmp_path / "a", **given), work=False) as one,
        running_server(server_settings(tmp_path / "b", **given), work=False) as two,
        browser(one) as client,
        browser(two) as elsewhere,
    ):
        _, secret = make_key(one)
        client.post("/api/v1/session", json={"key": secret}, headers=OURS)
        cookie = {"Cookie": f"runwhy_session={client.cookies['runwhy_session']}"}
        assert elsewhere.get(RUNS, headers=cookie).status_code == 200
        assert elsewhere.delete("/api/v1/session", headers={**cookie, **OURS}).status_code == 200

        assert client.get(RUNS).status_code == 401


@pytest.mark.parametrize("token", ["", "x", "1.2.3.4", "1.99999999999.abc.def", "é.é"])
def test_a_forged_cookie_is_rejected(server: RunningServer, token: str) -> None:
    cookie = f"runwhy_session={token}".encode()
    with browser(server) as client:
        assert client.get("/api/v1/session", headers={b"cookie": cookie}).status_code == 401


def test_signing_out_deletes_the_cookie(server: RunningServer) -> None:
    _, secret = make_key(server)
    with browser(server) as client:
        client.post("/api/v1/session", json={"key": secret}, headers=OURS)
        client.delete("/api/v1/session", headers=OURS)

        assert client.get("/api/v1/session").status_code == 401


def test_the_scopes_of_the_key_apply_to_the_cookie(server: RunningServer) -> None:
    _, secret = make_key(server, scopes=frozenset({Scope.RUNS_READ}))
    with browser(server) as client:
        client.post("/api/v1/session", json={"key": secret}, headers=OURS)

        refused = client.get("/api/v1/workspaces/default/keys")

    assert refused.json()["required"] == "admin"


def test_local_mode_needs_no_sign_in(tmp_path: Path) -> None:
    with running_server(server_settings(tmp_path)) as server, browser(server) as client:
        said = client.get("/api/v1/session").json()

    assert said["local"] is True
    assert said["workspaces"] == [{"slug": "default", "name": "Default"}]
