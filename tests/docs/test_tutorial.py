"""Type every command of the tutorial and compare every screen."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect, sync_playwright
from tests.docs.clone import ROOT, Clone, fresh_clone
from tests.docs.pages import Block, blocks, mask
from tests.e2e.dashboard.browser import CHROMIUM, FLAGS, PATIENCE_MS, enter_query, new_context
from tests.support import callers
from tests.support.openai_server import OpenAi
from tests.support.scripted_models import Say, ScriptedServer

from runwhy.server.dashboard_files import FOLDER

PAGE = ROOT / "docs" / "tutorial.md"
STEPS = blocks(PAGE)
OLLAMA = "127.0.0.1:11434"
TIMEOUT = 150.0

pytestmark = pytest.mark.slow


def test_every_step_prints_what_the_tutorial_shows(tmp_path: Path) -> None:
    model = ScriptedServer(OpenAi(), [[Say("Hello! How can I help?")]])
    first, again = (at for at, step in enumerate(STEPS) if "uv run runwhy serve" in step.text)
    with model.serving(), fresh_clone(tmp_path) as clone:
        with started(clone, STEPS[first]):
            for step in STEPS[first + 1 : again]:
                wait_for(clone, step)
                clone.check(with_model(step, model))
            if can_browse():
                follow_dashboard_steps(clone)
        with started(clone, STEPS[again]):
            for step in STEPS[again + 1 :]:
                clone.check(step)


def can_browse() -> bool:
    """Return whether there is a browser and a built dashboard. CI must have both."""
    available = CHROMIUM.exists() and (FOLDER / "index.html").exists()
    assert available or os.environ.get("CI") != "true", "Chromium or the built dashboard is missing"
    return available


@contextmanager
def started(clone: Clone, step: Block) -> Iterator[None]:
    with clone.serving(step.text.rpartition("&& ")[2]) as greeting:
        assert mask(greeting) == mask(step.screen or "")
        yield


def with_model(step: Block, model: ScriptedServer) -> Block:
    """Replace the address of Ollama with that of a scripted server."""
    return Block(step.language, step.text.replace(f"http://{OLLAMA}/v1", model.url), step.screen)


def wait_for(clone: Clone, step: Block) -> None:
    """Wait until the schedule has started a run, where a step needs one."""
    if "trigger:pulse" not in step.text:
        return
    deadline = time.monotonic() + TIMEOUT
    while not get(clone, "/agent-runs", q="trigger:pulse status:succeeded")["runs"]:
        assert time.monotonic() < deadline, "the schedule did not start a run"
        time.sleep(0.2)


def get(clone: Clone, path: str, **params: str) -> Any:
    base = f"http://127.0.0.1:{clone.port}/api/v1/workspaces/default"
    return callers.get(base + path, params=params).json()


def follow_dashboard_steps(clone: Clone) -> None:
    """Follow step 6 in a real browser."""
    failed = get(clone, "/agent-runs", q="status:failed")["runs"][0]["id"]
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = new_context(browser, f"http://127.0.0.1:{clone.port}").new_page()
        page.goto("/")
        page.get_by_role("link", name="Runs", exact=True).first.click()
        expect(page.locator("[data-run]").first).to_be_visible()
        expect(page.get_by_role("table", name="Runs")).to_be_visible()
        enter_query(page, "customer:acme")
        expect(page.locator("[data-run]")).to_have_count(3)

        filters = page.get_by_label("Filters", exact=True)
        filters.get_by_role("button", name=re.compile(r"^failed \d")).click()
        expect(page.locator("[data-run]")).to_have_count(1)
        expect(page.locator("[data-querybar]")).to_contain_text("customer:acme status:failed")

        page.locator(f"[data-run={failed}] a").first.click()
        page.get_by_role("tab", name="Envelope").click()
        expect(page.get_by_role("tabpanel")).to_contain_text("attended")
        page.goto("/w/default/runs?q=trigger:cron")
        expect(page.get_by_role("table", name="Runs")).to_contain_text("cron, due")
        browser.close()
