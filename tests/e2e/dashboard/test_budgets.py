"""Budgets in a browser: created after a dry run, listed by their use, with the stopped runs."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.e2e.dashboard.browser import collect_errors, new_context, settle
from tests.server.api_client import Api, ok
from tests.support.servers import RunningServer, running_server, server_settings

ACME = {"customer": "acme"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server whose model echo has a price."""
    directory: Path = tmp_path_factory.mktemp("budgets")
    prices = {"echo": {"input": "1", "output": "10"}}
    with running_server(server_settings(directory, prices=prices)) as running:
        yield running


@pytest.fixture
def api(server: RunningServer) -> Iterator[Api]:
    client = Api(server.url)
    yield client
    for budget in client.get("/budgets")["budgets"]:
        ok(client.http.delete(f"/budgets/{budget['id']}"))
    client.http.close()


@pytest.fixture
def page(browser: Browser, server: RunningServer) -> Iterator[Page]:
    """A page whose test fails on script errors."""
    context = new_context(browser, server.url, viewport={"width": 1440, "height": 900})
    opened = context.new_page()
    errors = collect_errors(opened)
    yield opened
    context.close()
    assert errors == []


def test_a_budget_is_created_after_a_dry_run_and_shows_what_it_stopped(
    page: Page, api: Api
) -> None:
    for _ in range(2):
        api.ended(api.run("Hello", metadata=ACME))
    page.goto("/w/default/budgets?create=1")
    form = page.get_by_role("dialog")
    form.get_by_label("Name").fill("acme-daily")
    form.get_by_label("Limit in dollars").fill("0.001")
    expect(form).to_contain_text("In the last 30 days, it would have stopped 1 run.")

    form.get_by_role("button", name="Create budget").click()
    row = page.get_by_role("list", name="Budgets").get_by_role("listitem")
    expect(row).to_contain_text("acme-daily")
    stopped = api.ended(api.run("Hello", metadata=ACME))
    page.get_by_role("link", name="acme-daily").click()

    assert stopped["error"]["code"] == "budget_exceeded"
    expect(page.get_by_text("Stopped a run at 100 %")).to_be_visible()
    expect(page.get_by_role("figure", name="Used in each period")).to_contain_text("limit $0.001")


def test_the_fullest_budget_is_listed_first(page: Page, api: Api) -> None:
    for name, limit in (("a-large", 1000), ("b-small", 10)):
        body = {"name": name, "query": "customer:full", "measure": "runs", "period": "day"}
        ok(api.post("/budgets", {**body, "limit": limit}), 201)
    api.ended(api.run("Hello", metadata={"customer": "full"}))

    page.goto("/w/default/budgets")

    rows = page.get_by_role("list", name="Budgets").get_by_role("listitem")
    expect(rows.first).to_contain_text("b-small")
    expect(rows.last).to_contain_text("a-large")


def test_a_limit_below_what_is_used_is_noticed_on_the_page(page: Page, api: Api) -> None:
    body = {"name": "low", "query": "customer:low", "measure": "runs", "period": "day"}
    made = ok(api.post("/budgets", {**body, "limit": 5, "actions": [{"action": "refuse"}]}), 201)
    for _ in range(2):
        api.ended(api.run("Hello", metadata={"customer": "low"}))
    page.goto(f"/w/default/budgets/{made['id']}")
    page.get_by_role("button", name="Edit budget").click()
    form = page.get_by_role("dialog")

    form.get_by_label("Limit in runs").fill("1")
    form.get_by_role("button", name="Save budget").click()

    notice = page.get_by_role("status").filter(has_text="The budget low has reached its limit")
    expect(notice).to_contain_text("Until then, new runs are refused.")


def test_an_invalid_query_is_reported_once_at_its_field(page: Page) -> None:
    page.goto("/w/default/budgets?create=1")
    form = page.get_by_role("dialog")
    form.get_by_label("Name").fill("typo")
    form.get_by_label("Query").fill("customer:")
    form.get_by_label("Limit in dollars").fill("2")
    problem = form.get_by_text("expected a value")
    expect(problem).to_have_count(1)
    form.get_by_role("button", name="Create budget").click()
    expect(form.get_by_text("Correct the marked fields.")).to_be_visible()
    expect(problem).to_have_count(1)


