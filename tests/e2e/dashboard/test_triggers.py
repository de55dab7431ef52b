"""The pages of triggers and subscriptions, as a person uses them in a real browser."""

from __future__ import annotations

import hashlib
import hmac
import json
import re

import httpx2
import pytest
from playwright.sync_api import BrowserContext, Page, expect
from tests.e2e.dashboard.browsing import AXE, need
from tests.e2e.dashboard.test_axe import complaints
from tests.support import callers
from tests.support.servers import RunningServer
from tests.triggers.webhook_receiver import receiver

ECHO = {"modelId": "echo"}


def add(api: httpx2.Client, **body: object) -> dict[str, str]:
    made = api.post("/triggers", json={"spec": ECHO, **body})
    assert made.status_code == 201, made.text
    return made.json()  # type: ignore[no-any-return]


def test_a_schedule_is_set_up_while_it_says_what_it_means(page: Page, api: httpx2.Client) -> None:
    page.goto("/w/default/triggers")
    page.get_by_role("button", name="New trigger").click()
    form = page.get_by_role("dialog")
    form.get_by_label("Name").fill("nightly")
    form.get_by_label("Schedule", exact=True).last.fill("0 2 * *")
    expect(form.get_by_role("status")).to_contain_text("field")
    form.get_by_label("Schedule", exact=True).last.fill("0 2 * * *")
    meaning = form.get_by_label("What it means")
    expect(meaning).to_contain_text("At 02:00 every day")
    expect(meaning.get_by_role("listitem")).to_have_count(5)
    form.get_by_label("Time zone").first.click()
    page.keyboard.type("Europe/Ber")
    page.get_by_role("option", name="Europe/Berlin").click()
    expect(meaning).to_contain_text("Europe/Berlin time")
    form.get_by_label("What to do").fill("Summarize the day.")
    form.get_by_label("Tags").fill("env=prod")
    form.get_by_role("button", name="Set it up").click()

    page.wait_for_url(re.compile("/triggers/trg_"))
    expect(page.get_by_role("heading", name="nightly")).to_be_visible()
    made = api.get("/triggers/nightly").json()
    assert (made["schedule"], made["timezone"]) == ("0 2 * * *", "Europe/Berlin")
    assert made["metadata"] == {"env": "prod"}
    times = page.get_by_label("How it is set up").get_by_role("listitem")
    expect(times).to_have_count(5)


def test_a_broken_rule_is_named_at_its_field(page: Page) -> None:
    page.goto("/w/default/triggers")
    page.get_by_role("button", name="New trigger").click()
    form = page.get_by_role("dialog")
    form.get_by_text("Telegram", exact=True).click()
    form.get_by_label("Name").fill("bot")
    form.get_by_label("Or the token itself").last.fill("12345678:abcdef")
    form.get_by_role("button", name="Set it up").click()

    expect(form.get_by_role("alert")).to_contain_text("allowedChatIds")
    expect(form.get_by_label("Chats that are answered")).to_have_attribute("aria-invalid", "true")


def test_a_trigger_is_run_now_paused_with_a_note_and_resumed(
    page: Page, api: httpx2.Client
) -> None:
    add(api, kind="cron", name="weekly", schedule="0 4 * * 1", prompt="Look back.")
    page.goto("/w/default/triggers")
    row = page.locator("[data-trigger=weekly]")
    expect(row).to_contain_text("never yet")
    row.get_by_role("button", name="Run weekly now").click()
    page.wait_for_url(re.compile("/runs/run_"))
    expect(page.get_by_text("run by hand").first).to_be_visible()

    page.goto("/w/default/triggers")
    expect(row).to_contain_text("fired")
    row.get_by_role("button", name="Pause weekly").click()
    page.get_by_role("dialog").get_by_label("Why").fill("The year ends")
    page.get_by_role("button", name="Pause it").click()
    expect(row).to_contain_text("paused The year ends")
    row.get_by_role("link", name="weekly").click()
    expect(page.get_by_text("Paused. The year ends")).to_be_visible()
    happened = page.get_by_role("table", name="Occurrences")
    expect(happened).to_contain_text("run now")
    expect(happened).to_contain_text("succeeded")
    page.get_by_role("button", name="Resume").click()
    expect(page.get_by_text("Paused. The year ends")).to_have_count(0)

    page.get_by_role("button", name="Delete").click()
    page.get_by_role("button", name="Delete it").click()
    page.wait_for_url("**/triggers")
    expect(row).to_have_count(0)


def test_a_skip_says_why(page: Page, api: httpx2.Client) -> None:
    made = add(api, kind="cron", name="often", schedule="* * * * * *", prompt="[[sleep 4]] x")
    page.goto(f"/w/default/triggers/{made['id']}")

    happened = page.get_by_role("table", name="Occurrences")
    expect(happened.get_by_role("row").filter(has_text="skipped").first).to_contain_text("is still")
    api.delete(f"/triggers/{made['id']}")


