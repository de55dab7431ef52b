"""The audit log and the data page in a real browser."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from tests.e2e.dashboard.browser import AXE, PHONE, enter_query, need, new_context, settle
from tests.e2e.dashboard.test_axe import axe_violations
from tests.support import callers
from tests.support.servers import RunningServer, running_server, server_settings

from runwhy.core.accounts.workspaces import Scope

ECHO = {"modelId": "echo"}


@pytest.fixture(scope="module")
def own(server: RunningServer) -> Iterator[httpx2.Client]:
    """A separate workspace, so that erasures do not affect other tests."""
    all = f"{server.url}/api/v1/workspaces"
    callers.post(all, json={"slug": "tidy"}).raise_for_status()
    with httpx2.Client(base_url=f"{all}/tidy", trust_env=False, timeout=30) as client:
        yield client


def create(api: httpx2.Client, path: str, **body: object) -> dict[str, str]:
    response = api.post(path, json=body)
    assert response.status_code in (201, 202), response.text
    return response.json()  # type: ignore[no-any-return]


def finished_run(api: httpx2.Client, customer: str) -> str:
    body = {"systemPrompt": "x", "prompt": "Hello", "spec": ECHO}
    run = create(api, "/agent-runs", **body, metadata={"customer": customer})["runId"]
    with api.stream("GET", f"/agent-runs/{run}/stream") as events:
        events.read()
    return run


def test_the_audit_log_updates_and_can_be_filtered(page: Page, own: httpx2.Client) -> None:
    trigger = {"kind": "cron", "name": "weekly", "schedule": "0 4 * * 1", "spec": ECHO}
    id = create(own, "/triggers", **trigger, prompt="Look back.")["id"]
    own.patch(f"/triggers/{id}", json={"prompt": "Look forward."}).raise_for_status()
    page.goto("/w/tidy/audit")
    rows = page.locator("[data-change]")
    expect(
        page.get_by_role("navigation", name="Settings").get_by_text("Audit log")
    ).to_have_attribute("aria-current", "page")
    newest = rows.first
    expect(newest).to_contain_text("Trigger changed")
    expect(newest.locator("del")).to_have_text("from Look back.")
    expect(newest.locator("ins")).to_have_text("to Look forward.")

    own.patch(f"/triggers/{id}", json={"prompt": "Look up."}).raise_for_status()
    expect(newest.locator("ins")).to_have_text("to Look up.")  # without a reload

    page.keyboard.press("j")
    expect(newest).to_be_focused()
    newest.get_by_title("Show all changes to this object").click()
    expect(page).to_have_url(re.compile(f"subject={id}"))
    expect(rows).to_have_count(3)
    rows.last.get_by_role("button", name=re.compile("^Show all [0-9]+ fields")).click()
    expect(rows.last.get_by_text("0 4 * * 1")).to_be_visible()
    page.get_by_label("Action").first.click()
    page.get_by_role("option", name="API key", exact=True).click()
    expect(page.get_by_text("No changes match")).to_be_visible()
    page.get_by_role("button", name="Clear filters").click()
    expect(page).to_have_url(re.compile("/w/tidy/audit$"))
    newest.get_by_role("link", name="weekly").click()
    page.wait_for_url(f"**/triggers/{id}")


def test_a_change_names_its_object_and_shows_a_new_name(page: Page, own: httpx2.Client) -> None:
    body = {"name": "monthly", "measure": "runs", "period": "month", "limit": 10}
    id = create(own, "/budgets", **body)["id"]
    own.patch(f"/budgets/{id}", json={"limit": 20}).raise_for_status()
    page.goto("/w/tidy/audit?action=budget.changed")
    changed = page.locator("[data-change='budget.changed']").first
    expect(changed.get_by_role("link", name="monthly")).to_be_visible()
    own.patch(f"/budgets/{id}", json={"name": "quarterly"}).raise_for_status()
    expect(changed.locator("del")).to_have_text("from monthly")
    expect(changed.locator("ins")).to_have_text("to quarterly")


def test_runs_are_erased_after_a_preview_and_a_confirmation(page: Page, own: httpx2.Client) -> None:
    for customer in ("acme", "acme", "globex"):
        finished_run(own, customer)
    body = {"kind": "cron", "name": "nightly-acme", "schedule": "0 2 1 1 *", "prompt": "Go"}
    more = {"systemPrompt": "Be brief.", "metadata": {"customer": "acme"}}
    trigger = own.post("/triggers", json={**body, **more}).json()
    page.goto("/w/tidy/data")
    box = page.get_by_role("region", name="Erase data")
    enter_query(box, "customer:acme")
    expect(page).to_have_url(re.compile("q=customer:acme"))
    expect(box.locator("[data-count=runs]")).to_have_text("2 runs")
    expect(box.get_by_label("Runs to be erased").get_by_role("listitem")).to_have_count(2)
    expect(box).to_contain_text("1 enabled trigger may create more matching runs.")
    triggers = box.get_by_role("list", name="Triggers that may create more matching runs")
    link = f"/w/tidy/triggers/{trigger['id']}"
    expect(triggers.get_by_role("link", name="nightly-acme")).to_have_attribute("href", link)
    go = box.get_by_role("button", name="Erase data")
    expect(go).to_be_disabled()
    box.get_by_label(re.compile("^Type erase 2 runs")).fill("erase 2 runs")
    go.click()

    receipt = page.get_by_role("dialog")
    expect(receipt.locator("[data-status=done]")).to_contain_text("2 runs")
    with page.expect_download() as download:
        receipt.get_by_role("button", name="Download receipt").click()
    kept = json.loads(Path(download.value.path()).read_text())
    assert kept == own.get(f"/erasures/{kept['id']}").json()
    assert (kept["query"], kept["counts"]["runs"]) == ("customer:acme", 2)
    receipt.get_by_role("button", name="Close").click()
    row = page.get_by_role("table", name="Receipts").locator(f"[data-erasure={kept['id']}]")
    expect(row).to_contain_text("customer:acme")
    left = own.get("/agent-runs").json()["runs"]
    assert [run["metadata"]["customer"] for run in left] == ["globex"]


def test_a_retention_rule_can_be_created_edited_applied_and_deleted(
    page: Page, own: httpx2.Client
) -> None:
    page.goto("/w/tidy/data")
    expect(page.get_by_text("No retention rules")).to_be_visible()
    page.get_by_role("button", name="Create rule").click()
    form = page.get_by_role("dialog")
    form.get_by_label("Name").fill("prompts")
    form.get_by_label("Query").fill("customer:(")
    expect(form.get_by_role("status")).to_contain_text("Column 10")
    form.get_by_label("Query").fill("customer:globex")
    expect(form.get_by_role("status")).to_contain_text("No runs are old enough")
    form.get_by_role("button", name="Create rule").click()
    row = page.locator("[data-rule=prompts]")
    expect(row).to_contain_text("Erases content of runs matching customer:globex after 30 days")
    expect(row).to_contain_text("0 runs")

    row.get_by_role("button", name="Edit rule prompts").click()
    form.get_by_label("Older than").fill("2")
    form.get_by_text("All data").click()
    form.get_by_role("button", name="Save rule").click()
    expect(row).to_contain_text("Erases all data of runs matching customer:globex after 2 days")
    [rule] = own.get("/retention-rules").json()["rules"]
    assert (rule["olderThanSeconds"], rule["mode"]) == (2 * 86_400, "all")

    row.get_by_role("button", name="Apply rule prompts").click()
    page.get_by_role("dialog").get_by_role("button", name="Apply rule").click()
    expect(row).to_contain_text("No runs are old enough")
    row.get_by_role("button", name="Delete rule prompts").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete rule").click()
    expect(row).to_have_count(0)


HOSTILE = (
    '<img src=x onerror="hit=1"><script>hit=2</script> [a](javascript:hit=3) '
    '![i](http://127.0.0.1:9/x.png) <a href="javascript:hit=4">b</a>'
)
ACTIVE = "img:not(.cm-widgetBuffer), script, iframe, a[href^='javascript:']"


def test_html_in_prompts_and_tags_is_shown_as_text(page: Page, own: httpx2.Client) -> None:
    tags = {"customer": "<img src=x onerror=hit=5>"}
    session = create(own, "/agent-sessions", systemPrompt=HOSTILE, metadata=tags)["sessionId"]
    path = f"/agent-sessions/{session}"
    run = create(own, f"{path}/messages", prompt=HOSTILE)["runId"]
    own.get(f"/agent-runs/{run}/stream")  # wait for the end

    for where in ("runs", f"runs/{run}", "sessions", f"sessions/{session}"):
        page.goto(f"/w/tidy/{where}")
        expect(page.get_by_text("onerror").first).to_be_visible()
        expect(page.locator("main").locator(ACTIVE)).to_have_count(0)
        assert page.evaluate("window.hit") is None


def test_admin_pages_are_denied_without_the_scope(browser: Browser, tmp_path: Path) -> None:
    with running_server(server_settings(tmp_path, host="0.0.0.0")) as guarded:
        _, key = guarded.call(guarded.runwhy.access.add_key(1, "r", frozenset({Scope.RUNS_READ})))
        context = new_context(browser, guarded.url)
        page = context.new_page()
        page.goto("/w/default/audit")
        page.get_by_label("API key").fill(str(key))
        page.get_by_role("button", name="Sign in").click()
        page.wait_for_url("**/audit")
        expect(page.get_by_text("Permission denied")).to_be_visible()
        page.goto("/w/default/data")
        expect(page.get_by_text("Permission denied")).to_be_visible()
        expect(page.get_by_role("link", name="API keys")).to_have_count(0)
        context.close()


def test_the_pages_fit_on_a_phone_and_axe_finds_no_violations(
    browser: Browser, server: RunningServer, phone: BrowserContext, own: httpx2.Client
) -> None:
    need(AXE, "cd ui && npm ci")
    create(own, "/retention-rules", name="r", olderThanSeconds=86_400, mode="content")
    finished_run(own, "acme")
    dark = new_context(browser, server.url, color_scheme="dark")
    found: dict[str, list[str]] = {}
    for name, context in {"phone": phone, "dark": dark}.items():
        page = context.new_page()
        for path in ("audit", "data?q=customer:acme"):
            page.goto(f"/w/tidy/{path}")
            settle(page)
            if name == "phone":
                assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
            found[f"{path} {name}"] = axe_violations(page)
        page.close()
    dark.close()

    assert {name: violations for name, violations in found.items() if violations} == {}
