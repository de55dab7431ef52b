"""Authentication and scopes, and local mode."""

from __future__ import annotations

import socket
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.server.api_client import SPEC, Api, ok, refused
from tests.support import callers
from tests.support.servers import RunningServer, running_server, server_settings

from runwhy.core.accounts.workspaces import Scope

Connect = Callable[..., Api]

RUN = {**SPEC, "prompt": "Hello"}


@pytest.fixture(scope="module")
def keyed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server that is reachable by others, so that every caller needs a key."""
    directory = tmp_path_factory.mktemp("keyed")
    with running_server(server_settings(directory, host="0.0.0.0")) as server:
        yield server


def secret_of(server: RunningServer, *scopes: str, workspace: int = 1) -> str:
    wanted = frozenset(Scope(scope) for scope in scopes)
    _, secret = server.call(server.runwhy.access.add_key(workspace, "test", wanted))
    assert secret is not None
    return secret


@pytest.fixture
def admin(keyed: RunningServer, connect: Connect) -> Api:
    return connect(keyed.url, key=secret_of(keyed, "admin"))


def test_requests_without_a_key_are_rejected(connect: Connect, keyed: RunningServer) -> None:
    api = connect(keyed.url)
    for headers in (
        {},
        {"Authorization": "Bearer rwk_nobody"},
        {"Authorization": "Bearer"},
        {"Authorization": "Basic d2hvOmFtaQ=="},
        {"X-API-Key": "rwk_nobody"},
        {"X-API-Key": "é".encode("latin-1")},
    ):
        for path in ("/agent-runs", "/models", "/../nowhere/models"):
            response = api.http.get(path, headers=headers)
            refused(response, 401, "unauthorized")
            assert response.headers["www-authenticate"] == "Bearer"
    refused(api.post("/agent-runs", RUN), 401, "unauthorized")
    refused(api.post("/agent-runs", {"broken": True}), 401, "unauthorized")
    refused(callers.get(f"{keyed.url}/api/v1/workspaces"), 401, "unauthorized")


def test_health_metrics_and_the_openapi_document_need_no_key(keyed: RunningServer) -> None:
    for path in ("/healthz", "/readyz", "/metrics", "/openapi.json"):
        assert callers.get(keyed.url + path).status_code == 200


def test_a_key_can_be_sent_in_either_header(connect: Connect, keyed: RunningServer) -> None:
    secret = secret_of(keyed, "runs:read")
    api = connect(keyed.url)
    for headers in (
        {"Authorization": f"Bearer {secret}"},
        {"Authorization": f"bearer {secret}"},
        {"X-API-Key": secret},
    ):
        ok(api.http.get("/agent-runs", headers=headers))


SCOPED = [
    ("POST", "/agent-runs", "runs:write"),
    ("GET", "/agent-runs", "runs:read"),
    ("GET", "/agent-runs/x", "runs:read"),
    ("GET", "/agent-runs/x/stream", "runs:read"),
    ("GET", "/agent-runs/x/messages", "runs:read"),
    ("POST", "/agent-runs/x/cancel", "runs:write"),
    ("POST", "/agent-runs/x/tool-results", "runs:write"),
    ("POST", "/agent-runs/x/rerun", "runs:write"),
    ("POST", "/tasks", "runs:write"),
    ("POST", "/imports", "runs:write"),
    ("POST", "/agent-sessions", "sessions:write"),
    ("GET", "/agent-sessions", "sessions:read"),
    ("GET", "/agent-sessions/x", "sessions:read"),
    ("PATCH", "/agent-sessions/x", "sessions:write"),
    ("DELETE", "/agent-sessions/x", "sessions:write"),
    ("POST", "/agent-sessions/x/messages", "sessions:write"),
    ("GET", "/agent-sessions/x/events", "sessions:read"),
    ("GET", "/agent-sessions/x/history", "sessions:read"),
    ("GET", "/agent-sessions/x/stream", "sessions:read"),
    ("GET", "/models", "models:read"),
    ("POST", "/agents", "sessions:write"),
    ("GET", "/agents", "sessions:read"),
    ("GET", "/agents/x", "sessions:read"),
    ("PATCH", "/agents/x", "sessions:write"),
    ("DELETE", "/agents/x", "sessions:write"),
    ("POST", "/keys", "admin"),
    ("GET", "/keys", "admin"),
    ("DELETE", "/keys/x", "admin"),
]


@pytest.mark.parametrize(("method", "path", "scope"), SCOPED)
def test_the_error_names_the_missing_scope(
    connect: Connect, keyed: RunningServer, method: str, path: str, scope: str
) -> None:
    others = [one.value for one in Scope if one != "admin"]
    lacking = [o for o in others if o != scope and o != scope.replace("read", "write")]
    api = connect(keyed.url, key=secret_of(keyed, *lacking))

    response = api.http.request(method, path, json=RUN if method != "GET" else None)

    assert refused(response, 403, "insufficient_scope")["required"] == scope
    assert f'scope="{scope}"' in response.headers["www-authenticate"]


@pytest.mark.parametrize(("method", "path", "scope"), SCOPED)
def test_a_key_with_the_scope_is_accepted(
    connect: Connect, keyed: RunningServer, method: str, path: str, scope: str
) -> None:
    api = connect(keyed.url, key=secret_of(keyed, scope))

    response = api.http.request(method, path, json={} if method != "GET" else None)

    assert response.status_code in (200, 400, 404)


def test_a_write_scope_includes_read(connect: Connect, keyed: RunningServer) -> None:
    api = connect(keyed.url, key=secret_of(keyed, "runs:write"))

    assert api.ended(api.run())["status"] == "succeeded"


def test_a_run_records_the_key_that_started_it(
    connect: Connect, keyed: RunningServer, admin: Api
) -> None:
    made = ok(admin.post("/keys", {"name": "ci", "scopes": ["runs:write"], "client": "cli"}), 201)
    api = connect(keyed.url, key=made["secret"])

    origin = api.get(f"/agent-runs/{api.run()}")["origin"]

    assert origin["actor"] == {"kind": "key", "id": made["id"], "name": "ci"}
    assert origin["trigger"] == "cli"


def test_a_secret_is_returned_once_and_only_its_hash_is_stored(
    connect: Connect, keyed: RunningServer, admin: Api
) -> None:
    body = {"name": "ci", "scopes": ["runs:read", "admin"]}
    once = {"Idempotency-Key": "make-a-key"}

    made = ok(admin.post("/keys", body, **once), 201)
    again = ok(admin.post("/keys", body, **once), 201)

    secret = made.pop("secret")
    assert secret.startswith("rwk_") and made["scopes"] == ["admin", "runs:read"]
    assert again == {**made, "secret": None}
    listed = admin.get("/keys")["keys"]
    assert made in listed and secret not in str(listed)
    store: Any = keyed.runwhy.store
    with sqlite3.connect(store.path) as database:
        dump = "\n".join(str(row) for row in database.execute("SELECT * FROM keys"))
    database.close()
    assert made["id"] in dump and secret not in dump
    for file in Path(store.path).parent.iterdir():
        assert secret.encode() not in file.read_bytes()


def test_a_revoked_key_is_rejected(connect: Connect, keyed: RunningServer, admin: Api) -> None:
    made = ok(admin.post("/keys", {"name": "ci", "scopes": ["runs:read"]}), 201)
    api = connect(keyed.url, key=made["secret"])
    ok(api.http.get("/agent-runs"))

    assert ok(admin.http.delete(f"/keys/{made['id']}")) == {"ok": True}

    refused(api.http.get("/agent-runs"), 401, "unauthorized")
    refused(admin.http.delete(f"/keys/{made['id']}"), 404, "not_found")
    assert made["id"] not in str(admin.get("/keys"))


WRONG_KEYS: dict[str, tuple[Any, str]] = {
    "no name": ({"scopes": ["admin"]}, "/name"),
    "an empty name": ({"name": "", "scopes": ["admin"]}, "/name"),
    "no scopes": ({"name": "n"}, "/scopes"),
    "an unknown scope": ({"name": "n", "scopes": ["runs:read", "root"]}, "/scopes/1"),
    "a scope that is a number": ({"name": "n", "scopes": [1]}, "/scopes/0"),
    "an unknown client": ({"name": "n", "scopes": ["admin"], "client": "web"}, "/client"),
}


@pytest.mark.parametrize("wrong", WRONG_KEYS.values(), ids=WRONG_KEYS)
def test_an_invalid_key_body_is_rejected_with_its_field(admin: Api, wrong: tuple[Any, str]) -> None:
    body, field = wrong
    before = admin.get("/keys")

    said = refused(admin.post("/keys", body), 400, "invalid_request")

    assert field in [problem["field"] for problem in said["problems"]]
    assert admin.get("/keys") == before


def test_a_key_cannot_see_another_workspace(
    connect: Connect, keyed: RunningServer, admin: Api
) -> None:
    slug = "tenant"
    ok(admin.http.post(f"{keyed.url}/api/v1/workspaces", json={"slug": slug}), 201)
    found = keyed.call(keyed.runwhy.store.get_workspace(slug))
    assert found is not None
    secret = secret_of(keyed, "admin", workspace=found.id)
    theirs = connect(keyed.url, slug, key=secret)
    run = theirs.run()

    at_ours = connect(keyed.url, key=secret)
    for response in (
        at_ours.http.get("/agent-runs"),
        connect(keyed.url, "nowhere", key=secret).http.get("/agent-runs"),
        connect(keyed.url, slug, key=str(admin.http.headers["authorization"])[7:]).http.get(
            "/models"
        ),
    ):
        refused(response, 404, "not_found")
    refused(admin.http.get(f"/agent-runs/{run}"), 404, "not_found")
    everywhere = at_ours.http.get(f"{keyed.url}/api/v1/workspaces")
    assert [w["slug"] for w in ok(everywhere)["workspaces"]] == [slug]
    adding = at_ours.http.post(f"{keyed.url}/api/v1/workspaces", json={"slug": "mine"})
    refused(adding, 403, "forbidden")


def test_only_admins_create_workspaces_and_slugs_are_unique(
    connect: Connect, keyed: RunningServer, admin: Api
) -> None:
    url = f"{keyed.url}/api/v1/workspaces"

    made = ok(admin.http.post(url, json={"slug": "acme-1", "name": "Acme"}), 201)

    assert (made["slug"], made["name"]) == ("acme-1", "Acme")
    refused(admin.http.post(url, json={"slug": "acme-1"}), 409, "conflict")
    for slug in ("", "Acme", "a b", "-a", "a" * 64, "ä", "a\n", 1, None):
        refused(admin.http.post(url, json={"slug": slug}), 400, "invalid_request")
    reader = connect(keyed.url, key=secret_of(keyed, "runs:write"))
    response = reader.http.post(url, json={"slug": "acme-2"})
    assert refused(response, 403, "insufficient_scope")["required"] == "admin"


def test_with_a_key_any_host_and_origin_is_accepted(keyed: RunningServer, admin: Api) -> None:
    foreign = {"Host": "runwhy.example.org", "Origin": "https://app.example.org"}

    ok(admin.http.get("/agent-runs", headers=foreign))


@pytest.mark.parametrize(
    "host",
    [
        "example.org",
        "localhost.example.org",
        "localhost@example.org",
        "example.org@localhost",
        "localhost/x",
        "127.0.0.1.nip.io",
        "127.0.0.2",
        "[::1",
        "[::2]",
        "localhost:port",
        "0.0.0.0",
    ],
)
def test_local_mode_rejects_a_foreign_host(local: RunningServer, host: str) -> None:
    for path in ("/healthz", "/api/v1/workspaces/default/agent-runs", "/openapi.json", "/"):
        refused(callers.get(local.url + path, headers={"Host": host}), 403, "forbidden")


@pytest.mark.parametrize(
    "host", ["localhost", "127.0.0.1:9", "LOCALHOST:80", "[::1]:7420", "[::1]"]
)
def test_local_mode_accepts_every_name_of_this_machine(local: RunningServer, host: str) -> None:
    assert callers.get(f"{local.url}/healthz", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "origin",
    [
        "https://example.org",
        "http://localhost:1",
        "http://127.0.0.1",
        "null",
        "",
        "http://[::1",
        "file://",
    ],
)
def test_local_mode_rejects_a_foreign_origin(api: Api, origin: str) -> None:
    for response in (
        api.http.post("/agent-runs", json=RUN, headers={"Origin": origin}),
        api.http.get("/agent-runs", headers={"Origin": origin}),
    ):
        refused(response, 403, "forbidden")
    assert api.everything() == ([], 0)


def test_local_mode_accepts_its_own_origin(api: Api) -> None:
    ok(api.http.post("/agent-runs", json=RUN, headers={"Origin": api.url}), 202)


def test_local_mode_ignores_an_unknown_key_and_uses_a_known_one(
    connect: Connect, local: RunningServer, api: Api
) -> None:
    stranger = connect(local.url, key="rwk_nobody")
    known = connect(local.url, key=secret_of(local, "runs:read"))

    run = stranger.run()

    assert stranger.get(f"/agent-runs/{run}")["origin"]["actor"]["kind"] == "local"
    ok(known.http.get("/agent-runs"))
    assert refused(known.post("/agent-runs", RUN), 403, "insufficient_scope")["required"] == (
        "runs:write"
    )
    refused(known.http.get("/models"), 403, "insufficient_scope")


def test_local_mode_gives_access_to_all_workspaces(local: RunningServer, api: Api) -> None:
    listed = ok(callers.get(f"{local.url}/api/v1/workspaces"))["workspaces"]

    assert {"default", api.base.rsplit("/", 1)[1]} <= {one["slug"] for one in listed}


def test_the_cli_is_recognized_by_its_token(connect: Connect, tmp_path: Path) -> None:
    token = "rwk_local_test"
    with running_server(server_settings(tmp_path), cli_token=token) as server:
        api = connect(server.url, key=token)

        origin = api.get(f"/agent-runs/{api.run()}")["origin"]

        assert (origin["trigger"], origin["actor"]["kind"]) == ("cli", "local")


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
@pytest.mark.parametrize("mode", ["no-cors", "cors", "navigate"])
def test_local_mode_refuses_reads_by_other_web_pages(
    local: RunningServer, site: str, mode: str
) -> None:
    headers = {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": mode}
    for path in ("/api/v1/workspaces/default/agent-runs", "/api/v1/session"):
        refused(callers.get(local.url + path, headers=headers), 403, "forbidden")


def test_local_mode_opens_the_dashboard_from_a_link_on_another_page(local: RunningServer) -> None:
    headers = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    assert callers.get(f"{local.url}/", headers=headers).status_code == 200
    refused(
        callers.get(f"{local.url}/metrics", headers={"Sec-Fetch-Site": "cross-site"}),
        403,
        "forbidden",
    )


def test_local_mode_answers_its_own_pages_and_programs(local: RunningServer) -> None:
    path = f"{local.url}/api/v1/workspaces/default/agent-runs"
    for headers in ({}, {"Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "cors"}):
        assert callers.get(path, headers=headers).status_code == 200


def test_a_second_host_header_is_refused(local: RunningServer) -> None:
    port = int(local.url.rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port), timeout=60) as raw:
        raw.sendall(
            b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: example.org\r\n"
            b"Connection: close\r\n\r\n"
        )
        answer = b"".join(iter(lambda: raw.recv(4096), b""))

    assert answer.startswith(b"HTTP/1.1 400 "), answer


def test_answers_of_the_api_are_not_stored_guessed_or_embedded(local: RunningServer) -> None:
    base = f"{local.url}/api/v1/workspaces/default"
    paths = [(path, {}) for path in ("/agent-runs", "/agent-runs/run_none", "/models", "/nothing")]
    for path, sent in [*paths, ("/models", {"Origin": "https://example.org"})]:
        headers = callers.get(base + path, headers=sent).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"] == "no-store"
        assert headers["cross-origin-resource-policy"] == "same-origin"
