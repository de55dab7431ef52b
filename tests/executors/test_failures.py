"""Provider failures: error class, partial text and retries."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Any

import pytest
from tests.executors.scripted_server import CHAT, KEY, WIRES, Scene, Wire, scene
from tests.support.scripted_models import Break, Cut, Fail, Refuse, Say, Stall, Think


def failed(here: Scene, **more: Any) -> dict[str, Any]:
    """Return the error of a failed run."""
    end = here.do(**more)
    assert end.event == "error", end
    data: dict[str, Any] = end.data["data"]
    return data


def deltas(here: Scene, run: str) -> list[str]:
    return [f.data["data"]["text"] for f in here.frames(run) if f.event == "assistant_delta"]


def test_status_429_is_retried_without_visible_effect(here: Scene) -> None:
    limited = Fail(429, "slow down", "rate_limit_error", headers={"Retry-After": "0"})
    here.model.add([limited], [limited], [Say("At last.")])

    run = here.start()

    assert here.end(run).data["data"]["text"] == "At last."
    assert deltas(here, run) == ["At last."]
    assert len({request.raw for request in here.model.requests}) == 1
    assert len(here.model.requests) == 3


def test_retries_are_limited_and_the_class_is_rate_limit(here: Scene) -> None:
    limited = Fail(429, "slow down", "rate_limit_error", "rate_limit_exceeded")
    here.model.add(*[[limited]] * 5)

    said = failed(here)

    assert (said["errorClass"], said["retryable"], said["apiStatus"]) == ("rate_limit", True, 429)
    assert "slow down" in said["error"]
    assert "partialText" not in said
    assert len(here.model.requests) == 3  # the first attempt and two retries


def test_a_retry_after_beyond_the_limit_is_not_waited_for(here: Scene) -> None:
    here.model.add([Fail(429, "tomorrow", "rate_limit_error", headers={"Retry-After": "3600"})])

    assert failed(here)["errorClass"] == "rate_limit"
    assert len(here.model.requests) == 1


@pytest.mark.parametrize(
    ("fail", "error_class", "tries"),
    [
        (Fail(500, "oops", "api_error"), "server", 3),
        (Fail(500, "never", "api_error", headers={"x-should-retry": "false"}), "server", 1),
        (Fail(408, "too slow", "timeout_error"), "timeout", 3),
        (Fail(503, "overloaded", "overloaded_error"), "overloaded", 3),
        (Fail(529, "overloaded", "overloaded_error"), "overloaded", 3),
        (Fail(401, "bad key", "authentication_error", "invalid_api_key"), "auth", 1),
        (Fail(403, "not yours", "permission_error"), "auth", 1),
        (Fail(402, "pay first", "billing_error", "insufficient_quota"), "auth", 1),
        (Fail(404, "no such model", "not_found_error", "model_not_found"), "invalid_request", 1),
        (Fail(400, "bad", "invalid_request_error"), "invalid_request", 1),
        (
            Fail(
                400,
                "prompt is too long: maximum context length is 10",
                "invalid_request_error",
                "context_length_exceeded",
            ),
            "context_window",
            1,
        ),
    ],
)
def test_each_provider_error_has_its_class(
    here: Scene, fail: Fail, error_class: str, tries: int
) -> None:
    here.model.add(*[[fail]] * 5)

    said = failed(here)

    assert said["errorClass"] == error_class
    assert said["apiStatus"] == fail.status
    assert fail.message in said["error"]
    assert len(here.model.requests) == tries


@pytest.mark.parametrize("clean", [False, True], ids=["reset", "ended early"])
def test_a_stream_that_breaks_before_any_output_is_retried(here: Scene, clean: bool) -> None:
    here.model.add([Break(clean)], [Say("Whole.")])

    run = here.start()

    assert here.end(run).data["data"]["text"] == "Whole."
    assert len(here.model.requests) == 2


@pytest.mark.parametrize("clean", [False, True], ids=["reset", "ended early"])
def test_a_stream_that_breaks_later_fails_with_the_partial_text_and_repeats_nothing(
    here: Scene, clean: bool
) -> None:
    here.model.add([Say("The first half"), Break(clean)], [Say("Never asked for.")])

    run = here.start()
    said = here.end(run).data["data"]

    assert (said["errorClass"], said["retryable"]) == ("server", True)
    assert said["partialText"] == "The first half" == "".join(deltas(here, run))
    assert said["model"]["id"] == here.wire.model
    assert len(here.model.requests) == 1
    shown = here.api.get(f"/agent-runs/{run}")
    assert shown["error"]["partialText"] == "The first half"


def test_an_error_inside_the_stream_has_the_same_class_as_outside(here: Scene) -> None:
    overloaded = Fail(529, "too much", "overloaded_error", "overloaded")
    here.model.add([Say("So far"), overloaded])

    said = failed(here)

    assert said["errorClass"] == "overloaded"
    assert said["partialText"] == "So far"


def test_streamed_thinking_prevents_a_retry(here: Scene) -> None:
    here.model.add([Think("Hmm."), Break()], [Say("Never asked for.")])

    assert failed(here, reasoningLevel="high")["errorClass"] == "server"
    assert len(here.model.requests) == 1


def test_a_refusal_fails_the_run_as_a_refusal(here: Scene) -> None:
    here.model.add([Refuse("I will not do that.")])

    said = failed(here)

    assert (said["errorClass"], said["code"], said["finishReason"]) == (
        "invalid_request",
        "refusal",
        "refusal",
    )
    assert "I will not do that." in said["error"]
    assert said["retryable"] is False


def test_a_truncated_answer_fails_with_the_partial_text(here: Scene) -> None:
    here.model.add([Say("One, two, thr"), Cut()])

    said = failed(here)

    assert (said["errorClass"], said["finishReason"]) == ("truncation", "max_tokens")
    assert said["partialText"] == "One, two, thr"
    assert said["tokens"]["outputTokens"] == 40  # the failed call counts as usage


@pytest.mark.parametrize("wire", WIRES, ids=lambda wire: wire.name)
def test_an_idle_model_times_out_with_the_partial_text(
    wire: Wire, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = {"model_idle_timeout": 0.5}
    slow = [Say("Well"), Stall()]
    with scene(wire, tmp_path, monkeypatch, slow, [Stall()], settings=settings) as here:
        late, silent = failed(here), failed(here)

    assert (late["errorClass"], late["partialText"]) == ("timeout", "Well")
    assert silent["errorClass"] == "timeout"
    assert "0.5 seconds" in silent["error"]


def test_a_slow_stream_is_shown_as_it_arrives_and_succeeds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with scene(CHAT, tmp_path, monkeypatch, [Say("Well"), Stall(), Say(", yes.")]) as here:
        run = here.start()
        first = here.api.stream(f"/agent-runs/{run}/stream", until=["assistant_delta"])[-1]
        here.model.go_on.set()
        end = here.end(run)

    assert first.data["data"]["text"] == "Well"
    assert (end.event, end.data["data"]["text"]) == ("result", "Well, yes.")


def test_an_unreachable_provider_is_a_server_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as nobody:
        port = nobody.getsockname()[1]
    settings = {"providers": {"gone": {"base_url": f"http://127.0.0.1:{port}/v1"}}}
    with scene(CHAT, tmp_path, monkeypatch, settings=settings) as here:
        said = failed(here, modelId="gone:anything")

    assert (said["errorClass"], said["code"]) == ("server", "connection_failed")


def test_a_providers_key_never_appears_in_messages(chat: Scene) -> None:
    told = f"Incorrect API key provided: {KEY}. Find yours elsewhere."
    chat.model.add([Fail(401, told, "invalid_request_error", "invalid_api_key")])

    said = failed(chat)

    assert "Incorrect API key provided" in said["error"]
    assert KEY not in said["error"]
    assert chat.model.requests[-1].headers["authorization"] == f"Bearer {KEY}"


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("http://127.0.0.1:9/a.pdf?token=x1", "127.0.0.1 cannot be fetched: its address is not"),
        ("http://nowhere.invalid/a.pdf", "nowhere.invalid cannot be fetched: its name cannot be"),
    ],
)
def test_a_file_by_url_that_cannot_be_fetched_names_its_host_and_the_reason(
    chat: Scene, url: str, reason: str
) -> None:
    file = {"type": "input_file_url", "url": url, "mimeType": "application/pdf"}
    said = [{"role": "user", "content": "Read it.", "attachments": [file]}]
    body = {"systemPrompt": "Be brief.", "modelId": chat.wire.model, "messages": said}

    end = chat.end(chat.api.post("/agent-runs", body).json()["runId"]).data["data"]

    assert (end["errorClass"], end["code"]) == ("invalid_request", "file_unavailable")
    assert end["error"].startswith(f"a file from {reason}") and "x1" not in end["error"]
    assert chat.model.requests == []
