"""`runwhy triggers`: manage triggers and show their occurrences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from runwhy.cli.app import App, db_option, pass_app
from runwhy.cli.arguments import json_option, limit_option
from runwhy.cli.new_triggers import add
from runwhy.cli.output import (
    column_tags,
    column_time,
    echo_fields,
    echo_json,
    echo_table,
    moment_text,
    tags_text,
)


@click.group()
def triggers() -> None:
    """Manage triggers: schedules, webhooks and Telegram bots."""


triggers.add_command(add)


@triggers.command("list")
@json_option
@db_option
@pass_app
def list_triggers(app: App, as_json: bool) -> None:
    """List triggers by name.

    \b
    runwhy triggers list
    runwhy triggers list --json | jq -r .nextAt
    """
    with app.client() as client:
        found: Any = client.request("GET", "/triggers")
    if as_json:
        for trigger in found["triggers"]:
            echo_json(trigger)
        return
    rows = [
        (
            t["name"],
            t["kind"],
            _state(t),
            column_time(t["nextAt"]),
            column_tags(t["metadata"]),
            t["id"],
        )
        for t in found["triggers"]
    ]
    echo_table(("NAME", "KIND", "STATE", "NEXT", "TAGS", "TRIGGER"), rows)


def _state(trigger: dict[str, Any]) -> str:
    if trigger["enabled"]:
        return "on"
    return f"paused: {trigger['note']}" if trigger["note"] else "paused"


@triggers.command()
@click.argument("trigger")
@limit_option(10)
@json_option
@db_option
@pass_app
def show(app: App, trigger: str, limit: int, as_json: bool) -> None:
    """Show a trigger, its next times and its latest occurrences.

    \b
    runwhy triggers show nightly
    runwhy triggers show nightly -n 50 --json
    """
    with app.client() as client:
        found: Any = client.request("GET", f"/triggers/{trigger}")
        kind = "deliveries" if found["kind"] == "webhook" else "occurrences"
        past: Any = client.request("GET", f"/triggers/{trigger}/{kind}?limit={limit}")
    if as_json:
        echo_json({**found, kind: past[kind]})
        return
    echo_fields(
        {
            "trigger": found["id"],
            "name": found["name"],
            "kind": found["kind"],
            "state": _state(found),
            "schedule": found.get("schedule"),
            "meaning": found["inWords"],
            "next": "\n".join(moment_text(at) for at in found["nextTimes"]),
            "path": found["hookPath"],
            "token env": found.get("tokenEnv"),
            "chats": " ".join(str(chat) for chat in found.get("allowedChatIds") or ()),
            "tags": tags_text(found["metadata"]),
            "tags from": tags_text(found.get("tagsFrom") or {}),
            "prompt": found["prompt"] or found.get("promptTemplate"),
        }
    )
    click.echo()
    (_echo_deliveries if kind == "deliveries" else _echo_occurrences)(past[kind])


def _echo_occurrences(occurrences: Sequence[dict[str, Any]]) -> None:
    rows = [
        (
            column_time(o["plannedAt"] or o["at"]),
            o["status"],
            str(o["count"]),
            o["runId"] or o["reason"] or "",
        )
        for o in occurrences
    ]
    echo_table(("TIME", "STATUS", "COUNT", "RUN OR REASON"), rows)


def _echo_deliveries(deliveries: Sequence[dict[str, Any]]) -> None:
    """Print the deliveries of a webhook, including rejected ones and the reasons."""
    rows = [(column_time(d["at"]), d["outcome"], d["runId"] or d["problem"]) for d in deliveries]
    echo_table(("TIME", "OUTCOME", "RUN OR REASON"), rows)


@triggers.command()
@click.argument("trigger")
@click.option("--note", default="", help="Reason, shown in the list of triggers.")
@db_option
@pass_app
def pause(app: App, trigger: str, note: str) -> None:
    """Pause a trigger until you resume it.

    \b
    runwhy triggers pause nightly --note "until the migration is done"
    """
    with app.client() as client:
        client.request("POST", f"/triggers/{trigger}/pause", {"note": note})
    click.echo(f"{trigger}  paused")


@triggers.command()
@click.argument("trigger")
@db_option
@pass_app
def resume(app: App, trigger: str) -> None:
    """Resume a paused trigger.

    \b
    runwhy triggers resume nightly
    """
    with app.client() as client:
        found: Any = client.request("POST", f"/triggers/{trigger}/resume", {})
    click.echo(f"{trigger}  on  {moment_text(found['nextAt'])}".rstrip())


@triggers.command()
@click.argument("trigger")
@pass_app
def fire(app: App, trigger: str) -> None:
    """Fire a trigger now and print the run id.

    The run is attended, and its origin names you as the actor.

    \b
    runwhy triggers fire nightly
    runwhy runs follow "$(runwhy triggers fire nightly)"
    """
    with app.client(needs_server=True) as client:
        accepted: Any = client.request("POST", f"/triggers/{trigger}/fire", {})
    click.echo(accepted["runId"])


@triggers.command()
@click.argument("names", nargs=-1, required=True, metavar="TRIGGER...")
@db_option
@pass_app
def remove(app: App, names: tuple[str, ...]) -> None:
    """Delete triggers. Their runs are kept.

    \b
    runwhy triggers remove nightly
    """
    with app.client() as client:
        for name in names:
            client.request("DELETE", f"/triggers/{name}")
            click.echo(f"{name}  removed")
