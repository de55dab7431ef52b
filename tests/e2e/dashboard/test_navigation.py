"""Navigation: keyboard, phone, theme, sign-in and a restarted server."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from tests.e2e.dashboard.browser import (
    PHONE,
    collect_errors,
    jump,
    new_context,
    rows,
    run_ids,
    settle,
)
from tests.support import callers
from tests.support.servers import PATIENCE, RunningServer, running_server, server_settings

from runwhy.core.accounts.workspaces import ALL_SCOPES, Scope

RUNS = "/w/default/runs?range=all"


def test_the_runs_page_can_be_used_with_the_keyboard(page: Page) -> None:
    page.goto(RUNS)
    expect(page.locator("[data-run]").first).to_be_visible()

    page.keyboard.press("/")
    expect(page.locator(".cm-content")).to_be_focused()
    page.keyboard.type("status:failed")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("q=status:failed"))
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.locator(".cm-content")).not_to_be_focused()
    expect(page.locator("[data-run]").filter(has_text="succeeded")).to_have_count(0)
    settle(page)

    page.keyboard.press("j")
    expect(page.locator("[data-index='0'] a").first).to_be_focused()
    page.keyboard.press("j")
    expect(page.locator("[data-index='1'] a").first).to_be_focused()
    page.keyboard.press("k")
    expect(page.locator("[data-index='0'] a").first).to_be_focused()
    page.keyboard.press("x")
    expect(page.get_by_role("region", name="Selected runs")).to_contain_text("1 run selected")
    opened = rows(page)[0]
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/runs/{opened}")
    expect(page.get_by_role("tab", name="Conversation")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page).to_have_url(re.compile("q=status:failed"))


def test_j_moves_to_rows_that_are_not_rendered_yet(page: Page) -> None:
    page.goto(RUNS)
    expect(page.locator("[data-run]").first).to_be_visible()

    for _ in range(40):
        page.keyboard.press("j")

    expect(page.locator("[data-index='39'] a").first).to_be_focused()
    expect(page.locator("[data-index='39']")).to_be_in_viewport()


def test_question_mark_shows_shortcuts_and_ctrl_k_jumps(page: Page, api: httpx2.Client) -> None:
    page.goto(RUNS)
    expect(page.locator("[data-run]").first).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_contain_text("Next row")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)

    expect(jump(page, "tags").first).to_have_accessible_name(re.compile("^Tags"))
    page.keyboard.press("Enter")
    page.wait_for_url("**/tags")
    expect(page.get_by_role("heading", name="Tags")).to_be_visible()

    run = api.get("/agent-runs", params={"limit": 1}).json()["runs"][0]["id"]
    expect(jump(page, run).first).to_have_accessible_name(re.compile(run))
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/runs/{run}")


def test_ctrl_k_finds_a_trigger_and_its_runs_by_name(page: Page, api: httpx2.Client) -> None:
    name = api.get("/triggers").json()["triggers"][0]["name"]
    run = api.get("/agent-runs", params={"q": f"trigger:{name}"}).json()["runs"][0]
    page.goto(RUNS)
    expect(page.locator("[data-run]").first).to_be_visible()

    jump(page, name[:-1])
    expect(page.get_by_role("option", name=name, exact=True)).to_be_visible()
    shown = run["task"][:20]  # the name of an agent precedes it, and both are cut
    page.get_by_role("option", name=shown).first.click()
    page.wait_for_url("**/runs/run_*")
    expect(page.get_by_role("tab", name="Conversation")).to_be_visible()

    page.get_by_role("link", name=name, exact=True).first.click()
    page.wait_for_url(f"**/triggers/{run['origin']['triggerId']}")


def test_escape_closes_overlays_before_it_goes_back_and_restores_the_focus(
    page: Page, api: httpx2.Client
) -> None:
    run = api.get("/agent-runs", params={"limit": 1}).json()["runs"][0]["id"]
    page.goto(f"/w/default/runs/{run}")  # opened directly, so going back would leave the dashboard
    copy = page.get_by_role("button", name="Copy", exact=True)
    copy.press("Enter")
    expect(page.get_by_role("menu")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("menu")).to_have_count(0)

    copy.focus()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(copy).to_be_focused()
    expect(page).to_have_url(re.compile(run))

    page.keyboard.press("Escape")
    expect(page).to_have_url(re.compile("/runs$"))


PAGES = [
    "overview",
    "overview?by=customer",
    "runs",
    "runs?as=chart",
    "runs?as=tail",
    "sessions",
    "tags",
    "keys",
]


def test_every_page_fits_on_a_phone(phone: BrowserContext) -> None:
    page = phone.new_page()
    errors = collect_errors(page)
    widths = {}
    for path in PAGES:
        page.goto(f"/w/default/{path}")
        settle(page)
        widths[path] = page.evaluate("document.documentElement.scrollWidth")
        expect(page.get_by_role("navigation", name="Main navigation")).to_be_visible()
    page.close()

    assert widths == dict.fromkeys(PAGES, PHONE["width"])
    assert errors == []


def test_tags_and_their_tab_are_visible_on_a_phone(phone: BrowserContext) -> None:
    page = phone.new_page()
    page.goto("/w/default/tags")
    row = page.get_by_role("row").filter(has_text="customer").first
    expect(row.get_by_role("button", name="customer")).to_be_visible()
    expect(row.get_by_text("acme")).to_be_visible()
    tab = page.get_by_role("navigation", name="Settings").get_by_role("link", name="Tags")
    box = tab.bounding_box()
    page.close()

    assert box is not None and box["x"] + box["width"] <= PHONE["width"]


def test_the_current_tab_of_a_run_is_visible_on_a_phone(
    phone: BrowserContext, api: httpx2.Client
) -> None:
    page = phone.new_page()
    page.goto(f"/w/default/runs/{run_ids(api)[0]}?tab=request")
    expect(page.get_by_role("heading", name="Spec")).to_be_visible()
    expect(page.get_by_role("tab", name="Request")).to_be_in_viewport(ratio=0.9)
    page.close()


def test_more_leads_to_the_other_pages_on_a_phone(phone: BrowserContext) -> None:
    page = phone.new_page()
    page.goto(RUNS)
    bar = page.get_by_role("navigation", name="Main navigation")
    expect(bar.get_by_role("link", name="Runs")).to_have_attribute("aria-current", "page")
    expect(bar.get_by_role("link", name="Triggers")).to_have_count(0)
    bar.get_by_role("button", name="More").click()
    page.get_by_role("menuitem", name="Tags").click()
    page.wait_for_url("**/tags")
    expect(page.get_by_role("heading", name="Tags")).to_be_visible()
    page.close()


@pytest.mark.parametrize("path", ["/w/default/nonsense", "/w/default/runs/x/y", "/nonsense"])
def test_a_missing_page_keeps_the_navigation(page: Page, path: str) -> None:
    page.goto(path)

    expect(page.get_by_text("Page not found")).to_be_visible()
    page.get_by_role("navigation", name="Main navigation").get_by_text("Sessions").click()
    page.wait_for_url("**/w/default/sessions")


def test_a_missing_workspace_is_named_without_requests_that_fail(page: Page) -> None:
    failed = []
    page.on("response", lambda answer: failed.append(answer.url) if answer.status >= 400 else None)
    page.goto("/w/nope/runs")

    expect(page.get_by_role("heading", name="Workspace not found")).to_be_visible()
    page.get_by_role("navigation", name="Main navigation").get_by_text("Sessions").click()
    page.wait_for_url("**/w/default/sessions")
    assert failed == []


def test_a_phone_can_filter_open_a_run_and_go_back(phone: BrowserContext) -> None:
    page = phone.new_page()
    page.goto(RUNS)
    page.get_by_role("button", name="Filters").click()
    drawer = page.get_by_role("dialog", name="Filters")
    drawer.get_by_role("button", name=re.compile("^failed ")).click()
    expect(page).to_have_url(re.compile("q=status:failed"))
    page.get_by_role("button", name="Close filters").click()
    page.locator("[data-run] a").first.click()
    page.wait_for_url("**/runs/run_**")
    expect(page.get_by_role("tab", name="Conversation")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.go_back()
    expect(page).to_have_url(re.compile("q=status:failed"))
    page.close()


def test_the_dark_theme_is_remembered(page: Page) -> None:
    page.goto(RUNS)
    html = page.locator("html")
    expect(html).to_have_attribute("data-mantine-color-scheme", "light")
    page.get_by_role("button", name="Switch to dark theme").click()
    expect(html).to_have_attribute("data-mantine-color-scheme", "dark")
    page.reload()
    expect(html).to_have_attribute("data-mantine-color-scheme", "dark")


def test_the_system_preference_for_dark_is_used_from_the_first_paint(
    browser: Browser, server: RunningServer
) -> None:
    context = new_context(browser, server.url, color_scheme="dark")
    page = context.new_page()
    page.goto(RUNS, wait_until="commit")
    scheme = page.locator("html")
    expect(scheme).to_have_attribute("data-mantine-color-scheme", "dark")
    context.close()


@pytest.fixture
def guarded(tmp_path: Path) -> Iterator[tuple[RunningServer, str, str]]:
    """A server that requires keys, with an admin key and a read-only key."""
    with running_server(server_settings(tmp_path, host="0.0.0.0")) as running:
        access = running.runwhy.access
        _, admin = running.call(access.add_key(1, "admin", ALL_SCOPES))
        _, reader = running.call(access.add_key(1, "reader", frozenset({Scope.RUNS_READ})))
        assert admin is not None and reader is not None
        yield running, admin, reader


def enter_key(page: Page, key: str) -> None:
    page.get_by_label("API key").fill(key)
    page.get_by_role("button", name="Sign in").click()


def sign_in(page: Page, key: str) -> None:
    """Sign in, and wait for it: the URL of the sign-in page ends with the requested page's."""
    enter_key(page, key)
    expect(page.get_by_role("navigation", name="Main navigation")).to_be_visible()


