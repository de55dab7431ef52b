"""`runwhy agents`: manage named agents."""

from __future__ import annotations

import json
from typing import Any

import click

import runwhy
from runwhy.cli.arguments import (
    model_option,
    parsed_by,
    read_object,
    show_tags_option,
    system_option,
)
from runwhy.cli.commands import Result, client_command, create, line, result_command, table
from runwhy.cli.completion import complete_agents
from runwhy.cli.output import column_time, escape_controls

agent_argument = click.argument("agent_id", metavar="AGENT", shell_complete=complete_agents)


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
    callback=parsed_by(read_object),
    help="Other fields of the agent as in the HTTP API: tools, budgets, …",
)
@result_command
def add(
    client: runwhy.Client,
    name: str,
    system: str | None,
    model: str | None,
    show_tags: tuple[str, ...],
    spec: dict[str, Any] | None,
) -> Result:
    """Create an agent and print its id.

    \b
    runwhy agents add reviewer --system @prompts/review.md
    runwhy run --agent agt_01k9… "Review this change"
    """
    options = {"systemPrompt": system, "modelId": model, "modelVisibleMetadata": [*show_tags]}
    given = {key: value for key, value in options.items() if value}
    agent = create(client, "/agents", {"name": name, **(spec or {}), **given})
    return line(agent, agent["id"])


@agents.command("list")
@result_command
def list_agents(client: runwhy.Client) -> Result:
    """List all agents, oldest first.

    \b
    runwhy agents list
    """
    return table(("AGENT", "NAME", "MODEL", "CHANGED"), client.list_agents(), _row)


def _row(agent: runwhy.Agent) -> tuple[str, ...]:
    model = str(agent.raw.get("modelId") or "")
    return agent.id, agent.name, model, column_time(agent.updated_at)


@agents.command()
@agent_argument
@result_command
def show(client: runwhy.Client, agent_id: str) -> Result:
    """Show all fields of an agent.

    \b
    runwhy agents show agt_01k9…
    """
    agent = client.get_agent(agent_id)
    return line(agent, escape_controls(json.dumps(agent.raw, indent=2, ensure_ascii=False)))


@agents.command()
@agent_argument
@client_command
def remove(client: runwhy.Client, agent_id: str) -> None:
    """Delete an agent. Its runs are kept.

    \b
    runwhy agents remove agt_01k9…
    """
    client.delete_agent(agent_id)
    click.echo(f"{agent_id}  removed")
