"""The session page in a real browser."""

from __future__ import annotations

import re
from pathlib import Path

import httpx2
import pytest
from playwright.sync_api import Page, expect
from tests.executors.scripted_server import CHAT, scene
from tests.support.scripted_models import Say, Stall
from tests.support.servers import PATIENCE

ECHO = {"systemPrompt": "You keep a shop.", "modelId": "echo"}


def new_session(api: httpx2.Client) -> str:
    body = {**ECHO, "metadata": {"customer": "acme"}}
    return str(api.post("/agent-sessions", json=body).json()["sessionId"])


def test_a_reply_streams_after_a_message_is_sent(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reply = [Say("It is on"), Stall(), Say(" its way.")]
    with scene(CHAT, tmp_path, monkeypatch, reply) as here:
        session = here.api.session(modelId=CHAT.model)
        page.goto(f"{here.server.url}/w/default/sessions/{session}")

        message = page.get_by_label("Message")
        message.fill("Where is my order?")
        message.press("Enter")

        expect(page.locator("[data-role=user]")).to_contain_text("Where is my order?")
        here.model.wait_for_request(PATIENCE)  # the first one loads the provider's library
        expect(page.locator("[data-live]")).to_contain_text("It is on")
        here.model.go_on.set()
        expect(page.locator("[data-role=assistant]").last).to_contain_text("It is on its way.")
        expect(page.locator("[data-live]")).to_have_count(0)
        expect(page.get_by_label("Message")).to_have_value("")
        page.goto("/healthz")  # of the shared server, because this one stops


def test_messages_from_other_clients_appear(page: Page, api: httpx2.Client) -> None:
    session = new_session(api)
    page.goto(f"/w/default/sessions/{session}")
    expect(page.get_by_text("No messages yet")).to_be_visible()

    api.post(f"/agent-sessions/{session}/messages", json={"prompt": "From elsewhere"})

    expect(page.get_by_text("From elsewhere").first).to_be_visible()


def test_replies_are_marked_new_until_the_session_is_opened(page: Page, api: httpx2.Client) -> None:
    body = {**ECHO, "metadata": {"unread": "yes"}}
    session = api.post("/agent-sessions", json=body).json()
    message = {"prompt": "Are you there?"}
    path = f"/agent-sessions/{session['sessionId']}"
    run = api.post(f"{path}/messages", json=message).json()["runId"]
    api.get(f"/agent-runs/{run}/stream")
    page.goto("/w/default/sessions?q=unread:yes")
    row = page.get_by_role("listitem").filter(has_text="Are you there?")
    expect(row).to_contain_text("1 new")

    row.get_by_role("link", name="Are you there?").click()
    expect(page.locator("[data-role=assistant]")).to_be_visible()
    page.go_back()
    expect(row).to_be_visible()
    expect(row).not_to_contain_text("1 new")
    assert api.get(path).json()["unread"] == 0


def test_changed_session_tags_apply_to_future_runs(page: Page, api: httpx2.Client) -> None:
    session = new_session(api)
    first = api.post(f"/agent-sessions/{session}/messages", json={"prompt": "One"}).json()["runId"]
    page.goto(f"/w/default/sessions/{session}")
    expect(page.get_by_text("apply to future runs")).to_be_visible()

    page.get_by_role("button", name="Add tag").click()
    page.get_by_label("Key").fill("ticket")
    page.get_by_label("Value").fill("7")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Remove tag ticket")).to_be_visible()
    page.get_by_role("button", name="Remove tag customer").click()
    expect(page.get_by_role("button", name="Remove tag customer")).to_have_count(0)

    later = api.post(f"/agent-sessions/{session}/messages", json={"prompt": "Two"}).json()["runId"]
    assert api.get(f"/agent-runs/{first}").json()["metadata"] == {"customer": "acme"}
    assert api.get(f"/agent-runs/{later}").json()["metadata"] == {"ticket": "7"}


def test_an_autonomous_turn_is_marked_and_can_be_expanded(
    page: Page,
    api: httpx2.Client,
) -> None:
    runs = api.get("/agent-runs", params={"limit": 200}).json()["runs"]
    timer = next(run for run in runs if run["origin"]["trigger"] == "timer")
    page.goto(f"/w/default/sessions/{timer['sessionId']}")

    card = page.locator("[data-autonomous]").first
    expect(card).to_contain_text("autonomous")
    expect(card.get_by_role("button", name=re.compile("Expand|Collapse"))).to_be_visible()
    if card.get_by_role("button", name="Expand").count():
        card.get_by_role("button", name="Expand").click()
    expect(card.get_by_role("button", name="Collapse")).to_be_visible()
    expect(page.get_by_text("Take the conversation up again")).to_have_count(0)


def test_a_session_can_be_created_and_ended(page: Page) -> None:
    page.goto("/w/default/sessions")
    page.get_by_role("button", name="Create session").click()
    form = page.get_by_role("dialog")
    form.get_by_label("System prompt").fill("You keep a shop.")
    form.get_by_label("Tags").fill("customer=wonka")
    form.get_by_role("button", name="Create session").click()

    page.wait_for_url(re.compile("/sessions/ses_"))
    expect(page.get_by_label("Session details")).to_contain_text("wonka")
    page.get_by_role("button", name="End session").click()
    page.get_by_role("dialog").get_by_role("button", name="End session").click()
    expect(page.get_by_text("This session has ended")).to_be_visible()
