"""The runs page in a real browser: query, filters, chart, export and saved views."""

from __future__ import annotations

import csv
import io
import json
import re
from urllib.parse import parse_qs, urlsplit

import httpx2
from playwright.sync_api import BrowserContext, Download, Page, Route, expect
from tests.e2e.dashboard.browser import PHONE, enter_query, open_editor, rows, run_ids, settle

ALL = "/w/default/runs?range=all"


def url_param(page: Page, name: str = "q") -> str | None:
    return parse_qs(urlsplit(page.url).query).get(name, [None])[0]


def shown_count(page: Page) -> int:
    text = page.get_by_role("status").filter(has_text=re.compile(r"^\d")).inner_text()
    return int(re.sub(r"\D", "", text))


def test_the_list_shows_the_newest_runs_with_their_origin(page: Page, api: httpx2.Client) -> None:
    page.goto("/w/default/runs")

    newest = run_ids(api, q="created>-24h")[0]
    expect(page.locator("[data-run]").first).to_have_attribute("data-run", newest)
    page.goto(f"{ALL}&q=trigger:cron")
    expect(page.get_by_role("table", name="Runs")).to_contain_text("cron, due")


def test_text_typed_before_the_editor_has_loaded_is_kept(page: Page) -> None:
    held: list[Route] = []
    page.route("**/assets/QueryEditor-*.js", lambda route: held.append(route))
    page.goto(ALL)
    page.get_by_label("Query").click()
    page.keyboard.type("customer:")
    while not held:
        page.wait_for_timeout(20)
    held[0].continue_()
    expect(page.locator("[data-querybar] .cm-content")).to_be_focused()
    page.keyboard.type("acme")
    page.keyboard.press("Enter")

    expect(page).to_have_url(re.compile("q=customer:acme"))


def test_typing_completes_keys_and_values_with_their_counts(page: Page, api: httpx2.Client) -> None:
    page.goto(ALL)
    open_editor(page)
    page.keyboard.type("custo")
    option = page.get_by_role("option").first
    expect(option).to_contain_text("customer")
    page.keyboard.press("Tab")
    value = page.get_by_role("option").filter(has_text="acme")
    expect(value).to_be_visible()
    facet = api.get("/agent-runs/facets", params={"key": "customer"}).json()["values"]
    most = next(v["count"] for v in facet if v["value"] == "acme")
    expect(value).to_contain_text(f"{most:,}")
    page.keyboard.type("ac")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")

    expect(page).to_have_url(re.compile("q=customer:acme"))
    expect(page.locator("[data-run]").first).to_be_visible()
    page.wait_for_function(
        "ids => document.querySelector('[data-run]')?.dataset.run === ids[0]",
        arg=run_ids(api, q="customer:acme"),
    )


def test_an_invalid_query_is_underlined_at_the_error(page: Page) -> None:
    page.goto(ALL)
    open_editor(page)
    page.keyboard.type("env:prod created>24h")

    problem = page.get_by_role("alert")
    expect(problem).to_contain_text("Column 18: expected a time")
    expect(problem).to_contain_text('did you mean "-24h"?')
    expect(page.locator(".q-bad")).to_have_text("24h")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("created(>|%3E)24h"))
    expect(page.locator("[data-run]")).to_have_count(0)
    expect(page.get_by_role("alert")).to_have_count(1)
    page.get_by_role("button", name="Use -24h").click()
    expect(page).to_have_url(re.compile("created(>|%3E)-24h"))
    expect(page.get_by_role("alert")).to_have_count(0)


