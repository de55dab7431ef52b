"""Alerts in a browser: created from a template and by hand, previewed, firing, silenced."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.e2e.dashboard.browser import collect_errors, new_context
from tests.e2e.dashboard.test_axe import axe_violations
from tests.server.api_client import Api, ok
from tests.support.servers import RunningServer, running_server, server_settings

DESK = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
FAILS = {"customer": "acme", "env": "prod"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server with three runs that failed and one that succeeded."""
    directory: Path = tmp_path_factory.mktemp("alerts")
    with running_server(server_settings(directory)) as running:
        api = Api(running.url)
        for prompt in ("[[fail overloaded]]", "[[fail overloaded]]", "[[fail auth]]", "Hello"):
            api.ended(api.run(prompt, metadata=FAILS))
        yield running
        api.http.close()


@pytest.fixture
def api(server: RunningServer) -> Iterator[Api]:
    client = Api(server.url)
    yield client
    for alert in client.get("/alerts")["alerts"]:
        ok(client.http.delete(f"/alerts/{alert['id']}"))
    client.http.close()


@pytest.fixture(params=["desk", "phone"])
def page(request: pytest.FixtureRequest, browser: Browser, server: RunningServer) -> Iterator[Page]:
    """A page of 1440 or 390 px whose test fails on script errors."""
    is_phone = request.param == "phone"
    context = new_context(
        browser, server.url, viewport=PHONE if is_phone else DESK, has_touch=is_phone
    )
    opened = context.new_page()
    errors = collect_errors(opened)
    yield opened
    context.close()
    assert errors == []


def choose(field: Locator, option: str) -> None:
    field.click()
    field.page.get_by_role("option", name=option, exact=True).click()


def failing(api: Api, **more: Any) -> str:
    """Create an alert that fires immediately; return its id."""
    condition = {"measure": "failed", "windowSeconds": 86_400, "threshold": 2}
    body = {"name": "acme-failures", "query": "customer:acme", **condition, **more}
    return str(ok(api.post("/alerts", body), 201)["id"])


def test_a_new_alert_is_previewed_on_past_runs(page: Page, api: Api) -> None:
    page.goto("/w/default/alerts")
    page.get_by_role("button", name="Create alert").click()
    form = page.get_by_role("dialog")
    form.get_by_label("Name", exact=True).fill("acme-failures")
    form.get_by_label("Query", exact=True).fill("customer:acme")
    choose(form.get_by_label("Measure", exact=True).first, "Failed runs")
    form.get_by_label("Threshold, runs").fill("2")

    expect(form.get_by_role("status")).to_contain_text("it would have fired 1 time")
    expect(form.get_by_role("status")).to_contain_text("4 matching runs")
    expect(form.get_by_role("figure", name="Values in the past 7 days")).to_be_visible()
    assert axe_violations(page) == []
    form.get_by_role("button", name="Create alert").click()
    row = page.locator("[data-alert=acme-failures]")
    expect(row).to_contain_text("failed runs at least 2 in 1 h")
    expect(row).to_contain_text("Firing")
    assert axe_violations(page) == []


def test_an_invalid_query_of_an_alert_is_reported_once_at_its_field(page: Page) -> None:
    page.goto("/w/default/alerts")
    page.get_by_role("button", name="Create alert").click()
    form = page.get_by_role("dialog")
    form.get_by_label("Query", exact=True).fill("customer:")
    expect(form.get_by_text("expected a value")).to_have_count(1)


def test_a_rate_above_100_percent_is_reported_in_percent(page: Page) -> None:
    page.goto("/w/default/alerts?create=1")
    form = page.get_by_role("dialog")
    form.get_by_label("Threshold, percent").fill("500")
    expect(form.get_by_text("must be 0 to 100", exact=True)).to_be_visible()


def test_a_template_needs_only_its_parameters(page: Page, api: Api) -> None:
    page.goto("/w/default/alerts?create=1")
    form = page.get_by_role("dialog")
    choose(form.get_by_label("Start from").first, "This customer's failures doubled")
    form.get_by_label("Name", exact=True).fill("acme-doubled")
    form.get_by_label("Value of the tag").fill("acme")
    expect(form.get_by_role("status")).to_contain_text("it would not have fired")
    form.get_by_role("button", name="Create alert").click()

    expect(page.locator("[data-alert=acme-doubled]")).to_contain_text("customer:acme")
    (made,) = api.get("/alerts")["alerts"]
    assert (made["template"], made["comparison"]) == ("failures_doubled", "previous")


