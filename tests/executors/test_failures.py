"""What goes wrong at a provider: the documented class, what was said until then, and new tries."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Any

import pytest
from tests.executors.scripted_server import CHAT, KEY, WIRES, Scene, Wire, scene
from tests.support.scripted_models import Break, Cut, Fail, Refuse, Say, Stall, Think


def failed(here: Scene, **more: Any) -> dict[str, Any]:
    """What is said of a run that fails."""
    end = here.do(**more)
    assert end.event == "error", end
    data: dict[str, Any] = end.data["data"]
    return data


def deltas(here: Scene, run: str) -> list[str]:
    return [f.data["data"]["text"] for f in here.frames(run) if f.event == "assistant_delta"]


def test_429_is_tried_again_and_nobody_notices(here: Scene) -> None:
    limited = Fail(429, "slow down", "rate_limit_error", headers={"Retry-After": "0"})
    here.model.add([limited], [limited], [Say("At last.")])

    run = here.start()

    assert here.end(run).data["data"]["text"] == "At last."
    assert deltas(here, run) == ["At last."]
    assert len({request.raw for request in here.model.requests}) == 1
    assert len(here.model.requests) == 3


def test_tries_are_bounded_and_the_class_is_rate_limit(here: Scene) -> None:
    limited = Fail(429, "slow down", "rate_limit_error", "rate_limit_exceeded")
    here.model.add(*[[limited]] * 5)

    said = failed(here)

    assert (said["errorClass"], said["retryable"], said["apiStatus"]) == ("rate_limit", True, 429)
    assert "slow down" in said["error"]
    assert "partialText" not in said
    assert len(here.model.requests) == 3  # the first and two new tries


def test_a_wait_longer_than_ours_is_not_waited_for(here: Scene) -> None:
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
def test_each_error_of_a_provider_has_its_class(
    here: Scene, fail: Fail, error_class: str, tries: int
) -> None:
    here.model.add(*[[fail]] * 5)

    said = failed(here)

    assert said["errorClass"] == error_class
    assert said["apiStatus"] == fail.status
    assert fail.message in said["error"]
    assert len(here.model.requests) == tries


@pytest.mark.parametrize("clean", [False, True], ids=["reset", "ended early"])
def test_a_stream_that_breaks_before_anything_was_said_is_tried_again(
    here: Scene, clean: bool
) -> None:
    here.model.add([Break(clean)], [Say("Whole.")])

    run = here.start()

    assert here.end(run).data["data"]["text"] == "Whole."
    assert len(here.model.requests) == 2


@pytest.mark.parametrize("clean", [False, True], ids=["reset", "ended early"])
def test_a_stream_that_breaks_later_fails_with_what_was_said_and_nothing_is_said_twice(
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


def test_an_error_inside_the_stream_is_classed_as_the_same_error_outside(here: Scene) -> None:
    overloaded = Fail(529, "too much", "overloaded_error", "overloaded")
    here.model.add([Say("So far"), overloaded])

    said = failed(here)

    assert said["errorClass"] == "overloaded"
    assert said["partialText"] == "So far"


def test_thinking_that_was_shown_counts_as_said(here: Scene) -> None:
    here.model.add([Think("Hmm."), Break()], [Say("Never asked for.")])

    assert failed(here, reasoningLevel="high")["errorClass"] == "server"
    assert len(here.model.requests) == 1


def test_a_refusal_is_a_failure_that_says_so(here: Scene) -> None:
    here.model.add([Refuse("I will not do that.")])

    said = failed(here)

    assert (said["errorClass"], said["code"], said["finishReason"]) == (
        "invalid_request",
        "refusal",
        "refusal",
    )
    assert "I will not do that." in said["error"]
    assert said["retryable"] is False


def test_an_answer_that_was_cut_is_a_failure_with_the_part_that_came(here: Scene) -> None:
    here.model.add([Say("One, two, thr"), Cut()])

    said = failed(here)

    assert (said["errorClass"], said["finishReason"]) == ("truncation", "max_tokens")
    assert said["partialText"] == "One, two, thr"
    assert said["tokens"]["outputTokens"] == 40  # the call that failed was paid for too


@pytest.mark.parametrize("wire", WIRES, ids=lambda wire: wire.name)
def test_a_model_that_says_nothing_for_too_long_times_out_with_what_it_said(
    wire: Wire, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = {"model_idle_timeout": 0.5}
    slow = [Say("Well"), Stall()]
    with scene(wire, tmp_path, monkeypatch, slow, [Stall()], settings=settings) as here:
        late, silent = failed(here), failed(here)

    assert (late["errorClass"], late["partialText"]) == ("timeout", "Well")
    assert silent["errorClass"] == "timeout"
    assert "0.5 seconds" in silent["error"]


def test_a_slow_stream_is_shown_as_it_comes_and_ends_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with scene(CHAT, tmp_path, monkeypatch, [Say("Well"), Stall(), Say(", yes.")]) as here:
        run = here.start()
        first = here.api.stream(f"/agent-runs/{run}/stream", until=["assistant_delta"])[-1]
        here.model.go_on.set()
        end = here.end(run)

    assert first.data["data"]["text"] == "Well"
    assert (end.event, end.data["data"]["text"]) == ("result", "Well, yes.")


def test_a_provider_that_is_not_there_is_a_server_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as nobody:
        port = nobody.getsockname()[1]
    settings = {"providers": {"gone": {"base_url": f"http://127.0.0.1:{port}/v1"}}}
    with scene(CHAT, tmp_path, monkeypatch, settings=settings) as here:
        said = failed(here, modelId="gone:anything")

    assert (said["errorClass"], said["code"]) == ("server", "connection_failed")


def test_the_key_of_a_provider_is_in_no_message(chat: Scene) -> None:
    told = f"Incorrect API key provided: {KEY}. Find yours elsewhere."
    chat.model.add([Fail(401, told, "invalid_request_error", "invalid_api_key")])

    said = failed(chat)

    assert "Incorrect API key provided" in said["error"]
    assert KEY not in said["error"]
    assert chat.model.requests[-1].headers["authorization"] == f"Bearer {KEY}"
