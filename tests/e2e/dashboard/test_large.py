"""Pages with long conversations, long names and a long queue, filled through the API."""

from __future__ import annotations

from collections.abc import Iterator

import httpx2
import pytest
from playwright.sync_api import Browser, Page, expect
from tests.e2e.dashboard.browser import settle
from tests.e2e.dashboard.real_runs import DESK, PHONE, follow, priced_server, start, start_page
from tests.support.servers import RunningServer

TURNS = 53
QUEUED = 103
TOOL_CALLS = 60
MANY_TRIGGERS = 12
LONG_NAME = "integration of a customer " * 7


@pytest.fixture(scope="module")
def scene(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[RunningServer, httpx2.Client]]:
    folder = tmp_path_factory.mktemp("large")
    with priced_server(folder, limits={"customer=acme": 1}) as made:
        yield made


@pytest.fixture
def server(scene: tuple[RunningServer, httpx2.Client]) -> RunningServer:
    return scene[0]


@pytest.fixture
def api(scene: tuple[RunningServer, httpx2.Client]) -> httpx2.Client:
    return scene[1]


def open_page(page: Page, path: str) -> None:
    page.goto(f"/w/default/{path}")
    settle(page)


def test_a_long_session_shows_its_newest_turns_first(
    browser: Browser, server: RunningServer, api: httpx2.Client
) -> None:
    session = api.post("/agent-sessions", json={"systemPrompt": "Be brief.", "modelId": "echo"})
    where = f"/agent-sessions/{session.json()['sessionId']}"
    for number in range(TURNS):
        made = api.post(f"{where}/messages", json={"prompt": f"Message {number}"})
    follow(api, made.json()["runId"])
    with start_page(browser, server, DESK) as page:
        open_page(page, where.removeprefix("/agent-").removeprefix("/"))
        turns = page.get_by_role("list", name="Conversation").get_by_role("article")
        expect(turns).to_have_count(50)
        expect(turns.first).to_contain_text("Message 3")
        page.get_by_role("button", name="Show 3 earlier turns").click()
        expect(turns).to_have_count(TURNS)
        expect(turns.first).to_contain_text("Message 0")


def test_every_queued_run_of_a_long_list_names_its_limit(
    browser: Browser, server: RunningServer, api: httpx2.Client
) -> None:
    tags = {"customer": "acme"}
    runs = [start(api, f"[[sleep 600]] Report {n}", metadata=tags) for n in range(QUEUED)]
    with start_page(browser, server, DESK) as page:
        open_page(page, "runs?q=status:queued")
        newest = page.locator(f"[data-run='{runs[-1]}']")
        expect(newest).to_contain_text("Waits: customer=acme, 1 of 1 running")
    for run in runs:
        api.post(f"/agent-runs/{run}/cancel")


def test_a_run_with_many_calls_shows_all_of_them_and_the_data_of_an_opened_event(
    browser: Browser, server: RunningServer, api: httpx2.Client
) -> None:
    tools = [{"kind": "builtin", "name": "remember"}]
    prompt = "".join(f'[[tool remember {{"text": "Fact {n}"}}]]' for n in range(TOOL_CALLS))
    run = start(api, prompt, tools=tools)
    follow(api, run)
    with start_page(browser, server, PHONE) as page:
        open_page(page, f"runs/{run}")
        messages = page.get_by_role("region", name="Messages")
        results = messages.get_by_text("remembered as")
        expect(results).to_have_count(TOOL_CALLS + 1)  # the reply of the echo model repeats them
        open_page(page, f"runs/{run}?tab=events")
        event = page.locator("details").filter(has_text="tool_call").first
        expect(event.locator("pre")).to_have_count(0)
        event.locator("summary").click()
        expect(event.locator("pre")).to_contain_text("Fact 0")


def test_one_of_many_triggers_is_found_by_its_name_or_tag(
    browser: Browser, server: RunningServer, api: httpx2.Client
) -> None:
    spec = {"systemPrompt": "Be brief.", "modelId": "echo"}
    for number in range(MANY_TRIGGERS):
        tags = {"customer": f"c{number}"}
        body = {"name": f"job-{number}", "kind": "cron", "schedule": "0 2 1 1 *", "metadata": tags}
        api.post("/triggers", json={**body, "prompt": "Hello", "spec": spec}).raise_for_status()
    with start_page(browser, server, DESK) as page:
        open_page(page, "triggers")
        rows = page.get_by_role("list", name="Triggers").locator("[data-trigger]")
        expect(rows).to_have_count(MANY_TRIGGERS)
        page.get_by_label("Find a trigger").fill("customer=c7")
        expect(rows).to_have_count(1)
        expect(rows).to_contain_text("job-7")
        page.get_by_label("Find a trigger").fill("nothing")
        expect(page.get_by_text("No trigger found")).to_be_visible()


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_a_long_name_of_a_key_leaves_its_buttons_in_the_window(
    browser: Browser, server: RunningServer, api: httpx2.Client, size: dict[str, int]
) -> None:
    key = api.post("/keys", json={"name": LONG_NAME, "scopes": ["runs:read"]}).json()
    with start_page(browser, server, size) as page:
        open_page(page, "keys")
        row = page.get_by_role("row").filter(has_text=LONG_NAME.strip())
        box = row.get_by_role("button", name="Revoke key").bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= size["width"]
    api.delete(f"/keys/{key['id']}").raise_for_status()
