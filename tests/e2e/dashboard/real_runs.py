"""A server whose runs are started as users start them, and its start page in a browser."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
from playwright.sync_api import Browser, Page
from tests.e2e.dashboard.browser import collect_errors, new_context, settle
from tests.support import callers
from tests.support.servers import RunningServer, running_server, server_settings

DESK = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
START = "/w/default"
ECHO = {"systemPrompt": "Be brief.", "modelId": "echo"}
PRICES = {"echo": {"input": "1.25", "output": "10"}}


@contextmanager
def priced_server(folder: Path, **settings: Any) -> Iterator[tuple[RunningServer, httpx2.Client]]:
    """Yield a server with a price for its model, and a client."""
    with (
        running_server(server_settings(folder, prices=PRICES, **settings)) as running,
        callers.client(base_url=running.base, timeout=30) as api,
    ):
        yield running, api


@contextmanager
def start_page(browser: Browser, server: RunningServer, size: Mapping[str, int]) -> Iterator[Page]:
    """Yield the start page, which has neither script errors nor horizontal overflow at the end."""
    context = new_context(browser, server.url, viewport=size)
    opened = context.new_page()
    errors = collect_errors(opened)
    opened.goto(START)
    settle(opened)
    yield opened
    width = opened.evaluate("document.documentElement.scrollWidth")
    context.close()
    assert errors == []
    assert width <= size["width"]


def follow(api: httpx2.Client, run: str) -> None:
    """Wait for the end of a run, which ends its stream."""
    api.get(f"/agent-runs/{run}/stream").raise_for_status()


def start(api: httpx2.Client, prompt: str, **body: Any) -> str:
    """Start a run, and return its id."""
    answer = api.post("/agent-runs", json={**ECHO, "prompt": prompt, **body})
    return str(answer.json()["runId"])
