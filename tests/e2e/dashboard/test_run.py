"""The run page in a real browser."""

from __future__ import annotations

import json
import re
from pathlib import Path

import httpx2
from playwright.sync_api import Browser, Page, expect
from tests.e2e.dashboard.browser import new_context, read_clipboard
from tests.support import callers
from tests.support.servers import running_server, server_settings

ECHO = {"systemPrompt": "You keep a shop.", "modelId": "echo"}


def start(api: httpx2.Client, prompt: str, **more: object) -> str:
    response = api.post("/agent-runs", json={**ECHO, "prompt": prompt, **more})
    assert response.status_code == 202, response.text
    return str(response.json()["runId"])


def wait(api: httpx2.Client, run_id: str) -> None:
    api.get(f"/agent-runs/{run_id}/stream", timeout=30)


def test_a_run_is_headed_by_what_was_asked_and_why(page: Page, api: httpx2.Client) -> None:
    runs = api.get("/agent-runs", params={"limit": 200}).json()["runs"]
    cron = next(run for run in runs if run["origin"]["trigger"] == "cron" and run["turns"])

    page.goto(f"/w/default/runs/{cron['id']}")

    expect(page.get_by_role("heading", level=1)).to_contain_text(cron["task"][:40])
    head = page.locator("header", has=page.get_by_role("heading", level=1))
    expect(head).to_contain_text(re.compile(r"cron, due \d\d:\d\d, started \+"))
    expect(head).to_contain_text("unattended")
    expect(head.get_by_role("link", name=cron["origin"]["triggerName"])).to_be_visible()
    expect(page.get_by_text(cron["id"], exact=True)).to_be_visible()


def test_a_run_shows_whether_its_reply_reached_the_chat(page: Page, api: httpx2.Client) -> None:
    runs = api.get("/agent-runs", params={"q": "trigger:telegram status:succeeded"}).json()["runs"]

    page.goto(f"/w/default/runs/{runs[0]['id']}")

    fact = page.locator("dl > div", has=page.get_by_text("Delivery", exact=True))
    expect(fact).to_contain_text("Delivered")
    run = start(api, "No chat")
    wait(api, run)
    page.goto(f"/w/default/runs/{run}")
    expect(page.get_by_text("Created", exact=True)).to_be_visible()
    expect(page.get_by_text("Delivery", exact=True)).to_have_count(0)


def test_a_conversation_folds_what_the_server_wrote(page: Page, api: httpx2.Client) -> None:
    run = start(api, "What do you sell?", metadata={"customer": "acme"})
    wait(api, run)
    page.goto(f"/w/default/runs/{run}")

    messages = page.get_by_label("Messages")
    expect(messages.get_by_text("What do you sell?", exact=True)).to_be_visible()
    expect(messages.get_by_text("Only an object with")).to_be_hidden()
    messages.locator("summary").filter(has_text="system prompt").click()
    expect(messages.get_by_text("Only an object with")).to_be_visible()
    messages.locator("summary").filter(has_text="envelope").click()
    expect(messages.locator("details[data-injected]")).to_contain_text('"runwhy_meta"')

    messages.get_by_role("button", name="Show request").click()
    expect(page).to_have_url(re.compile("tab=model&call=1"))
    sent = page.get_by_label("Model call 1", exact=True)
    expect(sent.locator("article[data-injected]")).to_contain_text("runwhy_meta")


def test_the_envelope_tab_lists_fields_with_sources(page: Page, api: httpx2.Client) -> None:
    run = start(
        api,
        "Hello",
        context={"shop": "north"},
        metadata={"customer": "acme"},
        modelVisibleMetadata=["customer"],
    )
    wait(api, run)

    page.goto(f"/w/default/runs/{run}")
    page.get_by_role("tab", name="Envelope").click()

    expect(page.get_by_role("img", name=re.compile(r"\d+ of 4096 bytes"))).to_be_visible()
    expect(page.get_by_role("row", name=re.compile("tags.customer acme tag"))).to_be_visible()
    expect(page.get_by_role("row", name=re.compile("context.shop north context"))).to_be_visible()


def test_dropped_envelope_fields_are_listed(page: Page, api: httpx2.Client) -> None:
    run = start(api, "Hello", context={"small": 1, "large": "x" * 6000})
    wait(api, run)

    page.goto(f"/w/default/runs/{run}?tab=envelope")

    expect(page.get_by_role("note")).to_contain_text("context.large")


def test_the_other_tabs_show_events_and_the_request(page: Page, api: httpx2.Client) -> None:
    run = start(api, "Hello")
    wait(api, run)
    page.goto(f"/w/default/runs/{run}")

    expect(page.get_by_role("button", name=re.compile("^model call 1"))).to_be_visible()
    page.get_by_role("tab", name="Events").click()
    expect(page.get_by_text("result", exact=True)).to_be_visible()
    page.get_by_role("tab", name="Request").click()
    expect(page.get_by_label("Spec").last).to_contain_text("You keep a shop.")
    expect(page).to_have_url(re.compile("tab=request"))


def test_an_active_run_streams_its_text_and_can_be_cancelled(
    page: Page,
    api: httpx2.Client,
) -> None:
    run = start(api, "[[sleep 600]] Hello")
    page.goto(f"/w/default/runs/{run}")

    expect(page.locator("[data-live]")).to_contain_text("…")
    page.get_by_role("button", name="Cancel run").click()

    expect(page.locator("header [data-status=cancelled]")).to_be_visible()
    assert api.get(f"/agent-runs/{run}").json()["status"] == "cancelled"


