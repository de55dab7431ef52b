"""`runwhy memories`: manage and search the memories of agents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from uuid import uuid4

import click

from runwhy.cli.app import App, db_option, pass_app
from runwhy.cli.arguments import json_option, limit_option
from runwhy.cli.output import echo_fields, echo_json, echo_table, time_text

if TYPE_CHECKING:
    from runwhy import Memory

agent_option = click.option("--agent", metavar="ID", help="Agent that has the memory.")
user_option = click.option("--user", metavar="USER", help="User that the memory is about.")


@click.group()
def memories() -> None:
    """Manage the memories of agents, by agent and user."""


@memories.command()
@click.argument("text")
@agent_option
@user_option
@json_option
@db_option
@pass_app
def add(app: App, text: str, agent: str | None, user: str | None, as_json: bool) -> None:
    """Store a memory and print its id.

    \b
    runwhy memories add "I am allergic to peanuts."
    runwhy memories add --user ann "Ann prefers short answers."
    """
    with app.client() as client:
        memory = client.create_memory(text, agent_id=agent, user=user, idempotency_key=str(uuid4()))
    if as_json:
        echo_json(memory.raw)
    else:
        click.echo(memory.id)


@memories.command("list")
@agent_option
@user_option
@limit_option()
@json_option
@db_option
@pass_app
def list_memories(app: App, agent: str | None, user: str | None, limit: int, as_json: bool) -> None:
    """List memories, newest first.

    \b
    runwhy memories list --user ann
    """
    with app.client() as client:
        found = client.list_memories(agent_id=agent, user=user, limit=limit).memories
    if as_json:
        _echo_all(found)
        return
    rows = [(m.id, m.user or "", m.source, m.text, m.agent_id or "") for m in found]
    echo_table(("MEMORY", "USER", "SOURCE", "TEXT", "AGENT"), rows)


@memories.command()
@click.argument("query")
@agent_option
@user_option
@limit_option(5, most=20)
@json_option
@db_option
@pass_app
def search(
    app: App, query: str, agent: str | None, user: str | None, limit: int, as_json: bool
) -> None:
    """Show the memories a run would recall for a text, best match first.

    \b
    runwhy memories search "What may I eat?" --user ann
    """
    with app.client() as client:
        found = client.search_memories(query, agent_id=agent, user=user, limit=limit)
    if as_json:
        _echo_all(found)
        return
    echo_table(
        ("MEMORY", "SCORE", "SOURCE", "TEXT"),
        [(m.id, f"{m.score or 0:.2f}", m.source, m.text) for m in found],
    )


@memories.command()
@click.argument("memory_id", metavar="MEMORY")
@json_option
@db_option
@pass_app
def show(app: App, memory_id: str, as_json: bool) -> None:
    """Show a memory: its text, agent, user and source.

    \b
    runwhy memories show mem_01k9…
    """
    with app.client() as client:
        memory = client.get_memory(memory_id)
    if as_json:
        echo_json(memory.raw)
        return
    echo_fields(
        {
            "memory": memory.id,
            "text": memory.text,
            "source": memory.source,
            "agent": memory.agent_id,
            "user": memory.user,
            "run": memory.run_id,
            "created": time_text(memory.created_at),
            "updated": time_text(memory.updated_at),
        }
    )


@memories.command()
@click.argument("memory_id", metavar="MEMORY")
@click.argument("text")
@db_option
@pass_app
def edit(app: App, memory_id: str, text: str) -> None:
    """Replace the text of a memory.

    \b
    runwhy memories edit mem_01k9… "Ann prefers long answers."
    """
    with app.client() as client:
        client.update_memory(memory_id, text)
    click.echo(f"{memory_id}  updated")


@memories.command()
@click.argument("memory_id", metavar="MEMORY")
@db_option
@pass_app
def remove(app: App, memory_id: str) -> None:
    """Delete a memory.

    \b
    runwhy memories remove mem_01k9…
    """
    with app.client() as client:
        client.delete_memory(memory_id)
    click.echo(f"{memory_id}  removed")


def _echo_all(found: Sequence[Memory]) -> None:
    for memory in found:
        echo_json(memory.raw)
