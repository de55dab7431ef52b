"""A real browser, and a real server with demo data."""

from __future__ import annotations

from collections.abc import Iterator

import httpx2
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from tests.e2e.dashboard.browser import (
    CHROMIUM,
    DAYS,
    FLAGS,
    PATIENCE_MS,
    PHONE,
    RUNS,
    collect_errors,
    need,
    new_context,
)
from tests.support import callers
from tests.support.servers import PATIENCE, RunningServer, running_server, server_settings

from runwhy.server.dashboard_files import FOLDER


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for one module. While it is open, the event loop of its driver blocks others."""
    need(CHROMIUM, "apt-get install chromium, or set RUNWHY_CHROMIUM")
    need(FOLDER / "index.html", "cd ui && npm ci && npm run build")
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running_server(server_settings(tmp_path_factory.mktemp("dashboard"))) as running:
        services = running.runwhy.services
        default = running.call(services.access.find_workspace("default"))
        filling = services.demo.fill(default, runs=RUNS, days=DAYS)
        made = running.call(filling, within=5 * PATIENCE)
        assert made.failed is None
        yield running


@pytest.fixture(scope="session")
def api(server: RunningServer) -> Iterator[httpx2.Client]:
    with callers.client(base_url=server.base) as client:
        yield client


@pytest.fixture(scope="module")
def context(browser: Browser, server: RunningServer) -> Iterator[BrowserContext]:
    """The browser context of one user, with a cache that the tests share."""
    made = new_context(browser, server.url)
    yield made
    made.close()


@pytest.fixture(scope="module")
def phone(browser: Browser, server: RunningServer) -> Iterator[BrowserContext]:
    """The browser context of a phone."""
    made = new_context(browser, server.url, viewport=PHONE, has_touch=True)
    yield made
    made.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page whose test fails on script errors."""
    opened = context.new_page()
    errors = collect_errors(opened)
    yield opened
    opened.evaluate("localStorage.clear()")
    opened.close()
    assert errors == []
