"""A session's page as a chat: live, in several windows, after a break, and without what is hidden."""

from __future__ import annotations

import httpx2
from playwright.sync_api import BrowserContext, Page, Response, expect

ECHO = {"systemPrompt": "You keep a shop.", "modelId": "echo"}


def new_session(api: httpx2.Client) -> str:
    return str(api.post("/agent-sessions", json=ECHO).json()["sessionId"])


def say(page: Page, text: str) -> None:
    page.get_by_label("Message").fill(text)
    page.keyboard.press("Enter")


def test_an_answer_can_be_stopped_and_tried_again(page: Page, api: httpx2.Client) -> None:
    page.goto(f"/w/default/sessions/{new_session(api)}")
    say(page, "[[sleep 30]] Tell me a long story")

    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("article")).to_contain_text("cancelled")
    expect(page.get_by_role("button", name="Stop")).to_have_count(0)
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("[data-role=user]")).to_have_count(2)
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Try again")).to_have_count(2)


def test_markdown_is_rendered_and_can_do_nothing(page: Page, api: httpx2.Client) -> None:
    page.goto(f"/w/default/sessions/{new_session(api)}")
    say(page, "Repeat: **strongly** <img src=x onerror=alert(1)> [here](javascript:alert(1))")

    reply = page.locator("[data-role=assistant]")
    expect(reply.locator("strong")).to_have_text("strongly")
    expect(reply).to_contain_text("<img src=x")
    expect(page.locator("main img")).to_have_count(0)
    expect(reply.locator("a")).to_have_count(0)


def test_windows_stay_in_step_also_over_a_break(
    page: Page, context: BrowserContext, api: httpx2.Client
) -> None:
    session = new_session(api)
    page.goto(f"/w/default/sessions/{session}")
    expect(page.get_by_text("Nothing has been said yet")).to_be_visible()
    other = context.new_page()
    other.goto(f"/w/default/sessions/{session}")
    say(other, "From the other window")
    expect(page.locator("[data-role=user]")).to_have_text("Person:From the other window")
    expect(page.locator("[data-role=assistant]")).to_contain_text("From the other window")

    context.set_offline(True)
    api.post(f"/agent-sessions/{session}/messages", json={"prompt": "While you were away"})
    context.set_offline(False)
    for window in (page, other):
        expect(window.locator("[data-role=user]").last).to_contain_text("While you were away")
        expect(window.locator("[data-role=assistant]")).to_have_count(2)
    other.close()


def test_the_prompt_of_a_follow_up_reaches_no_page(page: Page, api: httpx2.Client) -> None:
    runs = api.get("/agent-runs", params={"limit": 200}).json()["runs"]
    timer = next(run for run in runs if run["origin"]["trigger"] == "timer")
    parts = api.get(f"/agent-runs/{timer['id']}/log").json()["parts"]
    prompt = next(part["content"] for part in parts if part["synthetic"])
    answers: list[Response] = []
    page.on("response", answers.append)
    page.goto(f"/w/default/sessions/{timer['sessionId']}")
    expect(page.locator("[data-autonomous]").first).to_contain_text("autonomous")
    expect(page.get_by_label("Message")).to_be_visible()

    kinds = [answer.headers.get("content-type", "") for answer in answers]
    received = [a.text() for a, kind in zip(answers, kinds, strict=True) if "json" in kind]
    assert any(timer["id"] in text for text in received)
    assert prompt not in page.content()
    assert not any(prompt in text for text in received)
