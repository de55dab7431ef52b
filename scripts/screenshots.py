"""Take screenshots of every page and state of the dashboard: light, dark, phone, and 200 % zoom.

uv run --group dev python scripts/screenshots.py OUT [--only NAME,NAME]
    [--kinds light,dark,phone,zoom]
uv run --group dev python scripts/screenshots.py docs/images --readme --runs 200

The script starts servers with demo data of `--runs N` runs. `--only run` includes all names that
start with `run-`.
"""

from __future__ import annotations

import argparse
from contextlib import suppress
from pathlib import Path

from pictures.servers import Servers, start_servers
from pictures.shots import Shot, shots
from playwright.sync_api import Browser, Page, TimeoutError, sync_playwright

CHROMIUM = "/usr/bin/chromium"
FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]
SIZES = {
    "phone": (380, 780),
    "readme": (1440, 780),
    "zoom": (720, 450),
}  # zoom: a desktop window at 200 %
README = {"overview-week": "overview.png", "runs-week": "runs.png", "run-why": "run.png"}


def main() -> None:
    """Take the requested screenshots."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("out", type=Path, help="folder for the screenshots")
    parser.add_argument("--only", default="", help="comma-separated names")
    parser.add_argument("--kinds", default="light,dark,phone", help="light, dark, phone, zoom")
    parser.add_argument("--runs", type=int, default=1000, help="number of demo runs")
    parser.add_argument("--readme", action="store_true", help="only those of the README")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    names = [name for name in given.only.split(",") if name]
    with (
        start_servers(runs=given.runs, edge_cases=not given.readme) as servers,
        sync_playwright() as driver,
    ):
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        every = list(shots(servers.ids))
        if given.readme:
            found = {README[shot.name]: shot for shot in every if shot.name in README}
            take_all(browser, "readme", found, servers, given.out)
        for kind in [] if given.readme else given.kinds.split(","):
            found = {f"{one.name}-{kind}.png": one for one in every if wanted(one.name, names)}
            take_all(browser, kind, found, servers, given.out)
        browser.close()


def wanted(name: str, names: list[str]) -> bool:
    """Return whether a screenshot was requested."""
    return not names or any(name == one or name.startswith(f"{one}-") for one in names)


def take_all(
    browser: Browser, kind: str, found: dict[str, Shot], servers: Servers, out: Path
) -> None:
    """Take all screenshots of one kind."""
    for file, shot in found.items():
        page = window(browser, kind)
        try:
            take(page, getattr(servers, shot.server), shot, out / file)
        except TimeoutError as error:
            print(f"{file}: {str(error).splitlines()[0]}")
        width = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        if width > 0:
            print(f"{file}: {width} px wider than the window")
        page.context.close()


def window(browser: Browser, kind: str) -> Page:
    """Open a window of this kind that prints page errors."""
    width, height = SIZES.get(kind, (1440, 900))
    context = browser.new_context(
        viewport={"width": width, "height": height},
        device_scale_factor=2 if kind in ("phone", "zoom") else 1,
        has_touch=kind == "phone",
        color_scheme="dark" if kind == "dark" else "light",
        reduced_motion="reduce",
        timezone_id="Europe/Berlin",
        locale="en-GB",
    )
    context.set_default_timeout(8000)
    page = context.new_page()
    page.on("pageerror", lambda error: print("page error:", error))
    return page


def take(page: Page, base: str, shot: Shot, file: Path) -> None:
    """Open the page, wait until it has loaded, run the shot's actions, and save the screenshot."""
    page.goto(base + shot.path)
    with suppress(TimeoutError):  # a page with an open stream never becomes idle
        page.wait_for_load_state("networkidle", timeout=1500)
    page.locator("main, h1").first.wait_for()
    page.wait_for_function("() => !document.querySelector('[aria-label=Loading], [data-stale]')")
    page.wait_for_timeout(250)
    if shot.act:
        shot.act(page)
        page.wait_for_timeout(350)
    page.screenshot(path=file)


if __name__ == "__main__":
    main()
