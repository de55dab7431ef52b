"""`runwhy memories`: manage and search the memories of agents."""

from __future__ import annotations

from uuid import uuid4

import click

import runwhy
from runwhy.cli.arguments import limit_option
from runwhy.cli.commands import Result, client_command, fields, line, result_command, table
from runwhy.cli.completion import complete_agents
from runwhy.cli.output import time_text

agent_option = click.option(
    "--agent", metavar="NAME", help="Agent that has the memory.", shell_complete=complete_agents
)
user_option = click.option("--user", metavar="USER", help="User that the memory is about.")
own_user_option = click.option(
    "--user", metavar="USER", help="User that the memory is about. Default: you."
)
memory_argument = click.argument("memory_id", metavar="MEMORY")


@click.group()
def memories() -> None:
    """Manage the memories of agents, by agent and user."""


@memories.command()
@click.argument("text")
@agent_option
@own_user_option
@result_command
def add(client: runwhy.Client, text: str, agent: str | None, user: str | None) -> Result:
    """Store a memory and print its id.

    \b
    runwhy memories add "I am allergic to peanuts."
    runwhy memories add --user ann "Ann prefers short answers."
    """
    memory = client.create_memory(text, agent_id=agent, user=user, idempotency_key=str(uuid4()))
    return line(memory, memory.id)


@memories.command("list")
@agent_option
@user_option
@limit_option()
@result_command
def list_memories(client: runwhy.Client, agent: str | None, user: str | None, limit: int) -> Result:
    """List memories, newest first.

    \b
    runwhy memories list --user ann
    runwhy memories list --agent cook
    """
    names = _agent_names(client)
    return table(
        ("MEMORY", "USER", "AGENT", "SOURCE", "TEXT"),
        client.list_memories(agent_id=agent, user=user, limit=limit).memories,
        lambda m: (m.id, m.user or "", names.get(m.agent_id, m.agent_id or ""), m.source, m.text),
    )


def _agent_names(client: runwhy.Client) -> dict[str | None, str]:
    return {one.id: one.name for one in client.list_agents()}


@memories.command()
@click.argument("query")
@agent_option
@user_option
@limit_option(5, most=20)
@result_command
def search(
    client: runwhy.Client, query: str, agent: str | None, user: str | None, limit: int
) -> Result:
    """Show the memories a run would recall for a text, best match first.

    \b
    runwhy memories search "What may I eat?" --user ann
    """
    return table(
        ("MEMORY", "SCORE", "SOURCE", "TEXT"),
        client.search_memories(query, agent_id=agent, user=user, limit=limit),
        lambda m: (m.id, f"{m.score or 0:.2f}", m.source, m.text),
    )


@memories.command()
@memory_argument
@result_command
def show(client: runwhy.Client, memory_id: str) -> Result:
    """Show a memory, its source, and the runs that recalled it.

    \b
    runwhy memories show mem_01k9…
    """
    memory, recalls = client.get_memory(memory_id), client.list_recalls(memory_id, limit=5)
    names = _agent_names(client)
    shown = {
        "memory": memory.id,
        "text": memory.text,
        "source": memory.source,
        "agent": names.get(memory.agent_id, memory.agent_id),
        "user": memory.user,
        "run": memory.run_id,
        "created": time_text(memory.created_at),
        "updated": time_text(memory.updated_at),
        "recalled in": "\n".join(recall.run_id for recall in recalls) or None,
    }
    return fields(memory, shown)


@memories.command()
@memory_argument
@click.argument("text")
@client_command
def change(client: runwhy.Client, memory_id: str, text: str) -> None:
    """Replace the text of a memory.

    \b
    runwhy memories change mem_01k9… "Ann prefers long answers."
    """
    client.update_memory(memory_id, text)
    click.echo(f"{memory_id}  changed")


@memories.command()
@memory_argument
@client_command
def remove(client: runwhy.Client, memory_id: str) -> None:
    """Delete a memory.

    \b
    runwhy memories remove mem_01k9…
    """
    client.delete_memory(memory_id)
    click.echo(f"{memory_id}  removed")
