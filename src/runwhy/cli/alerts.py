"""`runwhy alerts`: manage alerts about runs."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import click

import runwhy
from runwhy.cli.alert_texts import condition_text, resolve_text, state_text, value_text, window_text
from runwhy.cli.arguments import parse_pairs, parsed_by, remember_query
from runwhy.cli.commands import Result, client_command, fields, line, result_command, table
from runwhy.cli.completion import complete_alert_templates, complete_alerts, complete_triggers
from runwhy.cli.durations import duration_option
from runwhy.cli.output import column_time
from runwhy.core.durations import parse_seconds

MEASURES = ("count", "failed", "failure_rate", "p95", "cost", "absence", "approval_age")
SHOWN_EVENTS = 10

alert_argument = click.argument("alert", metavar="ALERT", shell_complete=complete_alerts)


@click.group()
def alerts() -> None:
    """Manage alerts: notices about the runs that match a query."""


def _parse_value(_: click.Context, __: click.Parameter, text: str | None) -> float | None:
    """Read a number such as 5, 0.2, 20%, $5 or 10k, or a duration such as 30s."""
    if text is None:
        return None
    found = re.fullmatch(r"\$?([0-9]+(?:\.[0-9]+)?)(%|[kM]?)", text)
    if found is None:
        seconds = parse_seconds(text)
        if seconds is None:
            raise click.BadParameter(f"{text!r} is not a value; use 5, 20%, 30s or $5")
        return seconds
    scale = {"": 1, "%": 0.01, "k": 1_000, "M": 1_000_000}[found[2]]
    return round(float(found[1]) * scale, 12)


def _parse_recipients(
    _: click.Context, __: click.Parameter, texts: tuple[str, ...]
) -> list[dict[str, str]] | None:
    """Read recipients such as `inbox`, `webhook:sub_…` or `telegram:bot`."""
    recipients = []
    for text in texts:
        kind, _found, id = text.partition(":")
        if kind not in ("inbox", "webhook", "telegram") or (kind == "inbox") == bool(id):
            rule = f"{text!r} is not a recipient; use inbox, webhook:ID or telegram:TRIGGER"
            raise click.BadParameter(rule)
        recipients.append({"kind": kind, "id": id} if id else {"kind": kind})
    return recipients or None


_DEFINITION = (
    click.option(
        "-q",
        "--query",
        metavar="QUERY",
        callback=remember_query,
        help="Runs to measure. Default: all runs.",
    ),
    click.option("--measure", type=click.Choice(MEASURES), help="Measure."),
    duration_option(
        "--window", "window_seconds", least="10s", most="31d", help="Time in which runs count"
    ),
    click.option(
        "--above",
        callback=_parse_value,
        metavar="VALUE",
        help="Fire at this value or more: runs, 20%, 30s or $5.",
    ),
    click.option(
        "--below", callback=_parse_value, metavar="VALUE", help="Fire at this value or less."
    ),
    click.option(
        "--resolve",
        "resolve_threshold",
        callback=_parse_value,
        metavar="VALUE",
        help="Resolve below this value, or above it with --below. Default: the same value.",
    ),
    click.option(
        "--compare",
        "comparison",
        type=click.Choice(["none", "previous"]),
        help="Measure the ratio to the window before.",
    ),
    click.option("--minimum", type=int, metavar="RUNS", help="Runs that the window must contain."),
    click.option(
        "--schedule",
        metavar="TRIGGER",
        shell_complete=complete_triggers,
        help="Schedule whose planned times begin an absence.",
    ),
)
_TEMPLATE = (
    click.option(
        "--template",
        metavar="NAME",
        shell_complete=complete_alert_templates,
        help="Template to start from; see runwhy alerts templates.",
    ),
    click.option(
        "-p",
        "--parameter",
        "parameters",
        multiple=True,
        metavar="KEY=VALUE",
        callback=parsed_by(parse_pairs),
        help="Parameter of the template; can be repeated.",
    ),
)
_RECIPIENTS = click.option(
    "--to",
    "recipients",
    multiple=True,
    metavar="RECIPIENT",
    callback=_parse_recipients,
    help="inbox, webhook:ID or telegram:TRIGGER; can be repeated. Default: inbox.",
)


def _options(*groups: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed([each for group in groups for each in group]):
            command = option(command)
        return command

    return decorate


def _definition(options: dict[str, Any]) -> dict[str, Any]:
    above, below = options.pop("above"), options.pop("below")
    if above is not None and below is not None:
        raise click.UsageError("use either --above or --below")
    given = {key: value for key, value in options.items() if value not in (None, {})}
    if below is not None:
        given |= {"direction": "below", "threshold": below}
    elif above is not None:
        given |= {"direction": "above", "threshold": above}
    return given


@alerts.command()
@click.argument("name")
@_options(_DEFINITION, _TEMPLATE, (_RECIPIENTS,))
@result_command
def add(client: runwhy.Client, name: str, **options: Any) -> Result:
    """Create an alert.

    \b
    runwhy alerts add acme-failures --query customer:acme --measure failure_rate \\
        --window 1h --above 20% --resolve 10% --minimum 10
    runwhy alerts add quiet --measure absence --window 2h --to webhook:sub_01k9
    runwhy alerts add nightly-missed --template schedule_missed -p schedule=nightly
    """
    given = _definition(options)
    made = client.create_alert(name, **given, idempotency_key=str(uuid4()))
    return line(made.raw, made.id)


@alerts.command("list")
@result_command
def list_alerts(client: runwhy.Client) -> Result:
    """List alerts, with their states.

    \b
    runwhy alerts list
    """
    found = [alert.raw for alert in client.list_alerts()]
    head = ("NAME", "STATE", "VALUE", "CONDITION", "SINCE", "QUERY")
    return table(head, found, _row)


def _row(alert: Any) -> tuple[str, ...]:
    return (
        alert["name"],
        state_text(alert),
        value_text(alert, alert["value"]),
        condition_text(alert),
        column_time(alert["since"]),
        alert["query"] or "all runs",
    )


@alerts.command()
@alert_argument
@result_command
def show(client: runwhy.Client, alert: str) -> Result:
    """Show an alert, given by its id or name, and its last changes.

    \b
    runwhy alerts show acme-failures
    """
    found = client.get_alert(alert).raw
    history = client.list_alert_events(alert, limit=SHOWN_EVENTS).raw["events"]
    shown = fields(found, _shown(found))
    return Result([{**found, "events": history}], lambda: _echo_alert(found, shown, history))


def _echo_alert(alert: Any, shown: Result, history: Any) -> None:
    shown.show()
    for event in history:
        value = value_text(alert, event["value"])
        note = event["reason"] or ("" if event["notified"] else "not notified")
        parts = (column_time(event["at"]), event["state"], value, note)
        click.echo("  ".join(part for part in parts if part))


def _shown(alert: Any) -> dict[str, str | None]:
    silenced = alert["silencedUntil"]
    recipients = [":".join(filter(None, (r["kind"], r["id"]))) for r in alert["recipients"]]
    return {
        "id": alert["id"],
        "name": alert["name"],
        "query": alert["query"] or "all runs",
        "condition": condition_text(alert),
        "resolves": resolve_text(alert),
        "minimum": str(alert["minimum"]) if alert["minimum"] else None,
        "state": f"{state_text(alert)} since {column_time(alert['since'])}",
        "value": value_text(alert, alert["value"]) or None,
        "problem": alert["problem"],
        "recipients": ", ".join(recipients) or "none",
        "silenced until": column_time(silenced) if silenced else None,
        "schedule": alert["schedule"],
        "template": alert["template"],
    }


@alerts.command()
@alert_argument
@click.option("--name", help="New name.")
@click.option("--enable/--disable", "enabled", default=None, help="Enable or disable the alert.")
@_options(_DEFINITION, (_RECIPIENTS,))
@result_command
def change(client: runwhy.Client, alert: str, **options: Any) -> Result:
    """Change an alert, given by its id or name. Given recipients replace all others.

    \b
    runwhy alerts change acme-failures --above 30% --to inbox --to telegram:ops-bot
    """
    changes = _definition(options)
    if not changes:
        raise click.UsageError("nothing to change; use --above, --window or another option")
    changed = client.update_alert(alert, **changes).raw
    return line(changed, f"{changed['name']} changed")


@alerts.command()
@alert_argument
@duration_option("--for", "lasts", least="1s", help="How long")
@click.option("--end", is_flag=True, help="End the silence now.")
@result_command
def silence(client: runwhy.Client, alert: str, lasts: float | None, end: bool) -> Result:
    """Send no notices of an alert for a time. Its state is still recorded.

    \b
    runwhy alerts silence acme-failures --for 2h
    runwhy alerts silence acme-failures --end
    """
    if end == (lasts is not None):
        raise click.UsageError("use either --for or --end")
    until = None if lasts is None else datetime.now(UTC) + timedelta(seconds=lasts)
    changed = client.silence_alert(alert, until).raw
    if until is None:
        return line(changed, f"{changed['name']} is no longer silenced")
    return line(changed, f"{changed['name']} silenced until {column_time(until)}")


@alerts.command()
@alert_argument
@client_command
def remove(client: runwhy.Client, alert: str) -> None:
    """Delete an alert with its history, given by its id or name.

    \b
    runwhy alerts remove acme-failures
    """
    client.delete_alert(alert)
    click.echo(f"{alert} removed")


@alerts.command()
@_options(_DEFINITION, _TEMPLATE)
@duration_option("--last", most="31d", default="7d", show_default=True, help="How far back")
@result_command
def preview(client: runwhy.Client, last: float, **options: Any) -> Result:
    """Show when an alert would have fired on past runs.

    \b
    runwhy alerts preview --query customer:acme --measure failed --window 1h --above 5
    runwhy alerts preview --template schedule_missed -p schedule=nightly --last 30d
    """
    since = datetime.now(UTC) - timedelta(seconds=last)
    found = client.preview_alert(**_definition(options), since=since).raw
    measured = {"measure": options["measure"], "comparison": options["comparison"]}
    return Result([found], lambda: _echo_preview(found, last, measured))


def _echo_preview(found: Any, last: float, measured: Any) -> None:
    count = len(found["firings"])
    times = "not have fired" if not count else f"have fired {count} time{'s' * (count != 1)}"
    click.echo(f"In the last {window_text(last)}, it would {times}; {found['runs']} runs match.")
    for firing in found["firings"][-SHOWN_EVENTS:]:
        until = column_time(firing["until"]) if firing["until"] else "now"
        value = value_text(measured, firing["value"]) if measured["measure"] else ""
        parts = (f"{column_time(firing['since'])} until {until}", value and f"value {value}")
        click.echo("  ".join(part for part in parts if part))
    if not found["complete"]:
        click.echo("Only the newest 100,000 runs were considered.")


@alerts.command()
@result_command
def templates(client: runwhy.Client) -> Result:
    """List templates: common alerts that need only a few parameters.

    \b
    runwhy alerts templates
    """
    found = [each.raw for each in client.list_alert_templates()]
    return table(("NAME", "PARAMETERS", "DESCRIPTION"), found, _template_row)


def _template_row(template: Any) -> tuple[str, ...]:
    names = [
        each["name"] if each["default"] is None else f"{each['name']}={each['default']}"
        for each in template["parameters"]
    ]
    return template["name"], " ".join(names), template["description"]
