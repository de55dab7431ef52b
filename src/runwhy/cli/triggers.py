"""`runwhy triggers`: manage triggers and show their occurrences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

import click

from runwhy.cli.app import App, db_option, pass_app
from runwhy.cli.arguments import (
    json_option,
    limit_option,
    model_option,
    parse_pairs,
    read_prompt,
    tag_option,
)
from runwhy.cli.output import (
    column_tags,
    column_time,
    echo_fields,
    echo_json,
    echo_table,
    moment_text,
    tags_text,
)

_OVERLAP = ("skip", "queue", "cancel_previous", "allow")
_VERIFY = ("standard", "github", "slack", "stripe", "token")


@click.group()
def triggers() -> None:
    """Manage triggers: schedules, webhooks and Telegram bots."""


@triggers.group()
def add() -> None:
    """Create a trigger."""


def _add(app: App, as_json: bool, **body: Any) -> None:
    model = body.pop("model")
    given = {key: value for key, value in body.items() if value not in (None, (), {})}
    spec = {"spec": {"modelId": model}} if model else {}
    with app.client() as client:
        trigger: Any = client.request(
            "POST", "/triggers", {**given, **spec}, idempotency_key=str(uuid4())
        )
    if as_json:
        echo_json(trigger)
        return
    click.echo(trigger["id"])
    if trigger.get("inWords"):
        click.echo(f"{trigger['inWords']}; next run at {moment_text(trigger['nextAt'])}", err=True)
    if trigger.get("hookPath"):
        click.echo(f"path: {trigger['hookPath']}", err=True)
    if trigger.get("secret"):
        click.echo(f"secret (shown only once): {trigger['secret']}", err=True)


_agent_option = click.option("--agent", "agent_id", metavar="ID", help="Agent to run.")
_session_option = click.option(
    "--session", "session_id", metavar="ID", help="Session that the runs belong to."
)


@add.command()
@click.argument("name")
@click.argument("prompt")
@click.option(
    "--schedule",
    required=True,
    metavar="CRON",
    help="Cron expression of 5 fields, or 6 with seconds.",
)
@click.option("--tz", metavar="ZONE", help="IANA time zone. Default: UTC.")
@click.option(
    "--overlap",
    type=click.Choice(_OVERLAP),
    help="What to do while the previous run is still active.",
)
@click.option(
    "--catch-up",
    type=click.Choice(("none", "last", "all")),
    help="Which missed runs to start after a downtime.",
)
@click.option(
    "--catch-up-window", type=float, metavar="SECONDS", help="Maximum age of a missed run."
)
@click.option(
    "--pause-after",
    type=int,
    metavar="N",
    help="Pause after N failures in a row; 0 for never.",
)
@tag_option
@model_option
@_agent_option
@_session_option
@json_option
@db_option
@pass_app
def cron(
    app: App,
    name: str,
    prompt: str,
    schedule: str,
    tz: str | None,
    overlap: str | None,
    catch_up: str | None,
    catch_up_window: float | None,
    pause_after: int | None,
    tags: dict[str, str],
    model: str | None,
    agent_id: str | None,
    session_id: str | None,
    as_json: bool,
) -> None:
    """Run PROMPT on a schedule.

    \b
    runwhy triggers add cron nightly --schedule "0 2 * * *" --tz Europe/Berlin \\
        --tag env=prod "Summarize what happened today"
    """
    _add(
        app,
        as_json,
        kind="cron",
        name=name,
        prompt=read_prompt(prompt),
        schedule=schedule,
        timezone=tz,
        overlap=overlap,
        catchUp=catch_up,
        catchUpWindow=catch_up_window,
        pauseAfterFailures=pause_after,
        metadata=tags,
        model=model,
        agentId=agent_id,
        sessionId=session_id,
    )


@add.command()
@click.argument("name")
@click.argument("prompt")
@click.option(
    "--verify", type=click.Choice(_VERIFY), required=True, help="How deliveries are authenticated."
)
@click.option(
    "--secret-env", metavar="NAME", help="Server environment variable that holds the secret."
)
@click.option("--token-header", metavar="HEADER", help="Header with the token, for --verify token.")
@click.option(
    "--tag-from",
    "tags_from",
    multiple=True,
    metavar="KEY=JMESPATH",
    help="Tag with a value from the body; can be repeated.",
)
@tag_option
@model_option
@_agent_option
@_session_option
@json_option
@db_option
@pass_app
def webhook(
    app: App,
    name: str,
    prompt: str,
    verify: str,
    secret_env: str | None,
    token_header: str | None,
    tags_from: tuple[str, ...],
    tags: dict[str, str],
    model: str | None,
    agent_id: str | None,
    session_id: str | None,
    as_json: bool,
) -> None:
    """Run PROMPT for each webhook delivery.

    {{JMESPATH}} in PROMPT is replaced with a value from the body. Without
    --secret-env, a secret is generated and printed once, unless the sender issues its
    own.

    \b
    runwhy triggers add webhook push --verify github --tag-from repo=repository.name \\
        "Review the push to {{repository.full_name}}"
    """
    _add(
        app,
        as_json,
        kind="webhook",
        name=name,
        promptTemplate=read_prompt(prompt),
        verify=verify,
        secretEnv=secret_env,
        tokenHeader=token_header,
        tagsFrom=parse_pairs(tags_from),
        metadata=tags,
        model=model,
        agentId=agent_id,
        sessionId=session_id,
    )


@add.command()
@click.argument("name")
@click.option(
    "--token-env",
    required=True,
    metavar="NAME",
    help="Server environment variable that holds the bot token.",
)
@click.option(
    "--chat",
    "chats",
    type=int,
    multiple=True,
    required=True,
    help="Id of an allowed chat; can be repeated.",
)
@click.option("--api-base", metavar="URL", help="URL of another Bot API server.")
@tag_option
@model_option
@_agent_option
@json_option
@db_option
@pass_app
def telegram(
    app: App,
    name: str,
    token_env: str,
    chats: tuple[int, ...],
    api_base: str | None,
    tags: dict[str, str],
    model: str | None,
    agent_id: str | None,
    as_json: bool,
) -> None:
    """Reply to messages to a Telegram bot in the allowed chats.

    \b
    runwhy triggers add telegram bot --token-env RUNWHY_TELEGRAM_TOKEN --chat 123456789
    """
    _add(
        app,
        as_json,
        kind="telegram",
        name=name,
        tokenEnv=token_env,
        allowedChatIds=[*chats],
        apiBase=api_base,
        metadata=tags,
        model=model,
        agentId=agent_id,
    )


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
