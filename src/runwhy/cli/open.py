"""`runwhy open`: open a page of the dashboard."""

from __future__ import annotations

import os
import sys
from urllib.parse import quote

import click

import runwhy
from runwhy.cli.app import App, pass_app
from runwhy.cli.arguments import json_option
from runwhy.cli.commands import line
from runwhy.cli.completion import complete_pages


@click.command("open")
@click.argument("thing", metavar="RUN|SESSION|TRIGGER", shell_complete=complete_pages)
@click.option("--print", "print_only", is_flag=True, help="Print the address only.")
@json_option
@pass_app
def open_page(app: App, thing: str, print_only: bool, as_json: bool) -> None:
    """Open a run, session or trigger in the dashboard.

    Prints the address, and opens it in the browser if this terminal has one.

    \b
    runwhy open run_01k9…
    runwhy open nightly
    echo "See $(runwhy open --print run_01k9…)"
    """
    with app.client(needs_server=True) as client:
        url = f"{client.base_url}/w/{quote(client.workspace)}/{_page(client, thing)}"
    line({"url": url}, url).echo(as_json=as_json)
    if not print_only and not as_json and _has_browser():
        click.launch(url)


def _page(client: runwhy.Client, thing: str) -> str:
    """Return the path of a page, after a check that its subject exists. Raises: NotFoundError."""
    from runwhy.client.config import segment

    id = segment(thing)
    if thing.startswith("run_"):
        return f"runs/{client.get_run(thing).id}"
    if thing.startswith("ses_"):
        return f"sessions/{client.get_session(thing).id}"
    found = client.request("GET", f"/triggers/{id}")
    return f"triggers/{found['id'] if isinstance(found, dict) else id}"


def _has_browser() -> bool:
    """Whether a browser can open in front of the user."""
    if not sys.stdout.isatty():
        return False
    if sys.platform in ("darwin", "win32"):
        return "SSH_CONNECTION" not in os.environ
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
