"""Trace headers from callers are followed, but cannot grant access."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from structlog.testing import capture_logs
from tests.support.builders import a_request, a_run, a_session
from tests.support.clock import NOON

from runwhy.core.agent_spec import AgentSpec
from runwhy.core.requests.plan import PlanInputs, plan_run
from runwhy.core.runs.tags import TagSource
from runwhy.telemetry.attributes import MAX_CONTENT, SpanConventions
from runwhy.telemetry.exporter import make_exporter, wants_traces
from runwhy.telemetry.propagation import (
    context_from,
    outgoing,
    outgoing_variables,
    with_baggage,
    within,
)
from runwhy.telemetry.spans import Tracing

CALLER = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
HERE = {"traceparent": CALLER, "tracestate": "a=b"}
KEY = "sk-proj-Zq81kLmVt02WbXnE5yRu7TsA"


def test_without_an_exporter_the_callers_trace_context_is_passed_on() -> None:
    tracing = Tracing(baggage=["customer"])
    with tracing.request("POST", {**HERE, "baggage": "customer=acme"}, trusted=True):
        place, tags = tracing.place(), tracing.tags()

    assert place is not None and not place.own
    assert tags == {"customer": "acme"}
    around = tracing.around(a_run(tags={"customer": "acme", "plan": "gold"}, trace=place))
    assert around is not None
    with within(around):
        assert outgoing() == {**HERE, "baggage": "customer=acme"}
        assert outgoing_variables()["TRACEPARENT"] == CALLER
    assert outgoing() == {}


@pytest.mark.parametrize(
    "broken",
    ["", "nonsense", "00-" + "0" * 32 + "-00f067aa0ba902b7-01", CALLER[:-3], CALLER * 40],
)
def test_an_invalid_header_is_ignored(broken: str) -> None:
    assert context_from({"traceparent": broken}) is None


@given(parent=st.text(max_size=80), state=st.text(max_size=80), baggage=st.text(max_size=200))
def test_no_trace_header_fails_a_request(parent: str, state: str, baggage: str) -> None:
    headers = {"traceparent": parent, "tracestate": state, "baggage": baggage}
    tracing = Tracing(baggage=["customer"])

    with tracing.request("GET", headers, trusted=True):
        assert set(tracing.tags()) <= {"customer"}
    with tracing.request("GET", {**headers, "traceparent": CALLER}, trusted=True):
        assert tracing.place() is not None


def test_only_allowed_baggage_of_trusted_callers_is_read() -> None:
    tracing = Tracing(baggage=["customer", "runwhy.role", "long", "empty"])
    sent = f"customer=acme,role=admin,runwhy.role=admin,long={'x' * 300},empty="
    with tracing.request("POST", {**HERE, "baggage": sent}, trusted=True):
        assert tracing.tags() == {"customer": "acme", "empty": ""}
    with tracing.request("POST", {**HERE, "baggage": sent}, trusted=False):
        assert tracing.tags() == {}
        assert "baggage" not in outgoing()
    too_much = {**HERE, "baggage": f"customer=acme,x={'y' * 9000}"}
    here = context_from(HERE)
    assert here is not None
    with within(with_baggage(here, too_much, ["customer"])):
        assert "baggage" not in outgoing()


def test_baggage_adds_missing_tags_and_overrides_none() -> None:
    session = a_session(tags={"customer": "acme"})
    request = a_request(
        session_id=session.id,
        tags={"env": "prod", "gone": None},
        carried={"customer": "evil", "env": "evil", "gone": "evil", "team": "blue"},
    )
    tagging = plan_run(request, PlanInputs(session=session), id="run_1", at=NOON).run.tagging

    assert tagging.tags == {"customer": "acme", "env": "prod", "team": "blue"}
    assert tagging.sources["team"] is TagSource.BAGGAGE


def test_baggage_over_the_tag_limit_is_dropped_without_an_error() -> None:
    asked = {f"k{n}": "v" for n in range(16)}
    request = a_request(tags=asked, carried={"team": "blue"}, spec=AgentSpec(system_prompt="x"))

    assert plan_run(request, PlanInputs(), id="run_1", at=NOON).run.tagging.tags == asked


def test_spans_contain_no_secrets_and_content_only_if_enabled() -> None:
    run = a_run(tags={"note": f"key {KEY}", "api_token": "hunter22hunter22", "env": "prod"})
    quiet, talkative = SpanConventions(), SpanConventions(content=True, secrets=("opensesame",))

    told = quiet.run(run)

    assert told["runwhy.tag.env"] == "prod"
    assert KEY not in str(told) and "hunter22" not in str(told)
    assert quiet.content_attribute("gen_ai.output.messages", "Hello") == {}
    said = str(talkative.content_attribute("x", f"opensesame {KEY} Hello")["x"])
    assert "Hello" in said and KEY not in said and "opensesame" not in said
    assert len(str(talkative.content_attribute("x", "y " * MAX_CONTENT)["x"])) == MAX_CONTENT


def test_model_attributes_follow_the_chosen_conventions() -> None:
    assert SpanConventions().model("openai", "m") == {
        "gen_ai.system": "openai",
        "gen_ai.request.model": "m",
    }
    assert "gen_ai.provider.name" in SpanConventions(latest=True).model("openai", "m")


ENDPOINT = {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318"}


def test_traces_are_off_without_an_endpoint_in_the_environment() -> None:
    assert not wants_traces({})
    assert wants_traces(ENDPOINT)
    assert wants_traces({"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://127.0.0.1:4318/v1/traces"})
    assert not wants_traces({**ENDPOINT, "OTEL_SDK_DISABLED": "true"})
    assert not wants_traces({**ENDPOINT, "OTEL_TRACES_EXPORTER": "none"})


def test_an_unsupported_exporter_is_logged_and_does_not_stop_the_server(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with capture_logs() as logged:
        assert make_exporter({**ENDPOINT, "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"}, "1") is None
        monkeypatch.setitem(sys.modules, "opentelemetry.sdk.trace", None)
        assert make_exporter(ENDPOINT, "1") is None

    assert [line["event"] for line in logged] == [
        "traces.protocol_unsupported",
        "traces.extra_missing",
    ]
    assert (logged[0]["protocol"], logged[0]["supported"]) == ("grpc", "http/protobuf")
    assert ".[otel]" in logged[1]["fix"]
