"""`runwhy login`, `logout` and `profiles`: keep servers and their keys by name."""

from __future__ import annotations

import sys
from typing import Any
from urllib.parse import urlsplit

import click

from runwhy.cli.app import LOOPBACK, App, pass_app
from runwhy.cli.arguments import check_url, json_option
from runwhy.cli.commands import table
from runwhy.cli.output import escape_controls
from runwhy.cli.profiles import DEFAULT, LOCAL, NoProfile, Profile, is_name


def _check_name(ctx: click.Context, _: click.Parameter, name: str | None) -> str:
    """Return the name of the profile, by default that of the global option --profile."""
    app = ctx.find_object(App) or App()
    chosen = name or app.options.profile or app.environment.profile or DEFAULT
    if not is_name(chosen):
        rule = f"use letters, digits, '.', '_' and '-'; the name {LOCAL} is reserved"
        raise click.BadParameter(f"{chosen!r} is not a name of a profile: {rule}")
    return chosen


profile_option = click.option(
    "--profile",
    "name",
    metavar="NAME",
    callback=_check_name,
    help=f"Name of the profile. Default: {DEFAULT}.",
)


@click.command()
@click.argument("url", callback=check_url, metavar="URL")
@profile_option
@json_option
@pass_app
def login(app: App, url: str, name: str, as_json: bool) -> None:
    """Store a server and its API key as a profile.

    Prompts for the key, or reads it from stdin in a pipe. The key is checked, then stored
    in the keyring if the package `keyring` is installed, otherwise in a file that only
    you can read. The profile `default` is used if no other one is selected.

    \b
    runwhy login https://runwhy.example.org
    runwhy login --profile work https://runwhy.example.org
    runwhy --profile work runs list
    """
    url = url.rstrip("/")
    key = app.options.api_key or app.environment.api_key or _read_key()
    found = _check(app, url, key)
    workspace = app.options.workspace or found["workspace"]["slug"]
    store = app.profile_store()
    profile = store.save(Profile(name=name, url=url, workspace=workspace, api_key=key))
    if as_json:
        table((), [profile.as_json()], lambda _: ()).echo(as_json=True)
        return
    who = found["actor"]["name"] or found["actor"]["kind"]
    click.echo(escape_controls(f"{name}  {url}  workspace {workspace}, signed in as {who}"))
    _echo_notes(profile)
    if key and found["local"]:
        note = "Warning: this server does not know the key; it accepts you because you are on its"
        click.echo(f"{note} machine.", err=True)


def _read_key() -> str | None:
    if not sys.stdin.isatty():
        return sys.stdin.readline().strip() or None
    prompt = "API key (empty if the server does not need one)"
    return click.prompt(prompt, hide_input=True, default="", show_default=False, err=True) or None


def _check(app: App, url: str, key: str | None) -> Any:
    """Return the caller that the server sees. Raises: AuthenticationError, ConnectionFailed."""
    from runwhy import Client

    with Client(url, api_key=key or app.local_token(url) or "") as client:
        return client.request("GET", "/api/v1/session")


def _echo_notes(profile: Profile) -> None:
    places = {"file": "in a file that only you can read", "keyring": "in the keyring"}
    if profile.stored_in in places:
        click.echo(f"The key is stored {places[profile.stored_in]}.", err=True)
    if profile.url.startswith("http://") and urlsplit(profile.url).hostname not in LOOPBACK:
        click.echo("Warning: http:// sends the key without encryption; use https://", err=True)
    if profile.name != DEFAULT:
        click.echo(f"Use it with `runwhy --profile {profile.name}` or RUNWHY_PROFILE.", err=True)


@click.command()
@profile_option
@pass_app
def logout(app: App, name: str) -> None:
    """Delete a profile and its stored API key.

    The key stays valid on the server; revoke it with `runwhy keys remove`.

    \b
    runwhy logout
    runwhy logout --profile work
    """
    if not app.profile_store().remove(name):
        raise NoProfile(name)
    click.echo(f"{name}  removed")


@click.command()
@json_option
@pass_app
def profiles(app: App, as_json: bool) -> None:
    """List profiles. An asterisk marks the one that commands use now.

    \b
    runwhy profiles
    """
    used = app.target().profile
    found = app.profile_store().list().values()
    rows = [{**one.as_json(), "used": one.name == used} for one in found]
    head = ("PROFILE", "SERVER", "WORKSPACE", "KEY")
    table(head, rows, _row).echo(as_json=as_json)


def _row(profile: dict[str, Any]) -> tuple[str, ...]:
    name = profile["name"] + "*" * profile["used"]
    return name, profile["url"], profile["workspace"], profile["key"]
