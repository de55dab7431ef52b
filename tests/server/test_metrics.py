"""Metrics: their values, bounded labels, and the reference page."""

from __future__ import annotations

import json
import re
from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families
from tests.server.api_client import Api, ok
from tests.support import callers
from tests.support.servers import RunningServer

from runwhy.telemetry.meters import MAX_MODELS, Meters

DOCS = Path(__file__).parents[2] / "docs"
TOOL = {"kind": "local", "name": "look", "parameters": {"type": "object"}}
Samples = dict[tuple[str, frozenset[tuple[str, str]]], float]


def scraped(server: RunningServer) -> Samples:
    text = callers.get(f"{server.url}/metrics").text
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def grown(before: Samples, after: Samples, name: str, **labels: str) -> float:
    key = (name, frozenset(labels.items()))
    return after.get(key, 0.0) - before.get(key, 0.0)


def test_a_run_is_counted_from_its_acceptance_to_its_end(either: RunningServer, both: Api) -> None:
    before = scraped(either)

    run = both.run("Hello")
    both.stream(f"/agent-runs/{run}/stream")
    asked = both.run("[[tool look {}]]", tools=[TOOL])
    frames = both.stream(f"/agent-runs/{asked}/stream", until=("local_tool_call",))
    use = frames[-1].data["data"]["toolUseId"]
    ok(both.post(f"/agent-runs/{asked}/tool-results", {"toolUseId": use, "result": "plums"}))
    both.stream(f"/agent-runs/{asked}/stream")
    after = scraped(either)

    echo = {"provider": "echo", "model": "echo"}
    assert grown(before, after, "runwhy_runs_accepted_total", trigger="api") == 2
    assert grown(before, after, "runwhy_runs_ended_total", trigger="api", status="succeeded") == 2
    assert grown(before, after, "runwhy_run_seconds_count", trigger="api", status="succeeded") == 2
    assert grown(before, after, "runwhy_run_wait_seconds_count", trigger="api") == 2
    assert grown(before, after, "runwhy_envelope_bytes_count") == 2
    assert grown(before, after, "runwhy_model_calls_total", **echo, outcome="ok") == 3
    assert grown(before, after, "runwhy_model_call_seconds_count", **echo) == 3
    assert grown(before, after, "runwhy_model_tokens_total", **echo, type="input") > 0
    assert grown(before, after, "runwhy_tool_calls_total", kind="local", outcome="ok") == 1
    assert grown(before, after, "runwhy_store_seconds_count", operation="write") > 4
    assert after["runwhy_runs_running", frozenset()] == 0
    assert after["runwhy_pack_backlog", frozenset()] >= 2


def test_a_stream_is_counted_while_a_client_listens(local: RunningServer, api: Api) -> None:
    session, route = api.session(), "/api/v1/workspaces/{slug}/agent-sessions/{session_id}/stream"
    key = ("runwhy_streams_open", frozenset({("route", route)}))

    with api.http.stream("GET", f"/agent-sessions/{session}/stream") as response:
        pieces = response.iter_raw()
        next(pieces)
        assert scraped(local)[key] == 1


def test_names_chosen_by_callers_make_a_bounded_number_of_labels() -> None:
    meters = Meters()

    named = {meters.model("openai", f"model-{n}") for n in range(MAX_MODELS + 20)}

    assert len(named) == MAX_MODELS + 1
    assert ("other", "other") in named
    assert meters.model("openai", "model-0") == ("openai", "model-0")


def test_every_metric_is_documented_and_every_documented_one_exists() -> None:
    exist = exposed()
    page = (DOCS / "reference" / "metrics.md").read_text()

    documented = dict(re.findall(r"^\| `(runwhy_\w+)` \| (\w+)", page, re.MULTILINE))

    assert documented == exist


def exposed() -> dict[str, str]:
    """Return the metric names as Prometheus sees them, with their types."""
    return {
        family.name + ("_total" if family.type == "counter" else ""): family.type
        for family in Meters().registry.collect()
    }


def test_labels_are_documented_with_their_metric() -> None:
    meters = Meters()
    page = (DOCS / "reference" / "metrics.md").read_text()
    rows = {row.split("`")[1]: row for row in page.splitlines() if row.startswith("| `runwhy")}

    for metric in vars(meters).values():
        for label in getattr(metric, "_labelnames", ()):
            name = metric._name + ("_total" if metric._type == "counter" else "")
            assert f"`{label}`" in rows[name], (name, label)


def test_the_grafana_dashboard_queries_only_existing_metrics() -> None:
    names = set(exposed()) | {
        name + suffix
        for name, kind in exposed().items()
        if kind == "histogram"
        for suffix in ("_bucket", "_count", "_sum")
    }

    made = json.loads((DOCS / "examples" / "grafana-dashboard.json").read_text())
    asked = [target["expr"] for panel in made["panels"] for target in panel["targets"]]

    assert len(asked) > 5
    assert {name for expr in asked for name in re.findall(r"runwhy_\w+", expr)} <= names