def deliver(server: RunningServer, made: dict[str, str], body: object, secret: str) -> None:
    raw = json.dumps(body).encode()
    signed = "sha256=" + hmac.new(secret.encode(), raw, hashlib.sha256).hexdigest()
    headers = {"content-type": "application/json", "x-hub-signature-256": signed}
    url = f"{server.url}{made['hookPath']}"
    callers.post(url, content=raw, headers={**headers, "x-github-event": "push"})


def test_what_came_to_a_webhook_is_seen_and_replayed(
    page: Page, api: httpx2.Client, server: RunningServer
) -> None:
    page.goto("/w/default/triggers")
    page.get_by_role("button", name="New trigger").click()
    form = page.get_by_role("dialog")
    form.get_by_text("Webhook", exact=True).click()
    form.get_by_label("Name").fill("push")
    form.get_by_label("Proved by").first.click()
    page.get_by_role("option", name="GitHub").click()
    form.get_by_label("Tags from what comes").fill("repo=repository.name")
    form.get_by_label("What to do with it").fill("Look at this push.")
    form.get_by_label("Model").first.click()
    page.get_by_role("option", name=re.compile("echo", re.I)).first.click()
    form.get_by_role("button", name="Set it up").click()
    secret = page.get_by_role("dialog").locator("code").last
    expect(secret).to_contain_text("whsec_")
    known = secret.inner_text()
    page.get_by_role("button", name="I have them").click()
    page.wait_for_url(re.compile("/triggers/trg_"))

    made = api.get("/triggers/push").json()
    deliver(server, made, {"repository": {"name": "shop"}}, known)
    deliver(server, made, {"repository": {"name": "shop"}}, "not the secret")
    page.get_by_role("tab", name="Deliveries").click()
    came = page.get_by_role("list", name="Deliveries").get_by_role("listitem")
    expect(came.filter(has_text="not genuine")).to_have_count(1)
    expect(came.filter(has_text="not genuine").get_by_role("button")).to_have_count(0)
    good = came.filter(has_text="accepted")
    good.locator("summary").click()
    expect(good).to_contain_text("[redacted]")
    assert known not in page.content()
    good.get_by_role("button", name="Replay").click()
    page.wait_for_url(re.compile("/runs/run_"))
    expect(page.get_by_text("shop").first).to_be_visible()


def test_who_is_told_of_runs_and_what_was_sent(page: Page, api: httpx2.Client) -> None:
    with receiver(204) as there:
        page.goto("/w/default/triggers?tab=subscriptions")
        page.get_by_role("button", name="New subscription").click()
        form = page.get_by_role("dialog")
        form.get_by_label("Address").fill(there.url)
        form.get_by_label("Told of").fill("topic:telling")
        form.get_by_label("Name").fill("on call")
        form.get_by_role("button", name="Tell them").click()
        expect(page.get_by_role("dialog").locator("code")).to_contain_text("whsec_")
        page.get_by_role("button", name="I have it").click()
        page.wait_for_url(re.compile("/subscriptions/sub_"))
        expect(page.get_by_text("Nothing has been sent yet")).to_be_visible()

        body = {"systemPrompt": "x", "prompt": "y", "modelId": "echo"}
        api.post("/agent-runs", json={**body, "metadata": {"topic": "telling"}})
        sent = page.get_by_role("list", name="Deliveries").get_by_role("listitem")
        expect(sent).to_contain_text("run.succeeded")
        expect(sent.get_by_text(re.compile("delivered|failed|pending")).first).to_be_visible()
        sent.get_by_role("button", name="Replay").click()
        page.get_by_role("button", name="Turn off").click()
        expect(page.get_by_text("Off.")).to_be_visible()
        assert (
            len({asked.headers["webhook-id"] for asked in there.came}) <= 1
        )  # a replay keeps its id


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_on_the_pages_of_triggers(
    page: Page, phone: BrowserContext, api: httpx2.Client, scheme: str
) -> None:
    need(AXE, "cd ui && npm ci")
    name = f"looked at by {scheme}"
    cron = add(api, kind="cron", name=name, schedule="0 5 * * *", prompt="x")
    hook = add(api, kind="webhook", name=f"hook by {scheme}", verify="github", prompt="x")
    api.post(f"/triggers/{cron['id']}/pause", json={"note": "later"})
    found: dict[str, list[str]] = {}
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    places = ["triggers", "triggers?tab=subscriptions", f"triggers/{cron['id']}"]
    for place in [*places, f"triggers/{hook['id']}?tab=deliveries"]:
        page.goto(f"/w/default/{place}")
        found[place] = complaints(page)
    page.goto("/w/default/triggers")
    page.get_by_role("button", name="New trigger").click()
    page.get_by_label("Schedule", exact=True).last.fill("0 2 * * *")
    page.get_by_label("What it means").wait_for()
    found["form"] = complaints(page)
    small = phone.new_page()
    small.goto("/w/default/triggers")
    found["phone"] = complaints(small)
    small.close()

    assert {place: said for place, said in found.items() if said} == {}
