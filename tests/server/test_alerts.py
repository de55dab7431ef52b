"""Alerts over HTTP: the resource, templates, previews, broken input, and who may see them."""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.api_client import Api, ok, refused

RATE = {
    "name": "acme-failures",
    "query": "customer:acme",
    "measure": "failure_rate",
    "windowSeconds": 3600,
    "threshold": 0.2,
    "resolveThreshold": 0.1,
    "minimum": 10,
}


def alert(api: Api, **changes: Any) -> Any:
    return ok(api.post("/alerts", {**RATE, **changes}), 201)


def test_an_alert_is_created_shown_changed_and_deleted(both: Api) -> None:
    made = alert(both)

    assert made["id"].startswith("alr_")
    assert (made["threshold"], made["resolveThreshold"], made["minimum"]) == (0.2, 0.1, 10)
    assert (made["state"], made["value"], made["enabled"]) == ("ok", None, True)
    assert made["recipients"] == [{"kind": "inbox", "id": None}]
    shown = both.get("/alerts/acme-failures")
    assert {**shown, "measuredAt": None} == made  # it may have been evaluated since
    assert both.get(f"/alerts/{made['id']}")["name"] == "acme-failures"
    assert [each["id"] for each in both.get("/alerts")["alerts"]] == [made["id"]]
    assert both.get("/alerts/acme-failures/events") == {"events": [], "nextCursor": None}
    path = f"/alerts/{made['id']}"
    changes = {"threshold": 0.5, "resolveThreshold": None, "name": "acme", "enabled": False}
    changed = ok(both.http.patch(path, json=changes))
    assert (changed["threshold"], changed["resolveThreshold"]) == (0.5, None)
    assert (changed["name"], changed["enabled"]) == ("acme", False)
    silenced = ok(both.http.patch(path, json={"silencedUntil": "2027-01-01T00:00:00Z"}))
    assert silenced["silencedUntil"] == "2027-01-01T00:00:00.000Z"
    assert ok(both.http.patch(path, json={"silencedUntil": None}))["silencedUntil"] is None
    assert ok(both.http.delete("/alerts/acme")) == {"ok": True}
    refused(both.http.get(path), 404, "not_found")
    log = [entry["action"] for entry in both.get("/audit")["changes"]]
    assert log[:5] == ["alert.removed", *["alert.changed"] * 3, "alert.added"]


def test_a_repeated_request_creates_one_alert(api: Api) -> None:
    key = {"Idempotency-Key": "k"}

    first, second = (ok(api.post("/alerts", RATE, **key), 201) for _ in range(2))

    assert first["id"] == second["id"]
    refused(api.post("/alerts", RATE), 409, "conflict")


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"threshold": None}, "/threshold"),
        ({"threshold": 1.5}, "/threshold"),
        ({"threshold": 0}, "/threshold"),
        ({"threshold": -1}, "/threshold"),
        ({"resolveThreshold": 0.3}, "/resolveThreshold"),
        ({"direction": "below", "resolveThreshold": 0.1}, "/resolveThreshold"),
        ({"windowSeconds": 9}, "/windowSeconds"),
        ({"windowSeconds": 8 * 86400}, "/windowSeconds"),
        ({"windowSeconds": None}, "/windowSeconds"),
        ({"minimum": -1}, "/minimum"),
        ({"measure": "speed"}, "/measure"),
        ({"measure": None}, "/measure"),
        ({"measure": "absence"}, "/threshold"),
        ({"query": "created>-1h"}, "/query"),
        ({"query": "status:nope"}, "/query"),
        ({"query": "(customer:acme"}, "/query"),
        ({"name": "alr_x"}, "/name"),
        ({"name": "a b"}, "/name"),
        ({"schedule": "nightly"}, "/schedule"),
        ({"recipients": [{"kind": "webhook"}]}, "/recipients/0/id"),
        ({"recipients": [{"kind": "webhook", "id": "sub_x"}]}, "/recipients/0/id"),
        ({"recipients": [{"kind": "telegram", "id": "trg_x"}]}, "/recipients/0/id"),
        ({"recipients": [{"kind": "inbox", "id": "x"}]}, "/recipients/0/id"),
        ({"recipients": [{"kind": "inbox"}, {"kind": "inbox"}]}, "/recipients"),
        ({"recipients": [{"kind": "inbox"}] * 11}, "/recipients"),
        ({"silencedUntil": "tomorrow"}, "/silencedUntil"),
        ({"silencedUntil": 5}, "/silencedUntil"),
        ({"parameters": {"value": "x"}}, "/parameters"),
        ({"template": "nope"}, "/template"),
        ({"template": "failures_doubled"}, "/parameters/value"),
        ({"template": "approval_waiting", "parameters": {"x": "y"}}, "/parameters/x"),
    ],
)
def test_a_broken_alert_names_the_field(api: Api, changes: dict[str, Any], field: str) -> None:
    body = refused(api.post("/alerts", {**RATE, **changes}), 400, "invalid_request")

    assert field in [problem["field"] for problem in body["problems"]]
    assert api.get("/alerts") == {"alerts": []}


def test_limits_are_named_with_the_actual_value(api: Api) -> None:
    body = refused(
        api.post("/alerts", {**RATE, "windowSeconds": 8 * 86400}), 400, "invalid_request"
    )

    (problem,) = body["problems"]
    assert (problem["limit"], problem["actual"]) == (7 * 86400, 8 * 86400)


def test_templates_fill_in_what_is_not_given(api: Api) -> None:
    names = [each["name"] for each in api.get("/alerts/templates")["templates"]]
    doubled = {"template": "failures_doubled", "parameters": {"value": "acme corp"}}

    made = ok(api.post("/alerts", {"name": "doubled", **doubled, "minimum": 3}), 201)

    assert names == ["schedule_missed", "failures_doubled", "approval_waiting"]
    assert made["query"] == 'customer:"acme corp"'
    assert (made["measure"], made["comparison"]) == ("failed", "previous")
    assert (made["threshold"], made["minimum"], made["template"]) == (2, 3, "failures_doubled")


def test_the_template_for_a_schedule_needs_one_that_exists(api: Api) -> None:
    missed: dict[str, Any] = {"name": "missed", "template": "schedule_missed"}
    missed["parameters"] = {"schedule": "nightly"}
    broken = refused(api.post("/alerts", missed), 400, "invalid_request")
    nightly = {"kind": "cron", "name": "nightly", "schedule": "0 2 * * *", "prompt": "x"}
    trigger = ok(api.post("/triggers", {**nightly, "spec": {"systemPrompt": "x"}}), 201)

    made = ok(api.post("/alerts", missed), 201)

    assert broken["problems"][0]["field"] == "/schedule"
    assert made["schedule"] == trigger["id"]
    assert made["query"] == f"trigger.id:{trigger['id']}"
    assert (made["measure"], made["windowSeconds"], made["threshold"]) == ("absence", 600, None)
