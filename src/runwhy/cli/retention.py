"""`runwhy retention`: what is erased by itself, once it is old enough."""

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
    """What is erased by itself, once it is old enough."""


def _parse_age(_: click.Context, __: click.Parameter, text: str | None) -> int | None:
    from runwhy.core.queries.times import parse_duration

    if text is None:
        return None
    found = parse_duration(text)
    if found is None:
        raise click.BadParameter(f"{text!r} is no duration, such as 90d, 4w or 12h")
    return round(found.total_seconds())


@retention.command()
@click.argument("name")
@click.option(
    "-q",
    "--query",
    default="",
    metavar="QUERY",
    callback=remember_query,
    help="Which runs; without it, all.",
)
@click.option("--older-than", required=True, callback=_parse_age, metavar="AGE", help="Such as 90d.")
@click.option("--keep-tags", is_flag=True, help="Keep runs with tags, origin and figures.")
@json_option
@db_option
@pass_app
def add(app: App, name: str, query: str, older_than: int, keep_tags: bool, as_json: bool) -> None:
    """Have runs erased by the server once they are so old, every hour.

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
        made: Any = client.request("POST", "/retention-rules", body, idempotency_key=str(uuid4()))
    echo_json(made) if as_json else click.echo(made["id"])


@retention.command("list")
@json_option
@db_option
@pass_app
def list_rules(app: App, as_json: bool) -> None:
    """List the rules, oldest first.

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
    echo_table(("RULE", "NAME", "OLDER THAN", "ERASES", "APPLIED", "QUERY"), rows)


@retention.command()
@click.argument("rule", metavar="RULE")
@click.option("--name", help="Another name.")
@click.option("--query", metavar="QUERY", help="Which runs; '' for all.")
@click.option("--older-than", callback=_parse_age, metavar="AGE", help="Such as 90d.")
@click.option("--keep-tags/--erase-all", default=None, help="How much goes.")
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
    """Change a rule, by its id or name, in what is given.

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
    """Remove a rule, by its id or name; what it erased stays so.

    \b
    runwhy retention remove prompts
    """
    with app.client() as client:
        client.request("DELETE", f"/retention-rules/{rule}")
    click.echo(f"{rule} removed")


@retention.command()
@click.argument("rule", metavar="[RULE]", required=False)
@click.option("--dry-run", is_flag=True, help="Only say what would go.")
@json_option
@db_option
@pass_app
def run(app: App, rule: str | None, dry_run: bool, as_json: bool) -> None:
    """Apply a rule now, or all of them.

    \b
    runwhy retention run --dry-run
    """
    with app.client() as client:
        for one in _rules(app, client):
            if rule in (None, one["id"], one["name"]):
                _apply(client, one, dry_run=dry_run, as_json=as_json)


def _apply(client: Any, rule: dict[str, Any], *, dry_run: bool, as_json: bool) -> None:
    if dry_run:
        told: Any = preview(client, rule["asks"], rule["mode"], quiet=as_json)
    else:
        told = client.request("POST", f"/retention-rules/{rule['id']}/apply")["erasure"]
        told = told and follow(client, told, quiet=as_json)
    if as_json:
        echo_json({"rule": rule["name"], "result": told})
        return
    click.echo(click.style(one_line(rule["name"]), bold=True))
    if told is None:
        click.echo("Nothing is old enough.")
    elif dry_run:
        echo_counts(told["counts"])
    else:
        echo_receipt(told)


def _rules(app: App, client: Any = None) -> list[dict[str, Any]]:
    if client is None:
        with app.client() as opened:
            return _rules(app, opened)
    found: list[dict[str, Any]] = client.request("GET", "/retention-rules")["rules"]
    return found


def _days(seconds: int) -> str:
    days, hours = divmod(seconds // 3600, 24)
    return f"{days} d" + (f" {hours} h" if hours else "") if days else f"{hours} h"
