"""The overview in a real browser, with runs of the API, of schedules and of webhooks."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Browser, Page, expect
from tests.e2e.dashboard.browser import AXE, enter_query, need, new_context
from tests.e2e.dashboard.real_runs import (
    DESK,
    ECHO,
    PHONE,
    START,
    follow,
    priced_server,
    start,
    start_page,
)
from tests.e2e.dashboard.test_axe import axe_violations
from tests.support import callers
from tests.support.openai_server import OpenAi
from tests.support.scripted_models import Say, ScriptedServer
from tests.support.servers import RunningServer, running_server, server_settings

RARE = "0 0 29 2 *"  # it must not fire while the runs are counted
ASKED = [
    ("Summarize the day", "acme"),
    ("Translate the notes [[fail overloaded]]", "acme"),
    ("Count the tickets [[fail overloaded]]", "acme"),
    ("List the invoices [[fail timeout]]", "acme"),
    ("Draft a reply", "globex"),
    ("Plan the week", "globex"),
    ("Check the stock [[fail server]]", "initech"),
    ("Wait a moment [[sleep 0.3]]", "initech"),
]


def add_trigger(api: httpx2.Client, **body: Any) -> dict[str, Any]:
    answer = api.post("/triggers", json={"spec": ECHO, **body})
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def fire_by_clock(api: httpx2.Client, **body: Any) -> None:
    """Create a schedule that is due in two seconds, wait until it has run, and make it rare."""
    due = datetime.now(tz=UTC) + timedelta(seconds=2)
    made = add_trigger(api, kind="cron", schedule=f"{due.second} * * * * *", **body)
    path, deadline = f"/triggers/{made['id']}", time.monotonic() + 150  # twice, if it was missed
    while not (recent := api.get(path).json()["health"]["recent"]):
        assert time.monotonic() < deadline, "the schedule did not fire"
    api.patch(path, json={"schedule": RARE}).raise_for_status()
    follow(api, recent[0]["runId"])


def fill(api: httpx2.Client, url: str) -> None:
    """Start runs through the API, schedules and a webhook, and wait until they have ended."""
    fire_by_clock(api, name="till-check", prompt="Check the till. [[fail server]]")
    runs = [start(api, prompt, metadata={"customer": name}) for prompt, name in ASKED]
    rare = {"kind": "cron", "schedule": RARE}
    nightly = add_trigger(api, **rare, name="nightly-acme", prompt="Write the nightly report.")
    broken = add_trigger(api, **rare, name="stock-check", prompt="Check. [[fail server]]")
    for trigger in (nightly, broken, broken, broken):
        fired = api.post(f"/triggers/{trigger['id']}/fire").json()["runId"]
        follow(api, fired)
    hook = add_trigger(
        api,
        kind="webhook",
        name="code-review",
        verify="token",
        promptTemplate="Review the push to {{repo}}",
    )
    for repo in ("web", "docs"):
        headers = {"Authorization": f"Bearer {hook['secret']}"}
        sent = callers.post(f"{url}{hook['hookPath']}", json={"repo": repo}, headers=headers)
        runs.append(sent.json()["runId"])
    for run in runs:
        follow(api, run)


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server whose runs were started as users start them."""
    folder = tmp_path_factory.mktemp("overview")
    with (
        ScriptedServer(OpenAi(), [[Say("Here.")]]).serving() as model,
        priced_server(folder, providers={"mine": {"base_url": model.url}}) as (running, api),
    ):
        fill(api, running.url)
        tags = {"customer": "initech"}
        follow(api, start(api, "Use an unpriced model", modelId="mine:m", metadata=tags))
        yield running


