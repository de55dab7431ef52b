"""`runwhy retention`: manage rules that erase old runs."""

from __future__ import annotations

from functools import partial
from typing import Any

import click

import runwhy
from runwhy.cli.arguments import json_option, keep_tags_option, remember_query
from runwhy.cli.commands import Result, client_command, create, fields, line, result_command, table
from runwhy.cli.completion import complete_queries, complete_retention_rules
from runwhy.cli.durations import duration_option
from runwhy.cli.erasure import echo_counts, echo_receipt, follow, preview
from runwhy.cli.exit_codes import Missing
from runwhy.cli.output import column_time, echo_json, one_line, seconds_text

rule_argument = click.argument("rule", metavar="RULE", shell_complete=complete_retention_rules)
# Erased runs are lost. So a number without a unit is refused: 90 can mean seconds or days.
_age_option = partial(
    duration_option, "--older-than", least="1s", needs_unit=True, help="Minimum age"
)


@click.group()
def retention() -> None:
    """Manage rules that erase old runs automatically."""


@retention.command()
@click.argument("name")
@click.option(
    "-q",
    "--query",
    default="",
    metavar="QUERY",
    callback=remember_query,
    shell_complete=complete_queries,
    help="Runs to erase. Default: all runs.",
)
@_age_option(required=True)
@keep_tags_option
@result_command
def add(client: runwhy.Client, name: str, query: str, older_than: float, keep_tags: bool) -> Result:
    """Create a rule that erases old runs.

    The server applies all rules every hour.

    \b
    runwhy retention add prompts --older-than 30d --keep-tags
    runwhy retention add acme --query customer:acme --older-than 52w
    """
    body = {
        "name": name,
        "query": query,
        "olderThanSeconds": older_than,
        "mode": "content" if keep_tags else "all",
    }
    rule = create(client, "/retention-rules", body)
    return line(rule, rule["id"])


@retention.command("list")
@result_command
def list_rules(client: runwhy.Client) -> Result:
    """List retention rules, oldest first.

    \b
    runwhy retention list
    """
    head = ("RULE", "NAME", "OLDER THAN", "MODE", "LAST APPLIED", "QUERY")
    return table(head, _rules(client), _row)


def _row(rule: dict[str, Any]) -> tuple[str, ...]:
    age, applied = _days(rule["olderThanSeconds"]), column_time(rule["appliedAt"])
    return rule["id"], rule["name"], age, rule["mode"], applied, rule["query"]


@retention.command()
@rule_argument
@result_command
def show(client: runwhy.Client, rule: str) -> Result:
    """Show a rule, given by its id or name.

    \b
    runwhy retention show prompts
    """
    (found,) = _rules(client, rule)
    shown = {
        "rule": found["id"],
        "name": found["name"],
        "older than": _days(found["olderThanSeconds"]),
        "mode": found["mode"],
        "query": found["query"] or "all runs",
        "last applied": column_time(found["appliedAt"]) or "not yet",
    }
    return fields(found, shown)


@retention.command()
@rule_argument
@click.option("--name", help="New name.")
@click.option("--query", metavar="QUERY", help="Runs to erase; '' for all runs.")
@_age_option()
@click.option("--keep-tags/--erase-all", default=None, help="Erase content only, or everything.")
@result_command
def change(
    client: runwhy.Client,
    rule: str,
    name: str | None,
    query: str | None,
    older_than: float | None,
    keep_tags: bool | None,
) -> Result:
    """Change a rule, given by its id or name.

    \b
    runwhy retention change prompts --older-than 14d
    """
    mode = None if keep_tags is None else "content" if keep_tags else "all"
    given = {"name": name, "query": query, "olderThanSeconds": older_than, "mode": mode}
    body = {field: value for field, value in given.items() if value is not None}
    if not body:
        raise click.UsageError("nothing to change; use --older-than, --query or another option")
    changed: Any = client.request("PATCH", f"/retention-rules/{rule}", body)
    return line(changed, f"{changed['name']} changed")


@retention.command()
@rule_argument
@client_command
def remove(client: runwhy.Client, rule: str) -> None:
    """Delete a rule, given by its id or name.

    \b
    runwhy retention remove prompts
    """
    client.request("DELETE", f"/retention-rules/{rule}")
    click.echo(f"{rule} removed")


@retention.command()
@click.argument("rule", metavar="[RULE]", required=False, shell_complete=complete_retention_rules)
@click.option("--dry-run", is_flag=True, help="Count the matching data without erasing.")
@json_option
@client_command
def run(client: runwhy.Client, rule: str | None, dry_run: bool, as_json: bool) -> None:
    """Apply one rule or all rules now.

    \b
    runwhy retention run --dry-run
    """
    for one in _rules(client, rule):
        _apply(client, one, dry_run=dry_run, as_json=as_json)


def _apply(client: Any, rule: dict[str, Any], *, dry_run: bool, as_json: bool) -> None:
    if dry_run:
        result: Any = preview(client, rule["asks"], rule["mode"], quiet=as_json)
    else:
        result = client.request("POST", f"/retention-rules/{rule['id']}/apply")["erasure"]
        result = result and follow(client, result, quiet=as_json)
    if as_json:
        echo_json({"rule": rule["name"], "result": result})
        return
    click.echo(click.style(one_line(rule["name"]), bold=True))
    if result is None:
        click.echo("No runs are old enough.")
    elif dry_run:
        echo_counts(result["counts"])
    else:
        echo_receipt(result)


def _rules(client: Any, rule: str | None = None) -> list[dict[str, Any]]:
    """Return all rules, or the one with this id or name."""
    rules: list[dict[str, Any]] = client.request("GET", "/retention-rules")["rules"]
    found = [one for one in rules if rule in (None, one["id"], one["name"])]
    if rule is not None and not found:
        raise Missing(f"no retention rule {rule}; see `runwhy retention list`")
    return found


def _days(seconds: int) -> str:
    if seconds < 3600:
        return seconds_text(seconds)
    days, hours = divmod(seconds // 3600, 24)
    return f"{days} d" + (f" {hours} h" if hours else "") if days else f"{hours} h"
