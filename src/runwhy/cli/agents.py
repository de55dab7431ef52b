"""`runwhy agents`: manage named agents."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any
from urllib.parse import quote

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
from runwhy.wire.accounts import AgentVersion

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
    """Create an agent and print its id. Its name can be used like the id.

    \b
    runwhy agents add reviewer --system @prompts/review.md
    runwhy run --agent reviewer "Review this change"
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
    return table(("AGENT", "NAME", "MODEL", "VERSION", "CHANGED"), client.list_agents(), _row)


def _row(agent: runwhy.Agent) -> tuple[str, ...]:
    model = str(agent.raw.get("modelId") or "")
    return agent.id, agent.name, model, str(agent.version), column_time(agent.updated_at)


@agents.command()
@agent_argument
@click.option("--name", help="New name.")
@system_option
@model_option
@show_tags_option
@click.option(
    "--spec",
    metavar="JSON|@FILE",
    callback=parsed_by(read_object),
    help="Other fields to change, as in the HTTP API; null removes one.",
)
@result_command
def change(
    client: runwhy.Client,
    agent_id: str,
    name: str | None,
    system: str | None,
    model: str | None,
    show_tags: tuple[str, ...],
    spec: dict[str, Any] | None,
) -> Result:
    """Change an agent. The former version is kept.

    \b
    runwhy agents change reviewer --system "Review briefly." --model openai:gpt-5
    """
    options = {
        "name": name,
        "systemPrompt": system,
        "modelId": model,
        "modelVisibleMetadata": [*show_tags],
    }
    given = {key: value for key, value in options.items() if value}
    if not given and not spec:
        raise click.UsageError("nothing to change; use --system, --model or another option")
    agent: Any = client.request("PATCH", _path(agent_id), {**(spec or {}), **given})
    return line(agent, f"{agent['name']}  version {agent['version']}")


def _path(agent_id: str) -> str:
    return f"/agents/{quote(agent_id, safe='')}"


@agents.command()
@agent_argument
@result_command
def versions(client: runwhy.Client, agent_id: str) -> Result:
    """List the versions of an agent, newest first, with their changes.

    \b
    runwhy agents versions reviewer
    runwhy agents versions reviewer --json
    """
    found = client.list_agent_versions(agent_id)
    before = {one.version: next_one for one, next_one in pairwise(found)}
    head = ("VERSION", "CHANGED", "BY", "FIELDS")
    return table(head, found, lambda one: _version_row(one, before.get(one.version)))


def _version_row(one: AgentVersion, before: AgentVersion | None) -> tuple[str, ...]:
    by = (one.actor.name or one.actor.kind) if one.actor else ""
    changed = "created" if before is None else ", ".join(_changed_fields(one, before))
    return str(one.version), column_time(one.created_at), by, changed


def _changed_fields(one: AgentVersion, before: AgentVersion) -> list[str]:
    new, old = one.raw, before.raw
    own = ("version", "createdAt", "actor")
    return [key for key in {**old, **new} if key not in own and old.get(key) != new.get(key)]


@agents.command()
@agent_argument
@result_command
def show(client: runwhy.Client, agent_id: str) -> Result:
    """Show all fields of an agent.

    \b
    runwhy agents show reviewer
    """
    agent = client.get_agent(agent_id)
    return line(agent, escape_controls(json.dumps(agent.raw, indent=2, ensure_ascii=False)))


@agents.command()
@agent_argument
@client_command
def remove(client: runwhy.Client, agent_id: str) -> None:
    """Delete an agent. Its runs are kept.

    \b
    runwhy agents remove reviewer
    """
    client.delete_agent(agent_id)
    click.echo(f"{agent_id}  removed")
