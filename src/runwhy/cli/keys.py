"""`runwhy keys`: credentials of a workspace."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote
from uuid import uuid4

import click

from runwhy.cli.app import App, db_option, pass_app
from runwhy.cli.arguments import json_option, parse_pairs
from runwhy.cli.exit_codes import Stop
from runwhy.cli.output import column_time, echo_json, echo_table
from runwhy.core.accounts.workspaces import Scope


@click.group()
def keys() -> None:
    """Keys, by which other programs and machines are let in."""


@keys.command()
@click.argument("name")
@click.option(
    "--scope",
    "scopes",
    type=click.Choice([scope.value for scope in Scope]),
    multiple=True,
    required=True,
    help="What it may do; may be repeated. Who may write may read; admin may all.",
)
@click.option(
    "-t",
    "--tag",
    "tags",
    multiple=True,
    metavar="KEY=VALUE",
    help="It sees only what carries this tag, and may only read; may be repeated.",
)
@click.option("--cli", "for_cli", is_flag=True, help="For a command line: its runs say `cli`.")
@json_option
@db_option
@pass_app
def add(
    app: App,
    name: str,
    scopes: tuple[str, ...],
    tags: tuple[str, ...],
    for_cli: bool,
    as_json: bool,
) -> None:
    """Make a key, and print its secret, which is shown this once.

    \b
    runwhy keys add ci --scope runs:write
    runwhy keys add acme --scope runs:read --scope sessions:read --tag customer=acme
    RUNWHY_API_KEY="$(runwhy keys add laptop --scope admin --cli)"
    """
    body: dict[str, Any] = {"name": name, "scopes": [*scopes]}
    body |= {"client": "cli" if for_cli else "api", "tags": parse_pairs(tags)}
    with app.client() as client:
        made: Any = client.request("POST", "/keys", body, idempotency_key=str(uuid4()))
    if as_json:
        echo_json(made)
    elif made.get("secret"):
        click.echo(made["secret"])
        click.echo(f"{made['id']}: keep it, it is not shown again", err=True)
    else:  # the answer that had it was lost on its way, and the key was made
        raise Stop(f"the secret of {made['id']} was lost: remove it, and add another key")


@keys.command("list")
@json_option
@db_option
@pass_app
def list_keys(app: App, as_json: bool) -> None:
    """List the keys that are valid, without their secrets.

    \b
    runwhy keys list
    """
    with app.client() as client:
        found = client.list_keys()
    if as_json:
        for key in found:
            echo_json(key.raw)
        return
    rows = [
        (
            key.id,
            key.name,
            key.hint,
            " ".join(key.scopes),
            " ".join(f"{name}={value}" for name, value in key.tags.items()),
            column_time(key.created_at),
        )
        for key in found
    ]
    echo_table(("KEY", "NAME", "BEGINS WITH", "SCOPES", "TAGS", "CREATED"), rows)


@keys.command()
@click.argument("key_id", metavar="KEY")
@click.option(
    "--grace",
    type=click.IntRange(0, 30 * 24 * 3600),
    default=3600,
    show_default=True,
    metavar="SECONDS",
    help="How long the old secret is taken too.",
)
@json_option
@db_option
@pass_app
def rotate(app: App, key_id: str, grace: int, as_json: bool) -> None:
    """Give a key another secret, and print that, which is shown this once.

    \b
    runwhy keys rotate key_01k9… --grace 86400
    """
    path = f"/keys/{quote(key_id, safe='')}/rotate"
    with app.client() as client:
        made: Any = client.request("POST", path, {"graceSeconds": grace})
    if as_json:
        echo_json(made)
        return
    click.echo(made["secret"])
    click.echo(f"{key_id}: the old secret is taken until {made['oldSecretUntil']}", err=True)


@keys.command()
@click.argument("ids", nargs=-1, required=True, metavar="KEY...")
@db_option
@pass_app
def remove(app: App, ids: tuple[str, ...]) -> None:
    """Revoke keys; whoever has one is refused from now on.

    \b
    runwhy keys remove key_01k9…
    """
    with app.client() as client:
        for key_id in ids:
            client.delete_key(key_id)
            click.echo(f"{key_id}  removed")
