"""The unit tests, the lock file and the size of the dashboard."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

UI = Path(__file__).parents[3] / "ui"


def test_the_unit_tests_of_the_dashboard_pass() -> None:
    if shutil.which("npm") is None or not (UI / "node_modules").exists():
        if os.environ.get("CI") == "true":
            pytest.fail("cd ui && npm ci")
        pytest.skip("the packages of the dashboard are not installed: cd ui && npm ci")

    done = subprocess.run(["npm", "test"], cwd=UI, capture_output=True, text=True, timeout=300)

    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]


def test_the_lock_file_contains_no_registry_urls() -> None:
    assert '"resolved"' not in (UI / "package-lock.json").read_text()


def test_the_first_page_loads_less_than_400_kb(page: Page) -> None:
    page.goto("/w/default/runs")
    expect(page.locator(".u-over").first).to_be_visible()

    loaded: dict[str, int] = page.evaluate(
        "Object.fromEntries(performance.getEntriesByType('resource')"
        ".filter(e => /[.](js|css)$/.test(e.name)).map(e => [e.name, e.encodedBodySize]))"
    )
    assert sum(loaded.values()) < 400_000
    assert not any("QueryEditor" in name for name in loaded)  # loads when a query is typed
    assert not [name for name in loaded if "xterm" in name.lower() or "terminal" in name.lower()]
