"""The envelope of a run over HTTP: the stored one and the preview."""

from __future__ import annotations

import json

from tests.server.api_client import Api, ok, refused

from runwhy.core.context.envelope_fit import MAX_BYTES

LONG = "x" * 5000


def test_the_envelope_of_a_run_is_shown_with_the_source_of_each_field(api: Api) -> None:
    session = api.session(metadata={"customer": "acme"}, context={"page": LONG, "ticket": 7})
    more = {"metadata": {"env": "prod"}, "modelVisibleMetadata": ["customer", "env"]}
    run = api.send(session, "Hello", **more)
    api.ended(run)

    shown = api.get(f"/agent-runs/{run}/envelope")

    (sent,) = [m for m in _messages(api, run) if m["kind"] == "envelope"]
    assert (shown["runId"], shown["written"], shown["text"]) == (run, True, sent["content"])
    assert shown["fields"] == json.loads(sent["content"])["runwhy_meta"]
    assert (shown["bytes"], shown["limit"]) == (len(sent["content"].encode()), MAX_BYTES)
    assert (shown["truncated"], shown["dropped"]) == (True, ["context.page"])
    told = ("seal", "trigger", "tags.customer", "tags.env", "context.ticket", "dropped")
    assert [shown["sources"][name] for name in told] == [
        *("server", "server", "session", "run", "caller", "server")
    ]


def _messages(api: Api, run: str) -> list[dict[str, str]]:
    (call,) = api.get(f"/agent-runs/{run}/messages")["calls"]
    found: list[dict[str, str]] = call["messages"]
    return found


def test_a_preview_has_the_size_of_the_envelope_and_starts_nothing(api: Api) -> None:
    body = {
        "systemPrompt": "Be brief.",
        "prompt": "Hello",
        "metadata": {"customer": "envelope-preview"},
        "modelVisibleMetadata": ["customer"],
        "context": {"page": LONG, "password": "hunter2hunter2"},
    }

    shown = ok(api.post("/agent-runs/envelope", body))

    found = api.get("/agent-runs?metadata=customer:envelope-preview")["runs"]
    assert (shown["runId"], shown["written"], found) == (None, False, [])
    assert set(shown["fields"]["seal"]) == {"0"}
    assert "hunter2" not in shown["text"]
    run = api.run(**body)
    api.ended(run)
    had = api.get(f"/agent-runs/{run}/envelope")
    assert (shown["bytes"], shown["dropped"]) == (had["bytes"], had["dropped"])
    assert shown["sources"] == had["sources"]


def test_the_preview_of_a_message_includes_the_sessions_tags_and_context(api: Api) -> None:
    session = api.session(
        metadata={"customer": "acme"}, modelVisibleMetadata=["customer"], context={"ticket": 7}
    )

    shown = ok(api.post(f"/agent-sessions/{session}/envelope", {"prompt": "Hello"}))

    assert shown["fields"]["tags"] == {"customer": "acme"}
    assert shown["sources"]["tags.customer"] == "session"
    assert shown["fields"]["context"] == {"ticket": 7}
    assert api.get(f"/agent-sessions/{session}")["messages"] == []


def test_an_invalid_run_has_no_preview(api: Api) -> None:
    be = {"systemPrompt": "Be brief.", "prompt": "Hello"}

    refused(api.post("/agent-runs/envelope", {"prompt": "Hello"}), 400, "invalid_request")
    refused(api.post("/agent-runs/envelope", {**be, "modelId": "ecko"}), 400, "invalid_model")
    refused(api.post("/agent-runs/envelope", {**be, "agentId": "no"}), 400, "invalid_request")
    refused(api.post("/agent-runs/envelope", {**be, "parentRunId": "no"}), 400, "invalid_request")
    refused(api.post("/agent-sessions/no/envelope", {"prompt": "Hello"}), 404, "not_found")
    refused(api.http.get(f"{api.base}/agent-runs/no/envelope"), 404, "not_found")
