"""The inbox in a real browser, on a desk and on a phone, with a real coding agent."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.e2e.agents import Bench, install, open_bench
from tests.e2e.dashboard.browser import AXE, collect_errors, need, new_context
from tests.e2e.dashboard.test_axe import axe_violations
from tests.server.api_client import ok

pytestmark = pytest.mark.slow

DESK = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 780}
CRON = {"kind": "cron", "name": "nightly-acme", "schedule": "0 2 * * *", "prompt": "Look."}


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    """A server that runs the real Claude Code against a scripted model."""
    programs = install()
    folder = tmp_path_factory.mktemp("inbox")
    with (
        pytest.MonkeyPatch.context() as patch,
        open_bench("claude", folder, patch, programs=programs) as made,
    ):
        yield made


def pages(browser: Browser, bench: Bench, size: Any, **options: Any) -> Iterator[Page]:
    context = new_context(browser, bench.api.url, viewport=size, **options)
    opened = context.new_page()
    errors = collect_errors(opened)
    yield opened
    context.close()
    assert errors == []


@pytest.fixture
def desk(browser: Browser, bench: Bench) -> Iterator[Page]:
    yield from pages(browser, bench, DESK)


@pytest.fixture
def phone(browser: Browser, bench: Bench) -> Iterator[Page]:
    yield from pages(browser, bench, PHONE, has_touch=True, is_mobile=True)


def ask(bench: Bench, command: str) -> str:
    """Start an agent that wants to run a command, which its own rules do not allow."""
    call = {"call": "Bash", "with": {"command": command}}
    bench.set_replies([call], [{"say": "It is done."}])
    run = bench.start(
        "claude",
        "Deploy the shop to production, and tell the customer.",
        options={"approvals": "ask"},
        metadata={"customer": "acme"},
    )
    bench.api.stream(f"/agent-runs/{run}/stream", until=("approval_request", "result", "error"))
    return run


def look(page: Page, name: str) -> None:
    """Save a screenshot, if a folder for it is given."""
    if folder := os.environ.get("RUNWHY_SCREENSHOTS"):
        page.screenshot(path=Path(folder) / f"{name}.png")


def in_view(page: Page, name: str) -> bool:
    """Whether a button is on the screen without scrolling."""
    box = page.get_by_role("button", name=name).bounding_box()
    size = page.viewport_size
    assert box is not None and size is not None
    return page.evaluate("scrollY") == 0 and box["y"] + box["height"] <= size["height"]


def test_a_tool_is_allowed_on_a_phone_in_three_steps(phone: Page, bench: Bench) -> None:
    target = bench.cwd / "deployed"
    run = ask(bench, f"touch {target} && echo 'a line of the deployment' | tee {target}")
    phone.goto("/w/default")
    expect(phone).to_have_title("(1) Overview · Runwhy")
    bar = phone.get_by_role("navigation", name="Main navigation").last
    expect(bar.get_by_role("link", name="Inbox")).to_contain_text("1")
    look(phone, "phone-1-overview")

    bar.get_by_role("link", name="Inbox").tap()  # 1
    item = phone.get_by_role("list", name="Open items").get_by_role("listitem")
    expect(item).to_contain_text("claude wants to run a command")
    expect(item).to_contain_text("Deploy the shop to production")
    expect(item).to_contain_text("Deadline")
    expect(phone.get_by_role("button", name="Allow once")).to_be_enabled()
    assert in_view(phone, "Allow once") and in_view(phone, "Deny…")
    look(phone, "phone-2-inbox")
    phone.get_by_role("button", name="Allow once").tap()  # 2

    answered = phone.get_by_role("list", name="Settled items")
    expect(answered).to_contain_text("Allowed once by")
    expect(phone).to_have_title("Inbox · Runwhy")
    look(phone, "phone-3-answered")
    assert bench.api.ended(run)["status"] == "succeeded"
    assert target.exists()


def test_a_run_can_be_allowed_on_its_page_without_scrolling(phone: Page, bench: Bench) -> None:
    target = bench.cwd / "again"
    run = ask(bench, f"touch {target}")
    phone.goto(f"/w/default/runs/{run}")
    expect(phone.get_by_role("button", name="Allow once")).to_be_enabled()
    assert in_view(phone, "Allow once")
    expect(phone.get_by_label("Approval", exact=True)).to_contain_text(str(target))
    look(phone, "phone-run")
    phone.get_by_role("button", name="Allow for this run").tap()
    expect(phone.get_by_text("succeeded")).to_be_visible()
    assert bench.api.ended(run)["status"] == "succeeded"
    assert target.exists()


def test_the_keyboard_denies_with_a_reason_and_dismisses(desk: Page, bench: Bench) -> None:
    need(AXE, "cd ui && npm ci")
    paused = ok(bench.api.post("/triggers", CRON), 201)["id"]
    ok(bench.api.post(f"/triggers/{paused}/pause", {"note": "the API is down"}))
    target = bench.cwd / "never"
    run = ask(bench, f"touch {target}")
    desk.goto("/w/default/inbox")
    items = desk.get_by_role("list", name="Open items").get_by_role("listitem")
    expect(items).to_have_count(2)
    expect(items.nth(0)).to_contain_text("claude wants to run a command")
    expect(items.nth(1)).to_contain_text("nightly-acme is paused: the API is down")
    expect(desk.get_by_role("link", name="Inbox")).to_contain_text("2")
    look(desk, "desk-light")
    assert axe_violations(desk) == []
    desk.emulate_media(color_scheme="dark")
    look(desk, "desk-dark")
    assert axe_violations(desk) == []

    desk.keyboard.press("d")
    expect(desk.get_by_label("Reason")).to_be_focused()
    desk.keyboard.type("not in production")
    desk.keyboard.press("Enter")
    answered = desk.get_by_role("list", name="Settled items")
    expect(answered).to_contain_text("not in production")
    expect(items).to_have_count(1)
    desk.keyboard.press("j")
    desk.keyboard.press("e")
    expect(answered).to_contain_text("Dismissed by")
    expect(desk.get_by_text("Nothing needs you")).to_be_visible()
    look(desk, "desk-empty")
    assert bench.api.ended(run)["status"] == "succeeded"
    assert not target.exists()
    assert "not in production" in bench.sent_to_model()


def test_a_list_of_runs_shows_a_new_run_when_the_stream_reports_it(
    desk: Page, bench: Bench
) -> None:
    desk.goto("/w/default/runs")
    desk.locator("[data-run]").first.wait_for()
    asked: list[str] = []
    desk.on("request", lambda request: asked.append(request.url))
    bench.set_replies([{"say": "Hello."}])
    bench.run("claude", "A new run")
    expect(desk.get_by_text("1 new")).to_be_visible()
