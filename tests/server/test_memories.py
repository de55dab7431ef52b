"""Memories over HTTP, on both stores."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.server.api_client import Api, ok, refused
from tests.support.servers import RunningServer


def tell(api: Api, text: str, **more: object) -> str:
    return str(ok(api.post("/memories", {"text": text, **more}), 201)["id"])


def test_a_memory_is_stored_found_changed_and_deleted(both: Api) -> None:
    made = ok(both.post("/memories", {"text": " I am allergic to peanuts. "}), 201)
    berlin = tell(both, "I live in Berlin.", source="agent")
    ann = tell(both, "Ann likes peanuts.", user="ann")

    assert made["text"] == "I am allergic to peanuts."
    assert (made["agentId"], made["user"], made["source"]) == (None, "local", "human")
    assert both.get(f"/memories/{made['id']}") == made
    page = both.get("/memories", limit=2)
    assert [m["id"] for m in page["memories"]] == [ann, berlin]
    rest = both.get("/memories", limit=2, cursor=page["nextCursor"])
    assert ([m["id"] for m in rest["memories"]], rest["nextCursor"]) == ([made["id"]], None)
    found = both.get("/memories/search", q="Which peanut snacks?", user="local")["memories"]
    assert [m["id"] for m in found] == [made["id"]]
    assert 0 < found[0]["score"] <= 1
    assert len(both.get("/memories/search", q="peanuts")["memories"]) == 2
    assert both.get("/memories/search", q="Anything about Rome?")["memories"] == []
    assert both.get("/memories/search", q="peanuts", threshold=1, limit=1)["memories"] != []

    changed = ok(both.http.patch(f"/memories/{berlin}", json={"text": "I live in Rome."}))
    assert (changed["text"], changed["source"]) == ("I live in Rome.", "agent")
    assert [m["id"] for m in both.get("/memories/search", q="Rome")["memories"]] == [berlin]
    assert ok(both.http.delete(f"/memories/{berlin}")) == {"ok": True}
    refused(both.http.get(f"/memories/{berlin}"), 404, "not_found")
    refused(both.http.delete(f"/memories/{berlin}"), 404, "not_found")
    refused(both.http.patch(f"/memories/{berlin}", json={"text": "x"}), 404, "not_found")
    assert ok(both.http.delete("/memories", params={"user": "ann"})) == {"ok": True, "removed": 1}
    assert len(both.get("/memories")["memories"]) == 1


def test_memories_are_listed_by_the_name_of_their_agent(both: Api) -> None:
    agent = ok(both.post("/agents", {"name": "cook", "systemPrompt": "Cook."}), 201)["id"]
    mine = tell(both, "Ann likes plums.", agentId="cook")
    tell(both, "Ann has a cat.")

    def found(path: str = "/memories", **params: str) -> list[str]:
        return [each["id"] for each in both.get(path, **params)["memories"]]

    for name in ("cook", agent):
        assert found(agentId=name) == [mine]
        assert found("/memories/search", q="plums", agentId=name) == [mine]
    answer = both.http.get("/memories", params={"agentId": "coook"})
    said = refused(answer, 400, "invalid_request")
    assert "no agent coook" in str(said)
    ok(both.http.delete("/agents/cook"))
    assert found(agentId=agent) == [mine]  # memories outlive their agent
    assert ok(both.http.delete("/memories", params={"agentId": agent}))["removed"] == 1


def test_the_same_text_is_stored_once(api: Api) -> None:
    first = tell(api, "I drink tea.")

    said = refused(api.post("/memories", {"text": "I drink TEA!"}), 409, "conflict")
    assert first in said["message"]
    tell(api, "I do not drink tea.")
    tell(api, "I drink tea.", user="ann")


def test_a_repeated_request_stores_one_memory(api: Api) -> None:
    body = {"text": "I drink tea."}

    answers = [api.post("/memories", body, **{"Idempotency-Key": "k"}).json() for _ in range(2)]

    assert answers[0] == answers[1]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "/text"),
        ({"text": ""}, "/text"),
        ({"text": "  "}, "/text"),
        ({"text": "x" * 2001}, "/text"),
        ({"text": "x", "user": "u" * 129}, "/user"),
        ({"text": "x", "source": "god"}, "/source"),
        ({"text": "x", "agentId": "agt_nobody"}, "/agentId"),
    ],
)
def test_invalid_input_is_rejected_with_its_field(
    api: Api, body: dict[str, object], field: str
) -> None:
    said = refused(api.post("/memories", body), 400, "invalid_request")

    assert said["problems"][0]["field"] == field
    assert api.get("/memories")["memories"] == []


def test_invalid_queries_are_rejected(api: Api) -> None:
    for path in (
        "/memories/search",
        "/memories/search?q=",
        "/memories/search?q=x&limit=21",
        "/memories/search?q=x&threshold=2",
        "/memories?limit=0",
        "/memories?user=a%00b",
        "/memories?cursor=x",
    ):
        refused(api.http.get(path), 400, "invalid_request")
    refused(api.http.delete("/memories"), 400, "invalid_request")
    spec = {"systemPrompt": "Hi.", "prompt": "x", "memory": {"topK": 0, "threshold": 2}}
    said = refused(api.post("/agent-runs", spec), 400, "invalid_request")
    assert {p["field"] for p in said["problems"]} == {"/memory/topK", "/memory/threshold"}


def test_a_key_has_its_own_memories_and_needs_the_scope(
    local: RunningServer, api: Api, connect: Callable[..., Api]
) -> None:
    slug = api.base.rpartition("/")[2]
    keys = [
        ok(api.post("/keys", {"name": "k", "scopes": [scope]}), 201)
        for scope in ("sessions:write", "sessions:read", "runs:write")
    ]
    writer, reader, other = (connect(local.url, slug, key=key["secret"]) for key in keys)

    made = ok(writer.post("/memories", {"text": "I drink tea."}), 201)

    assert made["user"] == keys[0]["id"]
    assert reader.get(f"/memories/{made['id']}") == made
    refused(reader.post("/memories", {"text": "x y"}), 403, "insufficient_scope")
    refused(other.http.get("/memories"), 403, "insufficient_scope")
    refused(connect(local.url).http.get(f"/memories/{made['id']}"), 404, "not_found")
