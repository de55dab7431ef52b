"""Measure the time until a browser with an empty cache shows the first rows of a long list.

uv run --group dev python -m bench.first_rows [--runs 1000000] [--times 5]
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from pathlib import Path

from bench.find_load import fill_sqlite
from playwright.sync_api import Browser, sync_playwright
from rich.console import Console
from rich.progress import Progress
from tests.support.servers import running_server, server_settings

from bench import find_data

CHROMIUM = os.environ.get("RUNWHY_CHROMIUM", "/usr/bin/chromium")
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]

console = Console()


def first_rows(browser: Browser, url: str) -> float:
    """Return the seconds from opening the page until a run is visible."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    started = time.perf_counter()
    page.goto(f"{url}/w/default/runs?range=all", wait_until="commit")
    page.locator("[data-run]").first.wait_for()
    took = time.perf_counter() - started
    context.close()
    return took


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=1_000_000)
    parser.add_argument("--times", type=int, default=5)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, Progress(console=console) as progress:
        task = progress.add_task("filling", total=args.runs)
        fill_sqlite(
            Path(folder) / "runwhy.db",
            find_data.runs(args.runs),
            lambda count: progress.advance(task, count),
        )
        with running_server(server_settings(Path(folder))) as server, sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            took = [first_rows(browser, server.url) for _ in range(args.times)]
            browser.close()
    times = ", ".join(f"{seconds:.2f}" for seconds in sorted(took))
    console.print(f"first rows of {args.runs:,} runs after {times} s")
    console.print(f"median {statistics.median(took):.2f} s, load average {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
