"""`runwhy budgets`: manage limits on what runs may use."""

from __future__ import annotations

import re
from typing import Any

import click

import runwhy
from runwhy.cli.arguments import remember_query
from runwhy.cli.commands import Result, client_command, create, fields, result_command, table
from runwhy.cli.completion import complete_budgets, complete_queries
from runwhy.cli.output import column_time
from runwhy.core.durations import parse_duration

PERIODS = ("run", "session", "hour", "day", "week", "month", "forever")
MEASURES = ("cost", "tokens", "runs", "time")
ACTIONS = ("warn", "ask", "stop", "refuse")

budget_argument = click.argument("budget", metavar="BUDGET", shell_complete=complete_budgets)


@click.group()
def budgets() -> None:
    """Manage budgets: limits on what matching runs may use."""


def _parse_limit(_: click.Context, __: click.Parameter, text: str | None) -> float | None:
    """Read a number such as 20, 0.50, $20, 10k or 2M, or a duration such as 2h."""
    if text is None:
        return None
    found = re.fullmatch(r"\$?([0-9]+(?:\.[0-9]+)?)([kM]?)", text)
    if found is not None:
        number = float(found[1]) * {"": 1, "k": 1_000, "M": 1_000_000}[found[2]]
        return int(number) if number == int(number) else number
    lasts = parse_duration(text)
    if lasts is None:
        raise click.BadParameter(f"{text!r} is not an amount; use 20, 0.50, 10k or 2h")
    return lasts.total_seconds()


def _action_options(command: Any) -> Any:
    helps = {
        "warn": "Warn the model and the team",
        "ask": "Require an approval for further model calls",
        "stop": "Stop runs before their next model call",
        "refuse": "Refuse new runs",
    }
    for action in reversed(ACTIONS):
        command = click.option(
            f"--{action}",
            multiple=action == "warn",
            is_flag=False,
            flag_value="100",
            type=click.IntRange(1, 100),
            metavar="[PERCENT]",
            help=f"{helps[action]} at this share of the limit; default 100.",
        )(command)
    return command


def _price_option(command: Any) -> Any:
    return click.option(
        "--price",
        nargs=2,
        type=float,
        metavar="INPUT OUTPUT",
        help="Price of all models, in dollars per million tokens. Replaces their prices.",
    )(command)


_DEFINITION = (
    click.option(
        "-q",
        "--query",
        default="",
        metavar="QUERY",
        callback=remember_query,
        shell_complete=complete_queries,
        help="Runs to count, by tags, trigger, actor, agent or model. Default: all runs.",
    ),
    click.option(
        "--measure",
        type=click.Choice(MEASURES),
        default="cost",
        show_default=True,
        help="Amount that the budget limits.",
    ),
    click.option(
        "--limit",
        required=True,
        callback=_parse_limit,
        metavar="AMOUNT",
        help="Dollars, tokens, runs, or a duration such as 2h.",
    ),
    click.option("--per", "period", type=click.Choice(PERIODS), required=True, help="Period."),
    click.option(
        "--timezone", default="UTC", metavar="ZONE", help="Time zone, such as Europe/Berlin."
    ),
    _action_options,
    _price_option,
)


def _definition_options(command: Any) -> Any:
    for option in reversed(_DEFINITION):
        command = option(command)
    return command


def _definition(options: dict[str, Any]) -> dict[str, Any]:
    names = ("query", "measure", "limit", "period", "timezone")
    given = {key: options[key] for key in names}
    return {**given, **_actions(options), **_price(options["price"])}


@budgets.command()
@_definition_options
@result_command
def preview(client: runwhy.Client, **options: Any) -> Result:
    """Show what a budget would have done to the runs of the last 30 days.

    \b
    runwhy budgets preview --query customer:acme --limit 20 --per day --stop
    """
    found = client.preview_budget(**_definition(options)).raw
    return Result([found], lambda: _echo_preview(found, options["measure"]))


def _echo_preview(found: Any, measure: str) -> None:
    words = {
        "stopped": ("stopped", "run"),
        "refused": ("refused", "run"),
        "asked": ("asked about", "run"),
        "warned": ("warned", "time"),
    }
    effects = [
        f"{verb} {found[name]} {noun if found[name] == 1 else noun + 's'}"
        for name, (verb, noun) in words.items()
        if found[name]
    ]
    effect = ", ".join(effects) or "done nothing"
    shown = {**found, "measure": measure}
    click.echo(f"In the last 30 days, it would have {effect}.")
    click.echo(
        f"{found['runs']} matching runs; the highest use in one period is "
        f"{amount(shown, 'highest')}."
    )
    if found["unpricedRuns"]:
        click.echo(f"Runs without a completely known cost: {found['unpricedRuns']}.")
    if not found["complete"]:
        click.echo("Only the first 100,000 runs were considered.")


