"""`runwhy triggers`: manage triggers and show their occurrences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

import runwhy
from runwhy.cli.app import App, pass_app
from runwhy.cli.arguments import json_option, limit_option, read_prompt, tag_changes_option
from runwhy.cli.commands import Result, client_command, line, result_command, table
from runwhy.cli.completion import complete_triggers
from runwhy.cli.new_triggers import (
    add,
    agent_option,
    cron_options,
    inbox_options,
    session_option,
)
from runwhy.cli.output import column_tags, column_time, echo_fields, moment_text, tags_text
from runwhy.cli.trigger_health import (
    late_text,
    occurrence_row,
    paint,
    paint_marks,
    run_marks,
    state_text,
    time_of,
)

trigger_argument = click.argument("trigger", shell_complete=complete_triggers)


@click.group()
def triggers() -> None:
    """Manage triggers: schedules, webhooks and Telegram bots."""


triggers.add_command(add)


@triggers.command("list")
@click.option(
    "--sort",
    type=click.Choice(["name", "trouble"]),
    default="name",
    help="By name, or failing triggers first, then late and paused ones.",
)
@result_command
def list_triggers(client: runwhy.Client, sort: str) -> Result:
    """List triggers with their state, last runs and next time.

    The last 20 runs are marks, newest last: ● succeeded, ✗ failed, – cancelled,
    ▸ running, ? waiting, · queued. ○ stands for missed times.

    \b
    runwhy triggers list
    runwhy triggers list --sort trouble
    runwhy triggers list --json | jq -r .nextAt
    """
    found: Any = client.request("GET", f"/triggers?sort={sort}")
    head = ("NAME", "LAST RUNS", "NEXT", "STATE", "KIND", "TAGS", "TRIGGER")
    return table(head, found["triggers"], _row, paint)


def _row(trigger: dict[str, Any]) -> tuple[str, ...]:
    marks, state = run_marks(trigger["health"]), state_text(trigger)
    tags, next_at = column_tags(trigger["metadata"]), column_time(trigger["nextAt"])
    return trigger["name"], marks, next_at, state, trigger["kind"], tags, trigger["id"]


@triggers.command()
@trigger_argument
@limit_option(10)
@result_command
def show(client: runwhy.Client, trigger: str, limit: int) -> Result:
    """Show a trigger, its health, next times and occurrences.

    \b
    runwhy triggers show nightly
    runwhy triggers show nightly -n 50 --json
    """
    found: Any = client.request("GET", f"/triggers/{trigger}")
    kind = "deliveries" if found["kind"] == "webhook" else "occurrences"
    past: Any = client.request("GET", f"/triggers/{trigger}/{kind}?limit={limit}")
    history = _deliveries(past[kind], found) if kind == "deliveries" else _occurrences(past[kind])

    def show() -> None:
        echo_fields(_fields(found))
        if marks := run_marks(found["health"]):
            click.echo(f"\nLast runs, newest last: {paint_marks(marks)}")
        click.echo()
        history.show()

    return Result([{**found, kind: past[kind]}], show)


def _fields(trigger: dict[str, Any]) -> dict[str, str | None]:
    return {
        "trigger": trigger["id"],
        "name": trigger["name"],
        "kind": trigger["kind"],
        "state": state_text(trigger),
        "lateness": late_text(trigger["health"]["latenessMs"]),
        "schedule": trigger.get("schedule"),
        "meaning": trigger["inWords"],
        "next": "\n".join(moment_text(at) for at in trigger["nextTimes"]),
        "path": trigger["hookPath"],
        "token env": trigger.get("tokenEnv"),
        "chats": _ids_text(trigger.get("allowedChatIds")),
        "inbox chat": str(trigger.get("inboxChatId") or ""),
        "inbox users": _ids_text(trigger.get("inboxUserIds")),
        "tags": tags_text(trigger["metadata"]),
        "tags from": tags_text(trigger.get("tagsFrom") or {}),
        "prompt": trigger["prompt"] or trigger.get("promptTemplate"),
    }


def _ids_text(ids: Sequence[int] | None) -> str:
    return " ".join(map(str, ids or ()))


def _occurrences(found: Sequence[dict[str, Any]]) -> Result:
    if any(one["plannedAt"] for one in found):
        return table(("PLANNED", "LATE", "STATUS", "RUN", "REASON"), found, occurrence_row, paint)
    head = ("TIME", "STATUS", "RUN", "REASON")
    return table(head, found, lambda one: (time_of(one), *occurrence_row(one)[2:]), paint)


def _deliveries(found: Sequence[dict[str, Any]], trigger: dict[str, Any]) -> Result:
    """Return the deliveries of a webhook, including rejected ones and the reasons."""
    runs = {run["runId"]: run for run in trigger["health"]["recent"]}

    def row(one: dict[str, Any]) -> tuple[str, ...]:
        run = runs.get(one["runId"], {})
        reason = one["problem"] or run.get("reason") or ""
        at, status = column_time(one["at"]), run.get("status", "")
        return at, one["outcome"], status, one["runId"] or "", reason

    return table(("TIME", "OUTCOME", "STATUS", "RUN", "REASON"), found, row, paint)


@triggers.command()
@trigger_argument
@click.option("--name", metavar="TEXT", help="New name.")
@click.option("--prompt", metavar="TEXT", help="New prompt; `-` reads it from stdin.")
@click.option("--schedule", metavar="CRON", help="New schedule: 5 fields, or 6 with seconds.")
@cron_options
@click.option(
    "--chat",
    "allowedChatIds",
    type=int,
    multiple=True,
    help="Id of an allowed chat; can be repeated. Replaces all.",
)
@inbox_options
@tag_changes_option
@agent_option
@session_option
@result_command
def change(
    client: runwhy.Client,
    trigger: str,
    prompt: str | None,
    tags: dict[str, str | None],
    **fields: Any,
) -> Result:
    """Change a trigger. Options that are not given keep their values.

    \b
    runwhy triggers change nightly --schedule "0 3 * * *" --tag env=prod --tag test-
    runwhy triggers change nightly --prompt "Summarize what happened yesterday"
    """
    found: Any = client.request("GET", f"/triggers/{trigger}")
    body = {key: value for key, value in fields.items() if value not in (None, ())}
    if prompt is not None:
        body["promptTemplate" if found["kind"] == "webhook" else "prompt"] = read_prompt(prompt)
    if tags:
        merged = {**found["metadata"], **tags}
        body["metadata"] = {key: value for key, value in merged.items() if value is not None}
    if not body:
        raise click.UsageError("Set at least one option to change.")
    changed: Any = client.request("PATCH", f"/triggers/{trigger}", body)
    when = moment_text(changed["nextAt"]) if changed["nextAt"] else ""
    return line(changed, f"{changed['name']}  changed  {when}".rstrip())


@triggers.command()
@trigger_argument
@click.option("--note", default="", help="Reason, shown in the list of triggers.")
@client_command
def pause(client: runwhy.Client, trigger: str, note: str) -> None:
    """Pause a trigger until you resume it.

    \b
    runwhy triggers pause nightly --note "until the migration is done"
    """
    client.request("POST", f"/triggers/{trigger}/pause", {"note": note})
    click.echo(f"{trigger}  paused")


@triggers.command()
@trigger_argument
@client_command
def resume(client: runwhy.Client, trigger: str) -> None:
    """Resume a paused trigger.

    \b
    runwhy triggers resume nightly
    """
    found: Any = client.request("POST", f"/triggers/{trigger}/resume", {})
    click.echo(f"{trigger}  on  {moment_text(found['nextAt'])}".rstrip())


@triggers.command()
@trigger_argument
@json_option
@pass_app
def fire(app: App, trigger: str, as_json: bool) -> None:
    """Fire a trigger now and print the run id.

    The run is attended, and its origin names you as the actor.

    \b
    runwhy triggers fire nightly
    runwhy runs follow "$(runwhy triggers fire nightly)"
    """
    with app.client(needs_server=True) as client:
        accepted: Any = client.request("POST", f"/triggers/{trigger}/fire", {})
    line(accepted, accepted["runId"]).echo(as_json=as_json)


@triggers.command()
@click.argument(
    "names", nargs=-1, required=True, metavar="TRIGGER...", shell_complete=complete_triggers
)
@client_command
def remove(client: runwhy.Client, names: tuple[str, ...]) -> None:
    """Delete triggers. Their runs are kept.

    \b
    runwhy triggers remove nightly
    """
    for name in names:
        client.request("DELETE", f"/triggers/{name}")
        click.echo(f"{name}  removed")