def test_recent_queries_are_suggested(page: Page) -> None:
    page.goto(ALL)
    enter_query(page, "env:staging")
    expect(page).to_have_url(re.compile("env:staging"))
    page.get_by_role("button", name="Clear query").click()

    expect(page.get_by_role("option").filter(has_text="env:staging")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowUp")
    expect(page.locator(".cm-content")).to_have_text("env:staging")


def test_a_click_on_a_tag_filters_and_an_alt_click_excludes_it(
    page: Page, api: httpx2.Client
) -> None:
    runs = api.get("/agent-runs", params={"limit": 10}).json()["runs"]
    key, value = next(iter(next(run["metadata"] for run in runs if run["metadata"]).items()))
    chips = page.get_by_role("button", name=f"Filter by {key} {value}")
    page.goto(ALL)
    chips.first.click()
    expect(page).to_have_url(re.compile(f"q={key}:{value}"))

    page.goto(ALL)
    chips.first.click(modifiers=["Alt"])

    expect(page).to_have_url(re.compile(f"q=-{key}:{value}"))
    expect(chips).to_have_count(0)


def test_the_count_of_a_filter_value_matches_the_filtered_list(page: Page) -> None:
    page.goto(ALL)
    rail = page.get_by_label("Filters", exact=True)
    value = rail.get_by_role("button", name=re.compile(r"^failed \d"))
    expected = int(re.sub(r"\D", "", str(value.get_attribute("title"))))

    value.click()

    expect(page).to_have_url(re.compile("q=status:failed"))
    expect(page.locator("[data-run]").first).to_be_visible()
    page.wait_for_function(
        "n => [...document.querySelectorAll('[role=status]')].some("
        "e => e.textContent.trim().startsWith(n + ' run'))",
        arg=str(expected),
    )
    assert shown_count(page) == expected
    expect(rail.get_by_role("button", name=re.compile("^failed "))).to_have_attribute(
        "aria-pressed", "true"
    )
    rail.get_by_role("button", name=re.compile("^succeeded ")).click()
    expect(page).to_have_url(re.compile("q=status:succeeded"))


def test_dragging_across_the_histogram_selects_a_time_range(page: Page) -> None:
    page.goto("/w/default/runs?range=7d")
    strip = page.locator(".u-over").first
    expect(strip).to_be_visible()
    settle(page)  # until then, it can move
    box = strip.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] * 0.4, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.6, box["y"] + 30, steps=8)
    page.mouse.up()

    expect(page).to_have_url(re.compile("from=.*to="))
    expect(page.get_by_role("button", name=re.compile("^Time range: .* – "))).to_be_visible()
    page.get_by_role("button", name="Reset").click()
    expect(page).not_to_have_url(re.compile("from="))


def test_new_runs_are_counted_and_shown_on_click(page: Page, api: httpx2.Client) -> None:
    page.goto("/w/default/runs")
    expect(page.locator("[data-run]").first).to_be_visible()
    before = rows(page)[0]

    made = api.post(
        "/agent-runs", json={"systemPrompt": "x", "prompt": "Just now", "modelId": "echo"}
    ).json()["runId"]

    pill = page.get_by_role("button", name="1 new")
    expect(pill).to_be_visible()
    assert rows(page)[0] == before  # rows did not move
    pill.click()
    page.wait_for_selector(f'[data-run="{made}"]')
    expect(page.locator(f'[data-run="{made}"]')).to_contain_text("succeeded")


def test_chart_and_tail_use_the_same_query(page: Page, api: httpx2.Client) -> None:
    page.goto("/w/default/runs?range=7d&q=env:prod")
    page.get_by_text("Chart", exact=True).click()
    expect(page).to_have_url(re.compile("as=chart"))
    page.get_by_label("Group by").first.click()
    page.get_by_role("option", name="customer").click()
    expect(page.get_by_role("cell", name="acme")).to_be_visible()

    page.get_by_text("Tail", exact=True).click()
    log = page.get_by_role("log")
    expect(log.get_by_role("button").first).to_be_visible()
    api.post(
        "/agent-runs",
        json={"systemPrompt": "x", "prompt": "y", "modelId": "echo", "metadata": {"env": "prod"}},
    )
    expect(log.get_by_role("button").last).to_contain_text("API, this machine")


def test_columns_can_be_chosen_including_tag_columns(page: Page) -> None:
    page.goto(ALL)
    page.get_by_role("button", name="Choose columns").click()
    model = page.get_by_label("Model", exact=True)
    model.click()
    expect(model).not_to_be_checked()  # the URL holds the columns, so it follows later
    page.get_by_label("Find a column").fill("customer")
    customer = page.get_by_label(re.compile("customer")).last
    customer.click()
    expect(customer).to_be_checked()
    page.keyboard.press("Escape")

    expect(page.get_by_role("columnheader", name="customer")).to_be_visible()
    expect(page.get_by_role("columnheader", name="Model")).to_have_count(0)
    assert "tag.customer" in str(url_param(page, "cols"))
    page.reload()
    expect(page.get_by_role("columnheader", name="customer")).to_be_visible()


def test_scrolling_loads_older_runs_without_gaps_or_duplicates(
    page: Page, api: httpx2.Client
) -> None:
    page.goto(ALL)
    expect(page.locator("[data-run]").first).to_be_visible()
    wanted = run_ids(api, limit="200")
    seen: list[str] = []
    scroller = page.get_by_test_id("runs-scroller")
    while len(seen) < 180:
        drawn = rows(page)
        seen += [row for row in drawn if row not in seen]
        scroller.evaluate("e => e.scrollBy(0, 500)")
        page.wait_for_function(
            "last => [...document.querySelectorAll('[data-run]')].at(-1)?.dataset.run !== last",
            arg=drawn[-1],
        )

    assert seen[:180] == wanted[:180]


def saved(download: Download) -> str:
    return download.path().read_text()


