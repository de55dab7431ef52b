"""The global state of `random` belongs to the program: servers and clients do not change it.

Hypothesis fails a test if another thread changes it.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from pydantic_ai.exceptions import ModelHTTPError

from runwhy.client.retries import Backoff
from runwhy.core.runs.run import ErrorClass, Failure
from runwhy.executors.builtin.failures import Retries
from runwhy.telemetry.exporter import make_exporter


def start_span() -> None:
    exporter = make_exporter({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:9"}, "1")
    assert exporter is not None
    assert exporter.tracer.start_span("run").get_span_context().is_valid
    exporter.close()


def wait_before_retry() -> None:
    failure = Failure(message="no", error_class=ErrorClass.OVERLOADED)
    assert Retries().wait_before(0, ModelHTTPError(529, "model"), failure)


@pytest.mark.parametrize("use", [start_span, wait_before_retry, Backoff(10).pause])
def test_the_global_random_state_is_not_changed(use: Callable[[], object]) -> None:
    before = random.getstate()

    use()

    assert random.getstate() == before
