"""`runwhy inbox`: items that need a person, and decisions about them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import click

import runwhy
from runwhy.cli.app import App, db_option, pass_app
from runwhy.cli.approval_decisions import ALLOW, DECIDED, DENY, FOR_RUN
from runwhy.cli.arguments import json_option
from runwhy.cli.commands import Result, line, result_command
from runwhy.cli.completion import complete_items, complete_requests
from runwhy.cli.exit_codes import Missing, Stop
from runwhy.cli.output import column_time, echo_json, one_line, seconds_text
from runwhy.core.agents.approval_text import question
from runwhy.core.inbox.items import ItemKind

KINDS = [kind.value for kind in ItemKind]
APPROVAL = ItemKind.APPROVAL.value
LABELS = {
    **DECIDED,
    "dismiss": "dismissed",
    "resolved": "settled",
    "cancel_run": "run cancelled",
    "rerun": "run repeated",
    "resume_trigger": "trigger resumed",
}


@click.group(invoke_without_command=True)
@click.option("--kind", type=click.Choice(KINDS), metavar="KIND", help="Only items of this kind.")
@click.option("--all", "show_all", is_flag=True, help="Show items settled in the last day, too.")
@click.option("--watch", is_flag=True, help="Print the inbox after each change, until Ctrl-C.")
@json_option
@db_option
@pass_app
@click.pass_context
def inbox(
    ctx: click.Context, app: App, kind: str | None, show_all: bool, watch: bool, as_json: bool
) -> None:
    """List items that need you, such as approvals and failures.

    The most urgent come first. Kinds: approval, client_tool, no_worker, alert,
    budget, crashed_run, failing_trigger, failed_delivery, paused_trigger.

    \b
    runwhy inbox
    runwhy inbox --watch
    runwhy inbox allow
    runwhy inbox deny --reason "not in production"
    runwhy inbox --json | jq -r .title
    """
    if ctx.invoked_subcommand is not None:
        return
    with app.client(needs_server=watch) as client:
        shown = _find(client, kind, show_all)
        _echo(shown, as_json=as_json)
        for event in client.follow_inbox() if watch else ():
            if event.type == "inbox" and (found := _find(client, kind, show_all)) != shown:
                shown = found
                _echo(shown, as_json=as_json, again=True)


def _find(
    client: runwhy.Client, kind: str | None = None, show_all: bool = False
) -> Sequence[runwhy.InboxItem]:
    return [item for item in client.iter_inbox(kind=kind) if show_all or item.answer is None]


def _echo(found: Sequence[runwhy.InboxItem], *, as_json: bool, again: bool = False) -> None:
    if as_json:
        for item in found:
            echo_json(item.raw)
        return
    if again:
        click.echo(click.style(f"— {column_time(datetime.now(UTC))}", dim=True))
    if not found:
        click.echo("Nothing waits for you.", err=True)
    for item in found:
        _echo_item(item)


def _echo_item(item: runwhy.InboxItem) -> None:
    is_open = item.answer is None
    click.echo(click.style(one_line(item.title), bold=is_open, dim=not is_open))
    click.echo(click.style(f"  {one_line(f'{item.kind} · {item.why}')}", dim=True))
    click.echo(click.style(f"  {one_line(_state(item))}", dim=True))
    if is_open:
        for command in _commands(item):
            click.echo(f"  {command}")
    click.echo()


def _state(item: runwhy.InboxItem) -> str:
    if item.answer is not None:
        reason = f": {item.answer.reason}" if item.answer.reason else ""
        action = LABELS.get(item.answer.action, item.answer.action.replace("_", " "))
        by = f" by {item.answer.by}" if item.answer.by else ""
        return f"{action}{by} at {column_time(item.answer.at)}{reason}"
    waited = max(0.0, (datetime.now(UTC) - item.since).total_seconds())
    until = f" At {column_time(item.deadline)}:" if item.deadline else ""
    return f"since {column_time(item.since)} ({seconds_text(waited)}).{until} {item.otherwise}"


def _commands(item: runwhy.InboxItem) -> list[str]:
    """Return the commands that act on an item."""
    made = {
        "approve": f"runwhy inbox allow {item.id}",
        "deny": f"runwhy inbox deny {item.id} --reason TEXT",
        "cancel_run": f"runwhy cancel {item.run_id}",
        "rerun": f"runwhy rerun {item.run_id}",
        "resume_trigger": f"runwhy triggers resume {item.trigger_id}",
        "dismiss": f"runwhy inbox dismiss {item.id}",
    }
    return [made[action] for action in item.actions if action in made]


@inbox.command()
@click.argument("item_id", required=False, metavar="[ITEM]", shell_complete=complete_requests)
@click.option("--for-run", is_flag=True, help="Allow the same request for the rest of the run.")
@result_command
def allow(client: runwhy.Client, item_id: str | None, for_run: bool) -> Result:
    """Allow a request of an agent.

    Without ITEM, allows the only request that waits.

    \b
    runwhy inbox allow
    runwhy inbox allow approval:run_01k9…:toolu_01 --for-run
    """
    return _decide(client, item_id, FOR_RUN if for_run else ALLOW)


@inbox.command()
@click.argument("item_id", required=False, metavar="[ITEM]", shell_complete=complete_requests)
@click.option("--reason", metavar="TEXT", help="Reason, sent to the agent.")
@result_command
def deny(client: runwhy.Client, item_id: str | None, reason: str | None) -> Result:
    """Deny a request of an agent.

    Without ITEM, denies the only request that waits.

    \b
    runwhy inbox deny --reason "not in production"
    """
    return _decide(client, item_id, DENY, reason)


@inbox.command()
@click.argument("item_id", metavar="ITEM", shell_complete=complete_items)
@result_command
def dismiss(client: runwhy.Client, item_id: str) -> Result:
    """Dismiss an item until it changes.

    A failing schedule returns when it fails again after a success.

    \b
    runwhy inbox dismiss failing_trigger:trg_01k9…
    """
    client.dismiss_item(item_id)
    return line({"id": item_id, "action": "dismiss"}, f"{item_id}  dismissed")


def _decide(
    client: runwhy.Client, item_id: str | None, decision: str, reason: str | None = None
) -> Result:
    item = _choose(client, item_id)
    if item_id is None:
        click.echo(question(_asked(item)), err=True)
    assert item.run_id is not None
    assert item.approval_id is not None
    client.decide_approval(item.run_id, item.approval_id, decision, reason=reason)
    answer = {"id": item.id, "runId": item.run_id, "action": decision, "reason": reason}
    return line(answer, f"{item.id}  {LABELS[decision]}")


def _asked(item: runwhy.InboxItem) -> dict[str, Any]:
    return dict(item.asked or {})


def _choose(client: runwhy.Client, item_id: str | None) -> runwhy.InboxItem:
    """Return the request with this id, or the only one. Raises: Missing, Stop."""
    waiting = _find(client, APPROVAL)
    if item_id is not None:
        waiting = [item for item in waiting if item.id == item_id]
        if not waiting:
            raise Missing(f"no request {item_id} waits for a decision; see `runwhy inbox`")
    if len(waiting) == 1:
        return waiting[0]
    if not waiting:
        raise Stop("no request waits for a decision")
    raise Stop(f"{len(waiting)} requests wait; name one of those that `runwhy inbox` lists")
