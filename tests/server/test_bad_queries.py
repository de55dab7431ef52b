"""Invalid queries and ids: unknown ids and those of other workspaces get the same error."""

from __future__ import annotations

from uuid import uuid4

import pytest
from tests.server.api_client import SPEC, Api, ok, refused

RUN = {**SPEC, "prompt": "Hello"}


WRONG_ADDRESSES = {
    "NUL in a filter": "/agent-runs?metadata=a:%00",
    "NUL in a status": "/agent-runs?status=%00",
    "NUL in a cursor": "/agent-sessions?cursor=a%00",
    "NUL in an id": "/agent-runs/run_%00",
    "NUL in a session": "/agent-sessions/%00/events",
    "a lone surrogate in a filter": "/agent-runs?metadata=a:%ED%A0%80",
    "a lone surrogate in an id": "/agent-runs/%ED%A0%80",
    "no UTF-8 in a filter": "/agent-runs?metadata=a:%FF",
    "no UTF-8 in an id": "/agent-sessions/%FF",
}


@pytest.mark.parametrize("path", WRONG_ADDRESSES.values(), ids=WRONG_ADDRESSES)
def test_a_url_that_no_store_can_query_is_rejected(both: Api, path: str) -> None:
    refused(both.http.get(path), 400, "invalid_request")


WRONG_QUERIES: dict[str, tuple[str, str]] = {
    "a limit that is text": ("/agent-runs?limit=many", "limit"),
    "a limit that is a fraction": ("/agent-runs?limit=1.5", "limit"),
    "an unknown status": ("/agent-runs?status=lost", "status"),
    "an unknown status of a session": ("/agent-sessions?status=lost", "status"),
    "a filter without a colon": ("/agent-runs?metadata=customer", "metadata"),
    "a filter without a key": ("/agent-runs?metadata=:acme", "metadata/"),
    "a filter with a bad key": ("/agent-runs?metadata=a%20b:c", "metadata/a b"),
    "a filter with a long value": (f"/agent-runs?metadata=a:{'x' * 257}", "metadata/a"),
    "two values of one key": ("/agent-runs?metadata=a:b&metadata=a:c", "metadata"),
    "a filter of sessions without a colon": ("/agent-sessions?metadata=customer", "metadata"),
    "a cursor of nowhere": ("/agent-runs?cursor=nonsense", "cursor"),
    "a cursor of odd characters": ("/agent-runs?cursor=%F0%9F%99%82", "cursor"),
    "an endless cursor": (f"/agent-runs?cursor={'A' * 513}", "cursor"),
    "a cursor of sessions of nowhere": ("/agent-sessions?cursor=nonsense", "cursor"),
    "an offset below zero": ("/agent-sessions?offset=-1", "offset"),
    "an offset beyond all bounds": (f"/agent-sessions?offset={2**63}", "offset"),
}


@pytest.mark.parametrize("wrong", WRONG_QUERIES.values(), ids=WRONG_QUERIES)
def test_an_invalid_parameter_is_rejected_with_its_name(both: Api, wrong: tuple[str, str]) -> None:
    path, field = wrong

    said = refused(both.http.get(path), 400, "invalid_request")

    assert field in [problem["field"] for problem in said["problems"]]


def test_a_cursor_is_valid_only_for_its_list(both: Api) -> None:
    for _ in range(3):
        both.run(metadata={"a": "b"})
        both.session(metadata={"a": "b"})
    for path in ("/agent-runs", "/agent-sessions"):
        cursor = both.get(path, metadata="a:b", limit=1)["nextCursor"]
        both.get(path, metadata="a:b", limit=2, cursor=cursor)

        for other in ({}, {"metadata": "a:c"}, {"metadata": "a:b", "status": "failed"}):
            params = {**other, "cursor": cursor}
            if path == "/agent-sessions" and "status" in other:
                params["status"] = "active"
            said = refused(both.http.get(path, params=params), 400, "invalid_request")
            assert said["problems"][0]["field"] == "cursor"


def test_an_unknown_tag_key_matches_nothing(both: Api) -> None:
    both.run(metadata={"a": "b"})
    both.session(metadata={"a": "b"})

    assert both.get("/agent-runs", metadata="nobody:knows")["runs"] == []
    assert both.get("/agent-sessions", metadata="nobody:knows")["sessions"] == []


UNKNOWN = "run_00000000000000000000000000"


@pytest.mark.parametrize(
    "ask",
    [
        ("GET", "/agent-runs/{run}"),
        ("GET", "/agent-runs/{run}/stream"),
        ("GET", "/agent-runs/{run}/messages"),
        ("GET", "/agent-runs/{run}/log"),
        ("POST", "/agent-runs/{run}/cancel"),
        ("POST", "/agent-runs/{run}/tool-results"),
        ("GET", "/agent-sessions/{session}"),
        ("PATCH", "/agent-sessions/{session}"),
        ("DELETE", "/agent-sessions/{session}"),
        ("GET", "/agent-sessions/{session}/events"),
        ("GET", "/agent-sessions/{session}/history"),
        ("GET", "/agent-sessions/{session}/stream"),
        ("POST", "/agent-sessions/{session}/messages"),
        ("GET", "/agents/{agent}"),
        ("PATCH", "/agents/{agent}"),
        ("DELETE", "/agents/{agent}"),
        ("DELETE", "/keys/{key}"),
    ],
    ids=lambda ask: " ".join(ask),
)
def test_unknown_ids_and_those_of_other_workspaces_get_the_same_error(
    both: Api, ask: tuple[str, str]
) -> None:
    method, path = ask
    elsewhere = Api(both.url)
    theirs = {
        "run": elsewhere.run(),
        "session": elsewhere.session(),
        "agent": ok(elsewhere.post("/agents", {**SPEC, "name": f"a-{uuid4()}"}), 201)["id"],
        "key": ok(elsewhere.post("/keys", {"name": "k", "scopes": ["admin"]}), 201)["id"],
    }
    body = {"prompt": "x", "toolUseId": "t", "result": "r"}
    said = []
    for ids in (theirs, dict.fromkeys(theirs, "nonsense"), dict.fromkeys(theirs, UNKNOWN)):
        address = path.format(**ids)
        response = both.http.request(method, address, json=None if method == "GET" else body)
        answer = refused(response, 404, "not_found")
        said.append(answer["message"].replace(address.split("/")[2], "ID"))
    assert len(set(said)) == 1
    elsewhere.http.close()


def test_an_unknown_workspace_is_not_found(both: Api) -> None:
    nowhere = Api(both.url, "nowhere")

    for response in (
        nowhere.http.get("/agent-runs"),
        nowhere.post("/agent-runs", RUN),
        nowhere.post("/agent-sessions", SPEC),
        nowhere.http.get("/models"),
    ):
        refused(response, 404, "not_found")
    nowhere.http.close()