def test_a_run_can_be_rerun(page: Page, api: httpx2.Client) -> None:
    run = start(api, "Once more", metadata={"customer": "acme"})
    wait(api, run)
    page.goto(f"/w/default/runs/{run}")

    page.get_by_role("button", name="Rerun", exact=True).click()

    page.wait_for_url(lambda url: "/runs/run_" in url and run not in url)
    expect(page.get_by_text("Once more").first).to_be_visible()
    again = api.get(f"/agent-runs/{page.url.rsplit('/', 1)[1]}").json()
    assert again["metadata"] == {"customer": "acme"}
    assert again["origin"]["rerunOf"] == run
    page.get_by_role("link", name=f"…{run[-3:]}").first.click()
    page.wait_for_url(f"**/runs/{run}")


def test_a_run_links_the_run_that_continues_it_and_back(page: Page, api: httpx2.Client) -> None:
    tool = {"type": "function", "name": "look", "parameters": {"type": "object"}}
    url = f"{api.base_url.scheme}://{api.base_url.netloc.decode()}/v1/responses"
    asked = {"model": "echo", "input": "[[tool look {}]]", "tools": [tool]}
    first = api.post(url, json=asked).json()
    (call,) = [item for item in first["output"] if item["type"] == "function_call"]
    result = {"type": "function_call_output", "call_id": call["call_id"], "output": "42"}
    again = {"model": "echo", "input": [result], "previous_response_id": first["id"]}
    second = api.post(url, json=again).json()
    old, new = ("run_" + made["id"].removeprefix("resp_") for made in (first, second))

    page.goto(f"/w/default/runs/{old}")
    fact = page.locator("dl > div", has=page.get_by_text("Continued by", exact=True))
    fact.get_by_role("link").click()

    page.wait_for_url(f"**/runs/{new}*")
    fact = page.locator("dl > div", has=page.get_by_text("Continues", exact=True))
    fact.get_by_role("link").click()
    page.wait_for_url(f"**/runs/{old}*")


def test_a_run_can_be_copied_as_code(page: Page, api: httpx2.Client) -> None:
    run = start(api, "Copy me")
    wait(api, run)
    page.goto(f"/w/default/runs/{run}")

    for kind, part in (
        ("Copy as cURL", "curl 'http://127.0.0.1"),
        ("Copy as Python", "import runwhy"),
    ):
        page.get_by_role("button", name=re.compile("^(Copy|Copied)$")).click()
        page.get_by_role("menuitem", name=kind).click()
        expect(page.get_by_role("button", name="Copied")).to_be_visible()
        assert "Copy me" in read_clipboard(page, part)
    page.get_by_role("button", name=re.compile("^(Copy|Copied)$")).click()
    page.get_by_role("menuitem", name="Copy as JSON").click()
    assert json.loads(read_clipboard(page, '"id"'))["id"] == run


def test_two_runs_can_be_compared(page: Page, api: httpx2.Client) -> None:
    one = start(api, "First question", metadata={"customer": "acme"})
    two = start(api, "Second question", metadata={"customer": "globex"})
    wait(api, one)
    wait(api, two)

    page.goto(f"/w/default/compare?a={one}&b={two}")

    expect(page.get_by_role("row", name="customer acme globex")).to_be_visible()
    lines = page.get_by_label("Transcript differences")
    expect(lines.locator("[data-kind=removed]", has_text="−First question")).to_be_visible()
    expect(lines.locator("[data-kind=added]", has_text="+Second question")).to_be_visible()


def test_a_queued_run_shows_the_limit_or_pool_that_it_waits_for(
    browser: Browser, tmp_path: Path
) -> None:
    settings = server_settings(tmp_path, limits={"customer": 1})
    with running_server(settings) as server, callers.client(base_url=server.base) as api:
        busy = start(api, "[[sleep 600]]", metadata={"customer": "acme"})
        limited = start(api, "Second", metadata={"customer": "acme"})
        pooled = start(api, "Third", pool="claude")
        context = new_context(browser, server.url)
        page = context.new_page()

        page.goto(f"/w/default/runs/{pooled}")
        note = page.locator("header").get_by_role("status")
        expect(note).to_contain_text("the pool claude has no worker")
        page.goto(f"/w/default/runs/{limited}")
        expect(note).to_contain_text("Waits: customer=acme, 1 of 1 running · since ")
        expect(note.get_by_role("link", name="Open queue")).to_be_visible()

        api.post(f"/agent-runs/{busy}/cancel", json={})
        expect(page.locator("header [data-status=succeeded]")).to_be_visible()
        expect(note).to_have_count(0)
        context.close()


def test_a_waiting_run_names_the_tool_whose_result_is_missing(
    page: Page, api: httpx2.Client
) -> None:
    tools = [{"kind": "local", "name": name, "parameters": {"type": "object"}} for name in "ab"]
    run = start(api, "[[tool b {}]]", tools=tools)
    page.goto(f"/w/default/runs/{run}?tab=request")

    note = page.locator("header").get_by_role("status")
    expect(note).to_contain_text("Waits for a client to return the result of b · since ")

    api.post(f"/agent-runs/{run}/cancel", json={})
    expect(note).to_have_count(0)
