"""The terminal of a session in a real browser."""

from __future__ import annotations

import re

import httpx2
import pytest
from playwright.sync_api import Browser, Page, Route, expect
from tests.e2e.dashboard.browser import AXE, DESK, PHONE, need, new_context, read_clipboard
from tests.e2e.dashboard.real_runs import follow
from tests.e2e.dashboard.test_axe import axe_violations
from tests.support.servers import RunningServer

NOT_COVERED = "([a, b]) => a.getBoundingClientRect().bottom <= b.getBoundingClientRect().top"
ECHO = {"systemPrompt": "You help in a shell.", "modelId": "echo"}


def test_terminal_commands_are_attached_to_the_next_message(page: Page, api: httpx2.Client) -> None:
    need(AXE, "cd ui && npm ci")
    session = api.post("/agent-sessions", json=ECHO).json()["sessionId"]
    api.post(f"/agent-sessions/{session}/terminals", json={"shell": "bash", "cwd": "/"})
    page.goto(f"/w/default/sessions/{session}")
    page.get_by_role("button", name="Terminal").click()
    shell = page.get_by_role("region", name="Terminal")
    shell.locator(".xterm-helper-textarea").focus()
    page.keyboard.type("(exit 7)\n")
    ran = shell.get_by_role("list", name="Commands")
    expect(ran).to_contain_text("exit 7 · ")
    page.keyboard.type("echo $((6*7))\n")
    expect(ran.get_by_role("listitem").first).to_contain_text("exit 0")
    expect(shell.locator(".xterm-accessibility")).to_contain_text("42")

    chips = page.get_by_role("list", name="Commands attached to the next message")
    expect(chips.get_by_role("listitem")).to_have_count(2)
    assert axe_violations(page) == []
    chips.get_by_role("button", name="Detach command: (exit 7)").click()
    expect(chips.get_by_role("listitem")).to_have_count(1)
    page.get_by_label("Attach my commands").click()
    expect(chips).to_have_count(0)
    page.get_by_label("Attach my commands").click()
    expect(chips).to_contain_text("echo $((6*7))")

    page.get_by_role("textbox", name="Message").fill("What was that?")
    page.get_by_role("button", name="Send").click()
    expect(page.locator("[data-role=assistant]")).to_be_visible()
    expect(chips.get_by_role("listitem")).to_have_count(0)
    sent = page.get_by_role("list", name="Commands attached to this message").get_by_role(
        "listitem"
    )
    expect(sent).to_have_count(1)
    expect(sent).to_contain_text("echo $((6*7))")
    run = api.get("/agent-runs", params={"q": f"session:{session}"}).json()["runs"][0]["id"]
    parts = api.get(f"/agent-runs/{run}/log").json()["parts"]
    (context,) = [part["content"] for part in parts if part["kind"] == "context"]
    assert "echo $((6*7))" in context and "exit 7" not in context

    page.reload()
    expect(shell.locator(".xterm-accessibility")).to_contain_text("42")


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_terminal_is_shown_when_it_is_opened_below_a_long_conversation(
    browser: Browser, server: RunningServer, api: httpx2.Client, size: dict[str, int]
) -> None:
    session = api.post("/agent-sessions", json=ECHO).json()["sessionId"]
    for number in range(8):
        path, text = f"/agent-sessions/{session}/messages", f"Why is build {number} red?"
        follow(api, api.post(path, json={"prompt": text}).json()["runId"])
    context = new_context(browser, server.url, viewport=size)
    page = context.new_page()
    page.goto(f"/w/default/sessions/{session}")
    field = page.get_by_role("textbox", name="Message")
    expect(page.locator("[data-role=assistant]").last).to_be_in_viewport()

    page.get_by_role("button", name="Terminal").click()  # at the top of the page

    shell = page.get_by_role("region", name="Terminal")
    expect(shell.get_by_text("Commands that you run here")).to_be_in_viewport(ratio=1)
    expect(shell.locator(".xterm-screen")).to_be_in_viewport(ratio=1)
    attach = page.get_by_text("Attach my commands")
    page.wait_for_function(NOT_COVERED, arg=[shell.element_handle(), attach.element_handle()])
    expect(field).to_be_in_viewport(ratio=1)
    context.close()


def test_terminal_text_can_be_searched_copied_and_its_links_opened(
    page: Page, api: httpx2.Client
) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    session = api.post("/agent-sessions", json=ECHO).json()["sessionId"]
    api.post(f"/agent-sessions/{session}/terminals", json={"shell": "bash", "cwd": "/"})
    page.goto(f"/w/default/sessions/{session}?terminal=1")
    shell = page.get_by_role("region", name="Terminal")
    shell.locator(".xterm-helper-textarea").focus()
    address = api.base_url.copy_with(path="/healthz/x")
    page.keyboard.type(f"seq 9000 9200; echo needle-$((3*3)); echo {address}\n")
    expect(shell.locator(".xterm-accessibility")).to_contain_text("needle-9")

    shell.get_by_role("button", name="Find in terminal").click()
    box = shell.get_by_role("textbox", name="Find in terminal")
    box.fill("nowhere at all")
    expect(box).to_have_attribute("aria-invalid", "true")
    box.fill("9042")
    expect(shell.locator(".xterm-accessibility")).to_contain_text("9042")
    box.fill("needle-9")
    box.press("Escape")
    expect(box).to_have_count(0)
    expect(shell.locator(".xterm-helper-textarea")).to_be_focused()
    page.keyboard.press("Control+c")
    assert read_clipboard(page, "needle-9") == "needle-9"

    link = shell.locator(".xterm-rows span").filter(has_text=re.compile("^http")).last
    link.hover(force=True)
    expect(shell.locator(".xterm-screen")).to_have_class(re.compile("xterm-cursor-pointer"))
    with page.context.expect_page() as opened:
        link.click(force=True)
    opened.value.wait_for_url("**/healthz/x")
    opened.value.close()


def test_a_message_is_sent_after_the_changes_of_its_commands(
    page: Page, api: httpx2.Client
) -> None:
    session = api.post("/agent-sessions", json=ECHO).json()["sessionId"]
    block = {"cmd": "make", "cwd": "/", "exitCode": 2, "output": "error"}
    assert api.post(f"/agent-sessions/{session}/blocks", json=block).status_code == 201
    page.goto(f"/w/default/sessions/{session}")
    held: list[Route] = []
    page.route("**/pending-context", lambda route: hold_changes(route, held))
    sent: list[str] = []
    page.on("request", lambda request: sent.append(f"{request.method} {request.url}"))

    page.get_by_label("Attach my commands").click()
    while not held:
        page.wait_for_timeout(20)
    page.get_by_role("textbox", name="Message").fill("What was that?")
    page.get_by_role("button", name="Send").click()
    page.evaluate("fetch('/healthz')")
    assert not [each for each in sent if each.endswith("/messages")]
    held[0].continue_()

    expect(page.locator("[data-role=assistant]")).to_be_visible()
    assert page.get_by_role("list", name="Commands attached to this message").count() == 0
    pending = api.get(f"/agent-sessions/{session}/pending-context").json()
    assert (pending["attach"], len(pending["blocks"])) == (False, 1)


def hold_changes(route: Route, held: list[Route]) -> None:
    """Keep the first change until the test continues it; other requests pass."""
    if route.request.method == "PUT" and not held:
        held.append(route)
    else:
        route.continue_()
