"""Models, agents, keys and workspaces."""

from __future__ import annotations

from typing import Any

from tests.client.scripted_server import Json, Raw, Script


def test_models_are_listed(client: Any, server: Script) -> None:
    echo = {
        "id": "echo",
        "label": "Echo",
        "provider": "echo",
        "vendorModelId": "echo",
        "source": "builtin",
        "contextWindowTokens": 1000,
        "pricing": None,
    }
    server.on("GET", "/models", Json({"models": [echo], "defaultModelId": "echo"}))

    catalog = client.list_models()

    (model,) = catalog.models
    assert (model.id, model.provider, model.context_window_tokens) == ("echo", "echo", 1000)
    assert catalog.default_model_id == "echo"


def test_agents_are_created_updated_and_deleted(client: Any, server: Script) -> None:
    agent = {"id": "agt_1", "name": "helper", "systemPrompt": "Help."}
    server.on("POST", "/agents", Json(agent, status=201))
    server.on("GET", "/agents", Json({"agents": [agent]}))
    server.on("GET", "/agents/agt_1", Json(agent))
    server.on("PATCH", "/agents/agt_1", Json({**agent, "name": "new"}))
    server.on("DELETE", "/agents/agt_1", Raw(b"", status=204))

    assert client.create_agent("helper", system_prompt="Help.").id == "agt_1"
    assert client.get_agent("agt_1").raw == agent
    assert [one.name for one in client.list_agents()] == ["helper"]
    assert client.update_agent("agt_1", name="new").name == "new"
    client.delete_agent("agt_1")

    assert server.requests[0].body == {"name": "helper", "systemPrompt": "Help."}
    assert server.seen("PATCH")[0].body == {"name": "new"}


def test_keys_are_created_listed_and_revoked(client: Any, server: Script) -> None:
    key = {"id": "key_1", "name": "ci", "scopes": ["runs:write"]}
    server.on("POST", "/keys", Json({**key, "secret": "shown once"}, status=201))
    server.on("GET", "/keys", Json({"keys": [key]}))
    server.on("DELETE", "/keys/key_1", Raw(b"", status=204))

    made = client.create_key("ci", scopes=["runs:write"])
    (listed,) = client.list_keys()
    client.delete_key("key_1")

    assert (made.id, made.secret, made.scopes) == ("key_1", "shown once", ("runs:write",))
    assert listed.secret is None
    assert "shown once" not in repr(made)


def test_workspaces_are_created_and_listed(client: Any, server: Script) -> None:
    blue = {"slug": "blue", "name": "Blue"}
    server.on("POST", "/api/v1/workspaces", Json(blue, status=201))
    server.on("GET", "/api/v1/workspaces", Json({"workspaces": [blue]}))

    assert client.create_workspace("blue", "Blue").slug == "blue"
    assert [one.name for one in client.list_workspaces()] == ["Blue"]
    assert server.requests[0].body == blue


def test_memories_are_created_searched_updated_and_deleted(client: Any, server: Script) -> None:
    memory = {"id": "mem_1", "text": "I like tea.", "source": "human", "user": "ann"}
    server.on("POST", "/memories", Json(memory, status=201))
    server.on("GET", "/memories", Json({"memories": [memory], "nextCursor": "c"}))
    server.on("GET", "/memories/mem_1", Json(memory))
    server.on("GET", "/memories/search", Json({"memories": [{**memory, "score": 0.5}]}))
    server.on("PATCH", "/memories/mem_1", Json({**memory, "text": "I like water."}))
    server.on("DELETE", "/memories/mem_1", Json({"ok": True}))

    assert client.create_memory("I like tea.", user="ann").user == "ann"
    page = client.list_memories(user="", limit=1)
    assert (page.memories[0].id, page.next_cursor) == ("mem_1", "c")
    assert client.get_memory("mem_1").raw == memory
    (found,) = client.search_memories("tea", agent_id="agt_1", threshold=0.1)
    assert found.score == 0.5
    assert client.update_memory("mem_1", "I like water.").text == "I like water."
    client.delete_memory("mem_1")

    assert server.seen("POST")[0].body == {"text": "I like tea.", "user": "ann"}
    assert server.seen("PATCH")[0].body == {"text": "I like water."}