def test_the_time_zone_of_a_new_budget_is_the_browsers_until_another_is_chosen(
    browser: Browser, server: RunningServer, api: Api
) -> None:
    context = new_context(browser, server.url, timezone_id="America/Lima")
    page = context.new_page()
    page.goto("/w/default/budgets?create=1")
    form = page.get_by_role("dialog")
    zone = form.get_by_role("combobox", name="Time zone")
    expect(zone).to_have_value("America/Lima")

    form.get_by_role("combobox", name="Period").click()
    page.get_by_role("option", name="each run").click()
    expect(zone).to_have_count(0)
    form.get_by_role("combobox", name="Period").click()
    page.get_by_role("option", name="a month").click()
    zone.click()
    page.keyboard.type("auck")
    page.get_by_role("option", name="Pacific/Auckland").click()
    form.get_by_label("Name").fill("monthly")
    form.get_by_label("Limit in dollars").fill("5")
    form.get_by_role("button", name="Create budget").click()

    expect(page.locator("[data-budget=monthly]")).to_be_visible()
    made = api.get("/budgets/monthly")
    assert (made["period"], made["timezone"]) == ("month", "Pacific/Auckland")
    context.close()


def test_editing_a_budget_keeps_its_time_zone(page: Page, api: Api) -> None:
    body = {"name": "tokyo", "measure": "runs", "period": "week", "limit": 5}
    made = ok(api.post("/budgets", {**body, "timezone": "Asia/Tokyo"}), 201)
    page.goto(f"/w/default/budgets/{made['id']}")
    page.get_by_role("button", name="Edit budget").click()
    form = page.get_by_role("dialog")
    zone = form.get_by_role("combobox", name="Time zone")
    expect(zone).to_have_value("Asia/Tokyo")
    expect(zone).to_be_disabled()
    expect(zone).to_have_css("opacity", "1")
    expect(form).to_contain_text("The query, measure, period and time zone cannot be changed.")

    form.get_by_label("Limit in runs").fill("7")
    form.get_by_role("button", name="Save budget").click()
    expect(form).to_have_count(0)
    changed = api.get("/budgets/tokyo")
    assert (changed["limit"], changed["timezone"]) == (7, "Asia/Tokyo")


def test_a_budget_without_a_reset_says_so_once(page: Page, api: Api) -> None:
    body = {"name": "lifetime", "measure": "runs", "period": "forever", "limit": 1000}
    made = ok(api.post("/budgets", body), 201)
    page.goto("/w/default/budgets")
    row = page.locator("[data-budget=lifetime]")
    expect(row).to_contain_text("never resets")
    expect(row.get_by_text("in total")).to_have_count(1)
    page.goto(f"/w/default/budgets/{made['id']}")
    facts = page.get_by_role("region", name="Usage")
    expect(facts).to_contain_text("Resetsnever")
    expect(facts).not_to_contain_text("Time zone")


def test_what_a_budget_stopped_is_readable_on_a_phone(
    browser: Browser, server: RunningServer, api: Api
) -> None:
    body = {"name": "tiny", "measure": "cost", "limit": 0.001, "period": "day"}
    ok(api.post("/budgets", {**body, "timezone": "Pacific/Auckland"}), 201)
    api.ended(api.run("Hello"))
    context = new_context(browser, server.url, viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto("/w/default/budgets/tiny")
    notice = page.get_by_role("list", name="Warnings, questions and stopped runs")

    row = notice.get_by_role("listitem")
    expect(row).to_contain_text("Stopped a run at 100 %")
    settle(page)
    boxes = [each.bounding_box() for each in row.locator("> *").all()]

    did, amounts, run, when = [box for box in boxes if box is not None]
    assert did["y"] + did["height"] <= amounts["y"]
    assert amounts["y"] + amounts["height"] <= run["y"]
    assert amounts["width"] > 300
    assert did["x"] + did["width"] <= when["x"]
    auckland = datetime.now(ZoneInfo("Pacific/Auckland"))
    chart = page.get_by_role("figure", name="Used in each period")
    expect(chart).to_contain_text(f"{auckland:%a} {auckland.day} ")
    context.close()
