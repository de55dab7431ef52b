"""Agents, memories, models, the queue and keys in a real browser, with real runs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import httpx2
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from tests.e2e.dashboard.browser import AXE, PHONE, enter_query, jump, need, new_context, settle
from tests.e2e.dashboard.test_axe import axe_violations
from tests.e2e.dashboard.test_navigation import free_port, runwhy_serve, sign_in
from tests.e2e.dashboard.test_settings import create
from tests.support import callers
from tests.support.clock import FrozenClock
from tests.support.servers import RunningServer, running_server, server_settings

from runwhy.core.accounts.workspaces import ALL_SCOPES, Scope

ASKS = {"tools": [{"kind": "local", "name": "ask", "parameters": {"type": "object"}}]}


@pytest.fixture(scope="module")
def lab(server: RunningServer) -> Iterator[httpx2.Client]:
    """A workspace with an agent, runs, a memory that was recalled, and a waiting run."""
    all = f"{server.url}/api/v1/workspaces"
    callers.post(all, json={"slug": "lab"}).raise_for_status()
    with httpx2.Client(base_url=f"{all}/lab", trust_env=False, timeout=30) as client:
        memory = {"memory": {"enabled": True, "user": "ann", "threshold": 0}}
        body = {"systemPrompt": "You are a cook.", "modelId": "echo", **memory}
        create(client, "/agents", name="cook", **body)
        create(client, "/memories", text="Ann likes plums.", agentId="cook", user="ann")
        ended(client, create(client, "/agent-runs", agentId="cook", prompt="Plums?")["runId"])
        session = create(client, "/agent-sessions", systemPrompt="x", **ASKS)["sessionId"]
        path = f"/agent-sessions/{session}/messages"
        create(client, path, prompt='[[tool ask {"q": "?"}]]')
        create(client, path, prompt="Second message")
        yield client


def ended(api: httpx2.Client, run: str) -> None:
    with api.stream("GET", f"/agent-runs/{run}/stream") as events:
        events.read()


def test_an_agent_can_be_created_changed_and_compared(page: Page, lab: httpx2.Client) -> None:
    page.goto("/w/lab/agents")
    page.get_by_role("button", name="Create agent").click()
    form = page.get_by_role("dialog")
    form.get_by_label("Name").fill("baker")
    form.get_by_label("System prompt").fill("You bake bread.")
    form.get_by_role("button", name="Create agent").click()
    expect(page.get_by_role("heading", name="baker")).to_be_visible()
    ended(lab, create(lab, "/agent-runs", agentId="baker", prompt="Rye?")["runId"])

    page.get_by_role("button", name="Edit agent").click()
    form.get_by_label("System prompt").fill("You bake cakes.")
    form.get_by_role("button", name="Save agent").click()

    expect(page.get_by_text("version 2", exact=True)).to_be_visible()
    diff = page.get_by_label("Changes from version 1 to 2")
    expect(diff.locator("[data-kind=removed]")).to_have_text(re.compile("You bake bread."))
    expect(diff.locator("[data-kind=added]")).to_have_text(re.compile("You bake cakes."))
    expect(page.get_by_text("by this machine").first).to_be_visible()
    expect(page.get_by_text('runwhy --workspace lab run --agent baker "Hello"')).to_be_visible()
    run = create(lab, "/agent-runs", agentId="baker", prompt="Cake?")["runId"]
    ended(lab, run)
    page.goto(f"/w/lab/runs/{run}")
    expect(page.get_by_role("link", name="baker")).to_be_visible()
    expect(page.get_by_text("version 2")).to_be_visible()

    page.goto("/w/lab/agents")
    row = page.get_by_role("row", name=re.compile("^baker"))
    expect(row.get_by_role("link", name="2", exact=True)).to_be_visible()  # runs
    row.get_by_role("link", name="baker").click()
    page.get_by_role("button", name="Delete agent").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete agent").click()
    page.wait_for_url("**/agents")
    expect(page.get_by_role("row", name=re.compile("^baker"))).to_have_count(0)


def test_a_taken_name_is_explained_in_the_form(page: Page, lab: httpx2.Client) -> None:
    page.goto("/w/lab/agents?create=1")
    form = page.get_by_role("dialog")
    form.get_by_label("Name").fill("cook")
    form.get_by_label("System prompt").fill("x")
    form.get_by_role("button", name="Create agent").click()

    expect(form.get_by_role("alert")).to_contain_text("already exists")


def test_a_memory_shows_its_recalls_and_can_be_searched_and_changed(
    page: Page, lab: httpx2.Client
) -> None:
    page.goto("/w/lab/memories")
    page.get_by_role("button", name=re.compile("Ann likes plums")).click()
    expect(page.get_by_role("list", name="Runs that recalled the memory")).to_contain_text("Plums?")
    expect(page.get_by_text("Stored by a person")).to_be_visible()
    page.get_by_label("Search memories").fill("Which fruit does Ann like?")
    expect(page.get_by_role("list", name="Matching memories")).to_contain_text("plums")
    page.get_by_label("Search memories").fill("weather forecast")
    expect(page.get_by_text("A run would recall nothing")).to_be_visible()
    page.get_by_label("Search memories").fill("")

    page.get_by_role("combobox", name="User").click()
    page.get_by_role("option", name="ann (1)").click()
    expect(page).to_have_url(re.compile("user=ann"))
    page.get_by_role("button", name="Edit memory").click()
    page.get_by_role("dialog").get_by_label("Text").fill("Ann likes pears.")
    page.get_by_role("button", name="Save memory").click()
    expect(page.get_by_role("button", name=re.compile("Ann likes pears"))).to_be_visible()


def test_models_show_prices_the_default_and_whether_they_are_reachable(page: Page) -> None:
    page.goto("/w/lab/models")
    row = page.get_by_role("row", name=re.compile("^echo"))
    expect(row).to_contain_text("Built in")
    expect(row).to_contain_text("1,000,000")
    expect(page.get_by_text("default", exact=True)).to_be_visible()
    page.get_by_role("button", name="Check providers").click()
    expect(page.get_by_role("list", name="Providers")).to_contain_text(
        "set OPENAI_API_KEY and restart the server"
    )


def test_the_queue_says_what_waits_and_who_works(page: Page, lab: httpx2.Client) -> None:
    page.goto("/w/lab/queue")
    waiting = page.get_by_role("table", name="Waiting runs")
    expect(waiting).to_contain_text("Second message")
    expect(waiting).to_contain_text("1 earlier run of its session")
    worker = page.get_by_role("article", name=re.compile("^Worker")).first
    expect(worker).to_contain_text("alive")
    expect(worker).to_contain_text("of 64 slots busy")
    expect(worker.get_by_role("list")).to_contain_text("waiting")


NEW = ["agents", "agents?create=1", "memories", "models", "queue", "keys?create=1"]


def test_the_new_pages_fit_on_a_phone_and_axe_finds_no_violations(
    browser: Browser, server: RunningServer, phone: BrowserContext, lab: httpx2.Client
) -> None:
    need(AXE, "cd ui && npm ci")
    (cook,) = [one for one in lab.get("/agents").json()["agents"] if one["name"] == "cook"]
    dark = new_context(browser, server.url, color_scheme="dark")
    found: dict[str, list[str]] = {}
    for name, context in {"phone": phone, "dark": dark}.items():
        page = context.new_page()
        for path in (*NEW, f"agents/{cook['id']}", "nonsense"):
            page.goto(f"/w/lab/{path}")
            settle(page)
            if name == "phone":
                assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"], path
            found[f"{path} {name}"] = axe_violations(page)
        page.close()
    dark.close()

    assert {name: violations for name, violations in found.items() if violations} == {}


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("agents", "No agents yet"),
        ("memories", "No memories yet"),
        ("queue", "No runs waiting"),
        ("keys", "No API keys"),
    ],
)
def test_empty_pages_say_what_to_do(
    page: Page, server: RunningServer, path: str, text: str
) -> None:
    callers.post(f"{server.url}/api/v1/workspaces", json={"slug": "bare"})
    page.goto(f"/w/bare/{path}")

    expect(page.get_by_text(text)).to_be_visible()


def test_commands_on_empty_pages_use_the_workspace_of_the_page(
    page: Page, server: RunningServer
) -> None:
    callers.post(f"{server.url}/api/v1/workspaces", json={"slug": "bare"})
    page.goto("/w/bare/overview")
    commands = page.locator("main pre")
    expect(commands).to_have_text(
        [
            'runwhy --workspace bare run --tag customer=acme "Hello"',
            re.compile("/workspaces/bare/agent-runs"),
            re.compile("^runwhy --workspace bare triggers add cron nightly"),
        ]
    )
    expect(page.get_by_text("runwhy --workspace bare demo --remove")).to_be_visible()

    for path in ("agents", "memories", "triggers", "tags"):
        page.goto(f"/w/bare/{path}")
        command = page.locator("main").get_by_text("runwhy --workspace bare").first
        expect(command, path).to_be_visible()


def test_ctrl_k_finds_agents_and_actions(page: Page, lab: httpx2.Client) -> None:
    cron = {"kind": "cron", "name": "nightly-acme", "schedule": "0 2 * * *", "prompt": "Hi"}
    create(lab, "/triggers", **cron, agentId="cook")
    page.goto("/w/lab/runs")
    expect(page.get_by_role("navigation", name="Main navigation")).to_be_visible()
    jump(page, "coo")
    page.get_by_role("option", name=re.compile("^cook agent|^cook$")).first.click()
    expect(page.get_by_role("heading", name="cook")).to_be_visible()

    jump(page, "pause nightly")
    page.get_by_role("option", name=re.compile("^Pause nightly-acme")).click()
    page.get_by_role("dialog").get_by_role("button", name="Pause trigger").click()
    expect(page.get_by_text("Paused.", exact=True)).to_be_visible()

    expect(page.get_by_role("dialog")).to_have_count(0)
    jump(page, "create key")
    page.get_by_role("option", name=re.compile("^Create key")).click()
    expect(page.get_by_role("dialog", name="Create key")).to_be_visible()


@pytest.fixture
def guarded(tmp_path: Path) -> Iterator[tuple[RunningServer, str]]:
    """A server that requires keys, with an admin key and runs of two customers."""
    with running_server(server_settings(tmp_path, host="0.0.0.0")) as running:
        _, admin = running.call(running.runwhy.access.add_key(1, "admin", ALL_SCOPES))
        assert admin is not None
        request = {"headers": {"Authorization": f"Bearer {admin}"}, "trust_env": False}
        for name in ("acme", "globex"):
            body = {"systemPrompt": "x", "prompt": f"Hello, {name}", "metadata": {"customer": name}}
            sent = callers.post(f"{running.base}/agent-runs", json=body, **request)
            assert sent.status_code == 202
        yield running, admin


def test_text_that_is_no_tag_is_marked_and_makes_no_unrestricted_key(
    page: Page, lab: httpx2.Client
) -> None:
    page.goto("/w/lab/keys")
    page.get_by_role("button", name="Create key").click()
    form = page.get_by_role("dialog")
    form.get_by_text("For a program").click()
    form.get_by_label("Name").fill("ci")
    form.get_by_label("Restrict to tags").fill("acme")
    form.get_by_label("Restrict to tags").press("Enter")
    expect(form).to_contain_text('Write "acme" as key=value')
    expect(form.get_by_role("button", name="Create key")).to_be_disabled()
    form.get_by_label("Restrict to tags").fill("customer=acme")
    expect(form.get_by_role("button", name="Create key")).to_be_enabled()
    assert lab.get("/keys").json()["keys"] == []


def test_an_error_at_a_field_is_not_repeated_as_a_pointer(page: Page, lab: httpx2.Client) -> None:
    page.goto("/w/lab/budgets")
    page.get_by_role("button", name="Create budget").first.click()
    form = page.get_by_role("dialog")
    form.get_by_label("Name").fill("failures")
    form.get_by_label("Query").fill("status:failed")
    form.get_by_label("Limit in dollars").fill("3")
    form.get_by_role("button", name="Create budget").click()
    expect(form.get_by_role("alert")).to_have_text("Correct the marked fields.")
    expect(form.get_by_label("Query")).to_have_attribute("aria-invalid", "true")
    expect(form).not_to_contain_text("/query")


def test_a_contractor_gets_a_read_only_key_for_one_customer_in_three_steps(
    browser: Browser, guarded: tuple[RunningServer, str]
) -> None:
    server, admin = guarded
    context = new_context(browser, server.url)
    page = context.new_page()
    page.goto("/w/default/keys")
    sign_in(page, admin)
    # 1. Create key, 2. choose the preset and fill in who and which customer, 3. create it.
    page.get_by_role("button", name="Create key").click()
    form = page.get_by_role("dialog")
    form.get_by_text("Read-only for one customer").click()
    form.get_by_label("Name").fill("contractor")
    form.get_by_label("Restrict to tags").fill("customer=acme")
    form.get_by_role("button", name="Create key").click()
    secret = page.get_by_role("dialog").locator("code").first.inner_text()
    page.get_by_role("button", name="Done").click()
    row = page.get_by_role("row", name=re.compile("^contractor"))
    expect(row).to_contain_text("customer=acme")
    expect(row).to_contain_text(re.compile("in 30 d|in 4 w|in 1 month|in 29 d"))
    context.close()

    context = new_context(browser, server.url)
    page = context.new_page()
    refused: list[str] = []
    page.on("response", lambda got: refused.append(got.url) if got.status == 403 else None)
    page.goto("/")
    sign_in(page, secret)
    page.wait_for_url("**/overview")
    bar = page.get_by_role("navigation", name="Main navigation")
    expect(bar.get_by_role("link", name="Runs")).to_be_visible()
    for hidden in ("Triggers", "API keys"):
        expect(bar.get_by_role("link", name=hidden, exact=True)).to_have_count(0)
    bar.get_by_role("link", name="Runs").click()
    page.get_by_text("Hello, acme").first.click()
    expect(page.get_by_role("tab", name="Conversation")).to_be_visible()
    for button in ("Rerun", "Edit and rerun", "Cancel run"):
        expect(page.get_by_role("button", name=button)).to_have_count(0)
    page.goto("/w/default/runs?range=all")
    expect(page.get_by_text("Hello, acme").first).to_be_visible()
    expect(page.get_by_text("globex")).to_have_count(0)
    for path in ("sessions", "inbox", "models", "queue", "budgets", "alerts", "tags"):
        page.goto(f"/w/default/{path}")
        settle(page)
        expect(page.get_by_role("alert")).to_have_count(0)
    for path in ("triggers", "memories", "keys", "audit", "data", "agents"):
        page.goto(f"/w/default/{path}")
        expect(page.get_by_text("Permission denied")).to_be_visible()
    expect(page.get_by_text("needs a key that is not limited to tags")).to_be_visible()
    assert refused == [], "the audit log would list them"
    page.get_by_role("button", name="More options").click()
    expect(page.get_by_text("Limited to customer=acme")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Go to overview").click()
    page.wait_for_url("**/overview")
    context.close()


def test_a_customer_is_erased_in_three_steps(
    browser: Browser, guarded: tuple[RunningServer, str]
) -> None:
    server, admin = guarded
    context = new_context(browser, server.url)
    page = context.new_page()
    page.goto("/w/default/data")
    sign_in(page, admin)
    settle(page)
    # 1. Enter the query, 2. confirm the number of runs in the preview, 3. erase.
    box = page.get_by_role("region", name="Erase data")
    enter_query(box, "customer:acme")
    box.get_by_label(re.compile("^Type erase 1 run")).fill("erase 1 run")
    box.get_by_role("button", name="Erase data").click()
    expect(page.get_by_role("dialog").locator("[data-status=done]")).to_contain_text("1 run")
    page.goto("/w/default/runs?range=all")
    expect(page.get_by_text("Hello, globex").first).to_be_visible()
    expect(page.get_by_text("Hello, acme")).to_have_count(0)
    context.close()


def test_a_read_only_key_sees_no_control_that_it_cannot_use(
    browser: Browser, guarded: tuple[RunningServer, str]
) -> None:
    server, _ = guarded
    reads = frozenset({Scope.RUNS_READ, Scope.SESSIONS_READ, Scope.TRIGGERS_READ})
    _, key = server.call(server.runwhy.access.add_key(1, "reader", reads))
    context = new_context(browser, server.url)
    page = context.new_page()
    page.goto("/w/default/sessions")
    sign_in(page, str(key))
    for path in ("sessions", "triggers", "triggers?tab=subscriptions", "agents", "memories"):
        page.goto(f"/w/default/{path}")
        settle(page)
        for button in page.get_by_role("button", name=re.compile("^(Create|Edit|Delete) ")).all():
            raise AssertionError(f"{path} has {button.inner_text()}")
        expect(page.get_by_role("alert")).to_have_count(0)
    expect(jump(page, "create").filter(has_text="Search runs for “create”")).to_be_visible()
    expect(page.get_by_role("option", name=re.compile("^Create"))).to_have_count(0)
    context.close()


def test_the_sign_in_page_says_that_the_key_has_expired(browser: Browser, tmp_path: Path) -> None:
    clock = FrozenClock()
    with running_server(server_settings(tmp_path, host="0.0.0.0"), clock=clock) as server:
        expires = clock() + timedelta(minutes=1)
        adding = server.runwhy.access.add_key(1, "brief", ALL_SCOPES, expires_at=expires)
        _, key = server.call(adding)
        context = new_context(browser, server.url)
        page = context.new_page()
        page.goto("/w/default/sessions")
        sign_in(page, str(key))
        settle(page)
        clock.advance(seconds=60)

        page.get_by_role("link", name="Runs", exact=True).click()

        page.wait_for_url("**/signin?next=/w/default/runs")
        expect(page.get_by_text("The key 'brief' expired on")).to_be_visible()
        context.close()


def test_a_read_only_key_sees_which_key_can_decide(
    browser: Browser, server: RunningServer, api: httpx2.Client
) -> None:
    reads = frozenset({Scope.RUNS_READ})
    _, key = server.call(server.runwhy.access.add_key(1, "reader", reads))
    run = api.get("/agent-runs", params={"status": "waiting"}).json()["runs"][0]["id"]
    context = new_context(browser, server.url)
    page = context.new_page()
    page.goto("/signin")
    sign_in(page, str(key))
    for path in ("inbox", f"runs/{run}"):
        page.goto(f"/w/default/{path}")
        hint = page.get_by_text("sign in with a key with the scope runs:write.")
        expect(hint.first).to_be_visible()
        expect(page.get_by_role("button", name="Allow once")).to_have_count(0)
    context.close()


def test_the_command_on_the_sign_in_page_works(browser: Browser, tmp_path: Path) -> None:
    def run_command(*command: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "runwhy", *command],
            env={**os.environ, "RUNWHY_DATA_DIR": str(tmp_path)},
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    run_command("keys", "add", "first", "--scope", "runs:read")  # a public server needs one
    port = free_port()
    with runwhy_serve(tmp_path, port, "--host", "0.0.0.0"):
        context = new_context(browser, f"http://127.0.0.1:{port}")
        page = context.new_page()
        page.goto("/signin")
        program, *command = page.locator("form code").inner_text().split()
        assert program == "runwhy"
        sign_in(page, run_command(*command))
        page.wait_for_url("**/overview")
        context.close()
