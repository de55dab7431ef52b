"""What the tests of the dashboard do again and again."""

from __future__ import annotations

import os
from pathlib import Path

import httpx2
import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

CHROMIUM = Path(os.environ.get("RUNWHY_CHROMIUM", "/usr/bin/chromium"))
FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]
AXE = Path(__file__).parents[3] / "ui" / "node_modules" / "axe-core" / "axe.min.js"
PATIENCE_MS = 15_000
DESK = {"width": 1360, "height": 860}
PHONE = {"width": 380, "height": 780}
RUNS = 700
DAYS = 6


def need(thing: Path, how: str) -> None:
    """Skip loudly where it cannot be had; in CI it must be there."""
    if thing.exists():
        return
    message = f"there is no {thing.name}: {how}"
    if os.environ.get("CI") == "true":
        pytest.fail(message)
    pytest.skip(message)


def new_context(browser: Browser, url: str, **options: object) -> BrowserContext:
    """Windows of one person."""
    given = {"viewport": DESK, "reduced_motion": "reduce", "locale": "en-GB", **options}
    made = browser.new_context(base_url=url, **given)  # type: ignore[arg-type]
    made.set_default_timeout(PATIENCE_MS)
    made.grant_permissions(["clipboard-read", "clipboard-write"])
    return made


def watch(page: Page) -> list[str]:
    """What goes wrong behind a page: errors of scripts, and what the policy forbids."""
    wrong: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        if message.type == "error" and "Failed to load resource" not in message.text:
            wrong.append(message.text)

    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", heard)
    return wrong


def settle(page: Page) -> None:
    """Until the page shows what it was asked for, and nothing is pale for being out of date."""
    page.locator("main").wait_for()
    page.wait_for_function("() => !document.querySelector('[aria-label=Loading], [data-stale]')")
    page.evaluate("document.fonts.ready.then(() => true)")


def rows(page: Page) -> list[str]:
    """The ids of the runs that are drawn."""
    found: list[str] = page.locator("[data-run]").evaluate_all("all => all.map(e => e.dataset.run)")
    return found


def run_ids(api: httpx2.Client, **params: str) -> list[str]:
    """What the API lists."""
    return [run["id"] for run in api.get("/agent-runs", params=params).json()["runs"]]
