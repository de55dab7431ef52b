"""Tasks with one run or two, from the start page, with real runs, on a desk and on a phone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Browser, Page, expect
from tests.e2e.dashboard.browser import AXE, jump, need, settle
from tests.e2e.dashboard.real_runs import (
    DESK,
    ECHO,
    PHONE,
    follow,
    priced_server,
    start,
    start_page,
)
from tests.e2e.dashboard.test_axe import axe_violations
from tests.support import callers
from tests.support.servers import RunningServer

STOCK = {
    "kind": "local",
    "name": "stock",
    "description": "Number of items in the shop.",
    "parameters": {"type": "object", "properties": {"item": {"type": "string"}}},
}
SLOW = 'How many lamps are left? [[sleep 2.5]] [[tool stock {"item":"lamp"}]]'


def answer_calls(api: httpx2.Client, run: str) -> None:
    """Answer the tool calls of a run as its client, until it has ended."""
    answered: set[str] = set()
    while api.get(f"/agent-runs/{run}").json()["status"] in ("queued", "running", "waiting"):
        parts = api.get(f"/agent-runs/{run}/log").json()["parts"]
        for call in (call for part in parts for call in part["toolCalls"]):
            if call["id"] not in answered:
                answered.add(call["id"])
                body = {"toolUseId": call["id"], "result": "41 lamps"}
                api.post(f"/agent-runs/{run}/tool-results", json=body)


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server with a price for its model, and runs that were started through the API."""
    with priced_server(tmp_path_factory.mktemp("run")) as (running, api):
        for prompt in ("What do you sell?", "What do you sell in Oslo?"):
            follow(api, start(api, prompt, metadata={"city": prompt[-5:-1]}))
        for _ in range(3):
            follow(api, start(api, "Write the report. [[fail rate_limit]]"))
        answer_calls(api, start(api, SLOW, tools=[STOCK]))
        yield running


@pytest.fixture(params=[DESK, PHONE], ids=["desk", "phone"])
def page(browser: Browser, real: RunningServer, request: pytest.FixtureRequest) -> Iterator[Page]:
    """The start page, on a desk and on a phone, without script errors and without overflow."""
    with start_page(browser, real, request.param) as opened:
        yield opened


@pytest.fixture
def api(real: RunningServer) -> Iterator[httpx2.Client]:
    with callers.client(base_url=real.base) as client:
        yield client


def open_run(page: Page, words: str) -> None:
    page.get_by_role("link", name=re.compile(re.escape(words))).first.click()
    page.wait_for_url(re.compile("/runs/run_"))
    expect(page.get_by_label("Facts")).to_be_visible()  # the URL changes before the page does
    settle(page)


def facts(page: Page) -> Any:
    return page.get_by_label("Facts").get_by_role("listitem")


def test_what_a_run_cost_and_why_it_was_slow_takes_one_step(page: Page) -> None:
    open_run(page, "How many lamps")

    expect(facts(page).filter(has_text="$0.00")).to_be_visible()
    expect(facts(page).filter(has_text="first token")).to_be_visible()
    expect(facts(page).filter(has_text="→")).to_contain_text("tokens")
    expect(page.get_by_text(re.compile(r"^Slowest step: model call 1"))).to_be_visible()
    first = page.get_by_role("article").filter(has_text="model call 1")
    expect(first).to_contain_text(re.compile(r"[2-9]\.?\d* s"))
    expect(first).to_contain_text("$0.00")

    page.get_by_role("navigation", name="Timeline").get_by_role("button", name="stock").click()

    tool = page.locator("[id^=part-]:focus")
    expect(tool).to_contain_text("41 lamps")
    expect(tool).to_be_in_viewport()


def test_what_the_model_saw_takes_two_steps(page: Page) -> None:
    open_run(page, "How many lamps")
    page.get_by_role("tab", name="What the model saw").click()

    expect(page.get_by_text("Exactly what was sent")).to_be_visible()
    call = page.get_by_label("Model call 2", exact=True)
    expect(call).to_contain_text(ECHO["systemPrompt"])
    call.get_by_text("stock", exact=True).first.click()
    expect(call.get_by_label("Parameters of stock")).to_contain_text('"item"')
    expect(call.get_by_role("row", name="toolChoice auto")).to_be_visible()
    expect(call).to_contain_text("41 lamps")
    page.get_by_text("Changes since call 1").click()
    expect(call).to_contain_text("Unchanged: system prompt, tools, parameters, 2 messages")
    expect(call.get_by_role("article").first).to_contain_text("Calling tools.")


def test_a_failed_run_is_resent_in_three_steps(page: Page, api: httpx2.Client) -> None:
    page.get_by_label("Totals").get_by_role("link", name=re.compile("^Failed")).click()
    table = page.get_by_role("table", name="Runs")
    table.get_by_role("link", name=re.compile("Write the report")).first.click()
    page.wait_for_url(re.compile("/runs/run_"))
    failed = page.url.rsplit("/", 1)[1].split("?")[0]
    error = page.get_by_role("region", name="Error")
    expect(error).to_contain_text("Rate limit of the provider")
    expect(error).to_contain_text("Rerun it later")
    expect(error.get_by_role("link")).to_have_text(re.compile(r"\d+ similar in the last 24 hours"))
    page.get_by_role("button", name="Rerun", exact=True).click()

    page.wait_for_url(lambda url: "/runs/run_" in url and failed not in url)
    expect(page.get_by_text("rerun of")).to_be_visible()
    again = api.get(f"/agent-runs/{page.url.rsplit('/', 1)[1]}").json()
    assert again["origin"]["rerunOf"] == failed
    page.goto(f"/w/default/runs/{failed}")
    expect(page.locator("dl > div", has_text="Reruns").get_by_role("link").first).to_be_visible()