@pytest.fixture(params=[DESK, PHONE], ids=["desk", "phone"])
def page(browser: Browser, real: RunningServer, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page at the start, at the size of a desk and of a phone, that has no script errors."""
    with start_page(browser, real, request.param) as opened:
        yield opened


def choose(page: Page, label: str, option: str) -> None:
    page.get_by_role("combobox", name=label).click()
    page.get_by_role("option", name=option, exact=True).click()


def tile(page: Page, label: str) -> Any:
    return page.get_by_label("Totals").get_by_role("link", name=re.compile(f"^{label}"))


def test_why_acmes_runs_failed_takes_two_steps(page: Page) -> None:
    tile(page, "Failed").click()
    table = page.get_by_role("table", name="Runs")
    expect(table).to_be_visible()  # the URL changes before the page does
    enter_query(page, " customer:acme")

    expect(page).to_have_url(re.compile(r"/runs\?q=status:failed(\+|%20)customer:acme"))
    expect(table.locator("[data-run]")).to_have_count(3)
    for text in ("Translate the notes", "Count the tickets", "List the invoices"):
        row = table.get_by_role("row").filter(has_text=text)
        expect(row).to_contain_text("the echo model failed as requested")


def test_the_errors_of_a_customer_are_on_the_start_page_after_one_step(page: Page) -> None:
    enter_query(page, "customer:acme")

    errors = page.get_by_role("region", name="Most frequent errors")
    expect(errors.get_by_role("listitem").first).to_contain_text(re.compile("overloaded.*2"))
    expect(tile(page, "Failed")).to_contain_text("75 %")
    errors.get_by_role("link", name="timeout").click()
    expect(page.locator("[data-run]")).to_have_count(1)
    expect(page.locator("[data-run]")).to_contain_text("List the invoices")


def test_failures_by_customer_per_day_take_three_steps(page: Page) -> None:
    choose(page, "Group by", "By customer")
    page.get_by_role("region", name="Failure rate by customer").get_by_text("Runs").click()
    choose(page, "Interval", "Every day")

    expect(page).to_have_url(re.compile("by=customer&failures=failed&interval=day"))
    chart = page.get_by_role("region", name="Failed runs by customer")
    expect(chart.get_by_role("listitem").filter(has_text="acme")).to_contain_text("3")
    expect(chart.get_by_role("listitem").filter(has_text="initech")).to_contain_text("1")
    page.reload()
    expect(chart.get_by_role("listitem").filter(has_text="acme")).to_contain_text("3")
    chart.get_by_role("link", name="acme").click()
    expect(page.locator("[data-run]")).to_have_count(3)


def test_a_schedule_that_misfires_is_on_the_start_page(page: Page) -> None:
    trouble = page.get_by_role("region", name="Triggers in trouble")
    expect(trouble.get_by_role("listitem")).to_have_count(2)
    expect(trouble.get_by_role("listitem").first).to_contain_text("3 failures in a row")
    by_clock = trouble.get_by_role("listitem").filter(has_text="till-check")
    expect(by_clock).to_contain_text(re.compile("last run failed", re.IGNORECASE))

    trouble.get_by_role("link", name="stock-check").click()
    expect(page.get_by_role("heading", name="stock-check")).to_be_visible()


def test_rows_show_what_was_asked_and_why(page: Page) -> None:
    tile(page, "Runs").click()

    rows = page.get_by_role("table", name="Runs").locator("[data-run]")
    expect(rows).to_have_count(16)
    texts = rows.evaluate_all("all => all.map((row) => row.innerText)")
    asked = [text.splitlines()[0] for text in texts]
    assert {
        "Review the push to web",
        "Review the push to docs",
        "Write the nightly report.",
    } <= set(asked)
    nightly = rows.filter(has_text="Write the nightly report.")
    expect(nightly.get_by_role("link", name="nightly-acme")).to_be_visible()
    expect(rows.filter(has_text="push to web")).to_contain_text("unattended")


def highest_bar(real: RunningServer) -> float:
    """Return the place of the hour with most successes, as a share of the width of its chart."""
    params = {"q": "created>-24h status:succeeded", "interval": "hour"}
    with callers.client(base_url=real.base) as api:
        bars = api.get("/agent-runs/aggregate", params=params).json()["total"]["series"]
    counts = [bar["count"] for bar in bars]
    return (counts.index(max(counts)) + 0.5) / len(counts)


def test_numbers_and_bars_link_to_their_runs(page: Page, real: RunningServer) -> None:
    chart = page.get_by_role("region", name="Runs by status")
    box = chart.locator(".u-over").bounding_box()
    assert box is not None
    at = box["x"] + box["width"] * highest_bar(real)
    page.mouse.click(at, box["y"] + box["height"] - 4)

    expect(page).to_have_url(re.compile(r"/runs\?q=status:succeeded&from=.*&to="))
    expect(page.locator("[data-run]").first).to_contain_text("succeeded")


def test_a_chart_is_saved_as_a_panel_of_a_view(page: Page, real: RunningServer) -> None:
    enter_query(page, "customer:acme")
    expect(tile(page, "Runs")).to_contain_text("4")  # the chart is that of the query
    menu = page.get_by_role("button", name="Actions for Tokens")
    menu.click()
    page.get_by_role("menuitem", name="Save as panel").click()
    page.get_by_label("Name of the view").fill("Acme")
    page.get_by_role("button", name="Save panel").click()

    expect(page).to_have_url(re.compile(r"/overview\?p1=tokens\+where\+customer:acme"))
    expect(page.get_by_role("button", name="View: Acme")).to_be_visible()
    page.get_by_role("button", name="Add panel").click()
    page.get_by_role("dialog").get_by_label("Measure").click()
    page.get_by_role("option", name="Failed runs").click()
    page.get_by_role("dialog").get_by_role("button", name="Add panel").click()
    expect(page).to_have_url(re.compile("p2=failed"))
    panel = page.get_by_role("region", name="Failed runs")
    expect(panel).to_contain_text("8")
    page.get_by_role("button", name="Actions for Tokens").click()
    page.get_by_role("menuitem", name="Remove panel").click()
    expect(page).to_have_url(re.compile(r"\?p1=failed$"))
    with callers.client(base_url=real.base) as api:
        for view in api.get("/views").json()["views"]:
            assert view["page"] == "overview"
            api.delete(f"/views/{view['id']}").raise_for_status()


def test_a_misspelled_key_is_corrected_with_a_click(page: Page) -> None:
    enter_query(page, "custmer:acme")
    expect(page.get_by_text("No runs match")).to_be_visible()

    page.get_by_role("button", name="Did you mean customer?").click()

    expect(page).to_have_url(re.compile("q=customer:acme"))
    expect(tile(page, "Runs")).to_contain_text("4")


def test_an_invalid_query_is_reported_once(page: Page) -> None:
    page.goto("/w/default/runs?q=created>24h")

    expect(page.get_by_role("alert")).to_have_count(1)
    expect(page.get_by_text(re.compile("invalid query", re.IGNORECASE))).to_have_count(0)
    page.get_by_role("button", name="Use -24h").click()
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.locator("[data-run]").first).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_the_overview(
    browser: Browser, real: RunningServer, scheme: str
) -> None:
    need(AXE, "cd ui && npm ci")
    for size in (DESK, PHONE):
        context = new_context(browser, real.url, viewport=size, color_scheme=scheme)
        page = context.new_page()
        for path in ("/overview", "/overview?by=customer", "/runs", "/overview?q=nothing"):
            page.goto(f"{START}{path}")
            assert axe_violations(page) == []
        context.close()


def test_an_empty_workspace_shows_how_to_start_and_loads_demo_data(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with running_server(server_settings(tmp_path_factory.mktemp("empty"))) as running:
        context = new_context(browser, running.url, viewport=PHONE)
        page = context.new_page()
        page.goto("/")
        page.wait_for_url("**/w/default/overview")
        expect(page.get_by_text("No runs yet")).to_be_visible()
        expect(page.locator("pre")).to_have_count(3)
        assert axe_violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]

        page.get_by_role("button", name="Load demo data").click()

        expect(page.get_by_label("Totals").or_(page.get_by_text("No runs in this"))).to_be_visible(
            timeout=180_000  # 289 scenes, on a machine that may be busy
        )
        context.close()


def durations(api: httpx2.Client) -> list[str]:
    """Return the ids of all runs, the slowest first."""
    runs = api.get("/agent-runs", params={"limit": 100}).json()["runs"]

    def took(run: dict[str, str]) -> timedelta:
        ended, started = (datetime.fromisoformat(run[at]) for at in ("finishedAt", "startedAt"))
        return ended - started

    return [run["id"] for run in sorted(runs, key=took, reverse=True)]


def test_the_list_is_sorted_by_duration_and_by_cost(page: Page, real: RunningServer) -> None:
    with callers.client(base_url=real.base) as api:
        slowest = durations(api)
    tile(page, "Duration").click()

    expect(page).to_have_url(re.compile("sort=duration"))
    runs = page.locator("[data-run]")
    expect(runs.first).to_have_attribute("data-run", slowest[0])
    expect(runs.nth(1)).to_have_attribute("data-run", slowest[1])
    if page.viewport_size == DESK:
        page.get_by_role("button", name="Duration").click()
        expect(page).to_have_url(re.compile("order=asc"))
        expect(runs.last).to_have_attribute("data-run", slowest[0])
    page.goto("/w/default/runs?sort=cost")
    expect(runs.first).to_contain_text("$")
    expect(runs.last).not_to_contain_text("$")


def test_costs_are_summed_and_unknown_prices_counted(page: Page) -> None:
    expect(tile(page, "Cost")).to_contain_text("$")
    expect(tile(page, "Cost")).to_contain_text("1 model call without a known price")
    top = page.get_by_role("region", name="Most expensive runs").get_by_role("listitem")
    expect(top.first).to_contain_text("$")
    choose(page, "Group by", "By customer")
    expensive = page.get_by_role("region", name="Most expensive by customer")
    expect(expensive.get_by_role("link", name="globex")).to_be_visible()
