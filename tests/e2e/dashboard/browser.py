"""The browser of the dashboard tests: windows, errors, and reading a page."""

from __future__ import annotations

import os
import re
from pathlib import Path

import httpx2
import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, expect

CHROMIUM = Path(os.environ.get("RUNWHY_CHROMIUM", "/usr/bin/chromium"))
FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]
AXE = Path(__file__).parents[3] / "ui" / "node_modules" / "axe-core" / "axe.min.js"
PATIENCE_MS = 60_000
DESK = {"width": 1360, "height": 860}
PHONE = {"width": 380, "height": 780}
RUNS = 700
DAYS = 6


def need(thing: Path, how: str) -> None:
    """Skip the test if a file is missing. In CI, fail."""
    if thing.exists():
        return
    message = f"{thing.name} is missing: {how}"
    if os.environ.get("CI") == "true":
        pytest.fail(message)
    pytest.skip(message)


def new_context(browser: Browser, url: str, **options: object) -> BrowserContext:
    """Return a browser context for one user."""
    settings = {"viewport": DESK, "reduced_motion": "reduce", "locale": "en-GB", **options}
    context = browser.new_context(base_url=url, **settings)  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE_MS)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    return context


def collect_errors(page: Page) -> list[str]:
    """Collect script errors and violations of the content security policy."""
    errors: list[str] = []

    def on_console(message: ConsoleMessage) -> None:
        if message.type == "error" and "Failed to load resource" not in message.text:
            errors.append(message.text)

    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", on_console)
    return errors


def settle(page: Page) -> None:
    """Wait until the page has loaded and shows no outdated data.

    After a click on a link, wait for something of the new page first: the URL changes before the
    page does, and until then the old page is settled.
    """
    page.locator("main > :not(nav)").first.wait_for()  # its code is loaded on demand
    page.wait_for_function("() => !document.querySelector('[aria-label=Loading], [data-stale]')")
    page.evaluate("document.fonts.ready.then(() => true)")


def open_editor(page: Page | Locator) -> Locator:
    """Focus the query editor, which loads when its plain field is focused, and return it."""
    page.get_by_label("Query").first.click()
    editor = page.locator("[data-querybar] .cm-content")
    expect(editor).to_be_focused()
    return editor


def enter_query(page: Page | Locator, query: str) -> None:
    """Type a query behind the one in the editor, and apply it."""
    editor = open_editor(page)
    editor.press_sequentially(query)
    expect(editor).to_have_text(re.compile(re.escape(query.strip())))
    editor.press("Enter")  # no option is selected, so that none is accepted


def jump(page: Page, text: str) -> Locator:
    """Open the jump dialog, type into it, and return its list of options."""
    page.keyboard.press("Control+k")
    field = page.get_by_role("dialog").get_by_role("combobox")
    expect(field).to_be_focused()
    field.fill(text)
    return page.get_by_role("dialog").get_by_role("option")


def rows(page: Page) -> list[str]:
    """Return the IDs of the rendered runs."""
    found: list[str] = page.locator("[data-run]").evaluate_all("all => all.map(e => e.dataset.run)")
    return found


def run_ids(api: httpx2.Client, **params: str) -> list[str]:
    """Return the IDs of the runs that the API lists."""
    return [run["id"] for run in api.get("/agent-runs", params=params).json()["runs"]]


def read_clipboard(page: Page, part: str) -> str:
    """Return the clipboard as soon as it contains the text."""
    holds = "async (part) => (await navigator.clipboard.readText()).includes(part)"
    page.wait_for_function(holds, arg=part)
    return str(page.evaluate("navigator.clipboard.readText()"))
