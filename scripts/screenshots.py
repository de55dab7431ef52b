"""Takes pictures of every page and state of the dashboard: light, dark, on a phone, and at 200 %.

uv run python scripts/screenshots.py OUT [--only NAME,NAME] [--kinds light,dark,phone,zoom]
uv run python scripts/screenshots.py docs/images --readme

Servers with made-up data are started for it, of `--runs N`. `--only run` also takes those
whose names begin with `run-`.
"""

from __future__ import annotations

import argparse
from contextlib import suppress
from pathlib import Path

from pictures.shots import Shot, shots
from pictures.worlds import Worlds, worlds
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
}  # zoom: a desk's window at 200 %
README = {"runs-week": "runs.png", "run-why": "run.png"}


def main() -> None:
    """Take them all."""
    asked = argparse.ArgumentParser()
    asked.add_argument("out", type=Path)
    asked.add_argument("--only", default="")
    asked.add_argument("--kinds", default="light,dark,phone")
    asked.add_argument("--runs", type=int, default=1000)
    asked.add_argument("--readme", action="store_true")
    given = asked.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    names = [name for name in given.only.split(",") if name]
    with worlds(runs=given.runs, odd=not given.readme) as places, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        every = list(shots(places.ids))
        if given.readme:
            found = {README[shot.name]: shot for shot in every if shot.name in README}
            take_all(browser, "readme", found, places, given.out)
        for kind in [] if given.readme else given.kinds.split(","):
            found = {f"{one.name}-{kind}.png": one for one in every if wanted(one.name, names)}
            take_all(browser, kind, found, places, given.out)
        browser.close()


def wanted(name: str, names: list[str]) -> bool:
    """Whether a picture was asked for."""
    return not names or any(name == one or name.startswith(f"{one}-") for one in names)


def take_all(
    browser: Browser, kind: str, found: dict[str, Shot], places: Worlds, out: Path
) -> None:
    """All pictures of a kind."""
    for file, shot in found.items():
        page = window(browser, kind)
        try:
            take(page, getattr(places, shot.world), shot, out / file)
        except TimeoutError as error:
            print(f"{file}: {str(error).splitlines()[0]}")
        width = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        if width > 0:
            print(f"{file}: {width} px wider than the window")
        page.context.close()


def window(browser: Browser, kind: str) -> Page:
    """A window of this kind, which says what goes wrong in it."""
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
    """Open the page, wait until it is still, do what is to be done, and take its picture."""
    page.goto(base + shot.path)
    with suppress(TimeoutError):  # a page with an open stream is never idle
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
