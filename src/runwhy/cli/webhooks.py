"""`runwhy webhooks`: manage outgoing webhooks and their deliveries."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import click

import runwhy
from runwhy.cli.arguments import limit_option, query_option
from runwhy.cli.commands import Result, client_command, create, fields, line, result_command, table
from runwhy.cli.completion import complete_webhooks
from runwhy.cli.exit_codes import Missing, Stop
from runwhy.cli.output import column_time

EVENTS = ("runs", "inbox", "alerts")

webhook_argument = click.argument("webhook", metavar="WEBHOOK", shell_complete=complete_webhooks)
_events_option = click.option(
    "--events",
    type=click.Choice(EVENTS),
    help="Send runs that end (the default), inbox items, or alerts that name the webhook.",
)


@click.group()
def webhooks() -> None:
    """Manage outgoing webhooks: signed notices to other programs."""


@webhooks.command()
@click.argument("url")
@click.option("--name", metavar="TEXT", help="Name.")
@query_option
@_events_option
@result_command
def add(client: runwhy.Client, url: str, **options: Any) -> Result:
    """Create an outgoing webhook. The secret is printed once.

    \b
    runwhy webhooks add https://ops.example.com/runwhy --query 'status:failed env:prod'
    runwhy webhooks add https://ops.example.com/inbox --name on-call --events inbox
    """
    made = create(client, "/subscriptions", {"url": url, **_given(options)})
    return Result([made], lambda: _echo_secret(made, made["id"]))


def _echo_secret(webhook: Any, text: str) -> None:
    click.echo(text)
    if webhook["secret"]:
        click.echo(f"secret (shown only once): {webhook['secret']}", err=True)


def _given(options: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if value is not None}


@webhooks.command("list")
@result_command
def list_webhooks(client: runwhy.Client) -> Result:
    """List outgoing webhooks, without their secrets.

    \b
    runwhy webhooks list
    """
    return table(("WEBHOOK", "NAME", "EVENTS", "STATE", "URL", "QUERY"), _all(client), _row)


def _row(webhook: Any) -> tuple[str, ...]:
    query = webhook["query"] or ("" if webhook["events"] == "alerts" else "all runs")
    named = webhook["id"], webhook["name"], webhook["events"]
    return *named, _state(webhook), webhook["url"], query


def _state(webhook: Any) -> str:
    if webhook["enabled"]:
        return "enabled"
    return f"disabled: {(webhook['note'] or 'by you').removeprefix('disabled: ')}"


@webhooks.command()
@webhook_argument
@result_command
def show(client: runwhy.Client, webhook: str) -> Result:
    """Show an outgoing webhook, given by its id or name.

    \b
    runwhy webhooks show on-call
    """
    found = _find(client, webhook)
    shown = {
        "webhook": found["id"],
        "name": found["name"],
        "url": found["url"],
        "events": found["events"],
        "query": found["query"],
        "state": _state(found),
        "created": f"{column_time(found['createdAt'])} by {found['createdBy']}",
        "changed": column_time(found["updatedAt"]),
    }
    return fields(found, shown)


@webhooks.command()
@webhook_argument
@click.option("--name", metavar="TEXT", help="New name.")
@click.option("--url", help="New URL.")
@query_option
@_events_option
@click.option("--enable/--disable", "enabled", default=None, help="Enable or disable the webhook.")
@result_command
def change(client: runwhy.Client, webhook: str, **options: Any) -> Result:
    """Change an outgoing webhook, given by its id or name. It then has the access of your key.

    \b
    runwhy webhooks change on-call --url https://ops.example.com/inbox
    runwhy webhooks change on-call --disable
    """
    body = _given(options)
    if not body:
        raise click.UsageError("nothing to change; use --url, --query or another option")
    changed: Any = client.request("PATCH", _path(client, webhook), body)
    return line(changed, f"{webhook}  changed")


@webhooks.command()
@webhook_argument
@result_command
def rotate(client: runwhy.Client, webhook: str) -> Result:
    """Rotate the secret. For a day, deliveries are signed with the old secret too.

    \b
    runwhy webhooks rotate on-call
    """
    changed: Any = client.request("POST", f"{_path(client, webhook)}/rotate")
    return Result([changed], lambda: _echo_secret(changed, f"{webhook}  rotated"))


@webhooks.command()
@click.argument(
    "webhooks", nargs=-1, required=True, metavar="WEBHOOK...", shell_complete=complete_webhooks
)
@client_command
def remove(client: runwhy.Client, webhooks: tuple[str, ...]) -> None:
    """Delete outgoing webhooks, given by id or name. Pending deliveries are not sent.

    \b
    runwhy webhooks remove on-call
    """
    for webhook in webhooks:
        client.request("DELETE", _path(client, webhook))
        click.echo(f"{webhook}  removed")


@webhooks.command()
@webhook_argument
@limit_option()
@result_command
def deliveries(client: runwhy.Client, webhook: str, limit: int) -> Result:
    """List deliveries of an outgoing webhook, newest first.

    \b
    runwhy webhooks deliveries on-call
    runwhy webhooks deliveries on-call --json | jq -r 'select(.status == "failed").id'
    """
    found: Any = client.request("GET", f"{_path(client, webhook)}/deliveries?limit={limit}")
    head = ("DELIVERY", "TIME", "STATUS", "ATTEMPTS", "TYPE", "RUN", "ANSWER")
    return table(head, found["deliveries"], _delivery_row)


def _delivery_row(delivery: Any) -> tuple[str, ...]:
    answer = delivery["lastError"] or delivery["lastStatus"] or ""
    sent = column_time(delivery["createdAt"]), delivery["status"], str(delivery["attempts"])
    return delivery["id"], *sent, delivery["type"], delivery["runId"], str(answer)


@webhooks.command()
@webhook_argument
@click.argument("delivery", metavar="DELIVERY")
@result_command
def replay(client: runwhy.Client, webhook: str, delivery: str) -> Result:
    """Send a delivery again, with the same id.

    \b
    runwhy webhooks replay on-call msg_01k9…
    """
    path = f"{_path(client, webhook)}/deliveries/{quote(delivery, safe='')}/replay"
    return line(client.request("POST", path), f"{delivery}  queued")


def _all(client: runwhy.Client) -> list[Any]:
    answer: Any = client.request("GET", "/subscriptions")
    found: list[Any] = answer["subscriptions"]
    return found


def _find(client: runwhy.Client, webhook: str) -> Any:
    """Return the webhook with this id or name. Raises: Missing, or Stop if several match."""
    found = [one for one in _all(client) if webhook in (one["id"], one["name"])]
    if not found:
        raise Missing(f"no outgoing webhook {webhook}; see `runwhy webhooks list`")
    if len(found) > 1:
        ids = ", ".join(one["id"] for one in found)
        raise Stop(f"{len(found)} outgoing webhooks are called {webhook}; use an id: {ids}")
    return found[0]


def _path(client: runwhy.Client, webhook: str) -> str:
    return f"/subscriptions/{_find(client, webhook)['id']}"
