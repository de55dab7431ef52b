"""`runwhy triggers add`: create schedules, webhooks and Telegram bots.

Options are named like the fields of the request, so that a command passes them on.
"""

from __future__ import annotations

from typing import Any

import click

from runwhy.cli.app import App
from runwhy.cli.arguments import (
    combined,
    model_option,
    parse_pairs,
    read_prompt,
    tag_option,
)
from runwhy.cli.commands import Result, app_command, create
from runwhy.cli.completion import complete_agents, complete_sessions
from runwhy.cli.durations import duration_option
from runwhy.cli.executor_options import executor_fields, executor_options
from runwhy.cli.output import moment_text

_OVERLAP = ("skip", "queue", "cancel_previous", "allow")
_VERIFY = ("standard", "github", "slack", "stripe", "token")


@click.group()
def add() -> None:
    """Create a trigger."""


def _add(
    app: App, as_json: bool, *, tags: dict[str, str], model: str | None, **fields: Any
) -> None:
    given = {name: fields.pop(name) for name in ("executor", "cwd", "approvals")}
    coding = executor_fields({**given, "tags": tags})
    spec = {
        "modelId": model,
        "executor": coding.get("executor"),
        "executorOptions": coding.get("executor_options"),
    }
    spec = {key: value for key, value in spec.items() if value}
    body = {**fields, "metadata": coding.get("metadata", tags), "spec": spec}
    body = {key: value for key, value in body.items() if value not in (None, (), {})}
    with app.client() as client:
        trigger = create(client, "/triggers", body)
    Result([trigger], lambda: _echo(trigger)).echo(as_json=as_json)


def _echo(trigger: dict[str, Any]) -> None:
    click.echo(trigger["id"])
    if trigger.get("inWords"):
        click.echo(f"{trigger['inWords']}; next run at {moment_text(trigger['nextAt'])}", err=True)
    if trigger.get("hookPath"):
        click.echo(f"path: {trigger['hookPath']}", err=True)
    if trigger.get("secret"):
        click.echo(f"secret (shown only once): {trigger['secret']}", err=True)


agent_option = click.option(
    "--agent", "agentId", metavar="NAME", help="Agent to run.", shell_complete=complete_agents
)
_agent_options = combined(tag_option, model_option, agent_option, executor_options)
session_option = click.option(
    "--session",
    "sessionId",
    metavar="ID",
    shell_complete=complete_sessions,
    help="Session that the runs belong to.",
)


cron_options = combined(
    click.option(
        "--tz",
        "timezone",
        metavar="ZONE",
        help="Time zone, such as Europe/Berlin. New schedules default to UTC.",
    ),
    click.option(
        "--overlap",
        type=click.Choice(_OVERLAP),
        help="What to do while the previous run is still active. New schedules default to skip.",
    ),
    click.option(
        "--catch-up",
        "catchUp",
        type=click.Choice(("none", "last", "all")),
        help="Which missed runs to start after a downtime. New schedules default to none.",
    ),
    duration_option(
        "--catch-up-window",
        "catchUpWindow",
        least="1m",
        most="31d",
        default_text="1d for new schedules",
        help="Maximum age of a missed run",
    ),
    click.option(
        "--pause-after",
        "pauseAfterFailures",
        type=int,
        metavar="N",
        help="Pause after N failures in a row; 0 for never. New schedules default to 5.",
    ),
)
inbox_options = combined(
    click.option(
        "--inbox-chat", "inboxChatId", type=int, metavar="ID", help="Chat to notify of inbox items."
    ),
    click.option(
        "--inbox-user",
        "inboxUserIds",
        type=int,
        multiple=True,
        metavar="ID",
        help="Telegram user who can decide in that chat; can be repeated.",
    ),
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
@cron_options
@_agent_options
@session_option
@app_command
def cron(app: App, /, prompt: str, as_json: bool, **fields: Any) -> None:
    """Run PROMPT on a schedule.

    \b
    runwhy triggers add cron nightly --schedule "0 2 * * *" --tz Europe/Berlin \\
        --tag env=prod "Summarize what happened today"
    runwhy triggers add cron tidy --schedule "0 3 * * 1" --executor claude \\
        --cwd /srv/project --approvals deny "Update the dependencies"
    """
    _add(app, as_json, kind="cron", prompt=read_prompt(prompt), **fields)


@add.command()
@click.argument("name")
@click.argument("prompt")
@click.option(
    "--verify", type=click.Choice(_VERIFY), required=True, help="How deliveries are authenticated."
)
@click.option(
    "--secret-env",
    "secretEnv",
    metavar="NAME",
    help="Server environment variable that holds the secret.",
)
@click.option(
    "--token-header",
    "tokenHeader",
    metavar="HEADER",
    help="Header with the token, for --verify token.",
)
@click.option(
    "--tag-from",
    "tags_from",
    multiple=True,
    metavar="KEY=JMESPATH",
    help="Tag with a value from the body; can be repeated.",
)
@_agent_options
@session_option
@app_command
def webhook(
    app: App, /, prompt: str, tags_from: tuple[str, ...], as_json: bool, **fields: Any
) -> None:
    """Run PROMPT for each webhook delivery.

    {{JMESPATH}} in PROMPT is replaced with a value from the body. Without
    --secret-env, a secret is generated and printed once, unless the sender issues its
    own.

    \b
    runwhy triggers add webhook push --verify github --tag-from repo=repository.name \\
        "Review the push to {{repository.full_name}}"
    """
    template, found = read_prompt(prompt), parse_pairs(tags_from)
    _add(app, as_json, kind="webhook", promptTemplate=template, tagsFrom=found, **fields)


@add.command()
@click.argument("name")
@click.option(
    "--token-env",
    "tokenEnv",
    required=True,
    metavar="NAME",
    help="Server environment variable that holds the bot token.",
)
@click.option(
    "--chat",
    "allowedChatIds",
    type=int,
    multiple=True,
    required=True,
    help="Id of an allowed chat; can be repeated.",
)
@click.option("--api-base", "apiBase", metavar="URL", help="URL of another Bot API server.")
@inbox_options
@_agent_options
@app_command
def telegram(app: App, /, as_json: bool, **fields: Any) -> None:
    """Reply to messages to a Telegram bot in the allowed chats.

    \b
    runwhy triggers add telegram bot --token-env RUNWHY_TELEGRAM_TOKEN --chat 123456789
    runwhy triggers add telegram bot --token-env RUNWHY_TELEGRAM_TOKEN --chat 123456789 \\
        --inbox-chat 123456789 --inbox-user 123456789
    """
    _add(app, as_json, kind="telegram", **fields)
