"""`runwhy retention`: manage rules that erase old runs."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import click

from runwhy.cli.app import App, db_option, pass_app
from runwhy.cli.arguments import json_option, remember_query
from runwhy.cli.erasure import echo_counts, echo_receipt, follow, preview
from runwhy.cli.output import echo_json, echo_table, one_line


@click.group()
def retention() -> None:
    """Manage rules that erase old runs automatically."""


def _parse_age(_: click.Context, __: click.Parameter, text: str | None) -> int | None:
    from runwhy.core.queries.times import parse_duration

    if text is None:
        return None
    age = parse_duration(text)
    if age is None:
        raise click.BadParameter(f"{text!r} is not a duration; use 90d, 4w or 12h")
    return round(age.total_seconds())


@retention.command()
@click.argument("name")
@click.option(
    "-q",
    "--query",
    default="",
    metavar="QUERY",
    callback=remember_query,
    help="Runs to erase. Default: all runs.",
)
@click.option(
    "--older-than",
    required=True,
    callback=_parse_age,
    metavar="AGE",
    help="Minimum age, such as 90d.",
)
@click.option("--keep-tags", is_flag=True, help="Erase content only; keep tags, origin and usage.")
@json_option
@db_option
@pass_app
def add(app: App, name: str, query: str, older_than: int, keep_tags: bool, as_json: bool) -> None:
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
    with app.client() as client:
        rule: Any = client.request("POST", "/retention-rules", body, idempotency_key=str(uuid4()))
    echo_json(rule) if as_json else click.echo(rule["id"])


@retention.command("list")
@json_option
@db_option
@pass_app
def list_rules(app: App, as_json: bool) -> None:
    """List retention rules, oldest first.

    \b
    runwhy retention list
    """
    rules = _rules(app)
    if as_json:
        for rule in rules:
            echo_json(rule)
        return
    rows = [
        (
            r["id"],
            r["name"],
            _days(r["olderThanSeconds"]),
            r["mode"],
            r["appliedAt"] or "",
            r["query"],
        )
        for r in rules
    ]
    echo_table(("RULE", "NAME", "OLDER THAN", "MODE", "LAST APPLIED", "QUERY"), rows)


@retention.command()
@click.argument("rule", metavar="RULE")
@click.option("--name", help="New name.")
@click.option("--query", metavar="QUERY", help="Runs to erase; '' for all runs.")
@click.option("--older-than", callback=_parse_age, metavar="AGE", help="Minimum age, such as 90d.")
@click.option("--keep-tags/--erase-all", default=None, help="Erase content only, or everything.")
@json_option
@db_option
@pass_app
def change(
    app: App,
    rule: str,
    name: str | None,
    query: str | None,
    older_than: int | None,
    keep_tags: bool | None,
    as_json: bool,
) -> None:
    """Change a rule, given by its id or name.

    \b
    runwhy retention change prompts --older-than 14d
    """
    mode = None if keep_tags is None else "content" if keep_tags else "all"
    given = {"name": name, "query": query, "olderThanSeconds": older_than, "mode": mode}
    body = {field: value for field, value in given.items() if value is not None}
    with app.client() as client:
        changed: Any = client.request("PATCH", f"/retention-rules/{rule}", body)
    echo_json(changed) if as_json else click.echo(f"{changed['name']} changed")


@retention.command()
@click.argument("rule", metavar="RULE")
@db_option
@pass_app
def remove(app: App, rule: str) -> None:
    """Delete a rule, given by its id or name.

    \b
    runwhy retention remove prompts
    """
    with app.client() as client:
        client.request("DELETE", f"/retention-rules/{rule}")
    click.echo(f"{rule} removed")


@retention.command()
@click.argument("rule", metavar="[RULE]", required=False)
@click.option("--dry-run", is_flag=True, help="Count the matching data without erasing.")
@json_option
@db_option
@pass_app
def run(app: App, rule: str | None, dry_run: bool, as_json: bool) -> None:
    """Apply one rule or all rules now.

    \b
    runwhy retention run --dry-run
    """
    with app.client() as client:
        for one in _rules(app, client):
            if rule in (None, one["id"], one["name"]):
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


def _rules(app: App, client: Any = None) -> list[dict[str, Any]]:
    if client is None:
        with app.client() as opened:
            return _rules(app, opened)
    found: list[dict[str, Any]] = client.request("GET", "/retention-rules")["rules"]
    return found


def _days(seconds: int) -> str:
    days, hours = divmod(seconds // 3600, 24)
    return f"{days} d" + (f" {hours} h" if hours else "") if days else f"{hours} h"
