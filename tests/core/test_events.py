"""Events and their data."""

from __future__ import annotations

import pytest
from tests.support.builders import a_run, an_origin

from runwhy.core.json import compact_json
from runwhy.core.runs.events import TERMINAL, queued_event, started_event, terminal_event
from runwhy.core.runs.run import (
    ErrorClass,
    Failure,
    ModelUsed,
    Outcome,
    Status,
    Tokens,
    is_terminal,
)

RUN = a_run(id="run_1", tags={"env": "prod"}, origin=an_origin(trigger="cron"), attempt=2)
MODEL = ModelUsed(id="echo", provider="runwhy", vendor_model_id="echo")
USED = {
    "tokens": {
        "inputTokens": 1,
        "cachedTokens": 0,
        "cacheWriteTokens": 0,
        "reasoningTokens": 0,
        "outputTokens": 2,
    },
    "cost": None,
    "unpricedCalls": 0,
    "turns": 3,
    "model": {"id": "echo", "provider": "runwhy", "vendorModelId": "echo"},
}


def outcome(status: Status, **more: object) -> Outcome:
    tokens = Tokens(input=1, output=2)
    return Outcome(status=status, turns=3, tokens=tokens, model=MODEL, **more)  # type: ignore[arg-type]


def test_the_first_event_holds_the_trigger_and_the_tags() -> None:
    assert queued_event(RUN).data == {
        "runId": "run_1",
        "trigger": "cron",
        "metadata": {"env": "prod"},
    }


def test_a_started_event_holds_the_attempt() -> None:
    assert started_event(RUN).data == {"runId": "run_1", "attempt": 2}


def test_a_result_event_holds_text_usage_and_tags() -> None:
    event = terminal_event(RUN, outcome(Status.SUCCEEDED, text="Done."))

    assert event.type == "result"
    assert event.data == {
        "subtype": "success",
        "ok": True,
        "text": "Done.",
        "metadata": {"env": "prod"},
        **USED,
    }


def test_an_error_event_holds_the_error_class_and_whether_to_retry() -> None:
    failure = Failure(
        message="slow down",
        error_class=ErrorClass.RATE_LIMIT,
        finish_reason="error",
        partial_text="So far",
    )

    event = terminal_event(RUN, outcome(Status.FAILED, failure=failure))

    assert event.type == "error"
    assert event.data == {
        "error": "slow down",
        "code": "rate_limit",
        "errorClass": "rate_limit",
        "retryable": True,
        "finishReason": "error",
        "partialText": "So far",
        **USED,
    }


def test_a_failure_without_details_is_still_an_error_with_a_code() -> None:
    data = terminal_event(RUN, Outcome(status=Status.FAILED)).data

    assert (data["error"], data["code"], data["model"]) == ("the run failed", "unknown", None)
    assert "partialText" not in data and "finishReason" not in data


def test_a_cancelled_event_holds_the_reason() -> None:
    asked = Outcome(status=Status.CANCELLED, reason="asked for")

    assert terminal_event(RUN, asked).data == {"reason": "asked for"}
    assert terminal_event(RUN, Outcome(status=Status.CANCELLED)).data == {"reason": "cancelled"}


def test_the_reasoning_effort_is_included_if_set() -> None:
    model = ModelUsed(id="m", provider="p", vendor_model_id="v", reasoning_effort="high")

    data = terminal_event(RUN, Outcome(status=Status.SUCCEEDED, model=model)).data

    assert data["model"] == {
        "id": "m",
        "provider": "p",
        "vendorModelId": "v",
        "reasoningEffort": "high",
    }


@pytest.mark.parametrize("status", [status for status in Status if is_terminal(status)])
def test_every_outcome_becomes_one_terminal_event_of_plain_json(status: Status) -> None:
    event = terminal_event(RUN, Outcome(status=status))

    assert event.type in TERMINAL
    assert compact_json(event.data)


def test_an_event_holds_schema_enforcement_and_the_providers_error() -> None:
    told = {"schemaRequested": True}
    done = Outcome(status=Status.SUCCEEDED, text="{}", structured_output=told)
    failure = Failure(message="no", api_status=429, api_code="rate_limit_exceeded")
    failed = Outcome(status=Status.FAILED, failure=failure)

    assert terminal_event(a_run(), done).data["structuredOutput"] == told
    assert "structuredOutput" not in terminal_event(a_run(), failed).data
    error = terminal_event(a_run(), failed).data
    assert (error["apiStatus"], error["apiCode"]) == (429, "rate_limit_exceeded")
