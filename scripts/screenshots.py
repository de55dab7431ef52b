"""Takes pictures of every page of the dashboard: light, dark, and on a phone.

uv run python scripts/screenshots.py OUT [--url URL] [--only NAME,NAME] [--kinds light,dark,phone]
uv run python scripts/screenshots.py docs/images --readme

Without a URL a server with made-up data is started for it.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path

import httpx2
from playwright.sync_api import Browser, Page, TimeoutError, sync_playwright

from whence.demo.filling import fill
from whence.testing.servers import running_server, server_settings
from whence.wiring import wall_clock

CHROMIUM = "/usr/bin/chromium"
FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]
DESK = {"width": 1440, "height": 900}
README = {"runs-week": "runs.png", "run-why": "run.png"}
README_SIZE = {"width": 1440, "height": 780}
PHONE = {"width": 380, "height": 780}


@dataclass(frozen=True, slots=True, kw_only=True)
class Shot:
    """One page, and what is done on it before the picture."""

    name: str
    path: str
    click: str | None = None


def shots(base: str) -> list[Shot]:
    """Every page, with runs and sessions that have something to show."""
    with httpx2.Client(base_url=f"{base}/api/v1/workspaces/default", trust_env=False) as client:
        runs = client.get("/agent-runs", params={"limit": 200}).json()["runs"]
        sessions = client.get("/agent-sessions", params={"limit": 100}).json()["sessions"]
        session = max(
            sessions,
            key=lambda s: len(client.get(f"/agent-sessions/{s['sessionId']}").json()["messages"]),
        )["sessionId"]
        triggers = client.get("/triggers").json()["triggers"]
        told = client.get("/subscriptions").json()["subscriptions"][0]["id"]
    cron_trigger = next(t["id"] for t in triggers if t["kind"] == "cron")
    hook = next(t["id"] for t in triggers if t["kind"] == "webhook")
    done = [run for run in runs if run["status"] == "succeeded" and run["turns"] > 1]
    cron = next((r for r in done if r["origin"]["trigger"] == "cron"), done[0])["id"]
    code = next((r for r in done if r["executor"] != "builtin"), done[0])["id"]
    bad = next((r for r in runs if r["status"] == "failed"), runs[0])["id"]
    w = "/w/default"
    return [
        Shot(name="runs", path=f"{w}/runs"),
        Shot(name="runs-week", path=f"{w}/runs?range=7d"),
        Shot(name="runs-query", path=f"{w}/runs?q=customer:acme+status:failed&range=30d"),
        Shot(name="runs-bad-query", path=f"{w}/runs?q=env:"),
        Shot(name="runs-empty", path=f"{w}/runs?q=customer:nobody"),
        Shot(name="chart", path=f"{w}/runs?as=chart&by=customer&range=7d"),
        Shot(name="tail", path=f"{w}/runs?as=tail&range=7d"),
        Shot(name="run", path=f"{w}/runs/{done[0]['id']}"),
        Shot(name="run-why", path=f"{w}/runs/{cron}", click="text=/hidden$/"),
        Shot(name="run-both", path=f"{w}/runs/{done[0]['id']}?show=both"),
        Shot(name="run-code", path=f"{w}/runs/{code}", click="text=/hidden$/"),
        Shot(name="run-failed", path=f"{w}/runs/{bad}"),
        Shot(name="envelope", path=f"{w}/runs/{cron}?tab=envelope"),
        Shot(name="timeline", path=f"{w}/runs/{code}?tab=timeline"),
        Shot(name="events", path=f"{w}/runs/{code}?tab=events"),
        Shot(name="spec", path=f"{w}/runs/{cron}?tab=spec"),
        Shot(name="compare", path=f"{w}/compare?a={done[0]['id']}&b={done[1]['id']}"),
        Shot(name="sessions", path=f"{w}/sessions"),
        Shot(name="session", path=f"{w}/sessions/{session}"),
        Shot(name="tags", path=f"{w}/tags?key=customer"),
        Shot(name="keys", path=f"{w}/keys"),
        Shot(name="triggers", path=f"{w}/triggers"),
        Shot(name="triggers-new", path=f"{w}/triggers", click="text=New trigger"),
        Shot(name="trigger-cron", path=f"{w}/triggers/{cron_trigger}"),
        Shot(name="trigger-hook", path=f"{w}/triggers/{hook}?tab=deliveries", click="summary"),
        Shot(name="subscriptions", path=f"{w}/triggers?tab=subscriptions"),
        Shot(name="subscription", path=f"{w}/subscriptions/{told}", click="summary"),
        Shot(name="sessions-new", path=f"{w}/sessions", click="text=New session"),
        Shot(name="keys-new", path=f"{w}/keys", click="text=New key"),
        Shot(name="audit", path=f"{w}/audit"),
        Shot(name="audit-open", path=f"{w}/audit?action=trigger", click="text=/^All (of|[0-9])/"),
        Shot(name="audit-empty", path=f"{w}/audit?actor=nobody"),
        Shot(name="data", path=f"{w}/data"),
        Shot(name="data-erase", path=f"{w}/data?q=customer:acme+status:failed"),
        Shot(name="data-rule", path=f"{w}/data", click="text=New rule"),
        Shot(name="data-receipt", path=f"{w}/data", click="text=/^Receipt$/"),
        Shot(name="data-empty", path="/w/empty/data"),
        Shot(name="nothing", path=f"{w}/runs/run_00000000000000000000000000"),
        Shot(name="nowhere", path=f"{w}/nowhere"),
        Shot(name="signin", path="/signin"),
        Shot(name="keyboard", path=f"{w}/runs", click="key:?"),
        Shot(name="jump", path=f"{w}/runs", click="key:Control+k"),
    ]


def take(page: Page, base: str, shot: Shot, file: Path) -> None:
    """Open the page, wait until it is still, and take its picture."""
    page.goto(base + shot.path)
    with suppress(TimeoutError):  # a page with an open stream is never idle
        page.wait_for_load_state("networkidle", timeout=5000)
    page.wait_for_timeout(400)
    if shot.click and shot.click.startswith("key:"):
        page.keyboard.press(shot.click[4:])
        page.wait_for_timeout(500)
    elif shot.click and page.locator(shot.click).count():
        page.locator(shot.click).first.click()
        page.wait_for_timeout(300)
    page.screenshot(path=file)


@contextmanager
def server() -> Iterator[str]:
    """A server with made-up data."""
    with (
        tempfile.TemporaryDirectory() as folder,
        running_server(server_settings(Path(folder))) as running,
    ):
        running.call(fill(running.whence.store, 1, now=wall_clock(), runs=3000))
        with httpx2.Client(base_url=running.base, trust_env=False, timeout=30) as client:
            set_up(client, running.url)
        yield running.url


def set_up(client: httpx2.Client, url: str) -> None:
    """What an admin did, so that there is something to see."""

    def sent(method: str, path: str, body: object) -> dict[str, str]:
        said = client.request(method, path, json=body).raise_for_status()
        return said.json()  # type: ignore[no-any-return]

    scopes = ["runs:read", "sessions:read"]
    key = sent("POST", "/keys", {"name": "ci", "scopes": scopes, "tags": {"customer": "acme"}})
    sent("POST", f"/keys/{key['id']}/rotate", {})
    sent("POST", f"{url}/api/v1/workspaces", {"slug": "empty"})
    cron = {"kind": "cron", "name": "weekly review", "schedule": "0 4 * * 1", "enabled": False}
    prompt = "Look at the runs of last week.\nSay what failed, and why.\nBe brief."
    trigger = sent("POST", "/triggers", {**cron, "prompt": prompt, "spec": {"modelId": "echo"}})
    change = {"prompt": prompt.replace("Be brief", "Name the three worst"), "timezone": "UTC"}
    sent("PATCH", f"/triggers/{trigger['id']}", change)
    view = {"name": "failed at acme", "params": "q=customer:acme+status:failed&range=7d"}
    sent("POST", "/views", view)
    rule = {"name": "prompts", "olderThanSeconds": 30 * 86_400, "mode": "content"}
    sent("POST", "/retention-rules", rule)
    rule = {"name": "sandbox", "query": "env:sandbox", "olderThanSeconds": 604_800, "mode": "all"}
    sent("POST", "/retention-rules", rule)
    sent("PATCH", "/retention-rules/sandbox", {"olderThanSeconds": 14 * 86_400})
    asked = {"query": "email:ann@example.org", "mode": "content", "hideQuery": True}
    sent("POST", "/erasures", asked)
    last = sent("POST", "/erasures", {"query": "customer:initech", "mode": "all"})["id"]
    while client.get(f"/erasures/{last}").json()["status"] != "done":
        time.sleep(0.1)


def pages(browser: Browser, kind: str) -> Page:
    """A window of this kind, which says what goes wrong in it."""
    sizes = {"phone": PHONE, "readme": README_SIZE}
    context = browser.new_context(
        viewport=sizes.get(kind, DESK),
        device_scale_factor=2 if kind == "phone" else 1,
        color_scheme="dark" if kind == "dark" else "light",
        reduced_motion="reduce",
        timezone_id="Europe/Berlin",
        locale="en-GB",
    )
    page = context.new_page()
    page.on("pageerror", lambda error: print("page error:", error))
    return page


def main() -> None:
    """Take them all."""
    asked = argparse.ArgumentParser()
    asked.add_argument("out", type=Path)
    asked.add_argument("--url")
    asked.add_argument("--only", default="")
    asked.add_argument("--kinds", default="light,dark,phone")
    asked.add_argument("--readme", action="store_true")
    given = asked.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    wanted = README if given.readme else [name for name in given.only.split(",") if name]
    with server() if given.url is None else nullcontext(given.url) as base:
        found = [shot for shot in shots(base) if not wanted or shot.name in wanted]
        with sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            for kind in ["readme"] if given.readme else given.kinds.split(","):
                page = pages(browser, kind)
                for shot in found:
                    name = README[shot.name] if given.readme else f"{shot.name}-{kind}.png"
                    take(page, base, shot, given.out / name)
            browser.close()


if __name__ == "__main__":
    main()