def test_the_list_can_be_exported_as_csv_and_json(page: Page) -> None:
    page.goto(f"{ALL}&q=status:failed")
    expect(page.locator("[data-run]").first).to_be_visible()
    shown = shown_count(page)

    page.get_by_role("button", name="Export").click()
    with page.expect_download() as made:
        page.get_by_role("menuitem", name="CSV").click()
    table = list(csv.DictReader(io.StringIO(saved(made.value))))
    page.get_by_role("button", name="Export").click()
    with page.expect_download() as also:
        page.get_by_role("menuitem", name="JSON").click()

    assert len(table) == shown and {row["status"] for row in table} == {"failed"}
    assert all(row["task"] for row in table)
    assert len(json.loads(saved(also.value))) == shown


def test_selected_runs_can_be_compared(page: Page) -> None:
    page.goto(ALL)
    boxes = page.get_by_role("checkbox", name=re.compile("^Select"))
    boxes.nth(0).check()
    boxes.nth(1).check()
    bar = page.get_by_role("region", name="Selected runs")
    expect(bar).to_contain_text("2 runs selected")
    bar.get_by_role("button", name="Compare").click()

    page.wait_for_url("**/compare?**")
    expect(page.get_by_role("heading", name="Compare runs")).to_be_visible()


def test_compared_runs_fit_on_a_phone(phone: BrowserContext, api: httpx2.Client) -> None:
    one, two, *_ = run_ids(api, q="agent:support", limit="2")
    page = phone.new_page()
    page.goto(f"/w/default/compare?a={one}&b={two}")
    heads = page.get_by_role("columnheader")
    expect(heads).to_have_count(2)

    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    widths = "all => all.map((one) => [one.scrollWidth, one.clientWidth])"
    assert all(content <= room for content, room in heads.evaluate_all(widths))
    page.close()


def test_a_saved_view_is_shared_and_keeps_its_relative_range(
    page: Page, api: httpx2.Client
) -> None:
    page.goto("/w/default/runs?q=status:failed&range=7d")
    page.get_by_role("button", name="Saved views").click()
    page.get_by_role("menuitem", name="Save view").click()
    page.get_by_label("Name", exact=True).fill("Failed this week")
    page.keyboard.press("Enter")

    expect(page.get_by_role("button", name="View: Failed this week")).to_be_visible()
    (view,) = api.get("/views").json()["views"]
    assert view["params"] == "q=status:failed&range=7d"
    page.goto("/w/default/runs")
    page.get_by_role("button", name="Saved views").click()
    page.get_by_role("menuitem", name="Failed this week").click()
    expect(page).to_have_url(re.compile(r"q=status:failed&range=7d"))
    page.get_by_role("button", name="View: Failed this week").click()
    page.get_by_role("button", name="Delete view Failed this week").click()
    page.get_by_role("button", name="Delete view", exact=True).click()
    expect(page.get_by_role("button", name="Saved views")).to_be_visible()


def test_an_empty_result_offers_to_clear_the_query(page: Page) -> None:
    page.goto("/w/default/runs?q=customer:nobody")

    expect(page.get_by_text("No runs match")).to_be_visible()
    page.get_by_role("button", name="Clear query").last.click()
    expect(page.locator("[data-run]").first).to_be_visible()


def test_sessions_can_be_queried(page: Page, api: httpx2.Client) -> None:
    page.goto("/w/default/sessions")
    expect(page.get_by_role("listitem").first).to_be_visible()
    enter_query(page, "customer:globex")

    expect(page).to_have_url(re.compile("q=customer:globex"))
    total = api.get("/agent-sessions", params={"q": "customer:globex"}).json()["total"]
    expect(page.get_by_role("status").filter(has_text=str(total))).to_be_visible()


def test_the_tags_page_shows_counts_and_values(page: Page, api: httpx2.Client) -> None:
    page.goto("/w/default/tags")
    row = page.get_by_role("row", name=re.compile("^customer"))
    keys = {k["key"]: k["count"] for k in api.get("/agent-runs/keys").json()["keys"]}
    expect(row).to_contain_text(f"{keys['customer']:,}")
    expect(row).to_contain_text("acme")
    last_seen = row.get_by_role("cell").last.locator("time")
    expect(last_seen).to_have_attribute("datetime", re.compile("Z$"))
    seen = last_seen.get_attribute("datetime")
    newest = api.get("/agent-runs", params={"q": "has:customer", "limit": 20}).json()["runs"]
    assert seen in [run["createdAt"] for run in newest]  # others may have been created since

    row.get_by_role("button", name="customer").click()
    expect(page.get_by_label("customer over time").first).to_be_visible()
    row.get_by_role("button", name=re.compile("^acme")).click()
    page.wait_for_url(re.compile("/runs.*q=customer:acme"))