def test_signing_in_returns_to_the_requested_page(
    browser: Browser, guarded: tuple[RunningServer, str, str]
) -> None:
    server, admin, _ = guarded
    context = new_context(browser, server.url)
    page = context.new_page()
    page.goto("/w/default/tags?range=7d")
    page.wait_for_url("**/signin**")
    enter_key(page, "rwk_wrong")
    expect(page.get_by_text("Unknown or revoked API key")).to_be_visible()
    sign_in(page, admin)
    page.wait_for_url("**/w/default/tags?range=7d")

    cookies = {cookie["name"]: cookie for cookie in context.cookies(f"{server.url}/api")}
    assert cookies["runwhy_session"]["httpOnly"]
    assert page.evaluate("document.cookie") == ""
    page.get_by_role("button", name="More options").click()
    page.get_by_role("menuitem", name="Sign out").click()
    page.wait_for_url("**/signin**")
    page.goto("/w/default/runs")
    page.wait_for_url("**/signin**")
    context.close()


def test_an_admin_can_create_rotate_and_revoke_keys(
    browser: Browser, guarded: tuple[RunningServer, str, str]
) -> None:
    server, admin, _ = guarded
    context = new_context(browser, server.url)
    page = context.new_page()
    page.goto("/")
    page.wait_for_url("**/signin**")
    sign_in(page, admin)
    page.get_by_role("navigation", name="Main navigation").get_by_text("Settings").click()
    page.get_by_role("button", name="Create key").click()
    page.get_by_label("Name").fill("laptop")
    page.get_by_role("dialog").get_by_role("button", name="Create key").click()
    secret = page.get_by_role("dialog").locator("code").first.inner_text()
    base = f"{server.base}/agent-runs"
    request = {"headers": {"Authorization": f"Bearer {secret}"}, "trust_env": False}
    assert callers.get(base, **request).status_code == 200
    page.get_by_role("button", name="Done").click()

    row = page.get_by_role("row", name=re.compile("^laptop"))
    row.get_by_role("button", name="Rotate key").click()
    page.get_by_role("dialog").get_by_role("button", name="Rotate key").click()
    rotated = page.get_by_role("dialog").locator("code").first.inner_text()
    assert rotated != secret
    page.get_by_role("button", name="Done").click()
    row.get_by_role("button", name="Revoke key").click()
    page.get_by_role("dialog").get_by_role("button", name="Revoke key").click()
    expect(row).to_have_count(0)
    assert callers.get(base, **request).status_code == 401
    context.close()


