"""`runwhy agents`: manage named agents."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import click

from runwhy.cli.app import App, db_option, pass_app
from runwhy.cli.arguments import (
    json_option,
    model_option,
    read_object,
    show_tags_option,
    system_option,
)
from runwhy.cli.output import column_time, echo_json, echo_table, escape_controls


@click.group()
def agents() -> None:
    """Manage named agents: instructions, model, tools and budgets."""


@agents.command()
@click.argument("name")
@system_option
@model_option
@show_tags_option
@click.option(
    "--spec",
    metavar="JSON|@FILE",
    callback=lambda ctx, param, value: read_object(value),
    help="Other fields of the agent as in the HTTP API: tools, budgets, …",
)
@json_option
@db_option
@pass_app
def add(
    app: App,
    name: str,
    system: str | None,
    model: str | None,
    show_tags: tuple[str, ...],
    spec: dict[str, Any] | None,
    as_json: bool,
) -> None:
    """Create an agent and print its id.

    \b
    runwhy agents add reviewer --system @prompts/review.md
    runwhy run --agent agt_01k9… "Review this change"
    """
    options = {"systemPrompt": system, "modelId": model, "modelVisibleMetadata": [*show_tags]}
    given = {key: value for key, value in options.items() if value}
    body = {"name": name, **(spec or {}), **given}
    with app.client() as client:
        agent: Any = client.request("POST", "/agents", body, idempotency_key=str(uuid4()))
    if as_json:
        echo_json(agent)
    else:
        click.echo(agent["id"])


@agents.command("list")
@json_option
@db_option
@pass_app
def list_agents(app: App, as_json: bool) -> None:
    """List all agents, oldest first.

    \b
    runwhy agents list
    """
    with app.client() as client:
        found = client.list_agents()
    if as_json:
        for agent in found:
            echo_json(agent.raw)
        return
    rows = [
        (a.id, a.name, str(a.raw.get("modelId") or ""), column_time(a.updated_at)) for a in found
    ]
    echo_table(("AGENT", "NAME", "MODEL", "CHANGED"), rows)


@agents.command()
@click.argument("agent_id", metavar="AGENT")
@json_option
@db_option
@pass_app
def show(app: App, agent_id: str, as_json: bool) -> None:
    """Show all fields of an agent.

    \b
    runwhy agents show agt_01k9…
    """
    with app.client() as client:
        agent = client.get_agent(agent_id)
    if as_json:
        echo_json(agent.raw)
    else:
        click.echo(escape_controls(json.dumps(agent.raw, indent=2, ensure_ascii=False)))


@agents.command()
@click.argument("agent_id", metavar="AGENT")
@db_option
@pass_app
def remove(app: App, agent_id: str) -> None:
    """Delete an agent. Its runs are kept.

    \b
    runwhy agents remove agt_01k9…
    """
    with app.client() as client:
        client.delete_agent(agent_id)
    click.echo(f"{agent_id}  removed")