def test_two_runs_are_compared_in_three_steps(page: Page) -> None:
    open_run(page, "What do you sell?")
    page.get_by_role("link", name="Compare", exact=True).click()
    page.get_by_role("link", name=re.compile("What do you sell in Oslo")).click()

    rows = page.get_by_role("table").get_by_role("row")
    for name in ("status", "model", "duration", "tokens in", "tokens out", "cost"):
        expect(
            rows.filter(has=page.get_by_role("rowheader", name=name, exact=True))
        ).to_be_visible()
    expect(page.get_by_role("row", name="city sell Oslo")).to_be_visible()
    expect(page.get_by_role("rowheader", name=re.compile("run_id|seal|_utc"))).to_have_count(0)
    answer = page.get_by_label("Answer differences")
    expect(answer.locator("[data-kind=added]")).to_contain_text("+task: What do you sell in Oslo?")
    expect(page.get_by_text("Same in both runs.")).to_be_visible()  # the system prompt


def test_a_failed_run_is_edited_and_sent_again(page: Page, api: httpx2.Client) -> None:
    page.goto("/w/default/runs")
    open_run(page, "Write the report")
    page.get_by_role("button", name="Edit and rerun").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Model")).to_have_value("echo")
    dialog.get_by_label("Prompt").fill("Write a shorter report.")
    dialog.get_by_label("Tags").fill("customer=acme")
    dialog.get_by_role("button", name="Start run").click()

    expect(page.get_by_role("heading", level=1)).to_have_text("Write a shorter report.")
    expect(page.locator("header [data-status=succeeded]")).to_be_visible()
    again = api.get(f"/agent-runs/{page.url.rsplit('/', 1)[1]}").json()
    assert again["metadata"] == {"customer": "acme"}
    assert again["origin"]["rerunOf"]


def test_j_and_k_go_through_the_list(page: Page) -> None:
    page.goto("/w/default/runs")
    settle(page)
    ids = page.locator("[data-run]").evaluate_all("all => all.map(e => e.dataset.run)")
    page.locator(f"[data-run={ids[1]}]").get_by_role("link").first.click()
    place = page.get_by_label("Runs of the list")
    expect(place).to_contain_text(re.compile("^2 of"))

    for key, number in (("j", 3), ("k", 2), ("k", 1)):
        page.keyboard.press(key)
        expect(place).to_contain_text(re.compile(f"^{number} of"))
        expect(page).to_have_url(re.compile(ids[number - 1]))
    expect(page.get_by_role("button", name="Previous run")).to_be_disabled()
    page.get_by_role("button", name="Next run").click()
    expect(place).to_contain_text(re.compile("^2 of"))
    page.keyboard.press("Escape")
    expect(page).to_have_url(re.compile("/runs$"))


def test_text_is_found_in_the_conversation(page: Page) -> None:
    open_run(page, "How many lamps")
    expect(page.get_by_role("button", name="Find", exact=True)).to_be_visible()
    page.keyboard.press("Control+f")
    found = page.get_by_role("search")
    expect(found.get_by_role("textbox")).to_be_focused()
    page.keyboard.type("LAMPS")

    expect(found).to_contain_text("1 of 4")
    page.keyboard.press("Enter")
    expect(found).to_contain_text("2 of 4")
    page.keyboard.press("Shift+Enter")
    expect(found).to_contain_text("1 of 4")
    found.get_by_role("textbox").fill("is run context")  # in the folded system prompt
    expect(found).to_contain_text("1 of 1")
    expect(page.get_by_text("Only an object with")).to_be_visible()
    page.keyboard.press("Escape")
    expect(found).to_have_count(0)


def test_a_run_can_be_compared_with_the_jump_dialog(page: Page) -> None:
    open_run(page, "What do you sell?")
    jump(page, "compare").filter(has_text="Compare with…").click()

    expect(page.get_by_role("heading", name="Compare with another run")).to_be_visible()
    page.get_by_label("Find a run").fill("status:failed")
    expect(page.get_by_role("heading", name="Matches")).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("Write the report")).first).to_be_visible()


def test_axe_finds_nothing_on_the_pages_of_a_run(page: Page, api: httpx2.Client) -> None:
    need(AXE, "cd ui && npm ci")
    runs = {run["task"]: run["id"] for run in api.get("/agent-runs").json()["runs"]}
    slow = next(id for task, id in runs.items() if "lamps" in task)
    failed = next(id for task, id in runs.items() if "fail" in task)
    other = next(id for task, id in runs.items() if "Oslo" in task)
    paths = {
        "conversation": f"runs/{slow}",
        "model": f"runs/{slow}?tab=model",
        "changes": f"runs/{slow}?tab=model&changes=1",
        "request": f"runs/{slow}?tab=request",
        "failed": f"runs/{failed}",
        "pick": f"compare?a={slow}",
        "compare": f"compare?a={slow}&b={other}",
    }
    found: dict[str, list[str]] = {}
    for name, path in paths.items():
        page.goto(f"/w/default/{path}")
        found[name] = axe_violations(page)
    page.goto(f"/w/default/runs/{slow}")
    page.get_by_role("button", name="Edit and rerun").click()
    page.get_by_role("dialog").wait_for()
    found["dialog"] = axe_violations(page)

    assert {name: problems for name, problems in found.items() if problems} == {}
