"""Triggers and outgoing webhooks in a real browser."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Iterator

import httpx2
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from tests.e2e.dashboard.browser import AXE, collect_errors, need, new_context
from tests.e2e.dashboard.test_axe import axe_violations
from tests.support import callers
from tests.support.servers import RunningServer
from tests.triggers.webhook_receiver import receiver

ECHO = {"modelId": "echo"}
EACH_SECOND = "* * * * * *"


@pytest.fixture(autouse=True)
def quiet(api: httpx2.Client) -> Iterator[None]:
    """Delete schedules of every second, also when a test fails: they would disturb later tests."""
    yield
    for trigger in api.get("/triggers").json()["triggers"]:
        if trigger.get("schedule") == EACH_SECOND:
            api.delete(f"/triggers/{trigger['id']}")


def add(api: httpx2.Client, **body: object) -> dict[str, str]:
    made = api.post("/triggers", json={"spec": ECHO, **body})
    assert made.status_code == 201, made.text
    return made.json()  # type: ignore[no-any-return]


def test_a_schedule_is_previewed_while_a_trigger_is_created(page: Page, api: httpx2.Client) -> None:
    page.goto("/w/default/triggers")
    page.get_by_role("button", name="Create trigger").click()
    form = page.get_by_role("dialog")
    form.get_by_label("Name").fill("nightly")
    form.get_by_label("Schedule", exact=True).last.fill("0 2 * *")
    expect(form.get_by_role("status")).to_contain_text("field")
    form.get_by_label("Schedule", exact=True).last.fill("0 2 * * *")
    preview = form.get_by_label("Schedule preview")
    expect(preview).to_contain_text("At 02:00 every day")
    expect(preview.get_by_role("listitem")).to_have_count(5)
    form.get_by_label("Time zone").first.click()
    page.keyboard.type("Europe/Ber")
    page.get_by_role("option", name="Europe/Berlin").click()
    expect(preview).to_contain_text("Europe/Berlin time")
    form.get_by_label("Prompt", exact=True).fill("Summarize the day.")
    form.get_by_label("Tags").fill("env=prod")
    form.get_by_role("button", name="Create trigger").click()

    page.wait_for_url(re.compile("/triggers/trg_"))
    expect(page.get_by_role("heading", name="nightly")).to_be_visible()
    made = api.get("/triggers/nightly").json()
    assert (made["schedule"], made["timezone"]) == ("0 2 * * *", "Europe/Berlin")
    assert made["metadata"] == {"env": "prod"}
    times = page.get_by_label("Configuration").get_by_role("listitem")
    expect(times).to_have_count(5)


def test_a_validation_error_is_shown_at_its_field(page: Page) -> None:
    page.goto("/w/default/triggers")
    page.get_by_role("button", name="Create trigger").click()
    form = page.get_by_role("dialog")
    form.get_by_text("Telegram", exact=True).click()
    form.get_by_label("Name").fill("bot")
    form.get_by_label("Bot token", exact=True).last.fill("12345678:abcdef")
    form.get_by_role("button", name="Create trigger").click()

    expect(form.get_by_role("alert")).to_have_text("Correct the marked fields.")
    expect(form.get_by_label("Allowed chat IDs")).to_have_attribute("aria-invalid", "true")


def test_a_trigger_can_be_run_paused_resumed_and_deleted(page: Page, api: httpx2.Client) -> None:
    add(api, kind="cron", name="weekly", schedule="0 4 * * 1", prompt="Look back.")
    page.goto("/w/default/triggers")
    row = page.locator("[data-trigger=weekly]")
    expect(row).to_contain_text("no runs yet")
    row.get_by_role("button", name="Run weekly now").click()
    page.wait_for_url(re.compile("/runs/run_"))
    expect(page.get_by_text("run manually").first).to_be_visible()

    page.goto("/w/default/triggers")
    runs = row.get_by_role("list", name="Last runs of weekly, newest last")
    expect(runs.get_by_role("link", name=re.compile("^succeeded, "))).to_have_count(1)
    row.get_by_role("button", name="Pause weekly").click()
    page.get_by_role("dialog").get_by_label("Reason").fill("The year ends")
    page.get_by_role("button", name="Pause trigger").click()
    expect(row).to_contain_text("paused The year ends")
    row.get_by_role("link", name="weekly", exact=True).click()
    expect(page.get_by_text("Paused. The year ends")).to_be_visible()
    occurrences = page.get_by_role("table", name="Occurrences")
    expect(occurrences).to_contain_text("started manually")
    expect(occurrences).to_contain_text("succeeded")
    page.get_by_role("button", name="Resume trigger").click()
    expect(page.get_by_text("Paused. The year ends")).to_have_count(0)

    page.get_by_role("button", name="Delete trigger").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete trigger").click()
    page.wait_for_url("**/triggers")
    expect(row).to_have_count(0)


def test_a_skip_has_a_reason(page: Page, api: httpx2.Client) -> None:
    made = add(api, kind="cron", name="often", schedule=EACH_SECOND, prompt="[[sleep 4]] x")
    page.goto(f"/w/default/triggers/{made['id']}")

    occurrences = page.get_by_role("table", name="Occurrences")
    expect(occurrences.get_by_role("row").filter(has_text="skipped").first).to_contain_text(
        "is still"
    )


def fail_twice(api: httpx2.Client, trigger: dict[str, str]) -> None:
    for _ in range(2):
        run = api.post(f"/triggers/{trigger['id']}/fire").json()["runId"]
        api.get(f"/agent-runs/{run}/stream")  # ends with the run


@pytest.mark.parametrize("width", [1440, 390])
def test_the_schedule_that_misfires_is_found_in_three_steps(
    browser: Browser, server: RunningServer, api: httpx2.Client, width: int
) -> None:
    name = f"nightly-acme {width}"
    good = add(api, kind="cron", name=f"a good one {width}", schedule=EACH_SECOND, prompt="x")
    prompt = "[[fail auth]] Summarize what happened yesterday."
    bad = add(api, kind="cron", name=name, schedule="0 2 * * *", prompt=prompt)
    fail_twice(api, bad)
    context = new_context(browser, server.url, viewport={"width": width, "height": 860})
    page = context.new_page()
    errors = collect_errors(page)

    page.goto("/")
    navigation = page.get_by_role("navigation", name="Main navigation").locator("visible=true")
    if width < 500:
        navigation.get_by_role("button", name="More").click()
        page.get_by_role("menuitem", name="Triggers").click()
    else:
        navigation.get_by_role("link", name="Triggers").click()
    row = page.locator(f"[data-trigger='{name}']")
    expect(row).to_contain_text("failing 2 failures in a row")
    expect(row.get_by_text("fired")).to_have_count(0)
    dots = row.get_by_role("list", name=f"Last runs of {name}, newest last").get_by_role("link")
    expect(dots).to_have_count(2)
    expect(dots.last).to_have_attribute("title", re.compile("^failed, .*\\n.*as requested"))
    shown = page.locator("[data-trigger]").evaluate_all("all => all.map(e => e.dataset.trigger)")
    assert shown.index(name) < shown.index(f"a good one {width}")
    page.get_by_text("By name", exact=True).click()
    expect(page.locator("[data-trigger]").first).to_have_attribute("data-trigger", re.compile("^a"))

    row.get_by_role("link", name=name, exact=True).click()
    expect(page.get_by_text("2 failures in a row")).to_be_visible()
    occurrences = page.get_by_role("table", name="Occurrences")
    expect(occurrences.get_by_role("row").nth(1)).to_contain_text("as requested (auth)")
    assert axe_violations(page) == []
    page.goto(f"/w/default/triggers/{good['id']}")
    expect(page.get_by_role("img", name=re.compile("^Lateness of"))).to_be_visible()
    assert axe_violations(page) == []
    api.delete(f"/triggers/{bad['id']}")
    context.close()
    assert errors == []


def test_occurrences_of_a_webhook_are_not_planned(
    page: Page, api: httpx2.Client, server: RunningServer
) -> None:
    made = add(api, kind="webhook", name="pull", verify="github", prompt="x")
    deliver(server, made, {"a": 1}, made["secret"])
    page.goto(f"/w/default/triggers/{made['id']}")

    occurrences = page.get_by_role("table", name="Occurrences")
    expect(occurrences.get_by_role("row").nth(1)).to_contain_text("delivery received")
    expect(occurrences).not_to_contain_text(re.compile("planned|on time|schedule", re.I))
    api.delete(f"/triggers/{made['id']}")


def deliver(server: RunningServer, made: dict[str, str], body: object, secret: str) -> None:
    raw = json.dumps(body).encode()
    signed = "sha256=" + hmac.new(secret.encode(), raw, hashlib.sha256).hexdigest()
    headers = {"content-type": "application/json", "x-hub-signature-256": signed}
    url = f"{server.url}{made['hookPath']}"
    callers.post(url, content=raw, headers={**headers, "x-github-event": "push"})


def test_webhook_deliveries_are_listed_and_can_be_replayed(
    page: Page, api: httpx2.Client, server: RunningServer
) -> None:
    page.goto("/w/default/triggers")
    page.get_by_role("button", name="Create trigger").click()
    form = page.get_by_role("dialog")
    form.get_by_text("Webhook", exact=True).click()
    form.get_by_label("Name").fill("push")
    form.get_by_label("Verification").first.click()
    page.get_by_role("option", name="GitHub").click()
    form.get_by_label("Tags from the payload").fill("repo=repository.name")
    form.get_by_label("Prompt", exact=True).fill("Review this push.")
    form.get_by_label("Model").first.click()
    page.get_by_role("option", name=re.compile("echo", re.I)).first.click()
    form.get_by_role("button", name="Create trigger").click()
    secret = page.get_by_role("dialog").locator("code").last
    expect(secret).to_contain_text("whsec_")
    value = secret.inner_text()
    page.get_by_role("button", name="Done").click()
    page.wait_for_url(re.compile("/triggers/trg_"))

    made = api.get("/triggers/push").json()
    deliver(server, made, {"repository": {"name": "shop"}}, value)
    deliver(server, made, {"repository": {"name": "shop"}}, "not the secret")
    page.get_by_role("tab", name="Deliveries").click()
    deliveries = page.get_by_role("list", name="Deliveries").get_by_role("listitem")
    expect(deliveries.filter(has_text="rejected")).to_have_count(1)
    expect(deliveries.filter(has_text="rejected").get_by_role("button")).to_have_count(0)
    good = deliveries.filter(has_text="accepted")
    good.locator("summary").click()
    expect(good).to_contain_text("[redacted]")
    assert value not in page.content()
    good.get_by_role("button", name="Replay").click()
    page.wait_for_url(re.compile("/runs/run_"))
    expect(page.get_by_text("shop").first).to_be_visible()


def test_an_outgoing_webhook_receives_matching_runs(page: Page, api: httpx2.Client) -> None:
    with receiver(204) as there:
        page.goto("/w/default/triggers?tab=subscriptions")
        page.get_by_role("button", name="Create webhook").click()
        form = page.get_by_role("dialog")
        form.get_by_label("URL").fill(there.url)
        form.get_by_label("Query").fill("topic:alerts")
        form.get_by_label("Name").fill("on call")
        form.get_by_role("button", name="Create webhook").click()
        expect(page.get_by_role("dialog").locator("code")).to_contain_text("whsec_")
        page.get_by_role("button", name="Done").click()
        page.wait_for_url(re.compile("/subscriptions/sub_"))
        expect(page.get_by_text("No deliveries yet")).to_be_visible()

        body = {"systemPrompt": "x", "prompt": "y", "modelId": "echo"}
        api.post("/agent-runs", json={**body, "metadata": {"topic": "alerts"}})
        sent = page.get_by_role("list", name="Deliveries").get_by_role("listitem")
        expect(sent).to_contain_text("run.succeeded")
        expect(sent.get_by_text(re.compile("delivered|failed|pending")).first).to_be_visible()
        sent.get_by_role("button", name="Replay").click()
        page.get_by_role("button", name="Disable webhook").click()
        expect(page.get_by_text("Disabled.")).to_be_visible()
        assert (
            len({asked.headers["webhook-id"] for asked in there.came}) <= 1
        )  # a replay keeps its id


def test_an_outgoing_webhook_for_alerts_says_what_it_sends(page: Page, api: httpx2.Client) -> None:
    body = {"url": "https://alerts.example/hook", "name": "pager", "events": "alerts"}
    made = api.post("/subscriptions", json=body).json()
    page.goto("/w/default/triggers?tab=subscriptions")
    row = page.get_by_role("listitem").filter(has_text="pager")
    expect(row).to_contain_text("alerts that name it")
    page.goto(f"/w/default/subscriptions/{made['id']}")
    expect(page.get_by_text("A delivery is sent when an alert that names")).to_be_visible()
    page.get_by_role("button", name="Edit webhook").click()
    events = page.get_by_role("dialog").get_by_label("Events").first
    expect(events).to_have_value("Alerts that name the webhook")
    api.delete(f"/subscriptions/{made['id']}")


def test_a_trigger_names_its_agent(page: Page, api: httpx2.Client) -> None:
    agent = api.post("/agents", json={"name": "gardener", "systemPrompt": "x", **ECHO}).json()
    made = add(
        api, kind="cron", name="water", schedule="0 6 * * *", prompt="x", agentId=agent["id"]
    )
    page.goto(f"/w/default/triggers/{made['id']}")
    expect(page.get_by_role("complementary").get_by_role("link", name="gardener")).to_be_visible()
    api.delete(f"/triggers/{made['id']}")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_serious_violations_on_the_trigger_pages(
    page: Page, phone: BrowserContext, api: httpx2.Client, scheme: str
) -> None:
    need(AXE, "cd ui && npm ci")
    name = f"nightly {scheme}"
    cron = add(api, kind="cron", name=name, schedule="0 5 * * *", prompt="x")
    hook = add(api, kind="webhook", name=f"hook {scheme}", verify="github", prompt="x")
    api.post(f"/triggers/{cron['id']}/pause", json={"note": "later"})
    found: dict[str, list[str]] = {}
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    places = ["triggers", "triggers?tab=subscriptions", f"triggers/{cron['id']}"]
    for place in [*places, f"triggers/{hook['id']}?tab=deliveries"]:
        page.goto(f"/w/default/{place}")
        found[place] = axe_violations(page)
    page.goto("/w/default/triggers")
    page.get_by_role("button", name="Create trigger").click()
    page.get_by_label("Schedule", exact=True).last.fill("0 2 * * *")
    page.get_by_label("Schedule preview").wait_for()
    found["form"] = axe_violations(page)
    small = phone.new_page()
    small.goto("/w/default/triggers")
    found["phone"] = axe_violations(small)
    small.close()

    assert {place: violations for place, violations in found.items() if violations} == {}
