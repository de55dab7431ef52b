"""`runwhy keys`: manage the API keys of a workspace."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, Literal
from urllib.parse import quote

import click

import runwhy
from runwhy.cli.app import App
from runwhy.cli.arguments import parse_pairs, parsed_by
from runwhy.cli.commands import (
    Result,
    app_command,
    client_command,
    create,
    fields,
    line,
    result_command,
    table,
)
from runwhy.cli.completion import complete_keys, complete_tags
from runwhy.cli.durations import duration_option
from runwhy.cli.exit_codes import Stop
from runwhy.cli.output import column_time, echo_json, tags_text
from runwhy.core.accounts.workspaces import BOUND_SCOPES, Scope

key_argument = click.argument("key_id", metavar="KEY", shell_complete=complete_keys)


@click.group()
def keys() -> None:
    """Manage API keys for other programs and machines."""


@keys.command()
@click.argument("name")
@click.option(
    "--scope",
    "scopes",
    type=click.Choice([scope.value for scope in Scope]),
    multiple=True,
    help="Scope of the key; can be repeated. A write scope includes read; admin includes all.",
)
@click.option(
    "--read-only", is_flag=True, help="Give the key the scopes that read runs, sessions and models."
)
@click.option(
    "-t",
    "--tag",
    "tags",
    multiple=True,
    metavar="KEY=VALUE",
    callback=parsed_by(parse_pairs),
    shell_complete=complete_tags,
    help="Limit the key to reading data with this tag; can be repeated.",
)
@duration_option(
    "--expires", least="1s", default_text="never", help="Time after which the key is refused"
)
@click.option("--cli", "for_cli", is_flag=True, help="Give runs of this key the trigger `cli`.")
@app_command
def add(
    app: App,
    name: str,
    scopes: tuple[str, ...],
    read_only: bool,
    tags: dict[str, str],
    expires: float | None,
    for_cli: bool,
    as_json: bool,
) -> None:
    """Create a key. The secret is printed once.

    \b
    runwhy keys add ci --scope runs:write
    runwhy keys add contractor --read-only --tag customer=acme --expires 30d
    RUNWHY_API_KEY="$(runwhy keys add laptop --scope admin --cli)"
    """
    given = {*scopes, *(sorted(BOUND_SCOPES) if read_only else ())}
    if not given:
        raise click.UsageError("Set --scope at least once, or --read-only.")
    body: dict[str, Any] = {"name": name, "scopes": sorted(given)}
    if expires is not None:
        body["expiresAt"] = _after(expires).isoformat()
    body |= {"client": "cli" if for_cli else "api", "tags": tags}
    with app.client() as client:
        key = create(client, "/keys", body)
    if as_json:
        echo_json(key)
    elif key.get("secret"):
        click.echo(key["secret"])
        click.echo(f"{key['id']}: store the secret now, it is not shown again", err=True)
    else:  # the response with the secret was lost, and the retry returns only the key
        raise Stop(f"the secret of {key['id']} was lost; remove this key and create another one")


@keys.command("list")
@result_command
def list_keys(client: runwhy.Client) -> Result:
    """List keys that are not revoked, without their secrets.

    \b
    runwhy keys list
    """
    head = ("KEY", "NAME", "TAGS", "SCOPES", "EXPIRES", "CREATED", "PREFIX")
    return table(head, client.list_keys(), _row)


def _row(key: runwhy.ApiKey) -> tuple[str, ...]:
    scopes, created = " ".join(key.scopes), column_time(key.created_at)
    expires = column_time(key.expires_at) if key.expires_at else "never"
    return key.id, key.name, tags_text(key.tags), scopes, expires, created, key.hint


@keys.command()
@key_argument
@result_command
def show(client: runwhy.Client, key_id: str) -> Result:
    """Show a key, without its secret.

    \b
    runwhy keys show key_01k9…
    """
    key = client.get_key(key_id)
    old = key.old_secret_until
    shown = {
        "key": key.id,
        "name": key.name,
        "prefix": key.hint,
        "scopes": " ".join(key.scopes),
        "tags": tags_text(key.tags),
        "trigger": key.client,
        "created": column_time(key.created_at),
        "expires": column_time(key.expires_at) if key.expires_at else "never",
        "old secret valid until": column_time(old) if old else None,
    }
    return fields(key, shown)


@keys.command()
@key_argument
@click.option("--name", metavar="TEXT", help="New name.")
@duration_option("--expires", least="1s", help="Time from now after which the key is refused")
@click.option("--never-expires", is_flag=True, help="Remove the expiry.")
@result_command
def change(
    client: runwhy.Client,
    key_id: str,
    name: str | None,
    expires: float | None,
    never_expires: bool,
) -> Result:
    """Change the name or the expiry of a key. Scopes and tags cannot be changed.

    \b
    runwhy keys change key_01k9… --name deploy
    runwhy keys change key_01k9… --expires 30d
    """
    if expires is not None and never_expires:
        raise click.UsageError("use either --expires or --never-expires")
    later = None if expires is None else _after(expires)
    at: datetime | Literal["never"] | None = "never" if never_expires else later
    if name is None and at is None:
        raise click.UsageError("nothing to change; use --name, --expires or --never-expires")
    changed = client.update_key(key_id, name=name, expires_at=at)
    until = f"  expires {column_time(changed.expires_at)}" if changed.expires_at else ""
    return line(changed, f"{key_id}  changed{until}")


def _after(seconds: float) -> datetime:
    return datetime.now(UTC) + timedelta(seconds=seconds)


@keys.command()
@key_argument
@duration_option(
    "--grace",
    most="30d",
    default="1h",
    show_default=True,
    help="How long the old secret stays valid",
)
@result_command
def rotate(client: runwhy.Client, key_id: str, grace: float) -> Result:
    """Rotate a key. The new secret is printed once.

    \b
    runwhy keys rotate key_01k9… --grace 1d
    """
    path = f"/keys/{quote(key_id, safe='')}/rotate"
    key: Any = client.request("POST", path, {"graceSeconds": grace})

    def show() -> None:
        click.echo(key["secret"])
        click.echo(f"{key_id}: the old secret is valid until {key['oldSecretUntil']}", err=True)

    return Result([key], show)


@keys.command()
@click.argument("ids", nargs=-1, required=True, metavar="KEY...", shell_complete=complete_keys)
@client_command
def remove(client: runwhy.Client, ids: tuple[str, ...]) -> None:
    """Revoke keys. Requests with them are rejected immediately.

    \b
    runwhy keys remove key_01k9…
    """
    for key_id in ids:
        client.delete_key(key_id)
        click.echo(f"{key_id}  removed")
