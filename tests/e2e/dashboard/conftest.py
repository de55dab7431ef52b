"""A real browser, and a real server with made-up data."""

from __future__ import annotations

from collections.abc import Iterator

import httpx2
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from tests.e2e.dashboard.browsing import (
    CHROMIUM,
    DAYS,
    FLAGS,
    PATIENCE_MS,
    PHONE,
    RUNS,
    need,
    new_context,
    watch,
)
from tests.support import callers
from tests.support.servers import PATIENCE, RunningServer, running_server, server_settings

from runwhy.server.dashboard_files import FOLDER


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for one module: while it is open its driver's event loop is in everybody's way."""
    need(CHROMIUM, "apt-get install chromium, or name another in RUNWHY_CHROMIUM")
    need(FOLDER / "index.html", "cd ui && npm ci && npm run build")
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running_server(server_settings(tmp_path_factory.mktemp("dashboard"))) as running:
        demo = running.runwhy.services.demo
        made = running.call(demo.fill(1, runs=RUNS, days=DAYS), within=5 * PATIENCE)
        assert made.failed is None
        yield running


@pytest.fixture(scope="session")
def api(server: RunningServer) -> Iterator[httpx2.Client]:
    with callers.client(base_url=server.base) as client:
        yield client


@pytest.fixture(scope="module")
def context(browser: Browser, server: RunningServer) -> Iterator[BrowserContext]:
    """One person's windows: what was loaded once stays loaded."""
    made = new_context(browser, server.url)
    yield made
    made.close()


@pytest.fixture(scope="module")
def phone(browser: Browser, server: RunningServer) -> Iterator[BrowserContext]:
    """The same person's phone."""
    made = new_context(browser, server.url, viewport=PHONE, has_touch=True)
    yield made
    made.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A window in which nothing may go wrong that a person would not see."""
    opened = context.new_page()
    wrong = watch(opened)
    yield opened
    opened.evaluate("localStorage.clear()")
    opened.close()
    assert wrong == []
