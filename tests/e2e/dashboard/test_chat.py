"""A session as a chat: live, in several windows, over a break, and without what is hidden."""

from __future__ import annotations

import httpx2
from playwright.sync_api import BrowserContext, Page, expect

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


EAVESDROP = """
window.heard = "";
const ask = window.fetch;
window.fetch = async (...given) => {
  const answer = await ask(...given);
  const reader = answer.clone().body?.pipeThrough(new TextDecoderStream()).getReader();
  const listen = () => reader?.read().then(({done, value}) => {
    if (!done) { window.heard += value; listen(); }
  }).catch(() => {});
  listen();
  return answer;
};
"""


def test_a_follow_up_arrives_by_itself_and_its_prompt_does_not(
    context: BrowserContext, api: httpx2.Client
) -> None:
    body = {**ECHO, "autonomy": {"enabled": True, "cooldownSeconds": 0}}
    session = api.post("/agent-sessions", json=body).json()["sessionId"]
    page = context.new_page()
    page.add_init_script(EAVESDROP)
    page.goto(f"/w/default/sessions/{session}")
    say(page, "Shall I order?")
    expect(page.locator("[data-role=assistant]")).to_contain_text("Shall I order?")

    timer = {"type": "check_in", "delaySeconds": 1, "reason": "they may have forgotten"}
    api.post(f"/agent-sessions/{session}/timers", json=timer)
    came = page.locator("[data-autonomous]")
    expect(came).to_contain_text("checked in because you had not answered")
    expect(page.locator("[data-autonomous] [data-role=assistant]")).to_be_visible()
    expect(page.locator("[data-role=user]")).to_have_count(1)

    log = api.get(f"/agent-runs/{came.get_attribute('data-run')}/log").json()["parts"]
    prompt = next(part["content"] for part in log if part["synthetic"])
    heard = str(page.evaluate("window.heard"))
    assert "check_in" in heard and "Shall I order?" in heard
    seen = (heard + page.content()).replace(f"task: {prompt}", "")  # so the echo model answers
    assert prompt not in seen
    page.close()


def test_a_follow_up_that_waits_is_seen_and_called_off(page: Page, api: httpx2.Client) -> None:
    body = {**ECHO, "autonomy": {"enabled": True}}
    session = api.post("/agent-sessions", json=body).json()["sessionId"]
    page.goto(f"/w/default/sessions/{session}")
    expect(page.get_by_label("Message")).to_be_visible()
    timer = {"type": "task_incomplete", "delaySeconds": 3600, "reason": "the list is long"}
    api.post(f"/agent-sessions/{session}/timers", json=timer)

    waiting = page.get_by_role("list", name="Follow-ups")
    expect(waiting).to_contain_text("task incomplete")
    expect(waiting).to_contain_text("the list is long")
    waiting.get_by_role("button", name="Call off: task incomplete").click()
    expect(waiting).to_have_count(0)
    found = api.get(f"/agent-sessions/{session}/timers").json()["timers"]
    assert [one["status"] for one in found] == ["cancelled"]


def test_a_reply_says_of_what_the_agent_was_reminded(page: Page, api: httpx2.Client) -> None:
    kept = {"text": "I am allergic to peanuts.", "user": "local"}
    assert api.post("/memories", json=kept).status_code == 201
    body = {**ECHO, "memory": {"enabled": True}}
    session = api.post("/agent-sessions", json=body).json()["sessionId"]
    page.goto(f"/w/default/sessions/{session}")
    say(page, "May I eat peanuts?")

    reminded = page.get_by_role("article").get_by_role("group").filter(has_text="1 memory")
    reminded.get_by_text("1 memory").click()
    expect(reminded).to_contain_text("I am allergic to peanuts.")
    expect(reminded).to_contain_text("May I eat peanuts?")
