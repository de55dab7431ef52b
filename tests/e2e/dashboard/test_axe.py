"""Accessibility: axe reports no serious violations on any page, in light and dark."""

from __future__ import annotations

from typing import Any

import httpx2
import pytest
from playwright.sync_api import Browser, BrowserContext, Page
from tests.e2e.dashboard.browser import AXE, need, new_context, settle
from tests.support.servers import RunningServer

SERIOUS = {"serious", "critical"}
PAGES = {
    "overview": "/w/default/overview?range=7d",
    "overview by customer": "/w/default/overview?range=7d&by=customer",
    "runs": "/w/default/runs?range=7d",
    "a bad query": "/w/default/runs?q=env:",
    "nothing found": "/w/default/runs?q=customer:nobody",
    "chart": "/w/default/runs?as=chart&range=7d",
    "tail": "/w/default/runs?as=tail&range=7d",
    "run": "/w/default/runs/{run}",
    "what the model saw": "/w/default/runs/{run}?tab=model",
    "changes of a call": "/w/default/runs/{run}?tab=model&changes=1",
    "envelope": "/w/default/runs/{run}?tab=envelope",
    "events": "/w/default/runs/{run}?tab=events",
    "request": "/w/default/runs/{run}?tab=request",
    "choice of a run": "/w/default/compare?a={run}",
    "compare": "/w/default/compare?a={run}&b={other}",
    "sessions": "/w/default/sessions",
    "session": "/w/default/sessions/{session}",
    "tags": "/w/default/tags?key=customer",
    "keys": "/w/default/keys",
    "inbox": "/w/default/inbox",
    "alerts": "/w/default/alerts",
    "budgets": "/w/default/budgets",
    "sign in": "/signin",
}


@pytest.fixture(scope="module")
def places(api: httpx2.Client) -> dict[str, str]:
    runs = api.get("/agent-runs", params={"limit": 200}).json()["runs"]
    run = next(run for run in runs if run["turns"] > 1 and run["status"] == "succeeded")
    timer = next(run for run in runs if run["origin"]["trigger"] == "timer")
    return {"run": run["id"], "other": runs[0]["id"], "session": timer["sessionId"]}


def axe_violations(page: Page, *, rules: list[str] | None = None) -> list[str]:
    """Return the serious violations that axe finds on the page."""
    settle(page)
    page.evaluate(
        AXE.read_text()
    )  # evaluated, because the content security policy forbids other scripts
    found: list[dict[str, Any]] = page.evaluate(
        "options => axe.run(options).then(found => found.violations)",
        {"resultTypes": ["violations"]} | ({"runOnly": rules} if rules else {}),
    )
    return [
        f"{one['id']}: {one['help']} {[node['html'][:160] for node in one['nodes'][:3]]}"
        for one in found
        if one["impact"] in SERIOUS
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_serious_violations(
    browser: Browser, server: RunningServer, places: dict[str, str], scheme: str
) -> None:
    need(AXE, "cd ui && npm ci")
    context = new_context(browser, server.url, color_scheme=scheme)
    page = context.new_page()
    rules = (
        ["color-contrast"] if scheme == "dark" else None
    )  # the other rules do not depend on the theme
    found: dict[str, list[str]] = {}
    for name, path in PAGES.items():
        page.goto(path.format(**places))
        if violations := axe_violations(page, rules=rules):
            found[name] = violations
    context.close()

    assert found == {}


def test_axe_finds_no_serious_violations_on_a_phone_or_in_dialogs(
    phone: BrowserContext,
) -> None:
    need(AXE, "cd ui && npm ci")
    page = phone.new_page()
    found: dict[str, list[str]] = {}
    page.goto(PAGES["runs"])
    found["phone"] = axe_violations(page)
    page.get_by_role("button", name="Filters").click()
    found["filters"] = axe_violations(page)
    page.keyboard.press("Escape")
    for name, key in {"keys": "?", "jump": "Control+k"}.items():
        page.keyboard.press(key)
        page.get_by_role("dialog").wait_for()
        found[name] = axe_violations(page)
        page.keyboard.press("Escape")
        page.get_by_role("dialog").wait_for(state="detached")
    page.close()

    assert {name: violations for name, violations in found.items() if violations} == {}
