"""All screenshots: every page of the dashboard in every state."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from playwright.sync_api import Page

Act = Callable[[Page], None]
W = "/w/default"
ALL = "text=/^Show (all [0-9]|full)/"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shot:
    """A page, the actions before its screenshot, and the server that it is taken from."""

    name: str
    path: str
    act: Act | None = None
    server: str = "full"


def click(what: str) -> Act:
    """Click the first match, if any."""

    def act(page: Page) -> None:
        if page.locator(what).count():
            page.locator(what).first.click()

    return act


def press(*keys: str) -> Act:
    """Press keys in order."""

    def act(page: Page) -> None:
        for key in keys:
            page.keyboard.press(key)
            page.wait_for_timeout(120)

    return act


def all_of(*acts: Act) -> Act:
    """Run several actions in order."""

    def act(page: Page) -> None:
        for one in acts:
            one(page)
            page.wait_for_timeout(250)

    return act


def go_offline(page: Page) -> None:
    """Disconnect, and wait for the alert."""
    page.context.set_offline(True)
    page.get_by_role("alert").first.wait_for()


def type_commands(page: Page) -> None:
    """Run commands in the terminal."""
    place = page.locator(".xterm-helper-textarea")
    place.wait_for(state="attached")
    page.wait_for_timeout(800)
    place.focus()
    for command in ("ls --color=always -la /etc/apt", "(exit 7)", "echo $((6*7))"):
        page.keyboard.type(f"{command}\n")
        page.wait_for_timeout(500)
    page.wait_for_timeout(800)


def wrong_key(page: Page) -> None:
    """Sign in with an unknown key."""
    page.get_by_label("API key").fill("rwk_nobody")
    page.get_by_role("button", name="Sign in").click()


def shots(ids: dict[str, str]) -> Iterator[Shot]:
    """Yield all screenshots."""
    yield from overview_shots()
    yield from list_shots()
    yield from run_shots(ids)
    yield from session_shots(ids)
    yield from trigger_shots(ids)
    yield from other_shots(ids)
    for name in (
        "overview",
        "runs",
        "runs?as=chart",
        "runs?as=tail",
        "sessions",
        "triggers",
        "triggers?tab=subscriptions",
        "tags",
        "keys",
        "compare",
    ):
        file = name.replace("?as=", "-").replace("?tab=", "-")
        yield Shot(name=f"empty-{file}", path=f"{W}/{name}", server="empty")


def overview_shots() -> Iterator[Shot]:
    """Yield the overview with and without a group, with panels, and without a match."""
    yield Shot(name="overview", path=f"{W}/overview")
    yield Shot(name="overview-week", path=f"{W}/overview?range=7d&by=customer")
    panels = "p1=cost+by+customer&p2=failed+by+error&p3=p95+by+model"
    yield Shot(name="overview-panels", path=f"{W}/overview?range=7d&{panels}")
    yield Shot(name="overview-nothing", path=f"{W}/overview?q=custmer:acme")


def list_shots() -> Iterator[Shot]:
    """Yield the list of runs as table, chart and tail."""
    yield Shot(name="runs", path=f"{W}/runs")
    yield Shot(name="runs-week", path=f"{W}/runs?range=7d")
    yield Shot(name="runs-query", path=f"{W}/runs?q=customer:acme+status:failed&range=30d")
    yield Shot(name="runs-bad-query", path=f"{W}/runs?q=env:")
    yield Shot(name="runs-nothing", path=f"{W}/runs?q=customer:nobody")
    yield Shot(
        name="runs-columns",
        path=f"{W}/runs?range=all&cols=status,tag.customer,tag.env,trigger,actor,executor,session,turns,created",
    )
    yield Shot(name="runs-selected", path=f"{W}/runs?range=7d", act=press("j", "x", "j", "x"))
    yield Shot(name="runs-bar", path=f"{W}/runs?range=7d", act=press("/"))
    yield Shot(
        name="runs-range", path=f"{W}/runs?range=7d", act=click("button[aria-label^='Time range']")
    )
    yield Shot(name="runs-views", path=f"{W}/runs?range=7d", act=click("button:has-text('Views')"))
    yield Shot(
        name="runs-column-menu",
        path=f"{W}/runs?range=7d",
        act=click("button[aria-label='Choose columns']"),
    )
    yield Shot(
        name="runs-filters",
        path=f"{W}/runs?range=7d",
        act=click("button:has-text('Filters'):visible"),
    )
    yield Shot(name="runs-end", path=f"{W}/runs?range=all", act=press(*["End"] * 12))
    yield Shot(name="chart", path=f"{W}/runs?as=chart&by=customer&range=7d")
    yield Shot(name="chart-status", path=f"{W}/runs?as=chart&range=30d")
    yield Shot(name="tail", path=f"{W}/runs?as=tail&range=7d")


def run_shots(ids: dict[str, str]) -> Iterator[Shot]:
    """Yield pages of runs of each kind, and comparisons."""
    run = f"{W}/runs/{ids['run']}"
    cron = f"{W}/runs/{ids['cron_run']}"
    code = f"{W}/runs/{ids['code']}"
    yield Shot(name="run", path=run)
    yield Shot(name="run-why", path=cron, act=click("details[data-injected] summary"))
    yield Shot(name="run-model", path=f"{run}?tab=model")
    yield Shot(name="run-changes", path=f"{run}?tab=model&changes=1")
    yield Shot(name="run-edit", path=run, act=click("button:has-text('Edit and rerun')"))
    yield Shot(name="run-copy", path=run, act=click("button:has-text('Copy')"))
    yield Shot(name="run-code", path=code)
    yield Shot(
        name="run-code-open",
        path=code,
        act=all_of(click("button:has-text('system entr')"), click("[data-tool] summary")),
    )
    for name in ("failed", "asking", "waiting", "live", "odd", "long"):
        yield Shot(name=f"run-{name}", path=f"{W}/runs/{ids[name]}")
    yield Shot(
        name="run-long-open",
        path=f"{W}/runs/{ids['long']}",
        act=click("details[data-injected] summary"),
    )
    yield Shot(name="run-odd-envelope", path=f"{W}/runs/{ids['odd']}?tab=envelope")
    yield Shot(name="envelope", path=f"{cron}?tab=envelope")
    yield Shot(name="events", path=f"{code}?tab=events", act=click("ol summary"))
    yield Shot(name="request", path=f"{cron}?tab=request")
    yield Shot(name="compare", path=f"{W}/compare?a={ids['run']}&b={ids['other']}")
    yield Shot(name="compare-odd", path=f"{W}/compare?a={ids['odd']}&b={ids['long']}")
    yield Shot(name="compare-choose", path=f"{W}/compare?a={ids['run']}")


def session_shots(ids: dict[str, str]) -> Iterator[Shot]:
    """Yield sessions, and a terminal."""
    yield Shot(name="sessions", path=f"{W}/sessions")
    yield Shot(name="sessions-new", path=f"{W}/sessions", act=click("text=Create session"))
    for name in ("session", "talk", "fresh"):
        yield Shot(name=f"session-{name}", path=f"{W}/sessions/{ids[name]}")
    yield Shot(name="session-top", path=f"{W}/sessions/{ids['session']}", act=press("Home"))
    yield Shot(name="session-about", path=f"{W}/sessions/{ids['talk']}", act=click("aside summary"))
    yield Shot(name="terminal", path=f"{W}/sessions/{ids['shell']}?terminal=1", act=type_commands)


def trigger_shots(ids: dict[str, str]) -> Iterator[Shot]:
    """Yield triggers, subscriptions and their forms."""
    new = f"{W}/triggers"
    kind = "[role=dialog] label:has-text('{}')"
    yield Shot(name="triggers", path=new)
    yield Shot(name="triggers-new", path=new, act=click("text=Create trigger"))
    yield Shot(
        name="triggers-new-hook",
        path=new,
        act=all_of(click("text=Create trigger"), click(kind.format("Webhook"))),
    )
    yield Shot(
        name="triggers-new-telegram",
        path=new,
        act=all_of(click("text=Create trigger"), click(kind.format("Telegram"))),
    )
    yield Shot(name="trigger-pause", path=new, act=click("button[aria-label^='Pause']"))
    yield Shot(name="trigger-cron", path=f"{new}/{ids['cron']}")
    yield Shot(name="trigger-change", path=f"{new}/{ids['cron']}", act=click("text=/^Edit$/"))
    yield Shot(name="trigger-hook", path=f"{new}/{ids['webhook']}")
    yield Shot(
        name="trigger-deliveries",
        path=f"{new}/{ids['webhook']}?tab=deliveries",
        act=click("summary"),
    )
    yield Shot(name="subscriptions", path=f"{new}?tab=subscriptions")
    yield Shot(
        name="subscriptions-new",
        path=f"{new}?tab=subscriptions",
        act=click("text=Create webhook"),
    )
    yield Shot(
        name="subscription", path=f"{W}/subscriptions/{ids['subscription']}", act=click("summary")
    )


def other_shots(ids: dict[str, str]) -> Iterator[Shot]:
    """Yield tags, keys, dialogs and error states."""
    yield Shot(name="tags", path=f"{W}/tags")
    yield Shot(name="tags-key", path=f"{W}/tags?key=customer")
    yield Shot(name="keys", path=f"{W}/keys")
    yield Shot(name="keys-new", path=f"{W}/keys", act=click("text=Create key"))
    yield Shot(name="audit", path=f"{W}/audit")
    yield Shot(name="audit-open", path=f"{W}/audit?action=trigger", act=click(ALL))
    yield Shot(name="audit-empty", path=f"{W}/audit?actor=nobody")
    yield Shot(name="data", path=f"{W}/data")
    yield Shot(name="data-erase", path=f"{W}/data?q=customer:acme+status:failed")
    yield Shot(name="data-rule", path=f"{W}/data", act=click("text=Create rule"))
    yield Shot(name="data-receipt", path=f"{W}/data", act=click("text=/^Show receipt$/"))
    yield Shot(name="data-empty", path="/w/empty/data")
    yield Shot(name="nothing", path=f"{W}/runs/run_00000000000000000000000000")
    yield Shot(name="nowhere", path=f"{W}/nowhere")
    yield Shot(name="signin", path="/signin", server="guarded")
    yield Shot(name="signin-wrong", path="/signin", act=wrong_key, server="guarded")
    yield Shot(name="keyboard", path=f"{W}/runs", act=press("?"))
    yield Shot(name="jump", path=f"{W}/runs", act=press("Control+k"))
    yield Shot(name="jump-found", path=f"{W}/runs", act=press("Control+k", *"order"))
    yield Shot(name="more", path=f"{W}/runs", act=click("button[aria-label='More options']"))
    yield Shot(name="away", path=f"{W}/runs?range=7d", act=go_offline)
    yield Shot(name="away-session", path=f"{W}/sessions", act=go_offline)