def test_a_key_restricted_to_a_customer_sees_only_that_customer(
    browser: Browser, guarded: tuple[RunningServer, str, str]
) -> None:
    server, admin, _ = guarded
    request = {"headers": {"Authorization": f"Bearer {admin}"}, "trust_env": False}
    for name in ("acme", "globex"):
        tags = {"customer": name}
        body = {"systemPrompt": "Be brief.", "prompt": f"Hello, {name}", "metadata": tags}
        assert callers.post(f"{server.base}/agent-runs", json=body, **request).status_code == 202
    context = new_context(browser, server.url)
    page = context.new_page()
    page.goto("/")
    sign_in(page, admin)
    page.get_by_role("navigation", name="Main navigation").get_by_text("Settings").click()
    page.get_by_role("button", name="Create key").click()
    page.get_by_label("Name").fill("for acme")
    page.get_by_label("Restrict to tags").fill("customer=acme")
    for scope in ("runs:write", "sessions:write"):
        page.get_by_label(scope).uncheck()
    page.get_by_role("dialog").get_by_role("button", name="Create key").click()
    secret = page.get_by_role("dialog").locator("code").first.inner_text()
    page.get_by_role("button", name="Done").click()
    row = page.get_by_role("row", name=re.compile("^for acme"))
    expect(row.get_by_text("customer=acme")).to_be_visible()
    context.close()

    context = new_context(browser, server.url)
    page = context.new_page()
    page.goto("/")
    sign_in(page, secret)
    page.wait_for_url("**/w/default/overview")
    expect(page.get_by_text("Hello, acme").first).to_be_visible()
    page.goto(RUNS)
    expect(page.get_by_text("acme").first).to_be_visible()
    expect(page.get_by_text("globex")).to_have_count(0)
    expect(page.get_by_role("alert")).to_have_count(0)
    context.close()


