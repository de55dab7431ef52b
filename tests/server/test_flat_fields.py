"""Clients of the agent-runs protocol that read event fields on the top level of a frame.

The TypeScript and Go SDKs of Mantyx read frames and errors this way, so these tests never look
into `data`, `error`, `message` or `problems`.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.api_client import Api, ok

TOOL = {"kind": "local", "name": "weather", "parameters": {"type": "object"}}


def flat(api: Api, path: str, *until: str) -> list[dict[str, Any]]:
    """Return the frames of a stream without the nested form."""
    frames = [frame.data for frame in api.stream(path, until=until)]
    return [{name: frame[name] for name in frame if name != "data"} for frame in frames]


def test_a_run_with_a_local_tool_is_driven_by_flat_fields_alone(api: Api) -> None:
    run = api.run('[[tool weather {"city":"Oslo"}]]', tools=[TOOL], metadata={"env": "prod"})
    path = f"/agent-runs/{run}/stream"

    call = flat(api, path, "local_tool_call", "result", "error")[-1]
    assert (call["type"], call["name"], call["args"]) == (
        "local_tool_call",
        "weather",
        {"city": "Oslo"},
    )
    answer = {"toolUseId": call["toolUseId"], "result": "rain"}
    ok(api.post(f"/agent-runs/{run}/tool-results", answer))

    frames = flat(api, path, "result", "error")
    assert [frame["seq"] for frame in frames] == list(range(1, len(frames) + 1))
    text = "".join(frame["text"] for frame in frames if frame["type"] == "assistant_delta")
    assert text.endswith(frames[-1]["text"])
    assert (frames[-1]["subtype"], frames[-1]["ok"]) == ("success", True)
    assert frames[-1]["metadata"] == {"env": "prod"}
    assert frames[-1]["tokens"]["outputTokens"] > 0


def test_a_failed_run_has_its_error_beside_the_type(api: Api) -> None:
    run = api.run("[[fail overloaded]]")

    last = flat(api, f"/agent-runs/{run}/stream", "result", "error")[-1]
    assert last["type"] == "error"
    assert (last["errorClass"], last["retryable"]) == ("overloaded", True)
    assert last["code"] and last["error"]


def test_the_stream_of_a_session_has_both_forms(api: Api) -> None:
    session = api.session()
    run = api.send(session, "Hello")

    frames = [
        frame.data for frame in api.stream(f"/agent-sessions/{session}/stream", until=("result",))
    ]
    assert frames[-1]["runId"] == frames[-1]["data"]["runId"] == run
    assert frames[-1]["text"] == frames[-1]["data"]["text"]


def test_the_number_and_the_type_of_a_frame_win_over_fields_of_the_same_name(api: Api) -> None:
    run = api.run("Hello")

    for frame in api.events(run):
        assert (frame.data["seq"], frame.data["type"]) == (frame.id, frame.event)


@pytest.mark.parametrize(
    ("body", "code", "hint"),
    [
        ({"prompt": "Hello"}, "invalid_request", "systemPrompt"),
        (
            {"systemPrompt": "x", "prompt": "y", "metadata": {"env": "p" * 300}},
            "invalid_request",
            "/metadata/env",
        ),
        ({"systemPrompt": "x", "prompt": "y", "modelId": "ecko"}, "invalid_model", "ecko"),
    ],
)
def test_an_error_has_a_code_and_a_hint(
    api: Api, body: dict[str, Any], code: str, hint: str
) -> None:
    said = api.post("/agent-runs", body).json()

    assert said["code"] == code
    assert hint in said["hint"] and "\n" not in said["hint"]


def test_an_unknown_path_and_an_unknown_run_have_a_code_and_a_hint(api: Api) -> None:
    for path in ("/agent-runs/run_none", "/nothing-here"):
        said = api.http.get(path).json()
        assert said["code"] == "not_found" and said["hint"]