def test_an_alert_shows_its_chart_and_history_and_can_be_silenced(page: Page, api: Api) -> None:
    id = failing(api)
    page.goto(f"/w/default/alerts/{id}")
    history = page.get_by_role("list", name="History")
    expect(history).to_contain_text("Fired")
    expect(history).to_contain_text("3 runs")
    expect(page.get_by_role("figure", name="Values of acme-failures over time")).to_be_visible()
    expect(page.get_by_text("the alert fires 1 time in this range")).to_be_visible()
    assert axe_violations(page) == []
    page.get_by_role("button", name="Silence alert").click()
    page.get_by_role("menuitem", name="For 4 hours").click()

    expect(page.get_by_role("status").filter(has_text="Silenced.")).to_be_visible()
    assert api.get(f"/alerts/{id}")["silencedUntil"] is not None
    page.get_by_role("button", name="End silence").click()
    expect(page.get_by_role("button", name="Silence alert")).to_be_visible()
    page.get_by_role("button", name="Edit alert").click()
    form = page.get_by_role("dialog")
    form.get_by_label("Threshold, runs").fill("9")
    form.get_by_role("button", name="Save alert").click()
    expect(history).to_contain_text("Resolved")


def test_a_firing_alert_is_in_the_inbox_and_on_the_overview(page: Page, api: Api) -> None:
    id = failing(api)
    page.goto("/w/default/inbox")
    item = page.locator(f"[data-item='alert:{id}']")
    expect(item).to_contain_text("The alert acme-failures fires")
    page.goto("/w/default/overview")
    needed = page.get_by_role("region", name="Needs you")
    expect(needed).to_contain_text("acme-failures")
    summary = page.get_by_role("region", name="Budgets and alerts")
    expect(summary).to_contain_text("firing · 3 runs")
    summary.get_by_role("link", name="acme-failures").click()
    expect(page.get_by_role("heading", name="acme-failures")).to_be_visible()


def test_a_reader_sees_alerts_but_no_buttons(browser: Browser, server: RunningServer) -> None:
    api = Api(server.url)
    id = failing(api)
    key = ok(api.post("/keys", {"name": "reader", "scopes": ["runs:read"]}), 201)["secret"]
    context = new_context(browser, server.url, viewport=DESK)
    context.set_extra_http_headers({"Authorization": f"Bearer {key}"})
    page = context.new_page()
    page.goto(f"/w/default/alerts/{id}")

    expect(page.get_by_role("figure", name="Values of acme-failures over time")).to_be_visible()
    expect(page.get_by_role("button", name="Silence alert")).to_have_count(0)
    expect(page.get_by_role("button", name="Delete alert")).to_have_count(0)
    context.close()
    ok(api.http.delete(f"/alerts/{id}"))
    api.http.close()


def test_an_alert_can_be_changed_to_another_measure(page: Page, api: Api) -> None:
    rate = {"measure": "failure_rate", "threshold": 0.07, "resolveThreshold": 0.05, "minimum": 10}
    id = failing(api, **rate)
    page.goto(f"/w/default/alerts/{id}")
    page.get_by_role("button", name="Edit alert").click()
    form = page.get_by_role("dialog")
    expect(form.get_by_label("Threshold, percent")).to_have_value("7")
    choose(form.get_by_label("Measure", exact=True).first, "No run")
    form.get_by_role("button", name="Save alert").click()

    expect(page.get_by_label("State")).to_contain_text("no run for 1 d")
    changed = api.get(f"/alerts/{id}")
    assert (changed["measure"], changed["threshold"], changed["minimum"]) == ("absence", None, 0)


def test_a_broken_alert_shows_the_problem_and_no_chart(page: Page, api: Api) -> None:
    cron = {"kind": "cron", "name": "nightly", "schedule": "0 2 * * *", "prompt": "Look."}
    trigger = ok(api.post("/triggers", {**cron, "spec": {"modelId": "echo"}}), 201)["id"]
    missed = {"template": "schedule_missed", "parameters": {"schedule": trigger}}
    id = ok(api.post("/alerts", {"name": "missed", **missed}), 201)["id"]
    ok(api.http.delete(f"/triggers/{trigger}"))
    page.goto(f"/w/default/alerts/{id}")

    expect(page.get_by_role("status").filter(has_text="Broken.")).to_contain_text("does not exist")
    expect(page.get_by_role("list", name="History")).to_contain_text("Could not be evaluated")
    expect(page.get_by_role("heading", name="Values")).to_have_count(0)
    expect(page.get_by_text("too few runs")).to_have_count(0)