@budgets.command()
@click.argument("name")
@_definition_options
@result_command
def add(client: runwhy.Client, name: str, **options: Any) -> Result:
    """Create a budget. Without an action, it stops runs at its limit.

    \b
    runwhy budgets add acme-daily --query customer:acme --measure cost --limit 20 \\
        --per day --timezone Europe/Berlin --stop
    runwhy budgets add nightly --query trigger:nightly --measure tokens --limit 2M \\
        --per week --warn 80 --stop
    """
    made = create(client, "/budgets", {"name": name, **_definition(options)})
    return _saved(made, made["id"])


@budgets.command("list")
@result_command
def list_budgets(client: runwhy.Client) -> Result:
    """List budgets, with their usage.

    \b
    runwhy budgets list
    """
    found = [budget.raw for budget in client.list_budgets()]
    head = ("NAME", "USED", "LIMIT", "PERIOD", "ACTIONS", "RESETS", "QUERY")
    return table(head, found, _row)


def _row(budget: Any) -> tuple[str, ...]:
    return (
        budget["name"],
        amount(budget, "used"),
        amount(budget, "limit"),
        budget["period"] if budget["enabled"] else f"{budget['period']} (disabled)",
        action_words(budget),
        column_time(budget["resetsAt"]) if budget["resetsAt"] else "",
        budget["query"] or "all runs",
    )


@budgets.command()
@budget_argument
@result_command
def show(client: runwhy.Client, budget: str) -> Result:
    """Show a budget, given by its id or name.

    \b
    runwhy budgets show acme-daily
    """
    found = client.get_budget(budget).raw
    return fields(found, _shown(found))


def _shown(budget: Any) -> dict[str, str | None]:
    resets = budget["resetsAt"]
    return {
        "id": budget["id"],
        "name": budget["name"],
        "query": budget["query"] or "all runs",
        "used": amount(budget, "used"),
        "reserved": amount(budget, "reserved"),
        "limit": amount(budget, "limit"),
        "left": amount(budget, "left"),
        "period": f"{budget['period']}, {budget['timezone']}",
        "resets": column_time(resets) if resets else None,
        "actions": action_words(budget),
        "refused runs": str(budget["refused"]) if budget["refused"] else None,
        "enabled": None if budget["enabled"] else "no",
        "notice": budget["notice"],
    }


@budgets.command()
@budget_argument
@click.option("--name", help="New name.")
@click.option("--limit", callback=_parse_limit, metavar="AMOUNT", help="New limit.")
@click.option("--enable/--disable", "enabled", default=None, help="Enable or disable the budget.")
@_action_options
@_price_option
@result_command
def change(client: runwhy.Client, budget: str, **options: Any) -> Result:
    """Change a budget, given by its id or name. Given actions replace all others.

    \b
    runwhy budgets change acme-daily --limit 30
    runwhy budgets change acme-daily --warn 80 --stop
    """
    given = {key: options[key] for key in ("name", "limit", "enabled")}
    body = {key: value for key, value in given.items() if value is not None}
    body |= {**_actions(options), **_price(options["price"])}
    if not body:
        raise click.UsageError("nothing to change; use --limit, --warn, --stop or another option")
    changed = client.update_budget(budget, **body).raw
    return _saved(changed, f"{changed['name']} changed")


def _saved(budget: Any, text: str) -> Result:
    """Return a budget, which people see as a line. A notice goes to stderr."""

    def show() -> None:
        click.echo(text)
        if budget["notice"]:
            click.echo(budget["notice"], err=True)

    return Result([budget], show)


@budgets.command()
@budget_argument
@client_command
def remove(client: runwhy.Client, budget: str) -> None:
    """Delete a budget, given by its id or name.

    \b
    runwhy budgets remove acme-daily
    """
    client.delete_budget(budget)
    click.echo(f"{budget} removed")


def _actions(options: dict[str, Any]) -> dict[str, Any]:
    found = []
    for action in ACTIONS:
        given = options[action]
        percents = given if action == "warn" else [] if given is None else [given]
        found += [{"action": action, "percent": int(percent)} for percent in percents]
    return {"actions": found} if found else {}


def _price(price: tuple[float, float] | None) -> dict[str, Any]:
    if not price:
        return {}
    return {"price": {"inputPer1MUsd": price[0], "outputPer1MUsd": price[1]}}


def amount(budget: Any, name: str) -> str:
    """Return an amount of a budget with its unit."""
    number = budget[name]
    match budget["measure"]:
        case "cost":
            cents, exact = f"{number:,.2f}", f"{number:,.6f}".rstrip("0")
            return f"${cents if len(exact) < len(cents) else exact}"
        case "time":
            return f"{number:,.3f}".rstrip("0").rstrip(".") + " s"
        case unit:
            return f"{number:,.0f} {unit.removesuffix('s') if number == 1 else unit}"


def action_words(budget: Any) -> str:
    """Return the actions of a budget, such as `warn 80 %, stop`."""
    words = [
        each["action"] if each["percent"] == 100 else f"{each['action']} {each['percent']} %"
        for each in budget["actions"]
    ]
    return ", ".join(words)
