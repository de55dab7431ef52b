"""The transcript and the approvals of a coding agent in a real browser."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.e2e.dashboard.browser import AXE, PHONE, collect_errors, need, new_context
from tests.e2e.dashboard.test_axe import axe_violations
from tests.support import callers
from tests.support.servers import RunningServer, running_server, server_settings

STREAMS = Path(__file__).parents[2] / "normalizers" / "streams"
PLAYER = """#!{python}
import json, sys
if "--version" in sys.argv:
    sys.exit(print("2.1.325 (Claude Code)"))
asked = json.loads(sys.stdin.readline())["message"]["content"][-1]["text"]
lines = open("{streams}/claude/" + asked.split()[0] + ".jsonl").read().splitlines()
for number, line in enumerate(lines):
    if number == len(lines) - 1:
        tool, given = "Bash", {{"command": "make"}}
        if "ask-edit" in asked:
            edit = {{"old_string": "a = 1\\nb = 2", "new_string": "a = 1\\nb = 3"}}
            tool, given = "Edit", {{"file_path": "settings.py", **edit}}
        if "ask-write" in asked:
            tool, given = "Write", {{"file_path": "/srv/" + "a_long_name/" * 9, "content": "x"}}
        request = {{"subtype": "can_use_tool", "tool_name": tool, "input": given}}
        asking = {{"type": "control_request", "request_id": "ask-1", "request": request}}
        print(json.dumps(asking), flush=True)
        sys.stdin.readline()
    print(line, flush=True)
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server whose Claude Code replays a recording and requests an approval at the end."""
    folder = tmp_path_factory.mktemp("agent")
    player = folder / "claude"
    player.write_text(PLAYER.format(python=sys.executable, streams=STREAMS))
    player.chmod(0o755)
    settings = server_settings(folder, claude_command=str(player))
    with running_server(settings) as running:
        yield running


@pytest.fixture
def page(browser: Browser, server: RunningServer) -> Iterator[Page]:
    context = new_context(browser, server.url)
    opened = context.new_page()
    errors = collect_errors(opened)
    yield opened
    context.close()
    assert errors == []


def start(server: RunningServer, prompt: str) -> str:
    body = {"systemPrompt": "x", "prompt": prompt, "executor": "claude"}
    body["executorOptions"] = {"cwd": str(server.runwhy.settings.data_dir)}  # type: ignore[assignment]
    made = callers.post(f"{server.base}/agent-runs", json=body)
    assert made.status_code == 202, made.text
    return str(made.json()["runId"])


def test_an_approval_can_be_allowed_and_an_edit_is_shown_as_a_diff(
    page: Page, server: RunningServer
) -> None:
    page.goto(f"/w/default/runs/{start(server, 'edit it')}")
    card = page.get_by_role("list", name="Approvals")
    expect(card).to_contain_text("Approval required")
    expect(card).to_contain_text("make")
    note = page.locator("header").get_by_role("status")
    expect(note).to_contain_text("Waits for approval: Bash make · since ")
    card.get_by_role("button", name="Allow for this run").click()
    expect(card).to_contain_text("Allowed for this run")
    expect(page.get_by_text("succeeded")).to_be_visible()

    transcript = page.get_by_label("Agent transcript")
    edit = page.locator("[data-tool=Edit]")
    diff = edit.locator("pre")
    expect(diff).to_be_hidden()
    edit.locator("summary").click()
    expect(diff.locator("[data-kind=add]")).to_contain_text('f"Hello, {name}!"')
    expect(transcript).to_contain_text("(this run)")
    expect(transcript.locator("code").filter(has_text="--resume")).to_be_visible()


def test_a_request_to_change_a_file_is_shown_as_a_diff(page: Page, server: RunningServer) -> None:
    run = start(server, "edit ask-edit")
    for path in (f"/w/default/runs/{run}", "/w/default/inbox"):
        page.goto(path)
        diff = page.get_by_label("Tool input").first
        expect(diff.locator("[data-kind=removed]")).to_have_text("−b = 2")
        expect(diff.locator("[data-kind=added]")).to_have_text("+b = 3")
        expect(page.get_by_text("settings.py").first).to_be_visible()
    page.get_by_role("button", name="Allow once").first.click()
    expect(page.get_by_text("Allowed once").first).to_be_visible()


def test_entries_of_a_subagent_are_nested(page: Page, server: RunningServer) -> None:
    need(AXE, "cd ui && npm ci")
    page.goto(f"/w/default/runs/{start(server, 'subagent please')}")
    page.get_by_role("button", name="Deny…").click()
    page.get_by_label("Reason").fill("not in production")
    page.get_by_role("button", name="Deny", exact=True).click()
    denied = page.get_by_role("list", name="Approvals")
    expect(denied).to_contain_text("Denied")
    expect(denied).to_contain_text("not in production")

    task = page.locator("[data-tool=Agent]")
    expect(task.locator("[data-tool=Bash]")).to_be_hidden()
    task.locator("summary").first.click()
    expect(task.locator("[data-tool=Bash]")).to_be_visible()
    assert axe_violations(page) == []
    page.emulate_media(color_scheme="dark")
    assert axe_violations(page) == []


def test_a_long_path_in_a_request_leaves_the_buttons_on_a_phone(
    browser: Browser, server: RunningServer
) -> None:
    run = start(server, "edit ask-write")
    context = new_context(browser, server.url, viewport=PHONE, has_touch=True, is_mobile=True)
    page = context.new_page()
    for path in (f"/w/default/runs/{run}", "/w/default/inbox"):
        page.goto(path)
        expect(page.get_by_text("/srv/a_long_name/").first).to_be_visible()
        assert page.evaluate("visualViewport.width") == PHONE["width"]  # not zoomed out
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.get_by_role("button", name="Allow once").click()
    expect(page.get_by_text("Allowed once").first).to_be_visible()
    context.close()


def test_a_transcript_does_not_replace_a_conversation_that_was_shown(
    page: Page, server: RunningServer
) -> None:
    page.goto(f"/w/default/runs/{start(server, 'edit ask-edit')}")
    expect(page.get_by_label("Agent transcript")).to_be_visible()  # before, the log may be shown
    logs: list[str] = []
    page.on("request", lambda sent: logs.append(sent.url) if sent.url.endswith("/log") else None)
    page.reload()
    expect(page.get_by_label("Agent transcript")).to_be_visible()
    assert logs == []
    page.get_by_role("button", name="Allow once").first.click()
    expect(page.get_by_text("succeeded")).to_be_visible()