def test_a_read_only_key_is_denied_the_keys_page(
    browser: Browser, guarded: tuple[RunningServer, str, str]
) -> None:
    server, _, reader = guarded
    context = new_context(browser, server.url)
    page = context.new_page()
    page.goto("/")
    page.wait_for_url("**/signin**")
    sign_in(page, reader)
    page.wait_for_url("**/w/default/overview")
    expect(page.get_by_text("No runs yet")).to_be_visible()
    expect(page.get_by_role("link", name="API keys")).to_have_count(0)
    page.goto("/w/default/keys")
    expect(page.get_by_text("Permission denied")).to_be_visible()
    expect(page.get_by_text("API keys needs a key with the scope admin")).to_be_visible()
    expect(page.get_by_role("button", name="Try again")).to_have_count(0)
    context.close()


def test_a_key_starts_at_a_page_that_it_can_use(
    browser: Browser, guarded: tuple[RunningServer, str, str]
) -> None:
    server, _, _ = guarded
    scopes = frozenset({Scope.TRIGGERS_READ})
    _, key = server.call(server.runwhy.access.add_key(1, "watcher", scopes))
    context = new_context(browser, server.url)
    page = context.new_page()
    page.goto("/")
    page.wait_for_url("**/signin**")
    sign_in(page, str(key))
    page.wait_for_url("**/w/default/triggers")
    expect(page.get_by_text("Permission denied")).to_have_count(0)
    context.close()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


@contextmanager
def runwhy_serve(folder: Path, port: int, *options: str) -> Iterator[None]:
    """Run `runwhy serve` until the block ends, then stop it with SIGTERM."""
    command = [sys.executable, "-m", "runwhy", "serve", "--port", str(port)]
    environment = {**os.environ, "RUNWHY_DATA_DIR": str(folder), "RUNWHY_SHUTDOWN_GRACE": "0.2"}
    running = subprocess.Popen(
        [*command, "--db", str(folder / "runwhy.db"), *options],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    transport = httpx2.HTTPTransport(retries=0)
    try:
        with httpx2.Client(transport=transport, trust_env=False) as client:
            for _ in range(int(10 * PATIENCE)):
                assert running.poll() is None, "runwhy serve ended"
                try:
                    client.get(f"http://127.0.0.1:{port}/readyz").raise_for_status()
                    break
                except httpx2.TransportError:
                    threading.Event().wait(0.1)  # there is no signal for an open port
        yield
    finally:
        running.send_signal(signal.SIGTERM)
        running.wait(PATIENCE)


def test_the_page_recovers_after_a_server_restart(browser: Browser, tmp_path: Path) -> None:
    port = free_port()
    context = new_context(browser, f"http://127.0.0.1:{port}")
    page = context.new_page()
    with runwhy_serve(tmp_path, port):
        page.goto(RUNS)
        expect(page.get_by_text("No runs yet")).to_be_visible()
    banner = page.get_by_role("alert").filter(has_text="Retrying")
    expect(banner).to_be_visible()

    with runwhy_serve(tmp_path, port):
        expect(banner).to_have_count(0)
        base = f"http://127.0.0.1:{port}/api/v1/workspaces/default"
        body = {"systemPrompt": "x", "prompt": "Back", "modelId": "echo"}
        callers.post(f"{base}/agent-runs", json=body)
        row = page.locator("[data-run]")
        show = page.get_by_role("button", name="Show new runs")
        expect(row.or_(show).first).to_be_visible()
        if show.is_visible():
            show.click()
        expect(row).to_have_count(1)
    context.close()
