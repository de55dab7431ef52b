"""Telemetry counts each event once, under the documented metric."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest
from tests.support.builders import a_call, a_run, an_origin
from tests.support.clock import NOON

from runwhy.core.agent_spec import AgentSpec
from runwhy.core.runs.cost import UNPRICED, Cost
from runwhy.core.runs.run import ErrorClass, Failure, ModelUsed, Outcome, Status, Tokens
from runwhy.telemetry.recorder import Telemetry

LATER = NOON + timedelta(seconds=3)


def value(telemetry: Telemetry, name: str, **labels: str) -> float | None:
    return telemetry.meters.registry.get_sample_value(name, labels)


def test_the_delay_of_a_late_schedule_is_measured() -> None:
    telemetry = Telemetry()
    origin = an_origin(trigger="cron", scheduled_for=NOON)

    telemetry.accepted(replace(a_run(), origin=origin, created_at=LATER))

    assert value(telemetry, "runwhy_trigger_lateness_seconds_sum", trigger="cron") == 3
    assert value(telemetry, "runwhy_runs_accepted_total", trigger="cron") == 1


def test_a_failed_run_is_counted_with_its_status() -> None:
    telemetry = Telemetry()
    failure = Failure(message="no", error_class=ErrorClass.RATE_LIMIT)
    run = replace(a_run(), created_at=NOON)

    telemetry.ended(run, Outcome(status=Status.FAILED, failure=failure), LATER)

    labels = {"trigger": run.origin.trigger, "status": "failed"}
    assert value(telemetry, "runwhy_runs_ended_total", **labels) == 1
    assert value(telemetry, "runwhy_run_seconds_sum", **labels) == 3


def test_a_run_resumed_from_another_server_counts_as_a_restart() -> None:
    telemetry = Telemetry()
    with telemetry.attempt(a_run(), 2):
        assert value(telemetry, "runwhy_runs_running") == 1

    assert value(telemetry, "runwhy_run_restarts_total") == 1
    assert value(telemetry, "runwhy_runs_running") == 0


@pytest.mark.parametrize(
    ("status", "outcome"),
    [(200, "delivered"), (204, "delivered"), (301, "failed"), (500, "failed"), (None, "failed")],
)
def test_outgoing_webhooks_are_counted_as_delivered_or_failed(
    status: int | None, outcome: str
) -> None:
    telemetry = Telemetry()
    with telemetry.delivery(a_run(), "sub_1") as delivery:
        delivery.answered(status)

    assert value(telemetry, "runwhy_webhook_deliveries_total", outcome=outcome) == 1
    assert value(telemetry, "runwhy_webhook_delivery_seconds_count") == 1


def test_a_failed_model_call_is_counted_with_its_tokens() -> None:
    telemetry = Telemetry()
    model = {"provider": "openai", "model": "gpt"}
    call = telemetry.model_call(a_run(), "openai", "gpt")
    telemetry.model_retried("openai", "gpt")
    call.record_failure(ErrorClass.OVERLOADED, Tokens(input=7), UNPRICED)
    call.end()

    assert value(telemetry, "runwhy_model_retries_total", **model) == 1
    assert value(telemetry, "runwhy_model_calls_total", **model, outcome="overloaded") == 1
    assert value(telemetry, "runwhy_model_tokens_total", **model, type="input") == 7


@pytest.mark.parametrize(
    ("executor", "model", "labels"),
    [
        ("builtin", "openai:gpt", {"provider": "openai", "model": "gpt"}),
        ("builtin", "echo", {"provider": "echo", "model": "echo"}),
        ("claude", "claude-opus", {"provider": "claude", "model": "claude-opus"}),
        ("copilot", None, {"provider": "copilot", "model": "unknown"}),
    ],
)
def test_the_cost_of_a_run_is_counted_by_model_when_it_ends(
    executor: str, model: str | None, labels: dict[str, str]
) -> None:
    telemetry, run = Telemetry(), a_run(executor=executor, spec=AgentSpec())
    used = model and ModelUsed(id=model, provider="", vendor_model_id="")
    cost = Cost(picos=1_500_000_000_000, unpriced_calls=2)
    outcome = Outcome(status=Status.SUCCEEDED, model=used or None, cost=cost)

    telemetry.ended(run, outcome, LATER)
    telemetry.ended(replace(run, origin=an_origin(trigger="import")), outcome, LATER)

    assert value(telemetry, "runwhy_cost_usd_total", **labels) == 1.5
    assert value(telemetry, "runwhy_unpriced_model_calls_total", **labels) == 2


def test_an_aborted_tool_call_counts_as_cancelled() -> None:
    telemetry = Telemetry()
    with pytest.raises(asyncio.CancelledError), telemetry.tool_call(a_run(), a_call(), "mcp"):
        raise asyncio.CancelledError

    assert value(telemetry, "runwhy_tool_calls_total", kind="mcp", outcome="cancelled") == 1
